//! Cooperative A* and windowed hierarchical cooperative A* (Silver 2005): several travellers that avoid each other.
//!
//! The idea: one traveller after the other plans its path in ⟨cell, tick⟩, with waiting allowed, and reserves where it
//! will be and when; later ones plan around the reservations. The estimate is the true distance on the empty map, from
//! a search backwards from the goal that is resumed whenever a cell is asked for that it has not expanded yet (reverse
//! resumable A*). With a window, each traveller plans only so many ticks ahead and trusts the estimate for the rest;
//! after half a window all plan again, in rotated order.
//! Promise: no two travellers are ever in one cell, nor do two change places; each path is the cheapest among the
//! reservations made before it.
//! May miss: there can be solutions that no order of planning finds. Needs: steps that take one tick each, whatever
//! they cost; cells × ticks at most 2³¹.
//! Units: milli-steps; a tick of waiting costs the cheapest step, at the goal 1. Ties: the total order.
//! Cost: a search in cells × ticks for each traveller, few nodes where there is no conflict.
//! Differs from the paper in that a traveller without a path becomes the first and all plan again, in forbidding
//! crossing diagonals, and in standing still for a window if no order helps.
//!
//! Without waiting, it is a search that predicts obstacles (Amit Patel's pages): a path goes round where another
//! traveller will be at that tick, and there is none where only waiting would help.
//!
//! The row of the catalogue, which has only one start and one goal, adds a second traveller that goes from the goal to
//! the start and plans first. [`Cooperative::begin_all`] takes any number.

use super::{
    Algorithm, Goal, GridTarget, HashLabels, HeapFrontier, Heuristic, Label, LabelTable, Observer, Rank,
    Search, Step,
};
use crate::graph::{Cost, Graph, NodeId, Reservations, Reversed, Terrain, TimeExpanded};
use std::cell::RefCell;

/// Rounds without progress, per traveller, after which a windowed search gives up.
const STALLED_ROUNDS_MAX: usize = 4;

/// The true cost from any cell to one goal, computed as far as it is asked for.
#[derive(Clone, Debug)]
pub struct TrueDistance<'a> {
    graph: Reversed<'a>,
    aim: GridTarget,
    search: RefCell<Search<HeapFrontier, HashLabels>>,
    /// Expansions that were not reported to an observer yet.
    unreported: RefCell<Vec<(NodeId, Cost, Cost)>>,
}

/// The estimate of a backward search, without a goal to stop at.
struct Endless<'a>(&'a GridTarget);

impl Goal for Endless<'_> {
    fn contains(&self, _node: NodeId) -> bool {
        false
    }
}

impl Heuristic for Endless<'_> {
    fn estimate(&self, node: NodeId) -> Cost {
        self.0.estimate(node)
    }
}

/// Records the expansions.
struct ExpansionLog<'a>(&'a mut Vec<(NodeId, Cost, Cost)>);

impl Observer for ExpansionLog<'_> {
    fn expanded(&mut self, node: NodeId, g: Cost, f: Cost) {
        self.0.push((node, g, f));
    }
}

impl<'a> TrueDistance<'a> {
    /// Distances to `goal`, with the search directed at `start` first.
    pub fn new(terrain: &'a Terrain, start: NodeId, goal: NodeId) -> Self {
        let mut aim = GridTarget::new(terrain);
        aim.set(goal, start);
        let mut search = Search::from_parts(HeapFrontier::default(), HashLabels::new(terrain.node_count()));
        search.restart(goal, Rank::AStar, &aim);
        let (search, unreported) = (RefCell::new(search), RefCell::default());
        Self { graph: Reversed(terrain), aim, search, unreported }
    }

    /// Number of expansions so far.
    pub fn expansions(&self) -> u32 {
        self.search.borrow().expansions()
    }

    /// Cost from a cell to the goal in milli-steps, or `None` if there is no path.
    pub fn cost_from(&self, cell: NodeId) -> Option<Cost> {
        let mut search = self.search.borrow_mut();
        let mut untold = self.unreported.borrow_mut();
        loop {
            // The cost of an expanded cell is final: the estimate is consistent.
            if let Some(label) = search.labels().get(cell).filter(|label: &Label| label.is_expanded()) {
                return Some(label.g);
            }
            let step = search.step(&self.graph, &Endless(&self.aim), &mut ExpansionLog(&mut untold));
            if step != Step::Working {
                return None;
            }
        }
    }
}

/// One traveller with its goal.
#[derive(Clone, Debug)]
struct Traveller<'a> {
    goal: NodeId,
    distance: TrueDistance<'a>,
    /// Its cell at each past tick.
    trail: Vec<NodeId>,
    /// Its planned cell at each tick from now on.
    plan: Vec<NodeId>,
}

impl Traveller<'_> {
    fn position(&self) -> NodeId {
        self.trail[self.trail.len() - 1]
    }
}

/// The goal in space and time: the goal cell, once it stays free, or the end of the window.
struct SpaceTimeGoal<'a> {
    graph: TimeExpanded<'a>,
    window: Option<u32>,
    distance: &'a TrueDistance<'a>,
}

impl Goal for SpaceTimeGoal<'_> {
    fn contains(&self, node: NodeId) -> bool {
        match self.window {
            Some(window) => self.graph.cell_and_tick(node).1 == window,
            None => self.graph.is_at_rest(node),
        }
    }
}

impl Heuristic for SpaceTimeGoal<'_> {
    fn estimate(&self, node: NodeId) -> Cost {
        // Without a path there is nothing to search: standing is as good as walking.
        self.distance.cost_from(self.graph.cell_and_tick(node).0).unwrap_or(0)
    }
}

/// Reports cells where the search has nodes of cell and tick.
struct CellObserver<'a, O: ?Sized>(&'a mut O, u32);

impl<O: Observer + ?Sized> Observer for CellObserver<'_, O> {
    fn expanded(&mut self, node: NodeId, g: Cost, f: Cost) {
        self.0.expanded(node / self.1, g, f);
    }
    fn generated(&mut self, node: NodeId, g: Cost) {
        self.0.generated(node / self.1, g);
    }
    fn frontier_len(&mut self, entries: usize) {
        self.0.frontier_len(entries);
    }
}

/// Travellers that plan together.
#[derive(Clone, Debug)]
pub struct Cooperative<'a> {
    terrain: &'a Terrain,
    window: Option<u32>,
    can_wait: bool,
    travellers: Vec<Traveller<'a>>,
    /// The order of planning in this round.
    order: Vec<usize>,
    /// How many have planned.
    planned: usize,
    /// How often a traveller was moved to the front in this round.
    reorderings: usize,
    reservations: Reservations,
    /// The search of the traveller that plans, once it has begun.
    search: Option<Search<HeapFrontier, HashLabels>>,
    /// The smallest sum of all distances at the start of a round, and the number of rounds since.
    progress: (u64, usize),
}

impl<'a> Cooperative<'a> {
    /// No travellers yet. `window` is in ticks, at least 2; without one, all plan once and to the end.
    pub fn new(terrain: &'a Terrain, window: Option<u32>) -> Self {
        Self {
            terrain,
            window: window.map(|ticks| ticks.max(2)),
            can_wait: true,
            travellers: Vec::new(),
            order: Vec::new(),
            planned: 0,
            reorderings: 0,
            reservations: Reservations::default(),
            search: None,
            progress: (u64::MAX, 0),
        }
    }

    /// No travellers yet. Later travellers plan around where earlier ones will be at each tick. They cannot wait, and
    /// there is no second round.
    pub fn predicting(terrain: &'a Terrain) -> Self {
        Self { can_wait: false, ..Self::new(terrain, None) }
    }

    /// Begins with these travellers, each a start and a goal; earlier ones plan first. Starts must be distinct, and so
    /// must goals.
    pub fn begin_all(&mut self, ends: &[(NodeId, NodeId)]) {
        let traveller = |(start, goal): &(NodeId, NodeId)| Traveller {
            goal: *goal,
            distance: TrueDistance::new(self.terrain, *start, *goal),
            trail: vec![*start],
            plan: Vec::new(),
        };
        self.travellers = ends.iter().map(traveller).collect();
        self.order = (0..ends.len()).collect();
        self.progress = (u64::MAX, 0);
        self.reorderings = 0;
        self.begin_round();
    }

    /// The cell of each traveller at each tick; one that arrives early stays at its goal.
    pub fn trails(&self) -> Vec<&[NodeId]> {
        self.travellers.iter().map(|traveller| &traveller.trail[..]).collect()
    }

    fn begin_round(&mut self) {
        self.reservations.clear();
        self.planned = 0;
        self.search = None;
    }

    /// Number of ticks that the current search distinguishes.
    fn ticks(&self) -> u32 {
        self.window.unwrap_or(self.reservations.last_tick()) + 1
    }

    /// Expands one node of the search of this traveller.
    fn expand_plan<O: Observer + ?Sized>(&mut self, index: usize, observer: &mut O) -> Step {
        let ticks = self.ticks();
        let traveller = &self.travellers[index];
        let Some(graph) =
            TimeExpanded::new(self.terrain, &self.reservations, ticks, traveller.goal, self.can_wait)
        else {
            return Step::Exhausted;
        };
        let target = SpaceTimeGoal { graph, window: self.window, distance: &traveller.distance };
        let search = self.search.get_or_insert_with(|| {
            let mut search = Search::from_parts(HeapFrontier::default(), HashLabels::new(graph.node_count()));
            search.restart(traveller.position() * ticks, Rank::AStar, &target);
            search
        });
        let step = search.step(&graph, &target, &mut CellObserver(observer, ticks));
        if let Step::Found(node) = step {
            let plan: Vec<NodeId> = search.path_to(node).into_iter().map(|node| node / ticks).collect();
            self.reservations.reserve(index as u32, &plan);
            self.travellers[index].plan = plan;
            self.search = None;
        }
        step
    }

    /// Moves a traveller without a path to the front, and lets all plan again. If that was tried often enough, all
    /// stand still for a window or, without a window, give up.
    fn plan_first(&mut self, index: usize) -> Step {
        self.order.retain(|other| *other != index);
        self.order.insert(0, index);
        self.reorderings += 1;
        self.begin_round();
        if self.can_wait && self.reorderings <= self.travellers.len() {
            return Step::Working;
        }
        let Some(window) = self.window else { return Step::Exhausted };
        for traveller in &mut self.travellers {
            traveller.plan = vec![traveller.position(); window as usize + 1];
        }
        self.planned = self.travellers.len();
        Step::Working
    }

    /// All have planned: they walk, to the end or for half a window, and the next round begins.
    fn advance(&mut self) -> Step {
        let longest = self.travellers.iter().map(|traveller| traveller.plan.len()).max().unwrap_or(1);
        let ticks = self.window.map_or(longest - 1, |window| window as usize / 2);
        for Traveller { trail: walked, plan, .. } in &mut self.travellers {
            let end = plan.len() - 1;
            walked.extend((1..=ticks).map(|tick| plan[tick.min(end)]));
        }
        let last_goal = self.travellers.last().map_or(0, |traveller| traveller.goal);
        if self.travellers.iter().all(|traveller| traveller.position() == traveller.goal) {
            return Step::Found(last_goal);
        }
        let distances =
            self.travellers.iter().map(|traveller| traveller.distance.cost_from(traveller.position()));
        let distances = distances.map(|distances| distances.unwrap_or(0)).sum();
        self.progress =
            if distances < self.progress.0 { (distances, 0) } else { (self.progress.0, self.progress.1 + 1) };
        self.order.rotate_left(1);
        self.reorderings = 0;
        self.begin_round();
        let is_hopeless = self.progress.1 > STALLED_ROUNDS_MAX * self.travellers.len();
        if is_hopeless { Step::Exhausted } else { Step::Working }
    }

    /// An expansion of a backward search that was not reported yet.
    fn pop_unreported(&self) -> Option<(NodeId, Cost, Cost)> {
        self.travellers.iter().find_map(|traveller| traveller.distance.unreported.borrow_mut().pop())
    }
}

impl Algorithm for Cooperative<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        let both = [(goal, start), (start, goal)];
        self.begin_all(if start == goal { &both[1..] } else { &both });
    }

    /// Expands one node, of the search in time or of a backward search, or lets all walk.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        if let Some((node, g, f)) = self.pop_unreported() {
            observer.expanded(node, g, f);
            return Step::Working;
        }
        let Some(index) = self.order.get(self.planned).copied() else { return self.advance() };
        let traveller = &self.travellers[index];
        if traveller.distance.cost_from(traveller.position()).is_none() {
            return Step::Exhausted;
        }
        match self.expand_plan(index, observer) {
            Step::Working => Step::Working,
            Step::Found(_) => {
                self.planned += 1;
                Step::Working
            }
            Step::Exhausted => self.plan_first(index),
        }
    }

    /// The path of the last traveller, without its waiting.
    fn path(&self) -> Vec<NodeId> {
        let mut path = self.travellers.last().map_or(Vec::new(), |traveller| traveller.trail.clone());
        path.dedup();
        path
    }
}
