//! The summary of a year: what it came to in sentences, its figures beside those of the same land without the player, or
//! else of the previous year, and one or two small maps.
//!
//! Its content comes with the scene.

use crate::scene::{CounterfactualState, Landmarks, Question, Scene, Viewport, YearCard, YearPicture};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::view::{Reply, View};
use crate::tui::kit::{draw_frame, draw_more, wrap, write, write_lines};
use crate::tui::look::theme::{ACCENT, DIM, KEY, TEXT};
use crate::tui::map::camera::Window;
use crate::tui::map::places::draw_chart;
use crate::tui::questions::QuestionKind;
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::text::{Line, Span};

/// Columns of the figures, of one number, and of a difference.
const FIGURE_COLUMNS: u16 = 43;
const NUMBER_COLUMNS: usize = 9;
/// Milliseconds between two questions for figures that are still computed.
const REFRESH_MS: u64 = 1000;
const DIFFERENCE_COLUMNS: usize = 9;
/// Rows of a year's figures with their heading, until they have come, and of the sentences above them, at least.
const ROWS: u16 = 13;
const WORD_ROWS: u16 = 3;
/// At least this wide, the card has a map of the year's beginning, too.
const TWO_MAPS_FROM: u16 = 100;
/// The card's maximum width.
const WIDTH_MAX: u16 = 132;
/// How long the message about the end of a year stays, in milliseconds; and at the fastest pace, at which a year is over
/// in nine seconds.
const HINT_MS: u64 = 20_000;
const FASTEST_HINT_MS: u64 = 2_000;

impl Screen {
    /// Opens the summary of a year; without one, what has happened of late.
    pub(crate) fn open_year(&mut self, year: Option<u32>) -> Effect {
        self.views.open(YearView::default());
        ask(self, year)
    }

    /// Announces the end of a year, once.
    pub(crate) fn announce_year(&mut self, year: u32) {
        let over = self.played.take_year(year);
        if let Some(before) = over.filter(|_| self.mode != Mode::Watch) {
            let key = self.keys.key_for(KeyIntent::Year);
            let stays = if self.time_pace.is_fastest() { FASTEST_HINT_MS } else { HINT_MS };
            self.notices.notify_for(stays, format!("Year {before} is over — {key} shows its summary"));
        }
    }
}

fn ask(screen: &mut Screen, year: Option<u32>) -> Effect {
    let one = map_areas(screen)[0];
    let question = Question::Year { year, size_max: (one.width, one.height * 2) };
    screen.questions.ask(QuestionKind::Year, question)
}

/// Number of maps, and the columns of each.
fn map_columns(screen: &Screen) -> (u16, u16) {
    let width = card_width(screen);
    let count = if width >= TWO_MAPS_FROM { 2 } else { 1 };
    (count, (width.saturating_sub(FIGURE_COLUMNS + 4) / count).saturating_sub(2))
}

/// The summary on the screen.
#[derive(Clone, Debug, Default)]
struct YearView {
    /// The first figure that is shown, where there is no room for all.
    scroll: usize,
    /// When its figures without the player were last asked for, in milliseconds of the clock.
    asked_ms: u64,
}

impl View<Screen> for YearView {
    fn mode(&self) -> Mode {
        Mode::Year
    }

    fn area(&self, screen: &Screen, _: &Scene) -> Rect {
        card_area(screen)
    }

    /// Turns to another year, or scrolls its figures.
    fn key(&mut self, intent: KeyIntent, screen: &mut Screen, _: &Scene) -> Reply<Screen> {
        let Some(card) = &screen.year_card else { return Reply::stay() };
        let by = match intent {
            KeyIntent::Previous => -1,
            KeyIntent::Next => 1,
            KeyIntent::Row(by) => {
                let hidden = card.rows.len().saturating_sub(figures_shown(screen, card));
                self.scroll = self.scroll.saturating_add_signed(by as isize).min(hidden);
                return Reply::stay();
            }
            _ => return Reply::stay(),
        };
        let year = (i64::from(card.year) + by).clamp(1, i64::from(card.last)) as u32;
        let is_same = year == card.year && !card.is_for_return;
        if is_same { Reply::stay() } else { Reply::Stay(vec![ask(screen, Some(year))]) }
    }

    /// Asks again while the land without the player is still simulated.
    fn take_picture(&mut self, screen: &mut Screen, _: &Scene) -> Vec<Effect> {
        let now = screen.clock.now_ms;
        let is_due = now >= self.asked_ms + REFRESH_MS;
        let in_progress = |card: &&YearCard| {
            is_due && matches!(card.counterfactual_state, CounterfactualState::InProgress(_))
        };
        let Some(card) = screen.year_card.as_deref().filter(in_progress) else { return Vec::new() };
        let year = card.year;
        self.asked_ms = now;
        vec![ask(screen, Some(year))]
    }

    fn draw(&self, buffer: &mut Buffer, screen: &Screen, _: &Scene) {
        draw(buffer, screen, self.scroll);
    }
}

/// The card's width.
fn card_width(screen: &Screen) -> u16 {
    screen.area.width.min(WIDTH_MAX)
}

/// The sentences in lines: as many as leave room for all figures, and some where these have to scroll.
fn word_lines(screen: &Screen) -> Vec<String> {
    let width = usize::from(card_width(screen).saturating_sub(4));
    let rows = usize::from(room(screen).saturating_sub(figure_rows(screen) + 2).max(WORD_ROWS));
    let mut lines = Vec::new();
    for words in screen.year_card.iter().flat_map(|card| &card.words) {
        let more = wrap(words, width);
        if lines.len() + more.len() <= rows {
            lines.extend(more);
        }
    }
    lines
}

/// The rows of the figures with their heading.
fn figure_rows(screen: &Screen) -> u16 {
    screen.year_card.as_ref().map_or(ROWS, |card| card.rows.len().max(1) as u16 + 1)
}

/// The rows of the screen that the card may cover: those above the keys are left to a message.
fn room(screen: &Screen) -> u16 {
    let layout = screen.layout();
    let width = usize::from(layout.log.width).saturating_sub(2);
    let message = screen.notices.current().map_or(0, |notice| wrap(&notice.text, width).len() as u16);
    layout.keys.y.saturating_sub(layout.map.y + message.max(1))
}

/// The rows of the sentences.
fn word_rows(screen: &Screen) -> u16 {
    (word_lines(screen).len() as u16).max(WORD_ROWS)
}

/// How many figures there is room for: between their heading and the keys of other years.
fn figures_shown(screen: &Screen, card: &YearCard) -> usize {
    let inner = card_area(screen).height.saturating_sub(2 + word_rows(screen));
    usize::from(inner.saturating_sub(1 + u16::from(card.last > 1))).min(card.rows.len())
}

/// The area of the card's frame.
fn card_area(screen: &Screen) -> Rect {
    let layout = screen.layout();
    let width = card_width(screen);
    let (_, side) = map_columns(screen);
    let height = (side.div_ceil(2) + 1).max(figure_rows(screen) + 1) + word_rows(screen) + 2;
    let height = height.min(room(screen));
    let x = (screen.area.width - width) / 2;
    Rect::new(x, layout.map.y + (layout.map.height.saturating_sub(height)) / 2, width, height)
}

/// The areas of the maps, without the line above them: of the year's end, after that of its beginning if there is room.
fn map_areas(screen: &Screen) -> Vec<Rect> {
    let area = card_area(screen);
    let (count, side) = map_columns(screen);
    let y = area.y + word_rows(screen) + 2;
    let height = area.bottom().saturating_sub(y + 1);
    let left = area.x + FIGURE_COLUMNS + 4;
    (0..count).map(|i| Rect::new(left + i * (side + 2), y, side, height)).collect()
}

/// Draws the card with its figures from one on.
fn draw(buffer: &mut Buffer, screen: &Screen, scroll: usize) {
    let theme = screen.theme;
    let heading = screen.year_card.as_ref().map_or_else(String::new, |card| {
        if card.is_for_return {
            return format!("What has happened since the beginning of year {}", card.year);
        }
        format!("Year {}{}", card.year, if card.is_over { "" } else { ", so far" })
    });
    let inner = draw_frame(buffer, screen.theme, card_area(screen), &heading);
    let Some(card) = &screen.year_card else {
        write(buffer, inner, 0, &Line::styled("computing", theme.text(DIM)));
        return;
    };
    let words = word_lines(screen).into_iter().map(|words| Line::styled(words, theme.text(TEXT)));
    write_lines(buffer, inner, 0, words);
    let above = word_rows(screen);
    let below = Rect { y: inner.y + above, height: inner.height.saturating_sub(above), ..inner };
    draw_figures(buffer, screen, (card, scroll), below);
    let (before, after) =
        (("before", &card.before), (if card.is_over { "after" } else { "now" }, &card.after));
    let areas = map_areas(screen);
    let maps = if areas.len() > 1 { vec![before, after] } else { vec![after] };
    for (area, (word, picture)) in areas.into_iter().zip(maps) {
        let above = Rect { y: area.y.saturating_sub(1), height: 1, ..area };
        write(buffer, above, 0, &Line::styled(word, theme.text(DIM)));
        draw_map(buffer, screen, card, area, picture);
    }
}

fn draw_figures(buffer: &mut Buffer, screen: &Screen, (card, scroll): (&YearCard, usize), inner: Rect) {
    let theme = screen.theme;
    let shown = figures_shown(screen, card);
    let first = scroll.min(card.rows.len() - shown);
    let label = usize::from(FIGURE_COLUMNS) - 2 * NUMBER_COLUMNS - DIFFERENCE_COLUMNS;
    let head = format!(
        "{:label$}{:>NUMBER_COLUMNS$}{:>NUMBER_COLUMNS$}{:>DIFFERENCE_COLUMNS$}",
        "",
        comparison_heading(card),
        if card.is_for_return { "now".to_owned() } else { format!("year {}", card.year) },
        "change"
    );
    write(buffer, inner, 0, &Line::styled(head, theme.text(DIM)));
    if card.rows.is_empty() {
        write(buffer, inner, 1, &Line::styled("its figures were not kept", theme.text(DIM)));
    }
    for (i, row) in card.rows.iter().skip(first).take(shown).enumerate() {
        let is_known = card.counterfactual_state == CounterfactualState::Known;
        let other = if is_known { &row.counterfactual } else { &row.before };
        let line = Line::from(vec![
            Span::styled(format!("{:<label$}", row.label), theme.text(TEXT)),
            Span::styled(format!("{other:>NUMBER_COLUMNS$}"), theme.text(DIM)),
            Span::styled(format!("{:>NUMBER_COLUMNS$}", row.now), theme.bold(ACCENT)),
            Span::styled(format!("{:>DIFFERENCE_COLUMNS$}", row.difference), theme.text(TEXT)),
        ]);
        write(buffer, inner, i as u16 + 1, &line);
    }
    let key = |intent| screen.keys.key_for_in(Mode::Year, intent);
    if first + shown < card.rows.len() {
        draw_more(buffer, theme, card_area(screen), key(KeyIntent::Row(1)));
    }
    if card.last > 1 {
        let words = match card.counterfactual_state {
            CounterfactualState::InProgress(year) => {
                format!(" 1 to {} · without you: {year} of {}", card.last, card.year)
            }
            _ => format!(" other years, 1 to {}", card.last),
        };
        let keys = Line::from(vec![
            Span::styled(format!("{} {}", key(KeyIntent::Previous), key(KeyIntent::Next)), theme.bold(KEY)),
            Span::styled(words, theme.text(DIM)),
        ]);
        write(buffer, inner, inner.height.saturating_sub(1), &keys);
    }
}

/// What stands at the end of a year with the player and without, as lines.
pub(super) fn with_and_without_lines(card: &YearCard) -> Vec<String> {
    let line = |label: &str, with: &str, without: &str| {
        format!("{label:<18}{with:>NUMBER_COLUMNS$}{without:>NUMBER_COLUMNS$}")
    };
    let is_known = card.counterfactual_state == CounterfactualState::Known;
    let rows = card.rows.iter().filter(|row| row.is_total);
    let rows = rows.map(|row| line(row.label, &row.now, if is_known { &row.counterfactual } else { "?" }));
    std::iter::once(line(&format!("end of year {}", card.year), "with", "without")).chain(rows).collect()
}

/// The heading of what the year is compared with: the same land without the player once that is known, or else the
/// previous year.
fn comparison_heading(card: &YearCard) -> String {
    match card.counterfactual_state {
        CounterfactualState::Known => "without".to_owned(),
        _ if card.year > 1 => format!("year {}", card.year - 1),
        _ => String::new(),
    }
}

/// Draws a chart of the whole land; roads that were not there at the beginning of the year are amber.
pub(super) fn draw_map(buffer: &mut Buffer, screen: &Screen, card: &YearCard, area: Rect, now: &YearPicture) {
    let (columns, rows) = card.size;
    let area = area.intersection(buffer.area);
    let area = Rect { width: area.width.min(columns), height: area.height.min(rows.div_ceil(2)), ..area };
    let view = Viewport { columns, rows, cells_per_pixel: card.scale, ..Viewport::default() };
    let scene = Scene {
        land: card.land,
        view,
        pixels: now.pixels.clone(),
        town_markers: now.town_markers.clone(),
        landmarks: Landmarks { features: now.features.clone(), ..Landmarks::default() },
        ..Scene::default()
    };
    let window = Window { area, left: 0, top: 0, scale: i32::from(card.scale), is_close: false };
    let across = usize::from(columns.max(1));
    let before = &card.before.pixels;
    // Thinned roads may be drawn a pixel beside where they were.
    let had_road = |x: usize, y: usize| {
        let rows = before.chunks(across).skip(y.saturating_sub(1)).take(if y > 0 { 3 } else { 2 });
        let mut near =
            rows.flat_map(|row| row.iter().skip(x.saturating_sub(1)).take(if x > 0 { 3 } else { 2 }));
        near.any(|pixel| pixel.tier.is_road())
    };
    draw_chart(buffer, screen.theme, &scene, window, |canvas| {
        for (i, now) in now.pixels.iter().enumerate().filter(|_| !before.is_empty()) {
            let (x, y) = (i % across, i / across);
            if now.tier.is_road() && !had_road(x, y) {
                canvas.recolour((x as i32, y as i32), Color::Yellow, |_| ACCENT);
            }
        }
    });
}
