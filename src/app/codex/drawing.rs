//! Drawings of a page for the book, as SVG: each run as it expanded, cell by cell, and the curves of an experiment.
//!
//! Colours are variables of the page's style, so that they follow the reader's light or dark; a reader who wants no
//! motion sees the end at once.

use crate::codex::Curve;
use crate::grid::Cell;
use crate::lab::{LabMap, LabPlayback, SessionLane};
use crate::trace::TraceEvent;
use std::fmt::Write as _;

/// Seconds that a drawing takes to run.
const SECONDS: u32 = 6;
/// Maps of more cells are drawn without motion.
const MOVING_CELLS_MAX: usize = 1 << 14;
/// Width and height of the drawing of curves.
const CURVE_SIZE: (i64, i64) = (320, 96);

/// A run on its map.
pub(super) fn run_drawing(map: &LabMap, lane: &SessionLane, name: &str) -> String {
    let size = map.size();
    let mut svg = format!(
        "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{name} on {}\">\n",
        size.width, size.height, map.name
    );
    _ = writeln!(svg, "<rect class=\"ground\" width=\"{}\" height=\"{}\"/>", size.width, size.height);
    push_ground(&mut svg, map);
    if let Ok(run) = &lane.run {
        push_expansions(&mut svg, map, run);
        push_path(&mut svg, run);
    }
    for (cell, letter) in [(map.start(), 'S'), (map.goal(), 'G')] {
        let (x, y) = (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5);
        _ = writeln!(svg, "<circle class=\"end\" cx=\"{x}\" cy=\"{y}\" r=\"0.5\"/>");
        _ = writeln!(svg, "<text class=\"letter\" x=\"{x}\" y=\"{}\">{letter}</text>", y + 0.28);
    }
    svg.push_str("</svg>\n");
    svg
}

/// Walls and dear ground, a rectangle for each row of cells alike.
fn push_ground(svg: &mut String, map: &LabMap) {
    let width = usize::from(map.size().width);
    for (y, row) in map.costs().chunks(width).enumerate() {
        let mut x = 0;
        for cells in row.chunk_by(|a, b| a == b) {
            let class = match cells[0] {
                0 => "wall",
                1..=1000 => "",
                1001..=2999 => "dear",
                _ => "dearest",
            };
            if !class.is_empty() {
                let w = cells.len();
                _ = writeln!(svg, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"1\"/>");
            }
            x += cells.len();
        }
    }
}

/// The expanded cells, each at its time.
fn push_expansions(svg: &mut String, map: &LabMap, run: &LabPlayback) {
    let (size, trace) = (map.size(), &run.recording().trace);
    let count = trace.expansion_count().max(1);
    let moves = size.area() <= MOVING_CELLS_MAX;
    let mut first = vec![None; size.area()];
    for (order, events) in trace.expansions().enumerate() {
        if let Some(TraceEvent::Expanded { node, .. }) = events.first() {
            first[trace.cell_of(*node)].get_or_insert(order as u32);
        }
    }
    let found = first.iter().enumerate().filter_map(|(index, order)| Some((size.cell(index), (*order)?)));
    for (Cell { x, y }, order) in found {
        let delay = u64::from(order) * u64::from(SECONDS) * 1000 / u64::from(count);
        let style = if moves { format!(" style=\"animation-delay:{delay}ms\"") } else { String::new() };
        let late = order * 4 / count;
        _ = writeln!(svg, "<rect class=\"e e{late}\" x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\"{style}/>");
    }
}

fn push_path(svg: &mut String, run: &LabPlayback) {
    let Some(path) = run.whole_path() else { return };
    let point = |cell: &Cell| format!("{}.5,{}.5", cell.x, cell.y);
    let points: Vec<String> = path.iter().map(point).collect();
    _ = writeln!(
        svg,
        "<polyline class=\"path\" style=\"animation-delay:{SECONDS}s\" points=\"{}\"/>",
        points.join(" ")
    );
}

/// A curve with its least and greatest value.
pub(super) fn curve_drawing(curve: &Curve) -> String {
    let (least, most) = (curve.values.iter().min(), curve.values.iter().max());
    let (Some(least), Some(most)) = (least, most) else { return String::new() };
    let (width, height) = CURVE_SIZE;
    let last = (curve.values.len() as i64 - 1).max(1);
    let point = |(at, value): (usize, &i64)| {
        let x = at as i64 * width / last;
        format!("{x},{}", height - (value - least) * height / (most - least).max(1))
    };
    let points: Vec<String> = curve.values.iter().enumerate().map(point).collect();
    format!(
        "<figure><svg class=\"curve\" viewBox=\"-4 -4 {} {}\" role=\"img\" aria-label=\"{}\">\
         <polyline points=\"{}\"/></svg><figcaption>{}: {} values from {least} to {most}</figcaption></figure>\n",
        width + 8,
        height + 8,
        curve.name,
        points.join(" "),
        curve.name,
        curve.values.len(),
    )
}
