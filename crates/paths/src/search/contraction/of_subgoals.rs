//! A contraction hierarchy of the subgoal graph: a query scans for the subgoals around its ends, climbs from both, and
//! fills in the steps. Walls scattered at random make every third cell a subgoal; there the preparation is given up,
//! and `online` searches.

use super::super::jump::{TurningCorners, online};
use super::super::subgoals::{edges_from, fill_legs, subgoal_edges};
use super::super::{Algorithm, Observer, Solver, Step};
use super::contractor::{Limits, contract};
use super::hierarchy::Hierarchy;
use super::query::Climb;
use crate::graph::{Cost, NodeId, Terrain};

/// Where the preparation is given up: at this many expansions of searches for detours, two or three seconds.
const LIMITS: Limits = Limits { core_nodes: 0, expansions: 12_000_000 };

/// The fastest search for a terrain of one price, with eight neighbours and both corners free, after a few seconds.
pub fn prepared<'a>(terrain: &'a Terrain) -> Box<dyn Solver + 'a> {
    match SubgoalHierarchy::new(terrain) {
        Some(search) => Box::new(search),
        None => online(terrain),
    }
}

/// A search over the contracted subgoal graph.
#[derive(Clone, Debug)]
pub struct SubgoalHierarchy<'a> {
    corners: TurningCorners<'a>,
    hierarchy: Hierarchy,
    climb: Climb,
    ends: (NodeId, NodeId),
    /// Whether the goal is reached from the start without any subgoal.
    is_direct: bool,
}

impl<'a> SubgoalHierarchy<'a> {
    /// A search over the subgoals of this terrain, which has one price and eight neighbours with both corners free.
    /// `None` if removing them takes too much work.
    pub fn new(terrain: &'a Terrain) -> Option<Self> {
        let corners = TurningCorners::new(terrain);
        let hierarchy = contract(&subgoal_edges(&corners), LIMITS);
        if hierarchy.core_len() > 0 {
            return None;
        }
        let climb = Climb::new(terrain, &hierarchy, corners.cells());
        Some(Self { corners, hierarchy, climb, ends: (0, 0), is_direct: false })
    }

    /// Begins the climb of one side.
    fn enter(&mut self, side: usize, edges: &[(NodeId, Cost)]) {
        for (index, cost) in edges {
            self.climb.enter(side, self.hierarchy.rank(*index), *cost);
        }
    }
}

impl Algorithm for SubgoalHierarchy<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.ends = (start, goal);
        self.climb.begin(start, goal);
        self.corners.set_goal(goal);
        let (leaving, direct) = edges_from(&self.corners, start, goal);
        self.is_direct = direct.is_some() || start == goal;
        if !self.is_direct {
            self.enter(0, &leaving);
            self.enter(1, &edges_from(&self.corners, goal, goal).0);
        }
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        if self.is_direct {
            observer.expanded(self.ends.0, 0, 0);
            return Step::Found(self.ends.1);
        }
        self.climb.step(&self.hierarchy, observer).at(self.ends.1)
    }

    fn path(&self) -> Vec<NodeId> {
        let (start, goal) = self.ends;
        let mut stops = vec![start];
        if !self.is_direct {
            stops.extend(self.climb.path(&self.hierarchy));
        }
        stops.push(goal);
        fill_legs(self.corners.terrain(), &stops)
    }

    fn prepared_bytes(&self) -> usize {
        self.corners.bytes() + self.hierarchy.bytes() + self.climb.bytes()
    }
}
