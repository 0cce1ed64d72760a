//! The known roads as a network: forks, segments between them, and traffic on each segment.
//!
//! Road cells are thinned to lines (`graph::skeleton`). A segment ends at a fork, at a settlement, or at a dead end.
//! The network is computed again soon after a road cell has appeared or vanished, and otherwise once a day, as traffic
//! fades.
//! How roads come about does not live here (`sim::roads`).

use crate::graph::skeleton::{skeleton, skeleton_edges};
use crate::grid::{Cell, Layer};
use crate::sim::Game;
use crate::world::{Believed, DAY, PASS, PeopleIx, TownIx};
use std::collections::BTreeMap;

/// Age at which it is computed again, in ticks.
const AGE_MAX_TICKS: u64 = DAY;
/// The same after the number of road cells has changed: one second at ×1.
const CHANGED_AGE_MAX_TICKS: u64 = 20;
/// Farthest distance at which a settlement or road cell belongs to a line, in steps.
const ON_LINE_STEPS: u32 = 3;

/// Dead ends of fewer cells are dropped.
const SPUR_CELLS_MIN: usize = 4;

/// A stretch of road between forks, settlements or dead ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Both ends.
    pub ends: [Cell; 2],
    /// Length in milli-steps.
    pub length_millisteps: u32,
    /// Fading count of passes over its busiest cell, as seen or remembered.
    pub passes: u32,
}

/// Roads as a network.
#[derive(Debug)]
pub struct RoadNetwork {
    made_tick: u64,
    /// Number of road cells that it was made from.
    road_count: u32,
    segments: Vec<Segment>,
    /// Cells where three lines or more meet, sorted.
    forks: Vec<Cell>,
    /// Settlements by their cell on a line.
    towns: BTreeMap<Cell, TownIx>,
    /// 1 + index of the segment of each road cell, or 0.
    segment_of: Layer<u32>,
}

/// Cells of the lines with their neighbours on the lines.
type LineGraph = BTreeMap<Cell, Vec<Cell>>;

impl RoadNetwork {
    /// The network of the roads that the player's people knows.
    pub fn of(game: &Game) -> RoadNetwork {
        let world = &game.world;
        let (size, belief) = (world.size(), &world.people(PeopleIx::PLAYER).belief);
        let mut roads = Layer::new(size, false);
        for cell in size.cells() {
            roads[cell] = matches!(belief.at(cell), Believed::Known { tier, .. } if tier.is_road());
        }
        let mut lines = LineGraph::new();
        for (from, to) in skeleton_edges(&skeleton(&roads)) {
            lines.entry(from).or_default().push(to);
            lines.entry(to).or_default().push(from);
        }
        remove_spurs(&mut lines);
        let mut network = RoadNetwork {
            made_tick: world.tick,
            road_count: game.world.people(PeopleIx::PLAYER).belief.road_cells(),
            segments: Vec::new(),
            forks: lines.iter().filter(|(_, next)| next.len() > 2).map(|(cell, _)| *cell).collect(),
            towns: towns_on_lines(game, &lines),
            segment_of: Layer::new(size, 0),
        };
        let stretches = network.segment_lines(&lines);
        network.assign_roads(&stretches, &roads);
        network.make_segments(&stretches, |cell| known_passes(game, false, cell).unwrap_or(0));
        network
    }

    /// Whether it should be computed again.
    pub(super) fn is_old(&self, game: &Game) -> bool {
        let age = if game.world.people(PeopleIx::PLAYER).belief.road_cells() == self.road_count {
            AGE_MAX_TICKS
        } else {
            CHANGED_AGE_MAX_TICKS
        };
        game.world.tick >= self.made_tick + age
    }

    /// Its segments.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Cells where three or more segments meet.
    pub fn forks(&self) -> &[Cell] {
        &self.forks
    }

    /// The segment of a road cell.
    pub fn segment_at(&self, cell: Cell) -> Option<&Segment> {
        self.segments.get((self.segment_of[cell] as usize).checked_sub(1)?)
    }

    /// The settlement at the end of a segment, if any.
    pub fn town_at(&self, end: Cell) -> Option<TownIx> {
        self.towns.get(&end).copied()
    }

    /// The cells of each segment from end to end, each segment once.
    fn segment_lines(&self, lines: &LineGraph) -> Vec<Vec<Cell>> {
        let is_end = |cell: &Cell| lines[cell].len() != 2 || self.towns.contains_key(cell);
        let mut stretches = Vec::new();
        for end in lines.keys().filter(|cell| is_end(cell)) {
            for first in &lines[end] {
                let mut line = vec![*end, *first];
                while let [.., before, here] = line[..]
                    && !is_end(&here)
                    && let Some(next) = lines[&here].iter().find(|next| **next != before)
                {
                    line.push(*next);
                }
                // Each segment is found from both ends.
                let backwards = line.iter().rev();
                if line.iter().le(backwards) {
                    stretches.push(line);
                }
            }
        }
        stretches
    }

    /// Assigns road cells to the nearest segment.
    fn assign_roads(&mut self, stretches: &[Vec<Cell>], roads: &Layer<bool>) {
        let mut wave: Vec<Cell> = Vec::new();
        for (stretch, number) in stretches.iter().zip(1..) {
            for cell in stretch {
                self.segment_of[*cell] = number;
            }
            wave.extend(stretch);
        }
        for _ in 0..ON_LINE_STEPS {
            let mut next = Vec::new();
            for cell in wave {
                for (_, beside) in roads.size().neighbours(cell) {
                    if roads[beside] && self.segment_of[beside] == 0 {
                        self.segment_of[beside] = self.segment_of[cell];
                        next.push(beside);
                    }
                }
            }
            wave = next;
        }
    }

    fn make_segments(&mut self, stretches: &[Vec<Cell>], passes: impl Fn(Cell) -> u32) {
        let mut most = vec![0; stretches.len() + 1];
        for (cell, number) in self.segment_of.iter().filter(|(_, number)| **number > 0) {
            let busiest = &mut most[*number as usize];
            *busiest = passes(cell).max(*busiest);
        }
        let segment = |(line, passes): (&Vec<Cell>, &u32)| Segment {
            ends: [line[0], line[line.len() - 1]],
            length_millisteps: line.windows(2).map(|step| step[0].octile(step[1])).sum(),
            passes: *passes,
        };
        self.segments = stretches.iter().zip(&most[1..]).map(segment).collect();
    }
}

/// Passes over a cell that is visible; elsewhere the passes that the remembered road stands for.
pub(super) fn known_passes(game: &Game, reveal: bool, cell: Cell) -> Option<u32> {
    if reveal || game.derived.visible[PeopleIx::PLAYER][cell] > 0 {
        return Some(game.world.ground.wear[cell] / PASS);
    }
    match game.world.peoples[PeopleIx::PLAYER].belief.at(cell) {
        Believed::Known { tier, .. } => Some(tier.passes()),
        Believed::Unknown(_) => None,
    }
}

/// Removes the short dead ends that thinning leaves at broad road ends.
fn remove_spurs(lines: &mut LineGraph) {
    let mut ends: Vec<Cell> = lines.keys().copied().collect();
    while let Some(end) = ends.pop() {
        for cell in find_spur(lines, end).unwrap_or_default() {
            for next in lines.remove(&cell).unwrap_or_default() {
                if let Some(others) = lines.get_mut(&next) {
                    others.retain(|other| *other != cell);
                    // A former fork may be an end now.
                    ends.push(next);
                }
            }
        }
    }
}

/// The cells of a short dead end that ends in this cell, without the fork where it begins.
fn find_spur(lines: &LineGraph, end: Cell) -> Option<Vec<Cell>> {
    let mut spur = vec![end];
    let [mut here] = lines.get(&end)?[..] else { return None };
    while lines[&here].len() == 2 && spur.len() < SPUR_CELLS_MIN {
        let before = spur[spur.len() - 1];
        spur.push(here);
        here = *lines[&here].iter().find(|next| **next != before)?;
    }
    (lines[&here].len() > 2).then_some(spur)
}

/// The known settlements, each at the nearest cell of a line, if one is near.
fn towns_on_lines(game: &Game, lines: &LineGraph) -> BTreeMap<Cell, TownIx> {
    let world = &game.world;
    let joined = world.people(PeopleIx::PLAYER).standing().filter_map(|(id, _)| {
        let town = world.town(id).cell;
        let near = world.size().square(town, ON_LINE_STEPS as u16).filter(|cell| lines.contains_key(cell));
        // Prefer the end of a line over a cell in its middle.
        near.min_by_key(|cell| (lines[cell].len() != 1, cell.octile(town), *cell)).map(|cell| (cell, id))
    });
    joined.collect()
}
