//! What the screen asks of a scene: the part of the land, and what to show of it.

use crate::grid::Cell;
use crate::world::{EventId, TownIx, UnitId};

/// What the screen wants to see.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a part of the scene that is asked for or not")]
pub struct Viewport {
    /// Column of the top left cell; may lie off the land.
    pub left: i32,
    /// Row of the top left cell; may lie off the land.
    pub top: i32,
    /// Columns of pixels.
    pub columns: u16,
    /// Rows of pixels (two per line of the terminal).
    pub rows: u16,
    /// Cells per pixel along each side: 1, or more when zoomed out.
    pub cells_per_pixel: u16,
    /// Selected units. The card shows the first.
    pub selected: Vec<UnitId>,
    /// The cell under the cursor; [`Scene::cursor_card`](super::Scene::cursor_card) describes it.
    pub cursor: Cell,
    /// Whether the true land is shown, rather than what the people knows.
    pub reveal: bool,
    /// The frame of history to show instead of now (see `history`).
    pub past_frame: Option<usize>,
    /// Whether to include the whole log, or only its last lines.
    pub shows_whole_log: bool,
    /// Columns and rows of pixels for the small map of the whole land, if it is shown.
    pub overview_size: Option<(u16, u16)>,
    /// Whether to include what is most worth watching.
    pub shows_stories: bool,
    /// Whether to include searches.
    pub shows_searches: bool,
    /// The lens to show instead of the ground.
    pub lens: Option<Lens>,
    /// The page that is shown.
    pub page: Option<PageKind>,
    /// Whether the ledger is shown.
    pub shows_ledger: bool,
}

/// What a page is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageKind {
    /// A settlement: why it is there, what it came of, and its annals.
    Town(TownIx),
    /// An event: what it came of, and what came of it.
    Event(EventId),
    /// The arc of the player.
    Objectives,
    /// The score of the first years.
    Score,
    /// Who is remembered, and for what.
    Persons,
}

/// Index of a row of [`LENSES`](super::LENSES).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lens(pub u8);
