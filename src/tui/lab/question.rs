//! The lab's two cards: the quiz before a run, and the search for a map on which an algorithm performs badly.

use super::ink;
use super::keymap::{LabIntent, LabMode};
use super::panes::Panes;
use super::state::{LabEffect, LabScreen};
use crate::lab::grouped;
use crate::lab::{Breaker, LabAnswer, LabMap, LabQuestion};
use crate::tui::kit::view::{Reply, View};
use crate::tui::kit::{draw_frame, fill, wrap, wrapped, write, write_lines};
use crate::tui::look::theme::{ACCENT, DIM, KEY, TEXT};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};

/// Columns of a card.
const WIDTH: u16 = 64;

/// The area of a question's card, and its text in lines.
fn card_layout(screen: &LabScreen, question: &LabQuestion) -> (Rect, Vec<String>) {
    let layout = screen.panes().layout;
    let width = WIDTH.min(layout.map.width);
    let lines = wrap(&question.text, usize::from(width.saturating_sub(4)));
    (layout.centred(WIDTH, (lines.len() + question.answers.len()) as u16 + 3), lines)
}

/// The quiz question before a run.
#[derive(Clone, Debug)]
pub(super) struct QuizCard(pub LabQuestion);

impl QuizCard {
    fn asks_for_cell(&self) -> bool {
        matches!(self.0.right, LabAnswer::Cell(_))
    }
}

impl View<LabScreen> for QuizCard {
    fn mode(&self) -> LabMode {
        LabMode::Quiz
    }

    /// All of the screen if a cell is asked for: any click is meant for the map then.
    fn area(&self, screen: &LabScreen, (): &()) -> Rect {
        if self.asks_for_cell() { screen.area } else { card_layout(screen, &self.0).0 }
    }

    fn key(&mut self, intent: LabIntent, screen: &mut LabScreen, (): &()) -> Reply<LabScreen> {
        match intent {
            LabIntent::Answer(index) => match self.0.listed(index) {
                Some(answer) => screen.answer(&self.0, answer),
                None => return Reply::stay(),
            },
            LabIntent::Confirm if self.asks_for_cell() => {
                screen.answer(&self.0, LabAnswer::Cell(screen.cursor));
            }
            LabIntent::Confirm | LabIntent::Pause => screen.start_run(),
            LabIntent::ToggleQuiz => {
                screen.toggle_quiz();
                screen.start_run();
            }
            LabIntent::Steer(dx, dy) if self.asks_for_cell() => {
                screen.move_cursor(dx, dy);
                return Reply::stay();
            }
            _ => return Reply::stay(),
        }
        Reply::close()
    }

    /// A click on an answer, or on a cell if one is asked for, gives it.
    fn mouse(&mut self, at: Position, screen: &mut LabScreen, (): &()) -> Reply<LabScreen> {
        if self.asks_for_cell() {
            let Some(cell) = screen.cell_at(at.x, at.y) else { return Reply::stay() };
            screen.cursor = cell;
            return self.key(LabIntent::Confirm, screen, &());
        }
        let (area, lines) = card_layout(screen, &self.0);
        match usize::from(at.y).checked_sub(usize::from(area.y) + 2 + lines.len()) {
            Some(answer) => self.key(LabIntent::Answer(answer), screen, &()),
            None => Reply::stay(),
        }
    }

    fn draw(&self, buffer: &mut Buffer, screen: &LabScreen, (): &()) {
        let question = &self.0;
        let theme = screen.theme;
        if self.asks_for_cell() {
            // Below the map, which has to be seen whole.
            let Panes { layout, timeline, .. } = screen.panes();
            for (area, words, style) in [
                (layout.log, question.text.as_str(), theme.bold(ACCENT)),
                (timeline, "click it, or move the cursor there and press Enter", theme.text(DIM)),
            ] {
                fill(buffer, area, theme.text(TEXT));
                write(buffer, area, 0, &Line::styled(format!(" {words}"), style));
            }
            return;
        }
        let (area, lines) = card_layout(screen, question);
        let inner = draw_frame(buffer, theme, area, "Before it runs: what will happen?");
        let below = lines.len() as u16 + 1;
        write_lines(buffer, inner, 0, lines.into_iter().map(|line| Line::styled(line, theme.bold(TEXT))));
        let answer = |(i, answer): (usize, &String)| {
            Line::from(vec![
                Span::styled(format!("  {} ", i + 1), theme.bold(KEY)),
                Span::styled(answer.clone(), theme.text(TEXT)),
            ])
        };
        write_lines(buffer, inner, below, question.answers.iter().enumerate().map(answer));
    }
}

/// The search for a map on which an algorithm performs badly.
#[derive(Clone)]
pub(super) struct BreakCard(pub Breaker);

impl std::fmt::Debug for BreakCard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BreakCard, round {}", self.0.rounds())
    }
}

impl View<LabScreen> for BreakCard {
    fn mode(&self) -> LabMode {
        LabMode::Break
    }

    /// A click closes nothing: the search would be lost.
    fn area(&self, screen: &LabScreen, (): &()) -> Rect {
        screen.area
    }

    fn key(&mut self, intent: LabIntent, screen: &mut LabScreen, (): &()) -> Reply<LabScreen> {
        match intent {
            LabIntent::Confirm => {
                screen.load_map(self.0.worst_map().clone());
                Reply::close()
            }
            LabIntent::Save => Reply::Stay(vec![LabEffect::SaveMap(Box::new(self.0.worst_map().clone()))]),
            _ => Reply::stay(),
        }
    }

    fn mouse(&mut self, _: Position, _: &mut LabScreen, (): &()) -> Reply<LabScreen> {
        Reply::stay()
    }

    /// Draws the worst map so far, and how badly the algorithm performs on it.
    fn draw(&self, buffer: &mut Buffer, screen: &LabScreen, (): &()) {
        let breaker = &self.0;
        let theme = screen.theme;
        let map = screen.panes().layout.map;
        let ground = breaker.worst_map();
        let size = ground.size();
        let width = (size.width * 2 + 4).max(WIDTH).min(map.width);
        let words =
            wrapped(&breaker.score_in_words(), usize::from(width.saturating_sub(4)), theme.bold(ACCENT));
        let area = screen.panes().layout.centred(width, size.height + words.len() as u16 + 5);
        let heading = format!("Where does {} perform worst?", screen.selected_lane().setup.row().id);
        let inner = draw_frame(buffer, theme, area, &heading);
        let rounds = format!("round {} (continues while this is open)", grouped(breaker.rounds().into()));
        write(buffer, inner, 0, &Line::styled(rounds, theme.text(DIM)));
        let top = inner.y + 2 + words.len() as u16;
        write_lines(buffer, inner, 1, words);
        let left = inner.x + inner.width.saturating_sub(size.width * 2) / 2;
        let room =
            Rect { x: left, y: top, width: size.width * 2, height: inner.bottom().saturating_sub(top) };
        draw_small_map(buffer, screen, ground, room.intersection(inner));
    }

    fn tick(&mut self) {
        self.0.run_round();
    }
}

/// Draws a small map, two columns per cell.
fn draw_small_map(buffer: &mut Buffer, screen: &LabScreen, ground: &LabMap, area: Rect) {
    let theme = screen.theme;
    fill(buffer, area, theme.text(TEXT));
    for cell in ground.size().cells() {
        let price = ground.cost(cell);
        let spot = if price == 0 { ink::LabMark::Wall } else { ink::LabMark::Free };
        let letter = match cell {
            cell if cell == ground.start() => Some('S'),
            cell if cell == ground.goal() => Some('G'),
            _ => None,
        };
        let colour = theme.color(ink::colour(theme, spot, price, None));
        let (glyph, style) = match letter {
            Some(letter) => (letter, theme.selected()),
            None if ink::uses_glyphs(theme) => (ink::glyph(theme, spot, price), ink::mono_style(spot)),
            None => (ink::cost_digit(price).unwrap_or(' '), Style::new().bg(colour).fg(theme.color(DIM))),
        };
        for (dx, glyph) in [(0, glyph), (1, ' ')] {
            let at = (area.x + cell.x * 2 + dx, area.y + cell.y);
            if let Some(cell) = buffer.cell_mut(at).filter(|_| area.contains(at.into())) {
                cell.set_char(glyph).set_style(style);
            }
        }
    }
}
