//! The present objective, or what goes wrong, in one line at the map's upper edge: a click on it jumps there, on its key
//! opens the page of the arc.

use crate::scene::Scene;
use crate::tui::effect::Effect;
use crate::tui::input::keymap::{KeyIntent, Mode};
use crate::tui::kit::parts::{Part, item_at, line_of, width_of};
use crate::tui::kit::{fill, shorten, write};
use crate::tui::look::theme::{ACCENT, CHROME, DIM, FOE, KEY, TEXT};
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

/// What the key opens, where there is room.
const PAGE_WORD: &str = "objectives";

/// A click on the line; `None` elsewhere.
pub(in crate::tui) fn press(
    screen: &mut Screen,
    (column, row): (u16, u16),
    scene: &Scene,
) -> Option<Vec<Effect>> {
    let pieces = spans(screen, scene);
    let area = line_area(screen, &pieces);
    if !area.contains((column, row).into()) {
        return None;
    }
    if let Some(intent) = item_at(&pieces, usize::from(column - area.x)) {
        return Some(screen.update(intent, scene));
    }
    let cell = scene.objective.as_ref().map(|wanted| wanted.cell)?;
    screen.map.jump_and_highlight(cell, screen.clock.now_ms);
    Some(Vec::new())
}

/// The line's spans, as many as fit.
fn spans(screen: &Screen, scene: &Scene) -> Vec<Part<KeyIntent>> {
    let Some(wanted) = scene.objective.as_ref().filter(|_| {
        screen.mode != Mode::History
            && screen.map.lens.is_none()
            && !screen.mode.is_possession()
            && scene.level.is_none()
    }) else {
        return Vec::new();
    };
    let theme = screen.theme;
    let on = |ink| theme.on(ink, CHROME);
    let plain = |text: String, style| Part::new(text, style, None);
    let key = screen.keys.key_for(KeyIntent::Objectives);
    let button = |text: String, style| Part::new(text, style, Some(KeyIntent::Objectives));
    let (mark, ink) = if wanted.is_warning { ('!', FOE) } else { (theme.pick_glyph('◇', '>'), TEXT) };
    let or_nothing = |words: &str, text: String| if words.is_empty() { String::new() } else { text };
    let reward = or_nothing(&wanted.reward, format!(", {}", wanted.reward));
    // The key stands at the end and always has room; so has how far it is, even if the aim is shortened for it.
    let key = format!(" {key} ");
    let room = usize::from(screen.layout().map.width).saturating_sub(key.width());
    let progress = or_nothing(&wanted.progress, format!(", {}", wanted.progress));
    let aim = format!(" {mark} {}", wanted.words);
    let [long, short] =
        ["works save", "saved"].map(|says| or_nothing(&wanted.works, format!(", {says} {}", wanted.works)));
    let left_by = |progress: &str, works: &str| room.saturating_sub(progress.width() + works.width());
    let fits = |works: &str, rest: usize| aim.width() + rest <= left_by(&progress, works);
    let fitting = |rest: usize| [&long, &short].into_iter().find(|works| fits(works, rest));
    let rests = [reward.width() + PAGE_WORD.width(), reward.width(), 0];
    let works = rests.into_iter().find_map(fitting).cloned().unwrap_or_default();
    let aim_room = left_by(&progress, &works);
    let aim = shorten(&aim, aim_room);
    let mut room = aim_room.saturating_sub(aim.width());
    let mut spans = vec![plain(aim, on(ink)), plain(progress, on(ACCENT))];
    if room >= reward.width() {
        room -= reward.width();
        spans.push(plain(reward, on(TEXT)));
    }
    spans.push(plain(works, on(DIM)));
    spans.push(button(key, theme.bold(KEY)));
    if room >= PAGE_WORD.width() {
        spans.push(button(PAGE_WORD.to_owned(), on(DIM)));
    }
    spans
}

/// The line's area.
fn line_area(screen: &Screen, pieces: &[Part<KeyIntent>]) -> Rect {
    let map = screen.layout().map;
    Rect { width: (width_of(pieces) as u16).min(map.width), height: map.height.min(1), ..map }
}

/// Draws it.
pub(crate) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene) {
    let pieces = spans(screen, scene);
    let area = line_area(screen, &pieces);
    fill(buffer, area, screen.theme.text(TEXT));
    write(buffer, area, 0, &line_of(pieces));
}
