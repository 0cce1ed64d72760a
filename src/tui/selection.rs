//! What the player has chosen: units, bookmarks, and what the mouse holds.

use crate::grid::Cell;
use crate::scene::UnitId;
use crate::tui::input::mode::BookmarkPrompt;

/// The selected units, and what is known of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// The selected units; the first one, the leader, has its card shown.
    pub units: Vec<UnitId>,
    /// Unit groups by digit.
    pub groups: [Vec<UnitId>; 10],
    /// Whether the next digit sets a group.
    pub is_setting_group: bool,
    /// The first corner of a selection box.
    pub box_corner: Option<Cell>,
    /// The leader's cell.
    pub leader_cell: Option<Cell>,
    /// The stops in the leader's orders, each with its cell if it has one.
    pub stops: Vec<Option<Cell>>,
}

/// Cells to jump back to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bookmarks {
    /// Bookmarks by digit.
    pub cells: [Option<Cell>; 10],
    /// What the next digit does to a bookmark.
    pub prompt: Option<BookmarkPrompt>,
}

/// A stop's number on the map, held by the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeldStop {
    /// Which stop, from 0.
    pub at: usize,
    /// Where the button went down.
    pub column: u16,
    /// See `column`.
    pub row: u16,
}

/// A held mouse button.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drag {
    /// The cell where it went down.
    pub from: Cell,
    /// The cell where it is.
    pub last: Cell,
    /// Whether it has left the character where it went down.
    pub moved: bool,
}

/// What the mouse holds, and where it last clicked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pointer {
    /// The held left button.
    pub drag: Option<Drag>,
    /// Whether the held button went down on the land.
    pub is_land_pressed: bool,
    /// Where another button grips the map.
    pub grip: Option<(u16, u16)>,
    /// The stop's number that the mouse holds.
    pub held_stop: Option<HeldStop>,
    /// When (in milliseconds) and where the land was last clicked.
    pub last_click: Option<(u64, Cell)>,
}
