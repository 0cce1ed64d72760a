//! The screen's state: camera, cursor, mode, selection, drafts, pending questions. Plain data.
//!
//! It is changed in `update`, `orders` and `mouse`, and drawn in `chrome`, `panel` and `marks`.

use super::camera::{Camera, IdleFollow, Window, Zoom};
use super::export_kind::ExportKind;
use super::history_replay::HistoryReplay;
use super::keymap::{Intent, Mode};
use super::keys::Keys;
use super::kit::Layout;
use super::kit::view::Views;
use super::mode::BookmarkPrompt;
use super::search_overlay::SearchOverlay;
use super::targeted_orders::TargetedOrder;
use super::theme::Theme;
use super::tool::Tool;
use crate::grid::Cell;
use crate::scene::{
    Answer, Command, Explanation, Kind, Leak, Lens, PricedLand, Question, Scene, TownIx, TripPreview, UnitId,
    Viewport, YearCard,
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
    Export(ExportKind),
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
pub enum Proposal {
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
    Targeted(TargetedOrder),
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

/// A short-lived message about what just happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// The message.
    pub text: String,
    /// When it expires, in milliseconds of the program's clock.
    pub until_ms: u64,
    /// Whether it reports a refusal.
    pub refused: bool,
}

impl Notice {
    /// A message that expires after the usual time.
    pub fn new(now: u64, text: impl Into<String>, refused: bool) -> Notice {
        let text = visible(&clipped(&text.into())).into_owned();
        Notice { text, until_ms: now + NOTICE_MS, refused }
    }
}

/// Whether the card is unfolded, and the level's last known state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GoalsCard {
    /// Whether the card is unfolded.
    pub is_unfolded: bool,
    /// Whether the level was over at the last scene; `None` before the first scene with a level.
    pub(super) was_over: Option<bool>,
}

impl GoalsCard {
    /// Folds the card when time starts to run, until the level ends. Returns whether a level is being played.
    pub(super) fn start(&mut self) -> bool {
        let goes_on = self.was_over == Some(false);
        self.is_unfolded &= !goes_on;
        goes_on
    }
}

/// A query for the path between any two cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RouteQuery {
    /// The start.
    pub start: Cell,
    /// The kind of unit.
    pub kind: Kind,
    /// The goal of the last question, and whether its answer is pending.
    pub(super) last_asked: Option<(Cell, bool)>,
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
    /// The mode below any view.
    pub mode: Mode,
    /// What lies over the land and receives the keys.
    pub views: Views<Screen>,
    /// The selected units; the first one, the leader, has its card shown.
    pub selected: Vec<UnitId>,
    /// Unit groups by digit.
    pub groups: [Vec<UnitId>; 10],
    /// Whether the next digit sets a group.
    pub is_setting_group: bool,
    /// Bookmarks by digit.
    pub bookmarks: [Option<Cell>; 10],
    /// What the next digit does to a bookmark.
    pub bookmark_prompt: Option<BookmarkPrompt>,
    /// The first corner of a selection box.
    pub box_corner: Option<Cell>,
    /// The held left button.
    pub drag: Option<Drag>,
    /// Whether the held button went down on the land.
    pub is_land_pressed: bool,
    /// Where another button grips the map.
    pub map_grip: Option<(u16, u16)>,
    /// The target of the proposal.
    pub target: Option<Cell>,
    /// What is proposed at the target.
    pub proposal: Proposal,
    /// Whether the next order is pushed onto the leader's behaviour stack.
    pub is_pushing: bool,
    /// The stop before which a proposed cell would be inserted, and its cell.
    pub insertion: Option<(u16, Option<Cell>)>,
    /// The leader's cell.
    pub leader_cell: Option<Cell>,
    /// Number of stops in the leader's orders.
    pub stop_count: usize,
    /// Waypoints that are not ordered yet.
    pub draft: Vec<Cell>,
    /// The draft before each change, the latest last.
    pub draft_undo: Vec<Vec<Cell>>,
    /// The settlement whose rally point the draft sets, with its name.
    pub rallying: Option<(TownIx, String)>,
    /// The selected stop, from 0.
    pub selected_stop: Option<usize>,
    /// The stop's number that the mouse holds.
    pub held_stop: Option<HeldStop>,
    /// When (in milliseconds) and where the land was last clicked.
    pub last_click: Option<(u64, Cell)>,
    /// Whether the cursor is on a settlement.
    pub is_on_settlement: bool,
    /// The path to the target or along the draft.
    pub preview: Option<TripPreview>,
    /// Why there is no preview.
    pub no_preview: Option<String>,
    /// Whether the explanation is open.
    pub is_explaining_leader: bool,
    /// Its first visible line.
    pub explanation_scroll: u16,
    /// The query of ask mode; its kind is remembered.
    pub route_query: Option<RouteQuery>,
    /// The explanation.
    pub explanation: Option<Box<Explanation>>,
    /// The selected tool of draw mode.
    pub tool: Tool,
    /// Whether building is free.
    pub free_build: bool,
    /// The number of the current stroke.
    pub stroke: u32,
    /// Its cells.
    pub stroke_cells: Vec<Cell>,
    /// Where a straight line starts.
    pub line_start: Option<Cell>,
    /// The number of the latest flash of affected paths, and when it ends, in milliseconds.
    pub flash: (u32, u64),
    /// The position in the history replay.
    pub history_replay: HistoryReplay,
    /// The possessed unit, and its last known cell.
    pub possessed: Option<(UnitId, Cell)>,
    /// A requested start (true) or end (false) of a possession that the simulation has not confirmed yet.
    pub requested_possession: Option<bool>,
    /// Whether this is a wanderer's game: no other unit can be possessed.
    pub has_one_life: bool,
    /// Tick of the last end of a life that was shown.
    pub life_end_seen: Option<u64>,
    /// A highlighted cell, and until when, in milliseconds of the program's clock.
    pub highlight: Option<(Cell, u64)>,
    /// The open summary of a year.
    pub year_card: Option<Box<YearCard>>,
    /// The goals of a level.
    pub goals: GoalsCard,
    /// The year of the last scene.
    pub last_year: Option<u32>,
    /// Whether the whole land is revealed.
    pub reveal: bool,
    /// Whether it may be.
    pub can_reveal: bool,
    /// The lens, shown instead of the ground.
    pub lens: Option<Lens>,
    /// Whether searches are shown, and which are being replayed.
    pub search_overlay: SearchOverlay,
    /// Whether animations are allowed: replays, blinking, a gliding camera.
    pub motion: bool,
    /// Whether the camera follows the selected unit.
    pub follow: bool,
    /// The unit the idle camera follows.
    pub idle_follow: Option<IdleFollow>,
    /// When the player last did something, in milliseconds.
    pub last_input_ms: u64,
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
    pub used_intents: Vec<Intent>,
    /// The pace of time.
    pub time_pace: TimePace,
    /// The program's clock, in milliseconds.
    pub now_ms: u64,
    /// Whether a scene has arrived.
    pub has_scene: bool,
    /// The land's size in cells: width, height.
    pub land: (u16, u16),
    /// The ticket of the last question of each `QuestionKind`.
    pub tickets: [u64; 5],
    /// The ticket of the last question.
    pub last_ticket: u64,
    /// Scenes since the explanation was requested.
    pub scenes_since_explained: u32,
}

/// Kinds of questions; of each kind only the latest answer counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuestionKind {
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
const NOTICE_MS: u64 = 5000;
/// How long affected paths flash, in milliseconds.
const FLASH_MS: u64 = 1250;
/// How long each flash and each pause between flashes is, in milliseconds.
const FLASH_PHASE_MS: u64 = 250;
/// How long a blinking mark is visible, and then hidden, in milliseconds.
const BLINK_MS: u64 = 500;
/// Scenes after which an open explanation is requested again.
const EXPLAIN_INTERVAL_SCENES: u32 = 40;

impl Screen {
    /// A screen of this size.
    pub fn new(theme: Theme, width: u16, height: u16, mouse: bool) -> Screen {
        let area = Rect::new(0, 0, width, height);
        Screen { theme, area, mouse, motion: true, auto_follow: true, hints: true, ..Screen::default() }
    }

    /// The mode that receives the keys.
    pub fn active_mode(&self) -> Mode {
        self.views.mode().unwrap_or(self.mode)
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
    pub fn view(&self) -> Viewport {
        let window = self.window();
        let (columns, rows) = window.pixels();
        let mut view = Viewport {
            left: window.left,
            top: window.top,
            columns,
            rows,
            cells_per_pixel: window.scale as u16,
            selected: self.selected.clone(),
            cursor: self.cursor,
            reveal: self.reveal,
            past_frame: (self.mode == Mode::History).then_some(self.history_replay.frame),
            overview_size: self.overview_size(),
            shows_searches: self.search_overlay.is_on && self.mode != Mode::History,
            lens: self.lens.filter(|_| self.mode != Mode::History),
            ..Viewport::default()
        };
        self.views.request(&mut view);
        view
    }

    /// The first selected unit.
    pub fn leader(&self) -> Option<UnitId> {
        self.selected.first().copied()
    }

    /// Shows a message.
    pub fn notify(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::new(self.now_ms, text, false));
    }

    /// Shows a refusal.
    pub fn refuse(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::new(self.now_ms, text, true));
    }

    /// Reports what a command did, or why it was refused. In draw mode the counter reports it instead.
    pub fn report_command(&mut self, text: String, refused: bool) {
        match (refused, self.mode) {
            (true, _) => {
                self.requested_possession = None;
                self.refuse(text);
            }
            (false, Mode::Draw) => self.notice = None,
            (false, _) => {}
        }
    }

    /// Sets the time, in milliseconds; returns whether the screen needs redrawing because of it.
    pub fn advance_clock(&mut self, now: u64) -> bool {
        let blinks = self.motion && self.is_explaining() && now / BLINK_MS != self.now_ms / BLINK_MS;
        self.now_ms = now;
        let over = self.notice.as_ref().is_some_and(|n| n.until_ms <= now);
        if over {
            self.notice = None;
        }
        let marked = self.highlight.is_some();
        self.highlight = self.highlight.filter(|(_, until)| *until > now);
        let unmarked = marked && self.highlight.is_none();
        let flashed = self.flash.1 > 0 && self.flash.1 <= now;
        if flashed {
            self.flash.1 = 0;
        }
        self.advance_history() || over || unmarked || blinks || flashed || self.is_animating()
    }

    /// Whether the paths affected by an edit are lit now: they flash if motion is allowed, else stay lit.
    pub fn is_flash_lit(&self) -> bool {
        let left = self.flash.1.saturating_sub(self.now_ms);
        left > 0 && (!self.motion || left.div_ceil(FLASH_PHASE_MS) % 2 == 1)
    }

    /// Whether an animation is running, so that the next frame differs.
    pub fn is_animating(&self) -> bool {
        let flashes = self.flash.1 > self.now_ms;
        self.is_playing() || self.motion && (self.search_overlay.is_replaying(self.now_ms) || flashes)
    }

    /// Whether blinking marks are visible now: they blink once a second, or stay visible without motion.
    pub fn is_blink_visible(&self) -> bool {
        !self.motion || (self.now_ms / BLINK_MS).is_multiple_of(2)
    }

    /// Resizes the screen; the same cell stays in the middle.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
    }

    /// Asks a question; the answer to an older one of the same kind will be dropped.
    pub fn ask(&mut self, matter: QuestionKind, question: Question) -> Effect {
        self.last_ticket += 1;
        self.tickets[matter as usize] = self.last_ticket;
        Effect::Ask(self.last_ticket, question)
    }

    /// Requests the explanation of the leader's path, if one is open.
    pub fn request_explanation(&mut self) -> Vec<Effect> {
        self.scenes_since_explained = 0;
        if self.mode == Mode::RouteQuery {
            return self.repeat_query();
        }
        match (self.is_explaining_leader, self.leader()) {
            (true, Some(unit)) => vec![self.ask(QuestionKind::Explain, Question::Explain { unit })],
            _ => Vec::new(),
        }
    }

    /// Whether an explanation is open.
    pub fn is_explaining(&self) -> bool {
        self.is_explaining_leader || self.mode == Mode::RouteQuery
    }

    /// Takes an answer.
    pub fn take_answer(&mut self, ticket: u64, answer: Answer) -> Vec<Effect> {
        let Some(matter) = self.tickets.iter().position(|t| *t == ticket && ticket > 0) else {
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
                return self.note_route_answer();
            }
            Answer::BestInsert { index, added_cost: grows } => return self.insert_stop(index, grows),
            Answer::Year(card) => self.year_card = Some(card),
            Answer::Land(land, leak) => return vec![Effect::Lab(land, leak)],
            Answer::Unavailable(why) if matter == QuestionKind::Preview as usize => {
                self.preview = None;
                self.no_preview = Some(why);
            }
            Answer::Unavailable(why) if matter == QuestionKind::Explain as usize => {
                self.explanation = Some(Box::new(Explanation { words: vec![why], ..Explanation::default() }));
                return self.note_route_answer();
            }
            Answer::Unavailable(why) => self.refuse(why),
        }
        Vec::new()
    }

    /// Takes a new scene.
    pub fn take_scene(&mut self, scene: &Scene) -> Vec<Effect> {
        self.land = scene.land;
        self.free_build = scene.status.is_building_free;
        // A land that is played for coin is seen whole only once it is won.
        self.can_reveal = scene.status.is_building_free || scene.status.is_won;
        self.reveal &= self.can_reveal;
        self.start_flash(scene);
        self.announce_year(scene.status.year);
        if !self.has_scene && scene.land.0 > 0 {
            self.has_scene = true;
            self.camera.zoom = Zoom::initial(self.layout().map, scene.land);
            self.camera.centre = scene.busiest_cell;
            self.cursor = scene.busiest_cell;
        }
        self.sync_possession(scene);
        let alive = |id: &UnitId| scene.mine.binary_search_by_key(id, |m| m.0).is_ok();
        let leader = self.leader();
        self.selected.retain(alive);
        self.groups.iter_mut().for_each(|g| g.retain(alive));
        if leader.is_some() && self.leader() != leader {
            return self.handle_lost_leader();
        }
        self.leader_cell = self.leader().and_then(|id| scene.mine.iter().find(|m| m.0 == id)).map(|m| m.2);
        self.stop_count = scene.routes.first().map_or(0, |route| route.stops.len());
        self.is_on_settlement = scene.town_markers.iter().any(|place| place.cell == self.cursor);
        self.follow_leader(scene);
        self.follow_when_idle(scene);
        self.search_overlay.take_scene(&scene.searches, self.leader(), self.now_ms, self.motion);
        if self.announce_goals(scene) {
            // No time passes while the player reads.
            self.time_pace.paused = true;
            return vec![Effect::Pause(true)];
        }
        self.scenes_since_explained += 1;
        if self.scenes_since_explained >= EXPLAIN_INTERVAL_SCENES {
            self.request_explanation()
        } else {
            Vec::new()
        }
    }

    /// Starts a flash of the paths that a new edit affects.
    fn start_flash(&mut self, scene: &Scene) {
        if self.flash.0 != scene.last_edit.flash_count {
            let until = if self.has_scene { self.now_ms + FLASH_MS } else { 0 };
            self.flash = (scene.last_edit.flash_count, until);
        }
    }

    fn handle_lost_leader(&mut self) -> Vec<Effect> {
        self.refuse("the selected unit is gone");
        self.drop_explanation();
        if self.selected.is_empty() {
            self.return_to_land();
        }
        self.request_explanation()
    }

    fn follow_leader(&mut self, scene: &Scene) {
        let leader = if self.follow { self.leader() } else { None };
        if let Some(mine) = leader.and_then(|id| scene.mine.iter().find(|m| m.0 == id)) {
            let map = self.layout().map;
            self.camera.keep_in_view(mine.2, map, self.land);
        }
    }

    /// Returns to land mode; drafts are dropped.
    pub fn return_to_land(&mut self) {
        if self.mode == Mode::RouteQuery {
            self.drop_explanation();
            self.tickets[QuestionKind::Explain as usize] = 0;
        }
        self.mode = Mode::Land;
        self.target = None;
        self.proposal = Proposal::Travel;
        self.is_pushing = false;
        self.insertion = None;
        self.rallying = None;
        self.selected_stop = None;
        self.held_stop = None;
        self.draft_undo.clear();
        self.draft.clear();
        self.preview = None;
        self.no_preview = None;
        self.drag = None;
        self.line_start = None;
        self.tickets[QuestionKind::Preview as usize] = 0;
        self.tickets[QuestionKind::Insert as usize] = 0;
    }
}
