//! A settlement's page: why it was founded there, and its annals.
//!
//! Its content comes with the scene.

use super::chrome::write;
use super::keymap::{Intent, Mode};
use super::panel::wrap;
use super::popup::draw_frame;
use super::state::{Effect, Overlay, Screen};
use super::theme::{DIM, KEY, TEXT};
use crate::scene::{Scene, TownIx, TownPage};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// The page's maximum width.
const WIDTH_MAX: u16 = 76;
/// Columns of a fact's label, and of a date.
const LABEL_COLUMNS: usize = 9;
const DATE_COLUMNS: usize = 14;

impl Screen {
    /// Opens the page of the settlement under the cursor, or of the nearest in view.
    pub(super) fn open_town(&mut self, scene: &Scene) -> Vec<Effect> {
        let nearest =
            scene.town_markers.iter().min_by_key(|place| (place.cell.octile(self.cursor), place.id));
        match nearest.map(|place| place.id) {
            Some(id) => self.overlay = Some(Overlay::Town(id, 0)),
            None => self.refuse("no settlement in sight"),
        }
        Vec::new()
    }

    /// Scrolls the page.
    pub(super) fn scroll_town(&mut self, id: TownIx, at: u16, by: i32, scene: &Scene) -> Vec<Effect> {
        let (_, _, last) = layout_page(self, scene.town_page.as_ref());
        let at = (i32::from(at) + by).clamp(0, i32::from(last)) as u16;
        self.overlay = Some(Overlay::Town(id, at));
        Vec::new()
    }

    /// The settlement whose page is open.
    pub(super) fn open_page(&self) -> Option<TownIx> {
        match self.overlay {
            Some(Overlay::Town(id, _)) => Some(id),
            _ => None,
        }
    }
}

/// The frame's area, the lines in it, and the largest scroll offset.
fn layout_page(screen: &Screen, page: Option<&TownPage>) -> (Rect, Vec<Line<'static>>, u16) {
    let layout = screen.layout();
    let width = usize::from(WIDTH_MAX.min(layout.map.width).saturating_sub(4));
    let lines = page.map_or_else(Vec::new, |page| lines(screen, page, width));
    let area = layout.centred(WIDTH_MAX, lines.len() as u16 + 2);
    let last = (lines.len() as u16).saturating_sub(area.height.saturating_sub(2));
    (area, lines, last)
}

fn lines(screen: &Screen, page: &TownPage, width: usize) -> Vec<Line<'static>> {
    let theme = screen.theme;
    let wrapped_lines = |label: &str, room: usize, says: &str| {
        let texts = wrap(says, width.saturating_sub(room)).into_iter().enumerate();
        let line = |(i, text): (usize, String)| {
            let label = if i == 0 { label } else { "" };
            let label = Span::styled(format!("{label:<room$}"), theme.text(DIM));
            Line::from(vec![label, Span::styled(text, theme.text(TEXT))])
        };
        texts.map(line).collect::<Vec<_>>()
    };
    let facts = page.facts.iter().flat_map(|(label, says)| wrapped_lines(label, LABEL_COLUMNS, says));
    let heading = if page.annals.is_empty() { "Annals: no entries yet" } else { "Annals" };
    let heading = [Line::default(), Line::styled(heading, theme.bold(KEY))];
    let annals = page.annals.iter().flat_map(|(when, what)| wrapped_lines(when, DATE_COLUMNS, what));
    facts.chain(heading).chain(annals).collect()
}

/// Draws it.
pub(super) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene, scroll: u16) {
    let (area, lines, last) = layout_page(screen, scene.town_page.as_ref());
    // The page comes with the next scene.
    let Some(page) = &scene.town_page else { return };
    let inner = draw_frame(buffer, screen.theme, area, &page.title);
    let first = scroll.min(last);
    for (row, line) in lines.iter().skip(usize::from(first)).take(usize::from(inner.height)).enumerate() {
        write(buffer, inner, row as u16, line);
    }
    if first < last {
        let down = screen.keys.key_for_in(Mode::Town, Intent::Row(1));
        let more = Rect { y: area.bottom().saturating_sub(1), height: 1, ..inner };
        write(buffer, more, 0, &Line::styled(format!(" {down}: more "), screen.theme.bold(KEY)));
    }
}
