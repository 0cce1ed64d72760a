//! The one key table: mode, keys, intent, word on the bottom line, sentence in the help.
//!
//! Help, hints and the bottom line are generated from it, so they always agree with what the keys do. What an intent
//! does is elsewhere; the player's own key bindings are in `keys`.

pub use super::mode::Mode;
pub use super::topic::Topic;
use crate::scene::{Brush, Kind};
use crate::tui::modes::tool::Tool;
use ratatui::crossterm::event::KeyCode;

/// What a player asks of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyIntent {
    /// Moves the cursor by this many columns and rows of pixels.
    Steer(i32, i32),
    /// Moves the highlight in a list by this many rows.
    Row(i32),
    /// Types into the filter.
    Type(char),
    /// Pauses or resumes.
    Pause,
    /// Advances one tick.
    Step,
    /// The next higher speed.
    Faster,
    /// The next lower speed.
    Slower,
    /// Zooms in.
    ZoomIn,
    /// Zooms out.
    ZoomOut,
    /// Selects the next unit.
    Next,
    /// Selects the previous unit.
    Previous,
    /// Selects all units of the selected one's kind.
    AllOfKind,
    /// Marks a corner of a selection box.
    Box,
    /// Waits for the digit of the group to set.
    SetGroup,
    /// A digit: recalls a group, or sets it after `SetGroup`.
    Digit(u8),
    /// The camera follows the selected unit.
    Follow,
    /// The camera jumps to the busiest place.
    Busiest,
    /// Proposes the path to the cursor; pressed again, takes it.
    Go,
    /// Adds the cursor's cell to the orders, or to the waypoints.
    Append,
    /// Waypoint mode.
    Waypoints,
    /// Inserts the cursor's cell where it adds the least distance.
    BestInsert,
    /// Makes the waypoints a patrol.
    Patrol,
    /// Selects the next (1) or previous (-1) stop.
    Pick(i32),
    /// Removes the selected stop.
    RemoveStop,
    /// Moves the selected stop to the cursor.
    MoveStop,
    /// Sets the rally point of the settlement under the cursor.
    Rally,
    /// The menu of orders.
    Orders,
    /// Explains the leader's path.
    Explain,
    /// Explains the path between any two cells.
    RouteQuery,
    /// The next kind of unit to explain a path for.
    NextKind,
    /// Lets searches race between two cells.
    Race,
    /// Draw mode.
    Draw,
    /// Selects a brush or another editing tool.
    Tool(Tool),
    /// The next tool, or the next kind of unit to spawn.
    NextTool,
    /// The previous tool.
    PreviousTool,
    /// Marks an end of a straight line.
    Line,
    /// Undoes the last waypoint, stroke or order; deletes the last letter of a filter.
    Undo,
    /// Toggles between what the player's people know and the whole land.
    Reveal,
    /// Toggles the search overlay.
    SearchOverlay,
    /// Opens the list of lenses, or turns the lens off.
    Lenses,
    /// The cards of the selected unit and of what is under the cursor.
    Card,
    /// The event log.
    Log,
    /// Opens or leaves the history replay.
    History,
    /// The history's first day.
    First,
    /// The history's last day.
    Last,
    /// Cuts to the next story.
    NextStory,
    /// A year's summary.
    Year,
    /// The page of the settlement under the cursor, or of the nearest in view.
    Town,
    /// Opens the lab on the land as the player's people know it.
    Lab,
    /// Opens the codex, at the page of what is on screen.
    Codex,
    /// The ledger of works.
    Ledger,
    /// Looks ahead with what is proposed and without it.
    WhatIf,
    /// Chooses the other of two lands.
    OtherLand,
    /// Keeps an offer for the next season.
    Postpone,
    /// Refuses an offer, or removes a work.
    RemoveWork,
    /// The next toll of a work.
    Toll,
    /// Shows where a work is.
    ShowWork,
    /// Toggles whether a steward decides about works.
    Steward,
    /// Shows the arc of objectives, or the goals of a level.
    Objectives,
    /// Shows who is remembered, and for what.
    Persons,
    /// Accepts the charter that is offered.
    Accept,
    /// Refuses it.
    Refuse,
    /// Toggles whether building costs coin.
    FreeBuild,
    /// The next palette.
    Colours,
    /// Shows or hides the small map of the whole land.
    SmallMap,
    /// Plays as a unit, or begins the next life.
    PlayAs,
    /// Opens the pack.
    Pack,
    /// Waits a moment.
    Wait,
    /// Searches the surroundings.
    Search,
    /// Sleeps a night.
    Rest,
    /// Travels to the cursor.
    Travel,
    /// Chooses a destination.
    ChooseDestination,
    /// Explores: proposes where and why; pressed again, goes there.
    Explore,
    /// Waits for the digit of the bookmark to set at the cursor.
    SetBookmark,
    /// Waits for the digit of the bookmark to jump to.
    JumpToBookmark,
    /// Toggles whether the game captures the mouse.
    Mouse,
    /// Saves.
    Save,
    /// The export menu.
    Export,
    /// The new-land screen.
    NewLand,
    /// The list of levels.
    Levels,
    /// The next level.
    NextLevel,
    /// The same level again.
    Retry,
    /// The same level as it was ten seconds ago.
    TakeBack,
    /// Asks whether to quit.
    Quit,
    /// Skips the hint on the bottom line.
    SkipHint,
    /// The help.
    Help,
    /// Confirms; selects what is under the cursor; paints.
    Confirm,
    /// Goes back one step.
    Back,
    /// Saves and ends at once.
    Interrupt,
    /// Suspends to the shell.
    Suspend,
}

impl Topic {
    /// The intent that opens the mode it is about, if any.
    pub fn opened_by(self) -> Option<KeyIntent> {
        match self {
            Topic::Waypoints => Some(KeyIntent::Waypoints),
            Topic::Editing => Some(KeyIntent::Draw),
            Topic::History => Some(KeyIntent::History),
            Topic::Possession => Some(KeyIntent::PlayAs),
            _ => None,
        }
    }
}

/// A row of the game's key table, or of another table with its own modes `M` and intents `I`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding<M: 'static = Mode, I = KeyIntent> {
    /// Modes in which it applies.
    pub modes: &'static [M],
    /// Its keys; the first one is shown.
    pub keys: &'static [KeyCode],
    /// What they do.
    pub intent: I,
    /// The key as it is shown.
    pub label: &'static str,
    /// A word for the bottom line; empty if it is not shown there.
    pub brief: &'static str,
    /// A sentence for the help; empty if another row covers it.
    pub help: &'static str,
    /// Its heading in the help.
    pub topic: Topic,
}

const MAP: &[Mode] = &[Mode::Land, Mode::Go, Mode::Waypoints, Mode::Draw, Mode::RouteQuery];
/// [`MAP`], and the modes of playing as a unit.
const MAP_AND_POSSESSION: &[Mode] = &[
    Mode::Land,
    Mode::Go,
    Mode::Waypoints,
    Mode::Draw,
    Mode::RouteQuery,
    Mode::Possession,
    Mode::Destination,
];
/// Modes in which Tab selects units.
const SELECTING: &[Mode] = &[Mode::Land, Mode::Go, Mode::Waypoints];
const LAND: &[Mode] = &[Mode::Land];
const ANY: &[Mode] = &Mode::ALL;
const LISTS: &[Mode] = &[
    Mode::Orders,
    Mode::Lenses,
    Mode::Card,
    Mode::Log,
    Mode::Export,
    Mode::Help,
    Mode::Levels,
    Mode::Choosing,
    Mode::Pack,
];

/// The digits that choose one of several things: a row has them all, and its intent takes the digit that is pressed.
const DIGIT_KEYS: [KeyCode; 9] = [C('1'), C('2'), C('3'), C('4'), C('5'), C('6'), C('7'), C('8'), C('9')];

const FOUR_DIGITS: [KeyCode; 4] = [C('1'), C('2'), C('3'), C('4')];

/// A row; `words` are for the bottom line and for the help.
pub(crate) const fn row<M, I: Copy>(
    modes: &'static [M],
    keys: &'static [KeyCode],
    intent: I,
    show: &'static str,
    words: (&'static str, &'static str),
    topic: Topic,
) -> Binding<M, I> {
    Binding { modes, keys, intent, label: show, brief: words.0, help: words.1, topic }
}

/// Selects a brush.
const fn brush_intent(brush: Brush) -> KeyIntent {
    KeyIntent::Tool(Tool::Brush(brush))
}

use KeyCode::Char as C;
use KeyIntent as I;
use Topic as T;

/// The cursor's keys: letter, arrow, dx, dy. Capitals and Shift move `STRIDE_PIXELS` times as far.
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

/// How many pixels a capital or Shift moves the cursor.
pub(super) const STRIDE_PIXELS: i32 = 8;

/// The table.
#[rustfmt::skip]
pub const TABLE: &[Binding] = &[
    row(ANY, &[C(' ')], I::Pause, "Space", ("pause", "pause or resume"), T::Time),
    row(MAP, &[C('+')], I::Faster, "+", ("", "faster: ×1 ×2 ×4 ×16 ×64"), T::Time),
    row(MAP, &[C('-'), C('_')], I::Slower, "-", ("", "slower"), T::Time),
    row(MAP, &[C('.')], I::Step, ".", ("", "advance one step, then pause"), T::Time),

    row(MAP_AND_POSSESSION, &[C('z')], I::ZoomIn, "z", ("zoom", "zoom in"), T::View),
    row(MAP_AND_POSSESSION, &[C('Z')], I::ZoomOut, "Z", ("", "zoom out"), T::View),
    row(MAP, &[C('f')], I::Reveal, "f", ("reveal", "show all, or only what your people know"), T::View),
    row(MAP_BUT_DRAW, &[C('t')], I::SearchOverlay, "t",
        ("paths", "show pathfinding (again: replay the last search)"), T::View),
    row(LENS_LIST, &DIGIT_KEYS, I::Digit(1), "1-9", ("", ""), T::View),
    row(MAP, &[KeyCode::Home], I::Busiest, "Home", ("", "jump to the busiest place"), T::View),
    row(WATCH, &[C('n')], I::NextStory, "n",
        ("next story", "while the camera goes its own way: cut to the next story (any other key takes over there)"), T::View),
    row(MAP, &[C('F')], I::Follow, "F", ("", "follow the selected unit with the camera"), T::View),
    row(MAP_AND_POSSESSION, &[C('I')], I::Card, "I", ("card", "show the cards in full"), T::View),
    row(MAP_AND_POSSESSION, &[C(':')], I::Log, ":", ("log", "open the event log (type to filter)"), T::View),
    row(MAP, &[C(';')], I::SmallMap, ";", ("", "toggle the small map (click it to jump)"), T::View),
    row(LAND, &[C('m')], I::SetBookmark, "m 1-9", ("", "bookmark this place"), T::View),
    row(LAND, &[C('\'')], I::JumpToBookmark, "' 1-9", ("", "jump to a bookmark"), T::View),
    row(MAP_BUT_DRAW, &[C('x')], I::Lenses, "x",
        ("lenses", "choose a lens (again: turn it off)"), T::View),
    row(LAND, &[C('V')], I::Lab, "V",
        ("lab", "open the search lab on the known land"), T::View),
    row(LAND_OR_LEVEL_OVER, &[C('C')], I::Codex, "C",
        ("codex", "read how what is on screen works"), T::View),

    row(SELECTING, &[KeyCode::Tab], I::Next, "Tab", ("next", "select the next unit"), T::Selection),
    row(SELECTING, &[KeyCode::BackTab], I::Previous, "Shift+Tab", ("", "select the previous unit"), T::Selection),
    row(LAND, &[C('A')], I::AllOfKind, "A", ("", "select all of its kind"), T::Selection),
    row(LAND, &[C('v')], I::Box, "v", ("", "select a box: mark two corners"), T::Selection),
    row(LAND, &[KeyCode::Enter], I::Confirm, "Enter", ("", "select the unit under the cursor"), T::Selection),
    row(LAND, &[C('#')], I::SetGroup, "# 1-9", ("", "save the selection as a group"), T::Selection),
    row(LAND, &DIGIT_KEYS, I::Digit(1), "1-9", ("", "select a group"), T::Selection),

    row(LAND, &[C('g')], I::Go, "g", ("go", "go here (press again to confirm)"), T::Order),
    row(LAND, &[C('a')], I::Append, "a", ("", "add as next waypoint"), T::Order),
    row(LAND, &[C('i')], I::BestInsert, "i",
        ("insert", "insert where it adds the least distance"), T::Order),
    row(LAND, &[C('w')], I::Waypoints, "w", ("waypoints", "plan a route with several waypoints"), T::Order),
    row(LAND, &[C('o')], I::Orders, "o", ("orders", "choose from all orders (type to filter)"), T::Order),
    row(LAND, &[C('r')], I::Rally, "r",
        ("rally", "set the rally point of this settlement"), T::Order),
    row(MAP_BUT_DRAW, &[C('e')], I::Explain, "e",
        ("explain", "explain this path and its alternatives"), T::Order),
    row(LAND, &[C('E')], I::RouteQuery, "E", ("", "explain the path between any two places"), T::Order),
    row(ROUTE_QUERY, &[KeyCode::Tab], I::NextKind, "Tab", ("kind", ""), T::Order),
    row(ROUTE_QUERY, &[C('r')], I::Race, "r", ("race", "while explaining: bet on one of four searches, and let them race there"), T::Order),
    row(RACE, &FOUR_DIGITS, I::Digit(1), "1-4", ("", ""), T::Order),
    row(RACE, &[KeyCode::Up, C('k')], I::Row(-1), "Up", ("", ""), T::Order),
    row(RACE, &[KeyCode::Down, C('j')], I::Row(1), "Down", ("", ""), T::Order),
    row(RACE, &[KeyCode::Enter, C('g')], I::Confirm, "Enter", ("", ""), T::Order),
    row(ROUTE_QUERY, &[KeyCode::Enter, C('E')], I::Confirm, "Enter", ("start", ""), T::Order),
    row(ROUTE_QUERY, &[KeyCode::Esc], I::Back, "Esc", ("leave", ""), T::Order),
    row(LAND, &[C('=')], I::WhatIf, "=",
        ("what if", "look ten days ahead, with the proposed order, edit or work and without it"), T::Order),
    row(LEDGER, &[C('=')], I::WhatIf, "=", ("", ""), T::Program),
    row(WHAT_IF, &[KeyCode::Enter], I::Confirm, "Enter", ("keep", ""), T::Order),
    row(WHAT_IF, &[KeyCode::Right, C('l'), KeyCode::Left, C('h')], I::OtherLand, "Right", ("with, without", ""), T::Order),
    row(WHAT_IF, &[KeyCode::Tab], I::Next, "Tab", ("lens", ""), T::Order),
    row(LAND, &[KeyCode::Backspace], I::Undo, "Backspace",
        ("", "undo the last order or change"), T::Order),

    row(GO, &[KeyCode::Enter], I::Confirm, "Enter", ("go", ""), T::Order),
    row(GO, &[C('g')], I::Go, "g", ("", ""), T::Order),
    row(GO, &[C('a')], I::Append, "a", ("append", ""), T::Order),
    row(GO, &[C('w')], I::Waypoints, "w", ("waypoints", ""), T::Order),
    row(GO, &[C('=')], I::WhatIf, "=", ("what if", ""), T::Order),
    row(GO, &[KeyCode::Esc], I::Back, "Esc", ("cancel", ""), T::Order),

    row(WAYPOINTS, &[KeyCode::Enter], I::Confirm, "Enter", ("go", "go along this route"), T::Waypoints),
    row(WAYPOINTS, &[C('a')], I::Append, "a", ("add", "add a waypoint here (or click)"), T::Waypoints),
    row(WAYPOINTS, &[C('=')], I::WhatIf, "=", ("what if", ""), T::Waypoints),
    row(WAYPOINTS, &[C('i')], I::BestInsert, "i", ("insert", "insert where it adds the least distance"), T::Waypoints),
    row(WAYPOINTS, &[C('p')], I::Patrol, "p", ("patrol", "patrol these waypoints in a loop"), T::Waypoints),
    row(WAYPOINTS, &[KeyCode::Backspace], I::Undo, "Backspace", ("undo", "undo the last change"), T::Waypoints),
    row(WAYPOINTS, &[C(']')], I::Pick(1), "]",
        ("next stop", "select the next stop"), T::Waypoints),
    row(WAYPOINTS, &[C('[')], I::Pick(-1), "[", ("", "select the previous stop"), T::Waypoints),
    row(WAYPOINTS, &[C('X'), KeyCode::Delete], I::RemoveStop, "X",
        ("remove", "remove the selected stop (or click it)"), T::Waypoints),
    row(WAYPOINTS, &[C('m')], I::MoveStop, "m",
        ("move", "move the selected stop here (or drag it)"), T::Waypoints),
    row(WAYPOINTS, &[C('w')], I::Back, "w", ("", ""), T::Waypoints),
    row(WAYPOINTS, &[KeyCode::Esc], I::Back, "Esc", ("leave", "cancel without giving an order"), T::Waypoints),

    row(LAND, &[C('d')], I::Draw, "d", ("draw", "edit the land"), T::Editing),
    row(DRAW, &[KeyCode::Enter], I::Confirm, "Enter", ("paint", "paint (or click and drag)"), T::Editing),
    row(DRAW, &[C('=')], I::WhatIf, "=", ("what if", ""), T::Editing),
    row(DRAW, &[C('v')], I::Line, "v", ("line", "draw a straight line: mark both ends"), T::Editing),
    row(DRAW, &[KeyCode::Tab], I::NextTool, "Tab", ("next", "next brush, or next kind of unit"), T::Editing),
    row(DRAW, &[KeyCode::BackTab], I::PreviousTool, "Shift+Tab", ("", ""), T::Editing),
    row(DRAW, &[KeyCode::Backspace], I::Undo, "Backspace", ("undo", "undo the last edit"), T::Editing),
    row(DRAW, &[C('1')], brush_intent(Brush::Wall), "1-0 e s r",
        ("", "choose a brush, erase, spawn or remove"), T::Editing),
    row(DRAW, &[C('2')], brush_intent(Brush::Bridge), "2", ("", ""), T::Editing),
    row(DRAW, &[C('3')], brush_intent(Brush::Mud), "3", ("", ""), T::Editing),
    row(DRAW, &[C('4')], brush_intent(Brush::Fire), "4", ("", ""), T::Editing),
    row(DRAW, &[C('5')], brush_intent(Brush::River), "5", ("", ""), T::Editing),
    row(DRAW, &[C('6')], brush_intent(Brush::Beacon), "6", ("", ""), T::Editing),
    row(DRAW, &[C('7')], brush_intent(Brush::Tower), "7", ("", ""), T::Editing),
    row(DRAW, &[C('8')], brush_intent(Brush::Prefer), "8", ("", ""), T::Editing),
    row(DRAW, &[C('9')], brush_intent(Brush::Avoid), "9", ("", ""), T::Editing),
    row(DRAW, &[C('0')], brush_intent(Brush::Forbid), "0", ("", ""), T::Editing),
    row(DRAW, &[C('e')], brush_intent(Brush::Erase), "e", ("", ""), T::Editing),
    row(DRAW, &[C('s')], I::Tool(Tool::Spawn(Kind::Porter)), "s", ("", ""), T::Editing),
    row(DRAW, &[C('r')], I::Tool(Tool::Remove), "r", ("", ""), T::Editing),
    row(DRAW, &[C('d')], I::Back, "d", ("", ""), T::Editing),
    row(DRAW, &[KeyCode::Esc], I::Back, "Esc", ("leave", ""), T::Editing),

    row(LAND, &[C('R')], I::History, "R",
        ("history", "replay history (arrows scrub)"), T::History),
    row(HISTORY, &[KeyCode::Home], I::First, "Home", ("start", "jump to the first day"), T::History),
    row(HISTORY, &[KeyCode::End], I::Last, "End", ("now", "jump to the present"), T::History),
    row(HISTORY, &[C('I')], I::Card, "I", ("", ""), T::History),
    row(HISTORY, &[C('z')], I::ZoomIn, "z", ("", ""), T::History),
    row(HISTORY, &[C('Z')], I::ZoomOut, "Z", ("", ""), T::History),
    row(HISTORY, &[KeyCode::Esc], I::Back, "Esc", ("leave", ""), T::History),
    row(HISTORY, &[C('R')], I::Back, "R", ("", ""), T::History),
    row(LAND_AND_HISTORY, &[C(',')], I::Year, ",", ("year", "show last year's summary"), T::History),
    row(YEAR, &[KeyCode::Left], I::Previous, "Left", ("previous year", ""), T::History),
    row(YEAR, &[KeyCode::Right], I::Next, "Right", ("next year", ""), T::History),
    row(YEAR, &[KeyCode::Up, C('k')], I::Row(-1), "Up", ("", ""), T::History),
    row(YEAR, &[KeyCode::Down, C('j')], I::Row(1), "Down", ("", ""), T::History),
    row(YEAR, &[C(','), KeyCode::Enter], I::Back, ",", ("close", ""), T::History),
    row(LAND, &[C('s')], I::Town, "s",
        ("", "show what this settlement came of, and its annals"), T::History),
    row(OBJECTIVES, &[C('a')], I::Accept, "a", ("accept", ""), T::History),
    row(OBJECTIVES, &[C('r')], I::Refuse, "r", ("refuse", ""), T::History),
    row(PAGES, &[KeyCode::Up, C('k')], I::Row(-1), "Up", ("", ""), T::History),
    row(PAGES, &[KeyCode::Down, C('j')], I::Row(1), "Down", ("scroll", ""), T::History),
    row(PAGES, &DIGIT_KEYS, I::Digit(1), "1-9", ("see where", ""), T::History),
    row(TOWN, &[C('R')], I::History, "R 1-9", ("see its day", ""), T::History),
    row(TOWN, &[C('p')], I::Persons, "p", ("persons", "on that page: who is remembered, and for what"), T::History),
    row(TOWN, &[C('s'), KeyCode::Enter], I::Back, "s", ("close", ""), T::History),
    row(OBJECTIVES, &[C('*'), KeyCode::Enter], I::Back, "*", ("close", ""), T::History),
    row(LAND, &[C('*')], I::Objectives, "*", ("", "show your objectives (in a level: its goals)"), T::History),
    row(LAND, &[C('$')], I::Ledger, "$", ("", "ledger: offers, works, tolls, sandbox"), T::Editing),
    row(LEDGER, &[KeyCode::Up, C('k')], I::Row(-1), "Up", ("", ""), T::Editing),
    row(LEDGER, &[KeyCode::Down, C('j')], I::Row(1), "Down", ("", ""), T::Editing),
    row(LEDGER, &[KeyCode::Enter], I::Confirm, "Enter", ("fund, close, open", ""), T::Editing),
    row(LEDGER, &[C('p')], I::Postpone, "p", ("", ""), T::Editing),
    row(LEDGER, &[C('x')], I::RemoveWork, "x", ("remove", ""), T::Editing),
    row(LEDGER, &[C('t')], I::Toll, "t", ("", ""), T::Editing),
    row(LEDGER, &[C('g')], I::ShowWork, "g", ("see where", ""), T::Editing),
    row(LEDGER, &[C('s')], I::Steward, "s", ("", ""), T::Editing),
    row(LEDGER, &[C('f')], I::FreeBuild, "f", ("", ""), T::Editing),
    row(LEDGER, &[C('$')], I::Back, "$", ("close", ""), T::Editing),
    row(LAND, &[C('@')], I::PlayAs, "@",
        ("play as", "play as this unit, turn by turn"), T::Possession),
    row(POSSESSION, &[C('8')], I::Steer(0, -1), "1-9", ("", ""), T::Possession),
    row(POSSESSION, &[C('9')], I::Steer(1, -1), "9", ("", ""), T::Possession),
    row(POSSESSION, &[C('6')], I::Steer(1, 0), "6", ("", ""), T::Possession),
    row(POSSESSION, &[C('3')], I::Steer(1, 1), "3", ("", ""), T::Possession),
    row(POSSESSION, &[C('2')], I::Steer(0, 1), "2", ("", ""), T::Possession),
    row(POSSESSION, &[C('1')], I::Steer(-1, 1), "1", ("", ""), T::Possession),
    row(POSSESSION, &[C('4')], I::Steer(-1, 0), "4", ("", ""), T::Possession),
    row(POSSESSION, &[C('7')], I::Steer(-1, -1), "7", ("", ""), T::Possession),
    row(POSSESSION, &[C('x')], I::Explore, "x",
        ("explore", "explore (press again to confirm)"), T::Possession),
    row(POSSESSION, &[C(';')], I::ChooseDestination, ";", ("travel", "choose where to travel (or click)"), T::Possession),
    row(POSSESSION, &[C('r')], I::Rest, "r", ("rest", "sleep a night (in a settlement: heal a wound)"), T::Possession),
    row(POSSESSION, &[C('s')], I::Search, "s", ("search", "search around you, and gather food"), T::Possession),
    row(POSSESSION, &[C('.'), C('5')], I::Wait, ".", ("wait", "wait a moment"), T::Possession),
    row(POSSESSION, &[C('e')], I::Explain, "e", ("", "show the way of the nearest foe in sight, and why"), T::Possession),
    row(POSSESSION, &[C('i')], I::Pack, "i", ("pack", "your pack, and what a settlement sells (a wanderer's)"), T::Possession),
    row(CHOOSING, &FOUR_DIGITS, I::Digit(1), "1-4", ("", ""), T::Possession),
    row(PACK, &[C('i')], I::Back, "i", ("", ""), T::Possession),
    row(POSSESSION, &[C('g')], I::Travel, "g", ("", "travel to the mouse pointer"), T::Possession),
    row(POSSESSION, &[KeyCode::Enter], I::Confirm, "Enter", ("", ""), T::Possession),
    row(POSSESSION, &[KeyCode::Esc, C('@')], I::Back, "Esc", ("leave", "stop playing as this unit"), T::Possession),
    row(DESTINATION, &[KeyCode::Enter], I::Confirm, "Enter", ("go there", ""), T::Possession),
    row(DESTINATION, &[C('g')], I::Travel, "g", ("", ""), T::Possession),
    row(DESTINATION, &[KeyCode::Esc, C(';')], I::Back, "Esc", ("back", ""), T::Possession),
    row(LIFE_OVER, &[KeyCode::Enter, C('@')], I::Confirm, "Enter", ("next life", ""), T::Possession),
    row(LIFE_OVER, &[C('q')], I::Quit, "q", ("quit", ""), T::Possession),
    row(CARD, &[C('I')], I::Back, "I", ("close", ""), T::View),
    row(LOG, &[KeyCode::Tab], I::Next, "Tab", ("", ""), T::Program),
    row(LOG, &[KeyCode::BackTab], I::Previous, "Shift+Tab", ("", ""), T::Program),
    row(LOG, &[KeyCode::Right], I::Town, "Right", ("why", ""), T::Program),

    row(LISTS, &[KeyCode::Up], I::Row(-1), "Up", ("", ""), T::Program),
    row(LISTS, &[KeyCode::Down], I::Row(1), "Down", ("", ""), T::Program),
    row(LISTS, &[KeyCode::PageUp], I::Row(-10), "PgUp", ("", ""), T::Program),
    row(LISTS, &[KeyCode::PageDown], I::Row(10), "PgDn", ("", ""), T::Program),
    row(LISTS, &[KeyCode::Enter], I::Confirm, "Enter", ("", ""), T::Program),
    row(LISTS, &[KeyCode::Backspace], I::Undo, "Backspace", ("", ""), T::Program),
    row(READING, &[C('k')], I::Row(-1), "k", ("", ""), T::Program),
    row(READING, &[C('j')], I::Row(1), "j", ("", ""), T::Program),
    row(QUIT, &[KeyCode::Enter], I::Confirm, "Enter", ("save and quit", ""), T::Program),
    row(QUIT, &[C('q')], I::Back, "q", ("", ""), T::Program),

    row(LAND, &[C('X')], I::SkipHint, "X", ("skip", "skip the hint on the bottom line"), T::Program),
    row(ANY, &[C('?')], I::Help, "?", ("keys", "show this list"), T::Program),
    row(WATCH, &[KeyCode::Esc], I::Back, "Esc", ("take over", ""), T::Program),
    row(LAND, &[KeyCode::Esc], I::Back, "Esc", ("", "go back one step (never quits)"), T::Program),
    row(Mode::VIEWS, &[KeyCode::Esc], I::Back, "Esc", ("", ""), T::Program),
    row(MAP_AND_POSSESSION, &[C('c')], I::Colours, "c", ("", "colours: natural, high contrast, monochrome"), T::Program),
    row(MAP_AND_POSSESSION, &[C('M')], I::Mouse, "M", ("", "toggle the mouse: game or text selection"), T::Program),
    row(MAP_AND_POSSESSION, &[C('S')], I::Save, "S", ("", "save now (also happens automatically)"), T::Program),
    row(MAP_AND_POSSESSION, &[C('P')], I::Export, "P", ("", "export picture, map, history, cast, chronicle, level"), T::Program),
    row(LAND_OR_QUIT, &[C('W')], I::NewLand, "W",
        ("new land", "choose a new land (this one is saved)"), T::Program),
    row(LAND_OR_LEVEL_OVER, &[C('G')], I::Levels, "G",
        ("levels", "choose a level (this game is saved)"), T::Program),
    row(LEVEL_OVER, &[C('n'), KeyCode::Enter], I::NextLevel, "n", ("next level", ""), T::Program),
    row(LEVEL_OVER, &[C('r')], I::Retry, "r", ("again", ""), T::Program),
    row(LAND_OR_LEVEL_OVER, &[C('<')], I::TakeBack, "<", ("take back", "take back ten seconds of a level"), T::Program),
    row(MAP_AND_POSSESSION, &[C('q')], I::Quit, "q", ("quit", "save and quit (asks first)"), T::Program),
];

const MAP_BUT_DRAW: &[Mode] = &[Mode::Land, Mode::Go, Mode::Waypoints, Mode::RouteQuery];
const ROUTE_QUERY: &[Mode] = &[Mode::RouteQuery];
const RACE: &[Mode] = &[Mode::Race];
const POSSESSION: &[Mode] = &[Mode::Possession];
const DESTINATION: &[Mode] = &[Mode::Destination];
const CHOOSING: &[Mode] = &[Mode::Choosing];
const PACK: &[Mode] = &[Mode::Pack];
const LIFE_OVER: &[Mode] = &[Mode::LifeOver];
const LEVEL_OVER: &[Mode] = &[Mode::LevelOver];
const LAND_OR_LEVEL_OVER: &[Mode] = &[Mode::Land, Mode::LevelOver];
const HISTORY: &[Mode] = &[Mode::History];
const LAND_AND_HISTORY: &[Mode] = &[Mode::Land, Mode::History];
const YEAR: &[Mode] = &[Mode::Year];
const LAND_OR_QUIT: &[Mode] = &[Mode::Land, Mode::Quit];
/// Modes of pages.
pub(crate) const PAGES: &[Mode] = &[Mode::Town, Mode::Objectives];
const WHAT_IF: &[Mode] = &[Mode::WhatIf];
const LEDGER: &[Mode] = &[Mode::Ledger];
const TOWN: &[Mode] = &[Mode::Town];
const OBJECTIVES: &[Mode] = &[Mode::Objectives];
const LOG: &[Mode] = &[Mode::Log];
const CARD: &[Mode] = &[Mode::Card];
const GO: &[Mode] = &[Mode::Go];
const WAYPOINTS: &[Mode] = &[Mode::Waypoints];
const DRAW: &[Mode] = &[Mode::Draw];
const LENS_LIST: &[Mode] = &[Mode::Lenses];
const READING: &[Mode] = &[Mode::Help, Mode::Card];
const QUIT: &[Mode] = &[Mode::Quit];
const WATCH: &[Mode] = &[Mode::Watch];

/// The row of an intent in a mode, for hints and the bottom line.
pub(crate) fn binding(mode: Mode, intent: KeyIntent) -> Option<&'static Binding> {
    TABLE.iter().find(|b| b.intent == intent && b.modes.contains(&mode))
}
