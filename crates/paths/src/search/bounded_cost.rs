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

use super::{Algorithm, FrontierKey, GridTarget, HeapFrontier, Heuristic, Observer, PriorityQueue, Step};
use crate::graph::{Cost, Graph, NodeId, Terrain, Visit};
use crate::grid::STRAIGHT;

const UNKNOWN: u32 = u32::MAX;

/// The largest number of steps of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum StepBound {
    /// This many steps.
    Steps(u32),
    /// This many percent of the fewest steps, rounded down.
    Percent(u16),
}

/// A path to a cell that no earlier one dominates in both costs.
#[derive(Clone, Copy, Debug)]
struct PathLabel {
    cell: NodeId,
    steps: u32,
    /// Index of the label that it extends; itself at the start.
    parent: u32,
}

/// Steps as reported to the observer, in milli-steps.
fn steps_cost(steps: u32) -> Cost {
    Cost::from(steps) * Cost::from(STRAIGHT)
}

/// A search for the cheapest path within a bound on its steps.
#[derive(Clone, Debug)]
pub struct BoundedCost<'a> {
    terrain: &'a Terrain,
    bound: StepBound,
    aim: GridTarget,
    start: NodeId,
    /// The largest number of steps, once the flood is complete.
    steps_max: Option<u32>,
    /// Steps left from each cell to the goal.
    steps_left: Vec<u32>,
    /// Queue of the flood, with the expanded cells at its front.
    flood_queue: Vec<NodeId>,
    flood_expanded: usize,
    /// The fewest steps of the expanded paths to each cell.
    fewest_steps: Vec<u32>,
    labels: Vec<PathLabel>,
    /// The best labels first; a key's node is the index of a label.
    frontier: HeapFrontier,
    found: u32,
}

impl<'a> BoundedCost<'a> {
    /// A search on this terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain, bound: StepBound) -> Self {
        let unknown = vec![UNKNOWN; terrain.node_count() as usize];
        Self {
            terrain,
            bound,
            aim: GridTarget::new(terrain),
            start: 0,
            steps_max: None,
            steps_left: unknown.clone(),
            flood_queue: Vec::new(),
            flood_expanded: 0,
            fewest_steps: unknown,
            labels: Vec::new(),
            frontier: HeapFrontier::default(),
            found: 0,
        }
    }

    /// Expands the next cell of the flood.
    fn expand_flood<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        let Some(cell) = self.flood_queue.get(self.flood_expanded).copied() else {
            return self.begin_search();
        };
        self.flood_expanded += 1;
        let steps = self.steps_left[cell as usize];
        observer.expanded(cell, steps_cost(steps), steps_cost(steps));
        self.terrain.predecessors(cell, &mut |previous, _| {
            if self.steps_left[previous as usize] == UNKNOWN {
                self.steps_left[previous as usize] = steps + 1;
                self.flood_queue.push(previous);
                observer.generated(previous, steps_cost(steps + 1));
            }
        });
        observer.frontier_len(self.flood_queue.len() - self.flood_expanded);
        Step::Working
    }

    /// Computes the bound and begins the search proper, unless it cannot succeed.
    fn begin_search(&mut self) -> Step {
        let steps_min = self.steps_left[self.start as usize];
        let steps_max = match self.bound {
            StepBound::Steps(steps) => steps,
            StepBound::Percent(percent) => (u64::from(steps_min) * u64::from(percent) / 100) as u32,
        };
        if steps_min == UNKNOWN || steps_min > steps_max {
            return Step::Exhausted;
        }
        self.steps_max = Some(steps_max);
        self.labels.push(PathLabel { cell: self.start, steps: 0, parent: 0 });
        self.frontier.push(FrontierKey { f: self.aim.estimate(self.start), g: 0, node: 0 });
        Step::Working
    }

    /// Expands the best label.
    fn expand_best<O: Observer + ?Sized>(&mut self, most: u32, observer: &mut O) -> Step {
        let Self { terrain, aim, steps_left: left, fewest_steps: fewest, labels: tips, .. } = self;
        let Some(key) = self.frontier.drop_until(|key| {
            let tip: &PathLabel = &tips[key.node as usize];
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
                self.frontier.push(FrontierKey { f, g, node: tips.len() as u32 });
                tips.push(PathLabel { cell: next, steps, parent: key.node });
                observer.generated(next, g);
            }
        });
        observer.frontier_len(self.frontier.len());
        Step::Working
    }
}

impl Algorithm for BoundedCost<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.set(start, goal);
        (self.start, self.steps_max, self.flood_expanded, self.found) = (start, None, 0, 0);
        self.steps_left.fill(UNKNOWN);
        self.fewest_steps.fill(UNKNOWN);
        self.labels.clear();
        self.frontier.clear();
        self.steps_left[goal as usize] = 0;
        self.flood_queue = vec![goal];
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        match self.steps_max {
            None => self.expand_flood(observer),
            Some(most) => self.expand_best(most, observer),
        }
    }

    fn path(&self) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut label = self.labels.get(self.found as usize);
        while let Some(PathLabel { cell, steps, parent: before }) = label {
            path.push(*cell);
            label = if *steps == 0 { None } else { self.labels.get(*before as usize) };
        }
        path.reverse();
        path
    }
}
