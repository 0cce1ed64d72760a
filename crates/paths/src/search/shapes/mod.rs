//! Searches over other shapes than cells: corners, meshes, triangles, axes, fixed points.
//!
//! Their paths are straight lines between turning points, which are centres of cells, or cells like those of other
//! searches. `graph/shapes` has the shapes.

pub mod axis_search;
pub mod funnel;
pub mod mesh_search;
pub mod random_road_map;
pub mod refraction;
pub mod tile_parts;
pub mod triangle_search;
pub mod visibility;
pub mod waypoints;
pub mod wide_walker;
