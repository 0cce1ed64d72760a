//! What the screen needs of one tick, and the answers to what it asks.
//!
//! A [`Scene`] is a self-contained picture in words and numbers: the screen draws it and never sees the world, so
//! it cannot change or tear it. Building one changes nothing.
//!
//! Reading order: `build`, and for its parts `far`, `card`, `forecast`, `thinking`, `overview` and `words`; `lens` (the table
//! of lenses), `fields` and `strategy`; `trial` (the goals of a level); `history`, `year` and `page` for the past; `life` for whom the player lives; `answer` (the questions), `preview` and `explain`.

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
mod lens;
mod network;
mod overview;
mod page;
mod possession;
mod preview;
mod priced;
mod progressive;
mod search_overlay;
mod strategy;
mod words;
mod year;

pub use crate::land::{Good, Preset, Recipe, SLIDERS};
pub use crate::world::{
    Brush, Command, Deed, Edit, Kind, Mark, Order, Queue, Sought, StackEdit, TownId, UnitId, WOUNDS_MAX,
};
pub use answer::{Answer, Explanation, Leg, Planned, Preview, Question, RouteTerms, answer};
pub use build::{build, build_with};
pub use fields::Fields;
pub use goals::{GoalLine, GoalState, TrialCard};
pub use history::{HistoryFrame, HistoryPosition, PastTown, history, history_len};
pub use lens::{BLANK, LENSES, Lens, LensPicture, LensRow};
pub use network::{RoadNetwork, Segment};
pub use overview::{overview, overview_with};
pub use priced::{Leak, PricedLand};
pub use search_overlay::Thought;
pub use words::{counted, date, short_date, why_words};
pub use year::{Beside, YearCard, YearRow};

pub use crate::land::Surface;
pub use crate::plan::{Trace, TraceCell};
pub use crate::world::{Paint, Subject, Tier, TownKind};

use crate::grid::Cell;
use std::sync::Arc;

/// What part of the land is wanted, and for whom.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// Top left cell of the picture; may lie off the land.
    pub left: i32,
    /// See `left`.
    pub top: i32,
    /// Columns of pixels.
    pub columns: u16,
    /// Rows of pixels (two a line of the terminal).
    pub rows: u16,
    /// Cells a pixel, along each side: 1, or more when zoomed out.
    pub cells_per_pixel: u16,
    /// Selected units, the first being the one whose card is shown.
    pub selected: Vec<UnitId>,
    /// The cell under the cursor, which is described.
    pub cursor: Cell,
    /// What the people knows is shown as light (normally), or everything is bright.
    pub reveal: bool,
    /// The frame of the history that is wanted instead of now (see [`history`]).
    pub past: Option<usize>,
    /// Whether all lines of the log are wanted, or only the last few.
    pub whole_log: bool,
    /// Columns and rows of pixels for the small map of the whole land, if it is wanted.
    pub overview: Option<(u16, u16)>,
    /// Whether searches are shown.
    pub thinking: bool,
    /// What is shown instead of the ground.
    pub lens: Option<Lens>,
    /// The settlement whose page is wanted.
    pub town: Option<TownId>,
}

/// How well the player's people knows a pixel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Light {
    /// Off the land.
    #[default]
    Void,
    /// Never seen.
    Shroud,
    /// Known now, but not yet at the time that is shown.
    Later,
    /// Remembered.
    Fog,
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
    /// Paint.
    pub paint: Paint,
    /// Knowledge.
    pub light: Light,
    /// Light from the north-west by the slope, in percent of the flat land's: 66 to 128.
    pub relief: u8,
    /// Whether a road passes within one cell (its neighbours are darkened).
    pub beside_road: bool,
}

/// A unit in the picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Its number.
    pub id: UnitId,
    /// Where.
    pub cell: Cell,
    /// Its letter.
    pub letter: char,
    /// Its state: `!` blocked, `?` waits for a path, `z` asleep, `$` loaded, or a space.
    pub state: char,
    /// Whose it is.
    pub stance: Stance,
    /// Whether it is selected.
    pub selected: bool,
}

/// Whose a unit is, to the player: of several on one spot the first is shown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Stance {
    /// One whom the player is at war with.
    Foe,
    /// The player's.
    #[default]
    Mine,
    /// Another people's.
    Other,
    /// A beast.
    Beast,
}

/// A settlement in the picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its number.
    pub id: TownId,
    /// Where those go first whom it hires, in order.
    pub rally: Vec<Cell>,
    /// Its name.
    pub name: String,
    /// What it is, or was when it was last seen.
    pub kind: TownKind,
    /// Whether it is the player's people's.
    pub mine: bool,
    /// Where.
    pub cell: Cell,
    /// How many live there (the larger label wins).
    pub residents: u32,
    /// How many units are inside.
    pub inside: u32,
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
    /// Where to jump.
    pub cell: Option<Cell>,
}

/// The status line's facts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// `Year 1 · late spring · day 7`.
    pub date: String,
    /// Tick.
    pub tick: u64,
    /// Seed.
    pub seed: u64,
    /// Living walkers of the player's people.
    pub walkers: u32,
    /// Known cells of path or better.
    pub roads: u32,
    /// Coin of the player's people.
    pub coin: u32,
    /// Whether building is free.
    pub free_build: bool,
    /// Frames of the history, now included.
    pub frames: usize,
    /// The number of the present year, from 1.
    pub year: u32,
}

/// What the player's people would like to come true.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// `Mill and Oxley within 1.0 day`.
    pub what: String,
    /// How it stands: `now 2.1`.
    pub now: String,
    /// Coin that it brings.
    pub pays: u32,
    /// Where to look at it.
    pub cell: Cell,
}

/// A line of a card: a label and what it says.
pub type Fact = (&'static str, String);

/// The panel about the selected unit, or about what is under the cursor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Card {
    /// `Ada, scout of the Vale`.
    pub title: String,
    /// Facts in the order in which they are shown; an empty label continues the line before.
    pub facts: Vec<Fact>,
    /// Traffic of late, oldest first, for a bar chart (settlements only).
    pub traffic: Vec<u32>,
    /// How many of the first facts are layers of a unit's stack, the topmost first.
    pub layers: u8,
}

/// The page of a settlement, as far as the player's people knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TownPage {
    /// `Mill, a village`.
    pub title: String,
    /// Why it is there, who lives there, how much land it is the nearest market of.
    pub facts: Vec<Fact>,
    /// What happened to it, oldest first: `Y1 spring 3`, and what.
    pub annals: Vec<(String, String)>,
}

/// The selected unit's way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Route {
    /// Cells from where it stands, legs to come included.
    pub cells: Vec<Cell>,
    /// Its orders, in order; their numbers count from 1. Only of the first selected unit.
    pub stops: Vec<Stop>,
    /// Whether no leg is left out that a later picture will show.
    pub whole: bool,
}

/// One numbered stop of a unit's orders.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stop {
    /// Where it is, unless it can be done anywhere.
    pub place: Option<Cell>,
    /// What is to be done: `Mill`, `rest`, `road to 31, 12`.
    pub words: String,
}

/// The one whom the player lives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LifeView {
    /// Its number.
    pub unit: UnitId,
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub cell: Cell,
    /// Tenths of days for which food is left.
    pub food_tenths: u32,
    /// Days for which food can be taken along.
    pub food_most: u32,
    /// Wounds that have not healed, of [`WOUNDS_MAX`].
    pub wounds: u8,
    /// Share of a day's walking since the last night, in percent.
    pub tired_percent: u32,
    /// Whether it waits for what the player wants next.
    pub may_act: bool,
    /// What it does, in a few words.
    pub doing: String,
}

/// A waystone, as far as the wanderer knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StoneView {
    /// Where, once it was seen.
    pub cell: Option<Cell>,
    /// Whether the wanderer has stood there.
    pub reached: bool,
    /// Whether it was brought home.
    pub home: bool,
}

/// The wanderer's game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct WanderView {
    /// Where the next waystone lies, in words.
    pub hint: String,
    /// The waystones, nearest to home first.
    pub stones: Vec<StoneView>,
    /// What was brought home so far.
    pub score: u32,
    /// The number of the present life, from 1.
    pub life: u32,
    /// When no life is lived: how the last one ended, a sentence each.
    pub over: Option<Vec<String>>,
    /// Tick when it ended.
    pub ended: u64,
    /// Whether all waystones are home.
    pub is_won: bool,
}

/// What came of the player's last act so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bent {
    /// `A wall rises near Mill: 12 re-planned, 9 go another way, +340 steps, +2.1 days`; empty when there was none.
    pub words: String,
    /// Goes up whenever ways are added to `ways`.
    pub flashes: u32,
    /// Some of the ways that it concerned, as they were.
    pub ways: Vec<Vec<Cell>>,
    /// The number of the latest stroke that can be undone.
    pub last_stroke: u32,
}

/// One tick, ready to be drawn.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Width and height of the land, in cells.
    pub land: (u16, u16),
    /// The view it was made for.
    pub view: View,
    /// Pixels, row by row, `view.columns × view.rows`.
    pub pixels: Vec<Pixel>,
    /// What the lens shows, if one is used.
    pub lens: Option<LensPicture>,
    /// Units in the picture, in the order of their ids.
    pub figures: Vec<Figure>,
    /// Settlements in the picture, largest first.
    pub places: Vec<Place>,
    /// Camps in the picture.
    pub camps: Vec<Cell>,
    /// Resource sites in the picture that are known and not settled, with the good's word.
    pub sites: Vec<(Cell, &'static str)>,
    /// The last lines of the log, oldest first.
    pub log: Vec<LogLine>,
    /// Status line.
    pub status: Status,
    /// The present ambition.
    pub wanted: Option<Wanted>,
    /// The goals of the level, if one is played.
    pub trial: Option<TrialCard>,
    /// The time that is shown, when it is not now.
    pub past: Option<HistoryPosition>,
    /// Card of the first selected unit, if one is selected and alive.
    pub unit_card: Option<Card>,
    /// How many behaviours lie on the stack of that unit.
    pub layers: u8,
    /// What is under the cursor.
    pub cursor_card: Card,
    /// The page of a settlement, if one is wanted.
    pub page: Option<TownPage>,
    /// Ways of the selected units, the first unit's first.
    pub routes: Vec<Route>,
    /// Searches that can be shown, when they are asked for: running ones, then ended ones; of each the selected unit's
    /// first, then the newest.
    pub thoughts: Vec<Thought>,
    /// What the planner has to do and has done, in words, when thoughts are asked for.
    pub planner: String,
    /// All units of the player's people, in the order of their ids: number, letter, cell.
    pub mine: Vec<(UnitId, char, Cell)>,
    /// What came of the player's last act.
    pub bent: Bent,
    /// The one whom the player lives.
    pub life: Option<LifeView>,
    /// The wanderer's game, if this is one.
    pub wander: Option<WanderView>,
    /// Where most is going on: the camera starts here.
    pub busiest: Cell,
    /// The whole land in a few pixels, if the view wants it; it may be some ticks old.
    pub overview: Option<Arc<Scene>>,
}
