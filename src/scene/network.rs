//! The roads that the player's people knows as a network: forks, stretches between them, and what goes over each.
//!
//! Road cells are peeled down to lines (`graph::skeleton`); a line ends where others meet it, at a settlement, or nowhere.
//! It is worked out anew soon after a cell of road has come or gone, and else once a day, as traffic fades. What does not live here: what feet do to the ground (`sim::roads`).

use super::lens::passes_known;
use crate::graph::skeleton::{skeleton, steps};
use crate::grid::{Cell, Layer};
use crate::sim::Game;
use crate::world::{Believed, DAY, TownId};
use std::collections::BTreeMap;

/// Ticks after which it is worked out anew.
const AGE: u64 = DAY;
/// The same where there are more or fewer cells of road than there were: a second at ×1.
const CHANGED_AGE: u64 = 20;
/// How far from its line a settlement or a cell of road may lie to be on it, in steps.
const ON_LINE: u32 = 3;

/// Lines of fewer cells that end nowhere are none.
const SPUR: usize = 4;

/// A stretch of road without forks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// Where it begins and ends.
    pub ends: [Cell; 2],
    /// Its length, in milli-steps.
    pub length: u32,
    /// Passes, fading, over its busiest cell, as seen or remembered.
    pub passes: u32,
}

/// The roads of a people as a network.
#[derive(Debug)]
pub struct RoadNetwork {
    made: u64,
    /// Cells of road that it was made of.
    roads: u32,
    segments: Vec<Segment>,
    /// Cells where three lines or more meet, in the order of the cells.
    forks: Vec<Cell>,
    /// Settlements on the lines.
    towns: BTreeMap<Cell, TownId>,
    /// 1 + number of the stretch that each cell of road belongs to, or 0.
    on: Layer<u32>,
}

/// Cells of the lines, each with those that it is joined to.
type Lines = BTreeMap<Cell, Vec<Cell>>;

impl RoadNetwork {
    /// The roads that the player's people knows, with what goes over them as seen or remembered.
    pub fn of(game: &Game) -> RoadNetwork {
        let world = &game.world;
        let (size, belief) = (world.size(), &world.people(0).belief);
        let mut roads = Layer::new(size, false);
        for cell in size.cells() {
            roads[cell] = matches!(belief.at(cell), Believed::Known { tier, .. } if tier.is_road());
        }
        let mut lines = Lines::new();
        for (from, to) in steps(&skeleton(&roads)) {
            lines.entry(from).or_default().push(to);
            lines.entry(to).or_default().push(from);
        }
        drop_spurs(&mut lines);
        let mut network = RoadNetwork {
            made: world.tick,
            roads: game.known_roads(),
            segments: Vec::new(),
            forks: lines.iter().filter(|(_, next)| next.len() > 2).map(|(cell, _)| *cell).collect(),
            towns: towns_on(game, &lines),
            on: Layer::new(size, 0),
        };
        let stretches = network.stretches(&lines);
        network.spread(&stretches, &roads);
        network.count(&stretches, |cell| passes_known(game, false, cell).unwrap_or(0));
        network
    }

    /// Whether it should be worked out again.
    pub(super) fn is_old(&self, game: &Game) -> bool {
        let age = if game.known_roads() == self.roads { AGE } else { CHANGED_AGE };
        game.world.tick >= self.made + age
    }

    /// Its stretches.
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Where three or more of them meet.
    pub fn forks(&self) -> &[Cell] {
        &self.forks
    }

    /// The stretch that a cell of road belongs to.
    pub fn segment_at(&self, cell: Cell) -> Option<&Segment> {
        self.segments.get((self.on[cell] as usize).checked_sub(1)?)
    }

    /// The settlement at the end of a stretch, if there is one.
    pub fn town_at(&self, end: Cell) -> Option<TownId> {
        self.towns.get(&end).copied()
    }

    /// Lines from end to end, each once.
    fn stretches(&self, lines: &Lines) -> Vec<Vec<Cell>> {
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
                // Each is found from both its ends.
                let backwards = line.iter().rev();
                if line.iter().le(backwards) {
                    stretches.push(line);
                }
            }
        }
        stretches
    }

    /// Cells of road belong to the nearest line.
    fn spread(&mut self, stretches: &[Vec<Cell>], roads: &Layer<bool>) {
        let mut wave: Vec<Cell> = Vec::new();
        for (stretch, number) in stretches.iter().zip(1..) {
            for cell in stretch {
                self.on[*cell] = number;
            }
            wave.extend(stretch);
        }
        for _ in 0..ON_LINE {
            let mut next = Vec::new();
            for cell in wave {
                for (_, beside) in roads.size().neighbours(cell) {
                    if roads[beside] && self.on[beside] == 0 {
                        self.on[beside] = self.on[cell];
                        next.push(beside);
                    }
                }
            }
            wave = next;
        }
    }

    fn count(&mut self, stretches: &[Vec<Cell>], passes: impl Fn(Cell) -> u32) {
        let mut most = vec![0; stretches.len() + 1];
        for (cell, number) in self.on.iter().filter(|(_, number)| **number > 0) {
            let busiest = &mut most[*number as usize];
            *busiest = passes(cell).max(*busiest);
        }
        let segment = |(line, passes): (&Vec<Cell>, &u32)| Segment {
            ends: [line[0], line[line.len() - 1]],
            length: line.windows(2).map(|step| step[0].octile(step[1])).sum(),
            passes: *passes,
        };
        self.segments = stretches.iter().zip(&most[1..]).map(segment).collect();
    }
}

/// Leaves out what peeling leaves of broad ends.
fn drop_spurs(lines: &mut Lines) {
    let mut ends: Vec<Cell> = lines.keys().copied().collect();
    while let Some(end) = ends.pop() {
        for cell in spur_from(lines, end).unwrap_or_default() {
            for next in lines.remove(&cell).unwrap_or_default() {
                if let Some(others) = lines.get_mut(&next) {
                    others.retain(|other| *other != cell);
                    // What was a fork may end there now.
                    ends.push(next);
                }
            }
        }
    }
}

/// The cells of a line that ends in this cell and forks off another soon: what peeling leaves of a broad end.
fn spur_from(lines: &Lines, end: Cell) -> Option<Vec<Cell>> {
    let mut spur = vec![end];
    let [mut here] = lines.get(&end)?[..] else { return None };
    while lines[&here].len() == 2 && spur.len() < SPUR {
        let before = spur[spur.len() - 1];
        spur.push(here);
        here = *lines[&here].iter().find(|next| **next != before)?;
    }
    (lines[&here].len() > 2).then_some(spur)
}

/// Settlements that the player's people knows, each on the cell of a line that is nearest to it, if one is near.
fn towns_on(game: &Game, lines: &Lines) -> BTreeMap<Cell, TownId> {
    let world = &game.world;
    let joined = world.people(0).standing().filter_map(|(id, _)| {
        let town = world.town(id).cell;
        let near = world.size().square(town, ON_LINE as u16).filter(|cell| lines.contains_key(cell));
        // A line that ends beside a settlement ends there.
        near.min_by_key(|cell| (lines[cell].len() != 1, cell.octile(town), *cell)).map(|cell| (cell, id))
    });
    joined.collect()
}
