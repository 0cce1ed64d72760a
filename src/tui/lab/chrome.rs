//! Everything around the lab's map: the top line, captions, the panel or the strip, the message line, the timeline.

use super::bottom_line;
use super::brush::Brush;
use super::keymap::LabIntent;
use super::panel;
use super::state::{LabScreen, SPEEDS};
use crate::lab::{SessionLane, grouped, steps_words};
use crate::tui::kit::{draw_rule, fill, shorten, timeline, titled_line, write, write_lines};
use crate::tui::look::theme::{ACCENT, DIM, FOE, GAIN, KEY, TEXT};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use unicode_width::UnicodeWidthStr;

/// Columns of a brush in the strip.
const SLOT_COLUMNS: u16 = 9;

/// Draws everything around the map.
pub(super) fn draw(buffer: &mut Buffer, screen: &LabScreen) {
    let panes = screen.panes();
    let layout = &panes.layout;
    for area in [layout.top, layout.panel, layout.strip, layout.log, panes.timeline, layout.keys] {
        fill(buffer, area, screen.theme.text(TEXT));
    }
    draw_top(buffer, screen, layout.top);
    for lane in 0..screen.session.lanes().len() {
        draw_caption(buffer, screen, lane, panes.caption_of(lane));
    }
    draw_side(buffer, screen, layout.panel);
    draw_strip(buffer, screen, layout.strip);
    draw_message(buffer, screen, layout.log);
    draw_timeline(buffer, screen);
    write(buffer, layout.keys, 0, &bottom_line::line(screen));
}

fn draw_top(buffer: &mut Buffer, screen: &LabScreen, area: Rect) {
    let theme = screen.theme;
    let ground = screen.ground();
    let size = ground.size();
    let speed = format!("{} a second", grouped(SPEEDS[screen.speed].into()));
    let (mark, tone) = match screen.run {
        Some(_) => (theme.pick_glyph('▶', '>'), TEXT),
        None => (theme.pick_glyph('‖', '|'), ACCENT),
    };
    let legend = if screen.shown.tint { legend(screen) } else { Line::default() };
    // With whether it makes way for a legend that needs its room.
    let pieces = [
        (" WAYWORN LAB".to_owned(), theme.bold(ACCENT), true),
        (format!("  {}", shorten(&ground.name, 40)), theme.text(TEXT), false),
        (format!("  {}×{}", size.width, size.height), theme.text(DIM), true),
        (format!("    {mark} {speed}"), theme.bold(tone), false),
        (if screen.shown.tint { "    tint" } else { "" }.to_owned(), theme.text(KEY), true),
        (if screen.mouse { "" } else { "    no mouse" }.to_owned(), theme.text(KEY), false),
    ];
    let line = |is_long: bool| -> Line {
        let shown = pieces.iter().filter(|(_, _, gives_way)| is_long || !gives_way);
        shown.map(|(words, style, _)| Span::styled(words.as_str(), *style)).collect()
    };
    let fits = |line: &Line| line.width() + legend.width() <= usize::from(area.width);
    write(buffer, area, 0, &Some(line(true)).filter(fits).unwrap_or_else(|| line(false)));
    let width = (legend.width() as u16).min(area.width);
    write(buffer, Rect { x: area.right() - width, width, ..area }, 0, &legend);
}

/// The legend of the tint.
fn legend(screen: &LabScreen) -> Line<'static> {
    let theme = screen.theme;
    let swatch = |ink, glyph: char, word: &'static str| {
        let plate = theme.on(ink, ink);
        let (plate, glyph) = if theme.is_mono() { (Style::new(), glyph) } else { (plate, ' ') };
        [Span::styled(format!("{glyph} "), plate), Span::styled(format!(" {word}  "), theme.text(TEXT))]
    };
    let spans = [
        swatch(super::ink::FIRST, '<', "only 1"),
        swatch(super::ink::SECOND, '>', "only 2"),
        swatch(super::ink::BOTH, '=', "both"),
    ];
    Line::from(spans.concat())
}

/// Draws a lane's name and counts.
fn draw_caption(buffer: &mut Buffer, screen: &LabScreen, lane: usize, area: Rect) {
    if area.is_empty() {
        return;
    }
    let theme = screen.theme;
    fill(buffer, area, theme.text(TEXT));
    let this = &screen.session.lanes()[lane];
    let counts = match &this.run {
        Ok(run) => {
            let ratio = panel::ratio(this).map_or_else(String::new, |ratio| format!(" {ratio}"));
            format!("{}{ratio} ", grouped(run.position().into()))
        }
        Err(_) => "cannot ".to_owned(),
    };
    let room = usize::from(area.width).saturating_sub(counts.width() + 3);
    let is_shown = lane == screen.lane;
    let line = Line::from(vec![
        Span::styled(
            format!("{}{} ", if is_shown { theme.pick_glyph('›', '>') } else { ' ' }, lane + 1),
            theme.bold(if is_shown { ACCENT } else { DIM }),
        ),
        Span::styled(
            format!("{:<room$}", shorten(&this.setup.name(), room.saturating_sub(1))),
            if is_shown { theme.bold(ACCENT) } else { theme.text(TEXT) },
        ),
        Span::styled(counts, theme.text(DIM)),
    ]);
    write(buffer, area, 0, &line);
}

fn draw_side(buffer: &mut Buffer, screen: &LabScreen, area: Rect) {
    draw_rule(buffer, screen.theme, area);
    let inner = screen.panes().layout.panel_inner();
    write_lines(buffer, inner, 0, panel::rows(screen, inner).into_iter().map(|row| row.line));
}

/// Without a panel: draws the setup and its result, then the cell under the cursor, or the brushes.
fn draw_strip(buffer: &mut Buffer, screen: &LabScreen, area: Rect) {
    if area.is_empty() {
        return;
    }
    let lane = screen.selected_lane();
    let results = results(screen, lane).join(" · ");
    write(buffer, area, 0, &titled_line(screen.theme, &lane.setup.name(), &results, area.width, ""));
    if screen.is_drawing {
        let brushes = Brush::ALL.map(|brush| {
            let style = if brush == screen.brush { screen.theme.selected() } else { screen.theme.text(TEXT) };
            let word = ["wall", "plain", "× 2", "× 3", "× 5", "× 9"][brush.digit() - 1];
            Span::styled(
                format!("{:<1$}", format!(" {} {word}", brush.digit()), usize::from(SLOT_COLUMNS)),
                style,
            )
        });
        write(buffer, area, 1, &Line::from(brushes.to_vec()));
        return;
    }
    let facts = panel::cell_facts(screen).into_iter();
    let facts: Vec<String> = facts.map(|(label, says)| format!("{label} {says}").trim().to_owned()).collect();
    let title = format!("{}, {}", screen.cursor.x, screen.cursor.y);
    write(buffer, area, 1, &titled_line(screen.theme, &title, &facts.join(" · "), area.width, ""));
}

/// A lane's result so far, in a few words.
fn results(screen: &LabScreen, lane: &SessionLane) -> Vec<String> {
    let run = match &lane.run {
        Ok(run) => run,
        Err(why) => return vec![format!("cannot: {why}")],
    };
    let walked = screen.shown.path_form.and_then(|form| {
        let (length, share) = panel::path_length(lane, form)?;
        Some(format!("{} {length}, {share} of centres", form.name()))
    });
    // The most recently requested fact comes first, as there is little room.
    let mut facts: Vec<String> = walked.into_iter().collect();
    facts.push(format!("{} expanded", grouped(run.position().into())));
    facts.push(format!("{} open", run.counts().open));
    if let Some(ratio) = panel::ratio(lane) {
        facts.push(format!("cost {}", steps_words(run.recording().cost.unwrap_or(0))));
        facts.push(format!("{ratio} of the optimum"));
    }
    facts.extend(lane.duration_nanos.map(panel::time_text));
    facts
}

/// What a click on the strip does.
pub(super) fn intent_at(screen: &LabScreen, column: u16, row: u16) -> Option<LabIntent> {
    let strip = screen.panes().layout.strip;
    let brush = (screen.is_drawing && strip.contains((column, row).into()) && row > strip.y)
        .then(|| Brush::ALL.get(usize::from((column - strip.x) / SLOT_COLUMNS)))??;
    Some(LabIntent::Brush(*brush))
}

/// Draws the message line: a notice, the verdict on an answer, or the last expansion in numbers.
fn draw_message(buffer: &mut Buffer, screen: &LabScreen, area: Rect) {
    let theme = screen.theme;
    let (words, style) = match (screen.notices.current(), &screen.quiz.verdict, &screen.selected_lane().run) {
        (Some(notice), ..) => (notice.text.clone(), theme.text(if notice.refused { FOE } else { ACCENT })),
        (None, Some((words, is_right)), _) => {
            (words.clone(), theme.bold(if *is_right { GAIN } else { ACCENT }))
        }
        (None, None, Ok(run)) => (run.step_words(), theme.text(TEXT)),
        (None, None, Err(why)) => (why.clone(), theme.text(FOE)),
    };
    let words = shorten(&words, usize::from(area.width).saturating_sub(2));
    write(buffer, area, 0, &Line::styled(format!(" {words}"), style));
}

/// Draws the timeline.
fn draw_timeline(buffer: &mut Buffer, screen: &LabScreen) {
    let (theme, panes) = (screen.theme, screen.panes());
    let play = if screen.run.is_some() { theme.pick_glyph('‖', '|') } else { theme.pick_glyph('▶', '>') };
    let (at, pops) = (screen.session.position(), screen.session.expansion_count());
    let of = if screen.shows_run_length() { format!(" of {}", grouped(pops.into())) } else { String::new() };
    let line = Line::from(vec![
        Span::styled(format!(" {play} "), theme.bold(KEY)),
        Span::styled(grouped(at.into()), theme.bold(ACCENT)),
        Span::styled(of, theme.text(DIM)),
    ]);
    write(buffer, panes.timeline, 0, &line);
    let bar = panes.bar();
    write(buffer, bar, 0, &timeline(theme, bar.width, at as usize, pops as usize));
}
