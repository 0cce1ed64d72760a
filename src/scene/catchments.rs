//! Catchments: which market is nearest to each known cell, by walking time.
//!
//! One multi-source Dijkstra search from all known markets, a slice per picture. Where units go to market does not
//! live here: traders choose by profit (`sim::trade`).

use super::progressive::Progressive;
use crate::graph::{Corner, Grid8, NodeId};
use crate::grid::{Cell, Layer};
use crate::plan::WalkingTimes;
use crate::sim::Game;
use crate::world::{DAY, Kind, PeopleIx, TownIx};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Age at which they are computed again, in ticks.
const AGE_MAX_TICKS: u64 = 2 * DAY;
/// Shades of catchments, ordered so that neighbours contrast.
const SHADES: [u32; 10] = [0, 5, 9, 3, 7, 1, 8, 4, 6, 2];
/// No market.
const NO_MARKET: u16 = u16::MAX;

/// Catchments of markets, as far as computed.
#[derive(Debug)]
pub(super) struct Catchments {
    made_tick: u64,
    markets: Vec<TownIx>,
    /// Index of the nearest market, and walking time from it in milli-steps.
    nearest: Layer<(u16, u32)>,
    /// The open list: time, market, node.
    open_list: BinaryHeap<Reverse<(u32, u16, NodeId)>>,
    /// Shade by market; empty until done.
    colors: Vec<u32>,
    /// Number of cells by market.
    cells: Vec<u32>,
}

impl Catchments {
    /// Starts from the markets that the player's people knows.
    pub(super) fn start(game: &Game) -> Catchments {
        let (world, size) = (&game.world, game.world.size());
        let known = world.people(PeopleIx::PLAYER).standing().filter(|(_, kind)| kind.is_market());
        let markets: Vec<TownIx> = known.map(|(id, _)| id).collect();
        let begin = markets.iter().zip(0..).map(|(id, market)| {
            let node = size.index(world.town(*id).cell) as NodeId;
            Reverse((0, market, node))
        });
        Catchments {
            made_tick: world.tick,
            nearest: Layer::new(size, (NO_MARKET, u32::MAX)),
            open_list: begin.collect(),
            colors: Vec::new(),
            cells: vec![0; markets.len()],
            markets,
        }
    }
}

impl Progressive for Catchments {
    fn is_old(&self, tick: u64) -> bool {
        tick >= self.made_tick + AGE_MAX_TICKS
    }

    fn is_done(&self) -> bool {
        self.open_list.is_empty()
    }

    fn advance(&mut self, game: &Game, budget: u32) {
        let size = game.world.size();
        let believes = game.believes(PeopleIx::PLAYER, Kind::Porter, &[]);
        let times = WalkingTimes(&believes);
        let graph = Grid8 { size, cost: &times, corner: Corner::BothFree };
        let belief = &game.world.people(PeopleIx::PLAYER).belief;
        for _ in 0..budget {
            let Some(Reverse((time, market, node))) = self.open_list.pop() else { break };
            let here = size.cell(node as usize);
            if self.nearest[here].0 != NO_MARKET {
                continue;
            }
            self.nearest[here] = (market, time);
            self.cells[usize::from(market)] += 1;
            for (dir, next) in size.neighbours(here) {
                let step = graph.step_cost(node, dir, size.index(next) as NodeId);
                if let Some(step) =
                    step.filter(|_| self.nearest[next].0 == NO_MARKET && belief.is_known(next))
                {
                    self.open_list.push(Reverse((time + step, market, size.index(next) as NodeId)));
                }
            }
        }
        if self.is_done() && self.colors.is_empty() {
            self.assign_colors();
        }
    }
}

impl Catchments {
    /// Greedy colouring: each catchment gets the first colour that no neighbour has.
    fn assign_colors(&mut self) {
        let size = self.nearest.size();
        let mut beside = vec![Vec::new(); self.markets.len()];
        for (cell, (market, _)) in self.nearest.iter().filter(|(_, (market, _))| *market != NO_MARKET) {
            for (_, next) in size.neighbours(cell) {
                let other = self.nearest[next].0;
                if other != NO_MARKET && other != *market && !beside[usize::from(*market)].contains(&other) {
                    beside[usize::from(*market)].push(other);
                }
            }
        }
        for neighbours in beside {
            let taken = |color: &u32| {
                neighbours.iter().any(|other| self.colors.get(usize::from(*other)) == Some(color))
            };
            self.colors.push(SHADES.into_iter().find(|color| !taken(color)).unwrap_or(SHADES[0]));
        }
    }

    /// Colour of a cell's catchment, once done.
    pub(super) fn color_at(&self, cell: Cell) -> Option<u32> {
        self.colors.get(usize::from(self.nearest[cell].0)).copied()
    }

    /// Number of cells to which a market is nearest, once done.
    pub(super) fn cells_of(&self, market: TownIx) -> Option<u32> {
        let at = self.markets.iter().position(|id| *id == market).filter(|_| self.is_done());
        at.map(|at| self.cells[at])
    }

    /// The market nearest to a cell, and the walking time from it in milli-steps.
    pub(super) fn nearest_market(&self, cell: Cell) -> Option<(TownIx, u32)> {
        let (market, time) = self.nearest[cell];
        self.markets.get(usize::from(market)).map(|id| (*id, time))
    }
}
