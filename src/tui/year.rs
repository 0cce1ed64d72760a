//! The summary of a year: its figures beside those of the same land without the player, or else of the previous year,
//! and two small maps.
//!
//! Its content comes with the scene.

use super::camera::Window;
use super::canvas::Canvas;
use super::keymap::{Intent, Mode};
use super::kit::view::{Reply, View};
use super::kit::{draw_frame, write};
use super::state::{Effect, QuestionKind, Screen};
use super::theme::{ACCENT, DIM, KEY, TEXT};
use crate::scene::{CounterfactualState, Pixel, Question, Scene, Viewport, YearCard, YearRow};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Columns of the figures, and of one number.
const FIGURE_COLUMNS: u16 = 35;
const NUMBER_COLUMNS: usize = 9;
/// Rows of the figures with their heading.
const ROWS: u16 = 13;
/// The card's maximum width.
const WIDTH_MAX: u16 = 132;
/// How long the message about the end of a year stays, in milliseconds.
const HINT_MS: u64 = 20_000;

impl Screen {
    /// Opens the summary of the last complete year, or of the first year so far.
    pub fn open_year(&mut self, scene: &Scene) -> Vec<Effect> {
        self.views.open(YearView);
        self.show_year(scene.status.year.saturating_sub(1).max(1))
    }

    fn show_year(&mut self, year: u32) -> Vec<Effect> {
        let [one, _] = map_areas(self);
        vec![self.ask(QuestionKind::Year, Question::Year { year, size_max: (one.width, one.height * 2) })]
    }

    /// Announces the end of a year, once.
    pub(super) fn announce_year(&mut self, year: u32) {
        let before = self.last_year.replace(year).unwrap_or(year);
        if year > before {
            let key = self.keys.key_for(Intent::Year);
            self.notify(format!("Year {before} is over — {key} shows its summary"));
            if let Some(notice) = &mut self.notice {
                notice.until_ms = self.now_ms + HINT_MS;
            }
        }
    }
}

/// The summary on the screen.
#[derive(Clone, Debug)]
struct YearView;

impl View<Screen> for YearView {
    fn mode(&self) -> Mode {
        Mode::Year
    }

    fn area(&self, screen: &Screen, _: &Scene) -> Rect {
        card_area(screen)
    }

    /// Turns to another year.
    fn key(&mut self, intent: Intent, screen: &mut Screen, _: &Scene) -> Reply<Screen> {
        let (Intent::Row(by), Some(card)) = (intent, &screen.year_card) else { return Reply::stay() };
        let year = (i64::from(card.year) + i64::from(by.signum())).clamp(1, i64::from(card.last)) as u32;
        Reply::Stay(if year == card.year { Vec::new() } else { screen.show_year(year) })
    }

    fn draw(&self, buffer: &mut Buffer, screen: &Screen, _: &Scene) {
        draw(buffer, screen);
    }
}

/// The area of the card's frame.
fn card_area(screen: &Screen) -> Rect {
    let layout = screen.layout();
    let width = screen.area.width.min(WIDTH_MAX);
    let side = (width.saturating_sub(FIGURE_COLUMNS + 8)) / 2;
    let height = (side.div_ceil(2) + 3).max(ROWS + 2).min(layout.map.height);
    let x = (screen.area.width - width) / 2;
    Rect::new(x, layout.map.y + (layout.map.height - height) / 2, width, height)
}

/// The areas of the two maps, without the line above them.
fn map_areas(screen: &Screen) -> [Rect; 2] {
    let area = card_area(screen);
    let side = (area.width.saturating_sub(FIGURE_COLUMNS + 8)) / 2;
    let height = area.height.saturating_sub(3);
    let left = area.x + FIGURE_COLUMNS + 4;
    [left, left + side + 2].map(|x| Rect::new(x, area.y + 2, side, height))
}

/// Draws the card.
fn draw(buffer: &mut Buffer, screen: &Screen) {
    let theme = screen.theme;
    let heading = screen.year_card.as_ref().map_or_else(String::new, |card| {
        format!("Year {}{}", card.year, if card.is_over { "" } else { ", so far" })
    });
    let inner = draw_frame(buffer, screen.theme, card_area(screen), &heading);
    let Some(card) = &screen.year_card else {
        write(buffer, inner, 0, &Line::styled("computing", theme.text(DIM)));
        return;
    };
    draw_figures(buffer, screen, card, inner);
    for ((area, pixels), word) in
        map_areas(screen).into_iter().zip([&card.before, &card.after]).zip(["before", "after"])
    {
        let word = if word == "after" && !card.is_over { "now" } else { word };
        let above = Rect { y: area.y.saturating_sub(1), height: 1, ..area };
        write(buffer, above, 0, &Line::styled(word, theme.text(DIM)));
        draw_map(buffer, screen, card, area, pixels);
    }
}

fn draw_figures(buffer: &mut Buffer, screen: &Screen, card: &YearCard, inner: Rect) {
    let theme = screen.theme;
    let label = usize::from(FIGURE_COLUMNS) - 2 * NUMBER_COLUMNS;
    let head = format!(
        "{:label$}{:>NUMBER_COLUMNS$}{:>NUMBER_COLUMNS$}",
        "",
        comparison_heading(card),
        format!("year {}", card.year)
    );
    write(buffer, inner, 0, &Line::styled(head, theme.text(DIM)));
    if card.rows.is_empty() {
        write(buffer, inner, 1, &Line::styled("its figures were not kept", theme.text(DIM)));
    }
    for (i, row) in card.rows.iter().enumerate() {
        let other = if card.counterfactual_state == CounterfactualState::NotSimulated {
            &row.before
        } else {
            &row.counterfactual
        };
        let line = Line::from(vec![
            Span::styled(format!("{:<label$}", row.label), theme.text(TEXT)),
            Span::styled(format!("{other:>NUMBER_COLUMNS$}"), theme.text(DIM)),
            Span::styled(format!("{:>NUMBER_COLUMNS$}", row.now), theme.bold(ACCENT)),
        ]);
        write(buffer, inner, i as u16 + 1, &line);
    }
    if card.last > 1 && inner.height > ROWS {
        let key = |by| screen.keys.key_for_in(Mode::Year, Intent::Row(by));
        let keys = Line::from(vec![
            Span::styled(format!("{} {}", key(-1), key(1)), theme.bold(KEY)),
            Span::styled(format!(" other years, 1 to {}", card.last), theme.text(DIM)),
        ]);
        write(buffer, inner, inner.height - 1, &keys);
    }
}

/// The figures of a year as lines: what, what it is compared with, and how much.
pub(super) fn figure_lines(card: &YearCard) -> Vec<String> {
    let other = comparison_heading(card);
    let head = format!("{:18}{other:>NUMBER_COLUMNS$}{:>NUMBER_COLUMNS$}", "", format!("year {}", card.year));
    let known = card.counterfactual_state != CounterfactualState::NotSimulated;
    let row = |row: &YearRow| {
        let other = if known { &row.counterfactual } else { &row.before };
        format!("{:<18}{other:>NUMBER_COLUMNS$}{:>NUMBER_COLUMNS$}", row.label, row.now)
    };
    std::iter::once(head).chain(card.rows.iter().map(row)).collect()
}

/// The heading of what the year is compared with: the same land without the player, or else the previous year.
fn comparison_heading(card: &YearCard) -> String {
    match card.counterfactual_state {
        CounterfactualState::Known => "untouched".to_owned(),
        CounterfactualState::InProgress => "computing".to_owned(),
        CounterfactualState::NotSimulated if card.year > 1 => format!("year {}", card.year - 1),
        CounterfactualState::NotSimulated => String::new(),
    }
}

/// Draws a small map of the whole land.
pub(super) fn draw_map(buffer: &mut Buffer, screen: &Screen, card: &YearCard, area: Rect, pixels: &[Pixel]) {
    let (columns, rows) = card.size;
    let area = area.intersection(buffer.area);
    let area = Rect { width: area.width.min(columns), height: area.height.min(rows.div_ceil(2)), ..area };
    let view = Viewport { columns, rows, cells_per_pixel: 1, ..Viewport::default() };
    let scene = Scene { land: card.size, view, pixels: pixels.to_vec(), ..Scene::default() };
    let window = Window { area, left: 0, top: 0, scale: 1, is_close: false };
    Canvas::new(&scene, window, screen.theme).write(buffer);
}
