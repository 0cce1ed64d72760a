//! A* with bounded costs (ABC; Logan & Alechina 1998), for two costs: the price is minimised while the number of steps
//! stays within a bound, as for a unit with water for so many days.
//!
//! The idea: the cheapest path to a cell is not enough, since a dearer one of fewer steps may be the only one that can
//! still be finished within the bound. So a cell keeps every path that no other dominates in both costs. As paths are
//! expanded in order of price, that is any path of fewer steps than all before it. A flood from the goal has counted
//! the steps left from everywhere, so that no path is extended that cannot be finished.
//! Promise: the cheapest path within the bound, or the answer that there is none. Needs: edges that can be followed
//! backwards.
//! Units: milli-steps; the second cost in steps, and while the flood runs, steps × 1000. Ties: the smaller f, the
//! larger g, the older path.
//! Cost: a breadth-first search, and an A* that expands a cell at most once for each number of steps between the fewest
//! and the bound.
//! Differs from the paper in having a single bound and no order of preference among several, and in knowing the least
//! remainder of the bounded cost exactly. [`Fuelled`](crate::graph::Fuelled) is the same as a graph, with a node for
//! each cell and amount, for the unchanged best-first loop.

use super::{Aim, Algorithm, Frontier, Heuristic, Key, Observer, Queue, Step};
use crate::graph::{Cost, Graph, NodeId, Terrain, Visit};
use crate::grid::STRAIGHT;

const UNKNOWN: u32 = u32::MAX;

/// The largest number of steps of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// This many steps.
    Steps(u32),
    /// This many percent of the fewest steps, rounded down.
    Percent(u16),
}

/// A path to a cell that no earlier one dominates in both costs.
#[derive(Clone, Copy, Debug)]
struct Tip {
    cell: NodeId,
    steps: u32,
    /// Index of the label that it extends; itself at the start.
    before: u32,
}

/// Steps as reported to the observer, in milli-steps.
fn in_steps(steps: u32) -> Cost {
    Cost::from(steps) * Cost::from(STRAIGHT)
}

/// A search for the cheapest path within a bound on its steps.
#[derive(Clone, Debug)]
pub struct BoundedCost<'a> {
    terrain: &'a Terrain,
    bound: Bound,
    aim: Aim,
    start: NodeId,
    /// The largest number of steps, once the flood is complete.
    most: Option<u32>,
    /// Steps left from each cell to the goal.
    left: Vec<u32>,
    /// Queue of the flood, with the expanded cells at its front.
    flood: Vec<NodeId>,
    flooded: usize,
    /// The fewest steps of the expanded paths to each cell.
    fewest: Vec<u32>,
    tips: Vec<Tip>,
    /// The best labels first; a key's node is the index of a label.
    frontier: Frontier,
    found: u32,
}

impl<'a> BoundedCost<'a> {
    /// A search on this terrain; call [`begin`](Algorithm::begin) next.
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
        self.terrain.predecessors(cell, &mut |previous, _| {
            if self.left[previous as usize] == UNKNOWN {
                self.left[previous as usize] = steps + 1;
                self.flood.push(previous);
                observer.reached(previous, in_steps(steps + 1));
            }
        });
        observer.waiting(self.flood.len() - self.flooded);
        Step::Working
    }

    /// Computes the bound and begins the search proper, unless it cannot succeed.
    fn set_out(&mut self) -> Step {
        let steps_min = self.left[self.start as usize];
        let steps_max = match self.bound {
            Bound::Steps(steps) => steps,
            Bound::Percent(percent) => (u64::from(steps_min) * u64::from(percent) / 100) as u32,
        };
        if steps_min == UNKNOWN || steps_min > steps_max {
            return Step::Exhausted;
        }
        self.most = Some(steps_max);
        self.tips.push(Tip { cell: self.start, steps: 0, before: 0 });
        self.frontier.push(Key { f: self.aim.estimate(self.start), g: 0, node: 0 });
        Step::Working
    }

    /// Expands the best label.
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
        let mut path = Vec::new();
        let mut label = self.tips.get(self.found as usize);
        while let Some(Tip { cell, steps, before }) = label {
            path.push(*cell);
            label = if *steps == 0 { None } else { self.tips.get(*before as usize) };
        }
        path.reverse();
        path
    }
}
