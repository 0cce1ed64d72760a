//! Implementations of the frontier. Under the total order of [`Key`](super::FrontierKey) every exact one pops the same
//! sequence; they differ in the cost of their operations. `docs/TECHNIQUES.md` says what each is good for.

mod advice;
mod bounded;
mod buckets;
mod counted;
mod depth_biased;
mod heaps;
mod indexed;
mod linked;
mod lists;
mod multi_level;
mod pairing;
mod skip_list;
mod splay;
mod tied;

pub use bounded::{Bandwidth, Beam};
pub use buckets::{Buckets, HotQueue};
pub use counted::{Counted, Operations};
pub use depth_biased::DepthBiased;
pub use heaps::{DaryHeap, TwoLevel};
pub use indexed::IndexedHeap;
pub use linked::{BalancedTree, LinkedList};
pub use lists::{SortedArray, UnsortedList};
pub use multi_level::MultiLevelBuckets;
pub use pairing::PairingHeap;
pub use skip_list::{PlacedSkipList, RankedSkipList};
pub use splay::SplayTree;
pub use tied::{TieRule, Tied};
