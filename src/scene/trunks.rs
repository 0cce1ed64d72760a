//! Trunk roads: of all known roads those that join neighbouring places, as lines, the most trodden first.
//!
//! Every road cell belongs to the place nearest along roads (a wave from all places at once), and where the parts of two
//! places meet, a line joins them. A line that would shorten a way over better trodden ones by little is left out: what
//! remains is a greedy spanner (Althöfer, Das, Dobkin, Joseph and Soares 1993), except that lines are taken by their
//! tread, not by their length.

use crate::grid::{Cell, Layer};
use crate::world::Tier;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

/// A line is left out if the way over the lines taken is at most this long, in percent of its length.
const STRETCH_PERCENT: u32 = 150;
/// Farthest road that belongs to a place, in steps.
const AT_ROAD_STEPS: u16 = 3;
/// Cells at either end of a line that do not count for its tier: every place is trodden.
const END_CELLS: usize = 3;

/// A road from place to place.
#[derive(Clone, Debug)]
pub(super) struct TrunkLine {
    /// Its cells, end to end.
    pub(super) cells: Vec<Cell>,
    /// How good a road it is for most of its length.
    pub(super) tier: Tier,
}

/// The trunk roads between places, the most trodden first.
pub(super) fn trunk_lines(roads: &Layer<Tier>, places: &[Cell]) -> Vec<TrunkLine> {
    let wave = Wave::over(roads, places);
    let mut lines: Vec<((usize, usize), u32, u32, TrunkLine)> = Vec::new();
    for (ends, (length, from, to)) in wave.meetings(roads) {
        let mut cells: Vec<Cell> = wave.back_from(from).collect();
        cells.reverse();
        cells.extend(wave.back_from(to));
        let end = END_CELLS.min((cells.len() - 1) / 3);
        let middle = &cells[end..cells.len() - end];
        let passes = middle.iter().map(|cell| roads[*cell].passes()).sum::<u32>() / middle.len() as u32;
        let tier = Tier::ALL.into_iter().rev().find(|tier| tier.passes() <= passes).unwrap_or_default();
        lines.push((ends, length, passes, TrunkLine { cells, tier: tier.max(Tier::Path) }));
    }
    lines.sort_by_key(|(ends, length, passes, _)| (Reverse(*passes), *length, *ends));
    let mut joined = Joined(vec![Vec::new(); places.len()]);
    lines.retain(|((a, b), length, _, _)| joined.join(*a, *b, *length));
    lines.into_iter().map(|(_, _, _, line)| line).collect()
}

/// Walking time of a step on a road of this tier, in hundredths of a step.
const fn step_time(tier: Tier) -> u32 {
    match tier {
        Tier::None | Tier::Scuff => 200,
        Tier::Path => 100,
        Tier::Dirt => 80,
        Tier::Paved => 60,
        Tier::Highway => 45,
    }
}

/// The part of each place: the road cells that are nearest to it along roads.
struct Wave {
    /// Per cell: walking time, the place, and the cell before it; `None` off the roads.
    reached: Layer<Option<(u32, usize, Cell)>>,
}

impl Wave {
    fn over(roads: &Layer<Tier>, places: &[Cell]) -> Wave {
        let mut reached: Layer<Option<(u32, usize, Cell)>> = Layer::new(roads.size(), None);
        let mut open = BinaryHeap::new();
        for (place, cell) in places.iter().enumerate() {
            let near = roads.size().square(*cell, AT_ROAD_STEPS).filter(|cell| roads[*cell].is_road());
            if let Some(start) = near.min_by_key(|road| (road.octile(*cell), *road)) {
                open.push(Reverse((0, place, start, start)));
            }
        }
        while let Some(Reverse((time, place, cell, before))) = open.pop() {
            if reached[cell].is_some() {
                continue;
            }
            reached[cell] = Some((time, place, before));
            for (dir, next) in roads.size().neighbours(cell) {
                if roads[next].is_road() && reached[next].is_none() {
                    let step = step_time(roads[next]) * if dir.is_diagonal() { 141 } else { 100 } / 100;
                    open.push(Reverse((time + step, place, next, cell)));
                }
            }
        }
        Wave { reached }
    }

    /// Where the parts of two places meet soonest: walking time from place to place, and a cell on either side.
    fn meetings(&self, roads: &Layer<Tier>) -> BTreeMap<(usize, usize), (u32, Cell, Cell)> {
        let mut meetings = BTreeMap::new();
        let reached = self.reached.iter().filter_map(|(cell, at)| Some((cell, (*at)?)));
        for (cell, (time, place, _)) in reached {
            for (_, next) in roads.size().neighbours(cell) {
                let Some((other_time, other, _)) = self.reached[next].filter(|(_, other, _)| *other > place)
                else {
                    continue;
                };
                let met = (time + other_time, cell, next);
                meetings.entry((place, other)).and_modify(|best| *best = met.min(*best)).or_insert(met);
            }
        }
        meetings
    }

    /// The cells from one back to its place.
    fn back_from(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let before =
            |cell: &Cell| self.reached[*cell].map(|(_, _, before)| before).filter(|before| before != cell);
        std::iter::successors(Some(cell), before)
    }
}

/// The places as joined by the lines taken so far: per place the others with the walking time.
struct Joined(Vec<Vec<(usize, u32)>>);

impl Joined {
    /// Joins two places unless there is a way that is hardly longer; returns whether it did.
    fn join(&mut self, a: usize, b: usize, length: u32) -> bool {
        let is_new = !self.is_within(a, b, length * STRETCH_PERCENT / 100);
        if is_new {
            self.0[a].push((b, length));
            self.0[b].push((a, length));
        }
        is_new
    }

    fn is_within(&self, from: usize, to: usize, time_max: u32) -> bool {
        let mut open = BinaryHeap::from([Reverse((0, from))]);
        let mut seen = vec![false; self.0.len()];
        while let Some(Reverse((time, place))) = open.pop() {
            if place == to {
                return true;
            }
            if !std::mem::replace(&mut seen[place], true) {
                let next = self.0[place].iter().map(|(next, step)| Reverse((time + step, *next)));
                open.extend(next.filter(|Reverse((time, _))| *time <= time_max));
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Size;

    /// Roads of the given tiers (digits), and places (letters, on highways), to the lines as pairs of ends.
    fn ends_of(map: &[&str]) -> Vec<(char, char)> {
        let size = Size::new(map[0].len() as u16, map.len() as u16);
        let glyph = |cell: Cell| map[usize::from(cell.y)].as_bytes()[usize::from(cell.x)] as char;
        let tier = |cell: Cell| match glyph(cell) {
            '.' => Tier::None,
            digit @ '0'..='9' => Tier::from_index(digit as u8 - b'0'),
            _ => Tier::Highway,
        };
        let roads = Layer::from_values(size, size.cells().map(tier).collect()).unwrap();
        let mut places: Vec<Cell> = size.cells().filter(|cell| glyph(*cell).is_alphabetic()).collect();
        places.sort_by_key(|cell| glyph(*cell));
        let lines = trunk_lines(&roads, &places);
        lines.iter().map(|line| (glyph(line.cells[0]), glyph(line.cells[line.cells.len() - 1]))).collect()
    }

    #[test]
    fn better_roads_come_first_and_idle_ones_are_left_out() {
        let map = [
            "A444444444B", //
            "2.........3",
            "2.........3",
            "C222222222D",
        ];
        // From C to D it is hardly farther by A and B.
        assert_eq!(ends_of(&map), [('A', 'B'), ('B', 'D'), ('A', 'C')]);
    }

    #[test]
    fn a_line_ends_at_the_next_place() {
        assert_eq!(ends_of(&["A333B333C", ".2222222."]), [('A', 'B'), ('B', 'C')]);
        assert_eq!(ends_of(&["A33..33C"]), []);
    }
}
