//! Path requests of units, and what is done with the results.

use super::Game;
use crate::graph::{Cost, NodeId};
use crate::grid::{Cell, Dir8};
use crate::mind;
use crate::plan::{self, BelievedPrices, Planner, RefinedRoute, Served};
use crate::world::{
    Behaviour, DAY, FailedMethod, Kind, Nature, Path, PathRequest, Requester, Target, TownId, TripPurpose,
    TripTime, Unit, UnitId, add_to_count, amount_of,
};
use rayon::prelude::*;

/// How far around a unit others count as obstacles when planning, in steps.
const CROWD_RADIUS_STEPS: u16 = 6;
/// The usual number of obstacles in a crowd, for preallocation.
const CROWD_CAPACITY: usize = 64;
/// Cells that a walking unit will soon use, which others try to avoid when planning.
const CLAIMED_STEPS: usize = 4;
/// Failed attempts in a row after which a unit gives up.
const SETBACKS_MAX: u8 = 6;
/// How far along a new path a unit that has moved on may join it, in steps.
const JOIN_WITHIN_STEPS: usize = 10;
/// When fewer steps than this are left of the near part of a long path, the next part is planned.
const STEPS_LEFT_MIN: usize = 12;
/// Parts of long paths planned in one tick, at most.
pub const PARTS_MAX: usize = 256;
/// Ticks after which a saved path is replanned in the morning even if it is still walkable, since there may be better
/// roads.
const SAVED_PATH_TICKS_MAX: u64 = 3 * DAY;
/// The highest price of joining a new path, in milli-steps.
const JOIN_PRICE_MAX: Cost = 60_000;

impl Game {
    /// Spends this tick's planning budget and distributes the results.
    pub(super) fn serve_requests(&mut self) {
        let derived = &mut self.derived;
        let tools = plan::PlannerTools { tables: &derived.tables, abstractions: &derived.abstractions };
        let thoughts = &mut derived.search_overlay;
        let (served, expansions) =
            plan::serve_observed(&mut self.world, tools, &mut derived.fields, |live, answer| {
                thoughts.record(live, answer);
            });
        add_to_count(&mut self.world.tally.expansions, expansions);
        self.search_for_overlay(&served);
        for answer in served {
            match answer.request.requester {
                Requester::Unit(id) => self.deliver_path(id, &answer),
                Requester::Survey(from, to) => self.record_survey(from, to, &answer),
                Requester::Objective => self.apply_objective_path(&answer),
            }
        }
    }

    /// Plans the next parts of long paths whose near part is almost walked, those with the fewest steps left first.
    pub(super) fn extend_paths(&mut self) {
        let units = self.world.units.iter().enumerate();
        let mut due: Vec<(usize, usize)> = units
            .filter_map(|(index, unit)| {
                let path = unit.path.as_ref().filter(|path| path.route.is_some())?;
                (path.steps.len() < STEPS_LEFT_MIN).then_some((path.steps.len(), index))
            })
            .collect();
        due.sort_unstable();
        due.truncate(PARTS_MAX);
        let part = |(_, index): &(usize, usize)| self.next_part(*index);
        let parts: Vec<Option<RefinedRoute>> =
            if due.len() < 2 { due.iter().map(part).collect() } else { due.par_iter().map(part).collect() };
        for ((_, index), part) in due.into_iter().zip(parts) {
            match part {
                Some(part) => self.append_part(index, part),
                None => self.replan(index),
            }
        }
    }

    /// The part after the near part of a unit's long path.
    fn next_part(&self, index: usize) -> Option<RefinedRoute> {
        let unit = &self.world.units[index];
        let route = unit.path.as_ref()?.route.clone()?;
        let rest = unit.remaining_path(self.world.size());
        let (end, heading) = match rest[..] {
            [.., before, end] => (end, before.dir_to(end)),
            _ => (*rest.last()?, heading_of(unit)),
        };
        let planner = self.planner(unit.people, unit.kind, &self.crowd_around(end, unit.id, unit.people));
        let mut part = planner.with_hunger(unit.hunger()).refine_next(end, route)?;
        part.cells = self.smooth_turns(unit, heading, part.cells);
        Some(part)
    }

    /// Appends the next part to a long path.
    fn append_part(&mut self, index: usize, part: RefinedRoute) {
        let unit = &self.world.units[index];
        let size = self.world.size();
        let measured = plan::path_terms(&self.believes_of(unit), size, &part.cells);
        let (Some((terms, unknown)), Some(path)) = (measured, self.world.units[index].path.as_mut()) else {
            return self.replan(index);
        };
        let steps = plan::to_steps(&part.cells);
        path.length += steps.len() as u32;
        path.steps.extend(steps);
        path.price += terms.total() as Cost;
        path.time += terms.time as Cost;
        path.unknown += unknown;
        for (sum, term) in path.terms.iter_mut().zip(terms.list()) {
            *sum += term;
        }
        path.route = part.route;
        add_to_count(&mut self.world.tally.parts, 1);
        self.derived.path_watches.watch(&self.world.units[index], size);
    }

    /// The planner for a kind of a people; `crowd` are nearby cells that others hold.
    pub fn planner(&self, people: u8, kind: Kind, crowd: &[Cell]) -> Planner<'_> {
        let people_ref = (&self.world.peoples[usize::from(people)], people);
        Planner::new(people_ref, kind, &self.world.land.height, self.derived.tools(), crowd)
    }

    /// The planner for one unit, at its hunger.
    pub fn planner_of(&self, unit: &Unit) -> Planner<'_> {
        self.planner(unit.people, unit.kind, &[]).with_hunger(unit.hunger())
    }

    /// The cells of the rest of a unit's path to the very end, including its own; only the planned part if the rest
    /// cannot be refined.
    pub fn full_remaining_path(&self, unit: &Unit) -> Vec<Cell> {
        let mut cells = unit.remaining_path(self.world.size());
        if let Some(route) = unit.path.as_ref().and_then(|path| path.route.as_ref())
            && let Some(end) = cells.last().copied()
            && let Some(rest) = self.planner_of(unit).refine_all(end, route)
        {
            cells.extend_from_slice(&rest[1..]);
        }
        cells
    }

    /// The same without the cell that the unit stands on.
    pub fn full_path_ahead(&self, unit: &Unit) -> Vec<Cell> {
        let mut cells = self.full_remaining_path(unit);
        if unit.next.is_none() {
            cells.remove(0);
        }
        cells
    }

    /// All cells of a planning result.
    pub(super) fn all_cells(&self, answer: &Served) -> Vec<Cell> {
        let mut cells = answer.cells.clone();
        if let (Some(route), Some(end)) = (&answer.route, cells.last().copied()) {
            let planner = self.planner(answer.request.people, answer.request.kind, &[]);
            cells.extend(planner.refine_all(end, route).unwrap_or_default().into_iter().skip(1));
        }
        cells
    }

    /// Queues a path request of a unit.
    pub(super) fn request_path(&mut self, index: usize, target: Target) {
        let unit = &self.world.units[index];
        let from = unit.path_start();
        let request = PathRequest {
            id: 0,
            requester: Requester::Unit(unit.id),
            urgent: unit.ordered || self.is_possessed(index),
            people: unit.people,
            kind: unit.kind,
            from,
            crowd: self.claimed_cells_around(from, &target, unit),
            hunger: unit.hunger(),
            target,
            requested: self.world.tick,
            failed: FailedMethod::default(),
        };
        let id = plan::submit(&mut self.world.plans, request);
        add_to_count(&mut self.world.tally.requests, 1);
        let unit = &mut self.world.units[index];
        unit.request = Some(id);
        unit.requested = self.world.tick;
    }

    /// Cells held by others nearby, as far as the people sees them.
    pub(super) fn crowd_around(&self, centre: Cell, own_id: UnitId, people: u8) -> Vec<Cell> {
        let visible = &self.derived.visible[usize::from(people)];
        let near = self.world.size().square(centre, CROWD_RADIUS_STEPS);
        let mut crowd = Vec::with_capacity(CROWD_CAPACITY);
        crowd.extend(near.filter(|cell| visible[*cell] > 0 && self.derived.is_held_by_other(*cell, own_id)));
        crowd
    }

    /// Cells that others nearby claim: those they hold and, for walking units of the same people, the next few of their
    /// paths. If the goal is known, only cells towards it count.
    fn claimed_cells_around(&self, centre: Cell, target: &Target, unit: &Unit) -> Vec<Cell> {
        let size = self.world.size();
        let is_ahead = |cell: Cell| match target {
            Target::Cell(goal) => cell.octile(*goal) < centre.octile(*goal),
            Target::Border { .. } => true,
        };
        let mut claims = self.crowd_around(centre, unit.id, unit.people);
        claims.retain(|cell| is_ahead(*cell));
        for held in 0..claims.len() {
            let holder = self.derived.holder(claims[held]).and_then(|id| self.world.unit(id));
            let fellow = holder.filter(|other| other.people == unit.people);
            let next_cells = fellow.iter().flat_map(|unit| unit.cells_ahead(size).take(CLAIMED_STEPS));
            let near = next_cells
                .filter(|cell| is_ahead(*cell) && cell.chebyshev(centre) <= u32::from(CROWD_RADIUS_STEPS));
            claims.extend(near.collect::<Vec<Cell>>());
        }
        claims.sort_unstable();
        claims.dedup();
        claims
    }

    /// The land as a people believes it to be, priced for a kind.
    pub fn believes(&self, people: u8, kind: Kind, crowd: &[Cell]) -> BelievedPrices<'_> {
        let size = self.world.size();
        let crowd = crowd.iter().map(|cell| size.index(*cell) as NodeId).collect();
        let people = &self.world.peoples[usize::from(people)];
        BelievedPrices::new(people, &self.world.land.height, self.derived.tables.table_of(kind), crowd)
    }

    /// The same for one unit, at its hunger.
    pub fn believes_of(&self, unit: &Unit) -> BelievedPrices<'_> {
        self.believes(unit.people, unit.kind, &[]).with_hunger(unit.hunger())
    }

    /// A path with its turns smoothed, for a unit that enters it with this heading.
    fn smooth_turns(&self, unit: &Unit, heading: Option<Dir8>, cells: Vec<Cell>) -> Vec<Cell> {
        plan::with_eased_turns(&self.believes_of(unit), self.world.size(), heading, cells)
    }

    /// Gives a unit the path it is waiting for, if it still is.
    fn deliver_path(&mut self, id: UnitId, answer: &Served) {
        let Some(index) = self.world.unit_index(id) else { return };
        if self.world.units[index].request != Some(answer.request.id) {
            return;
        }
        self.world.units[index].request = None;
        if matches!(answer.request.target, Target::Border { .. }) && !self.accept_frontier(index, answer) {
            return;
        }
        let Some((path, cells)) = self.path_from(index, answer) else { return self.count_setback(index) };
        self.record_route(index, &path);
        self.note_no_path(index, answer);
        self.set_path(index, path, &cells);
        if answer.reaches && answer.route.is_none() {
            self.share_path(index, &cells);
        }
    }

    /// Sets a unit's new path and updates everything that depends on it.
    pub(super) fn set_path(&mut self, index: usize, path: Path, cells: &[Cell]) {
        self.count_replan(self.world.units[index].id, &path, cells);
        self.world.units[index].path = Some(path);
        self.derived.path_watches.watch(&self.world.units[index], self.world.size());
        self.update_act_users(index);
    }

    /// Reports at once, with the reason, that there is no path.
    fn note_no_path(&mut self, index: usize, answer: &Served) {
        let Target::Cell(goal) = answer.request.target else { return };
        let unit = &self.world.units[index];
        // A searching unit tries many places.
        if answer.reaches || matches!(unit.top(), Some(Behaviour::Search { .. })) {
            return;
        }
        let (from, name, weight) = (unit.path_start(), unit.name.clone(), if unit.ordered { 6 } else { 2 });
        let why = self.planner(unit.people, unit.kind, &[]).no_path_reason(from, goal).description();
        let text = format!("{name} knows no way to {}: {why}", self.place_name(goal));
        self.queue_event(weight, from, text);
    }

    /// Tells a scout which frontier it was sent to; false when there is none.
    fn accept_frontier(&mut self, index: usize, answer: &Served) -> bool {
        let end = answer.cells.last().copied().filter(|_| answer.reaches);
        if let Some(Behaviour::Explore { target, fruitless }) = self.world.units[index].stack.last_mut() {
            *target = end;
            *fruitless = if end.is_some() { 0 } else { fruitless.saturating_add(1) };
        }
        self.note_scouting_reason(index);
        end.is_some()
    }

    /// Builds a path from a result, starting where the unit is now, with its cells. `None` if it is no longer walkable.
    fn path_from(&self, index: usize, answer: &Served) -> Option<(Path, Vec<Cell>)> {
        let unit = &self.world.units[index];
        let size = self.world.size();
        let believes = self.believes(unit.people, unit.kind, &[]);
        let cells = join_path(&believes, size, unit.path_start(), &answer.cells)?;
        let (mut path, cells) =
            self.path_along(index, self.smooth_turns(unit, heading_of(unit), cells), answer.reaches)?;
        if let Some(route) = &answer.route {
            (path.goal, path.route) = (route.goal, Some(route.clone()));
        }
        Some((path, cells))
    }

    /// In the morning, restores the path that the unit left in the evening, if it is still walkable; otherwise the unit
    /// will request one.
    pub(super) fn restore_saved_path(&mut self, index: usize) {
        let Some(kept) = self.world.units[index].take_stored_path() else { return };
        let planned = kept.path.planned;
        if self.world.tick > planned + SAVED_PATH_TICKS_MAX {
            return;
        }
        let (unit, size) = (&self.world.units[index], self.world.size());
        let believes = self.believes(unit.people, unit.kind, &[]);
        let left: Vec<Cell> =
            std::iter::once(kept.from).chain(kept.path.steps.cells_after(kept.from, size)).collect();
        let Some(cells) = join_path(&believes, size, unit.path_start(), &left) else { return };
        let Some((mut path, cells)) = self.path_along(index, cells, true) else { return };
        (path.goal, path.route, path.planned) = (kept.path.goal, kept.path.route, planned);
        self.set_path(index, path, &cells);
    }

    /// Builds a path of these cells for a unit on the first of them. `None` if it is not walkable.
    pub(super) fn path_along(
        &self,
        index: usize,
        cells: Vec<Cell>,
        reaches: bool,
    ) -> Option<(Path, Vec<Cell>)> {
        let (unit, size) = (&self.world.units[index], self.world.size());
        let believes = self.believes_of(unit);
        if !plan::is_walkable(&believes, size, &cells) {
            return None;
        }
        let (terms, unknown) = plan::path_terms(&believes, size, &cells)?;
        let path = Path {
            steps: plan::to_steps(&cells),
            goal: *cells.last()?,
            reaches,
            planned: self.world.tick,
            length: cells.len() as u32 - 1,
            price: terms.total() as Cost,
            terms: terms.list().to_vec(),
            time: terms.time as Cost,
            unknown,
            route: None,
        };
        Some((path, cells))
    }

    /// Counts a failed path; the unit will request another, but not for ever.
    fn count_setback(&mut self, index: usize) {
        let unit = &mut self.world.units[index];
        unit.setbacks = unit.setbacks.saturating_add(1);
        unit.path = None;
        add_to_count(&mut self.world.tally.replans, 1);
    }

    /// Whether a unit has failed too often.
    pub(super) fn has_failed_too_often(&self, index: usize) -> bool {
        self.world.units[index].setbacks >= SETBACKS_MAX
    }

    /// Records the duration of a trade trip between two settlements for the unit's people.
    fn record_route(&mut self, index: usize, path: &Path) {
        let unit = &self.world.units[index];
        let is_trading = matches!(unit.top(), Some(Behaviour::Travel { purpose: TripPurpose::Trade, .. }));
        let places = self.places();
        let (Some(from), Some(to)) = (places.town_at(unit.cell), places.town_at(path.goal)) else {
            return;
        };
        if is_trading && path.reaches && from != to {
            let duration = TripTime { time: amount_of(path.whole_time()).max(1), tick: self.world.tick };
            self.world.peoples[usize::from(unit.people)].trip_times.insert((from, to), duration);
        }
    }

    fn record_survey(&mut self, from: TownId, to: TownId, answer: &Served) {
        let people = answer.request.people;
        let believes = self.believes(people, answer.request.kind, &[]);
        let measured = plan::path_terms(&believes, self.world.size(), &answer.cells);
        if let Some((terms, _)) = measured.filter(|_| answer.reaches) {
            let beyond = answer.route.as_ref().map_or(0, |route| route.time);
            let duration =
                TripTime { time: amount_of(terms.time as Cost + beyond).max(1), tick: self.world.tick };
            self.world.peoples[usize::from(people)].trip_times.insert((from, to), duration);
        }
    }

    /// Requests a survey of the route between two settlements for a people.
    pub(super) fn request_survey(&mut self, people: u8, from: TownId, to: TownId) {
        let request = PathRequest {
            id: 0,
            requester: Requester::Survey(from, to),
            urgent: false,
            people,
            kind: Kind::Porter,
            from: self.world.town(from).cell,
            target: Target::Cell(self.world.town(to).cell),
            crowd: Vec::new(),
            hunger: 0,
            requested: self.world.tick,
            failed: FailedMethod::default(),
        };
        plan::submit(&mut self.world.plans, request);
        add_to_count(&mut self.world.tally.requests, 1);
    }

    /// Requests surveys of the routes between all markets that each people knows.
    pub(super) fn request_all_surveys(&mut self) {
        for people in 0..self.world.peoples.len() as u8 {
            if self.world.people(people).nature != Nature::Settled {
                continue;
            }
            let markets: Vec<TownId> = self.world.markets_of(people).collect();
            for from in &markets {
                for to in markets.iter().filter(|to| *to != from) {
                    self.request_survey(people, *from, *to);
                }
            }
        }
    }

    /// Drops a unit's path because it is no longer walkable, and requests another.
    pub(super) fn replan(&mut self, index: usize) {
        add_to_count(&mut self.world.tally.replans, 1);
        let unit = &mut self.world.units[index];
        unit.path = None;
        unit.request = None;
        let target = match unit.top() {
            Some(Behaviour::Travel { goal, .. }) => Target::Cell(*goal),
            Some(Behaviour::Explore { .. }) => {
                if let Some(Behaviour::Explore { target, .. }) = unit.stack.last_mut() {
                    *target = None;
                }
                return;
            }
            _ => return,
        };
        self.request_path(index, target);
    }

    /// After too many setbacks, the wish that makes the unit give up.
    pub(super) fn give_up_intent(&mut self, index: usize) -> Option<mind::Intent> {
        if !self.has_failed_too_often(index) {
            return None;
        }
        self.world.units[index].setbacks = 0;
        Some(mind::Intent::Fail("finds no way"))
    }
}

/// The cells from `here` along a planned path: from the unit's position on it, or by a short detour onto it.
fn join_path(
    believes: &BelievedPrices,
    size: crate::grid::Size,
    here: Cell,
    planned: &[Cell],
) -> Option<Vec<Cell>> {
    if let Some(place) = planned.iter().position(|cell| *cell == here) {
        return Some(planned[place..].to_vec());
    }
    let onto = JOIN_WITHIN_STEPS.min(planned.len() - 1);
    let mut cells = plan::detour(believes, size, here, planned[onto], &[], JOIN_PRICE_MAX)?;
    cells.extend_from_slice(&planned[onto + 1..]);
    Some(cells)
}

/// A unit's heading once its step is done; `None` if it comes from inside.
fn heading_of(unit: &Unit) -> Option<Dir8> {
    let stepping = unit.next.and_then(|next| unit.cell.dir_to(next));
    stepping.or(unit.heading.map(Dir8::from_index))
}
