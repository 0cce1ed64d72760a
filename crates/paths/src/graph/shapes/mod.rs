//! Map representations for straight lines: corners, meshes of rectangles, triangles, clearance, axes.
//!
//! They share one space, that of a walker one cell wide: its centre keeps a cell's width off the centre of every wall.
//! The shortest lines of this walker turn only at centres of cells, so that all geometry is in whole numbers, and steps
//! between neighbours with both corners free are lines in it.
//!
//! Not here: any search over them.

mod clearance;
mod corners;
mod medial_axis;
mod mesh;
mod triangulation;
mod wide_line;

pub use clearance::{Footprint, clearance, distance_to_walls, where_it_fits};
pub use corners::Corners;
pub use medial_axis::{MedialAxis, Pass};
pub use mesh::{Mesh, MeshPortal};
pub use triangulation::{Element, Triangulation};
pub use wide_line::{has_wide_line_of_sight, is_open_square};
