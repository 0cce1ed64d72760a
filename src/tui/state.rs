//! What the screen remembers: camera, cursor, mode, selection, drafts, questions under way. Plain data.
//!
//! How it changes is in `update`, `orders` and `mouse`; how it looks is in `chrome`, `panel` and `marks`.

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

/// What the screen wants of the rest of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Something for the world.
    Command(Command),
    /// A question; its answer comes back with this number.
    Ask(u64, Question),
    /// Time stands still or goes on.
    Pause(bool),
    /// One tick.
    Step,
    /// An index into [`SPEEDS`].
    Speed(usize),
    /// Whether the mouse belongs to the game.
    Mouse(bool),
    /// Save now.
    Save,
    /// Something to take along is wanted.
    Keep(Keepsake),
    /// The lab is to be opened on this land; the leak is an exhibit of it.
    Lab(Box<PricedLand>, Leak),
    /// The chooser of a new land is to be opened.
    NewLand,
    /// Save and end.
    Quit,
    /// End as if interrupted.
    Interrupt,
    /// Give the terminal back for a while.
    Suspend,
}

/// The speeds one can wish for.
pub const SPEEDS: [u32; 5] = [1, 2, 4, 16, 64];

/// How time goes, as the program measures it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TimePace {
    /// Whether it stands still.
    pub paused: bool,
    /// The wished speed, an index into [`SPEEDS`].
    pub speed: usize,
    /// The speed that is reached, in tenths.
    pub reached_tenths: u32,
    /// Plans made in the last second.
    pub plans: u32,
}

/// What is proposed at the cursor's place until Enter takes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Purpose {
    /// To go there.
    #[default]
    Travel,
    /// To go there after the other orders.
    Append,
    /// To put it among the orders where the way grows least.
    Insert,
    /// To found a hamlet there.
    Settle,
    /// To walk there and back for ever.
    Patrol,
    /// To build a road there.
    Connect,
    /// To do something about whom or what is there.
    Aim(Aim),
}

/// A number on the map that the mouse holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Held {
    /// Which stop, from 0.
    pub at: usize,
    /// Where it was taken.
    pub column: u16,
    /// See `column`.
    pub row: u16,
}

/// A mouse button that is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drag {
    /// Where it went down.
    pub from: Cell,
    /// Where it is.
    pub last: Cell,
    /// Whether it has left its first character.
    pub moved: bool,
}

/// A line about what just happened, for a while.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// What.
    pub text: String,
    /// Until when, in milliseconds of the program's clock.
    pub until: u64,
    /// Whether something was refused.
    pub refused: bool,
}

impl Notice {
    /// Words for a while from now on.
    pub fn until(now: u64, text: impl Into<String>, refused: bool) -> Notice {
        let text = visible(&clipped(&text.into())).into_owned();
        Notice { text, until: now + NOTICE_TIME, refused }
    }
}

/// The screen.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own that a key turns")]
pub struct Screen {
    /// How it looks.
    pub theme: Theme,
    /// Which keys mean what.
    pub keys: Keys,
    /// The terminal's size.
    pub area: Rect,
    /// Where one looks.
    pub camera: Camera,
    /// The one cursor.
    pub cursor: Cell,
    /// The mode below any overlay.
    pub mode: Mode,
    /// What lies over it.
    pub overlay: Option<Overlay>,
    /// Who is selected; the first one's card is shown.
    pub selected: Vec<UnitId>,
    /// Groups by digit.
    pub groups: [Vec<UnitId>; 10],
    /// Waits for the digit of a group to set.
    pub setting_group: bool,
    /// Marked places by digit.
    pub bookmarks: [Option<Cell>; 10],
    /// Waits for the digit of a place.
    pub awaits: Option<Awaits>,
    /// First corner of a box.
    pub corner: Option<Cell>,
    /// A held button.
    pub drag: Option<Drag>,
    /// Whether the button that is held went down on the land.
    pub pressed_land: bool,
    /// Where another button holds the land.
    pub grip: Option<(u16, u16)>,
    /// Where something is proposed.
    pub target: Option<Cell>,
    /// What is proposed there.
    pub purpose: Purpose,
    /// Whether the next order comes on top of what the leader does.
    pub pushing: bool,
    /// Before which stop, and where that is, a proposed place would be put.
    pub insertion: Option<(u16, Option<Cell>)>,
    /// Where the leader stands.
    pub stand: Option<Cell>,
    /// How many stops the leader's orders have.
    pub stops: usize,
    /// Waypoints that are not yet given.
    pub draft: Vec<Cell>,
    /// What they were before each change, the latest last.
    pub earlier: Vec<Vec<Cell>>,
    /// The settlement for whose rally they are, with its name.
    pub rallying: Option<(TownId, String)>,
    /// The picked stop, from 0.
    pub picked: Option<usize>,
    /// The number that the mouse holds.
    pub held: Option<Held>,
    /// When and where the land was last clicked.
    pub clicked: Option<(u64, Cell)>,
    /// Whether the cursor is on a settlement.
    pub on_town: bool,
    /// The way to the target or along the draft.
    pub preview: Option<Preview>,
    /// Why there is none.
    pub no_preview: Option<String>,
    /// Whether the explanation is open.
    pub explaining: bool,
    /// The first line of it that is looked at.
    pub why_from: u16,
    /// Between which places it is asked, in ask mode; the kind is remembered.
    pub between: Option<Between>,
    /// The explanation.
    pub explanation: Option<Box<Explanation>>,
    /// What is held in draw mode.
    pub tool: Tool,
    /// Whether building is free.
    pub free_build: bool,
    /// The number of the present stroke.
    pub stroke: u32,
    /// Its cells.
    pub painted: Vec<Cell>,
    /// Where a straight line begins.
    pub line_from: Option<Cell>,
    /// The latest flash of ways that was seen, and until when it is shown.
    pub flash: (u32, u64),
    /// Where in the history one is.
    pub reel: Reel,
    /// The subject to which the list of the log is narrowed.
    pub subject: Option<Subject>,
    /// Who is lived, and where he was last seen.
    pub lived: Option<(UnitId, Cell)>,
    /// Whether somebody is to be lived as soon as the simulation knows, or nobody any more.
    pub life_wanted: Option<bool>,
    /// Whether this is a wanderer's game: nobody else can be lived.
    pub has_one_life: bool,
    /// Tick of the end of a life that was told.
    pub over_seen: Option<u64>,
    /// A place that is marked, and until when, in milliseconds of the program's clock.
    pub beacon: Option<(Cell, u64)>,
    /// The open card of a year.
    pub year_card: Option<Box<YearCard>>,
    /// The goals of a level.
    pub goals: Goals,
    /// The year of the last scene.
    pub year_met: Option<u32>,
    /// Whether the whole land is bright.
    pub reveal: bool,
    /// What is shown instead of the ground.
    pub lens: Option<Lens>,
    /// Whether searches are shown, and which are being played.
    pub think: Think,
    /// Whether things may move on the screen that only show what is so: replays, what blinks, a gliding camera.
    pub motion: bool,
    /// Whether the camera follows the selected unit.
    pub follow: bool,
    /// With whom the camera goes along by itself.
    pub drift: Option<Drift>,
    /// When the player has last done something, in milliseconds.
    pub touched_at: u64,
    /// Whether the small map is to be seen; by itself it comes when the land is large.
    pub small_map: Option<bool>,
    /// Whether the mouse belongs to the game.
    pub mouse: bool,
    /// Whether the camera goes along with somebody when nobody has pressed a key for a while.
    pub auto_follow: bool,
    /// Whether the bottom line hints at keys that were never used.
    pub hints: bool,
    /// What just happened.
    pub notice: Option<Notice>,
    /// Intents that were used: their hints are gone.
    pub used: Vec<Intent>,
    /// How time goes.
    pub pace: TimePace,
    /// The program's clock, in milliseconds.
    pub now: u64,
    /// Whether a scene has come.
    pub met: bool,
    /// The land's size.
    pub land: (u16, u16),
    /// The number of the last question of each kind: preview, insertion, explanation, year, lab.
    pub asked: [u64; 5],
    /// The number of the last question.
    pub last_ticket: u64,
    /// Scenes since the explanation was asked for.
    pub explained_ago: u32,
}

/// Kinds of questions, each of which only waits for its latest answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matter {
    /// The way.
    Preview,
    /// The best insertion.
    Insert,
    /// Why.
    Explain,
    /// The card of a year.
    Year,
    /// The land as it is priced.
    Lab,
}

/// How long a notice stays, in milliseconds.
const NOTICE_TIME: u64 = 5000;
/// How long concerned ways are bright, in milliseconds.
const FLASH_TIME: u64 = 1250;
/// How long each of their flashes is, and the dark between, in milliseconds.
const FLASH_BEAT: u64 = 250;
/// For how long what blinks is to be seen, and then not, in milliseconds.
const BLINK: u64 = 500;
/// Scenes after which an open explanation is asked for again.
const EXPLAIN_AGAIN: u32 = 40;

impl Screen {
    /// A screen of this size.
    pub fn new(theme: Theme, width: u16, height: u16, mouse: bool) -> Screen {
        let area = Rect::new(0, 0, width, height);
        Screen { theme, area, mouse, motion: true, auto_follow: true, hints: true, ..Screen::default() }
    }

    /// What takes the keys.
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

    /// Where everything goes.
    pub fn layout(&self) -> Layout {
        Layout::new(self.area)
    }

    /// The map's part of the screen.
    pub fn window(&self) -> Window {
        self.camera.window(self.layout().map, self.land)
    }

    /// What part of the land is wanted.
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

    /// Says something for a while.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::until(self.now, text, false));
    }

    /// Says why not, for a while.
    pub fn refuse(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::until(self.now, text, true));
    }

    /// What a command did, or why it was refused. In draw mode the counter tells it, for as long as one draws.
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

    /// Tells the screen the time; says whether something vanished because of it.
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

    /// Whether the ways that the land's bending concerns are bright just now: they flash where something may move.
    pub fn flashes_on(&self) -> bool {
        let left = self.flash.1.saturating_sub(self.now);
        left > 0 && (!self.motion || left.div_ceil(FLASH_BEAT) % 2 == 1)
    }

    /// Whether something on the screen moves by itself: the next frame looks different.
    pub fn moves(&self) -> bool {
        let flashes = self.flash.1 > self.now;
        self.is_playing() || self.motion && (self.think.plays(self.now) || flashes)
    }

    /// Whether what blinks is to be seen at the moment; it blinks once a second, and stays where nothing may move.
    pub fn blinks_on(&self) -> bool {
        !self.motion || (self.now / BLINK).is_multiple_of(2)
    }

    /// The window's size changed; the same cell stays in the middle.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
    }

    /// Asks a question of a kind; an older one's answer is no longer wanted.
    pub fn ask(&mut self, matter: Matter, question: Question) -> Effect {
        self.last_ticket += 1;
        self.asked[matter as usize] = self.last_ticket;
        Effect::Ask(self.last_ticket, question)
    }

    /// Asks why the leader goes the way it goes, if that is open.
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

    /// An answer came.
    pub fn answered(&mut self, ticket: u64, answer: Answer) -> Vec<Effect> {
        let Some(matter) = self.asked.iter().position(|t| *t == ticket && ticket > 0) else {
            return Vec::new();
        };
        match answer {
            Answer::Preview(preview) => {
                self.preview = Some(preview);
                self.no_preview = None;
                // The way in words comes before whatever was said earlier.
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

    /// A new scene came.
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
            // Nothing is lost while one reads.
            self.pace.paused = true;
            return vec![Effect::Pause(true)];
        }
        self.explained_ago += 1;
        if self.explained_ago >= EXPLAIN_AGAIN { self.ask_why() } else { Vec::new() }
    }

    /// Ways that the land's bending concerns are bright for a while.
    fn notice_flash(&mut self, scene: &Scene) {
        if self.flash.0 != scene.bent.flashes {
            let until = if self.met { self.now + FLASH_TIME } else { 0 };
            self.flash = (scene.bent.flashes, until);
        }
    }

    fn lost_leader(&mut self) -> Vec<Effect> {
        self.refuse("who was selected is gone");
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

    /// Back to looking at the land; drafts are dropped.
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
