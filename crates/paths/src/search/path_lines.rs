//! A path of cells as a line to move along: five forms from its first centre to its last, from the mechanical one to
//! the shortest and to the smoothest.
//!
//! The idea: a search yields cells, and a moving unit needs a line through them. From centre to centre it turns in the
//! middle of a cell, by an eighth of a circle or more. From the midpoint of one crossed edge to the midpoint of the
//! next it cuts every turn a little. Pulled taut like a string it turns at corners of cells only, and no line in these
//! cells is shorter: the funnel algorithm (Lee & Preparata 1984, Euclidean shortest paths in the presence of
//! rectilinear barriers, and in the form of Mononen 2010, Simple stupid funnel algorithm). A quadratic curve per cell,
//! whose middle control point is the centre, bends without a corner and stays in the cell: a uniform B-spline
//! (Riesenfeld 1973). A cubic curve per step passes through every centre without a corner, and overshoots for it
//! (Catmull & Rom 1974).
//! Promise: corners ≤ edges ≤ soft ≤ centres ≤ smooth; each length is rounded once, and where points are rounded, too,
//! the error is at most a milli-step per curve. No point lies inside a wall: for the smooth line if no corner was cut,
//! for the others on any path.
//! Needs: squares, and a path of neighbouring cells; any other path has the line of centres alone.
//! Units: thousandths of a cell, from the map's north-west corner; lengths in milli-steps. Ties: none.
//! Cost: a pass over the path; the taut line goes back to each corner at which it turns.
//! Differs from the papers: a diagonal step crosses a point, where the portal has no width, and a step straight back
//! crosses the middle of the edge. Curves are sampled at whole thousandths.

use crate::graph::Cost;
use crate::grid::Cell;

/// Pieces of the curve in one cell or step.
const CURVE_PIECES: i64 = 16;
/// Scale of the parts of a length before they are summed, relative to a milli-step.
const LENGTH_SCALE: u64 = 1 << 9;

/// A point of a line: thousandths of a cell from the map's north-west corner, `x` to the east, `y` to the south.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LinePoint {
    /// To the east.
    pub x: i32,
    /// To the south.
    pub y: i32,
}

impl LinePoint {
    /// The centre of a cell.
    pub fn centre(cell: Cell) -> LinePoint {
        LinePoint { x: i32::from(cell.x) * 1000 + 500, y: i32::from(cell.y) * 1000 + 500 }
    }

    fn midpoint(self, other: LinePoint) -> LinePoint {
        LinePoint { x: i32::midpoint(self.x, other.x), y: i32::midpoint(self.y, other.y) }
    }

    fn offset(self, dx: i32, dy: i32) -> LinePoint {
        LinePoint { x: self.x + dx, y: self.y + dy }
    }
}

/// The form of the line through a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineForm {
    /// Straight from centre to centre.
    Centres,
    /// Straight from the midpoint of one crossed edge to the midpoint of the next.
    Edges,
    /// Taut: the shortest line in these cells.
    Corners,
    /// A quadratic curve in each cell.
    Soft,
    /// A cubic curve through every centre.
    Smooth,
}

impl LineForm {
    /// All forms, the mechanical one first.
    pub const ALL: [LineForm; 5] =
        [LineForm::Centres, LineForm::Edges, LineForm::Corners, LineForm::Soft, LineForm::Smooth];

    /// The name of the form, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            LineForm::Centres => "centres",
            LineForm::Edges => "edges",
            LineForm::Corners => "corners",
            LineForm::Soft => "soft",
            LineForm::Smooth => "smooth",
        }
    }
}

/// The line of a path in a form, as the points between which it is straight. `None` if the form needs neighbouring
/// cells and two in a row are none. Repeated cells count once.
pub fn path_line(path: &[Cell], form: LineForm) -> Option<Vec<LinePoint>> {
    let mut path = path.to_vec();
    path.dedup();
    let are_neighbours = path.windows(2).all(|pair| pair[0].dir_to(pair[1]).is_some());
    let centres: Vec<LinePoint> = path.into_iter().map(LinePoint::centre).collect();
    match form {
        LineForm::Centres => Some(centres),
        _ if !are_neighbours => None,
        LineForm::Edges => Some(edge_line(&centres)),
        LineForm::Corners => Some(taut_line(&centres)),
        LineForm::Soft => Some(quadratic_line(&centres)),
        LineForm::Smooth => Some(catmull_rom_line(&centres)),
    }
}

/// Length of a line in milli-steps, rounded once to the nearest.
pub fn line_length(line: &[LinePoint]) -> Cost {
    let part = |two: &[LinePoint]| {
        let (dx, dy) = (u64::from(two[0].x.abs_diff(two[1].x)), u64::from(two[0].y.abs_diff(two[1].y)));
        ((dx * dx + dy * dy) * LENGTH_SCALE * LENGTH_SCALE).isqrt()
    };
    let parts: u64 = line.windows(2).map(part).sum();
    (parts + LENGTH_SCALE / 2) / LENGTH_SCALE
}

/// Where each step leaves one cell for the next: the midpoint of their centres, which is the corner for a diagonal
/// step.
fn crossings(centres: &[LinePoint]) -> Vec<LinePoint> {
    centres.windows(2).map(|two| two[0].midpoint(two[1])).collect()
}

fn edge_line(centres: &[LinePoint]) -> Vec<LinePoint> {
    let mut line: Vec<LinePoint> = centres.first().copied().into_iter().chain(crossings(centres)).collect();
    line.extend(centres.last());
    line.dedup();
    line
}

/// From crossing to crossing, drawn towards the centre of the cell between.
fn quadratic_line(centres: &[LinePoint]) -> Vec<LinePoint> {
    let joints = crossings(centres);
    let mut line: Vec<LinePoint> = centres.first().copied().into_iter().collect();
    for (two, centre) in joints.windows(2).zip(centres.iter().skip(1)) {
        line.extend((0..CURVE_PIECES).map(|at| quadratic([two[0], *centre, two[1]], at)));
    }
    line.extend(joints.last());
    line.extend(centres.last());
    line.dedup();
    line
}

/// From centre to centre. At each the tangent is parallel to the line between the previous and the next centre; at the
/// ends the path is extended straight.
fn catmull_rom_line(centres: &[LinePoint]) -> Vec<LinePoint> {
    let beyond = |end: LinePoint, inner: LinePoint| end.offset(end.x - inner.x, end.y - inner.y);
    let mut line = Vec::new();
    for (i, two) in centres.windows(2).enumerate() {
        let before = if i > 0 { centres[i - 1] } else { beyond(two[0], two[1]) };
        let after = centres.get(i + 2).copied().unwrap_or_else(|| beyond(two[1], two[0]));
        line.extend((0..CURVE_PIECES).map(|at| cubic([before, two[0], two[1], after], at)));
    }
    line.extend(centres.last());
    line
}

/// A point of the quadratic curve with these control points, at `at` of [`CURVE_PIECES`] parts.
fn quadratic(control: [LinePoint; 3], at: i64) -> LinePoint {
    let rest = CURVE_PIECES - at;
    weighted_mean(control, [rest * rest, 2 * rest * at, at * at], CURVE_PIECES * CURVE_PIECES)
}

/// A point between the second and the third of four points on the curve, at `at` of [`CURVE_PIECES`] parts.
fn cubic(points: [LinePoint; 4], at: i64) -> LinePoint {
    let [one, two, three] = [at * CURVE_PIECES * CURVE_PIECES, at * at * CURVE_PIECES, at * at * at];
    let whole = CURVE_PIECES * CURVE_PIECES * CURVE_PIECES;
    let weights =
        [2 * two - one - three, 2 * whole - 5 * two + 3 * three, one + 4 * two - 3 * three, three - two];
    weighted_mean(points, weights, 2 * whole)
}

/// The mean of points with weights that sum up to `whole`, rounded to the nearest.
fn weighted_mean<const N: usize>(points: [LinePoint; N], weights: [i64; N], whole: i64) -> LinePoint {
    let mean = |of: fn(LinePoint) -> i32| {
        let sum: i64 = points.iter().zip(weights).map(|(point, weight)| i64::from(of(*point)) * weight).sum();
        (sum + whole / 2).div_euclid(whole) as i32
    };
    LinePoint { x: mean(|point| point.x), y: mean(|point| point.y) }
}

/// The edge that a step crosses: its left and its right end, seen in the direction of the step.
type Portal = [LinePoint; 2];

/// The portals of a path, with the first and the last centre as portals of no width.
fn portals(centres: &[LinePoint]) -> Vec<Portal> {
    let crossed = centres.windows(2).enumerate().map(|(i, two)| {
        let (dx, dy) = ((two[1].x - two[0].x) / 2, (two[1].y - two[0].y) / 2);
        let turns_back = i > 0 && centres[i - 1] == two[1] || centres.get(i + 2) == Some(&two[0]);
        let middle = two[0].midpoint(two[1]);
        let is_point = dx != 0 && dy != 0 || turns_back;
        if is_point { [middle; 2] } else { [middle.offset(dy, -dx), middle.offset(-dy, dx)] }
    });
    let end = |point: Option<&LinePoint>| point.map(|point| [*point; 2]);
    end(centres.first()).into_iter().chain(crossed).chain(end(centres.last())).collect()
}

/// What is visible through the portals so far from the last corner: the two bounding ends, each with the index of its
/// portal.
struct Funnel {
    apex: LinePoint,
    sides: [(LinePoint, usize); 2],
}

impl Funnel {
    fn new(apex: LinePoint, portal: usize) -> Funnel {
        Funnel { apex, sides: [(apex, portal); 2] }
    }

    /// Narrows one side to a portal's end, unless that would widen it. Returns the other side, at which the line must
    /// turn, if the end lies beyond it.
    fn narrow(&mut self, side: usize, end: LinePoint, portal: usize) -> Option<(LinePoint, usize)> {
        let (own, other) = (self.sides[side].0, self.sides[1 - side]);
        let outward = if side == 0 { -1 } else { 1 };
        if outward * cross_product(self.apex, own, end) > 0 {
            return None;
        }
        if own != self.apex && outward * cross_product(self.apex, other.0, end) <= 0 {
            return Some(other);
        }
        self.sides[side] = (end, portal);
        None
    }
}

/// Twice the signed area of a triangle: positive if the third point lies to the right of the line through the others.
fn cross_product(a: LinePoint, b: LinePoint, c: LinePoint) -> i64 {
    let by = |p: i32, q: i32| i64::from(q) - i64::from(p);
    by(a.x, b.x) * by(a.y, c.y) - by(a.y, b.y) * by(a.x, c.x)
}

/// The shortest line through all portals in their order.
fn taut_line(centres: &[LinePoint]) -> Vec<LinePoint> {
    let portals = portals(centres);
    let Some(start) = centres.first() else { return Vec::new() };
    let mut line = vec![*start];
    let mut funnel = Funnel::new(*start, 0);
    let mut at = 1;
    while let Some(ends) = portals.get(at) {
        let corner = [1, 0].into_iter().find_map(|side| funnel.narrow(side, ends[side], at));
        if let Some((corner, portal)) = corner {
            line.push(corner);
            funnel = Funnel::new(corner, portal);
            at = portal;
        }
        at += 1;
    }
    line.extend(centres.last());
    line.dedup();
    line
}
