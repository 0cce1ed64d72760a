//! Cooperative A* and windowed hierarchical cooperative A* (Silver 2005): several travellers who mind each other.
//!
//! The idea: one after the other plans his way in ⟨cell, tick⟩, may wait, and reserves where he will be and when; who
//! plans later goes round what is reserved. The estimate is the true distance on the empty map, by a search backwards
//! from his goal that is resumed whenever a cell is asked for that it has not come to (reverse resumable A*). Windowed,
//! everybody plans only so many ticks ahead and trusts the estimate for the rest; after half a window all plan again,
//! and another one is first.
//! Promise: nobody is ever where somebody else is, nor do two change places; each way is the cheapest among what was
//! reserved before it. May miss: there can be ways for all that no order of planning finds. Needs: steps that take
//! one tick each, whatever they cost; cells × ticks below 2³¹. Units: milli-steps; a tick of waiting costs the cheapest step, at the goal 1.
//! Ties: the total order. Cost: a search in cells × ticks for each traveller, few nodes where nobody is in the way.
//! Differs from the paper in that whoever finds no way is put first and all plan again, in barring two who would cross
//! each other diagonally, and in standing still for a window if no order helps.
//!
//! Without waiting it is a search that is told at which tick it would arrive where (predicted obstacles, on Patel's
//! pages): it goes round where somebody will be, and finds nothing where only waiting helps.
//!
//! As a row of the catalogue, which has but one start and one goal, there is a second traveller who wants from the goal
//! to the start and plans first. For as many as one likes there is [`Together::begin_all`].

use super::{
    Aim, Algorithm, Frontier, Goal, Hashed, Heuristic, Label, LabelTable, Observer, Rank, Search, Step,
};
use crate::graph::{Backwards, Cost, Graph, NodeId, Reservations, Terrain, Timed};
use std::cell::RefCell;

/// Rounds without progress, for each traveller, after which those with a window give up.
const PATIENCE: usize = 4;

/// Cells times ticks that labels have room for.
const NODES_MAX: u32 = 1 << 31;

/// The true cost from any cell to one goal, worked out as far as it is asked for.
#[derive(Clone, Debug)]
pub struct TrueDistance<'a> {
    graph: Backwards<'a>,
    towards: Aim,
    search: RefCell<Search<Frontier, Hashed>>,
    /// What was expanded and nobody was told of yet.
    untold: RefCell<Vec<(NodeId, Cost, Cost)>>,
}

/// Where a backward search leads, without an end.
struct Onwards<'a>(&'a Aim);

impl Goal for Onwards<'_> {
    fn contains(&self, _node: NodeId) -> bool {
        false
    }
}

impl Heuristic for Onwards<'_> {
    fn estimate(&self, node: NodeId) -> Cost {
        self.0.estimate(node)
    }
}

/// Who notes what is expanded.
struct Notes<'a>(&'a mut Vec<(NodeId, Cost, Cost)>);

impl Observer for Notes<'_> {
    fn expanded(&mut self, node: NodeId, g: Cost, f: Cost) {
        self.0.push((node, g, f));
    }
}

impl<'a> TrueDistance<'a> {
    /// Distances to `goal`, asked for first near `start`.
    pub fn new(terrain: &'a Terrain, start: NodeId, goal: NodeId) -> Self {
        let mut towards = Aim::new(terrain);
        towards.at(goal, start);
        let mut search = Search::of_parts(Frontier::default(), Hashed::new(terrain.node_count()));
        search.restart(goal, Rank::AStar, &towards);
        let (search, untold) = (RefCell::new(search), RefCell::default());
        Self { graph: Backwards(terrain), towards, search, untold }
    }

    /// Nodes expanded so far.
    pub fn expansions(&self) -> u32 {
        self.search.borrow().expansions()
    }

    /// Cost from a cell to the goal, if there is a way.
    pub fn of(&self, cell: NodeId) -> Option<Cost> {
        let mut search = self.search.borrow_mut();
        let mut untold = self.untold.borrow_mut();
        loop {
            // Once expanded a cell's cost is final: the estimate is consistent.
            if let Some(label) = search.labels().get(cell).filter(|label: &Label| label.is_expanded()) {
                return Some(label.g);
            }
            let step = search.step(&self.graph, &Onwards(&self.towards), &mut Notes(&mut untold));
            if step != Step::Working {
                return None;
            }
        }
    }
}

/// Somebody with a goal among others.
#[derive(Clone, Debug)]
struct Traveller<'a> {
    goal: NodeId,
    distance: TrueDistance<'a>,
    /// Where he was at each tick.
    walked: Vec<NodeId>,
    /// Where he will be at each tick from now on.
    plan: Vec<NodeId>,
}

impl Traveller<'_> {
    fn here(&self) -> NodeId {
        self.walked[self.walked.len() - 1]
    }
}

/// One traveller's end in time: his goal with nobody to come by any more, or the end of the window.
struct Appointment<'a> {
    graph: Timed<'a>,
    window: Option<u32>,
    distance: &'a TrueDistance<'a>,
}

impl Goal for Appointment<'_> {
    fn contains(&self, node: NodeId) -> bool {
        let (cell, tick) = self.graph.place(node);
        match self.window {
            Some(window) => tick == window,
            None => cell == self.graph.goal && self.graph.reserved.is_free_from(cell, tick),
        }
    }
}

impl Heuristic for Appointment<'_> {
    fn estimate(&self, node: NodeId) -> Cost {
        // Who has no way looks for none: to stand is as good as to walk.
        self.distance.of(self.graph.place(node).0).unwrap_or(0)
    }
}

/// Who sees cells where the search has cells and ticks.
struct InCells<'a, O: ?Sized>(&'a mut O, u32);

impl<O: Observer + ?Sized> Observer for InCells<'_, O> {
    fn expanded(&mut self, node: NodeId, g: Cost, f: Cost) {
        self.0.expanded(node / self.1, g, f);
    }
    fn reached(&mut self, node: NodeId, g: Cost) {
        self.0.reached(node / self.1, g);
    }
    fn waiting(&mut self, entries: usize) {
        self.0.waiting(entries);
    }
}

/// Travellers who plan together.
#[derive(Clone, Debug)]
pub struct Together<'a> {
    terrain: &'a Terrain,
    window: Option<u32>,
    waits: bool,
    travellers: Vec<Traveller<'a>>,
    /// Who plans when in this round.
    order: Vec<usize>,
    /// How many have planned.
    planned: usize,
    /// How often somebody was put first in this round.
    changes: usize,
    reserved: Reservations,
    /// The search of whoever plans, if it has begun.
    search: Option<Search<Frontier, Hashed>>,
    /// Smallest sum of all distances at the beginning of a round, and rounds since.
    nearest: (u64, usize),
}

impl<'a> Together<'a> {
    /// Nobody yet. Without a window all plan once and to the end; a window is in ticks, at least 2.
    pub fn new(terrain: &'a Terrain, window: Option<u32>) -> Self {
        Self {
            terrain,
            window: window.map(|ticks| ticks.max(2)),
            waits: true,
            travellers: Vec::new(),
            order: Vec::new(),
            planned: 0,
            changes: 0,
            reserved: Reservations::default(),
            search: None,
            nearest: (u64::MAX, 0),
        }
    }

    /// Nobody yet: who plans later is told when he would arrive, and goes round where somebody will be then. He cannot decide
    /// to wait, and nobody plans again for him.
    pub fn predicting(terrain: &'a Terrain) -> Self {
        Self { waits: false, ..Self::new(terrain, None) }
    }

    /// Begins with these travellers, each with a start and a goal; those before plan first. No two may begin in one
    /// cell, nor end in one.
    pub fn begin_all(&mut self, ends: &[(NodeId, NodeId)]) {
        let traveller = |(start, goal): &(NodeId, NodeId)| Traveller {
            goal: *goal,
            distance: TrueDistance::new(self.terrain, *start, *goal),
            walked: vec![*start],
            plan: Vec::new(),
        };
        self.travellers = ends.iter().map(traveller).collect();
        self.order = (0..ends.len()).collect();
        self.nearest = (u64::MAX, 0);
        self.changes = 0;
        self.begin_round();
    }

    /// Where each traveller was at each tick; who arrives early stays there.
    pub fn walks(&self) -> Vec<&[NodeId]> {
        self.travellers.iter().map(|traveller| &traveller.walked[..]).collect()
    }

    fn begin_round(&mut self) {
        self.reserved.clear();
        self.planned = 0;
        self.search = None;
    }

    /// Ticks that the search of whoever plans tells apart.
    fn ticks(&self) -> u32 {
        self.window.unwrap_or(self.reserved.last()) + 1
    }

    /// Expands one node of the search of this traveller.
    fn plan<O: Observer + ?Sized>(&mut self, who: usize, observer: &mut O) -> Step {
        let ticks = self.ticks();
        let traveller = &self.travellers[who];
        let (goal, waits) = (traveller.goal, self.waits);
        let graph = Timed { terrain: self.terrain, reserved: &self.reserved, ticks, goal, waits };
        if graph.node_count() >= NODES_MAX {
            return Step::Exhausted;
        }
        let target = Appointment { graph, window: self.window, distance: &traveller.distance };
        let search = self.search.get_or_insert_with(|| {
            let mut search = Search::of_parts(Frontier::default(), Hashed::new(graph.node_count()));
            search.restart(traveller.here() * ticks, Rank::AStar, &target);
            search
        });
        let step = search.step(&graph, &target, &mut InCells(observer, ticks));
        if let Step::Found(node) = step {
            let plan: Vec<NodeId> = search.way_to(node).into_iter().map(|node| node / ticks).collect();
            self.reserved.reserve(who as u32, &plan);
            self.travellers[who].plan = plan;
            self.search = None;
        }
        step
    }

    /// Puts somebody first who found no way, and has all plan again; if that was tried often enough, all stand still,
    /// or, without a window, give up.
    fn prefer(&mut self, who: usize) -> Step {
        self.order.retain(|other| *other != who);
        self.order.insert(0, who);
        self.changes += 1;
        self.begin_round();
        if self.waits && self.changes <= self.travellers.len() {
            return Step::Working;
        }
        let Some(window) = self.window else { return Step::Exhausted };
        for traveller in &mut self.travellers {
            traveller.plan = vec![traveller.here(); window as usize + 1];
        }
        self.planned = self.travellers.len();
        Step::Working
    }

    /// All have planned: they walk, the whole way or half a window, and the next round begins.
    fn walk(&mut self) -> Step {
        let longest = self.travellers.iter().map(|traveller| traveller.plan.len()).max().unwrap_or(1);
        let ticks = self.window.map_or(longest - 1, |window| window as usize / 2);
        for Traveller { walked, plan, .. } in &mut self.travellers {
            let end = plan.len() - 1;
            walked.extend((1..=ticks).map(|tick| plan[tick.min(end)]));
        }
        let asked = self.travellers.last().map_or(0, |traveller| traveller.goal);
        if self.travellers.iter().all(|traveller| traveller.here() == traveller.goal) {
            return Step::Found(asked);
        }
        let far = self.travellers.iter().map(|traveller| traveller.distance.of(traveller.here()));
        let far = far.map(|far| far.unwrap_or(0)).sum();
        self.nearest = if far < self.nearest.0 { (far, 0) } else { (self.nearest.0, self.nearest.1 + 1) };
        self.order.rotate_left(1);
        self.changes = 0;
        self.begin_round();
        let is_hopeless = self.nearest.1 > PATIENCE * self.travellers.len();
        if is_hopeless { Step::Exhausted } else { Step::Working }
    }

    /// Something that a backward search expanded and nobody was told of.
    fn untold(&self) -> Option<(NodeId, Cost, Cost)> {
        self.travellers.iter().find_map(|traveller| traveller.distance.untold.borrow_mut().pop())
    }
}

impl Algorithm for Together<'_> {
    fn begin(&mut self, start: NodeId, goal: NodeId) {
        let both = [(goal, start), (start, goal)];
        self.begin_all(if start == goal { &both[1..] } else { &both });
    }

    /// Expands one node, of the search in time or of one backwards, or has all walk.
    fn step<O: Observer + ?Sized>(&mut self, observer: &mut O) -> Step {
        if let Some((node, g, f)) = self.untold() {
            observer.expanded(node, g, f);
            return Step::Working;
        }
        let Some(who) = self.order.get(self.planned).copied() else { return self.walk() };
        let traveller = &self.travellers[who];
        if traveller.distance.of(traveller.here()).is_none() {
            return Step::Exhausted;
        }
        match self.plan(who, observer) {
            Step::Working => Step::Working,
            Step::Found(_) => {
                self.planned += 1;
                Step::Working
            }
            Step::Exhausted => self.prefer(who),
        }
    }

    /// Where the last traveller walked, without his waiting.
    fn way(&self) -> Vec<NodeId> {
        let mut way = self.travellers.last().map_or(Vec::new(), |traveller| traveller.walked.clone());
        way.dedup();
        way
    }
}
