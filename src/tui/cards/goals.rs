//! The goals of a level. Unfolded, they are a briefing with the level's whole description: in the panel, on a narrow
//! screen in the map's lower half; folded, a line for each open goal, there or above the map. They unfold at the start,
//! until time runs, and at the end. They take no keys but their own.

use super::panel_row::{PanelClick, PanelRow};
use crate::scene::{GoalLine, GoalStatus, LevelCard, Scene};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::{draw_frame, fill, labelled, shorten, wrap, wrapped, write_lines};
use crate::tui::look::theme::{ACCENT, CHROME, DIM, FOE, GAIN, KEY, TEXT};
use crate::tui::map::marks::naive_sign;
use crate::tui::state::{GoalsCard, Screen};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// At most this many lines above the map, and at most this fraction (one in …) of its height.
const FOLDED_LINES_MAX: u16 = 4;
const FOLDED_HEIGHT_DIVISOR: u16 = 5;
/// How long the message about the end of a level stays, in milliseconds.
const HINT_MS: u64 = 20_000;

impl Screen {
    /// Unfolds the card when a level begins and when it ends. Returns true if one begins, or one of the campaign ends: it
    /// waits for the player.
    pub(crate) fn announce_goals(&mut self, scene: &Scene) -> bool {
        let Some(trial) = &scene.level else { return false };
        self.goals.lines = folded_lines(self, trial);
        let before = self.goals.was_over.replace(trial.is_over);
        match before {
            None => {
                (self.goals.is_unfolded, self.goals.scroll) = (true, 0);
                // What is said already, such as where an earlier game is kept, was not read yet.
                if !trial.is_over && self.notices.current().is_none() {
                    self.notices.notify(format!("press {} to start", self.keys.key_for(KeyIntent::Pause)));
                }
                return !trial.is_over;
            }
            Some(false) if trial.is_over && self.announce_level_end(trial) => return true,
            Some(false) if trial.is_over => {
                (self.goals.is_unfolded, self.goals.scroll) = (true, 0);
                self.notices.notify_for(HINT_MS, format!("{}: {}", trial.name, trial.standing_words));
            }
            Some(_) => {}
        }
        false
    }

    /// Whether a level's briefing is read. An open explanation takes the same place and has priority.
    pub(crate) fn shows_briefing(&self) -> bool {
        self.goals.is_in_level()
            && may_show(self)
            && self.goals.is_unfolded
            && self.explaining.answer.is_none()
    }

    /// The rows at the map's upper edge that the folded goals take, and those at its lower edge that a briefing takes, or
    /// what is asked beside one.
    pub(crate) fn goal_rows(&self) -> (u16, u16) {
        let layout = self.layout();
        if self.views.mode() == Some(Mode::Choosing) && layout.has_text_panel() {
            (0, self.campaign.ask_rows(&layout))
        } else if !layout.panel.is_empty() || !self.goals.is_in_level() || !may_show(self) {
            (0, 0)
        } else if self.shows_briefing() {
            (0, layout.map.height / 2)
        } else {
            (self.goals.lines, 0)
        }
    }
}

/// A click on a goal jumps there, elsewhere on the card does what its key does; `None` outside.
pub(in crate::tui) fn press(
    screen: &mut Screen,
    (column, row): (u16, u16),
    scene: &Scene,
) -> Option<Vec<Effect>> {
    let trial = visible_trial(screen, scene)?;
    let area = area(screen);
    if !area.contains((column, row).into()) {
        return None;
    }
    let first = area.y + u16::from(screen.shows_briefing());
    let rows = rows(screen, trial);
    let row = row.checked_sub(first).and_then(|at| rows.get(usize::from(at)));
    let click = row.and_then(|row| row.click_at(0));
    Some(screen.press_panel(click.unwrap_or(PanelClick::Intent(KeyIntent::Objectives)), scene))
}

/// Turns to the briefing's next page, or folds or unfolds it.
pub(crate) fn toggle(screen: &mut Screen, scene: &Scene) {
    let trial = visible_trial(screen, scene).filter(|_| screen.shows_briefing());
    if let Some(BriefingPage { lines, is_more: true, .. }) = trial.map(|trial| page(screen, trial)) {
        screen.goals.scroll += lines;
    } else {
        let before = screen.map_area();
        screen.goals = GoalsCard { is_unfolded: !screen.goals.is_unfolded, scroll: 0, ..screen.goals };
        screen.map.refit(before, screen.map_area());
    }
}

/// Whether goals may be shown now.
fn may_show(screen: &Screen) -> bool {
    screen.mode != Mode::History && screen.map.lens.is_none() && !screen.mode.is_possession()
}

/// The level's goals, if they are visible now.
fn visible_trial<'a>(screen: &Screen, scene: &'a Scene) -> Option<&'a LevelCard> {
    scene.level.as_ref().filter(|_| may_show(screen))
}

fn goal_sign(screen: &Screen, goal: &GoalLine) -> (char, Style) {
    let theme = screen.theme;
    match goal.state {
        GoalStatus::Open => (theme.pick_glyph('◇', '>'), theme.on(ACCENT, CHROME)),
        GoalStatus::Met(_) => (theme.pick_glyph('◆', '+'), theme.on(GAIN, CHROME)),
        GoalStatus::Lost(_) => (theme.pick_glyph('×', 'x'), theme.on(FOE, CHROME)),
    }
}

/// The area of the goals on a screen without a panel.
fn area(screen: &Screen) -> Rect {
    let layout = screen.layout();
    if !layout.panel.is_empty() {
        Rect::default()
    } else if screen.shows_briefing() {
        layout.lower_half()
    } else {
        Rect { height: screen.goals.lines, ..layout.map }
    }
}

/// The lines above the map: of some open goals, and of the level's state.
fn folded_lines(screen: &Screen, trial: &LevelCard) -> u16 {
    let most = (screen.layout().map.height / FOLDED_HEIGHT_DIVISOR).clamp(1, FOLDED_LINES_MAX);
    (open_goals(trial).count() as u16 + 1).min(most)
}

/// What is still to be done: nothing, once the level is over.
fn open_goals(trial: &LevelCard) -> impl Iterator<Item = &GoalLine> {
    trial.goals.iter().filter(|goal| goal.state == GoalStatus::Open && !trial.is_over)
}

/// A row that, clicked, does what a goal's row does.
fn goal_row(line: Line<'static>, goal: &GoalLine) -> PanelRow {
    PanelRow::button(line, goal.cell.map_or(PanelClick::Intent(KeyIntent::Objectives), PanelClick::Cell))
}

/// The rows without a panel.
fn rows(screen: &Screen, trial: &LevelCard) -> Vec<PanelRow> {
    if screen.shows_briefing() { page(screen, trial).rows } else { folded_rows(screen, trial) }
}

/// The rows at the panel's head, `width` columns wide.
pub(super) fn panel_rows(screen: &Screen, scene: &Scene, width: usize) -> Vec<PanelRow> {
    let Some(trial) = visible_trial(screen, scene) else { return Vec::new() };
    let theme = screen.theme;
    let title = Line::styled(shorten(&trial.name, width), theme.bold(ACCENT));
    let mut rows = vec![PanelRow::button(title, PanelClick::Intent(KeyIntent::Objectives))];
    if screen.shows_briefing() {
        rows.extend(page(screen, trial).rows);
    } else {
        let shown = usize::from(FOLDED_LINES_MAX);
        rows.extend(open_goals(trial).take(shown).flat_map(|goal| wrapped_goal(screen, goal, width)));
        rows.extend(standing_rows(screen, &standing_words(trial, shown), ("goals", width)));
    }
    rows.push(PanelRow::default());
    rows
}

/// A goal with its sign.
fn wrapped_goal(screen: &Screen, goal: &GoalLine, width: usize) -> Vec<PanelRow> {
    let (mark, style) = goal_sign(screen, goal);
    let text = (width.saturating_sub(2), screen.theme.text(TEXT));
    let lines = labelled((&mark.to_string(), 2, style), &goal.words, text);
    lines.into_iter().map(|line| goal_row(line, goal)).collect()
}

/// How many goals are open beside those that are shown, and how the level stands.
fn standing_words(trial: &LevelCard, shown: usize) -> String {
    match open_goals(trial).count().saturating_sub(shown) {
        0 => trial.standing_words.clone(),
        more => format!("{more} more, {}", trial.standing_words),
    }
}

/// How the level stands, and what the key does.
fn standing_rows(screen: &Screen, words: &str, (what, width): (&str, usize)) -> Vec<PanelRow> {
    let theme = screen.theme;
    let key = screen.keys.key_for(KeyIntent::Objectives);
    let mut lines = wrap(words, width);
    let tail = key.len() + what.len() + 4;
    if lines.last().is_none_or(|last| last.chars().count() + tail > width) {
        lines.push(String::new());
    }
    let last = lines.len() - 1;
    let row = |(i, words): (usize, String)| {
        let gap = if words.is_empty() { "" } else { "   " };
        let mut spans = vec![Span::styled(words, theme.bold(ACCENT))];
        if i == last {
            spans.push(Span::styled(format!("{gap}{key}"), theme.bold(KEY)));
            spans.push(Span::styled(format!(" {what}"), theme.text(DIM)));
        }
        PanelRow::button(Line::from(spans), PanelClick::Intent(KeyIntent::Objectives))
    };
    lines.into_iter().enumerate().map(row).collect()
}

/// A line per open goal, and one for the level's state, above the map.
fn folded_rows(screen: &Screen, trial: &LevelCard) -> Vec<PanelRow> {
    let theme = screen.theme;
    let width = usize::from(screen.layout().map.width);
    let shown = usize::from(screen.goals.lines.saturating_sub(1));
    let row = |goal: &GoalLine| {
        let (mark, style) = goal_sign(screen, goal);
        let words = shorten(&goal.words, width.saturating_sub(4));
        let spans = vec![
            Span::styled(format!(" {mark} "), style),
            Span::styled(format!("{words} "), theme.on(TEXT, CHROME)),
        ];
        goal_row(Line::from(spans), goal)
    };
    let mut rows: Vec<PanelRow> = open_goals(trial).take(shown).map(row).collect();
    let name = if trial.is_over { format!("{}: ", trial.name) } else { String::new() };
    let state = Line::from(vec![
        Span::styled(format!(" {name}{}", standing_words(trial, shown)), theme.on(DIM, CHROME)),
        Span::styled(format!("  {} ", screen.keys.key_for(KeyIntent::Objectives)), theme.bold(KEY)),
        Span::styled("goals ", theme.on(DIM, CHROME)),
    ]);
    rows.push(state.into());
    rows
}

/// A page of the briefing.
struct BriefingPage {
    /// Some of its lines, then the level's state and the briefing's key.
    rows: Vec<PanelRow>,
    /// How many of its lines these are.
    lines: u16,
    /// Whether others come after them.
    is_more: bool,
}

fn page(screen: &Screen, trial: &LevelCard) -> BriefingPage {
    let layout = screen.layout();
    let (width, height) = if layout.panel.is_empty() {
        let half = layout.lower_half();
        (half.width.saturating_sub(4), half.height.saturating_sub(2))
    } else {
        // Below the level's name.
        (layout.panel_inner().width, layout.panel_inner().height.saturating_sub(1))
    };
    let width = usize::from(width);
    let mut rows = briefing_rows(screen, trial, width);
    let standing = |what| standing_rows(screen, &trial.standing_words, (what, width));
    let room = usize::from(height).saturating_sub(standing("closes").len());
    if rows.len() > room {
        // No page for an empty line.
        rows.pop();
    }
    let last = rows.len().saturating_sub(room);
    let first = usize::from(screen.goals.scroll).min(last);
    rows.drain(..first);
    rows.truncate(room);
    let (lines, is_more) = (rows.len() as u16, first < last);
    rows.extend(standing(if is_more { "more" } else { "closes" }));
    BriefingPage { rows, lines, is_more }
}

/// What the level is about, and its goals, `width` columns wide.
fn briefing_rows(screen: &Screen, trial: &LevelCard, width: usize) -> Vec<PanelRow> {
    let theme = screen.theme;
    let lines = |words: &str, ink| wrapped(words, width, theme.text(ink)).into_iter().map(PanelRow::from);
    let mut rows: Vec<PanelRow> = lines(&trial.about, TEXT).collect();
    rows.push(PanelRow::default());
    rows.extend(trial.goals.iter().flat_map(|goal| wrapped_goal(screen, goal, width)));
    rows.push(PanelRow::default());
    if trial.naive.len() > 1 && !trial.is_over {
        let sign = naive_sign(theme);
        rows.extend(lines(
            &format!("{sign} walks naively: always the step that is nearest to the goal"),
            DIM,
        ));
    }
    rows
}

/// Draws them, on a screen without a panel.
pub(crate) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    let Some(trial) = visible_trial(screen, scene) else { return };
    let area = area(screen);
    let inner = if area.is_empty() {
        return;
    } else if screen.shows_briefing() {
        draw_frame(buffer, screen.theme, area, &trial.name)
    } else {
        fill(buffer, area, screen.theme.text(TEXT));
        area
    };
    write_lines(buffer, inner, 0, rows(screen, trial).into_iter().map(|row| row.line));
}
