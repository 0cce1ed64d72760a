//! What the lab's screen remembers: the session, where one looks, what lies over it. Plain data.
//!
//! How it changes is in `update`, `time` and `mouse`; how it looks is in `canvas`, `panel` and `chrome`.

use super::brush::Brush;
use super::keymap::LabMode;
use super::panes::Panes;
use crate::grid::{Cell, Size};
use crate::lab::{Breaker, Form, Ground, Lane, Part, Playback, Quiz, Session};
use crate::tui::camera::{Camera, Window, Zoom};
use crate::tui::keys::Keys;
use crate::tui::picker::Picker;
use crate::tui::state::Notice;
use crate::tui::theme::Theme;
use ratatui::layout::Rect;

/// What the lab wants of the rest of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LabEffect {
    /// To be left.
    Leave,
    /// End as if interrupted.
    Interrupt,
    /// Give the terminal back for a while.
    Suspend,
    /// Whether the mouse belongs to it.
    Mouse(bool),
    /// The map of this place on the shelf.
    Load(usize),
    /// Keep this map as a file.
    Keep(Box<Ground>),
    /// Keep a run as a file.
    Export {
        /// What it is a run of.
        name: String,
        /// The run, as Posthoc reads it.
        text: String,
    },
}

/// Expansions a second that can be wished for.
pub const SPEEDS: [u32; 10] = [1, 4, 16, 64, 250, 1000, 4000, 16_000, 64_000, 250_000];
/// A run should not take longer than this by itself, in seconds.
const USUAL_RUN: u32 = 6;

/// How a run goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Since when, in milliseconds of the program's clock.
    pub since: u64,
    /// How many expansions it had then.
    pub from: u32,
}

/// What lies over the map and takes the keys.
#[derive(Clone)]
pub enum LabOverlay {
    /// The choices for a part.
    Choices(Part, Picker),
    /// The maps there are.
    Maps(Picker),
    /// What will happen?
    Ask(Quiz),
    /// A map is looked for.
    Break(Box<Breaker>),
    /// The help, scrolled by so many lines.
    Help(u16),
}

impl LabOverlay {
    /// The list that is open, if one is.
    pub fn picker_mut(&mut self) -> Option<&mut Picker> {
        match self {
            LabOverlay::Choices(_, picker) | LabOverlay::Maps(picker) => Some(picker),
            _ => None,
        }
    }
}

/// What the mouse holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabHeld {
    /// The start.
    Start,
    /// The goal.
    Goal,
    /// A brush of this price, and where it was last.
    Brush(u16, Cell),
    /// The mark of the line of time.
    Time,
    /// The map itself, by another button.
    Map(u16, u16),
}

/// The lab's screen.
#[derive(Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own that a key turns")]
pub struct LabScreen {
    /// How it looks.
    pub theme: Theme,
    /// Which keys steer.
    pub keys: Keys,
    /// The terminal's size.
    pub area: Rect,
    /// What is on the table.
    pub session: Session,
    /// The map as it will be once the hand rests; solved with the next picture.
    pub draft: Option<Ground>,
    /// What the map was before each change, the latest last.
    pub earlier: Vec<Ground>,
    /// Where one looks.
    pub camera: Camera,
    /// Whether a person has chosen how near.
    pub is_zoomed: bool,
    /// The one cursor.
    pub cursor: Cell,
    /// The lane that keys and panel are about.
    pub lane: usize,
    /// What is painted with, in draw mode.
    pub brush: Brush,
    /// Whether that is on.
    pub draws: bool,
    /// What lies over the map.
    pub overlay: Option<LabOverlay>,
    /// How it runs, if it does.
    pub run: Option<Run>,
    /// An index into [`SPEEDS`].
    pub speed: usize,
    /// Whether what only one of two expanded is tinted.
    pub tints: bool,
    /// The form in which a way that was found is drawn; without one as its cells.
    pub form: Option<Form>,
    /// Whether it is asked before a run.
    pub asks: bool,
    /// Whether nothing of what is on the table was shown yet.
    pub is_fresh: bool,
    /// The question that was asked, and what was answered.
    pub guess: Option<(Quiz, usize)>,
    /// What the answer was worth.
    pub verdict: Option<(String, bool)>,
    /// Maps that can be taken: a name, and what it is.
    pub shelf: Vec<(String, String)>,
    /// Maps that were looked for so far.
    pub breaks: u64,
    /// What the mouse holds.
    pub held: Option<LabHeld>,
    /// Whether the mouse belongs to the lab.
    pub mouse: bool,
    /// Whether leaving leads back into the game.
    pub from_game: bool,
    /// What just happened.
    pub notice: Option<Notice>,
    /// The program's clock, in milliseconds.
    pub now: u64,
}

impl LabScreen {
    /// A screen of this size over a session.
    pub fn new(theme: Theme, (width, height): (u16, u16), session: Session) -> LabScreen {
        let mut screen = LabScreen {
            theme,
            keys: Keys::default(),
            area: Rect::new(0, 0, width, height),
            cursor: session.ground().start(),
            session,
            draft: None,
            earlier: Vec::new(),
            camera: Camera { farthest: 64, ..Camera::default() },
            is_zoomed: false,
            lane: 0,
            brush: Brush::default(),
            draws: false,
            overlay: None,
            run: None,
            speed: 0,
            tints: false,
            form: None,
            asks: true,
            is_fresh: true,
            guess: None,
            verdict: None,
            shelf: Vec::new(),
            breaks: 0,
            held: None,
            mouse: true,
            from_game: false,
            notice: None,
            now: 0,
        };
        screen.speed = screen.usual_speed();
        screen.fit();
        screen
    }

    /// What takes the keys.
    pub fn mode(&self) -> LabMode {
        match self.overlay {
            Some(LabOverlay::Choices(..) | LabOverlay::Maps(_)) => LabMode::List,
            Some(LabOverlay::Ask(_)) => LabMode::Ask,
            Some(LabOverlay::Break(_)) => LabMode::Break,
            Some(LabOverlay::Help(_)) => LabMode::Help,
            None if self.draws => LabMode::Draw,
            None => LabMode::Look,
        }
    }

    /// The map's size, as the camera takes it.
    pub fn land(&self) -> (u16, u16) {
        (self.size().width, self.size().height)
    }

    /// The map's size.
    pub fn size(&self) -> Size {
        self.session.ground().size()
    }

    /// The map as it is being drawn.
    pub fn ground(&self) -> &Ground {
        self.draft.as_ref().unwrap_or(self.session.ground())
    }

    /// Where everything goes.
    pub fn panes(&self) -> Panes {
        Panes::new(self.area, self.session.lanes().len())
    }

    /// A lane's part of the screen, with the camera behind it.
    pub fn window(&self, lane: usize) -> Window {
        self.camera.window(self.panes().map_of(lane), self.land())
    }

    /// The lane that is looked at.
    pub fn shown(&self) -> &Lane {
        let lanes = self.session.lanes();
        &lanes[self.lane.min(lanes.len() - 1)]
    }

    /// Its run, if there is one.
    pub fn playback(&self) -> Option<&Playback> {
        self.shown().run.as_ref().ok()
    }

    /// Whether it may be told how much there is to come.
    pub fn may_tell(&self) -> bool {
        !(self.is_fresh && self.asks)
    }

    /// The nearest zoom at which the whole map is to be seen, or else both ends with what is around them, unless a
    /// person has chosen one.
    pub fn fit(&mut self) {
        if self.is_zoomed {
            return;
        }
        let area = self.panes().map_of(0);
        let (start, goal) = (self.ground().start(), self.ground().goal());
        let fits = |zoom, (width, height): (u16, u16)| {
            let (columns, rows) = Camera { zoom, ..self.camera }.window(area, self.land()).pixels();
            width <= columns && height <= rows
        };
        let around = |a: u16, b: u16| a.abs_diff(b).saturating_mul(2);
        let ends = (around(start.x, goal.x), around(start.y, goal.y));
        self.camera.zoom = if fits(Zoom::Close, self.land()) {
            Zoom::Close
        } else if fits(Zoom::Near, self.land()) || fits(Zoom::Near, ends) {
            Zoom::Near
        } else {
            Zoom::Far
        };
        self.camera.centre = Cell::new(start.x.midpoint(goal.x), start.y.midpoint(goal.y));
        self.camera.settle(area, self.land());
    }

    /// Puts the cursor on a cell and the camera where it can be seen.
    pub fn look_at(&mut self, cell: Cell) {
        self.cursor = cell;
        let (area, land) = (self.panes().map_of(0), self.land());
        self.camera.keep_in_sight(cell, area, land);
    }

    /// The speed at which a run is over soon, but can be watched.
    pub fn usual_speed(&self) -> usize {
        let wanted = self.session.pops() / USUAL_RUN;
        SPEEDS.iter().position(|speed| *speed >= wanted).unwrap_or(SPEEDS.len() - 1)
    }

    /// The window's size changed.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
        self.fit();
    }

    /// Says something for a while.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::until(self.now, text, false));
    }

    /// Says why not, for a while.
    pub fn refuse(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::until(self.now, text, true));
    }
}
