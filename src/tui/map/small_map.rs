//! The small map of the whole land: in the panel if it fits, else in a corner of the map.
//!
//! Its pixels come with the scene; `places` draws it like every chart of the whole land.

use super::camera::Window;
use super::places::draw_chart;
use super::state::Map;
use crate::scene::Scene;
use crate::tui::effect::Effect;
use crate::tui::kit::Layout;
use crate::tui::look::theme::{RULE, TEXT};
use crate::tui::state::Screen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

/// At most this many columns: as many as fit into the panel.
const COLUMNS: u16 = 28;
/// At most this many lines of characters, two pixels each.
const LINES: u16 = 14;
/// It is shown by default if the land has this many times as many cells as the window.
const LAND_TO_WINDOW_MIN: u32 = 4;

impl Map {
    /// The small map's largest size, in columns and rows of pixels, if it is shown beside or in this window.
    pub(in crate::tui) fn overview_size(&self, layout: &Layout, window: &Window) -> Option<(u16, u16)> {
        let has_panel = !layout.panel.is_empty();
        let by_itself = has_panel && window.is_small_for(self.land);
        if layout.too_small || !self.overview.unwrap_or(by_itself) {
            return None;
        }
        let lines = if has_panel { LINES } else { LINES.min(layout.map.height / 2) };
        Some((COLUMNS.min(layout.map.width / 3), lines * 2))
    }
}

impl Window {
    /// Whether a land of this size is much larger than what it shows.
    fn is_small_for(&self, land: (u16, u16)) -> bool {
        let (columns, rows) = self.pixels();
        let scale = self.scale.unsigned_abs();
        let shown = u32::from(columns) * u32::from(rows) * scale * scale;
        u32::from(land.0) * u32::from(land.1) >= shown.saturating_mul(LAND_TO_WINDOW_MIN)
    }
}

/// A click on the small map jumps there; `None` elsewhere.
pub(in crate::tui) fn press(
    screen: &mut Screen,
    (column, row): (u16, u16),
    scene: &Scene,
) -> Option<Vec<Effect>> {
    let window = window_of(screen, scene, crate::tui::cards::panel::height(screen, scene))?;
    let cell = [false, true].iter().find_map(|lower| window.cell_at(column, row, *lower, screen.map.land))?;
    screen.map.follow = false;
    screen.map.jump(cell);
    Some(Vec::new())
}

/// Shows it or hides it.
pub(in crate::tui) fn toggle(screen: &mut Screen, scene: &Scene) {
    let shown = window_of(screen, scene, crate::tui::cards::panel::height(screen, scene)).is_some();
    screen.map.overview = Some(!shown);
    screen.notices.notify(if shown { "small map off" } else { "small map on (click it to jump)" });
}

/// The small map's window, below this many lines of the panel.
fn window_of(screen: &Screen, scene: &Scene, lines: u16) -> Option<Window> {
    let layout = screen.layout();
    screen.map.overview_size(&layout, &screen.window())?;
    let overview = scene.overview.as_ref()?;
    let (width, height) = (overview.view.columns, overview.view.rows.div_ceil(2));
    let Layout { map, panel, .. } = layout;
    let fits_panel = width + 2 < panel.width && lines + height + 1 < panel.height;
    // In the corner it covers land, so only on request.
    let fits_map = screen.map.overview == Some(true) && width < map.width && height < map.height;
    let area = match (fits_panel, fits_map) {
        (true, _) => Rect::new(panel.x + 2, panel.bottom() - height, width, height),
        (false, true) => Rect::new(map.right() - width, map.y, width, height),
        (false, false) => return None,
    };
    let scale = i32::from(overview.view.cells_per_pixel);
    let (left, top) = (overview.view.left, overview.view.top);
    Some(Window { area, left, top, scale, is_close: false })
}

/// Draws it, below this many lines of the panel.
pub(crate) fn draw(buffer: &mut Buffer, screen: &Screen, scene: &Scene, lines: u16) {
    let Some(window) = window_of(screen, scene, lines) else { return };
    let Some(overview) = &scene.overview else { return };
    let frame = view_outline(screen, &window, overview);
    draw_chart(buffer, screen.theme, overview, window, |canvas| {
        for at in &frame {
            canvas.recolour(*at, Color::White, |c| c.mixed(TEXT, 50));
        }
    });
    if screen.theme.is_mono() {
        for (px, py) in frame {
            let at = (window.area.x + px as u16, window.area.y + py as u16 / 2);
            if let Some(cell) = buffer.cell_mut(at) {
                cell.modifier.insert(Modifier::REVERSED);
            }
        }
    }
    if window.area.x < screen.layout().map.right() {
        draw_border(buffer, screen, window.area);
    }
}

/// The outline of the main window, in the small map's pixels.
fn view_outline(screen: &Screen, small: &Window, overview: &Scene) -> Vec<(i32, i32)> {
    let large = screen.window();
    let (columns, rows) = large.pixels();
    let corner = |first: i32, most: u16| first.div_euclid(small.scale).clamp(0, i32::from(most).max(1) - 1);
    let (wide, high) = (overview.view.columns, overview.view.rows);
    let (left, top) = (corner(large.left - small.left, wide), corner(large.top - small.top, high));
    let right = corner(large.left - small.left + i32::from(columns) * large.scale - 1, wide);
    let bottom = corner(large.top - small.top + i32::from(rows) * large.scale - 1, high);
    let across = (left..=right).flat_map(|x| [(x, top), (x, bottom)]);
    let down = (top..=bottom).flat_map(|y| [(left, y), (right, y)]);
    across.chain(down).collect()
}

/// Draws a line between the small map and the map.
fn draw_border(buffer: &mut Buffer, screen: &Screen, area: Rect) {
    let theme = screen.theme;
    let style = theme.on(TEXT, RULE);
    for row in area.top()..=area.bottom() {
        if let Some(cell) = area.x.checked_sub(1).and_then(|x| buffer.cell_mut((x, row))) {
            cell.reset();
            cell.set_char(theme.pick_glyph('│', '|')).set_style(style);
        }
    }
    for column in area.left()..area.right() {
        if let Some(cell) = buffer.cell_mut((column, area.bottom())) {
            cell.reset();
            cell.set_char(theme.pick_glyph('─', '-')).set_style(style);
        }
    }
}
