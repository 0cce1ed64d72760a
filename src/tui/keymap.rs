//! The one table of keys: mode, keys, intent, what the bottom line says, what the help says.
//!
//! Help, hints and the bottom line are made from it, and so can never differ from what keys do. What an intent does
//! does not live here; rows that a player has put on other keys are in `keys`.

use super::brushes::Tool;
pub use super::topic::Topic;
use crate::scene::{Brush, Kind};
use ratatui::crossterm::event::KeyCode;

/// What the keyboard means at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Looking at the land.
    #[default]
    Land,
    /// A way is proposed.
    Go,
    /// Places of a way are being set.
    Waypoints,
    /// The land is being bent.
    Draw,
    /// The land's history is looked at.
    History,
    /// It is asked why between two places.
    Ask,
    /// Somebody is lived, deed by deed.
    Lived,
    /// The one who is lived chooses where to go.
    Aim,
    /// The menu of orders.
    Orders,
    /// The list of lenses.
    Lenses,
    /// The list of the log.
    Log,
    /// The menu of what can be taken along.
    Keepsakes,
    /// The card of a year.
    Year,
    /// The page of a settlement.
    Town,
    /// The help.
    Help,
    /// Asked whether to quit.
    Quit,
    /// The end of a life is told.
    Over,
}

impl Mode {
    /// All of them.
    pub const ALL: [Mode; 17] = [
        Mode::Land,
        Mode::Go,
        Mode::Waypoints,
        Mode::Draw,
        Mode::History,
        Mode::Ask,
        Mode::Lived,
        Mode::Aim,
        Mode::Orders,
        Mode::Lenses,
        Mode::Log,
        Mode::Keepsakes,
        Mode::Year,
        Mode::Town,
        Mode::Help,
        Mode::Quit,
        Mode::Over,
    ];

    /// Whether letters are typed into a filter.
    pub fn types(self) -> bool {
        matches!(self, Mode::Orders | Mode::Lenses | Mode::Log | Mode::Keepsakes)
    }

    /// Whether the keyboard steers the cursor over the land.
    pub fn steers(self) -> bool {
        matches!(
            self,
            Mode::Land
                | Mode::Go
                | Mode::Waypoints
                | Mode::Draw
                | Mode::History
                | Mode::Ask
                | Mode::Lived
                | Mode::Aim
        )
    }

    /// Its word in the help.
    pub fn word(self) -> &'static str {
        match self {
            Mode::Land => "land",
            Mode::Go => "going",
            Mode::Waypoints => "waypoints",
            Mode::Draw => "drawing",
            Mode::History => "history",
            Mode::Ask => "asking why",
            Mode::Lived => "living",
            Mode::Aim => "choosing where to go",
            Mode::Orders => "orders",
            Mode::Lenses => "lenses",
            Mode::Log => "log",
            Mode::Keepsakes => "keepsakes",
            Mode::Year => "year",
            Mode::Town => "settlement",
            Mode::Help => "help",
            Mode::Quit => "quit",
            Mode::Over => "the end of a life",
        }
    }
}

/// What a player wants of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Intent {
    /// Moves the cursor by so many columns and rows of pixels.
    Steer(i32, i32),
    /// Moves the mark in a list.
    Row(i32),
    /// Types into the filter.
    Type(char),
    /// Time stands still, or goes on.
    Pause,
    /// One tick.
    Step,
    /// The next speed.
    Faster,
    /// The speed before.
    Slower,
    /// Nearer.
    ZoomIn,
    /// Farther.
    ZoomOut,
    /// The next unit.
    Next,
    /// The unit before.
    Previous,
    /// All units of the selected one's kind.
    AllOfKind,
    /// A corner of a box.
    Box,
    /// Waits for the number of a group to set.
    SetGroup,
    /// A digit: recalls a group, or sets it after `SetGroup`.
    Digit(u8),
    /// The camera follows the selected unit.
    Follow,
    /// The camera goes where most is going on.
    Busiest,
    /// Proposes the way to the cursor; a second time takes it.
    Go,
    /// Adds the cursor's cell to the orders, or to the waypoints.
    Append,
    /// Waypoint mode.
    Waypoints,
    /// Puts the cursor's cell where the way grows least.
    BestInsert,
    /// Makes the waypoints a patrol.
    Patrol,
    /// Picks the next stop or the one before.
    Pick(i32),
    /// Removes the picked stop.
    RemoveStop,
    /// Moves the picked stop to the cursor.
    MoveStop,
    /// What those do first whom the settlement under the cursor hires.
    Rally,
    /// The menu of orders.
    Orders,
    /// Why this way.
    Explain,
    /// Why from here to there.
    Ask,
    /// The next kind of walker, for whom it is asked.
    NextKind,
    /// Draw mode.
    Draw,
    /// Takes up a brush, or another tool that bends the land.
    Tool(Tool),
    /// The next tool, or the next kind of walker.
    NextTool,
    /// The tool before.
    PreviousTool,
    /// An end of a straight line.
    Line,
    /// Takes back the last place, stroke or order; the last letter of a filter.
    Undo,
    /// What they know, or the whole land.
    Knowledge,
    /// The searches of those who think.
    Think,
    /// The list of lenses, or the lens off.
    Lenses,
    /// The list of the log.
    Log,
    /// The land's history, or back from it.
    History,
    /// Its first day.
    First,
    /// Its last.
    Last,
    /// The card of a year.
    Year,
    /// The page of the settlement under the cursor, or of the nearest in the picture.
    Town,
    /// The lab, on the land as it is believed to be.
    Lab,
    /// Another ambition.
    NextAmbition,
    /// Whether building costs coin.
    FreeBuild,
    /// The next palette.
    Colours,
    /// Shows or hides the small map of the whole land.
    SmallMap,
    /// Steps into somebody and lives him; or begins the next life.
    Live,
    /// Waits a moment.
    Wait,
    /// Looks about.
    Look,
    /// Sleeps a night.
    Sleep,
    /// Travels to the cursor.
    Travel,
    /// Chooses where to go.
    Aim,
    /// Explores: proposes where and why, then goes.
    Roam,
    /// Waits for the digit under which to mark the cursor's place.
    MarkPlace,
    /// Waits for the digit of a marked place to go to.
    ReturnTo,
    /// Whether the mouse belongs to the game.
    Mouse,
    /// Saves.
    Save,
    /// The menu of what can be taken along.
    Keepsakes,
    /// The chooser of a new land.
    NewLand,
    /// Asks whether to quit.
    Quit,
    /// The help.
    Help,
    /// Says yes; selects what is under the cursor; paints.
    Confirm,
    /// Peels one layer.
    Back,
    /// Saves and ends at once.
    Interrupt,
    /// Gives the terminal back for a while.
    Suspend,
}

/// One row: of the game's table, or of another with modes `M` and intents `I` of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding<M: 'static = Mode, I = Intent> {
    /// Where it holds.
    pub modes: &'static [M],
    /// Which keys; the first is the one that is shown.
    pub keys: &'static [KeyCode],
    /// What they mean.
    pub intent: I,
    /// The key in words.
    pub show: &'static str,
    /// One word for the bottom line; empty when it is not shown there.
    pub brief: &'static str,
    /// A sentence for the help; empty when another row says it.
    pub help: &'static str,
    /// Where it stands in the help.
    pub topic: Topic,
}

const MAP: &[Mode] = &[Mode::Land, Mode::Go, Mode::Waypoints, Mode::Draw, Mode::Ask];
/// The same, and where somebody is lived.
const SEEN: &[Mode] = &[Mode::Land, Mode::Go, Mode::Waypoints, Mode::Draw, Mode::Ask, Mode::Lived, Mode::Aim];
/// Where Tab chooses units.
const CHOOSING: &[Mode] = &[Mode::Land, Mode::Go, Mode::Waypoints];
const LAND: &[Mode] = &[Mode::Land];
const ANY: &[Mode] = &Mode::ALL;
const LISTS: &[Mode] = &[Mode::Orders, Mode::Lenses, Mode::Log, Mode::Keepsakes, Mode::Help];

/// A row; of its words the first goes on the bottom line, the second into the help.
pub const fn row<M, I: Copy>(
    modes: &'static [M],
    keys: &'static [KeyCode],
    intent: I,
    show: &'static str,
    words: (&'static str, &'static str),
    topic: Topic,
) -> Binding<M, I> {
    Binding { modes, keys, intent, show, brief: words.0, help: words.1, topic }
}

/// Takes up a brush.
const fn bend(brush: Brush) -> Intent {
    Intent::Tool(Tool::Bend(brush))
}

use Intent as I;
use KeyCode::Char as C;
use Topic as T;

/// The cursor's keys: letter, arrow, and where it goes; capitals and Shift go eight times as far.
pub const STEERING: [(char, Option<KeyCode>, i32, i32); 8] = [
    ('h', Some(KeyCode::Left), -1, 0),
    ('j', Some(KeyCode::Down), 0, 1),
    ('k', Some(KeyCode::Up), 0, -1),
    ('l', Some(KeyCode::Right), 1, 0),
    ('y', None, -1, -1),
    ('u', None, 1, -1),
    ('b', None, -1, 1),
    ('n', None, 1, 1),
];

/// How far a capital or Shift goes.
pub const STRIDE: i32 = 8;

/// The table.
#[rustfmt::skip]
pub const TABLE: &[Binding] = &[
    row(ANY, &[C(' ')], I::Pause, "Space", ("pause", "pause, or go on"), T::Time),
    row(MAP, &[C('+'), C('=')], I::Faster, "+", ("", "faster: ×1 ×2 ×4 ×16 ×64"), T::Time),
    row(MAP, &[C('-'), C('_')], I::Slower, "-", ("", "slower"), T::Time),
    row(MAP, &[C('.')], I::Step, ".", ("", "one tick, then pause"), T::Time),

    row(SEEN, &[C('z')], I::ZoomIn, "z", ("zoom", "nearer"), T::Look),
    row(SEEN, &[C('Z')], I::ZoomOut, "Z", ("", "farther"), T::Look),
    row(MAP, &[C('f')], I::Knowledge, "f", ("all/known", "what your people know, or the whole land"), T::Look),
    row(MAP_BUT_DRAW, &[C('t')], I::Think, "t",
        ("think", "watch them think: their searches over the land; off and on plays the last again"), T::Look),
    row(LENS_LIST, &[C('1')], I::Digit(1), "1-9", ("", ""), T::Look),
    row(LENS_LIST, &[C('2')], I::Digit(2), "2", ("", ""), T::Look),
    row(LENS_LIST, &[C('3')], I::Digit(3), "3", ("", ""), T::Look),
    row(LENS_LIST, &[C('4')], I::Digit(4), "4", ("", ""), T::Look),
    row(LENS_LIST, &[C('5')], I::Digit(5), "5", ("", ""), T::Look),
    row(LENS_LIST, &[C('6')], I::Digit(6), "6", ("", ""), T::Look),
    row(LENS_LIST, &[C('7')], I::Digit(7), "7", ("", ""), T::Look),
    row(LENS_LIST, &[C('8')], I::Digit(8), "8", ("", ""), T::Look),
    row(LENS_LIST, &[C('9')], I::Digit(9), "9", ("", ""), T::Look),
    row(MAP, &[KeyCode::Home], I::Busiest, "Home", ("", "to where most is going on"), T::Look),
    row(MAP, &[C('F')], I::Follow, "F", ("", "the camera follows the selected unit"), T::Look),
    row(SEEN, &[C(':')], I::Log, ":", ("log", "what happened: type to filter, choose a subject, jump there"), T::Look),
    row(MAP, &[C(';')], I::SmallMap, ";", ("", "the small map: a click on it goes there"), T::Look),
    row(LAND, &[C('m')], I::MarkPlace, "m 1-9", ("", "mark this place"), T::Look),
    row(LAND, &[C('\'')], I::ReturnTo, "' 1-9", ("", "back to a marked place"), T::Look),
    row(MAP_BUT_DRAW, &[C('x')], I::Lenses, "x",
        ("lenses", "look through a lens: type to filter, or a digit picks; again takes it off"), T::Look),
    row(LAND, &[C('V')], I::Lab, "V",
        ("lab", "the lab: any search, watched on this land as your people know it"), T::Look),

    row(CHOOSING, &[KeyCode::Tab], I::Next, "Tab", ("next", "select the next unit"), T::Choose),
    row(CHOOSING, &[KeyCode::BackTab], I::Previous, "Shift+Tab", ("", "select the unit before"), T::Choose),
    row(LAND, &[C('A')], I::AllOfKind, "A", ("", "select all of its kind"), T::Choose),
    row(LAND, &[C('v')], I::Box, "v", ("", "corner of a box, twice"), T::Choose),
    row(LAND, &[KeyCode::Enter], I::Confirm, "Enter", ("", "select who is under the cursor; yes"), T::Choose),
    row(LAND, &[C('#')], I::SetGroup, "# 1-9", ("", "make the selected a group"), T::Choose),
    row(LAND, &[C('1')], I::Digit(1), "1-9", ("", "select a group again"), T::Choose),
    row(LAND, &[C('2')], I::Digit(2), "2", ("", ""), T::Choose),
    row(LAND, &[C('3')], I::Digit(3), "3", ("", ""), T::Choose),
    row(LAND, &[C('4')], I::Digit(4), "4", ("", ""), T::Choose),
    row(LAND, &[C('5')], I::Digit(5), "5", ("", ""), T::Choose),
    row(LAND, &[C('6')], I::Digit(6), "6", ("", ""), T::Choose),
    row(LAND, &[C('7')], I::Digit(7), "7", ("", ""), T::Choose),
    row(LAND, &[C('8')], I::Digit(8), "8", ("", ""), T::Choose),
    row(LAND, &[C('9')], I::Digit(9), "9", ("", ""), T::Choose),

    row(LAND, &[C('g')], I::Go, "g", ("go", "go to the cursor: first the way in words; again takes it"), T::Order),
    row(LAND, &[C('a')], I::Append, "a", ("", "then to the cursor, after the other orders: first in words"), T::Order),
    row(LAND, &[C('i')], I::BestInsert, "i",
        ("insert", "the cursor's place among its orders, where the way grows least"), T::Order),
    row(LAND, &[C('w')], I::Waypoints, "w", ("waypoints", "give a way of several places"), T::Order),
    row(LAND, &[C('o')], I::Orders, "o", ("orders", "all orders: type to filter, pick one"), T::Order),
    row(LAND, &[C('r')], I::Rally, "r",
        ("rally", "where those go first whom the settlement under the cursor hires"), T::Order),
    row(MAP_BUT_DRAW, &[C('e')], I::Explain, "e",
        ("explain", "why this way? its price, the second best, the straight line"), T::Order),
    row(LAND, &[C('E')], I::Ask, "E", ("", "why from here to there? between any two places, for any kind"), T::Order),
    row(ASK, &[KeyCode::Tab], I::NextKind, "Tab", ("kind", ""), T::Order),
    row(ASK, &[KeyCode::Enter, C('E')], I::Confirm, "Enter", ("from here", ""), T::Order),
    row(ASK, &[KeyCode::Esc], I::Back, "Esc", ("leave", ""), T::Order),
    row(LAND, &[KeyCode::Backspace], I::Undo, "Backspace",
        ("", "take back the last order, or the last change of what it does"), T::Order),

    row(GO, &[KeyCode::Enter], I::Confirm, "Enter", ("go", ""), T::Order),
    row(GO, &[C('g')], I::Go, "g", ("", ""), T::Order),
    row(GO, &[C('a')], I::Append, "a", ("after its orders", ""), T::Order),
    row(GO, &[C('w')], I::Waypoints, "w", ("more places", ""), T::Order),
    row(GO, &[KeyCode::Esc], I::Back, "Esc", ("cancel", ""), T::Order),

    row(WAY, &[KeyCode::Enter], I::Confirm, "Enter", ("go", "go that way"), T::Waypoints),
    row(WAY, &[C('a')], I::Append, "a", ("add", "add the cursor's place; a plain click does it too"), T::Waypoints),
    row(WAY, &[C('i')], I::BestInsert, "i", ("best insert", "insert it where the way grows least"), T::Waypoints),
    row(WAY, &[C('p')], I::Patrol, "p", ("patrol", "walk round these places for ever"), T::Waypoints),
    row(WAY, &[KeyCode::Backspace], I::Undo, "Backspace", ("undo", "undo the last change"), T::Waypoints),
    row(WAY, &[C(']')], I::Pick(1), "]",
        ("next stop", "pick a stop, of the orders it has or of these places"), T::Waypoints),
    row(WAY, &[C('[')], I::Pick(-1), "[", ("", "pick the stop before"), T::Waypoints),
    row(WAY, &[C('X'), KeyCode::Delete], I::RemoveStop, "X",
        ("remove", "remove the picked stop; a click on its number does it too"), T::Waypoints),
    row(WAY, &[C('m')], I::MoveStop, "m",
        ("move", "move the picked stop to the cursor; or drag its number"), T::Waypoints),
    row(WAY, &[C('w')], I::Back, "w", ("", ""), T::Waypoints),
    row(WAY, &[KeyCode::Esc], I::Back, "Esc", ("leave", "leave without an order"), T::Waypoints),

    row(LAND, &[C('d')], I::Draw, "d", ("draw", "bend the land and see who thinks again"), T::Bend),
    row(DRAW, &[KeyCode::Enter], I::Confirm, "Enter", ("paint", "paint; with the mouse click or drag"), T::Bend),
    row(DRAW, &[C('v')], I::Line, "v", ("line", "an end of a straight line, twice"), T::Bend),
    row(DRAW, &[KeyCode::Tab], I::NextTool, "Tab", ("next", "the next brush, or kind of walker"), T::Bend),
    row(DRAW, &[KeyCode::BackTab], I::PreviousTool, "Shift+Tab", ("", ""), T::Bend),
    row(DRAW, &[KeyCode::Backspace], I::Undo, "Backspace", ("undo", "undo the last act"), T::Bend),
    row(DRAW, &[C('1')], bend(Brush::Wall), "1-0 e s r",
        ("", "the brushes, erase, spawn, remove: they are listed"), T::Bend),
    row(DRAW, &[C('2')], bend(Brush::Bridge), "2", ("", ""), T::Bend),
    row(DRAW, &[C('3')], bend(Brush::Mud), "3", ("", ""), T::Bend),
    row(DRAW, &[C('4')], bend(Brush::Fire), "4", ("", ""), T::Bend),
    row(DRAW, &[C('5')], bend(Brush::River), "5", ("", ""), T::Bend),
    row(DRAW, &[C('6')], bend(Brush::Beacon), "6", ("", ""), T::Bend),
    row(DRAW, &[C('7')], bend(Brush::Tower), "7", ("", ""), T::Bend),
    row(DRAW, &[C('8')], bend(Brush::Prefer), "8", ("", ""), T::Bend),
    row(DRAW, &[C('9')], bend(Brush::Avoid), "9", ("", ""), T::Bend),
    row(DRAW, &[C('0')], bend(Brush::Forbid), "0", ("", ""), T::Bend),
    row(DRAW, &[C('e')], bend(Brush::Erase), "e", ("", ""), T::Bend),
    row(DRAW, &[C('s')], I::Tool(Tool::Spawn(Kind::Porter)), "s", ("", ""), T::Bend),
    row(DRAW, &[C('r')], I::Tool(Tool::Remove), "r", ("", ""), T::Bend),
    row(DRAW, &[C('d')], I::Back, "d", ("", ""), T::Bend),
    row(DRAW, &[KeyCode::Esc], I::Back, "Esc", ("leave", ""), T::Bend),

    row(LAND, &[C('R')], I::History, "R",
        ("history", "plays what they knew till now; steering and the bar go to and fro; the game waits"), T::History),
    row(PAST, &[KeyCode::Home], I::First, "Home", ("first day", "the first day"), T::History),
    row(PAST, &[KeyCode::End], I::Last, "End", ("now", "now"), T::History),
    row(PAST, &[C('z')], I::ZoomIn, "z", ("", ""), T::History),
    row(PAST, &[C('Z')], I::ZoomOut, "Z", ("", ""), T::History),
    row(PAST, &[KeyCode::Esc], I::Back, "Esc", ("leave", ""), T::History),
    row(PAST, &[C('R')], I::Back, "R", ("", ""), T::History),
    row(LAND_AND_PAST, &[C(',')], I::Year, ",", ("year", "the card of the year that is over"), T::History),
    row(YEAR, &[KeyCode::Left, KeyCode::Up], I::Row(-1), "Left", ("year before", ""), T::History),
    row(YEAR, &[KeyCode::Right, KeyCode::Down], I::Row(1), "Right", ("next year", ""), T::History),
    row(YEAR, &[C(','), KeyCode::Enter], I::Back, ",", ("close", ""), T::History),
    row(LAND, &[C('s')], I::Town, "s",
        ("", "the settlement under the cursor or the nearest in sight: why it is here, what happened to it"), T::History),
    row(TOWN, &[KeyCode::Up, C('k')], I::Row(-1), "Up", ("", ""), T::History),
    row(TOWN, &[KeyCode::Down, C('j')], I::Row(1), "Down", ("more", ""), T::History),
    row(TOWN, &[C('s'), KeyCode::Enter], I::Back, "s", ("close", ""), T::History),
    row(LAND, &[C('*')], I::NextAmbition, "*", ("", "another ambition; in a level, its goals"), T::History),
    row(LAND, &[C('$')], I::FreeBuild, "$", ("", "building costs coin, or nothing"), T::Bend),
    row(LAND, &[C('@')], I::Live, "@",
        ("live", "live the selected unit, or the nearest: the land waits for each of your deeds"), T::Live),
    row(LIVED, &[C('8')], I::Steer(0, -1), "1-9", ("", ""), T::Live),
    row(LIVED, &[C('9')], I::Steer(1, -1), "9", ("", ""), T::Live),
    row(LIVED, &[C('6')], I::Steer(1, 0), "6", ("", ""), T::Live),
    row(LIVED, &[C('3')], I::Steer(1, 1), "3", ("", ""), T::Live),
    row(LIVED, &[C('2')], I::Steer(0, 1), "2", ("", ""), T::Live),
    row(LIVED, &[C('1')], I::Steer(-1, 1), "1", ("", ""), T::Live),
    row(LIVED, &[C('4')], I::Steer(-1, 0), "4", ("", ""), T::Live),
    row(LIVED, &[C('7')], I::Steer(-1, -1), "7", ("", ""), T::Live),
    row(LIVED, &[C('x')], I::Roam, "x",
        ("explore", "explore: first where and why; again goes there, until something happens"), T::Live),
    row(LIVED, &[C(';')], I::Aim, ";", ("travel", "choose where to travel; a click on the land does it too"), T::Live),
    row(LIVED, &[C('r')], I::Sleep, "r", ("rest", "sleep a night; in a settlement a wound heals"), T::Live),
    row(LIVED, &[C('s')], I::Look, "s", ("search", "look about, farther than usual; gather food where it grows"), T::Live),
    row(LIVED, &[C('.'), C('5')], I::Wait, ".", ("wait", "wait a moment"), T::Live),
    row(LIVED, &[C('g')], I::Travel, "g", ("", "travel to where the mouse points"), T::Live),
    row(LIVED, &[KeyCode::Enter], I::Confirm, "Enter", ("", ""), T::Live),
    row(LIVED, &[KeyCode::Esc, C('@')], I::Back, "Esc", ("step out", "step out; it goes on with what it did"), T::Live),
    row(AIM, &[KeyCode::Enter], I::Confirm, "Enter", ("go there", ""), T::Live),
    row(AIM, &[C('g')], I::Travel, "g", ("", ""), T::Live),
    row(AIM, &[KeyCode::Esc, C(';')], I::Back, "Esc", ("back", ""), T::Live),
    row(OVER, &[KeyCode::Enter, C('@')], I::Confirm, "Enter", ("the next life", ""), T::Live),
    row(OVER, &[C('q')], I::Quit, "q", ("quit", ""), T::Live),
    row(LOG, &[KeyCode::Tab, KeyCode::Right], I::Next, "Tab", ("", ""), T::Program),
    row(LOG, &[KeyCode::BackTab, KeyCode::Left], I::Previous, "Shift+Tab", ("", ""), T::Program),

    row(LISTS, &[KeyCode::Up], I::Row(-1), "Up", ("", ""), T::Program),
    row(LISTS, &[KeyCode::Down], I::Row(1), "Down", ("", ""), T::Program),
    row(LISTS, &[KeyCode::PageUp], I::Row(-10), "PgUp", ("", ""), T::Program),
    row(LISTS, &[KeyCode::PageDown], I::Row(10), "PgDn", ("", ""), T::Program),
    row(LISTS, &[KeyCode::Enter], I::Confirm, "Enter", ("", ""), T::Program),
    row(LISTS, &[KeyCode::Backspace], I::Undo, "Backspace", ("", ""), T::Program),
    row(ONLY_HELP, &[C('k')], I::Row(-1), "k", ("", ""), T::Program),
    row(ONLY_HELP, &[C('j')], I::Row(1), "j", ("", ""), T::Program),
    row(ASKED, &[KeyCode::Enter], I::Confirm, "Enter", ("save and quit", ""), T::Program),
    row(ASKED, &[C('q')], I::Back, "q", ("", ""), T::Program),

    row(ANY, &[C('?')], I::Help, "?", ("keys", "this list, everywhere"), T::Program),
    row(NOT_GO_WAY_DRAW, &[KeyCode::Esc], I::Back, "Esc", ("", "one step back; never quits"), T::Program),
    row(SEEN, &[C('c')], I::Colours, "c", ("", "colours: natural, high contrast, none"), T::Program),
    row(SEEN, &[C('M')], I::Mouse, "M", ("", "the mouse for the game, or for the terminal's own marking"), T::Program),
    row(SEEN, &[C('S')], I::Save, "S", ("", "save now (it also saves by itself)"), T::Program),
    row(SEEN, &[C('P')], I::Keepsakes, "P", ("", "take along: picture, map, history, cast, chronicle"), T::Program),
    row(LAND_OR_QUIT, &[C('W')], I::NewLand, "W",
        ("new land", "choose a new land: its seed, size and kind; this one is saved"), T::Program),
    row(SEEN, &[C('q')], I::Quit, "q", ("quit", "save and quit, after a question"), T::Program),
];

const MAP_BUT_DRAW: &[Mode] = &[Mode::Land, Mode::Go, Mode::Waypoints, Mode::Ask];
const ASK: &[Mode] = &[Mode::Ask];
const NOT_GO_WAY_DRAW: &[Mode] = &[
    Mode::Land,
    Mode::Orders,
    Mode::Lenses,
    Mode::Log,
    Mode::Keepsakes,
    Mode::Year,
    Mode::Town,
    Mode::Help,
    Mode::Quit,
    Mode::Over,
];
const LIVED: &[Mode] = &[Mode::Lived];
const AIM: &[Mode] = &[Mode::Aim];
const OVER: &[Mode] = &[Mode::Over];
const PAST: &[Mode] = &[Mode::History];
const LAND_AND_PAST: &[Mode] = &[Mode::Land, Mode::History];
const YEAR: &[Mode] = &[Mode::Year];
const LAND_OR_QUIT: &[Mode] = &[Mode::Land, Mode::Quit];
const TOWN: &[Mode] = &[Mode::Town];
const LOG: &[Mode] = &[Mode::Log];
const GO: &[Mode] = &[Mode::Go];
const WAY: &[Mode] = &[Mode::Waypoints];
const DRAW: &[Mode] = &[Mode::Draw];
const LENS_LIST: &[Mode] = &[Mode::Lenses];
const ONLY_HELP: &[Mode] = &[Mode::Help];
const ASKED: &[Mode] = &[Mode::Quit];

/// The row of an intent in a mode: hints and the bottom line read it.
pub fn binding(mode: Mode, intent: Intent) -> Option<&'static Binding> {
    TABLE.iter().find(|b| b.intent == intent && b.modes.contains(&mode))
}

#[cfg(test)]
mod tests {
    use super::super::keys::Keys;
    use super::*;
    use ratatui::crossterm::event::{KeyEvent, KeyModifiers};

    fn intent(mode: Mode, code: KeyCode, held: KeyModifiers) -> Option<Intent> {
        Keys::default().intent(mode, &KeyEvent::new(code, held))
    }

    #[test]
    fn pause_help_and_escape_work_everywhere() {
        for mode in Mode::ALL {
            for (code, wanted) in [(C(' '), I::Pause), (C('?'), I::Help), (KeyCode::Esc, I::Back)] {
                assert_eq!(intent(mode, code, KeyModifiers::NONE), Some(wanted), "{mode:?}");
            }
        }
    }

    #[test]
    fn arrows_and_capitals_go_far() {
        let press = |code, held| intent(Mode::Waypoints, code, held);
        assert_eq!(press(KeyCode::Left, KeyModifiers::SHIFT), Some(I::Steer(-8, 0)));
        assert_eq!(press(C('N'), KeyModifiers::SHIFT), Some(I::Steer(8, 8)));
        assert_eq!(press(C('u'), KeyModifiers::NONE), Some(I::Steer(1, -1)));
    }
}
