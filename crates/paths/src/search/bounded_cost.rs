//! A* with bounded costs (ABC; Logan & Alechina 1998), for two costs: the price is made small while the number of steps
//! stays within a bound, as somebody travels who has water for so many days.
//!
//! The idea: the cheapest way to a cell is not enough to know, since a dearer one of fewer steps may be the only one
//! that can still be finished within the bound. So a cell keeps every way that no other beats in both costs. As ways are
//! taken up in the order of price, that is any way of fewer steps than all before it. A flood from the goal has
//! counted the steps that are left from everywhere, so that nothing is begun that cannot be finished.
//! Promise: the cheapest way within the bound, or the word that there is none. Needs: edges that can be walked backwards.
//! Units: milli-steps; the second cost in steps, and while the flood runs, steps × 1000. Ties: the smaller f, the
//! larger g, the older way. Cost: a breadth-first search and an A* in which a cell comes up once for each number of
//! steps between the fewest and the bound, at most.
//! Differs from the paper in having one bound and no order of preference among several, and in knowing the least rest
//! of the bounded cost exactly. [`Fuelled`](crate::graph::Fuelled) is the same as a graph, with a node for each cell and
//! amount, for the unchanged best-first loop.

use super::{Aim, Algorithm, Frontier, Heuristic, Key, Observer, Queue, Step};
use crate::graph::{Cost, Graph, NodeId, Terrain, Visit};
use crate::grid::STRAIGHT;

const UNKNOWN: u32 = u32::MAX;

/// How many steps a way may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// So many.
    Steps(u32),
    /// So many percent of the fewest, rounded down.
    Percent(u16),
}

/// A way to a cell that no earlier one beats in both costs.
#[derive(Clone, Copy, Debug)]
struct Tip {
    cell: NodeId,
    steps: u32,
    /// The way it goes on from; itself at the start.
    before: u32,
}

/// Steps as the observer hears of them, in milli-steps.
fn in_steps(steps: u32) -> Cost {
    Cost::from(steps) * Cost::from(STRAIGHT)
}

/// A search for the cheapest way of a bounded number of steps.
#[derive(Clone, Debug)]
pub struct BoundedCost<'a> {
    terrain: &'a Terrain,
    bound: Bound,
    aim: Aim,
    start: NodeId,
    /// Most steps, once the flood is over.
    most: Option<u32>,
    /// Steps from each cell to the goal.
    left: Vec<u32>,
    /// Cells of the flood, those that are expanded first.
    flood: Vec<NodeId>,
    flooded: usize,
    /// Fewest steps of the ways to each cell that were expanded.
    fewest: Vec<u32>,
    tips: Vec<Tip>,
    /// The best tips first; a key's node is the number of a tip.
    frontier: Frontier,
    found: u32,
}

impl<'a> BoundedCost<'a> {
    /// A search that has nowhere to begin yet.
    pub fn new(terrain: &'a Terrain, bound: Bound) -> Self {
        let unknown = vec![UNKNOWN; terrain.node_count() as usize];
        Self {
            terrain,
            bound,
            aim: Aim::new(terrain),
            start: 0,
            most: None,
            left: unknown.clone(),
            flood: Vec::new(),
            flooded: 0,
            fewest: unknown,
            tips: Vec::new(),
            frontier: Frontier::default(),
            found: 0,
        }
    }

    /// Expands the next cell of the flood.
    fn spread<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some(cell) = self.flood.get(self.flooded).copied() else { return self.set_out() };
        self.flooded += 1;
        let steps = self.left[cell as usize];
        observer.expanded(cell, in_steps(steps), in_steps(steps));
        self.terrain.predecessors(cell, &mut |before, _| {
            if self.left[before as usize] == UNKNOWN {
                self.left[before as usize] = steps + 1;
                self.flood.push(before);
                observer.reached(before, in_steps(steps + 1));
            }
        });
        observer.waiting(self.flood.len() - self.flooded);
        Step::Working
    }

    /// Sets the bound and begins the search proper, if it can end.
    fn set_out(&mut self) -> Step {
        let least = self.left[self.start as usize];
        let most = match self.bound {
            Bound::Steps(steps) => steps,
            Bound::Percent(percent) => (u64::from(least) * u64::from(percent) / 100) as u32,
        };
        if least == UNKNOWN || least > most {
            return Step::Exhausted;
        }
        self.most = Some(most);
        self.tips.push(Tip { cell: self.start, steps: 0, before: 0 });
        self.frontier.push(Key { f: self.aim.estimate(self.start), g: 0, node: 0 });
        Step::Working
    }

    /// Expands the best tip.
    fn follow<O: Observer + ?Sized>(&mut self, most: u32, observer: &mut O) -> Step {
        let Self { terrain, aim, left, fewest, tips, .. } = self;
        let Some(key) = self.frontier.drop_until(|key| {
            let tip: &Tip = &tips[key.node as usize];
            tip.steps < fewest[tip.cell as usize]
        }) else {
            return Step::Exhausted;
        };
        self.frontier.pop();
        let tip = tips[key.node as usize];
        observer.expanded(tip.cell, key.g, key.f);
        if tip.cell == aim.goal() {
            self.found = key.node;
            return Step::Found(tip.cell);
        }
        fewest[tip.cell as usize] = tip.steps;
        let steps = tip.steps + 1;
        terrain.successors(Visit { node: tip.cell, parent: tip.cell }, &mut |next, cost| {
            let is_in_time = steps.saturating_add(left[next as usize]) <= most;
            if is_in_time && steps < fewest[next as usize] {
                let g = key.g + cost;
                let f = g + aim.estimate(next);
                self.frontier.push(Key { f, g, node: tips.len() as u32 });
                tips.push(Tip { cell: next, steps, before: key.node });
                observer.reached(next, g);
            }
        });
        observer.waiting(self.frontier.len());
        Step::Working
    }
}

impl Algorithm for BoundedCost<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.at(start, goal);
        (self.start, self.most, self.flooded, self.found) = (start, None, 0, 0);
        self.left.fill(UNKNOWN);
        self.fewest.fill(UNKNOWN);
        self.tips.clear();
        self.frontier.clear();
        self.left[goal as usize] = 0;
        self.flood = vec![goal];
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        match self.most {
            None => self.spread(observer),
            Some(most) => self.follow(most, observer),
        }
    }

    fn way(&self) -> Vec<NodeId> {
        let mut way = Vec::new();
        let mut tip = self.tips.get(self.found as usize);
        while let Some(Tip { cell, steps, before }) = tip {
            way.push(*cell);
            tip = if *steps == 0 { None } else { self.tips.get(*before as usize) };
        }
        way.reverse();
        way
    }
}
