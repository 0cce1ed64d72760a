//! Asking for paths, and what becomes of the answers.

use super::Game;
use crate::graph::NodeId;
use crate::grid::Cell;
use crate::mind;
use crate::plan::{self, Believes, Served};
use crate::world::{Asker, Behaviour, Errand, Kind, Path, Request, Target, TownId, Unit, UnitId, Way};

/// How far a planner looks for others who are in the way, in steps.
const CROWD_RADIUS: u16 = 6;
/// Cells that somebody who walks will be on soon, and that others who plan would rather leave to him.
const CLAIMED_AHEAD: usize = 4;
/// Failed attempts in a row after which a unit gives a wish up.
const SETBACKS_MAX: u8 = 6;
/// How far along a new path a unit that has moved on may join it, in steps.
const JOIN_WITHIN: usize = 10;
/// Price beyond which joining a new path is not worth it, in milli-steps.
const JOIN_PRICE: u32 = 60_000;

impl Game {
    /// Spends this tick's planning budget and hands out what was found.
    pub(super) fn serve_plans(&mut self) {
        let (thoughts, tables) = (&mut self.derived.thoughts, &self.derived.tables);
        let (served, expansions) =
            plan::serve_watched(&mut self.world, tables, |live, answer| thoughts.keep(live, answer));
        self.world.tally.expansions += expansions;
        for answer in served {
            match answer.request.asker {
                Asker::Unit(id) => self.hand_over(id, &answer),
                Asker::Survey(from, to) => self.file_survey(from, to, &answer),
                Asker::Ambition => self.judge_ambition(&answer),
            }
        }
    }

    /// Puts a unit's wish for a path into the queue.
    pub(super) fn ask(&mut self, index: usize, target: Target) {
        let unit = &self.world.units[index];
        let from = unit.way_start();
        let request = Request {
            id: 0,
            asker: Asker::Unit(unit.id),
            urgent: unit.ordered,
            people: unit.people,
            kind: unit.kind,
            from,
            crowd: self.claims_around(from, &target, unit),
            target,
            asked: self.world.tick,
        };
        let id = plan::submit(&mut self.world.plans, request);
        self.world.tally.requests += 1;
        let unit = &mut self.world.units[index];
        unit.awaiting = Some(id);
        unit.asked = self.world.tick;
    }

    /// Cells held by others nearby, as far as the people sees them.
    pub(super) fn crowd_around(&self, centre: Cell, me: UnitId, people: u8) -> Vec<Cell> {
        let visible = &self.derived.visible[usize::from(people)];
        let near = self.world.size().square(centre, CROWD_RADIUS);
        near.filter(|cell| visible[*cell] > 0 && self.derived.is_taken(*cell, me)).collect()
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
            let soon = ours.iter().flat_map(|unit| unit.ahead(size).take(CLAIMED_AHEAD));
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
        self.take_way(index, path, &cells);
        if answer.reaches {
            self.share_way(index, &cells);
        }
    }

    /// A unit has its way.
    pub(super) fn take_way(&mut self, index: usize, path: Path, cells: &[Cell]) {
        self.read_counter(self.world.units[index].id, &path, cells);
        self.world.units[index].path = Some(path);
        self.follow_acts(index);
    }

    /// A scout learns which border it was sent to; false when there is none.
    fn accept_border(&mut self, index: usize, answer: &Served) -> bool {
        let end = answer.cells.last().copied().filter(|_| answer.reaches);
        if let Some(Behaviour::Explore { target, fruitless }) = self.world.units[index].stack.last_mut() {
            *target = end;
            *fruitless = if end.is_some() { 0 } else { *fruitless + 1 };
        }
        end.is_some()
    }

    /// Makes a path of an answer, from where the unit is by now, with its cells. `None` when it does not hold any more.
    fn path_from(&self, index: usize, answer: &Served) -> Option<(Path, Vec<Cell>)> {
        let unit = &self.world.units[index];
        let size = self.world.size();
        let believes = self.believes(unit.people, unit.kind, &[]);
        let cells = join(&believes, size, unit.way_start(), &answer.cells)?;
        self.path_along(index, cells, answer.reaches)
    }

    /// Makes a path of these cells for a unit that stands on the first. `None` if it would not hold.
    pub(super) fn path_along(
        &self,
        index: usize,
        cells: Vec<Cell>,
        reaches: bool,
    ) -> Option<(Path, Vec<Cell>)> {
        let (unit, size) = (&self.world.units[index], self.world.size());
        let believes = self.believes(unit.people, unit.kind, &[]);
        if !plan::is_walkable(&believes, size, &cells) {
            return None;
        }
        let (terms, unknown) = plan::measure(&believes, size, &cells)?;
        let path = Path {
            steps: plan::directions(&cells),
            goal: *cells.last()?,
            reaches,
            planned: self.world.tick,
            length: cells.len() as u32 - 1,
            price: terms.total() as u32,
            terms: terms.list().map(|term| term as i32).to_vec(),
            time: terms.time as u32,
            unknown,
        };
        Some((path, cells))
    }

    /// A path that did not come to anything: ask again, but not for ever.
    fn set_back(&mut self, index: usize) {
        let unit = &mut self.world.units[index];
        unit.setbacks = unit.setbacks.saturating_add(1);
        unit.path = None;
        self.world.tally.replans += 1;
    }

    /// Whether a unit has tried often enough.
    pub(super) fn is_at_wits_end(&self, index: usize) -> bool {
        self.world.units[index].setbacks >= SETBACKS_MAX
    }

    /// A trader who has planned the way between two settlements knows how long it takes, and so does his people.
    fn remember_way(&mut self, index: usize, path: &Path) {
        let unit = &self.world.units[index];
        let trading = matches!(unit.top(), Some(Behaviour::Travel { errand: Errand::Trade, .. }));
        let (Some(from), Some(to)) = (self.world.town_at(unit.cell), self.world.town_at(path.goal)) else {
            return;
        };
        if trading && path.reaches && from != to {
            let way = Way { time: path.time.max(1), tick: self.world.tick };
            self.world.peoples[usize::from(unit.people)].ways.insert((from, to), way);
        }
    }

    fn file_survey(&mut self, from: TownId, to: TownId, answer: &Served) {
        let people = answer.request.people;
        let believes = self.believes(people, answer.request.kind, &[]);
        let measured = plan::measure(&believes, self.world.size(), &answer.cells);
        if let Some((terms, _)) = measured.filter(|_| answer.reaches) {
            let way = Way { time: (terms.time as u32).max(1), tick: self.world.tick };
            self.world.peoples[usize::from(people)].ways.insert((from, to), way);
        }
    }

    /// Has the way between two settlements surveyed.
    pub(super) fn survey(&mut self, from: TownId, to: TownId) {
        let request = Request {
            id: 0,
            asker: Asker::Survey(from, to),
            urgent: false,
            people: self.world.town(from).people,
            kind: Kind::Porter,
            from: self.world.town(from).cell,
            target: Target::Cell(self.world.town(to).cell),
            crowd: Vec::new(),
            asked: self.world.tick,
        };
        plan::submit(&mut self.world.plans, request);
        self.world.tally.requests += 1;
    }

    /// Surveys the ways between all markets.
    pub(super) fn survey_everything(&mut self) {
        let markets: Vec<TownId> = self.world.living_towns().collect();
        for from in &markets {
            for to in markets.iter().filter(|to| *to != from) {
                self.survey(*from, *to);
            }
        }
    }

    /// A unit drops its path because it does not hold, and asks again.
    pub(super) fn replan(&mut self, index: usize) {
        self.world.tally.replans += 1;
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
