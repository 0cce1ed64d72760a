//! Whether what is loaded of events, objectives and charters is within its limits and of this world.

use super::amounts::AMOUNT_MAX;
use super::check::Check;
use super::event::{DEEDS_MAX, PERSONS_MAX};
use super::{
    AIMS_MAX, Aim, AimKind, CHARTERS_MAX, Chapter, Charter, CharterToll, Event, EventLink, EventSubjects,
    Goal, PeopleIx, STRETCH_MAX, TOLLS_MAX, TownIx, WORKS_MAX, Warning,
};

impl Check<'_> {
    /// Whether the events are what recording can have made of them.
    pub(super) fn are_sound_events(&self, is_name: impl Fn(&str) -> bool) -> bool {
        let world = self.world;
        let goals = world.level_goals.iter().flat_map(|level| &level.goals).filter_map(Goal::unit);
        let limit = world.tick.saturating_add(1).saturating_mul(EVENTS_A_TICK);
        world.events.is_sound(goals, limit)
            && world.events.iter().all(|event| self.is_sound_event(event))
            && world.events.links().all(|link| self.is_sound_link(link))
            && world.events.persons().len() <= PERSONS_MAX
            && world.events.lines().all(|(line, _)| line.tick <= world.tick)
            && world.events.units().all(|unit| is_name(&unit.name) && world.peoples.contains(unit.people))
            && world.events.passes.is_sound(world.size(), world.towns.len())
            && world.events.feuds.is_sound(world.size(), world.towns.len(), world.tick)
    }

    fn is_sound_event(&self, event: &Event) -> bool {
        let world = self.world;
        event.tick <= world.tick
            && event.at.is_none_or(|cell| world.size().contains(cell))
            && event.near.is_none_or(|town| world.towns.contains(town))
            && event.cause.is_none_or(|cause| cause < event.id)
            && self.are_sound_subjects(&event.kind.subjects())
    }

    fn are_sound_subjects(&self, subjects: &EventSubjects) -> bool {
        let world = self.world;
        subjects.units().all(|unit| unit.0 < world.next_unit)
            && subjects.towns().all(|town| world.towns.contains(town))
            && subjects.cells().all(|cell| world.size().contains(cell))
            && subjects.peoples().all(|people| world.peoples.contains(people))
            && subjects.bands().all(|band| world.bands.was(band))
            && subjects.amount() <= AMOUNT_MAX
    }

    fn is_sound_link(&self, link: EventLink) -> bool {
        let world = self.world;
        let town = |id: TownIx| world.towns.contains(id);
        let people = |index: PeopleIx| world.peoples.contains(index);
        match link {
            EventLink::Step(id, _)
            | EventLink::Ruin(id)
            | EventLink::Hunger(id)
            | EventLink::Sickness(id) => town(id),
            EventLink::Trip((a, b)) | EventLink::Road((a, b)) | EventLink::Joined((a, b)) => {
                town(a) && town(b) && a < b
            }
            EventLink::Settlers(unit) => unit.0 < world.next_unit,
            EventLink::Fear(index, cell) => people(index) && world.size().contains(cell),
            EventLink::Grievance(one, other) => people(one) && people(other),
            EventLink::Band(band) => world.bands.get(band).is_some(),
            EventLink::Feud(cell) | EventLink::Flood(cell) => world.size().contains(cell),
            EventLink::Deed(unit, slot) => unit.0 < world.next_unit && slot < DEEDS_MAX,
            EventLink::Charter(id) => id < world.charters.next_id,
            EventLink::War(one, other) => people(one) && people(other) && one < other,
        }
    }

    /// Whether the objectives are.
    pub(super) fn are_sound_objectives(&self) -> bool {
        let world = self.world;
        let town = |id: TownIx| world.towns.contains(id);
        let aim = |aim: &Aim| {
            let ends = match aim.kind {
                AimKind::Near { from, to } => town(from) && town(to),
                AimKind::Joined | AimKind::Fed | AimKind::Peace => true,
            };
            let amounts = [aim.value.unwrap_or(0), aim.target, aim.saved, aim.stretch.time];
            ends && amounts.iter().all(|amount| *amount <= AMOUNT_MAX)
                && aim.stretch.cells.len() <= STRETCH_MAX
                && aim.stretch.cells.iter().all(|cell| world.size().contains(*cell))
        };
        let objectives = &world.objectives;
        let warning = match objectives.warning {
            Some(Warning::Hunger { town: id, days: count } | Warning::Fear { town: id, count }) => {
                town(id) && count <= AMOUNT_MAX
            }
            Some(Warning::Debt) | None => true,
        };
        let reached = objectives.reached.len() <= Chapter::ALL.len()
            && objectives.reached.is_sorted()
            && objectives.reached.last().is_none_or(|tick| world.is_past(*tick));
        let works = objectives.works().len() <= WORKS_MAX
            && objectives.works().last().is_none_or(|cell| (*cell as usize) < world.size().area());
        let aims = objectives.aims.len() <= AIMS_MAX && objectives.aims.iter().all(aim);
        aims && warning && reached && works
    }

    /// Whether the charters are.
    pub(super) fn are_sound_charters(&self) -> bool {
        let world = self.world;
        let charters = &world.charters;
        let is_stranger = |people| world.peoples.contains(people) && people != PeopleIx::PLAYER;
        let charter = |charter: &Charter| {
            charter.id < charters.next_id
                && world.towns.contains(charter.to)
                && is_stranger(charter.rival)
                && charter.loads <= AMOUNT_MAX / 100
                && charter.carried <= AMOUNT_MAX
                && world.is_past(charter.offered)
                && world.is_within_a_year(charter.deadline)
        };
        let toll = |toll: &CharterToll| is_stranger(toll.people) && world.is_within_a_year(toll.until);
        charters.open.len() <= CHARTERS_MAX
            && charters.open.iter().all(charter)
            && charters.tolls.len() <= TOLLS_MAX
            && charters.tolls.iter().all(toll)
            && charters.next_id <= AMOUNT_MAX
            && usize::from(charters.offered_in_year) <= CHARTERS_MAX
            && world.is_past(charters.last_offered)
    }
}

/// Events that a tick can record, with the commands before it: their numbers never run out before the longest age.
const EVENTS_A_TICK: u64 = 1 << 32;
