//! What the screen needs to draw one tick, and answers to its questions.
//!
//! A [`Scene`] is a self-contained snapshot in words and numbers. The screen draws it and never reads the world, so it
//! can neither change the world nor see half a tick. Building a scene changes nothing.
//!
//! Reading order: `build`, and for its parts `far_view`, `card`, `forecast`, `search_overlay`, `overview` and `words`;
//! `text` (events in words); `lens` (the table of lenses), `fields` and `strategy`; `goals` (the goals of a level); `history`, `year` and `page`
//! for the past; `ledger` for works; `possession` for the unit that the player plays as; `answer` (the questions), `preview` and `explain`.
//!
//! Colours, layout and keys do not live here; they are the screen's.

mod answer;
mod behaviour_text;
mod build;
mod card;
mod catchments;
mod explain;
mod far_view;
mod fields;
mod forecast;
mod goals;
mod history;
mod ledger;
mod lens;
mod network;
mod objectives;
mod overview;
mod page;
mod possession;
mod preview;
mod priced;
mod progressive;
mod search_overlay;
mod strategy;
pub mod text;
mod words;
mod year;

pub use crate::land::{Good, Preset, Recipe, SLIDERS};
pub use crate::world::{
    Action, Brush, Command, Edit, Kind, Order, PeopleIx, Queue, SearchGoal, StackEdit, TOLL_MAX, TownIx,
    UnitId, UnitOrPlace, WOUNDS_MAX, WorkCommand, WorkId,
};
pub use answer::{Answer, Explanation, PlannedCost, Question, RouteTerms, TripLeg, TripPreview, answer};
pub use build::{build_scene, build_scene_with};
pub use fields::LensCaches;
pub use goals::{GoalLine, GoalState, LevelCard};
pub use history::{HistoryFrame, HistoryPosition, PastTown, history_frame, history_len};
pub use lens::{LENSES, Lens, LensPicture, LensRow, NO_SHADE};
pub use network::{RoadNetwork, Segment};
pub use overview::{build_overview, build_overview_with};
pub use priced::{Leak, PricedLand};
pub use search_overlay::SearchView;
pub use words::{counted, date, short_date, why_words};
pub use year::{CounterfactualState, YearCard, YearRow};

pub use crate::land::Surface;
pub use crate::plan::{OrderedCell, SearchOrder};
pub use crate::world::{Paint, Subject, Tier, TownKind};

use crate::grid::Cell;
use std::sync::Arc;

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
    /// The cell under the cursor; [`Scene::cursor_card`] describes it.
    pub cursor: Cell,
    /// Whether the true land is shown, rather than what the people knows.
    pub reveal: bool,
    /// The frame of history to show instead of now (see `history`).
    pub past_frame: Option<usize>,
    /// Whether to include the whole log, or only its last lines.
    pub shows_whole_log: bool,
    /// Columns and rows of pixels for the small map of the whole land, if it is shown.
    pub overview_size: Option<(u16, u16)>,
    /// Whether to include searches.
    pub shows_searches: bool,
    /// The lens to show instead of the ground.
    pub lens: Option<Lens>,
    /// The page that is shown.
    pub page: Option<PageKind>,
    /// Whether the ledger is shown.
    pub shows_ledger: bool,
}

/// How well the player's people knows a pixel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Visibility {
    /// Off the land.
    #[default]
    OffLand,
    /// Never seen.
    Unseen,
    /// Known now, but not at the time shown.
    SeenLater,
    /// Seen earlier, not now.
    Remembered,
    /// Seen now.
    Visible,
}

/// One pixel of land.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pixel {
    /// The ground, as the people believes it to be.
    pub surface: Surface,
    /// The road, as the people believes it to be.
    pub tier: Tier,
    /// What the player painted on it.
    pub paint: Paint,
    /// How well it is known.
    pub visibility: Visibility,
    /// Brightness of the slope lit from the north-west, in percent of flat land: 66 to 128.
    pub relief: u8,
    /// Whether a road passes within one cell (its neighbours are darkened).
    pub is_beside_road: bool,
}

/// A unit in the picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitMarker {
    /// Its id.
    pub id: UnitId,
    /// Its cell.
    pub cell: Cell,
    /// Its letter.
    pub letter: char,
    /// Its state: `!` blocked, `?` waiting for a path, `z` asleep, `$` loaded, or a space.
    pub state: char,
    /// How it stands to the player.
    pub stance: Stance,
    /// Whether it is selected.
    pub selected: bool,
}

/// How a unit stands to the player. Of several units on one pixel, the least variant is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Stance {
    /// Of a people the player is at war with.
    Enemy,
    /// The player's.
    #[default]
    Own,
    /// Another people's.
    Other,
    /// A beast.
    Beast,
}

/// A settlement in the picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TownMarker {
    /// Its id.
    pub id: TownIx,
    /// Rally points of the units that it hires, in order.
    pub rally_points: Vec<Cell>,
    /// Its name.
    pub name: String,
    /// Its kind when last seen.
    pub kind: TownKind,
    /// Whether it belongs to the player's people.
    pub is_own: bool,
    /// Its cell.
    pub cell: Cell,
    /// Number of residents. Where labels overlap, the larger settlement's is drawn.
    pub residents: u32,
    /// Number of units inside.
    pub units_inside: u32,
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// `Y1 spring 3`.
    pub when: String,
    /// What it is about.
    pub subject: Subject,
    /// What happened.
    pub text: String,
    /// Where it happened, to jump there.
    pub cell: Option<Cell>,
}

/// The status line's facts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// `Year 1 · late spring · day 7`.
    pub date: String,
    /// Current tick.
    pub tick: u64,
    /// Seed of the land.
    pub seed: u64,
    /// Units of the player's people.
    pub units: u32,
    /// Known road cells, of tier path or better.
    pub roads: u32,
    /// Coin of the player's people.
    pub coin: u32,
    /// Whether building is free: the land is a sandbox.
    pub is_building_free: bool,
    /// Whether the land is won.
    pub is_won: bool,
    /// Whether a steward decides about works.
    pub has_steward: bool,
    /// Frames of history, including now.
    pub frames: usize,
    /// The current year, from 1.
    pub year: u32,
}

/// The current objective of the player's people.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ObjectiveView {
    /// `Mill to Oxley in 1.0 day`, or what goes wrong.
    pub words: String,
    /// Progress: `now 2.1`.
    pub progress: String,
    /// What the player's works save: `works save 0.0 of 0.1`.
    pub works: String,
    /// Reward, in coin.
    pub reward: u32,
    /// Where it is, to jump there.
    pub cell: Cell,
    /// Whether it says what goes wrong.
    pub is_warning: bool,
}

/// A line of a card: label and text.
pub type Fact = (&'static str, String);

/// The panel about the selected unit, or about what is under the cursor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Card {
    /// `Ada, scout of the Vale`.
    pub title: String,
    /// Facts in display order. An empty label continues the previous line.
    pub facts: Vec<Fact>,
    /// Recent traffic, oldest first, for a bar chart (settlements only).
    pub traffic: Vec<u32>,
    /// How many of the first facts are layers of a unit's behaviour stack, top first.
    pub layer_count: u8,
}

/// What a page is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageKind {
    /// A settlement: why it is there, what it came of, and its annals.
    Town(TownIx),
    /// The arc of the player.
    Objectives,
}

/// What a row of the ledger is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LedgerItem {
    /// An offer.
    Offer(WorkId),
    /// A work.
    Work(WorkId),
}

/// A row of the ledger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerRow {
    /// What it is about.
    pub item: LedgerItem,
    /// `bridge of 3 near Mill`.
    pub name: String,
    /// What it saves, earns and costs.
    pub words: String,
    /// Where it is.
    pub cell: Cell,
    /// Its toll, if it can take one.
    pub toll: Option<u8>,
    /// Whether it is kept up.
    pub is_open: bool,
}

/// The ledger.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LedgerPage {
    /// Coin, what came in, and what is due.
    pub balance: String,
    /// Who decides.
    pub keeper: &'static str,
    /// Offers, then works, best earners first.
    pub rows: Vec<LedgerRow>,
}

/// A page, as far as the player's people knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PageView {
    /// `Mill, a village`.
    pub title: String,
    /// What it is: of a settlement the reason for its place, residents, and size of its market area.
    pub facts: Vec<Fact>,
    /// What the links are.
    pub links_heading: String,
    /// Numbered lines, each of which leads to a place: of a settlement why it is what it is, the latest first.
    pub links: Vec<CauseLink>,
    /// What the list is; empty without a list.
    pub list_heading: String,
    /// A list: of a settlement its events, oldest first, by date (`Y1 spring 3`).
    pub list: Vec<(String, String)>,
    /// The charter on it that waits for an answer.
    pub offer: Option<u32>,
}

/// A numbered line of a page: a link of a chain of causes, or an aim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CauseLink {
    /// What happened, with its date if the player's people knows of it.
    pub words: String,
    /// Where, if the player's people knows of it.
    pub cell: Option<Cell>,
}

/// A selected unit's remaining trip.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TripView {
    /// Cells from where it stands, future legs included.
    pub cells: Vec<Cell>,
    /// Its orders in sequence, numbered from 1 on screen. Only for the first selected unit.
    pub stops: Vec<Stop>,
    /// Whether every leg is included; otherwise a later picture will show more.
    pub is_complete: bool,
}

/// One numbered stop of a unit's orders.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stop {
    /// Where, unless it can be done anywhere.
    pub place: Option<Cell>,
    /// The order in words: `Mill`, `rest`, `road to 31, 12`.
    pub words: String,
}

/// The unit that the player plays as.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PossessedView {
    /// Its id.
    pub unit: UnitId,
    /// Its name.
    pub name: String,
    /// Its cell.
    pub cell: Cell,
    /// Food left, in tenths of days.
    pub food_tenths: u32,
    /// Capacity for food, in days.
    pub food_days_max: u32,
    /// Unhealed wounds, at most [`WOUNDS_MAX`].
    pub wounds: u8,
    /// Walking time since the last night, in percent of a day's walk.
    pub fatigue_percent: u32,
    /// Whether it waits for the player's next action.
    pub can_act: bool,
    /// What it is doing, in a few words.
    pub behaviour_words: String,
}

/// A waystone, as far as the wanderer knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StoneView {
    /// Its cell, once seen.
    pub cell: Option<Cell>,
    /// Whether the wanderer has stood there.
    pub is_reached: bool,
    /// Whether the wanderer has brought it home.
    pub is_home: bool,
}

/// State of a wanderer's game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WanderView {
    /// Hint at where the next waystone lies.
    pub hint: String,
    /// The waystones, nearest to home first.
    pub stones: Vec<StoneView>,
    /// Score so far.
    pub score: u32,
    /// The number of the current life, from 1.
    pub life_number: u32,
    /// Between two lives: how the last one ended, in sentences.
    pub last_life_words: Option<Vec<String>>,
    /// Tick when the last life ended.
    pub ended_tick: u64,
    /// Whether all waystones are home.
    pub is_won: bool,
}

/// Effect of the player's last action so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EditEffect {
    /// `A wall rises near Mill: 12 replanned, 9 changed route, +340 steps, +2.1 days`; empty when there was none.
    pub words: String,
    /// Counts up whenever paths are added to `ways`.
    pub flash_count: u32,
    /// Some of the affected paths as they were before.
    pub old_paths: Vec<Vec<Cell>>,
    /// Number of the latest stroke that can be undone.
    pub last_stroke: u32,
}

/// One tick, ready to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Width and height of the land, in cells.
    pub land: (u16, u16),
    /// The view that it was built for.
    pub view: Viewport,
    /// Pixels, row by row, `view.columns × view.rows`.
    pub pixels: Vec<Pixel>,
    /// The lens, if one is on.
    pub lens: Option<LensPicture>,
    /// Units in the picture, by id.
    pub unit_markers: Vec<UnitMarker>,
    /// Settlements in the picture, largest first.
    pub town_markers: Vec<TownMarker>,
    /// Camps in the picture.
    pub camps: Vec<Cell>,
    /// Known, unsettled resource sites in the picture, with the name of the good.
    pub sites: Vec<(Cell, &'static str)>,
    /// The last lines of the log, oldest first.
    pub log: Vec<LogLine>,
    /// Status line.
    pub status: Status,
    /// The current objective.
    pub objective: Option<ObjectiveView>,
    /// The goals of the level, in a level.
    pub level: Option<LevelCard>,
    /// The time shown, if it is not now.
    pub past: Option<HistoryPosition>,
    /// Card of the first selected unit, if it is alive.
    pub unit_card: Option<Card>,
    /// Depth of that unit's behaviour stack.
    pub layers: u8,
    /// Card of what is under the cursor.
    pub cursor_card: Card,
    /// The page that the view asks for.
    pub page: Option<PageView>,
    /// The ledger, if the view asks for it.
    pub ledger: Option<LedgerPage>,
    /// Trips of the selected units, in the order of selection.
    pub routes: Vec<TripView>,
    /// Searches, if the view asks for them: running ones, then finished ones; the selected unit's first, then newest
    /// first.
    pub searches: Vec<SearchView>,
    /// The planner's workload in words, if the view asks for searches.
    pub planner_words: String,
    /// All units of the player's people, by id: id, letter, cell.
    pub mine: Vec<(UnitId, char, Cell)>,
    /// The one of them under way that is nearest to the cursor: it has a trip to explain.
    pub nearest_under_way: Option<UnitId>,
    /// Effect of the player's last action.
    pub last_edit: EditEffect,
    /// The unit that the player plays as.
    pub life: Option<PossessedView>,
    /// State of the wanderer's game, in one.
    pub wander: Option<WanderView>,
    /// The busiest place. The camera starts here.
    pub busiest_cell: Cell,
    /// The small map of the whole land, if the view asks for it; it may be some ticks old.
    pub overview: Option<Arc<Scene>>,
}
