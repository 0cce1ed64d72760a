//! The parts of the lab's screen: like the game's, with a message line and a timeline above the keys, and with one map
//! pane per lane.

use crate::tui::kit::Layout;
use ratatui::layout::Rect;

/// The parts of the screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Panes {
    /// The game's layout; its log is the message line.
    pub layout: Layout,
    /// The timeline.
    pub timeline: Rect,
    /// The lanes' parts of the map, captions included.
    lanes: Vec<Rect>,
}

impl Panes {
    /// The parts of a screen of this size with this many lanes.
    pub fn new(area: Rect, lanes: usize) -> Panes {
        let mut layout = Layout::new(area);
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
        let lanes = divide(layout.map, lanes);
        Panes { layout, timeline: time, lanes }
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

/// Columns of the words left of the timeline.
const TIMELINE_TEXT_COLUMNS: u16 = 22;

/// Divides the map into equal panes with a column between neighbours: two or three side by side, four in two rows.
fn divide(map: Rect, lanes: usize) -> Vec<Rect> {
    let (columns, rows) = if lanes == 4 { (2, 2) } else { (lanes.max(1) as u16, 1) };
    let width = (map.width + 1) / columns - 1;
    let height = map.height / rows;
    let pane = |lane: u16| {
        let (column, row) = (lane % columns, lane / columns);
        Rect::new(map.x + column * (width + 1), map.y + row * height, width, height)
    };
    (0..lanes as u16).map(pane).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panes_are_alike_and_never_overlap() {
        for (width, height) in [(60, 20), (80, 24), (99, 23), (120, 40), (200, 60)] {
            let area = Rect::new(0, 0, width, height);
            for lanes in 1..=4 {
                let panes = Panes::new(area, lanes);
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
