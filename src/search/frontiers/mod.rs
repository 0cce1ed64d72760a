//! Ways to keep what waits. Under the total order of [`Key`](super::Key) every exact one pops the same sequence; they
//! differ in what an operation costs. `docs/TECHNIQUES.md` says what each is good for.

mod bounded;
mod buckets;
mod heaps;
mod indexed;
mod levels;
mod lists;
mod pairing;

mod tied;

pub use bounded::{Band, Beam};
pub use buckets::{Buckets, HotQueue};
pub use heaps::{DaryHeap, TwoLevel};
pub use indexed::IndexedHeap;
pub use levels::LevelBuckets;
pub use lists::{Counted, Sorted, Unsorted};
pub use pairing::PairingHeap;

pub use tied::{Tied, Ties};
