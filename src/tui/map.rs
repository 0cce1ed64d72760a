//! What the map shows, and where: camera, cursor, lens, and what follows what.

use super::camera::{Camera, IdleFollow};
use super::daylight::Daylight;
use super::search_overlay::SearchOverlay;
use crate::grid::Cell;
use crate::scene::Lens;

/// What the map shows, and where.
#[derive(Clone, Debug, Default)]
pub struct Map {
    /// The camera.
    pub camera: Camera,
    /// The cursor.
    pub cursor: Cell,
    /// The land's size in cells: width, height.
    pub land: (u16, u16),
    /// Whether the camera follows the selected unit.
    pub follow: bool,
    /// The unit the idle camera follows.
    pub idle_follow: Option<IdleFollow>,
    /// Whether the small map is shown; unset, it is shown if the land is large.
    pub overview: Option<bool>,
    /// A highlighted cell, and until when, in milliseconds of the program's clock.
    pub highlight: Option<(Cell, u64)>,
    /// The lens, shown instead of the ground.
    pub lens: Option<Lens>,
    /// Whether the whole land is revealed.
    pub reveal: bool,
    /// Whether it may be.
    pub can_reveal: bool,
    /// Whether searches are shown, and which are being replayed.
    pub search_overlay: SearchOverlay,
    /// Day and night.
    pub daylight: Daylight,
}
