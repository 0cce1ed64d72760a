//! The panel's text: the selected unit's card, the cursor's card, current searches.
//!
//! `chrome` places it; the explanation of a path is in `explanation`.

use super::goals;
use super::panel_row::{PanelClick, PanelRow};
use crate::scene::{Card, Fact, Scene, counted};
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::{DIGITS, labelled, wrap, wrapped};
use crate::tui::look::theme::{ACCENT, DIM, KEY, TEXT};
use crate::tui::map::search_overlay;
use crate::tui::modes::brushes;
use crate::tui::modes::edits::{standing_stops, stop_glyph};
use crate::tui::modes::possession;
use crate::tui::overlays::explanation;
use crate::tui::state::Screen;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Columns of a label.
const LABEL_COLUMNS: usize = 8;
/// At most this many stops are listed.
const STOPS_SHOWN_MAX: usize = 10;
/// All rows of the panel, `width` columns wide. While they are read as a sheet over the map, its keys do nothing.
pub(super) fn rows(screen: &Screen, scene: &Scene, width: usize) -> Vec<PanelRow> {
    if let Some(past) = &scene.past {
        return card_lines(screen, &past.card, width).into_iter().map(PanelRow::from).collect();
    }
    let mut rows = goals::panel_rows(screen, scene, width);
    if screen.layout().has_text_panel() {
        return rows;
    }
    let mut push = |lines: Vec<Line<'static>>| rows.extend(lines.into_iter().map(PanelRow::from));
    if screen.mode == Mode::Draw {
        push(brushes::palette_lines(screen, scene, width));
    }
    if let Some(wander) = &scene.wander {
        let card = Card {
            title: "Wander".to_owned(),
            facts: possession::wander_facts(screen, wander),
            ..Card::default()
        };
        push(card_lines(screen, &card, width));
        push(vec![Line::default()]);
    }
    if let Some(card) = &scene.unit_card {
        rows.extend(unit_rows(screen, card, width));
        rows.extend(stop_rows(screen, scene, width));
        rows.push(PanelRow::default());
    }
    if screen.explaining.is_open_in(screen.mode) {
        let why = explanation_rows(screen, width);
        // If both do not fit, the explanation comes first.
        let fits = rows.len() + why.len() <= usize::from(screen.layout().panel.height);
        let at = if fits { rows.len() } else { 0 };
        rows.splice(at..at, why);
    }
    rows.extend(card_lines(screen, &scene.cursor_card, width).into_iter().map(PanelRow::from));
    let has_keys = screen.active_mode() != Mode::Card;
    let is_on_town = scene.town_markers.iter().any(|place| place.cell == screen.map.cursor);
    if has_keys && is_on_town && !screen.mode.is_possession() {
        rows.push(keys_row(screen, "rally", &[("set the rally point", KeyIntent::Rally)]));
        rows.push(keys_row(screen, "annals", &[("its history", KeyIntent::Town)]));
    }
    rows.push(PanelRow::default());
    if has_keys {
        rows.extend(selection_rows(screen));
    }
    rows.extend(search_lines(screen, scene, width).into_iter().map(PanelRow::from));
    rows
}

/// The rows for which there is room on the side; the last of them tells of others.
pub(super) fn visible_rows(screen: &Screen, scene: &Scene) -> Vec<PanelRow> {
    let inner = screen.layout().panel_inner();
    let (mut rows, room) = (rows(screen, scene, usize::from(inner.width)), usize::from(inner.height));
    // What a level tells has pages of its own.
    let has_pages = screen.layout().has_text_panel() || (scene.level.is_some() && screen.goals.is_unfolded);
    let used = rows.iter().rposition(|row| row.line.width() > 0).map_or(0, |last| last + 1);
    if used > room && !has_pages && screen.active_mode() != Mode::Card {
        rows.truncate(room.saturating_sub(1));
        let more = screen.theme.pick_text("…", "...");
        rows.push(keys_row(screen, more, &[("all of this card", KeyIntent::Card)]));
    }
    rows
}

/// What a click on the panel does.
pub(crate) fn click_at(screen: &Screen, scene: &Scene, column: u16, row: u16) -> Option<PanelClick> {
    let inner = screen.layout().panel_inner();
    let at = inner.contains((column, row).into()).then(|| usize::from(row - inner.y))?;
    let rows = visible_rows(screen, scene);
    rows.get(at)?.click_at(usize::from(column - inner.x))
}

/// The number of lines in the panel.
pub(crate) fn height(screen: &Screen, scene: &Scene) -> u16 {
    let width = screen.layout().panel.width;
    if width == 0 { 0 } else { rows(screen, scene, usize::from(width - 3)).len() as u16 }
}

/// The card of the first selected unit. Layers of its stack that can be dropped are clickable.
fn unit_rows(screen: &Screen, card: &Card, width: usize) -> Vec<PanelRow> {
    let layers = if card.layer_count > 1 && !screen.mode.is_possession() { card.layer_count } else { 0 };
    let title = wrapped(&card.title, width, screen.theme.bold(ACCENT));
    let mut rows: Vec<PanelRow> = title.into_iter().map(PanelRow::from).collect();
    for (i, fact) in card.facts.iter().enumerate() {
        match u8::try_from(i).ok().filter(|layer| *layer < layers) {
            Some(layer) => rows.extend(layer_rows(screen, fact, layer, width)),
            None => rows.extend(fact_lines(screen, fact, width).into_iter().map(PanelRow::from)),
        }
    }
    rows
}

/// A layer of the stack: its number is styled as a key, and the top layer has a × to drop it.
fn layer_rows(screen: &Screen, fact: &Fact, layer: u8, width: usize) -> Vec<PanelRow> {
    let theme = screen.theme;
    let mut lines = fact_lines(screen, fact, width.saturating_sub(2));
    if let Some(words) = lines.first_mut().and_then(|line| line.spans.pop()) {
        let (number, rest) = words.content.split_at(words.content.find(' ').unwrap_or(0));
        let number = Span::styled(number.to_owned(), theme.bold(KEY));
        lines[0].spans.extend([number, Span::styled(rest.to_owned(), words.style)]);
    }
    if let Some(last) = lines.last_mut().filter(|_| layer == 0) {
        last.push_span(Span::styled(theme.pick_text(" ×", " x"), theme.text(DIM)));
    }
    let row = |line: Line<'static>| PanelRow {
        clicks: vec![(LABEL_COLUMNS..line.width(), PanelClick::Layer(layer))],
        line,
    };
    lines.into_iter().map(row).collect()
}

/// A page of the explanation; a click on its heading turns the page or closes it.
fn explanation_rows(screen: &Screen, width: usize) -> Vec<PanelRow> {
    let (page, left) = explanation::page(screen);
    let line = key_heading(screen, (explanation::HEADING, left > 0), KeyIntent::Explain, width);
    let heading = PanelRow { line, clicks: vec![(0..width, PanelClick::Intent(KeyIntent::Explain))] };
    let lines = page.into_iter().map(PanelRow::from);
    std::iter::once(heading).chain(lines).chain([PanelRow::default()]).collect()
}

/// The orders of the first selected unit; a click on a stop removes it.
fn stop_rows(screen: &Screen, scene: &Scene, width: usize) -> Vec<PanelRow> {
    let stops = standing_stops(scene);
    let shown = if stops.len() > STOPS_SHOWN_MAX { STOPS_SHOWN_MAX - 1 } else { stops.len() };
    let theme = screen.theme;
    let mut rows: Vec<PanelRow> = Vec::new();
    for (i, stop) in stops.iter().take(shown).enumerate() {
        let style = if screen.draft.selected_stop == Some(i) && !screen.draft.is_edited(screen.mode) {
            theme.selected()
        } else {
            theme.text(TEXT)
        };
        let lines = wrap(&stop.words, width.saturating_sub(LABEL_COLUMNS + 4).max(8));
        let last = lines.len().saturating_sub(1);
        for (at, words) in lines.into_iter().enumerate() {
            let label = if (i, at) == (0, 0) { "orders" } else { "" };
            let glyph = if at == 0 { stop_glyph(i) } else { ' ' };
            let cross = if at == last { theme.pick_text(" ×", " x") } else { "" };
            let end = LABEL_COLUMNS + 4 + words.width();
            let line = Line::from(vec![
                Span::styled(format!("{label:<LABEL_COLUMNS$}"), theme.text(DIM)),
                Span::styled(format!("{glyph} "), theme.bold(KEY)),
                Span::styled(words, style),
                Span::styled(cross, theme.text(DIM)),
            ]);
            rows.push(PanelRow { line, clicks: vec![(LABEL_COLUMNS..end, PanelClick::Stop(i))] });
        }
    }
    if shown < stops.len() {
        let more = format!("{:<LABEL_COLUMNS$}and {} more", "", stops.len() - shown);
        rows.push(Line::styled(more, theme.text(DIM)).into());
    }
    rows
}

/// Clickable rows for selecting units: the groups, and other means.
fn selection_rows(screen: &Screen) -> Vec<PanelRow> {
    let groups = (1..10).filter(|group| !screen.selection.groups[*group].is_empty());
    let mut rows: Vec<PanelRow> = Vec::new();
    for group in groups {
        let words = counted(screen.selection.groups[group].len(), "unit");
        let label = if rows.is_empty() { "groups" } else { "" };
        rows.push(keys_row(screen, label, &[(&words, KeyIntent::Digit(group as u8))]));
    }
    if !screen.selection.units.is_empty() && !screen.mode.is_possession() {
        let choices =
            [("all", KeyIntent::AllOfKind), ("box", KeyIntent::Box), ("group", KeyIntent::SetGroup)];
        rows.push(keys_row(screen, "select", &choices));
        rows.push(keys_row(screen, "play as", &[("this unit", KeyIntent::PlayAs)]));
    }
    rows
}

/// A row of keys, each with a word.
fn keys_row(screen: &Screen, label: &'static str, words: &[(&str, KeyIntent)]) -> PanelRow {
    let theme = screen.theme;
    let mut spans = vec![Span::styled(format!("{label:<LABEL_COLUMNS$}"), theme.text(DIM))];
    let mut clicks = Vec::new();
    let mut at = LABEL_COLUMNS;
    for (word, intent) in words {
        let key = match intent {
            KeyIntent::Digit(digit) => DIGITS[usize::from(*digit)],
            other => screen.keys.key_for(*other),
        };
        let end = at + key.width() + 1 + word.width();
        spans.push(Span::styled(key.to_owned(), theme.bold(KEY)));
        spans.push(Span::styled(format!(" {word}  "), theme.text(TEXT)));
        clicks.push((at..end, PanelClick::Intent(*intent)));
        at = end + 2;
    }
    PanelRow { line: Line::from(spans), clicks }
}

/// The shown searches, one after the other.
fn search_lines(screen: &Screen, scene: &Scene, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    if !screen.map.search_overlay.is_on {
        return Vec::new();
    }
    let mut lines = vec![key_heading(screen, ("Pathfinding", false), KeyIntent::SearchOverlay, width)];
    let shown = screen.map.search_overlay.shown(scene, screen.clock.now_ms, screen.clock.has_motion);
    for shown in &shown {
        let ink = search_overlay::tint(shown.thought.people);
        lines.extend(wrapped(&shown.thought.words, width, theme.text(ink)));
    }
    if shown.is_empty() {
        lines.push(Line::styled("no search running", theme.text(DIM)));
    }
    lines.extend(wrapped(&scene.planner_words, width, theme.text(DIM)));
    lines
}

/// A heading with the key that closes the section below it, or first shows more of it.
fn key_heading(
    screen: &Screen,
    (heading, more): (&str, bool),
    closes: KeyIntent,
    width: usize,
) -> Line<'static> {
    let key = format!("[{}{}]", screen.keys.key_for(closes), if more { " more" } else { "" });
    let gap = width.saturating_sub(heading.width());
    let style = screen.theme.bold(KEY);
    Line::from(vec![Span::styled(heading.to_owned(), style), Span::styled(format!("{key:>gap$}"), style)])
}

/// A card.
pub(super) fn card_lines(screen: &Screen, card: &Card, width: usize) -> Vec<Line<'static>> {
    let mut lines = wrapped(&card.title, width, screen.theme.bold(ACCENT));
    lines.extend(card.facts.iter().flat_map(|fact| fact_lines(screen, fact, width)));
    if card.traffic.iter().any(|t| *t > 0) {
        lines.push(traffic_line(screen, &card.traffic, width));
    }
    lines
}

fn fact_lines(screen: &Screen, (label, says): &Fact, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let tone = if label.is_empty() { DIM } else { TEXT };
    let room = width.saturating_sub(LABEL_COLUMNS).max(8);
    labelled((label, LABEL_COLUMNS, theme.text(DIM)), says, (room, theme.text(tone)))
}

fn traffic_line(screen: &Screen, traffic: &[u32], width: usize) -> Line<'static> {
    let bars: Vec<char> = screen.theme.pick_text("▁▂▃▄▅▆▇█", "_.-=oO0#").chars().collect();
    let room = width.saturating_sub(LABEL_COLUMNS).max(1);
    let last = &traffic[traffic.len().saturating_sub(room)..];
    let most = last.iter().copied().max().unwrap_or(1).max(1);
    let bar = |t: &u32| bars[(*t as usize * (bars.len() - 1)).div_ceil(most as usize).min(bars.len() - 1)];
    let chart: String = last.iter().map(bar).collect();
    Line::from(vec![
        Span::styled(format!("{:<LABEL_COLUMNS$}", "traffic"), screen.theme.text(DIM)),
        Span::styled(chart, screen.theme.text(ACCENT.scaled(70))),
    ])
}
