//! The goals of a level, at the map's upper edge: folded, a line per open goal; unfolded, a card with the level's whole
//! description. It unfolds at the start, until time runs, and at the end. It takes no keys but its own.

use super::keymap::{KeyIntent, Mode};
use super::kit::{draw_frame, fill, shorten, wrap, write};
use super::marks::naive_sign;
use super::state::{Effect, GoalsCard, Screen};
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
    /// Unfolds the card when a level begins and when it ends. Returns true if one begins, or one of the campaign ends: it
    /// waits for the player.
    pub(super) fn announce_goals(&mut self, scene: &Scene) -> bool {
        let Some(trial) = &scene.level else { return false };
        let before = self.goals.was_over.replace(trial.is_over);
        match before {
            None => {
                (self.goals.is_unfolded, self.goals.scroll) = (true, 0);
                if !trial.is_over {
                    self.notify(format!("press {} to start", self.keys.key_for(KeyIntent::Pause)));
                    return true;
                }
            }
            Some(false) if trial.is_over && self.announce_level_end(trial) => return true,
            Some(false) if trial.is_over => {
                (self.goals.is_unfolded, self.goals.scroll) = (true, 0);
                self.notify(format!("{}: {}", trial.name, trial.standing_words));
                if let Some(notice) = &mut self.notice {
                    notice.until_ms = self.now_ms + HINT_MS;
                }
            }
            Some(_) => {}
        }
        false
    }

    /// Turns to the card's next page, or folds or unfolds it.
    pub(super) fn toggle_goals(&mut self, scene: &Scene) -> Vec<Effect> {
        let trial = visible_trial(self, scene).filter(|_| is_unfolded(self));
        if let Some((_, rows, true)) = trial.map(|trial| rows(self, trial)) {
            self.goals.scroll += rows.len() as u16 - 1;
        } else {
            let before = self.map_area();
            self.goals = GoalsCard { is_unfolded: !self.goals.is_unfolded, scroll: 0, ..self.goals };
            self.refit(before);
        }
        Vec::new()
    }

    /// A click on a goal jumps there, elsewhere on the card does what its key does; `None` outside.
    pub(super) fn press_goals(&mut self, column: u16, row: u16, scene: &Scene) -> Option<Vec<Effect>> {
        let trial = visible_trial(self, scene)?;
        let (area, rows, _) = rows(self, trial);
        if !area.contains((column, row).into()) {
            return None;
        }
        let first = area.y + u16::from(self.goals.is_unfolded);
        let goal = row.checked_sub(first).and_then(|at| rows.get(usize::from(at))).and_then(|row| row.goal);
        match goal.and_then(|goal| trial.goals.get(goal)).and_then(|goal| goal.cell) {
            Some(cell) => Some(self.jump_and_highlight(cell)),
            None => Some(self.toggle_goals(scene)),
        }
    }

    /// Whether the card takes the lower half of the map.
    pub(super) fn docks_goals(&self) -> bool {
        is_docked(self) && self.goals.was_over.is_some() && may_show(self) && is_unfolded(self)
    }
}

/// Whether goals may be shown now.
fn may_show(screen: &Screen) -> bool {
    screen.mode != Mode::History && screen.map.lens.is_none() && !screen.is_possessing()
}

/// The level's goals, if they are visible now.
fn visible_trial<'a>(screen: &Screen, scene: &'a Scene) -> Option<&'a LevelCard> {
    scene.level.as_ref().filter(|_| may_show(screen))
}

/// Whether the whole card is drawn: an open explanation takes the same place and has priority.
fn is_unfolded(screen: &Screen) -> bool {
    screen.goals.is_unfolded && screen.explaining.answer.is_none()
}

/// Whether the whole card has no room beside what it is about.
fn is_docked(screen: &Screen) -> bool {
    screen.layout().panel.is_empty()
}

fn goal_sign(screen: &Screen, goal: &GoalLine) -> (char, Style) {
    let theme = screen.theme;
    match goal.state {
        GoalState::Open => (theme.pick_glyph('◇', '>'), theme.on(ACCENT, CHROME)),
        GoalState::Met => (theme.pick_glyph('◆', '+'), theme.on(GAIN, CHROME)),
        GoalState::Lost => (theme.pick_glyph('×', 'x'), theme.on(FOE, CHROME)),
    }
}

/// The area of the goals, their lines, and whether more come after them.
fn rows(screen: &Screen, trial: &LevelCard) -> (Rect, Vec<GoalRow>, bool) {
    let map = screen.layout().map;
    if is_unfolded(screen) {
        let half = screen.layout().lower_half();
        let (width, most) =
            if is_docked(screen) { (map.width, half.height) } else { (map.width.min(WIDTH_MAX), map.height) };
        let (rows, is_more) = page(screen, trial, usize::from(width.saturating_sub(4)), most);
        let above = Rect { width, height: (rows.len() as u16 + 2).min(map.height), ..map };
        let below = Rect { y: map.bottom() - above.height, ..above };
        let is_in_the_way = covers_goal(screen, trial, above) && !covers_goal(screen, trial, below);
        let area = if is_docked(screen) {
            half
        } else if is_in_the_way {
            below
        } else {
            above
        };
        return (area, rows, is_more);
    }
    let most = FOLDED_LINES_MAX.min(map.height / FOLDED_HEIGHT_DIVISOR).max(1);
    let rows = folded_rows(screen, trial, usize::from(most), usize::from(map.width));
    let width = rows.iter().map(|row| row.line.width()).max().unwrap_or(0) as u16;
    (Rect { width: width.min(map.width), height: (rows.len() as u16).min(map.height), ..map }, rows, false)
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

/// A page of the card, frame included at most this high: some of its lines, then the level's state and the card's key.
/// Also whether lines come after them.
fn page(screen: &Screen, trial: &LevelCard, width: usize, most: u16) -> (Vec<GoalRow>, bool) {
    let mut rows = unfolded_rows(screen, trial, width);
    let room = usize::from(most.saturating_sub(3));
    if rows.len() > room {
        // No page for an empty line.
        rows.pop();
    }
    let last = rows.len().saturating_sub(room);
    let first = usize::from(screen.goals.scroll).min(last);
    rows.drain(..first);
    rows.truncate(room);
    let theme = screen.theme;
    let end = vec![
        Span::styled(trial.standing_words.clone(), theme.bold(ACCENT)),
        Span::styled(format!("   {}", screen.keys.key_for(KeyIntent::Objectives)), theme.bold(KEY)),
        Span::styled(if first < last { " more" } else { " closes" }, theme.text(DIM)),
    ];
    rows.push(GoalRow { line: Line::from(end), goal: None });
    (rows, first < last)
}

/// What the level is about, and its goals, `width` columns wide.
fn unfolded_rows(screen: &Screen, trial: &LevelCard, width: usize) -> Vec<GoalRow> {
    let theme = screen.theme;
    let about = wrap(&trial.about, width).into_iter().map(|line| Line::styled(line, theme.text(TEXT)));
    let gap = || GoalRow { line: Line::default(), goal: None };
    let mut rows: Vec<GoalRow> = about.map(|line| GoalRow { line, goal: None }).chain([gap()]).collect();
    for (number, goal) in trial.goals.iter().enumerate() {
        let (mark, style) = goal_sign(screen, goal);
        for (i, words) in wrap(&goal.words, width.saturating_sub(2)).into_iter().enumerate() {
            let mark = if i == 0 { mark } else { ' ' };
            let spans = vec![Span::styled(format!("{mark} "), style), Span::styled(words, theme.text(TEXT))];
            rows.push(GoalRow { line: Line::from(spans), goal: Some(number) });
        }
    }
    rows.push(gap());
    if trial.naive.len() > 1 && !trial.is_over {
        let words =
            format!("{} walks naively: always the step that is nearest to the goal", naive_sign(theme));
        let lines = wrap(&words, width).into_iter().map(|line| Line::styled(line, theme.text(DIM)));
        rows.extend(lines.map(|line| GoalRow { line, goal: None }));
    }
    rows
}

/// Draws them.
pub(super) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    let Some(trial) = visible_trial(screen, scene) else { return };
    let (area, rows, _) = rows(screen, trial);
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
