//! Asking for paths, and what becomes of the answers.

use super::Game;
use crate::graph::{Cost, NodeId};
use crate::grid::{Cell, Dir8};
use crate::mind;
use crate::plan::{self, Believes, FarWay, Planner, Served};
use crate::world::{
    Asker, Behaviour, DAY, Errand, Kind, Nature, Path, Request, Target, TownId, Tried, Unit, UnitId, Way,
    amount_of, count,
};
use rayon::prelude::*;

/// How far a planner looks for others who are in the way, in steps.
const CROWD_RADIUS: u16 = 6;
/// As many as that are in the way where it is crowded.
const CROWD_USUAL: usize = 64;
/// Cells that somebody who walks will be on soon, and that others who plan would rather leave to him.
const CLAIMED_AHEAD: usize = 4;
/// Failed attempts in a row after which a unit gives a wish up.
const SETBACKS_MAX: u8 = 6;
/// How far along a new path a unit that has moved on may join it, in steps.
const JOIN_WITHIN: usize = 10;
/// Steps that are left of the near part of a far way when the next part is worked out.
const STEPS_LOW: usize = 12;
/// Parts of far ways that are worked out in one tick.
pub const PARTS_MAX: usize = 256;
/// Ticks after which a way is thought over in the morning, although it holds: there may be better roads by now.
const KEPT_MAX: u64 = 3 * DAY;
/// Price beyond which joining a new path is not worth it, in milli-steps.
const JOIN_PRICE: Cost = 60_000;

impl Game {
    /// Spends this tick's planning budget and hands out what was found.
    pub(super) fn serve_plans(&mut self) {
        let derived = &mut self.derived;
        let tools = plan::Tools { tables: &derived.tables, guides: &derived.guides };
        let thoughts = &mut derived.thoughts;
        let (served, expansions) =
            plan::serve_watched(&mut self.world, tools, &mut derived.fields, |live, answer| {
                thoughts.keep(live, answer);
            });
        count(&mut self.world.tally.expansions, expansions);
        self.think_for_show(&served);
        for answer in served {
            match answer.request.asker {
                Asker::Unit(id) => self.hand_over(id, &answer),
                Asker::Survey(from, to) => self.file_survey(from, to, &answer),
                Asker::Ambition => self.judge_ambition(&answer),
            }
        }
    }

    /// Works out the next parts of far ways whose near part is nearly walked: those with the fewest steps left first.
    pub(super) fn work_out_routes(&mut self) {
        let units = self.world.units.iter().enumerate();
        let mut due: Vec<(usize, usize)> = units
            .filter_map(|(index, unit)| {
                let path = unit.path.as_ref().filter(|path| path.route.is_some())?;
                (path.steps.len() < STEPS_LOW).then_some((path.steps.len(), index))
            })
            .collect();
        due.sort_unstable();
        due.truncate(PARTS_MAX);
        let part = |(_, index): &(usize, usize)| self.next_part(*index);
        let parts: Vec<Option<FarWay>> =
            if due.len() < 2 { due.iter().map(part).collect() } else { due.par_iter().map(part).collect() };
        for ((_, index), part) in due.into_iter().zip(parts) {
            match part {
                Some(part) => self.append_part(index, part),
                None => self.replan(index),
            }
        }
    }

    /// What follows the near part of a unit's far way.
    fn next_part(&self, index: usize) -> Option<FarWay> {
        let unit = &self.world.units[index];
        let route = unit.path.as_ref()?.route.clone()?;
        let rest = unit.rest_of_way(self.world.size());
        let (end, heading) = match rest[..] {
            [.., before, end] => (end, before.dir_to(end)),
            _ => (*rest.last()?, heading_of(unit)),
        };
        let planner = self.planner(unit.people, unit.kind, &self.crowd_around(end, unit.id, unit.people));
        let mut part = planner.hungry(unit.hunger()).next_part(end, route)?;
        part.cells = self.eased(unit, heading, part.cells);
        Some(part)
    }

    /// Puts the next part of a far way behind its near part.
    fn append_part(&mut self, index: usize, part: FarWay) {
        let unit = &self.world.units[index];
        let size = self.world.size();
        let measured = plan::measure(&self.believes_of(unit), size, &part.cells);
        let (Some((terms, unknown)), Some(path)) = (measured, self.world.units[index].path.as_mut()) else {
            return self.replan(index);
        };
        let steps = plan::steps_of(&part.cells);
        path.length += steps.len() as u32;
        path.steps.extend(steps);
        path.price += terms.total() as Cost;
        path.time += terms.time as Cost;
        path.unknown += unknown;
        for (sum, term) in path.terms.iter_mut().zip(terms.list()) {
            *sum += term;
        }
        path.route = part.route;
        count(&mut self.world.tally.parts, 1);
        self.derived.watches.watch(&self.world.units[index], size);
    }

    /// The planner of a kind of a people; `crowd` are cells that others hold nearby.
    pub fn planner(&self, people: u8, kind: Kind, crowd: &[Cell]) -> Planner<'_> {
        let of = (&self.world.peoples[usize::from(people)], people);
        Planner::new(of, kind, &self.world.land.height, self.derived.tools(), crowd)
    }

    /// The planner of one unit, as hungry as it is.
    pub fn planner_of(&self, unit: &Unit) -> Planner<'_> {
        self.planner(unit.people, unit.kind, &[]).hungry(unit.hunger())
    }

    /// The rest of the way that a unit follows to its very end, with the cell from which it goes on; up to where it is
    /// worked out, if the rest cannot be.
    pub fn whole_rest_of_way(&self, unit: &Unit) -> Vec<Cell> {
        let mut cells = unit.rest_of_way(self.world.size());
        if let Some(route) = unit.path.as_ref().and_then(|path| path.route.as_ref())
            && let Some(end) = cells.last().copied()
            && let Some(rest) = self.planner_of(unit).unfold(end, route)
        {
            cells.extend_from_slice(&rest[1..]);
        }
        cells
    }

    /// The cells that the whole rest of its way leads over, from the cell after the one it stands on.
    pub fn whole_way_ahead(&self, unit: &Unit) -> Vec<Cell> {
        let mut cells = self.whole_rest_of_way(unit);
        if unit.next.is_none() {
            cells.remove(0);
        }
        cells
    }

    /// All cells of an answer.
    pub(super) fn all_cells(&self, answer: &Served) -> Vec<Cell> {
        let mut cells = answer.cells.clone();
        if let (Some(route), Some(end)) = (&answer.route, cells.last().copied()) {
            let planner = self.planner(answer.request.people, answer.request.kind, &[]);
            cells.extend(planner.unfold(end, route).unwrap_or_default().into_iter().skip(1));
        }
        cells
    }

    /// Puts a unit's wish for a path into the queue.
    pub(super) fn ask(&mut self, index: usize, target: Target) {
        let unit = &self.world.units[index];
        let from = unit.way_start();
        let request = Request {
            id: 0,
            asker: Asker::Unit(unit.id),
            urgent: unit.ordered || self.is_lived(index),
            people: unit.people,
            kind: unit.kind,
            from,
            crowd: self.claims_around(from, &target, unit),
            hunger: unit.hunger(),
            target,
            asked: self.world.tick,
            tried: Tried::default(),
        };
        let id = plan::submit(&mut self.world.plans, request);
        count(&mut self.world.tally.requests, 1);
        let unit = &mut self.world.units[index];
        unit.awaiting = Some(id);
        unit.asked = self.world.tick;
    }

    /// Cells held by others nearby, as far as the people sees them.
    pub(super) fn crowd_around(&self, centre: Cell, me: UnitId, people: u8) -> Vec<Cell> {
        let visible = &self.derived.visible[usize::from(people)];
        let near = self.world.size().square(centre, CROWD_RADIUS);
        let mut crowd = Vec::with_capacity(CROWD_USUAL);
        crowd.extend(near.filter(|cell| visible[*cell] > 0 && self.derived.is_taken(*cell, me)));
        crowd
    }

    /// What others nearby claim: the cells that they hold and, of those who walk, the next few of their ways. If it is
    /// known where the way will lead, only those count who are on that side.
    fn claims_around(&self, centre: Cell, target: &Target, me: &Unit) -> Vec<Cell> {
        let size = self.world.size();
        let is_ahead = |cell: Cell| match target {
            Target::Cell(goal) => cell.octile(*goal) < centre.octile(*goal),
            Target::Border { .. } => true,
        };
        let mut claims = self.crowd_around(centre, me.id, me.people);
        claims.retain(|cell| is_ahead(*cell));
        for held in 0..claims.len() {
            let holder = self.derived.holder(claims[held]).and_then(|id| self.world.unit(id));
            let ours = holder.filter(|unit| unit.people == me.people);
            let soon = ours.iter().flat_map(|unit| unit.way_ahead(size).take(CLAIMED_AHEAD));
            let near =
                soon.filter(|cell| is_ahead(*cell) && cell.steps_to(centre) <= u32::from(CROWD_RADIUS));
            claims.extend(near.collect::<Vec<Cell>>());
        }
        claims.sort_unstable();
        claims.dedup();
        claims
    }

    /// The land as a people believes it to be, priced for a kind.
    pub fn believes(&self, people: u8, kind: Kind, crowd: &[Cell]) -> Believes<'_> {
        let size = self.world.size();
        let crowd = crowd.iter().map(|cell| size.index(*cell) as NodeId).collect();
        let people = &self.world.peoples[usize::from(people)];
        Believes::new(people, &self.world.land.height, self.derived.tables.of(kind), crowd)
    }

    /// The same for one unit, as hungry as it is.
    pub fn believes_of(&self, unit: &Unit) -> Believes<'_> {
        self.believes(unit.people, unit.kind, &[]).hungry(unit.hunger())
    }

    /// A way for a unit that comes to it with this heading, with its turns eased.
    fn eased(&self, unit: &Unit, heading: Option<Dir8>, cells: Vec<Cell>) -> Vec<Cell> {
        plan::eased(&self.believes_of(unit), self.world.size(), heading, cells)
    }

    /// Gives a unit the path it waits for (if it still does).
    fn hand_over(&mut self, id: UnitId, answer: &Served) {
        let Some(index) = self.world.unit_index(id) else { return };
        if self.world.units[index].awaiting != Some(answer.request.id) {
            return;
        }
        self.world.units[index].awaiting = None;
        if matches!(answer.request.target, Target::Border { .. }) && !self.accept_border(index, answer) {
            return;
        }
        let Some((path, cells)) = self.path_from(index, answer) else { return self.set_back(index) };
        self.remember_way(index, &path);
        self.tell_no_way(index, answer);
        self.take_way(index, path, &cells);
        if answer.reaches && answer.route.is_none() {
            self.share_way(index, &cells);
        }
    }

    /// A unit has its way.
    pub(super) fn take_way(&mut self, index: usize, path: Path, cells: &[Cell]) {
        self.read_counter(self.world.units[index].id, &path, cells);
        self.world.units[index].path = Some(path);
        self.derived.watches.watch(&self.world.units[index], self.world.size());
        self.follow_acts(index);
    }

    /// Whoever is told that there is no way says so at once, and why.
    fn tell_no_way(&mut self, index: usize, answer: &Served) {
        let Target::Cell(goal) = answer.request.target else { return };
        let unit = &self.world.units[index];
        // Who searches tries many places.
        if answer.reaches || matches!(unit.top(), Some(Behaviour::Search { .. })) {
            return;
        }
        let (from, name, weight) = (unit.way_start(), unit.name.clone(), if unit.ordered { 6 } else { 2 });
        let why = self.planner(unit.people, unit.kind, &[]).hindrance(from, goal).words();
        let text = format!("{name} knows no way to {}: {why}", self.place_name(goal));
        self.note(weight, from, text);
    }

    /// A scout learns which border it was sent to; false when there is none.
    fn accept_border(&mut self, index: usize, answer: &Served) -> bool {
        let end = answer.cells.last().copied().filter(|_| answer.reaches);
        if let Some(Behaviour::Explore { target, fruitless }) = self.world.units[index].stack.last_mut() {
            *target = end;
            *fruitless = if end.is_some() { 0 } else { fruitless.saturating_add(1) };
        }
        self.tell_reason(index);
        end.is_some()
    }

    /// Makes a path of an answer, from where the unit is by now, with its cells. `None` when it does not hold any more.
    fn path_from(&self, index: usize, answer: &Served) -> Option<(Path, Vec<Cell>)> {
        let unit = &self.world.units[index];
        let size = self.world.size();
        let believes = self.believes(unit.people, unit.kind, &[]);
        let cells = join(&believes, size, unit.way_start(), &answer.cells)?;
        let (mut path, cells) =
            self.path_along(index, self.eased(unit, heading_of(unit), cells), answer.reaches)?;
        if let Some(route) = &answer.route {
            (path.goal, path.route) = (route.goal, Some(route.clone()));
        }
        Some((path, cells))
    }

    /// In the morning a unit goes on with the way that it left in the evening, if it still holds; else it will ask.
    pub(super) fn take_up_kept_way(&mut self, index: usize) {
        let Some(kept) = self.world.units[index].take_kept_way() else { return };
        let planned = kept.path.planned;
        if self.world.tick > planned + KEPT_MAX {
            return;
        }
        let (unit, size) = (&self.world.units[index], self.world.size());
        let believes = self.believes(unit.people, unit.kind, &[]);
        let left: Vec<Cell> =
            std::iter::once(kept.from).chain(kept.path.steps.cells_after(kept.from, size)).collect();
        let Some(cells) = join(&believes, size, unit.way_start(), &left) else { return };
        let Some((mut path, cells)) = self.path_along(index, cells, true) else { return };
        (path.goal, path.route, path.planned) = (kept.path.goal, kept.path.route, planned);
        self.take_way(index, path, &cells);
    }

    /// Makes a path of these cells for a unit that stands on the first. `None` if it would not hold.
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
        let (terms, unknown) = plan::measure(&believes, size, &cells)?;
        let path = Path {
            steps: plan::steps_of(&cells),
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

    /// A path that did not come to anything: ask again, but not for ever.
    fn set_back(&mut self, index: usize) {
        let unit = &mut self.world.units[index];
        unit.setbacks = unit.setbacks.saturating_add(1);
        unit.path = None;
        count(&mut self.world.tally.replans, 1);
    }

    /// Whether a unit has tried often enough.
    pub(super) fn is_at_wits_end(&self, index: usize) -> bool {
        self.world.units[index].setbacks >= SETBACKS_MAX
    }

    /// A trader who has planned the way between two settlements knows how long it takes, and so does his people.
    fn remember_way(&mut self, index: usize, path: &Path) {
        let unit = &self.world.units[index];
        let trading = matches!(unit.top(), Some(Behaviour::Travel { errand: Errand::Trade, .. }));
        let places = self.places();
        let (Some(from), Some(to)) = (places.town_at(unit.cell), places.town_at(path.goal)) else {
            return;
        };
        if trading && path.reaches && from != to {
            let way = Way { time: amount_of(path.whole_time()).max(1), tick: self.world.tick };
            self.world.peoples[usize::from(unit.people)].ways.insert((from, to), way);
        }
    }

    fn file_survey(&mut self, from: TownId, to: TownId, answer: &Served) {
        let people = answer.request.people;
        let believes = self.believes(people, answer.request.kind, &[]);
        let measured = plan::measure(&believes, self.world.size(), &answer.cells);
        if let Some((terms, _)) = measured.filter(|_| answer.reaches) {
            let beyond = answer.route.as_ref().map_or(0, |route| route.time);
            let way = Way { time: amount_of(terms.time as Cost + beyond).max(1), tick: self.world.tick };
            self.world.peoples[usize::from(people)].ways.insert((from, to), way);
        }
    }

    /// Has the way between two settlements surveyed by a people.
    pub(super) fn survey(&mut self, people: u8, from: TownId, to: TownId) {
        let request = Request {
            id: 0,
            asker: Asker::Survey(from, to),
            urgent: false,
            people,
            kind: Kind::Porter,
            from: self.world.town(from).cell,
            target: Target::Cell(self.world.town(to).cell),
            crowd: Vec::new(),
            hunger: 0,
            asked: self.world.tick,
            tried: Tried::default(),
        };
        plan::submit(&mut self.world.plans, request);
        count(&mut self.world.tally.requests, 1);
    }

    /// Every people surveys the ways between all markets that it knows.
    pub(super) fn survey_everything(&mut self) {
        for people in 0..self.world.peoples.len() as u8 {
            if self.world.people(people).nature != Nature::Settled {
                continue;
            }
            let markets: Vec<TownId> = self.world.markets_of(people).collect();
            for from in &markets {
                for to in markets.iter().filter(|to| *to != from) {
                    self.survey(people, *from, *to);
                }
            }
        }
    }

    /// A unit drops its path because it does not hold, and asks again.
    pub(super) fn replan(&mut self, index: usize) {
        count(&mut self.world.tally.replans, 1);
        let unit = &mut self.world.units[index];
        unit.path = None;
        unit.awaiting = None;
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
        self.ask(index, target);
    }

    /// Whether a wish is one that a mind may still have after so many setbacks.
    pub(super) fn gives_up(&mut self, index: usize) -> Option<mind::Wish> {
        if !self.is_at_wits_end(index) {
            return None;
        }
        self.world.units[index].setbacks = 0;
        Some(mind::Wish::Fail("finds no way"))
    }
}

/// The cells from `here` along a planned way: from where the unit is on it, or by a short way onto it.
fn join(believes: &Believes, size: crate::grid::Size, here: Cell, planned: &[Cell]) -> Option<Vec<Cell>> {
    if let Some(place) = planned.iter().position(|cell| *cell == here) {
        return Some(planned[place..].to_vec());
    }
    let onto = JOIN_WITHIN.min(planned.len() - 1);
    let mut cells = plan::detour(believes, size, here, planned[onto], &[], JOIN_PRICE)?;
    cells.extend_from_slice(&planned[onto + 1..]);
    Some(cells)
}

/// Where a unit is heading once its step is done; nowhere, if it comes from inside.
fn heading_of(unit: &Unit) -> Option<Dir8> {
    let stepping = unit.next.and_then(|next| unit.cell.dir_to(next));
    stepping.or(unit.heading.map(Dir8::from_index))
}
