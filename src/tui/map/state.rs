//! What the map shows, and where: camera, cursor, lens, and what follows what.

use super::camera::Camera;
use super::daylight::Daylight;
use super::search_overlay::SearchOverlay;
use super::traces::Traces;
use crate::grid::Cell;
use crate::scene::{Lens, Story};

/// What the map shows, and where.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Map {
    /// The camera.
    pub camera: Camera,
    /// The cursor.
    pub cursor: Cell,
    /// The land's size in cells: width, height.
    pub land: (u16, u16),
    /// Whether the camera follows the selected unit.
    pub follow: bool,
    /// Whether the small map is shown; unset, it is shown if the land is large.
    pub overview: Option<bool>,
    /// Who has the camera when no player steers it.
    pub director: Director,
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
    /// Whether the ground has seasons and weather.
    pub has_weather: bool,
    /// Marks of what has just happened.
    pub traces: Traces,
}

/// The director.
#[derive(Clone, Debug, Default)]
pub struct Director {
    /// What the camera shows.
    pub shot: Option<Shot>,
    /// Whether the land has the whole screen, but for one line.
    pub is_full: bool,
    /// The last stories that were shown, oldest first.
    pub(crate) seen: Vec<Story>,
}

/// A story on the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// What it tells.
    pub story: Story,
    /// Whether it is a line that is told at the fastest pace.
    pub(crate) is_headline: bool,
    /// When it started, in milliseconds.
    pub(crate) since_ms: u64,
    /// When the camera last moved, in milliseconds.
    pub(crate) moved_ms: u64,
    /// Whether the camera is moving to centre the unit.
    pub(crate) is_gliding: bool,
}
