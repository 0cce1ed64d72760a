//! The parts of the lab's screen: like the game's, with a message line and a timeline above the keys, and with one map
//! pane per lane.

use crate::tui::kit::Layout;
use ratatui::layout::Rect;
use std::cmp::Reverse;

/// The parts of the screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Panes {
    /// The game's layout; its log is the message line.
    pub layout: Layout,
    /// The timeline.
    pub timeline: Rect,
    /// The contents of the codex; empty if there is no room.
    pub contents: Rect,
    /// The curves of a page's experiment; empty if there are none, or no room.
    pub curves: Rect,
    /// The text of a page; empty if only the scene is shown.
    pub text: Rect,
    /// The lanes' parts of the map, captions included.
    lanes: Vec<Rect>,
}

/// What is shown of an open page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShownPage {
    /// Whether the text has the whole map where there is no room for all.
    pub is_text_only: bool,
    /// Whether curves are drawn below the scene if there is room.
    pub has_curves: bool,
}

/// At least so many columns and rows have contents, text and scene side by side.
const ALL_FROM: (u16, u16) = (110, 30);
/// At least so many have the text above the scene.
const BOTH_FROM: (u16, u16) = (80, 24);
/// Columns of a narrow panel, rule included.
const NARROW_PANEL_COLUMNS: u16 = 24;
/// Columns of the contents.
const CONTENTS_COLUMNS: u16 = 24;
/// Columns of the text beside the scene.
const TEXT_COLUMNS: u16 = 42;
/// A scene with fewer rows is all map.
const CURVES_FROM_ROWS: u16 = 16;
/// Rows of the text above the scene.
const TEXT_ROWS: u16 = 9;

impl Panes {
    /// The parts of a screen of this size with this many lanes over a map of this width and height. A race does without
    /// the panel if its boards are then larger; a single search has a narrow one where that shows all its cells closely.
    pub fn new(area: Rect, lanes: usize, land: (u16, u16), page: Option<ShownPage>) -> Panes {
        if let Some(page) = page {
            return Panes::with_page(area, lanes, land, page);
        }
        let panes = Panes::in_layout(Layout::new(area), lanes, land);
        let panel = if lanes > 1 { 0 } else { NARROW_PANEL_COLUMNS };
        let other = Panes::in_layout(Layout::with_panel(area, panel), lanes, land);
        let drawn = |panes: &Panes| columns_per_cell(panes.map_of(0), land);
        let is_worth = lanes > 1 || drawn(&other) == CLOSE_COLUMNS;
        if is_worth && drawn(&other) > drawn(&panes) { other } else { panes }
    }

    /// The parts with a page of the codex.
    fn with_page(area: Rect, lanes: usize, land: (u16, u16), page: ShownPage) -> Panes {
        let mut panes = Panes::in_layout(Layout::with_panel(area, 0), lanes, land);
        let map = panes.layout.map;
        let mut scene = map;
        if has_room(area, ALL_FROM) {
            panes.contents = Rect { width: CONTENTS_COLUMNS, ..map };
            panes.text = Rect { x: CONTENTS_COLUMNS, width: TEXT_COLUMNS, ..map };
            let left = panes.text.right() + 1;
            scene = Rect { x: left, width: map.width.saturating_sub(left), ..map };
        } else if page.is_text_only {
            (panes.text, scene) = (map, Rect::default());
        } else if has_room(area, BOTH_FROM) {
            panes.text = Rect { height: TEXT_ROWS.min(map.height), ..map };
            scene =
                Rect { y: panes.text.bottom(), height: map.height.saturating_sub(panes.text.height), ..map };
        }
        if page.has_curves && scene.height >= CURVES_FROM_ROWS {
            let height = scene.height / 2;
            panes.curves = Rect { y: scene.bottom() - height, height, ..scene };
            scene.height -= height;
        }
        panes.lanes = if scene.is_empty() { Vec::new() } else { divide(scene, lanes.max(1) as u16, land) };
        panes
    }

    /// Whether contents, text and scene are all shown.
    pub fn has_all(&self) -> bool {
        !self.contents.is_empty()
    }

    fn in_layout(mut layout: Layout, lanes: usize, land: (u16, u16)) -> Panes {
        if layout.too_small {
            return Panes { layout, ..Panes::default() };
        }
        if layout.log.height < 2 {
            layout.map.height -= 1;
            layout.panel.height = layout.panel.height.saturating_sub(1);
            layout.strip.y -= 1;
            layout.log = Rect { y: layout.log.y - 1, height: 2, ..layout.log };
        }
        let time = Rect { y: layout.log.y + 1, height: 1, ..layout.log };
        layout.log.height = 1;
        let lanes = divide(layout.map, lanes.max(1) as u16, land);
        Panes { layout, timeline: time, lanes, ..Panes::default() }
    }

    /// The area of a lane's caption; empty if there is only one lane.
    pub fn caption_of(&self, lane: usize) -> Rect {
        let height = u16::from(self.lanes.len() > 1);
        self.lanes.get(lane).map_or(Rect::default(), |pane| Rect { height, ..*pane })
    }

    /// The area of a lane's map.
    pub fn map_of(&self, lane: usize) -> Rect {
        let Some(pane) = self.lanes.get(lane) else { return Rect::default() };
        let caption = self.caption_of(lane).height;
        Rect { y: pane.y + caption, height: pane.height.saturating_sub(caption), ..*pane }
    }

    /// The lane at a screen position.
    pub fn lane_at(&self, column: u16, row: u16) -> Option<usize> {
        self.lanes.iter().position(|pane| pane.contains((column, row).into()))
    }

    /// The timeline without its words.
    pub fn bar(&self) -> Rect {
        let words = TIMELINE_TEXT_COLUMNS.min(self.timeline.width / 2);
        Rect {
            x: self.timeline.x + words,
            width: self.timeline.width.saturating_sub(words + 2),
            ..self.timeline
        }
    }
}

fn has_room(area: Rect, (columns, rows): (u16, u16)) -> bool {
    area.width >= columns && area.height >= rows
}

/// Whether an area has room for a page's text above its scene.
pub(super) fn has_room_for_both(area: Rect) -> bool {
    has_room(area, BOTH_FROM)
}

/// Columns of the words left of the timeline.
const TIMELINE_TEXT_COLUMNS: u16 = 22;

/// Divides the map into equal panes with a column between neighbours: so that the land is drawn as large as possible,
/// no pane is left over, and they come near to a square.
fn divide(map: Rect, lanes: u16, land: (u16, u16)) -> Vec<Rect> {
    let pane = |lane: u16, columns: u16| {
        let (width, height) = ((map.width + 1) / columns - 1, map.height / lanes.div_ceil(columns));
        let (column, row) = (lane % columns, lane / columns);
        Rect::new(map.x + column * (width + 1), map.y + row * height, width, height)
    };
    let rank = |columns: &u16| {
        let (first, rows) = (pane(0, *columns), lanes.div_ceil(*columns));
        let board = Rect { height: first.height.saturating_sub(u16::from(lanes > 1)), ..first };
        (
            columns_per_cell(board, land),
            lanes.is_multiple_of(*columns),
            Reverse(rows.abs_diff(*columns)),
            *columns,
        )
    };
    let columns = (1..=lanes).max_by_key(rank).unwrap_or(1);
    (0..lanes).map(|lane| pane(lane, columns)).collect()
}

/// Columns of a cell that is drawn closely.
const CLOSE_COLUMNS: i32 = 2;

/// In how many columns a cell is drawn if the whole land is in view; cells per column, negative, if they share one.
fn columns_per_cell(board: Rect, land: (u16, u16)) -> i32 {
    let Rect { width, height, .. } = board;
    if land.0 * 2 <= width && land.1 <= height {
        return CLOSE_COLUMNS;
    }
    -i32::from(land.0.div_ceil(width.max(1)).max(land.1.div_ceil(height.max(1) * 2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_are_alike_and_never_overlap() {
        for (width, height) in [(60, 20), (80, 24), (99, 23), (120, 40), (200, 60)] {
            let area = Rect::new(0, 0, width, height);
            for (lanes, land) in
                (1..=4).flat_map(|lanes| [(lanes, (26, 15)), (lanes, (9, 80)), (lanes, (512, 512))])
            {
                let panes = Panes::new(area, lanes, land, None);
                let first = panes.map_of(0);
                for lane in 0..lanes {
                    let map = panes.map_of(lane);
                    assert_eq!((map.width, map.height), (first.width, first.height));
                    assert_eq!(panes.layout.map.intersection(map), map, "{width}×{height}, {lanes}");
                    assert!((0..lane).all(|other| !panes.map_of(other).intersects(map)));
                }
                let parts = [panes.layout.map, panes.layout.strip, panes.layout.log, panes.timeline];
                assert!(
                    parts
                        .windows(2)
                        .all(|two| two[0].bottom() == two[1].y || two[1].is_empty() || two[0].is_empty()),
                    "{width}×{height}: {parts:?}"
                );
                assert_eq!(panes.timeline.bottom(), panes.layout.keys.y);
            }
        }
    }
}
