//! Geometry with its units: cells, directions, map sizes, layers of values, lines of sight, and lists of any of
//! these without repeats.
//!
//! Not here: what a cell costs, which unit stands on it, or what it looks like.

mod cell;
mod distinct;
mod layer;
mod line_of_sight;
mod view;

pub use cell::{Cell, DIAGONAL, Dir8, SIDE_MAX, STRAIGHT, Size};
pub use distinct::distinct;
pub use layer::{Layer, LayerValue};
pub use line_of_sight::{SightLines, has_line_of_sight, line};
pub use view::{VIEW_RADIUS_MAX, View};
