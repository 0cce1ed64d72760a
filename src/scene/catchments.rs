//! Which market each place of the known land has the shortest way to.
//!
//! One search by walking time from all known markets at once, a slice at a picture. What does not live here: who goes
//! to market where; traders choose by what a deal pays (`sim::trade`).

use super::progressive::Gradual;
use crate::graph::{Corner, Grid8, NodeId};
use crate::grid::{Cell, Layer};
use crate::plan::Times;
use crate::sim::Game;
use crate::world::{DAY, Kind, TownId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Ticks after which they are worked out anew.
const AGE: u64 = 2 * DAY;
/// Shades that catchments have, so that those side by side differ: far ones first.
const COLORS: [u32; 10] = [0, 5, 9, 3, 7, 1, 8, 4, 6, 2];
/// No market.
const NOBODY: u16 = u16::MAX;

/// Catchments of markets, as far as they are worked out.
#[derive(Debug)]
pub(super) struct Catchments {
    made: u64,
    markets: Vec<TownId>,
    /// Place of the nearest market in the list, and walking time from it in milli-steps.
    nearest: Layer<(u16, u32)>,
    /// Time, market and cell of what waits.
    waiting: BinaryHeap<Reverse<(u32, u16, NodeId)>>,
    /// By market; known once all is worked out.
    colors: Vec<u32>,
    /// By market: how many cells are nearest to it.
    cells: Vec<u32>,
}

impl Gradual for Catchments {
    /// Of the markets that the player's people knows.
    fn of(game: &Game) -> Catchments {
        let (world, size) = (&game.world, game.world.size());
        let known = world.people(0).standing().filter(|(_, kind)| kind.is_market());
        let markets: Vec<TownId> = known.map(|(id, _)| id).collect();
        let begin = markets.iter().zip(0..).map(|(id, market)| {
            let node = size.index(world.town(*id).cell) as NodeId;
            Reverse((0, market, node))
        });
        Catchments {
            made: world.tick,
            nearest: Layer::new(size, (NOBODY, u32::MAX)),
            waiting: begin.collect(),
            colors: Vec::new(),
            cells: vec![0; markets.len()],
            markets,
        }
    }

    fn is_old(&self, tick: u64) -> bool {
        tick >= self.made + AGE
    }

    fn is_done(&self) -> bool {
        self.waiting.is_empty()
    }

    fn expand(&mut self, game: &Game, budget: u32) {
        let size = game.world.size();
        let believes = game.believes(0, Kind::Porter, &[]);
        let times = Times(&believes);
        let graph = Grid8 { size, cost: &times, corner: Corner::BothFree };
        let belief = &game.world.people(0).belief;
        for _ in 0..budget {
            let Some(Reverse((time, market, node))) = self.waiting.pop() else { break };
            let here = size.cell(node as usize);
            if self.nearest[here].0 != NOBODY {
                continue;
            }
            self.nearest[here] = (market, time);
            self.cells[usize::from(market)] += 1;
            for (dir, next) in size.neighbours(here) {
                let step = graph.step(node, dir, size.index(next) as NodeId);
                if let Some(step) = step.filter(|_| self.nearest[next].0 == NOBODY && belief.is_known(next)) {
                    self.waiting.push(Reverse((time + step, market, size.index(next) as NodeId)));
                }
            }
        }
        if self.is_done() && self.colors.is_empty() {
            self.color();
        }
    }
}

impl Catchments {
    /// Gives each catchment the first colour that no neighbour has.
    fn color(&mut self) {
        let size = self.nearest.size();
        let mut beside = vec![Vec::new(); self.markets.len()];
        for (cell, (market, _)) in self.nearest.iter().filter(|(_, (market, _))| *market != NOBODY) {
            for (_, next) in size.neighbours(cell) {
                let other = self.nearest[next].0;
                if other != NOBODY && other != *market && !beside[usize::from(*market)].contains(&other) {
                    beside[usize::from(*market)].push(other);
                }
            }
        }
        for neighbours in beside {
            let taken = |color: &u32| {
                neighbours.iter().any(|other| self.colors.get(usize::from(*other)) == Some(color))
            };
            self.colors.push(COLORS.into_iter().find(|color| !taken(color)).unwrap_or(COLORS[0]));
        }
    }

    /// Colour of a cell's catchment, once all is worked out.
    pub(super) fn color_at(&self, cell: Cell) -> Option<u32> {
        self.colors.get(usize::from(self.nearest[cell].0)).copied()
    }

    /// How many cells a market is the nearest of, once all is worked out.
    pub(super) fn cells_of(&self, market: TownId) -> Option<u32> {
        let at = self.markets.iter().position(|id| *id == market).filter(|_| self.is_done());
        at.map(|at| self.cells[at])
    }

    /// The market nearest to a cell, and the walking time from there in milli-steps.
    pub(super) fn at(&self, cell: Cell) -> Option<(TownId, u32)> {
        let (market, time) = self.nearest[cell];
        self.markets.get(usize::from(market)).map(|id| (*id, time))
    }
}
