//! Geometry with its units: cells, directions, map sizes, layers of values and lines of sight.
//!
//! Not here: what a cell costs, which unit stands on it, or what it looks like.

mod cell;
mod layer;
mod sight;
mod view;

pub use cell::{Cell, DIAGONAL, Dir8, SIDE_MAX, STRAIGHT, Size};
pub use layer::Layer;
pub use sight::{SightLines, line, sees};
pub use view::{VIEW_RADIUS_MAX, View};
