//! Refinement (Patel, "Amit's thoughts on pathfinding"): a way on flattened prices soon, the true one while it is walked.
//!
//! The idea: where ground differs much in price a search spreads wide, because the estimate reckons with the cheapest. If a
//! hill costs 1.1 and a mountain 1.2 of open ground, and not 2 and 3, it spreads little, and comes back with a way that
//! somebody can set out on. Then the same question is searched on the true ground, and who is on his way changes over.
//! Promise: the first way is one that can be walked, the second is the cheapest. Needs: a copy of the map with other prices.
//! Units: milli-steps. Ties: the total order. Cost: the second search as ever, the first mostly far less.
//! Differs from the page only in that nobody walks meanwhile.

use super::{Aim, Algorithm, Frontier, Observer, Rank, Search, Stamped, Step};
use crate::graph::{Graph, NodeId, Terrain};

/// How much of what is dearer than the cheapest ground counts at first, in percent.
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
    /// The first way, once it is there.
    first: Option<Vec<NodeId>>,
}

impl<'a> Refined<'a> {
    /// Searches that have nowhere to begin yet.
    pub fn new(terrain: &'a Terrain) -> Self {
        let flat = terrain.softened(FLAT);
        Self { terrain, soon: Half::new(&flat), flat, true_one: Half::new(terrain), first: None }
    }

    /// The way to set out on, as soon as it is there, and the nodes that were expanded for it.
    pub fn first(&self) -> Option<(&[NodeId], u32)> {
        self.first.as_deref().map(|way| (way, self.soon.search.expansions()))
    }

    /// Nodes that were expanded for the second way.
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

    /// Expands one node of the search whose turn it is.
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
