//! The parts of the screen at every size.
//!
//! Their content is elsewhere.

use ratatui::layout::Rect;

/// The smallest supported size; below it the screen only says so.
pub(crate) const SIZE_MIN: (u16, u16) = (60, 20);
/// At least this wide, the screen has a panel at the right.
const PANEL_FROM_COLUMNS: u16 = 100;
/// So it has, from this width on, for a long text alone; and how wide that is.
const TEXT_FROM_COLUMNS: u16 = 80;
const TEXT_COLUMNS: u16 = 36;
/// Columns of the map that a pop-up beside it leaves free, at least.
const MAP_COLUMNS_MIN: u16 = 20;
/// Rows of the map that one above or below leaves at least.
const MAP_ROWS_MIN: u16 = 4;
/// The panel's width, rule included.
const PANEL_COLUMNS: u16 = 32;
/// Columns of the date beside the bar of the history replay.
const DATE_COLUMNS: u16 = 34;

/// The parts of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Layout {
    /// The status line.
    pub top: Rect,
    /// The map.
    pub map: Rect,
    /// The panel at the right, rule included; empty if there is none.
    pub panel: Rect,
    /// The two-line card, if there is no panel.
    pub strip: Rect,
    /// The last lines of the log.
    pub log: Rect,
    /// Keys and hints.
    pub keys: Rect,
    /// Whether the window is too small.
    pub too_small: bool,
}

impl Layout {
    /// The parts of a screen of this size.
    pub fn new(area: Rect) -> Layout {
        Layout::with_panel(area, if area.width >= PANEL_FROM_COLUMNS { PANEL_COLUMNS } else { 0 })
    }

    /// The parts of a screen of this size with a panel for a long text; where it has none otherwise, its two-line card
    /// stays.
    pub fn beside_text(area: Rect) -> Layout {
        let layout = Layout::new(area);
        if layout.too_small || !layout.panel.is_empty() || area.width < TEXT_FROM_COLUMNS {
            return layout;
        }
        let map = Rect { width: layout.map.width - TEXT_COLUMNS, ..layout.map };
        Layout { map, panel: Rect { x: map.width, width: TEXT_COLUMNS, ..map }, ..layout }
    }

    /// Whether the panel is there for a long text alone.
    pub fn has_text_panel(&self) -> bool {
        !self.panel.is_empty() && !self.strip.is_empty()
    }

    /// The parts of a screen that is all map but for its last line.
    pub fn whole(area: Rect) -> Layout {
        let too_small = area.width < SIZE_MIN.0 || area.height < SIZE_MIN.1;
        let [map, keys] = [(0, area.height.saturating_sub(1)), (area.height.saturating_sub(1), 1)]
            .map(|(y, height)| Rect::new(0, y, area.width, height));
        Layout { map, keys, too_small, ..Layout::default() }
    }

    /// The parts of a screen of this size whose panel is this wide.
    pub fn with_panel(area: Rect, panel: u16) -> Layout {
        let (width, height) = (area.width, area.height);
        if width < SIZE_MIN.0 || height < SIZE_MIN.1 {
            return Layout { too_small: true, ..Layout::default() };
        }
        let strip = if panel > 0 { 0 } else { 2 };
        let log = if height >= 24 { 2 } else { 1 };
        let land = height - 2 - log - strip;
        let line = |y: u16, rows: u16| Rect::new(0, y, width, rows);
        Layout {
            top: line(0, 1),
            map: Rect::new(0, 1, width - panel, land),
            panel: Rect::new(width - panel, 1, panel, if panel > 0 { land } else { 0 }),
            strip: line(1 + land, strip),
            log: line(1 + land + strip, log),
            keys: line(height - 1, 1),
            too_small: false,
        }
    }

    /// The bar of the history replay, in the last line of the log.
    pub fn history_bar(&self) -> Rect {
        let left = DATE_COLUMNS.min(self.log.width);
        let width = self.log.width.saturating_sub(left + 2);
        Rect::new(self.log.x + left, self.log.bottom().saturating_sub(1), width, self.log.height.min(1))
    }

    /// The panel without its rule.
    pub fn panel_inner(&self) -> Rect {
        let panel = self.panel;
        Rect {
            x: panel.x + 2.min(panel.width),
            y: panel.y + 1.min(panel.height),
            width: panel.width.saturating_sub(3),
            height: panel.height.saturating_sub(1),
        }
    }

    /// A pop-up of this size at the map's right; without a panel at most half the map wide.
    pub fn popup(&self, width: u16, height: u16) -> Rect {
        let most = if self.panel.width > 0 { self.map.width } else { (self.map.width / 2).max(34) };
        let width = width.min(most).min(self.map.width);
        let height = height.min(self.map.height);
        Rect::new(self.map.right() - width, self.map.y, width, height)
    }

    /// The lower half of the map.
    pub fn lower_half(&self) -> Rect {
        let height = self.map.height / 2;
        Rect { y: self.map.bottom() - height, height, ..self.map }
    }

    /// A pop-up of this size beside what is at a screen position: at the map's right or left edge or, where that would
    /// leave little of the map, in its lower or upper half.
    pub fn docked(&self, width: u16, height: u16, beside: Option<(u16, u16)>) -> Rect {
        self.docked_in_rows(width, height, self.map.height / 2, beside)
    }

    /// The same with so many rows at most where it lies above or below, if they leave some of the map.
    pub fn docked_in_rows(&self, width: u16, height: u16, rows: u16, beside: Option<(u16, u16)>) -> Rect {
        let map = self.map;
        if map.width < width + MAP_COLUMNS_MIN {
            let height = height.min(rows).min(map.height.saturating_sub(MAP_ROWS_MIN));
            let low = beside.map(|(_, row)| row).filter(|row| *row >= map.y + map.height / 2);
            // The first row is the objective's, if the place stays free without it.
            let above = |row: u16| map.y + u16::from(row > map.y + height);
            return Rect { y: low.map_or(map.bottom() - height, above), height, ..map };
        }
        let is_right = beside.is_some_and(|(column, _)| column > map.x + map.width / 2);
        let x = if is_right { map.x } else { map.right() - width };
        // The first row is the objective's.
        Rect { x, y: map.y + 1, width, height: height.min(map.height.saturating_sub(1)) }
    }

    /// A pop-up of this size in the middle of the map.
    pub fn centred(&self, width: u16, height: u16) -> Rect {
        let width = width.min(self.map.width);
        let height = height.min(self.map.height);
        let x = self.map.x + (self.map.width - width) / 2;
        Rect::new(x, self.map.y + (self.map.height - height) / 2, width, height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn too_small_a_screen_has_no_parts() {
        for (width, height) in [(0, 0), (59, 200), (500, 19)] {
            let layout = Layout::beside_text(Rect::new(0, 0, width, height));
            assert!(layout.too_small && layout.map.is_empty() && layout.panel.is_empty());
        }
    }

    #[test]
    fn parts_fill_the_screen_and_never_leave_it() {
        for (width, height) in [(60, 20), (80, 24), (99, 23), (120, 40), (500, 200)] {
            let area = Rect::new(0, 0, width, height);
            for layout in [Layout::new(area), Layout::beside_text(area)] {
                let parts = [layout.top, layout.map, layout.panel, layout.strip, layout.log, layout.keys];
                let cells: u32 = parts.iter().map(|p| p.area()).sum();
                assert_eq!(cells, area.area(), "{width}×{height}");
                assert!(parts.iter().all(|p| p.is_empty() || area.intersection(*p) == *p));
            }
        }
    }
}
