//! The funnel algorithm: the shortest line through a row of gates (Lee & Preparata 1984; in the form of Mononen 2010).
//!
//! The idea: from an apex, the ends of a gate bound what is in sight behind it, a funnel. Each gate narrows the funnel.
//! Where one side would cross the other, the line turns around the other, and a new funnel begins there.
//! Promise: the shortest line through the gates in their order. Needs: regions between gates that are convex.
//! Units: cells. Ties: none; points at which the line does not turn are left out.
//! Cost: a pass over the gates, and from a turn on again over those that follow.
//! Differs from the papers in exact turns, in whole numbers, and in gates whose ends are one point.

use crate::grid::Cell;

/// A gate: its left and its right end, for a walker that passes it. Both ends may be one point.
pub type Gate = [Cell; 2];

/// The shortest line from the start through all gates to the goal, as turning points at the ends of gates. Each gate
/// and the next must bound a convex region, as those of a mesh do. Turns are exact, in whole numbers.
pub fn shortest_through(start: Cell, gates: &[Gate], goal: Cell) -> Vec<Cell> {
    let gate = |index: usize| gates.get(index).copied().unwrap_or([goal, goal]);
    let mut line = vec![start];
    // The funnel: its apex, its left and its right side, and the gate that each side ends at.
    let (mut apex, mut sides, mut ends) = (start, [start; 2], [0; 2]);
    let mut index = 0;
    while index <= gates.len() {
        let crossed = [0, 1].into_iter().find(|side| {
            let (next, other) = (gate(index)[*side], 1 - *side);
            if turn(*side, apex, sides[*side], next) > 0 {
                return false;
            }
            // Where a side crosses the other, the line turns around the other.
            let is_crossed = apex != sides[*side] && turn(*side, apex, sides[other], next) <= 0;
            if !is_crossed {
                (sides[*side], ends[*side]) = (next, index);
            }
            is_crossed
        });
        if let Some(side) = crossed {
            (apex, index) = (sides[1 - side], ends[1 - side]);
            line.push(apex);
            (sides, ends) = ([apex; 2], [index; 2]);
        }
        index += 1;
    }
    line.push(goal);
    without_straight_points(&line)
}

/// More than 0 if `to` lies outwards of the line from the apex along a side of the funnel (0 left, 1 right).
fn turn(side: usize, apex: Cell, end: Cell, to: Cell) -> i64 {
    let outwards = cross(apex, end, to);
    if side == 1 { outwards } else { -outwards }
}

/// More than 0 if `c` lies to the right of the line from `a` to `b`, 0 on it.
fn cross(a: Cell, b: Cell, c: Cell) -> i64 {
    let from_a = |to: Cell| (i64::from(to.x) - i64::from(a.x), i64::from(to.y) - i64::from(a.y));
    let ((bx, by), (cx, cy)) = (from_a(b), from_a(c));
    bx * cy - by * cx
}

/// The line without points at which it does not turn.
fn without_straight_points(line: &[Cell]) -> Vec<Cell> {
    let mut turns: Vec<Cell> = Vec::new();
    for point in line {
        if turns.last() == Some(point) {
            continue;
        }
        while let [.., before, last] = turns[..]
            && cross(before, last, *point) == 0
        {
            turns.pop();
        }
        turns.push(*point);
    }
    turns
}
