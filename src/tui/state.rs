//! The screen's state: camera, cursor, mode, selection, drafts, pending questions. Plain data.
//!
//! It is changed in `update`, `orders` and `mouse`, and drawn in `chrome`, `panel` and `marks`.

use super::auto_follow::Drift;
use super::bookmarks::Awaits;
use super::brushes::Tool;
use super::camera::{Camera, Window, Zoom};
use super::export_menu::Keepsake;
use super::goals::Goals;
use super::history::Reel;
use super::keymap::{Intent, Mode};
use super::keys::Keys;
use super::layout::Layout;
pub use super::overlay::Overlay;
use super::route_query::Between;
use super::search_overlay::Think;
use super::targeted_orders::Aim;
use super::theme::Theme;
use crate::grid::Cell;
use crate::scene::{
    Answer, Command, Explanation, Leak, Lens, Preview, PricedLand, Question, Scene, Subject, TownId, UnitId,
    View, YearCard,
};
use crate::text::{clipped, visible};
use ratatui::layout::Rect;

/// What the screen asks of the rest of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A command for the world.
    Command(Command),
    /// A question; its answer comes back with this ticket.
    Ask(u64, Question),
    /// Pause or resume.
    Pause(bool),
    /// Advance one tick.
    Step,
    /// Set the speed, an index into [`SPEEDS`].
    Speed(usize),
    /// Whether the game captures the mouse.
    Mouse(bool),
    /// Save now.
    Save,
    /// Export something.
    Keep(Keepsake),
    /// Open the lab on this land; the leak is an exhibit of it.
    Lab(Box<PricedLand>, Leak),
    /// Open the new-land screen.
    NewLand,
    /// Save and quit.
    Quit,
    /// Quit as if interrupted.
    Interrupt,
    /// Suspend to the shell.
    Suspend,
}

/// The selectable speeds, as factors.
pub const SPEEDS: [u32; 5] = [1, 2, 4, 16, 64];

/// The pace of time, as the program measures it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimePace {
    /// Whether the game is paused.
    pub paused: bool,
    /// The requested speed, an index into [`SPEEDS`].
    pub speed: usize,
    /// The speed actually reached, in tenths.
    pub reached_tenths: u32,
    /// Plans made in the last second.
    pub plans: u32,
}

/// What is proposed at the target until Enter confirms it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Purpose {
    /// Go there.
    #[default]
    Travel,
    /// Go there after the other orders.
    Append,
    /// Insert it into the orders where it adds the least distance.
    Insert,
    /// Found a hamlet there.
    Settle,
    /// Patrol between there and here.
    Patrol,
    /// Build a road there.
    Connect,
    /// An order about the unit or place there.
    Aim(Aim),
}

/// A stop's number on the map, held by the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
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

/// A short-lived message about what just happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The message.
    pub text: String,
    /// When it expires, in milliseconds of the program's clock.
    pub until: u64,
    /// Whether it reports a refusal.
    pub refused: bool,
}

impl Notice {
    /// A message that expires after the usual time.
    pub fn until(now: u64, text: impl Into<String>, refused: bool) -> Notice {
        let text = visible(&clipped(&text.into())).into_owned();
        Notice { text, until: now + NOTICE_TIME, refused }
    }
}

/// The screen.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own that a key turns")]
pub struct Screen {
    /// Colours and glyphs.
    pub theme: Theme,
    /// The key bindings.
    pub keys: Keys,
    /// The terminal's size.
    pub area: Rect,
    /// The camera.
    pub camera: Camera,
    /// The cursor.
    pub cursor: Cell,
    /// The mode below any overlay.
    pub mode: Mode,
    /// The overlay, if one is open.
    pub overlay: Option<Overlay>,
    /// The selected units; the first one, the leader, has its card shown.
    pub selected: Vec<UnitId>,
    /// Unit groups by digit.
    pub groups: [Vec<UnitId>; 10],
    /// Whether the next digit sets a group.
    pub setting_group: bool,
    /// Bookmarks by digit.
    pub bookmarks: [Option<Cell>; 10],
    /// What the next digit does to a bookmark.
    pub awaits: Option<Awaits>,
    /// The first corner of a selection box.
    pub corner: Option<Cell>,
    /// The held left button.
    pub drag: Option<Drag>,
    /// Whether the held button went down on the land.
    pub pressed_land: bool,
    /// Where another button grips the map.
    pub grip: Option<(u16, u16)>,
    /// The target of the proposal.
    pub target: Option<Cell>,
    /// What is proposed at the target.
    pub purpose: Purpose,
    /// Whether the next order is pushed onto the leader's behaviour stack.
    pub pushing: bool,
    /// The stop before which a proposed cell would be inserted, and its cell.
    pub insertion: Option<(u16, Option<Cell>)>,
    /// The leader's cell.
    pub stand: Option<Cell>,
    /// Number of stops in the leader's orders.
    pub stops: usize,
    /// Waypoints that are not ordered yet.
    pub draft: Vec<Cell>,
    /// The draft before each change, the latest last.
    pub earlier: Vec<Vec<Cell>>,
    /// The settlement whose rally point the draft sets, with its name.
    pub rallying: Option<(TownId, String)>,
    /// The selected stop, from 0.
    pub picked: Option<usize>,
    /// The stop's number that the mouse holds.
    pub held: Option<Held>,
    /// When (in milliseconds) and where the land was last clicked.
    pub clicked: Option<(u64, Cell)>,
    /// Whether the cursor is on a settlement.
    pub on_town: bool,
    /// The path to the target or along the draft.
    pub preview: Option<Preview>,
    /// Why there is no preview.
    pub no_preview: Option<String>,
    /// Whether the explanation is open.
    pub explaining: bool,
    /// Its first visible line.
    pub why_from: u16,
    /// The query of ask mode; its kind is remembered.
    pub between: Option<Between>,
    /// The explanation.
    pub explanation: Option<Box<Explanation>>,
    /// The selected tool of draw mode.
    pub tool: Tool,
    /// Whether building is free.
    pub free_build: bool,
    /// The number of the current stroke.
    pub stroke: u32,
    /// Its cells.
    pub painted: Vec<Cell>,
    /// Where a straight line starts.
    pub line_from: Option<Cell>,
    /// The number of the latest flash of affected paths, and when it ends, in milliseconds.
    pub flash: (u32, u64),
    /// The position in the history replay.
    pub reel: Reel,
    /// The subject the log is filtered by.
    pub subject: Option<Subject>,
    /// The possessed unit, and its last known cell.
    pub lived: Option<(UnitId, Cell)>,
    /// A requested start (true) or end (false) of a possession that the simulation has not confirmed yet.
    pub life_wanted: Option<bool>,
    /// Whether this is a wanderer's game: no other unit can be possessed.
    pub has_one_life: bool,
    /// Tick of the last end of a life that was shown.
    pub over_seen: Option<u64>,
    /// A highlighted cell, and until when, in milliseconds of the program's clock.
    pub beacon: Option<(Cell, u64)>,
    /// The open summary of a year.
    pub year_card: Option<Box<YearCard>>,
    /// The goals of a level.
    pub goals: Goals,
    /// The year of the last scene.
    pub year_met: Option<u32>,
    /// Whether the whole land is revealed.
    pub reveal: bool,
    /// The lens, shown instead of the ground.
    pub lens: Option<Lens>,
    /// Whether searches are shown, and which are being replayed.
    pub think: Think,
    /// Whether animations are allowed: replays, blinking, a gliding camera.
    pub motion: bool,
    /// Whether the camera follows the selected unit.
    pub follow: bool,
    /// The unit the idle camera follows.
    pub drift: Option<Drift>,
    /// When the player last did something, in milliseconds.
    pub touched_at: u64,
    /// Whether the small map is shown; unset, it is shown if the land is large.
    pub small_map: Option<bool>,
    /// Whether the game captures the mouse.
    pub mouse: bool,
    /// Whether an idle camera follows a unit.
    pub auto_follow: bool,
    /// Whether the bottom line hints at keys that have not been used.
    pub hints: bool,
    /// The current message.
    pub notice: Option<Notice>,
    /// Intents that have been used: they need no hint.
    pub used: Vec<Intent>,
    /// The pace of time.
    pub pace: TimePace,
    /// The program's clock, in milliseconds.
    pub now: u64,
    /// Whether a scene has arrived.
    pub met: bool,
    /// The land's size in cells: width, height.
    pub land: (u16, u16),
    /// The ticket of the last question of each [`Matter`].
    pub asked: [u64; 5],
    /// The ticket of the last question.
    pub last_ticket: u64,
    /// Scenes since the explanation was requested.
    pub explained_ago: u32,
}

/// Kinds of questions; of each kind only the latest answer counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matter {
    /// A path preview.
    Preview,
    /// The best place to insert a waypoint.
    Insert,
    /// An explanation.
    Explain,
    /// A year's summary.
    Year,
    /// The land with its costs, for the lab.
    Lab,
}

/// How long a notice stays, in milliseconds.
const NOTICE_TIME: u64 = 5000;
/// How long affected paths flash, in milliseconds.
const FLASH_TIME: u64 = 1250;
/// How long each flash and each pause between flashes is, in milliseconds.
const FLASH_BEAT: u64 = 250;
/// How long a blinking mark is visible, and then hidden, in milliseconds.
const BLINK: u64 = 500;
/// Scenes after which an open explanation is requested again.
const EXPLAIN_AGAIN: u32 = 40;

impl Screen {
    /// A screen of this size.
    pub fn new(theme: Theme, width: u16, height: u16, mouse: bool) -> Screen {
        let area = Rect::new(0, 0, width, height);
        Screen { theme, area, mouse, motion: true, auto_follow: true, hints: true, ..Screen::default() }
    }

    /// The mode that receives the keys.
    pub fn keys_of(&self) -> Mode {
        match self.overlay {
            Some(Overlay::Help(_)) => Mode::Help,
            Some(Overlay::Orders(_)) => Mode::Orders,
            Some(Overlay::Lenses(_)) => Mode::Lenses,
            Some(Overlay::Log(_)) => Mode::Log,
            Some(Overlay::Keepsakes(_)) => Mode::Keepsakes,
            Some(Overlay::Year) => Mode::Year,
            Some(Overlay::Town(..)) => Mode::Town,
            Some(Overlay::Quit) => Mode::Quit,
            Some(Overlay::Over) => Mode::Over,
            None => self.mode,
        }
    }

    /// The layout.
    pub fn layout(&self) -> Layout {
        Layout::new(self.area)
    }

    /// The map's window.
    pub fn window(&self) -> Window {
        self.camera.window(self.layout().map, self.land)
    }

    /// The part of the land to be shown, as a request for a scene.
    pub fn view(&self) -> View {
        let window = self.window();
        let (columns, rows) = window.pixels();
        View {
            left: window.left,
            top: window.top,
            columns,
            rows,
            cells_per_pixel: window.scale as u16,
            selected: self.selected.clone(),
            cursor: self.cursor,
            reveal: self.reveal,
            past: (self.mode == Mode::History).then_some(self.reel.at),
            whole_log: matches!(self.overlay, Some(Overlay::Log(_))),
            overview: self.wanted_overview(),
            thinking: self.think.on && self.mode != Mode::History,
            lens: self.lens.filter(|_| self.mode != Mode::History),
            town: self.page_of(),
        }
    }

    /// The first selected unit.
    pub fn leader(&self) -> Option<UnitId> {
        self.selected.first().copied()
    }

    /// Shows a message.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::until(self.now, text, false));
    }

    /// Shows a refusal.
    pub fn refuse(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::until(self.now, text, true));
    }

    /// Reports what a command did, or why it was refused. In draw mode the counter reports it instead.
    pub fn told(&mut self, text: String, refused: bool) {
        match (refused, self.mode) {
            (true, _) => {
                self.life_wanted = None;
                self.refuse(text);
            }
            (false, Mode::Draw) => self.notice = None,
            (false, _) => {}
        }
    }

    /// Sets the time, in milliseconds; returns whether the screen needs redrawing because of it.
    pub fn clock(&mut self, now: u64) -> bool {
        let blinks = self.motion && self.is_explaining() && now / BLINK != self.now / BLINK;
        self.now = now;
        let over = self.notice.as_ref().is_some_and(|n| n.until <= now);
        if over {
            self.notice = None;
        }
        let marked = self.beacon.is_some();
        self.beacon = self.beacon.filter(|(_, until)| *until > now);
        let unmarked = marked && self.beacon.is_none();
        let flashed = self.flash.1 > 0 && self.flash.1 <= now;
        if flashed {
            self.flash.1 = 0;
        }
        self.wind_history() || over || unmarked || blinks || flashed || self.moves()
    }

    /// Whether the paths affected by an edit are lit now: they flash if motion is allowed, else stay lit.
    pub fn flashes_on(&self) -> bool {
        let left = self.flash.1.saturating_sub(self.now);
        left > 0 && (!self.motion || left.div_ceil(FLASH_BEAT) % 2 == 1)
    }

    /// Whether an animation is running, so that the next frame differs.
    pub fn moves(&self) -> bool {
        let flashes = self.flash.1 > self.now;
        self.is_playing() || self.motion && (self.think.plays(self.now) || flashes)
    }

    /// Whether blinking marks are visible now: they blink once a second, or stay visible without motion.
    pub fn blinks_on(&self) -> bool {
        !self.motion || (self.now / BLINK).is_multiple_of(2)
    }

    /// Resizes the screen; the same cell stays in the middle.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
    }

    /// Asks a question; the answer to an older one of the same kind will be dropped.
    pub fn ask(&mut self, matter: Matter, question: Question) -> Effect {
        self.last_ticket += 1;
        self.asked[matter as usize] = self.last_ticket;
        Effect::Ask(self.last_ticket, question)
    }

    /// Requests the explanation of the leader's path, if one is open.
    pub fn ask_why(&mut self) -> Vec<Effect> {
        self.explained_ago = 0;
        if self.mode == Mode::Ask {
            return self.ask_anew();
        }
        match (self.explaining, self.leader()) {
            (true, Some(unit)) => vec![self.ask(Matter::Explain, Question::Explain { unit })],
            _ => Vec::new(),
        }
    }

    /// Whether an explanation is open.
    pub fn is_explaining(&self) -> bool {
        self.explaining || self.mode == Mode::Ask
    }

    /// Takes an answer.
    pub fn answered(&mut self, ticket: u64, answer: Answer) -> Vec<Effect> {
        let Some(matter) = self.asked.iter().position(|t| *t == ticket && ticket > 0) else {
            return Vec::new();
        };
        match answer {
            Answer::Preview(preview) => {
                self.preview = Some(preview);
                self.no_preview = None;
                // The preview's words replace an older message.
                self.notice = None;
            }
            Answer::Insertion { at, before, preview } => {
                self.insertion = Some((at, before));
                self.preview = Some(preview);
                self.no_preview = None;
                self.notice = None;
            }
            Answer::Explain(explanation) => {
                self.explanation = Some(explanation);
                return self.heard_between();
            }
            Answer::BestInsert { index, grows } => return self.insert(index, grows),
            Answer::Year(card) => self.year_card = Some(card),
            Answer::Land(land, leak) => return vec![Effect::Lab(land, leak)],
            Answer::Nothing(why) if matter == Matter::Preview as usize => {
                self.preview = None;
                self.no_preview = Some(why);
            }
            Answer::Nothing(why) if matter == Matter::Explain as usize => {
                self.explanation = Some(Box::new(Explanation { words: vec![why], ..Explanation::default() }));
                return self.heard_between();
            }
            Answer::Nothing(why) => self.refuse(why),
        }
        Vec::new()
    }

    /// Takes a new scene.
    pub fn meet(&mut self, scene: &Scene) -> Vec<Effect> {
        self.land = scene.land;
        self.free_build = scene.status.free_build;
        self.notice_flash(scene);
        self.notice_year(scene.status.year);
        if !self.met && scene.land.0 > 0 {
            self.met = true;
            self.camera.zoom = Zoom::to_begin(self.layout().map, scene.land);
            self.camera.centre = scene.busiest;
            self.cursor = scene.busiest;
        }
        self.meet_life(scene);
        let alive = |id: &UnitId| scene.mine.binary_search_by_key(id, |m| m.0).is_ok();
        let leader = self.leader();
        self.selected.retain(alive);
        self.groups.iter_mut().for_each(|g| g.retain(alive));
        if leader.is_some() && self.leader() != leader {
            return self.lost_leader();
        }
        self.stand = self.leader().and_then(|id| scene.mine.iter().find(|m| m.0 == id)).map(|m| m.2);
        self.stops = scene.routes.first().map_or(0, |route| route.stops.len());
        self.on_town = scene.places.iter().any(|place| place.cell == self.cursor);
        self.follow_leader(scene);
        self.go_along(scene);
        self.think.meet(&scene.thoughts, self.leader(), self.now, self.motion);
        if self.notice_goals(scene) {
            // No time passes while the player reads.
            self.pace.paused = true;
            return vec![Effect::Pause(true)];
        }
        self.explained_ago += 1;
        if self.explained_ago >= EXPLAIN_AGAIN { self.ask_why() } else { Vec::new() }
    }

    /// Starts a flash of the paths that a new edit affects.
    fn notice_flash(&mut self, scene: &Scene) {
        if self.flash.0 != scene.bent.flashes {
            let until = if self.met { self.now + FLASH_TIME } else { 0 };
            self.flash = (scene.bent.flashes, until);
        }
    }

    fn lost_leader(&mut self) -> Vec<Effect> {
        self.refuse("the selected unit is gone");
        self.forget_why();
        if self.selected.is_empty() {
            self.leave_modes();
        }
        self.ask_why()
    }

    fn follow_leader(&mut self, scene: &Scene) {
        let leader = if self.follow { self.leader() } else { None };
        if let Some(mine) = leader.and_then(|id| scene.mine.iter().find(|m| m.0 == id)) {
            let map = self.layout().map;
            self.camera.keep_in_sight(mine.2, map, self.land);
        }
    }

    /// Returns to land mode; drafts are dropped.
    pub fn leave_modes(&mut self) {
        if self.mode == Mode::Ask {
            self.forget_why();
            self.asked[Matter::Explain as usize] = 0;
        }
        self.mode = Mode::Land;
        self.target = None;
        self.purpose = Purpose::Travel;
        self.pushing = false;
        self.insertion = None;
        self.rallying = None;
        self.picked = None;
        self.held = None;
        self.earlier.clear();
        self.draft.clear();
        self.preview = None;
        self.no_preview = None;
        self.drag = None;
        self.line_from = None;
        self.asked[Matter::Preview as usize] = 0;
        self.asked[Matter::Insert as usize] = 0;
    }
}
