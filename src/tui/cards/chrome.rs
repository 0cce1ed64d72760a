//! Everything around the land: status line, panel or strip, log.
//!
//! The cards' text is in `panel`, keys and hints in `bottom_line`.

use super::bottom_line;
use super::panel;
use crate::scene::{Card, Scene, Stop, counted};
use crate::tui::clock::SPEEDS;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::{Layout, draw_rule, fill, shorten, titled_line, wrap, write, write_lines};
use crate::tui::look::theme::{ACCENT, CHROME, DIM, FOE, KEY, TEXT};
use crate::tui::map::search_overlay;
use crate::tui::map::small_map;
use crate::tui::modes::brushes;
use crate::tui::modes::edits::{standing_stops, stop_glyph};
use crate::tui::modes::history;
use crate::tui::modes::possession;
use crate::tui::state::{LandRole, Screen};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Draws everything around the land.
pub(crate) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    let layout = screen.layout();
    if screen.map.director.is_full {
        return draw_story_line(buffer, &layout, screen, scene);
    }
    for area in [layout.top, layout.panel, layout.strip, layout.log, layout.keys] {
        fill(buffer, area, screen.theme.text(TEXT));
    }
    draw_top(buffer, &layout, screen, scene);
    draw_side(buffer, &layout, screen, scene);
    draw_strip(buffer, &layout, screen, scene);
    if screen.mode == Mode::History {
        history::draw(buffer, screen, scene);
    } else {
        draw_log(buffer, &layout, screen, scene);
    }
    write(buffer, layout.keys, 0, &bottom_line::line(screen));
}

/// The one line below a land that has the whole screen: what the shot tells, and before it the date if there is room.
fn draw_story_line(buffer: &mut Buffer, layout: &Layout, screen: &Screen, scene: &Scene) {
    let theme = screen.theme;
    fill(buffer, layout.keys, theme.on(TEXT, CHROME));
    let story = screen.map.director.shot.as_ref().map_or("", |shot| shot.story.words.as_str());
    let next = format!("  {} next story ", screen.keys.key_for_in(Mode::Watch, KeyIntent::NextStory));
    let date = format!(" {}  ", scene.status.date);
    let is_wide = date.width() + story.width() + next.width() <= usize::from(layout.keys.width);
    let date = if is_wide { date } else { " ".to_owned() };
    let room = usize::from(layout.keys.width).saturating_sub(date.width() + next.width());
    let gap = " ".repeat(room.saturating_sub(story.width()));
    let line = Line::from(vec![
        Span::styled(date, theme.on(DIM, CHROME)),
        Span::styled(format!("{}{gap}", shorten(story, room)), theme.on(ACCENT, CHROME)),
        Span::styled(next, theme.on(KEY, CHROME)),
    ]);
    write(buffer, layout.keys, 0, &line);
}

/// Name, date, speed and seed.
fn top_left_line(layout: &Layout, screen: &Screen, scene: &Scene) -> Line<'static> {
    let theme = screen.theme;
    let status = &scene.status;
    let wide = layout.top.width >= 100;
    let gap = if wide { "    " } else { "  " };
    let mut spans = match &scene.life {
        Some(life) => possession::header_spans(screen, scene, life, wide),
        None => vec![
            Span::styled(" WAYWORN", theme.bold(ACCENT)),
            Span::styled(format!("  {}{gap}", status.date), theme.text(TEXT)),
            Span::styled(speed_text(screen), theme.bold(if screen.time_pace.paused { ACCENT } else { TEXT })),
        ],
    };
    if layout.top.width >= 76 && (scene.life.is_none() || wide) {
        let land = if screen.played.role == LandRole::Daily { "daily land" } else { "seed" };
        spans.push(Span::styled(format!("{gap}{land} {}", status.seed), theme.text(DIM)));
    }
    if screen.map.reveal {
        spans.push(Span::styled(format!("{gap}revealed"), theme.text(KEY)));
    }
    if !screen.mouse {
        spans.push(Span::styled(format!("{gap}no mouse"), theme.text(KEY)));
    }
    Line::from(spans)
}

fn draw_top(buffer: &mut Buffer, layout: &Layout, screen: &Screen, scene: &Scene) {
    let theme = screen.theme;
    let left = top_left_line(layout, screen, scene);
    write(buffer, layout.top, 0, &left);
    if let Some(life) = &scene.life {
        return possession::draw_vitals(buffer, screen, life, (layout.top, left.width()));
    }
    let (at, counts) = counts_layout(layout, screen, scene);
    let line = Line::from(vec![
        Span::styled(coin_text(scene), theme.text(KEY)),
        Span::styled(counts, theme.text(DIM)),
    ]);
    write(buffer, at, 0, &line);
}

/// The coin, as text.
fn coin_text(scene: &Scene) -> String {
    if scene.status.is_building_free { "sandbox".to_owned() } else { format!("{} coin", scene.status.coin) }
}

/// The area of coin and counts at the right of the top line, and the counts that fit beside the coin.
fn counts_layout(layout: &Layout, screen: &Screen, scene: &Scene) -> (Rect, String) {
    let status = &scene.status;
    let units = counted(status.units as usize, "unit");
    let roads = counted(status.roads as usize, "road cell");
    let counts = [
        format!(" {units} {roads} {} plans/s ", screen.time_pace.plans),
        format!(" {units} {roads} "),
        format!(" {units} "),
        " ".to_owned(),
    ];
    let coin = coin_text(scene).width();
    let room =
        usize::from(layout.top.width).saturating_sub(top_left_line(layout, screen, scene).width() + 2 + coin);
    let Some(words) = counts.into_iter().find(|words| words.width() <= room) else {
        return (Rect::default(), String::new());
    };
    let width = (coin + words.width()) as u16;
    (Rect { x: layout.top.right() - width, width, ..layout.top }, words)
}

/// The clickable area of the coin.
pub(crate) fn coin_area(screen: &Screen, scene: &Scene) -> Rect {
    let (at, _) = counts_layout(&screen.layout(), screen, scene);
    Rect { width: at.width.min(coin_text(scene).width() as u16), ..at }
}

/// The requested speed, and the reached one if it is clearly lower.
fn speed_text(screen: &Screen) -> String {
    let pace = screen.time_pace;
    if pace.paused {
        return format!("{} paused", screen.theme.pick_glyph('‖', '|'));
    }
    let requested = SPEEDS.get(pace.in_force()).copied().unwrap_or(1);
    let play = screen.theme.pick_glyph('▶', '>');
    // What is reached is a mean of the last moments, also of those before time was slowed.
    let behind = !pace.is_slowed && pace.reached_tenths > 0 && pace.reached_tenths * 10 < requested * 85;
    if behind {
        format!("{play} ×{requested} (×{} reached)", pace.reached_tenths / 10)
    } else {
        format!("{play} ×{requested}")
    }
}

fn draw_side(buffer: &mut Buffer, layout: &Layout, screen: &Screen, scene: &Scene) {
    let area = layout.panel;
    if area.is_empty() {
        small_map::draw(buffer, screen, scene, 0);
        return;
    }
    draw_rule(buffer, screen.theme, area);
    let inner = layout.panel_inner();
    let rows = panel::visible_rows(screen, scene);
    small_map::draw(buffer, screen, scene, rows.len() as u16);
    write_lines(buffer, inner, 0, rows.into_iter().map(|row| row.line));
}

/// Without a panel: draws a two-line card.
fn draw_strip(buffer: &mut Buffer, layout: &Layout, screen: &Screen, scene: &Scene) {
    let area = layout.strip;
    if area.is_empty() {
        return;
    }
    let key = screen.keys.key_for(KeyIntent::Card);
    let row =
        |title: &str, facts: &[String]| titled_line(screen.theme, title, &facts.join(" · "), area.width, key);
    let under = scene.past.as_ref().map_or(&scene.cursor_card, |past| &past.card);
    let facts = facts_of(under);
    let (first, second) = match &scene.unit_card {
        _ if screen.mode == Mode::Draw => {
            brushes::draw_palette_strip(buffer, screen, area);
            write(buffer, area, 1, &row(&under.title, &facts));
            return;
        }
        Some(card) if screen.mode.is_possession() => {
            // A wanderer's waystones, and the hint where to go.
            let signs = scene.wander.as_ref().map(|wander| possession::stone_signs(screen, &wander.stones));
            let title = signs.filter(|signs| !signs.is_empty()).unwrap_or_else(|| card.title.clone());
            let hint =
                scene.wander.as_ref().map(|wander| wander.hint.clone()).filter(|hint| !hint.is_empty());
            let says = hint.or_else(|| scene.life.as_ref().map(|life| life.behaviour_words.clone()));
            (row(&under.title, &facts), row(&title, says.as_slice()))
        }
        Some(card) => (row(&card.title, &unit_facts(card, scene)), row(&under.title, &facts)),
        None => {
            let (first, second) = facts.split_at(facts.len().min(2));
            (row(&under.title, first), row("", second))
        }
    };
    write(buffer, area, 0, &first);
    write(buffer, area, 1, &second);
}

/// A card's facts, with their labels.
fn facts_of(card: &Card) -> Vec<String> {
    let labelled = |(label, says): &(&str, String)| {
        if label.is_empty() { says.clone() } else { format!("{label} {says}") }
    };
    card.facts.iter().map(labelled).collect()
}

/// A unit's facts for a short line: its arrival first, then its orders.
fn unit_facts(card: &Card, scene: &Scene) -> Vec<String> {
    let mut facts = facts_of(card);
    facts.sort_by_key(|fact| !(fact.starts_with("arrives ") || fact.starts_with("others ")));
    let numbered = |(i, stop): (usize, &Stop)| format!("{} {}", stop_glyph(i), stop.words);
    let stops: Vec<String> = standing_stops(scene).iter().enumerate().map(numbered).collect();
    if !stops.is_empty() {
        let place = facts.iter().take_while(|fact| !fact.starts_with("doing ")).count();
        facts.insert(place, format!("orders {}", stops.join("  ")));
    }
    facts
}

fn draw_log(buffer: &mut Buffer, layout: &Layout, screen: &Screen, scene: &Scene) {
    let theme = screen.theme;
    let rows = usize::from(layout.log.height);
    let lines = screen.headlines.shown(&scene.log, rows);
    let width = usize::from(layout.log.width);
    for (row, line) in lines.iter().enumerate() {
        let jumps = line.cell.is_some() && row + 1 == lines.len() && !screen.mode.is_possession();
        // Where there is not room for all, what happened counts more than when.
        let key = format!("   {}", screen.keys.key_for(KeyIntent::Log));
        let (when, jump) = (format!("{}  ", line.when), " jump");
        let room = width.saturating_sub(2 + if jumps { key.width() } else { 0 });
        let has_all = line.text.width() + when.width() + jump.len() <= room;
        let mut spans = vec![
            Span::styled(format!(" {}", if has_all { &when } else { "" }), theme.text(DIM)),
            Span::styled(shorten(&line.text, room), theme.text(TEXT)),
        ];
        if jumps {
            spans.push(Span::styled(key, theme.bold(KEY)));
            spans.push(Span::styled(if has_all { jump } else { "" }, theme.text(KEY)));
        }
        write(buffer, layout.log, row as u16, &Line::from(spans));
    }
    let said = mode_message(screen, scene).or_else(|| search_message(screen, scene));
    let Some((words, style)) = said else { return };
    // A long message may take every line of the log and of the card above it, but no more.
    let rows = rows + usize::from(layout.strip.height);
    let mut lines = wrap(&words, width.saturating_sub(2));
    if lines.len() > rows {
        let rest = lines.split_off(rows.saturating_sub(1)).join(" ");
        lines.push(shorten(&rest, width.saturating_sub(2)));
    }
    let height = lines.len().min(rows) as u16;
    let last = Rect { y: layout.log.bottom().saturating_sub(height), height, ..layout.log };
    fill(buffer, last, theme.text(TEXT));
    write_lines(buffer, last, 0, lines.iter().map(|words| Line::styled(format!(" {words}"), style)));
}

/// The mode's message: the preview's words, or what the brush did. A notice takes priority.
fn mode_message(screen: &Screen, scene: &Scene) -> Option<(String, Style)> {
    let theme = screen.theme;
    if let Some(notice) = screen.notices.current() {
        let tone = if notice.refused { FOE } else { ACCENT };
        return Some((notice.text.clone(), theme.text(tone)));
    }
    let words = match screen.mode {
        Mode::Possession | Mode::Destination => match (&screen.draft.preview, &screen.draft.no_preview) {
            (Some(preview), _) if screen.mode == Mode::Possession => {
                format!("{} — {} goes there", preview.words, screen.keys.key_for(KeyIntent::Explore))
            }
            (Some(preview), _) => preview.words.clone(),
            (None, Some(why)) => why.clone(),
            (None, None) => return None,
        },
        Mode::Go | Mode::Waypoints => match (&screen.draft.preview, &screen.draft.no_preview) {
            (Some(preview), _) => preview.words.clone(),
            (None, Some(why)) => why.clone(),
            (None, None) if screen.mode == Mode::Waypoints && screen.draft.stops.is_empty() => {
                waypoint_help(screen, scene)
            }
            (None, None) => "finding a path".to_owned(),
        },
        Mode::Draw if let Some(foresight) = screen.editing.foresight() => {
            format!("if drawn: {}", foresight.words)
        }
        Mode::Draw if let Some(words) = screen.editing.pinch_words(screen.clock.now_ms) => words.to_owned(),
        Mode::Draw if scene.last_edit.words.is_empty() => {
            format!(
                "{}: {}",
                screen.editing.tool.name(),
                screen.editing.tool.description(screen.keys.key_for(KeyIntent::NextTool))
            )
        }
        Mode::Draw => scene.last_edit.words.clone(),
        Mode::Watch if screen.is_watching() => {
            screen.map.director.shot.as_ref().map(|shot| shot.story.words.clone())?
        }
        _ => return None,
    };
    Some((words, theme.bold(ACCENT)))
}

/// Without a panel: the first shown search.
fn search_message(screen: &Screen, scene: &Scene) -> Option<(String, Style)> {
    if screen.layout().strip.is_empty() || !screen.map.search_overlay.is_on {
        return None;
    }
    let shown = screen.map.search_overlay.shown(scene, screen.clock.now_ms, screen.clock.has_motion);
    let (words, ink) = shown.first().map_or(("no search running", DIM), |first| {
        (first.thought.words.as_str(), search_overlay::tint(first.thought.people))
    });
    Some((words.to_owned(), screen.theme.text(ink)))
}

/// Instructions while there is no waypoint.
fn waypoint_help(screen: &Screen, scene: &Scene) -> String {
    let stops = standing_stops(scene).len();
    let key = |intent| screen.keys.key_for(intent);
    let add = key(KeyIntent::Append);
    match &screen.draft.rallying {
        Some((_, name)) => {
            format!("rally point of {name}: click, or press {add} at the cursor")
        }
        None if stops > 0 => {
            let (next, x, m) =
                (key(KeyIntent::Pick(1)), key(KeyIntent::RemoveStop), key(KeyIntent::MoveStop));
            format!(
                "{}: {next} selects one, {x} removes it, {m} moves it here — or click to add",
                counted(stops, "stop")
            )
        }
        None => format!("click the waypoints in order, or press {add} at each"),
    }
}
