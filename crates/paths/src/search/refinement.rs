//! Refinement (Patel, "Amit's thoughts on pathfinding"): first a path on flattened prices, then the exact one.
//!
//! The idea: where prices differ much a search spreads wide, because the estimate assumes the cheapest. If a hill costs
//! 1.1 and a mountain 1.2 times as much as open ground instead of 2 and 3, it spreads little, and soon returns a path
//! on which a unit can set out. Then the same query is searched at the true prices, and the unit changes over on its
//! way.
//! Promise: the first path can be walked, the second is the cheapest. Needs: a copy of the map with other prices.
//! Units: milli-steps. Ties: the total order.
//! Cost: the second search as usual, the first mostly far less.
//! Differs from the page only in that no unit walks meanwhile.

use super::{Aim, Algorithm, Frontier, Observer, Rank, Search, Stamped, Step};
use crate::graph::{Graph, NodeId, Terrain};

/// How much of the price above the cheapest ground counts at first, in percent.
const FLAT: u16 = 10;

/// A terrain with a search on it.
#[derive(Clone, Debug)]
struct Half {
    aim: Aim,
    search: Search<Frontier, Stamped>,
}

impl Half {
    fn new(terrain: &Terrain) -> Self {
        let search = Search::of_parts(Frontier::default(), Stamped::new(terrain.node_count()));
        Self { aim: Aim::new(terrain), search }
    }

    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.at(start, goal);
        self.search.restart(start, Rank::AStar, &self.aim);
    }

    fn way(&self) -> Vec<NodeId> {
        self.search.way_to(self.search.closest())
    }
}

/// Both searches, one after the other.
#[derive(Clone, Debug)]
pub struct Refined<'a> {
    terrain: &'a Terrain,
    flat: Terrain,
    soon: Half,
    true_one: Half,
    /// The first path, once it is found.
    first: Option<Vec<NodeId>>,
}

impl<'a> Refined<'a> {
    /// Both searches on this terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain) -> Self {
        let flat = terrain.softened(FLAT);
        Self { terrain, soon: Half::new(&flat), flat, true_one: Half::new(terrain), first: None }
    }

    /// The first path, once it is found, and the number of expansions for it.
    pub fn first(&self) -> Option<(&[NodeId], u32)> {
        self.first.as_deref().map(|way| (way, self.soon.search.expansions()))
    }

    /// Number of expansions for the second path.
    pub fn second_expansions(&self) -> u32 {
        self.true_one.search.expansions()
    }
}

impl Algorithm for Refined<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.first = None;
        self.soon.begin(start, goal);
        self.true_one.begin(start, goal);
    }

    /// Expands one node of the current search.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        if self.first.is_some() {
            return self.true_one.search.step(self.terrain, &self.true_one.aim, observer);
        }
        match self.soon.search.step(&self.flat, &self.soon.aim, observer) {
            Step::Found(_) => {
                self.first = Some(self.soon.way());
                Step::Working
            }
            other => other,
        }
    }

    fn way(&self) -> Vec<NodeId> {
        self.true_one.way()
    }

    fn prepared_bytes(&self) -> usize {
        self.flat.size().area() * size_of::<u16>()
    }
}
