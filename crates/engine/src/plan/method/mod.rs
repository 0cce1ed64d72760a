//! Planning methods, a file each: when a method fits, what it costs of a tick, how it works on a request, and what an
//! explanation says of its paths.
//!
//! Reading order: `contract`, `batch`, `greedy`, `look_around`, `slice`, `direct`, `far`, `border`, `no_path`.
//!
//! Not here: the order in which they are tried, and the requests that wait (`queue`).

mod batch;
mod border;
mod contract;
mod direct;
mod far;
mod greedy;
mod look_around;
mod no_path;
mod slice;

pub(super) use batch::HOW_BATCH;
pub(super) use batch::serve_batches;
pub use batch::{BATCH_MIN, FIELD_AREA_MAX_CELLS, answer_batch, batches};
pub use border::LABELS_MAX;
pub(super) use border::{BORDER, advance_border, begin_border};
pub use contract::{FoundPath, Served};
pub(super) use contract::{Load, Method, Progress, TickCost};
pub(super) use direct::{DIRECT, advance_direct, begin_direct};
pub use direct::{DIRECT_LABELS_MAX, DIRECT_SEARCH_MAX_STEPS};
pub(super) use far::FAR;
pub use far::ROUTE_WORK;
pub(super) use greedy::GREEDY;
pub(super) use look_around::{LOOK_AROUND, WIDE_LOOK, WIDE_SEARCH_FROM_STEPS};
pub(super) use no_path::answer_without_path;
pub use slice::SLICE_EXPANSIONS;
pub(super) use slice::Slice;
