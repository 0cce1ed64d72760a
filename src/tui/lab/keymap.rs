//! The lab's key table, in the same form as the game's, and with the same keys for the same ideas.
//!
//! Help and bottom line are generated from it, and `docs/LAB.md` is checked against it. `update` handles the intents.

use super::brush::Brush;
use crate::lab::SetupPart;
use crate::tui::input::keymap::{Binding, Topic, row};
use ratatui::crossterm::event::KeyCode;

/// What the keyboard currently controls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LabMode {
    /// Viewing runs.
    #[default]
    Look,
    /// Reading a page that covers its scene.
    Read,
    /// Editing the map.
    Draw,
    /// A list is open.
    List,
    /// A quiz question waits for its answer.
    Quiz,
    /// A map on which the algorithm performs badly is being searched.
    Break,
    /// The help.
    Help,
}

impl LabMode {
    /// All modes.
    pub const ALL: [LabMode; 7] = [
        LabMode::Look,
        LabMode::Read,
        LabMode::Draw,
        LabMode::List,
        LabMode::Quiz,
        LabMode::Break,
        LabMode::Help,
    ];

    /// Whether the keyboard moves the cursor over the map.
    pub fn moves_cursor(self) -> bool {
        matches!(self, LabMode::Look | LabMode::Draw | LabMode::Quiz)
    }

    /// Its name in the help.
    pub fn name(self) -> &'static str {
        match self {
            LabMode::Look => "viewing",
            LabMode::Read => "reading",
            LabMode::Draw => "drawing",
            LabMode::List => "choosing from a list",
            LabMode::Quiz => "answering a question",
            LabMode::Break => "breaking an algorithm",
            LabMode::Help => "reading the help",
        }
    }
}

/// What a player asks of the lab.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabIntent {
    /// Moves the cursor by this many columns and rows of pixels.
    Steer(i32, i32),
    /// Moves the highlight in a list, or scrolls the help.
    Row(i32),
    /// Types into the filter.
    Type(char),
    /// Runs or pauses.
    Pause,
    /// Moves by this many expansions.
    Step(i32),
    /// The next higher speed.
    Faster,
    /// The next lower speed.
    Slower,
    /// Jumps before the first expansion.
    First,
    /// Jumps after the last expansion.
    Last,
    /// Zooms in.
    ZoomIn,
    /// Zooms out.
    ZoomOut,
    /// Compares what the first two searches expanded.
    Tint,
    /// The next form in which the path is drawn.
    PathForm,
    /// Shows or hides what the algorithms prepared.
    Shape,
    /// Opens the choices for a part of the setup.
    Choose(SetupPart),
    /// Opens the list of maps.
    Maps,
    /// Raises the heuristic's weight.
    RaiseWeight,
    /// Lowers the heuristic's weight.
    LowerWeight,
    /// Adds a lane.
    Add,
    /// Removes the selected lane.
    Remove,
    /// Selects the next lane.
    Next,
    /// Selects the previous lane.
    Previous,
    /// Selects this lane.
    SelectLane(usize),
    /// Toggles the quiz before a run.
    ToggleQuiz,
    /// An answer, from 0.
    Answer(usize),
    /// Draw mode.
    Draw,
    /// Selects a brush.
    Brush(Brush),
    /// The next brush.
    NextBrush,
    /// The previous brush.
    PreviousBrush,
    /// Moves the start to the cursor.
    Start,
    /// Moves the goal to the cursor.
    Goal,
    /// Undoes the last change of the map, or deletes the last letter of a filter.
    Undo,
    /// Searches for a map on which the algorithm performs badly.
    Break,
    /// Saves the map to a file.
    Save,
    /// Exports the run of the selected lane.
    Export,
    /// The next palette.
    Colours,
    /// Toggles whether the lab captures the mouse.
    Mouse,
    /// The codex: its contents, or the page of the selected search.
    Codex,
    /// The page so many after the open one.
    TurnPage(i8),
    /// The help.
    Help,
    /// Confirms.
    Confirm,
    /// Goes back one step.
    Back,
    /// Leaves the lab.
    Quit,
    /// Returns to the game, if the lab was opened from there.
    Game,
    /// Quits at once.
    Interrupt,
    /// Suspends to the shell.
    Suspend,
}

/// A row of this table.
pub type LabBinding = Binding<LabMode, LabIntent>;

use KeyCode::Char as C;
use LabIntent as I;
use Topic as T;

const ANY: &[LabMode] = &LabMode::ALL;
const MAP: &[LabMode] = &[LabMode::Look, LabMode::Draw];
const LOOK: &[LabMode] = &[LabMode::Look];
const READ: &[LabMode] = &[LabMode::Read];
const LOOK_OR_READ: &[LabMode] = &[LabMode::Look, LabMode::Read];
const MAP_OR_READ: &[LabMode] = &[LabMode::Look, LabMode::Draw, LabMode::Read];
const DRAW: &[LabMode] = &[LabMode::Draw];
const LISTS: &[LabMode] = &[LabMode::List, LabMode::Help];
const LIST: &[LabMode] = &[LabMode::List];
const ASK: &[LabMode] = &[LabMode::Quiz];
const BREAK: &[LabMode] = &[LabMode::Break];
const HELP: &[LabMode] = &[LabMode::Help];

/// The topics of the help, in its order.
pub const TOPICS: [Topic; 7] =
    [Topic::Time, Topic::Setup, Topic::Comparison, Topic::Map, Topic::View, Topic::Codex, Topic::Lab];

/// The table.
#[rustfmt::skip]
pub const TABLE: &[LabBinding] = &[
    row(MAP, &[C(' ')], I::Pause, "Space", ("run", "run or pause (at the end: restart)"), T::Time),
    row(MAP, &[C('.')], I::Step(1), ".", ("step", "advance one expansion"), T::Time),
    row(MAP, &[C(',')], I::Step(-1), ",", ("back", "go back one expansion"), T::Time),
    row(MAP, &[C('+'), C('=')], I::Faster, "+", ("faster", "more expansions per second"), T::Time),
    row(MAP, &[C('-'), C('_')], I::Slower, "-", ("", "fewer expansions per second"), T::Time),
    row(MAP, &[KeyCode::Home, C('[')], I::First, "Home", ("", "jump to the start (also [)"), T::Time),
    row(MAP, &[KeyCode::End, C(']')], I::Last, "End", ("end", "jump to the end (also ])"), T::Time),

    row(LOOK, &[C('a')], I::Choose(SetupPart::Algorithm), "a", ("algorithm", "choose the algorithm"), T::Setup),
    row(LOOK, &[C('e')], I::Choose(SetupPart::Heuristic), "e",
        ("heuristic", "choose the heuristic"), T::Setup),
    row(LOOK, &[C('o')], I::Choose(SetupPart::Ties), "o", ("", "choose the tie-breaking rule"), T::Setup),
    row(LOOK, &[C('f')], I::Choose(SetupPart::Frontier), "f", ("", "choose the frontier's data structure"), T::Setup),
    row(LOOK, &[C('x')], I::Choose(SetupPart::Graph), "x", ("", "choose the graph: which cells are neighbours"), T::Setup),
    row(LOOK, &[C('w')], I::RaiseWeight, "w", ("", "raise the heuristic's weight (greedier)"), T::Setup),
    row(LOOK, &[C('W')], I::LowerWeight, "W", ("", "lower the heuristic's weight (down to zero)"), T::Setup),
    row(LOOK, &[C('E')], I::ToggleQuiz, "E", ("", "toggle the quiz before each run"), T::Setup),

    row(LOOK, &[C('r')], I::Add, "r", ("race", "add a search to compare, up to four"), T::Comparison),
    row(LOOK, &[C('X'), KeyCode::Delete], I::Remove, "X", ("remove", "remove this search"), T::Comparison),
    row(LOOK, &[KeyCode::Tab], I::Next, "Tab", ("next", "select the next search"), T::Comparison),
    row(LOOK, &[KeyCode::BackTab], I::Previous, "Shift+Tab", ("", "select the previous search"), T::Comparison),
    row(MAP, &[C('t')], I::Tint, "t", ("tint", "compare what the first two expanded"), T::Comparison),

    row(LOOK, &[C('m')], I::Maps, "m", ("map", "choose another map"), T::Map),
    row(LOOK, &[C('s')], I::Start, "s", ("", "move the start here (or drag the S)"), T::Map),
    row(LOOK, &[C('g')], I::Goal, "g", ("", "move the goal here (or drag the G)"), T::Map),
    row(LOOK, &[C('d')], I::Draw, "d", ("draw", "edit the map (the mouse always can)"), T::Map),
    row(MAP, &[KeyCode::Backspace], I::Undo, "Backspace", ("", "undo the last change of the map"), T::Map),
    row(LOOK, &[C('!')], I::Break, "!", ("break it", "find a small map where it performs worst"), T::Map),
    row(MAP, &[C('S')], I::Save, "S", ("", "save the map with start, goal and optimum"), T::Map),

    row(DRAW, &[KeyCode::Enter], I::Confirm, "Enter", ("paint", "paint (or click and drag)"), T::Map),
    row(DRAW, &[KeyCode::Tab], I::NextBrush, "Tab", ("next", "next brush"), T::Map),
    row(DRAW, &[KeyCode::BackTab], I::PreviousBrush, "Shift+Tab", ("", ""), T::Map),
    row(DRAW, &[C('1')], I::Brush(Brush::Wall), "1-6", ("", "choose a brush: wall, or cost ×1 2 3 5 9"), T::Map),
    row(DRAW, &[C('2')], I::Brush(Brush::Price(1)), "2", ("", ""), T::Map),
    row(DRAW, &[C('3')], I::Brush(Brush::Price(2)), "3", ("", ""), T::Map),
    row(DRAW, &[C('4')], I::Brush(Brush::Price(3)), "4", ("", ""), T::Map),
    row(DRAW, &[C('5')], I::Brush(Brush::Price(5)), "5", ("", ""), T::Map),
    row(DRAW, &[C('6')], I::Brush(Brush::Price(9)), "6", ("", ""), T::Map),
    row(DRAW, &[C('d')], I::Back, "d", ("", ""), T::Map),
    row(DRAW, &[KeyCode::Esc], I::Back, "Esc", ("leave", ""), T::Map),

    row(MAP, &[C('z')], I::ZoomIn, "z", ("zoom", "zoom in"), T::View),
    row(MAP, &[C('Z')], I::ZoomOut, "Z", ("", "zoom out"), T::View),
    row(MAP, &[C('v')], I::PathForm, "v",
        ("path", "change how the path is drawn"), T::View),
    row(MAP, &[C('p')], I::Shape, "p", ("", "show or hide what the algorithm prepared"), T::View),

    row(ASK, &[C('1')], I::Answer(0), "1-4", ("", ""), T::Setup),
    row(ASK, &[C('2')], I::Answer(1), "2", ("", ""), T::Setup),
    row(ASK, &[C('3')], I::Answer(2), "3", ("", ""), T::Setup),
    row(ASK, &[C('4')], I::Answer(3), "4", ("", ""), T::Setup),
    row(ASK, &[C(' ')], I::Pause, "Space", ("run without answering", ""), T::Setup),
    row(ASK, &[KeyCode::Enter], I::Confirm, "Enter", ("", ""), T::Setup),
    row(ASK, &[C('E')], I::ToggleQuiz, "E", ("no more quizzes", ""), T::Setup),
    row(BREAK, &[KeyCode::Enter], I::Confirm, "Enter", ("use this map", ""), T::Map),
    row(BREAK, &[C('S')], I::Save, "S", ("save it", ""), T::Map),

    row(LISTS, &[KeyCode::Up], I::Row(-1), "Up", ("", ""), T::Lab),
    row(LISTS, &[KeyCode::Down], I::Row(1), "Down", ("", ""), T::Lab),
    row(LISTS, &[KeyCode::PageUp], I::Row(-10), "PgUp", ("", ""), T::Lab),
    row(LISTS, &[KeyCode::PageDown], I::Row(10), "PgDn", ("", ""), T::Lab),
    row(LISTS, &[KeyCode::Enter], I::Confirm, "Enter", ("", ""), T::Lab),
    row(LIST, &[KeyCode::Backspace], I::Undo, "Backspace", ("", ""), T::Lab),
    row(HELP, &[C('k')], I::Row(-1), "k", ("", ""), T::Lab),
    row(HELP, &[C('j')], I::Row(1), "j", ("", ""), T::Lab),

    row(LOOK_OR_READ, &[C('C')], I::Codex, "C", ("codex", "read about this search, or choose a page"), T::Codex),
    row(LOOK_OR_READ, &[C('>')], I::TurnPage(1), ">", ("next page", "the next page"), T::Codex),
    row(LOOK_OR_READ, &[C('<')], I::TurnPage(-1), "<", ("", "the page before"), T::Codex),
    row(LOOK, &[KeyCode::PageDown], I::Row(8), "PgDn", ("", "scroll the page"), T::Codex),
    row(LOOK, &[KeyCode::PageUp], I::Row(-8), "PgUp", ("", "scroll the page back"), T::Codex),
    row(READ, &[KeyCode::Down, C('j')], I::Row(1), "Down", ("scroll", ""), T::Codex),
    row(READ, &[KeyCode::Up, C('k')], I::Row(-1), "Up", ("", ""), T::Codex),
    row(READ, &[KeyCode::PageDown], I::Row(10), "PgDn", ("", ""), T::Codex),
    row(READ, &[KeyCode::PageUp], I::Row(-10), "PgUp", ("", ""), T::Codex),
    row(READ, &[KeyCode::Tab, KeyCode::Enter, C(' ')], I::Next, "Tab",
        ("scene", "swap text and scene, where there is no room for both"), T::Codex),

    row(ANY, &[C('?')], I::Help, "?", ("keys", "show this list"), T::Lab),
    row(NOT_DRAW, &[KeyCode::Esc], I::Back, "Esc", ("", "go back one step (never leaves)"), T::Lab),
    row(MAP_OR_READ, &[C('c')], I::Colours, "c", ("", "colours: natural, high contrast, monochrome"), T::Lab),
    row(MAP_OR_READ, &[C('M')], I::Mouse, "M", ("", "toggle the mouse: lab or text selection"), T::Lab),
    row(MAP, &[C('P')], I::Export, "P", ("", "export this run for Posthoc"), T::Lab),
    row(MAP_OR_READ, &[C('q')], I::Quit, "q", ("leave", "leave the lab"), T::Lab),
    row(LOOK, &[C('V')], I::Game, "V", ("", ""), T::Lab),
];

const NOT_DRAW: &[LabMode] =
    &[LabMode::Look, LabMode::Read, LabMode::List, LabMode::Quiz, LabMode::Break, LabMode::Help];

/// The row of an intent in a mode, for panel and bottom line.
pub(super) fn binding(mode: LabMode, intent: LabIntent) -> Option<&'static LabBinding> {
    TABLE.iter().find(|b| b.intent == intent && b.modes.contains(&mode))
}
