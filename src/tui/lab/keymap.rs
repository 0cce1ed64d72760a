//! The lab's table of keys, in the form of the game's, and with its keys wherever an idea is the same.
//!
//! Help, bottom line and `docs/LAB.md` are made from it or held against it. What an intent does is in `update`.

use super::brush::Brush;
use crate::lab::Part;
use crate::tui::keymap::{Binding, Topic, row};
use ratatui::crossterm::event::KeyCode;

/// What the keyboard means at the moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LabMode {
    /// Looking at runs.
    #[default]
    Look,
    /// Changing the map.
    Draw,
    /// A list is open.
    List,
    /// A question waits for its answer.
    Ask,
    /// A map is looked for on which a row does badly.
    Break,
    /// The help.
    Help,
}

impl LabMode {
    /// All of them.
    pub const ALL: [LabMode; 6] =
        [LabMode::Look, LabMode::Draw, LabMode::List, LabMode::Ask, LabMode::Break, LabMode::Help];

    /// Whether the keyboard steers the cursor over the map.
    pub fn steers(self) -> bool {
        matches!(self, LabMode::Look | LabMode::Draw)
    }

    /// Its word in the help.
    pub fn word(self) -> &'static str {
        match self {
            LabMode::Look => "looking",
            LabMode::Draw => "drawing",
            LabMode::List => "a list is open",
            LabMode::Ask => "it is asked",
            LabMode::Break => "it is being broken",
            LabMode::Help => "the help is open",
        }
    }
}

/// What a person wants of the lab.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LabIntent {
    /// Moves the cursor by so many columns and rows of pixels.
    Steer(i32, i32),
    /// Moves the mark in a list, or the help.
    Row(i32),
    /// Types into the filter.
    Type(char),
    /// Runs, or halts.
    Pause,
    /// So many expansions on or back.
    Step(i32),
    /// The next speed.
    Faster,
    /// The speed before.
    Slower,
    /// Before the first expansion.
    First,
    /// After the last.
    Last,
    /// Nearer.
    ZoomIn,
    /// Farther.
    ZoomOut,
    /// What only one of the first two has expanded.
    Tint,
    /// The next form in which the way is walked.
    Walk,
    /// The list of a part.
    Choose(Part),
    /// The list of maps.
    Maps,
    /// The estimate counts more.
    Heavier,
    /// The estimate counts less.
    Lighter,
    /// One more beside the others.
    Add,
    /// Takes the one that is looked at away.
    Remove,
    /// Looks at the next.
    Next,
    /// Looks at the one before.
    Previous,
    /// Looks at this one.
    Lane(usize),
    /// Whether it is asked before a run.
    Asking,
    /// An answer, from 0.
    Answer(usize),
    /// Draw mode.
    Draw,
    /// Takes up a brush.
    Brush(Brush),
    /// The next brush.
    NextBrush,
    /// The brush before.
    PreviousBrush,
    /// The start comes to the cursor.
    Start,
    /// The goal comes to the cursor.
    Goal,
    /// Takes back the last change of the map, or the last letter of a filter.
    Undo,
    /// Looks for a map on which the row does badly.
    Break,
    /// Keeps the map as a file.
    Save,
    /// Writes down the run that is looked at.
    Export,
    /// The next palette.
    Colours,
    /// Whether the mouse belongs to the lab.
    Mouse,
    /// The help.
    Help,
    /// Says yes.
    Confirm,
    /// Peels one layer.
    Back,
    /// Leaves the lab.
    Quit,
    /// Goes back to the game, if one came from there.
    Game,
    /// Ends at once.
    Interrupt,
    /// Gives the terminal back for a while.
    Suspend,
}

/// A row of this table.
pub type Bound = Binding<LabMode, LabIntent>;

use KeyCode::Char as C;
use LabIntent as I;
use Topic as T;

const ANY: &[LabMode] = &LabMode::ALL;
const MAP: &[LabMode] = &[LabMode::Look, LabMode::Draw];
const LOOK: &[LabMode] = &[LabMode::Look];
const DRAW: &[LabMode] = &[LabMode::Draw];
const LISTS: &[LabMode] = &[LabMode::List, LabMode::Help];
const LIST: &[LabMode] = &[LabMode::List];
const ASK: &[LabMode] = &[LabMode::Ask];
const BREAK: &[LabMode] = &[LabMode::Break];
const HELP: &[LabMode] = &[LabMode::Help];

/// The topics of the help, in its order.
pub const TOPICS: [Topic; 6] = [Topic::Time, Topic::Setup, Topic::Race, Topic::Map, Topic::Look, Topic::Lab];

/// The table.
#[rustfmt::skip]
pub const TABLE: &[Bound] = &[
    row(MAP, &[C(' ')], I::Pause, "Space", ("run", "run, or halt; from the end it begins anew"), T::Time),
    row(MAP, &[C('.')], I::Step(1), ".", ("step", "one expansion on"), T::Time),
    row(MAP, &[C(',')], I::Step(-1), ",", ("back", "one expansion back"), T::Time),
    row(MAP, &[C('+'), C('=')], I::Faster, "+", ("faster", "more expansions a second"), T::Time),
    row(MAP, &[C('-'), C('_')], I::Slower, "-", ("", "fewer"), T::Time),
    row(MAP, &[KeyCode::Home, C('[')], I::First, "Home", ("", "before the first; [ does it too"), T::Time),
    row(MAP, &[KeyCode::End, C(']')], I::Last, "End", ("end", "after the last; ] does it too"), T::Time),

    row(LOOK, &[C('a')], I::Choose(Part::Algorithm), "a", ("algorithm", "the algorithm"), T::Setup),
    row(LOOK, &[C('e')], I::Choose(Part::Heuristic), "e",
        ("estimate", "how the distance to the goal is estimated: the heuristic"), T::Setup),
    row(LOOK, &[C('o')], I::Choose(Part::Ties), "o", ("", "the order among equals: the tie rule"), T::Setup),
    row(LOOK, &[C('f')], I::Choose(Part::Frontier), "f", ("", "where nodes wait: the frontier"), T::Setup),
    row(LOOK, &[C('x')], I::Choose(Part::Graph), "x", ("", "which cells are neighbours: the graph"), T::Setup),
    row(LOOK, &[C('w')], I::Heavier, "w", ("", "the estimate weighs more: hastier"), T::Setup),
    row(LOOK, &[C('W')], I::Lighter, "W", ("", "it weighs less: more careful, down to not at all"), T::Setup),
    row(LOOK, &[C('E')], I::Asking, "E", ("", "ask me what will happen before a run, or do not"), T::Setup),

    row(LOOK, &[C('r')], I::Add, "r", ("race", "one more beside it, up to four"), T::Race),
    row(LOOK, &[C('X'), KeyCode::Delete], I::Remove, "X", ("remove", "take this one away"), T::Race),
    row(LOOK, &[KeyCode::Tab], I::Next, "Tab", ("next", "look at the next; keys are about the one with the mark"), T::Race),
    row(LOOK, &[KeyCode::BackTab], I::Previous, "Shift+Tab", ("", "look at the one before"), T::Race),
    row(MAP, &[C('t')], I::Tint, "t", ("tint", "what only the first, only the second, and both expanded"), T::Race),

    row(LOOK, &[C('m')], I::Maps, "m", ("map", "another map: of the program, of your own, as given"), T::Map),
    row(LOOK, &[C('s')], I::Start, "s", ("", "the start comes to the cursor; or drag its letter"), T::Map),
    row(LOOK, &[C('g')], I::Goal, "g", ("", "the goal comes to the cursor; or drag its letter"), T::Map),
    row(LOOK, &[C('d')], I::Draw, "d", ("draw", "change the map; a mouse can always draw and erase walls"), T::Map),
    row(MAP, &[KeyCode::Backspace], I::Undo, "Backspace", ("", "take back the last change of the map"), T::Map),
    row(LOOK, &[C('!')], I::Break, "!", ("break it", "look for the small map on which it does worst"), T::Map),
    row(MAP, &[C('S')], I::Save, "S", ("", "keep the map as a file, with start, goal and optimum"), T::Map),

    row(DRAW, &[KeyCode::Enter], I::Confirm, "Enter", ("paint", "paint; with the mouse click or drag"), T::Map),
    row(DRAW, &[KeyCode::Tab], I::NextBrush, "Tab", ("next", "the next brush"), T::Map),
    row(DRAW, &[KeyCode::BackTab], I::PreviousBrush, "Shift+Tab", ("", ""), T::Map),
    row(DRAW, &[C('1')], I::Brush(Brush::Wall), "1-6", ("", "the brushes: wall, plain, 2, 3, 5, 9 times the price"), T::Map),
    row(DRAW, &[C('2')], I::Brush(Brush::Price(1)), "2", ("", ""), T::Map),
    row(DRAW, &[C('3')], I::Brush(Brush::Price(2)), "3", ("", ""), T::Map),
    row(DRAW, &[C('4')], I::Brush(Brush::Price(3)), "4", ("", ""), T::Map),
    row(DRAW, &[C('5')], I::Brush(Brush::Price(5)), "5", ("", ""), T::Map),
    row(DRAW, &[C('6')], I::Brush(Brush::Price(9)), "6", ("", ""), T::Map),
    row(DRAW, &[C('d')], I::Back, "d", ("", ""), T::Map),
    row(DRAW, &[KeyCode::Esc], I::Back, "Esc", ("leave", ""), T::Map),

    row(MAP, &[C('z')], I::ZoomIn, "z", ("zoom", "nearer"), T::Look),
    row(MAP, &[C('Z')], I::ZoomOut, "Z", ("", "farther"), T::Look),
    row(MAP, &[C('v')], I::Walk, "v",
        ("walk", "how the way is walked: cells, centres, edges, corners, soft, smooth"), T::Look),

    row(ASK, &[C('1')], I::Answer(0), "1-4", ("", ""), T::Setup),
    row(ASK, &[C('2')], I::Answer(1), "2", ("", ""), T::Setup),
    row(ASK, &[C('3')], I::Answer(2), "3", ("", ""), T::Setup),
    row(ASK, &[C('4')], I::Answer(3), "4", ("", ""), T::Setup),
    row(ASK, &[C(' '), KeyCode::Enter], I::Confirm, "Space", ("run without a guess", ""), T::Setup),
    row(ASK, &[C('E')], I::Asking, "E", ("ask no more", ""), T::Setup),
    row(BREAK, &[KeyCode::Enter], I::Confirm, "Enter", ("take this map", ""), T::Map),
    row(BREAK, &[C('S')], I::Save, "S", ("keep it", ""), T::Map),

    row(LISTS, &[KeyCode::Up], I::Row(-1), "Up", ("", ""), T::Lab),
    row(LISTS, &[KeyCode::Down], I::Row(1), "Down", ("", ""), T::Lab),
    row(LISTS, &[KeyCode::PageUp], I::Row(-10), "PgUp", ("", ""), T::Lab),
    row(LISTS, &[KeyCode::PageDown], I::Row(10), "PgDn", ("", ""), T::Lab),
    row(LISTS, &[KeyCode::Enter], I::Confirm, "Enter", ("", ""), T::Lab),
    row(LIST, &[KeyCode::Backspace], I::Undo, "Backspace", ("", ""), T::Lab),
    row(HELP, &[C('k')], I::Row(-1), "k", ("", ""), T::Lab),
    row(HELP, &[C('j')], I::Row(1), "j", ("", ""), T::Lab),

    row(ANY, &[C('?')], I::Help, "?", ("keys", "this list, everywhere"), T::Lab),
    row(NOT_DRAW, &[KeyCode::Esc], I::Back, "Esc", ("", "one step back; never leaves"), T::Lab),
    row(MAP, &[C('c')], I::Colours, "c", ("", "colours: natural, high contrast, none"), T::Lab),
    row(MAP, &[C('M')], I::Mouse, "M", ("", "the mouse for the lab, or for the terminal's own marking"), T::Lab),
    row(MAP, &[C('P')], I::Export, "P", ("", "take along: this run, written down for Posthoc"), T::Lab),
    row(MAP, &[C('q')], I::Quit, "q", ("leave", "leave: back to the game, or to the shell"), T::Lab),
    row(LOOK, &[C('V')], I::Game, "V", ("", ""), T::Lab),
];

const NOT_DRAW: &[LabMode] = &[LabMode::Look, LabMode::List, LabMode::Ask, LabMode::Break, LabMode::Help];

/// The row of an intent in a mode.
pub fn binding(mode: LabMode, intent: LabIntent) -> Option<&'static Bound> {
    TABLE.iter().find(|b| b.intent == intent && b.modes.contains(&mode))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::keymap::STEERING;

    #[test]
    fn no_two_keys_of_a_mode_clash() {
        for mode in LabMode::ALL {
            let mut keys: Vec<KeyCode> =
                TABLE.iter().filter(|b| b.modes.contains(&mode)).flat_map(|b| b.keys).copied().collect();
            if mode.steers() {
                let letters = STEERING.iter().flat_map(|(letter, arrow, ..)| {
                    [Some(C(*letter)), Some(C(letter.to_ascii_uppercase())), *arrow].into_iter().flatten()
                });
                keys.extend(letters);
            }
            if mode == LabMode::List {
                let is_typed = |key: &KeyCode| matches!(key, C(letter) if letter.is_alphanumeric());
                assert!(!keys.iter().any(is_typed), "letters are typed there");
            }
            let count = keys.len();
            let mut names: Vec<String> = keys.iter().map(|key| format!("{key:?}")).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count, "{mode:?}");
        }
    }
}
