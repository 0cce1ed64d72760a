//! Experiments about what a search knows of a node: when it is closed, and what it is besides a place.

use super::findings::Findings;
use super::lands::{EIGHT, ends, found, marked, with_marked};
use crate::graph::{Fuelled, Graph, NodeId, PLAIN, Terrain, Visit};
use crate::lab::LabMap;
use crate::search::{Algorithm, BestFirst, HeapFrontier, Metric, Rank, Step, Tally};
use std::collections::BTreeSet;

/// What a listing does with a neighbour that is closed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OnClosed {
    /// As with one that was never seen.
    Overwrite,
    /// Nothing.
    Ignore,
    /// Opens it again if it is cheaper now.
    Reopen,
}

/// A search as it is printed in articles: costs, parents and two sets.
struct Listing {
    costs: Vec<Option<u64>>,
    parents: Vec<Option<NodeId>>,
    open: BTreeSet<(u64, NodeId)>,
    taken: i64,
}

/// Most nodes that a listing takes out.
const TAKEN_MAX: i64 = 1_000_000;

impl Listing {
    /// Runs until the goal is taken out.
    fn run(
        terrain: &Terrain,
        (start, goal): (NodeId, NodeId),
        estimate: &dyn Fn(NodeId) -> u64,
        rule: OnClosed,
    ) -> Listing {
        let count = terrain.node_count() as usize;
        let (costs, parents) = (vec![None; count], vec![None; count]);
        let mut listing = Listing { costs, parents, open: BTreeSet::new(), taken: 0 };
        listing.costs[start as usize] = Some(0);
        listing.open.insert((estimate(start), start));
        while let Some((_, node)) = listing.open.pop_first() {
            listing.taken += 1;
            if node == goal || listing.taken >= TAKEN_MAX {
                break;
            }
            listing.expand(terrain, node, estimate, rule);
        }
        listing
    }

    fn expand(&mut self, terrain: &Terrain, node: NodeId, estimate: &dyn Fn(NodeId) -> u64, rule: OnClosed) {
        let cost = self.costs[node as usize].unwrap_or(0);
        terrain.successors(Visit { node, parent: node }, &mut |next, step| {
            let (new, old) = (cost + step, self.costs[next as usize]);
            let waiting = old.map(|old| (old + estimate(next), next));
            let is_open = waiting.is_some_and(|entry| self.open.contains(&entry));
            let is_cheaper = old.is_none_or(|old| new < old);
            let is_wanted = match (is_open || old.is_none(), rule) {
                (true, _) | (false, OnClosed::Reopen) => is_cheaper,
                (false, OnClosed::Overwrite) => true,
                (false, OnClosed::Ignore) => false,
            };
            if is_wanted {
                waiting.inspect(|entry| _ = self.open.remove(entry));
                self.costs[next as usize] = Some(new);
                self.parents[next as usize] = Some(node);
                self.open.insert((new + estimate(next), next));
            }
        });
    }

    /// Whether the parents never lead from a node to one without a parent.
    fn circles_from(&self, node: NodeId) -> bool {
        let mut at = Some(node);
        for _ in 0..self.parents.len() {
            at = at.and_then(|node| self.parents[node as usize]);
        }
        at.is_some()
    }
}

/// Searches without asking whether a neighbour is closed, and without opening a closed one again.
pub(super) fn closed(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let ends = ends(map);
    let unguarded = Listing::run(&terrain, ends, &|_| 0, OnClosed::Overwrite);
    let too_large =
        |node: NodeId| Metric::Manhattan.distance(terrain.cell(node), map.goal(), terrain.cheapest());
    let aimed = |rule| Listing::run(&terrain, ends, &too_large, rule).costs[ends.1 as usize];
    Some(found(&[
        ("unguarded_taken", unguarded.taken),
        ("unguarded_circle", unguarded.circles_from(ends.1).into()),
        ("ignoring_cost", aimed(OnClosed::Ignore)? as i64),
        ("reopening_cost", aimed(OnClosed::Reopen)? as i64),
    ]))
}

/// Steps for which the water lasts.
const TANK: u32 = 13;
/// Steps of a coarse unit of water.
const COARSE: u32 = 2;

/// Searches with water for so many steps, which the cells of cost 9 refill.
pub(super) fn fuel(map: &LabMap) -> Option<Findings> {
    let terrain = with_marked(map, PLAIN).terrain(EIGHT)?;
    let (start, goal) = ends(map);
    let mut wells = vec![false; map.size().area()];
    for cell in marked(map) {
        wells[map.size().index(cell)] = true;
    }
    // A unit is what the dearest step takes, so that each step takes one.
    let unit = terrain.dearest() * 3 / 2;
    let run = |tank: u32, unit: u32| {
        let graph = Fuelled::new(&terrain, tank, unit, wells.clone())?;
        let mut search = BestFirst::new(graph, HeapFrontier::default(), Rank::AStar);
        search.begin(start, goal);
        let mut tally = Tally::default();
        let mut step = Step::Working;
        while step == Step::Working {
            step = search.step(&mut tally);
        }
        let cost = if step == Step::Exhausted { 0 } else { terrain.path_cost(&search.path())? };
        Some((cost as i64, tally.expanded as i64))
    };
    let (full, coarse) = (run(TANK, unit)?, run(TANK / COARSE, unit * COARSE)?);
    let dry = run(map.size().area() as u32, unit)?;
    let free = map.size().cells().filter(|cell| map.is_free(*cell)).count() as i64;
    Some(found(&[
        ("tank", TANK.into()),
        ("found", (full.0 > 0).into()),
        ("cost", full.0),
        ("dry_cost", dry.0),
        ("expanded", full.1),
        ("nodes", free * i64::from(TANK + 1)),
        ("coarse_nodes", free * i64::from(TANK / COARSE + 1)),
        ("coarse_found", (coarse.0 > 0).into()),
    ]))
}
