//! The goals of a level, at the map's upper edge: folded, a line per open goal; unfolded, a card with the level's whole
//! description. It unfolds at the start, until time runs, and at the end. It takes no keys but its own.

use super::keymap::{KeyIntent, Mode};
use super::kit::{draw_frame, fill, shorten, wrap, write};
use super::state::{Effect, Screen};
use super::theme::{ACCENT, CHROME, DIM, FOE, GAIN, KEY, TEXT};
use crate::scene::{GoalLine, GoalState, LevelCard, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// At most this many lines when folded, and at most this fraction (one in …) of the map's height.
const FOLDED_LINES_MAX: u16 = 4;
const FOLDED_HEIGHT_DIVISOR: u16 = 5;
/// The card's maximum width.
const WIDTH_MAX: u16 = 64;
/// How long the message about the end of a level stays, in milliseconds.
const HINT_MS: u64 = 20_000;

/// A line of the goals, and the index of its goal.
struct GoalRow {
    line: Line<'static>,
    goal: Option<usize>,
}

impl Screen {
    /// Unfolds the card when a level begins and when it ends. Returns true if a level with a score begins: it waits for
    /// the player.
    pub(super) fn announce_goals(&mut self, scene: &Scene) -> bool {
        let Some(trial) = &scene.level else { return false };
        let before = self.goals.was_over.replace(trial.is_over);
        match before {
            None => {
                self.goals.is_unfolded = true;
                if trial.is_scored && !trial.is_over {
                    let key = self.keys.key_for(KeyIntent::Pause);
                    self.notify(format!("press {key} to start"));
                    return true;
                }
            }
            Some(false) if trial.is_over => {
                self.goals.is_unfolded = true;
                self.notify(format!("{}: {}", trial.name, trial.standing_words));
                if let Some(notice) = &mut self.notice {
                    notice.until_ms = self.now_ms + HINT_MS;
                }
            }
            Some(_) => {}
        }
        false
    }

    /// Folds or unfolds the card.
    pub(super) fn toggle_goals(&mut self) -> Vec<Effect> {
        self.goals.is_unfolded = !self.goals.is_unfolded;
        Vec::new()
    }

    /// A click on a goal jumps there, elsewhere on the card folds or unfolds it; `None` outside.
    pub(super) fn press_goals(&mut self, column: u16, row: u16, scene: &Scene) -> Option<Vec<Effect>> {
        let trial = visible_trial(self, scene)?;
        let (area, rows) = rows(self, trial);
        if !area.contains((column, row).into()) {
            return None;
        }
        let first = area.y + u16::from(self.goals.is_unfolded);
        let goal = row.checked_sub(first).and_then(|at| rows.get(usize::from(at))).and_then(|row| row.goal);
        match goal.and_then(|goal| trial.goals.get(goal)).and_then(|goal| goal.cell) {
            Some(cell) => Some(self.jump_and_highlight(cell)),
            None => Some(self.toggle_goals()),
        }
    }
}

/// The level's goals, if they are visible now.
fn visible_trial<'a>(screen: &Screen, scene: &'a Scene) -> Option<&'a LevelCard> {
    scene
        .level
        .as_ref()
        .filter(|_| screen.mode != Mode::History && screen.map.lens.is_none() && !screen.is_possessing())
}

/// Whether the whole card is drawn: an open explanation takes the same place and has priority.
fn is_unfolded(screen: &Screen) -> bool {
    screen.goals.is_unfolded && screen.explaining.answer.is_none()
}

fn goal_sign(screen: &Screen, goal: &GoalLine) -> (char, Style) {
    let theme = screen.theme;
    match goal.state {
        GoalState::Open => (theme.pick_glyph('◇', '>'), theme.on(ACCENT, CHROME)),
        GoalState::Met => (theme.pick_glyph('◆', '+'), theme.on(GAIN, CHROME)),
        GoalState::Lost => (theme.pick_glyph('×', 'x'), theme.on(FOE, CHROME)),
    }
}

/// The area of the goals, and their lines.
fn rows(screen: &Screen, trial: &LevelCard) -> (Rect, Vec<GoalRow>) {
    let map = screen.layout().map;
    if is_unfolded(screen) {
        let width = map.width.min(WIDTH_MAX);
        let most = usize::from(map.height.saturating_sub(2));
        let rows = unfolded_rows(screen, trial, usize::from(width.saturating_sub(4)), most);
        let above = Rect { width, height: (rows.len() as u16 + 2).min(map.height), ..map };
        let below = Rect { y: map.bottom() - above.height, ..above };
        let area = if covers_goal(screen, trial, above) && !covers_goal(screen, trial, below) {
            below
        } else {
            above
        };
        return (area, rows);
    }
    let most = FOLDED_LINES_MAX.min(map.height / FOLDED_HEIGHT_DIVISOR).max(1);
    let rows = folded_rows(screen, trial, usize::from(most), usize::from(map.width));
    let width = rows.iter().map(|row| row.line.width()).max().unwrap_or(0) as u16;
    (Rect { width: width.min(map.width), height: (rows.len() as u16).min(map.height), ..map }, rows)
}

/// Whether an area covers the sign of an open goal, or a unit that a goal is about.
fn covers_goal(screen: &Screen, trial: &LevelCard, area: Rect) -> bool {
    let window = screen.window();
    let cells = trial.goals.iter().flat_map(|goal| goal.marked_cells.iter().copied().chain(goal.cell));
    cells.filter_map(|cell| window.char_of(cell)).any(|at| area.contains(at.into()))
}

/// A line per open goal, and one for the level's state.
fn folded_rows(screen: &Screen, trial: &LevelCard, most: usize, width: usize) -> Vec<GoalRow> {
    let theme = screen.theme;
    let open: Vec<usize> =
        (0..trial.goals.len()).filter(|goal| trial.goals[*goal].state == GoalState::Open).collect();
    let lines = if trial.is_over { 0 } else { most.saturating_sub(1).max(1) };
    let mut rows: Vec<GoalRow> = Vec::new();
    for goal in open.iter().take(lines) {
        let (mark, style) = goal_sign(screen, &trial.goals[*goal]);
        let words = shorten(&trial.goals[*goal].words, width.saturating_sub(4));
        let spans = vec![
            Span::styled(format!(" {mark} "), style),
            Span::styled(format!("{words} "), theme.on(TEXT, CHROME)),
        ];
        rows.push(GoalRow { line: Line::from(spans), goal: Some(*goal) });
    }
    let more = match open.len().saturating_sub(rows.len()) {
        more if more > 0 && !trial.is_over => format!("{more} more, "),
        _ => String::new(),
    };
    let name = if trial.is_over { format!("{}: ", trial.name) } else { String::new() };
    rows.push(GoalRow {
        line: Line::from(vec![
            Span::styled(format!(" {name}{more}{}", trial.standing_words), theme.on(DIM, CHROME)),
            Span::styled(format!("  {} ", screen.keys.key_for(KeyIntent::Objectives)), theme.bold(KEY)),
            Span::styled("goals ", theme.on(DIM, CHROME)),
        ]),
        goal: None,
    });
    rows
}

/// The card's lines, at most this many.
fn unfolded_rows(screen: &Screen, trial: &LevelCard, width: usize, most: usize) -> Vec<GoalRow> {
    let theme = screen.theme;
    let plain = |line: Line<'static>| GoalRow { line, goal: None };
    let mut about: Vec<GoalRow> = wrap(&trial.about, width)
        .into_iter()
        .map(|line| plain(Line::styled(line, theme.text(TEXT))))
        .collect();
    about.push(plain(Line::default()));
    let mut goals: Vec<GoalRow> = Vec::new();
    for (number, goal) in trial.goals.iter().enumerate() {
        let (mark, style) = goal_sign(screen, goal);
        for (i, words) in wrap(&goal.words, width.saturating_sub(2)).into_iter().enumerate() {
            let mark = if i == 0 { mark } else { ' ' };
            let spans = vec![Span::styled(format!("{mark} "), style), Span::styled(words, theme.text(TEXT))];
            goals.push(GoalRow { line: Line::from(spans), goal: Some(number) });
        }
    }
    let key = screen.keys.key_for(KeyIntent::Objectives);
    let end = vec![
        Span::styled(trial.standing_words.clone(), theme.bold(ACCENT)),
        Span::styled(format!("   {key}"), theme.bold(KEY)),
        Span::styled(" closes", theme.text(DIM)),
    ];
    // If not everything fits, the list is cut: the level's state is always shown.
    let room = most.saturating_sub(1);
    if about.len() + goals.len() + 1 > room {
        let kept = room.saturating_sub(about.len() + 1);
        let left = goals.len() - kept.min(goals.len());
        goals.truncate(kept);
        goals.push(plain(Line::styled(format!("  and {left} more lines"), theme.text(DIM))));
    }
    let mut rows = about;
    rows.extend(goals);
    if rows.len() + 2 <= most {
        rows.push(plain(Line::default()));
    }
    rows.truncate(room);
    rows.push(plain(Line::from(end)));
    rows
}

/// Draws them.
pub(super) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    let Some(trial) = visible_trial(screen, scene) else { return };
    let (area, rows) = rows(screen, trial);
    let inner = if is_unfolded(screen) {
        draw_frame(buffer, screen.theme, area, &trial.name)
    } else {
        fill(buffer, area, screen.theme.text(TEXT));
        area
    };
    for (i, row) in rows.iter().enumerate() {
        write(buffer, inner, i as u16, &row.line);
    }
}

#[cfg(test)]
mod tests {
    use super::super::key_tests::{press, screen_in};
    use super::super::keymap::Mode;
    use super::super::{Depth, test_scene};
    use super::*;
    use crate::grid::Cell;
    use ratatui::crossterm::event::{
        KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
    };

    const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];

    fn mark(goal: usize) -> Cell {
        Cell::new(102, 64 + 5 * goal as u16)
    }

    fn trial(goals: usize, is_over: bool) -> LevelCard {
        let state = |i: usize| if is_over || i == 0 { GoalState::Met } else { GoalState::Open };
        let goal = |i: usize| GoalLine {
            words: format!("Bring Ada to 28, {i} within 400 ticks"),
            state: state(i),
            cell: Some(Cell::new(90 + i as u16, 70)),
            marked_cells: if state(i) == GoalState::Open { vec![mark(i)] } else { Vec::new() },
        };
        LevelCard {
            name: "The trap".into(),
            about: "A walker that only goes towards its goal walks into the bay. A planner goes round."
                .into(),
            goals: (0..goals).map(goal).collect(),
            standing_words: if is_over {
                "met in 312 ticks, par 300: 96"
            } else {
                "120 ticks so far, par 300"
            }
            .into(),
            is_scored: true,
            is_over,
        }
    }

    fn rows_of(screen: &Screen, scene: &Scene) -> Vec<String> {
        let mut buffer = Buffer::empty(screen.area);
        super::super::draw(&mut buffer, screen, scene);
        let rows = buffer.content.chunks(usize::from(screen.area.width));
        rows.map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect()).collect()
    }

    fn star(screen: &mut Screen, scene: &Scene) -> Vec<Effect> {
        screen.key(&KeyEvent::new(KeyCode::Char('*'), KeyModifiers::NONE), scene)
    }

    #[test]
    fn the_goals_unfold_at_the_beginning_and_at_the_end_and_fold_by_their_key() {
        for (width, height) in SIZES {
            for goals in [1, 3, 24] {
                let (mut screen, mut scene) = screen_in(Mode::Land, width, height);
                scene.level = Some(trial(goals, false));
                assert_eq!(screen.take_scene(&scene), [Effect::Pause(true)], "it waits for the player");
                assert!(screen.take_scene(&scene).is_empty());
                let says = |screen: &Screen, scene: &Scene, words: &str| {
                    rows_of(screen, scene).iter().any(|row| row.contains(words))
                };
                assert!(says(&screen, &scene, "A walker that only"), "{width}×{height}, {goals}");
                assert!(says(&screen, &scene, "120 ticks so far, par 300"));
                assert!(!says(&screen, &scene, "Oxley in 1.0"), "an objective would only distract");
                assert!(star(&mut screen, &scene).is_empty());
                assert!(!says(&screen, &scene, "A walker that only"));
                assert!(says(&screen, &scene, "120 ticks so far, par 300"));
                assert_eq!(says(&screen, &scene, "Bring Ada to 28, 1"), goals > 1, "open ones are shown");
                scene.level = Some(trial(goals, true));
                screen.take_scene(&scene);
                assert_eq!(screen.active_mode(), Mode::Land, "no key is taken");
                assert!(says(&screen, &scene, "met in 312 ticks, par 300: 96"));
                assert!(says(&screen, &scene, "A walker that only"));
                star(&mut screen, &scene);
                screen.take_scene(&scene);
                assert!(!says(&screen, &scene, "A walker that only"), "once");
                assert!(says(&screen, &scene, "The trap: met in 312 ticks"));
            }
        }
    }

    #[test]
    fn resuming_folds_the_card_until_the_level_ends() {
        let (mut screen, mut scene) = screen_in(Mode::Land, 120, 40);
        let space = KeyEvent::new(KeyCode::Char(' '), KeyModifiers::NONE);
        for (is_over, folds) in [(false, true), (true, false)] {
            scene.level = Some(trial(3, is_over));
            screen.take_scene(&scene);
            screen.time_pace.paused = true;
            assert!(screen.goals.is_unfolded);
            assert_eq!(screen.key(&space, &scene), [Effect::Pause(false)]);
            assert_eq!(screen.goals.is_unfolded, !folds);
            assert_eq!(screen.notice.is_none(), folds, "what it said of how to begin is gone, too");
        }
    }

    /// Even where another cell shares the character.
    #[test]
    fn open_goals_have_signs_on_the_map_and_a_click_on_one_names_its_cell() {
        let (mut screen, mut scene) = screen_in(Mode::Land, 120, 40);
        scene.level = Some(trial(3, false));
        screen.take_scene(&scene);
        screen.goals.is_unfolded = false;
        let rows = rows_of(&screen, &scene);
        let window = screen.window();
        let at = |goal: usize| window.char_of(mark(goal)).expect("in sight");
        let sign = |(column, row): (u16, u16)| rows[usize::from(row)].chars().nth(usize::from(column));
        assert_ne!(sign(at(0)), Some('◇'), "what is met needs none");
        for goal in [1, 2] {
            assert_eq!(sign(at(goal)), Some('◇'));
            let (column, row) = at(goal);
            for kind in [MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left)] {
                screen.mouse(&MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }, &scene);
            }
            assert_eq!(screen.map.cursor, mark(goal));
        }
    }

    #[test]
    fn a_click_on_a_goal_goes_there_and_beside_it_folds_the_card() {
        for unfolded in [true, false] {
            let (mut screen, mut scene) = screen_in(Mode::Land, 120, 40);
            screen.theme.depth = Depth::True;
            scene.level = Some(trial(3, false));
            screen.take_scene(&scene);
            screen.goals.is_unfolded = unfolded;
            let rows = rows_of(&screen, &scene);
            let row = |words: &str| rows.iter().position(|row| row.contains(words)).unwrap() as u16;
            assert!(screen.press_goals(5, row("Bring Ada to 28, 2"), &scene).is_some());
            assert_eq!(screen.map.cursor, Cell::new(92, 70));
            assert!(screen.press_goals(5, row("120 ticks so far"), &scene).is_some());
            assert_eq!(screen.goals.is_unfolded, !unfolded);
            assert!(screen.press_goals(5, 30, &scene).is_none());
        }
        let (mut screen, _) = screen_in(Mode::Land, 120, 40);
        press(&mut screen, KeyCode::Char('*'));
        assert_eq!(screen.active_mode(), Mode::Objectives, "without a level, the arc");
        assert!(screen.press_goals(5, 1, &test_scene::scene(&screen)).is_none());
    }
}
