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

use super::{Algorithm, GridTarget, HeapFrontier, Observer, Rank, Search, StampedLabels, Step};
use crate::graph::{Graph, NodeId, Terrain};

/// How much of the price above the cheapest ground counts at first, in percent.
const FLATTENED_PERCENT: u16 = 10;

/// A terrain with a search on it.
#[derive(Clone, Debug)]
struct TerrainSearch {
    aim: GridTarget,
    search: Search<HeapFrontier, StampedLabels>,
}

impl TerrainSearch {
    fn new(terrain: &Terrain) -> Self {
        let search = Search::from_parts(HeapFrontier::default(), StampedLabels::new(terrain.node_count()));
        Self { aim: GridTarget::new(terrain), search }
    }

    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.aim.set(start, goal);
        self.search.restart(start, Rank::AStar, &self.aim);
    }

    fn path(&self) -> Vec<NodeId> {
        self.search.path_to(self.search.closest())
    }
}

/// Both searches, one after the other.
#[derive(Clone, Debug)]
pub struct RefinedSearch<'a> {
    terrain: &'a Terrain,
    flat: Terrain,
    flat_search: TerrainSearch,
    exact_search: TerrainSearch,
    /// The first path, once it is found.
    first: Option<Vec<NodeId>>,
}

impl<'a> RefinedSearch<'a> {
    /// Both searches on this terrain; call [`begin`](Algorithm::begin) next.
    pub fn new(terrain: &'a Terrain) -> Self {
        let flat = terrain.flattened(FLATTENED_PERCENT);
        Self {
            terrain,
            flat_search: TerrainSearch::new(&flat),
            flat,
            exact_search: TerrainSearch::new(terrain),
            first: None,
        }
    }

    /// The first path, once it is found, and the number of expansions for it.
    pub fn first(&self) -> Option<(&[NodeId], u32)> {
        self.first.as_deref().map(|path| (path, self.flat_search.search.expansions()))
    }

    /// Number of expansions for the second path.
    pub fn second_expansions(&self) -> u32 {
        self.exact_search.search.expansions()
    }
}

impl Algorithm for RefinedSearch<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        self.first = None;
        self.flat_search.begin(start, goal);
        self.exact_search.begin(start, goal);
    }

    /// Expands one node of the current search.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        if self.first.is_some() {
            return self.exact_search.search.step(self.terrain, &self.exact_search.aim, observer);
        }
        match self.flat_search.search.step(&self.flat, &self.flat_search.aim, observer) {
            Step::Found(_) => {
                self.first = Some(self.flat_search.path());
                Step::Working
            }
            other => other,
        }
    }

    fn path(&self) -> Vec<NodeId> {
        self.exact_search.path()
    }

    fn prepared_bytes(&self) -> usize {
        self.flat.size().area() * size_of::<u16>()
    }
}
