//! Ripple search (after Brand & Bidarra 2012, Multi-core scalable and efficient pathfinding with parallel ripple search):
//! the only search here that starts threads.
//!
//! The idea: let several floods spread at once, from the start, from the goal and from places on the line between them,
//! each on a processor of its own. Where two ripples meet, the costs to their sources add up to a bridge; as soon as
//! bridges join start and goal, the cheapest chain of them is a path.
//! Promise: complete; the path leads by where ripples met first, which need not be the cheapest place. Needs: nothing.
//! Units: milli-steps. Ties: those of the bucket queue, newest first; of equally cheap bridges the one with the smaller node.
//! Cost: labels for every ripple. Ripples do not aim, so that together they expand more than A* where the way is open.
//! The result does not depend on the number of threads: ripples spread in rounds, each alone within its own labels, and
//! meetings are looked for between rounds. Threads are started for a large round and joined before it ends.
//! Differs from the paper in these rounds, instead of queues of messages between processors; in floods instead of fringe
//! searches; and in taking the places between from the straight line instead of an abstract path.

use super::frontiers::Buckets;
use super::{Algorithm, LabelTable, NoTarget, Observer, PriorityQueue, Rank, Search, StampedLabels, Step};
use crate::graph::{Cost, Graph, NO_PATH, NodeId, Terrain};
use crate::grid::Cell;
use std::thread;

/// Ripples of a search, however many threads there are. The first spreads from the start, the last from the goal.
const RIPPLES: usize = 4;
/// Expansions of each ripple in the first round and, doubled from round to round, at most.
const ROUND_EXPANSIONS: [u32; 2] = [32, 8192];
/// Rounds of fewer expansions are not worth starting a thread.
const THREADED_EXPANSIONS_MIN: u32 = 1024;
/// How far from the line a source may lie, in king's moves.
const SOURCE_RADIUS: u16 = 16;

/// Something that a ripple reported.
#[derive(Clone, Copy, Debug)]
enum RippleEvent {
    Expanded(NodeId, Cost, Cost),
    Generated(NodeId, Cost),
}

/// The reports of a round, for the observer of the whole.
#[derive(Clone, Debug, Default)]
struct RippleLog(Vec<RippleEvent>);

impl Observer for RippleLog {
    fn expanded(&mut self, node: NodeId, g: Cost, f: Cost) {
        self.0.push(RippleEvent::Expanded(node, g, f));
    }
    fn generated(&mut self, node: NodeId, g: Cost) {
        self.0.push(RippleEvent::Generated(node, g));
    }
}

/// One flood.
#[derive(Clone, Debug)]
struct Ripple {
    search: Search<Buckets, StampedLabels>,
    log: RippleLog,
    is_exhausted: bool,
}

impl Ripple {
    fn new(terrain: &Terrain) -> Self {
        let (frontier, labels) =
            (Buckets::for_steps(terrain.dearest()), StampedLabels::new(terrain.node_count()));
        Self { search: Search::from_parts(frontier, labels), log: RippleLog::default(), is_exhausted: true }
    }

    fn begin(&mut self, source: Option<NodeId>) {
        self.log.0.clear();
        self.is_exhausted = source.is_none();
        self.search.restart(source.unwrap_or(0), Rank::UniformCost, &NoTarget);
    }

    /// Expands at most this many nodes, and logs that.
    fn spread(&mut self, terrain: &Terrain, expansions: u32) {
        self.log.0.clear();
        for _ in 0..if self.is_exhausted { 0 } else { expansions } {
            if self.search.step(terrain, &NoTarget, &mut self.log) != Step::Working {
                self.is_exhausted = true;
                break;
            }
        }
    }

    fn cost(&self, node: NodeId) -> Option<Cost> {
        self.search.labels().get(node).map(|label| label.g)
    }
}

/// The cheapest known meeting of two ripples.
type Bridge = Option<(Cost, NodeId)>;

/// Floods from several places that meet.
#[derive(Clone, Debug)]
pub struct RippleSearch<'a> {
    terrain: &'a Terrain,
    threads: usize,
    ripples: [Ripple; RIPPLES],
    /// Sources, of which those in between may be missing.
    sources: [Option<NodeId>; RIPPLES],
    bridges: [[Bridge; RIPPLES]; RIPPLES],
    expansions: u32,
    /// The next event to report: of which ripple, and its index.
    next_event: (usize, usize),
    /// The ripples of the cheapest chain, once there is one.
    chain: Option<Vec<usize>>,
}

impl<'a> RippleSearch<'a> {
    /// A search of this terrain on this many threads, at least one. Their number changes nothing but the time it takes.
    pub fn new(terrain: &'a Terrain, threads: usize) -> Self {
        Self {
            terrain,
            threads: threads.clamp(1, RIPPLES),
            ripples: std::array::from_fn(|_| Ripple::new(terrain)),
            sources: [None; RIPPLES],
            bridges: Default::default(),
            expansions: 0,
            next_event: (RIPPLES, 0),
            chain: None,
        }
    }

    /// A free cell near a part of the line from start to goal.
    fn source(&self, start: Cell, goal: Cell, part: usize) -> Option<NodeId> {
        let between = |a: u16, b: u16| {
            let parts = RIPPLES as i32 - 1;
            ((i32::from(a) * (parts - part as i32) + i32::from(b) * part as i32) / parts) as u16
        };
        let middle = Cell::new(between(start.x, goal.x), between(start.y, goal.y));
        let near = self.terrain.size().square(middle, SOURCE_RADIUS);
        let free = near.filter(|cell| !self.terrain.is_wall(self.terrain.node(*cell)));
        free.min_by_key(|cell| (cell.chebyshev(middle), self.terrain.node(*cell)))
            .map(|cell| self.terrain.node(cell))
    }

    /// Number of ripples that a thread has in this round: all of them if that is small.
    fn ripples_per_thread(&self) -> usize {
        if self.expansions < THREADED_EXPANSIONS_MIN { RIPPLES } else { RIPPLES.div_ceil(self.threads) }
    }

    /// Spreads all ripples by a round, and then looks where they meet.
    fn spread(&mut self) {
        let (terrain, expansions) = (self.terrain, self.expansions);
        let per_thread = self.ripples_per_thread();
        in_parts(&mut self.ripples, per_thread, |_, ripple| ripple.spread(terrain, expansions));
        let mut found = [[None; RIPPLES]; RIPPLES];
        in_parts(&mut found, per_thread, |one, bridges| *bridges = bridges_of(&self.ripples, one));
        for (one, other) in (0..RIPPLES).flat_map(|one| (0..RIPPLES).map(move |other| (one, other))) {
            let known = &mut self.bridges[one.min(other)][one.max(other)];
            *known = cheaper(*known, found[one][other]);
        }
        self.expansions = (expansions * 2).min(ROUND_EXPANSIONS[1]);
        self.next_event = (0, 0);
    }

    fn bridge(&self, one: usize, other: usize) -> Bridge {
        self.bridges[one.min(other)][one.max(other)]
    }

    /// The cheapest chain of bridges from the first ripple to the last.
    fn cheapest_chain(&self) -> Option<Vec<usize>> {
        let mut costs = [(NO_PATH, 0); RIPPLES];
        costs[0] = (0, 0);
        for _ in 0..RIPPLES {
            for (one, other) in (0..RIPPLES).flat_map(|one| (0..RIPPLES).map(move |other| (one, other))) {
                let Some((more, _)) = self.bridge(one, other) else { continue };
                costs[other] = costs[other].min((costs[one].0.saturating_add(more), one));
            }
        }
        let mut chain = vec![RIPPLES - 1];
        while let Some(last) = chain.last().copied().filter(|last| *last != 0) {
            if costs[last].0 == NO_PATH {
                return None;
            }
            chain.push(costs[last].1);
        }
        chain.reverse();
        Some(chain)
    }

    /// Reports events up to the end of the next expansion; false if there is none left.
    fn report<O: Observer + ?Sized>(&mut self, observer: &mut O) -> bool {
        let mut has_expanded = false;
        while let Some(ripple) = self.ripples.get(self.next_event.0) {
            match ripple.log.0.get(self.next_event.1) {
                None => {
                    self.next_event = (self.next_event.0 + 1, 0);
                    continue;
                }
                Some(RippleEvent::Expanded(..)) if has_expanded => break,
                Some(RippleEvent::Expanded(node, g, f)) => {
                    observer.expanded(*node, *g, *f);
                    has_expanded = true;
                }
                Some(RippleEvent::Generated(node, g)) => observer.generated(*node, *g),
            }
            self.next_event.1 += 1;
        }
        if has_expanded {
            observer.frontier_len(self.ripples.iter().map(|ripple| ripple.search.frontier().len()).sum());
        }
        has_expanded
    }
}

impl Algorithm for RippleSearch<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        let [from, to] = [start, goal].map(|node| self.terrain.cell(node));
        self.sources = std::array::from_fn(|part| match part {
            0 => Some(start),
            part if part == RIPPLES - 1 => Some(goal),
            part => self.source(from, to, part).filter(|source| *source != start && *source != goal),
        });
        if self.sources[1] == self.sources[2] {
            self.sources[2] = None;
        }
        for (ripple, source) in self.ripples.iter_mut().zip(self.sources) {
            ripple.begin(source);
        }
        self.bridges = Default::default();
        if start == goal {
            self.bridges[0][RIPPLES - 1] = Some((0, start));
        }
        self.chain = self.cheapest_chain();
        self.expansions = ROUND_EXPANSIONS[0];
        self.next_event = (RIPPLES, 0);
    }

    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        if self.report(observer) {
            return Step::Working;
        }
        if let (Some(_), Some(goal)) = (&self.chain, self.sources[RIPPLES - 1]) {
            return Step::Found(goal);
        }
        if self.ripples[0].is_exhausted || self.ripples[RIPPLES - 1].is_exhausted {
            return Step::Exhausted;
        }
        self.spread();
        self.chain = self.cheapest_chain();
        self.report(observer);
        Step::Working
    }

    /// Along the trees of the ripples of the chain, from bridge to bridge.
    fn path(&self) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = self.sources[0].into_iter().collect();
        let Some(chain) = &self.chain else { return path };
        for (i, ripple) in chain.iter().enumerate() {
            let enter = path.last().copied().unwrap_or_default();
            let bridge = chain.get(i + 1).and_then(|next| self.bridge(*ripple, *next));
            let leave = bridge.map(|(_, node)| node).or(self.sources[*ripple]).unwrap_or(enter);
            path.extend(tree_path(&self.ripples[*ripple], enter, leave).into_iter().skip(1));
        }
        path
    }
}

/// Does something to every item, so many on each thread; all on this one if that is enough for all.
fn in_parts<T: Send>(items: &mut [T], per_thread: usize, work: impl Fn(usize, &mut T) + Sync) {
    let all = |first: usize, part: &mut [T]| (first..).zip(part).for_each(|(index, item)| work(index, item));
    if per_thread >= items.len() {
        return all(0, items);
    }
    thread::scope(|scope| {
        for (part, items) in items.chunks_mut(per_thread).enumerate() {
            let all = &all;
            scope.spawn(move || all(part * per_thread, items));
        }
    });
}

/// Where the nodes that a ripple generated in this round lie in the others.
fn bridges_of(ripples: &[Ripple; RIPPLES], one: usize) -> [Bridge; RIPPLES] {
    let mut bridges = [None; RIPPLES];
    for event in &ripples[one].log.0 {
        let RippleEvent::Generated(node, _) = *event else { continue };
        for (other, bridge) in bridges.iter_mut().enumerate().filter(|(other, _)| *other != one) {
            let Some(more) = ripples[other].cost(node) else { continue };
            *bridge = cheaper(*bridge, ripples[one].cost(node).map(|cost| (cost + more, node)));
        }
    }
    bridges
}

/// The cheaper of two bridges.
fn cheaper(one: Bridge, other: Bridge) -> Bridge {
    [one, other].into_iter().flatten().min()
}

/// The path between two nodes of a ripple's tree.
fn tree_path(ripple: &Ripple, from: NodeId, to: NodeId) -> Vec<NodeId> {
    let [mut up, mut down] = [from, to].map(|node| ripple.search.path_to(node));
    let shared = up.iter().zip(&down).take_while(|(a, b)| a == b).count();
    let mut path = up.split_off(shared.saturating_sub(1));
    path.reverse();
    path.extend(down.split_off(shared));
    path
}
