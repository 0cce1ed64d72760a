//! A scene and all its parts: what the screen draws of one tick.

use super::pixels::Pixel;
use super::view::Viewport;
use crate::grid::Cell;
use crate::land::Feature;
use crate::plan::SearchOrder;
use crate::world::{Choice, EventId, GoalStatus, PeopleIx, Subject, Thing, TownIx, TownKind, UnitId, WorkId};
use std::sync::Arc;

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
    /// What else is marked on the land.
    pub landmarks: Landmarks,
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
    /// Paths over a place where something is foretold (see [`Fortune`](crate::world::Fortune)).
    pub foretold: Vec<Vec<Cell>>,
    /// Searches, if the view asks for them: running ones, then finished ones; the selected unit's first, then newest
    /// first.
    pub searches: Vec<SearchView>,
    /// The planner's workload in words, if the view asks for searches.
    pub planner_words: String,
    /// All units of the player's people, by id: id, letter, cell.
    pub mine: Vec<(UnitId, char, Cell)>,
    /// The one of them under way that is nearest to the cursor: it has a trip to explain.
    pub nearest_under_way: Option<UnitId>,
    /// What is most worth watching, the best first, if the view asks for it.
    pub stories: Vec<Story>,
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

impl Scene {
    /// Cells of the level's open goals, in the order of the goals.
    pub fn goal_marks(&self) -> impl Iterator<Item = Cell> {
        self.level.iter().flat_map(|trial| &trial.goals).flat_map(|goal| goal.marked_cells.iter().copied())
    }
}

/// What is marked on the land besides units and settlements.
#[derive(Clone, Debug, Default)]
pub struct Landmarks {
    /// Named rivers and heights with their known cells in the picture, zoomed out: rivers first, the greatest of each kind
    /// first.
    pub features: Vec<Feature>,
    /// The most feared places, zoomed out, the worst first.
    pub dangers: Vec<Cell>,
    /// What has just happened in sight, the newest first.
    pub happenings: Vec<Happening>,
    /// Camps in the picture.
    pub camps: Vec<Cell>,
    /// Known, unsettled resource sites in the picture, with the name of the good.
    pub sites: Vec<(Cell, &'static str)>,
}

/// Something worth watching.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Story {
    /// The unit whose trip it is.
    pub unit: Option<UnitId>,
    /// The event that it tells of.
    pub event: Option<EventId>,
    /// Where it is.
    pub cell: Cell,
    /// `Ada carries salt from Mill to Oxley: 46 steps`.
    pub words: String,
}

/// A lens over the pixels of a view.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LensPicture {
    /// Its name, one word.
    pub name: &'static str,
    /// What it shows.
    pub sentence: String,
    /// The least and the largest value of its scale, with unit.
    pub ends: (String, String),
    /// A shade per pixel, 0 to 99, or [`NO_SHADE`](super::NO_SHADE).
    pub shades: Vec<u8>,
    /// Whether a line separates different shades.
    pub bands: bool,
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
    /// Its name; empty for a ruin of which nothing is left.
    pub name: String,
    /// Its kind when last seen.
    pub kind: TownKind,
    /// Whether it belongs to the player's people.
    pub is_own: bool,
    /// Its cell.
    pub cell: Cell,
    /// Number of residents. Where labels overlap, the larger settlement's is drawn.
    pub residents: u32,
}

/// Something that has just happened in sight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Happening {
    /// When.
    pub tick: u64,
    /// Where.
    pub cell: Cell,
    /// What.
    pub kind: HappeningKind,
}

/// A kind of happening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HappeningKind {
    /// A settlement was founded.
    Founding,
    /// Someone was robbed.
    Robbery,
}

/// A line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// When it was told.
    pub tick: u64,
    /// The event that it tells of.
    pub event: EventId,
    /// How much it counts among the news of a year; 0 if a year is not told by it.
    pub weight: u8,
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
    /// Offered works that coin suffices for.
    pub offers: u32,
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
    /// What the player's works save: `0.0 of 0.1`.
    pub works: String,
    /// Reward: `Trails pays 40 coin`.
    pub reward: String,
    /// Where it is, to jump there.
    pub cell: Cell,
    /// Whether it says what goes wrong.
    pub is_warning: bool,
}

/// A goal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoalLine {
    /// `Bring Ada to Mill within 40 hours`.
    pub words: String,
    /// Why it is lost: `the time was up, and Ada stood 12 steps away`; empty while it is not.
    pub loss: String,
    /// Its state.
    pub state: GoalStatus,
    /// Where to jump: its place, or the player's unit that it is about.
    pub cell: Option<Cell>,
    /// Cells marked on the map while it is open.
    pub marked_cells: Vec<Cell>,
}

/// A level's goals and standing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LevelCard {
    /// The level's name.
    pub name: String,
    /// What it teaches.
    pub about: String,
    /// Its goals.
    pub goals: Vec<GoalLine>,
    /// Standing: `12 hours so far, par 30 hours`, or at the end `met in 32 hours, par 30 hours: 96`.
    pub standing_words: String,
    /// Stars of the result, at the end.
    pub stars: Option<u8>,
    /// Whether it is over.
    pub is_over: bool,
    /// Then where units went, if the program has a record.
    pub trails: Option<Arc<LevelTrails>>,
    /// Where a walker has come by now that always steps to the neighbour nearest to its goal, as far as the land is
    /// known, if the program has a record.
    pub naive: Vec<Cell>,
}

/// Where units went in a level: a trail each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LevelTrails {
    /// The player's.
    pub own: Vec<Vec<Cell>>,
    /// In the level's own solution.
    pub par: Vec<Vec<Cell>>,
}

/// The point in the past that a scene shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HistoryPosition {
    /// Its tick.
    pub tick: u64,
    /// Figures of that time.
    pub card: Card,
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
    /// Coin, and what came in.
    pub balance: String,
    /// What the season's end takes and brings.
    pub due: String,
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
    /// Numbered lines, each of which leads to a place: of a settlement why it is what it is, and its last thread of events.
    pub groups: Vec<LinkGroup>,
    /// What the list is; empty without a list.
    pub list_heading: String,
    /// A list: of a settlement its events, oldest first, by date (`Y1 spring 3`).
    pub list: Vec<(String, String)>,
    /// The charter on it that waits for an answer.
    pub offer: Option<u32>,
}

/// Numbered lines of a page below a heading.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LinkGroup {
    /// What they are.
    pub heading: String,
    /// The lines.
    pub links: Vec<CauseLink>,
}

/// A numbered line of a page: a link of a chain of causes, an aim, or a deed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CauseLink {
    /// What it is in its group: `←` for what something came of, `turn`; empty if all are alike.
    pub label: &'static str,
    /// What happened, with its date if the player's people knows of it.
    pub words: String,
    /// Where, if the player's people knows of it.
    pub cell: Option<Cell>,
    /// The frame of the history that shows its day, if the player's people knows of it.
    pub frame: Option<usize>,
}

/// A selected unit's remaining trip.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TripView {
    /// Cells from where it stands, future legs included.
    pub cells: Vec<Cell>,
    /// Its orders in sequence, numbered from 1 on screen. Only for the first selected unit.
    pub stops: Vec<Stop>,
}

/// One numbered stop of a unit's orders.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stop {
    /// Where, unless it can be done anywhere.
    pub place: Option<Cell>,
    /// The order in words: `Mill`, `rest`, `road to 31, 12`.
    pub words: String,
}

/// A search for display.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchView {
    /// Id of its request, in order of requests.
    pub id: u64,
    /// The unit that asked; `None` for a people that measures a route.
    pub unit: Option<UnitId>,
    /// Index of the people.
    pub people: PeopleIx,
    /// Whether it is still running.
    pub is_running: bool,
    /// `Ada plans 41 steps to Mill: 612 cells expanded, 37 open`.
    pub words: String,
    /// Its trace so far.
    pub trace: Arc<SearchOrder>,
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
    /// Unhealed wounds, at most [`WOUNDS_MAX`](crate::world::WOUNDS_MAX).
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
    /// Coin in hand.
    pub coin: u32,
    /// What is carried.
    pub pack: Vec<Thing>,
    /// The parcel that is carried: where it is due, and what it pays.
    pub parcel: Option<String>,
    /// What waits on the way.
    pub waiting: Option<WaitingView>,
    /// The settlement here.
    pub market: Option<MarketView>,
    /// Between two lives: the last cells of the last one.
    pub last_trail: Vec<Cell>,
}

/// What waits on the wanderer's way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaitingView {
    /// What, in a few words.
    pub what: String,
    /// Where its signs are.
    pub cell: Cell,
    /// Steps of the wanderer when these were seen.
    pub since: u32,
    /// Whether the wanderer has to choose now.
    pub is_at_hand: bool,
    /// What can be done.
    pub choices: Vec<ChoiceView>,
}

/// What can be done about what waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChoiceView {
    /// The choice.
    pub choice: Choice,
    /// Its name.
    pub name: String,
    /// Its odds in words.
    pub odds: String,
}

/// A settlement that a wanderer is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarketView {
    /// Its name.
    pub name: String,
    /// What it sells.
    pub wares: Vec<Thing>,
    /// The parcel that it has: where it is due, and what it pays.
    pub parcel: Option<String>,
}

/// Effect of the player's last action so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EditEffect {
    /// `A wall rises near Mill: 12 replanned, 9 changed path, +340 steps, +2.1 days`; empty when there was none.
    pub words: String,
    /// Counts up whenever paths are added to `old_paths`.
    pub flash_count: u32,
    /// Some of the affected paths as they were before.
    pub old_paths: Vec<Vec<Cell>>,
    /// Number of the latest stroke that can be undone.
    pub last_stroke: u32,
}
