//! The state of the lab's screen: the session, the camera, what lies over it. Plain data.
//!
//! It is changed in `update`, `time` and `mouse`, and drawn in `canvas`, `panel` and `chrome`.

use super::brush::Brush;
use super::ink::UNSEEN;
use super::keymap::LabMode;
use super::panes::Panes;
use super::quiz::Quiz;
use super::reader::Reader;
use crate::grid::{Cell, Size};
use crate::lab::{LabMap, LabPlayback, LabSession, LineForm, SessionLane, WATCHED_SECONDS};
use crate::scene::{Pixel, PricedLand, Visibility};
use crate::tui::input::keys::Keys;
use crate::tui::kit::Notices;
use crate::tui::kit::view::Views;
use crate::tui::look::color::Rgb;
use crate::tui::look::theme::Theme;
use crate::tui::map::camera::{Camera, Window, Zoom};
use ratatui::layout::Rect;

/// What the lab asks of the rest of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabEffect {
    /// Leave the lab.
    Leave,
    /// Quit as if interrupted.
    Interrupt,
    /// Suspend to the shell.
    Suspend,
    /// Whether the lab captures the mouse.
    Mouse(bool),
    /// Load the map with this index in the list of maps.
    Load(usize),
    /// Save this map to a file.
    SaveMap(Box<LabMap>),
    /// Open the page with this index of the book, if there is one.
    OpenPage(Option<usize>),
    /// Open the codex at the page that something leads to, such as `row:jps`.
    OpenCodex(String),
    /// Save a run to a file.
    Export {
        /// Map and algorithm of the run.
        name: String,
        /// The run in Posthoc's format.
        text: String,
    },
}

/// Selectable speeds, in expansions per second.
pub(super) const SPEEDS: [u32; 10] = [1, 4, 16, 64, 250, 1000, 4000, 16_000, 64_000, 250_000];

/// A run in progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunProgress {
    /// When it started, in milliseconds of the program's clock.
    pub since_ms: u64,
    /// The number of expansions at that time.
    pub from: u32,
}

/// What the mouse holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabHeld {
    /// The start.
    Start,
    /// The goal.
    Goal,
    /// A brush of this cost in milli-steps, and its last cell.
    Brush(u16, Cell),
    /// The handle of the timeline.
    Time,
    /// The map itself, by another button at this column and row.
    Map(u16, u16),
}

/// What is drawn beside the searches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LabShown {
    /// The comparison of the first two lanes.
    pub tint: bool,
    /// The form of a found path; `None` draws its cells.
    pub path_form: Option<LineForm>,
    /// What the algorithms prepared.
    pub shape: bool,
}

/// The lab's screen.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own that a key turns")]
pub struct LabScreen {
    /// Colours and glyphs.
    pub theme: Theme,
    /// The steering keys.
    pub keys: Keys,
    /// The terminal's size.
    pub area: Rect,
    /// The map and the lanes with their runs.
    pub session: LabSession,
    /// The edited map, solved with the next frame.
    pub draft: Option<LabMap>,
    /// The land that the map shows, if it shows one: where it has the land's costs, it has its colours, too.
    pub own_land: Option<PricedLand>,
    /// The page of the codex whose scene this is.
    pub reader: Option<Box<Reader>>,
    /// The session's revision that the page has seen.
    pub noted_revision: u32,
    /// The map before each change, the latest last.
    pub undo_stack: Vec<LabMap>,
    /// The camera.
    pub camera: Camera,
    /// Whether the player has chosen the zoom.
    pub is_zoomed: bool,
    /// The cursor.
    pub cursor: Cell,
    /// The selected lane, which keys and panel refer to.
    pub lane: usize,
    /// The brush of draw mode.
    pub brush: Brush,
    /// Whether draw mode is on.
    pub is_drawing: bool,
    /// What lies over the map and receives the keys.
    pub views: Views<LabScreen>,
    /// The run in progress.
    pub run: Option<RunProgress>,
    /// An index into `SPEEDS`.
    pub speed: usize,
    /// What is drawn beside the searches.
    pub shown: LabShown,
    /// The quiz before a run.
    pub quiz: Quiz,
    /// Maps that can be loaded: name and description.
    pub maps: Vec<(String, String)>,
    /// Number of searches for a bad map so far.
    pub break_count: u64,
    /// What the mouse holds.
    pub held: Option<LabHeld>,
    /// Whether the lab captures the mouse.
    pub mouse: bool,
    /// Whether leaving returns to a game.
    pub from_game: bool,
    /// The current message.
    pub notices: Notices,
    /// The program's clock, in milliseconds.
    pub now_ms: u64,
}

impl LabScreen {
    /// A screen of this size over a session.
    pub fn new(theme: Theme, (width, height): (u16, u16), session: LabSession) -> LabScreen {
        let mut screen = LabScreen {
            theme,
            keys: Keys::default(),
            area: Rect::new(0, 0, width, height),
            cursor: session.ground().start(),
            session,
            draft: None,
            own_land: None,
            reader: None,
            noted_revision: 0,
            undo_stack: Vec::new(),
            camera: Camera { scale_max: 64, ..Camera::default() },
            is_zoomed: false,
            lane: 0,
            brush: Brush::default(),
            is_drawing: false,
            views: Views::default(),
            run: None,
            speed: 0,
            shown: LabShown { tint: false, path_form: None, shape: true },
            quiz: Quiz::default(),
            maps: Vec::new(),
            break_count: 0,
            held: None,
            mouse: true,
            from_game: false,
            notices: Notices::default(),
            now_ms: 0,
        };
        screen.speed = screen.default_speed();
        screen.fit();
        screen
    }

    /// The mode that receives the keys.
    pub fn mode(&self) -> LabMode {
        let below = match self.is_drawing {
            true => LabMode::Draw,
            false if self.is_reading_only() => LabMode::Read,
            false => LabMode::Look,
        };
        self.views.mode().unwrap_or(below)
    }

    /// The map's size as width and height.
    pub fn land(&self) -> (u16, u16) {
        (self.size().width, self.size().height)
    }

    /// The map's size.
    pub fn size(&self) -> Size {
        self.session.ground().size()
    }

    /// The map, with pending edits.
    pub fn ground(&self) -> &LabMap {
        self.draft.as_ref().unwrap_or(self.session.ground())
    }

    /// The land's own colour of a cell, if the map shows a land and the cell is as it was there.
    pub(super) fn land_colour(&self, cell: Cell) -> Option<Rgb> {
        let land = self.own_land.as_ref().filter(|land| land.size == self.size())?;
        let index = land.size.index(cell);
        if land.prices[index] != self.ground().cost(cell) {
            return None;
        }
        let Some((surface, tier)) = land.ground[index] else { return Some(UNSEEN) };
        let pixel = Pixel { surface, tier, visibility: Visibility::Visible, relief: 100, ..Pixel::default() };
        Some(self.theme.pixel(pixel, 0))
    }

    /// The parts of the screen.
    pub fn panes(&self) -> Panes {
        let page = self.reader.as_ref().map(|reader| reader.shown());
        Panes::new(self.area, self.session.lanes().len(), self.land(), page)
    }

    /// A lane's window.
    pub fn window(&self, lane: usize) -> Window {
        self.camera.window(self.panes().map_of(lane), self.land())
    }

    /// The selected lane.
    pub fn selected_lane(&self) -> &SessionLane {
        let lanes = self.session.lanes();
        &lanes[self.lane.min(lanes.len() - 1)]
    }

    /// The selected lane's run, if there is one.
    pub fn playback(&self) -> Option<&LabPlayback> {
        self.selected_lane().run.as_ref().ok()
    }

    /// Whether the length of the run may be shown: not before the quiz.
    pub fn shows_run_length(&self) -> bool {
        !self.quiz.is_due()
    }

    /// Sets the closest zoom that shows the whole map, or else both ends and their surroundings, unless the player has
    /// chosen one.
    pub fn fit(&mut self) {
        if self.is_zoomed {
            return;
        }
        let (area, land) = (self.panes().map_of(0), self.land());
        let (start, goal) = (self.ground().start(), self.ground().goal());
        self.camera.fit(area, land, Cell::new(start.x.midpoint(goal.x), start.y.midpoint(goal.y)));
        let (columns, rows) = self.camera.window(area, land).pixels();
        let around = |a: u16, b: u16| a.abs_diff(b).saturating_mul(2);
        let ends = (around(start.x, goal.x), around(start.y, goal.y));
        if [land, ends].iter().all(|(width, height)| *width > columns || *height > rows) {
            self.camera.zoom = Zoom::Far;
        }
        self.camera.settle_centre(area, land);
    }

    /// Moves the cursor to a cell, and the camera so that it is in view.
    pub fn look_at(&mut self, cell: Cell) {
        self.cursor = cell;
        let (area, land) = (self.panes().map_of(0), self.land());
        self.camera.keep_in_view(cell, area, land);
    }

    /// The default speed: a run ends soon, but can be watched.
    pub fn default_speed(&self) -> usize {
        let wanted = self.session.expansion_count() / WATCHED_SECONDS;
        SPEEDS.iter().position(|speed| *speed >= wanted).unwrap_or(SPEEDS.len() - 1)
    }

    /// Resizes the screen.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
        self.fit();
    }
}
