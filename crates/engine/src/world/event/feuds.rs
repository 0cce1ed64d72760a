//! Feuds: robberies near one settlement, or in the wild near one place, each soon after the last. The first ones are told
//! one by one, as a rumour; then the feud is told as one thing, each time that its loads have doubled; what is done
//! against it is its turn; and when it is over, its aftermath says what came of it.
//!
//! What does not live here: robbery itself, and who sees it (`sim::danger`).

use crate::grid::{Cell, Size};
use crate::world::{AMOUNT_MAX, DAY, TownIx, TownKind, add_capped, days_in};
use serde::{Deserialize, Serialize};

/// The distance from its place within which a robbery belongs to a feud whatever settlement is nearest, in steps.
const FEUD_STEPS: u32 = 8;
/// Ticks without a robbery after which a feud is over.
const FEUD_REST_TICKS: u64 = 24 * DAY;
/// Loads from which on robberies are told as a feud.
const FEUD_LOADS_MIN: u32 = 3;
/// Feuds that are counted at once; further robberies are told one by one.
const FEUDS_MAX: usize = 32;
/// Travellers that a settlement has gained by a detour at least, besides half as many again as came before.
const VISITS_GAINED_MIN: u32 = 4;
/// Settlements on the detours round one feud that are counted.
const DETOUR_TOWNS_MAX: usize = 8;

/// Robberies near a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Feud {
    /// Where the first was.
    pub place: Cell,
    /// The settlement nearest to it, of those that the player's people knew then.
    pub near: Option<TownIx>,
    /// When the first was.
    began: u64,
    /// When the last robbery or death was.
    last: u64,
    /// Loads taken.
    pub loads: u32,
    /// Travellers killed.
    pub deaths: u32,
    /// Forts built and guards sent against it.
    pub answers: FeudAnswers,
    /// Settlements that a detour round it has led through, each as it was then.
    detours: Vec<DetourTown>,
}

/// A settlement on a detour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DetourTown {
    /// Which.
    pub town: TownIx,
    /// What it is.
    pub kind: TownKind,
    /// Travellers who came to it in the last two seasons, if that is known.
    pub visits: Option<u32>,
}

/// How a settlement has gained by a detour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum DetourGain {
    /// Half as many travellers again come to it.
    Visits,
    /// It has become something larger.
    Kind,
}

/// How often something was done against a feud.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct FeudAnswers {
    /// Forts built.
    pub forts: u32,
    /// Guards sent.
    pub guards: u32,
}

/// What is told of a robbery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RobberyNews {
    /// The robbery.
    Robbery,
    /// The feud that it belongs to.
    Feud(Feud),
    /// Nothing: its feud is known.
    Nothing,
}

impl Feud {
    /// How many days it has lasted.
    pub fn days(&self) -> u32 {
        days_in(self.last - self.began + DAY)
    }

    /// Whether it is more than a robbery or two.
    pub fn is_told(&self) -> bool {
        self.loads >= FEUD_LOADS_MIN
    }

    /// The settlement on a detour round it that has gained most meanwhile, where it is known what each is now.
    pub fn grown_by_detours(
        &self,
        now: impl Fn(TownIx) -> Option<DetourTown>,
    ) -> Option<(TownIx, DetourGain)> {
        let gained = self.detours.iter().filter_map(|then| {
            let now = now(then.town)?;
            let gain = if then.kind < now.kind {
                DetourGain::Kind
            } else {
                let (before, after) = (then.visits?, now.visits?);
                (after >= VISITS_GAINED_MIN + before + before / 2).then_some(DetourGain::Visits)?
            };
            Some((gain, now.kind, std::cmp::Reverse(then.town)))
        });
        gained.max().map(|(gain, _, town)| (town.0, gain))
    }

    fn covers(&self, (cell, near): (Cell, Option<TownIx>), tick: u64) -> bool {
        let is_near = self.place.chebyshev(cell) <= FEUD_STEPS || near.is_some() && near == self.near;
        is_near && tick - self.last < FEUD_REST_TICKS
    }
}

/// The feuds that are not over.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Feuds(Vec<Feud>);

impl Feuds {
    /// Counts a robbery at a cell and the known settlement nearest to it; what is told of it.
    pub fn count_robbery(&mut self, at: (Cell, Option<TownIx>), tick: u64) -> RobberyNews {
        let Some(feud) = self.feud_at(at, tick) else {
            if self.0.len() < FEUDS_MAX {
                let (place, near) = at;
                let (answers, detours) = Default::default();
                self.0.push(Feud {
                    place,
                    near,
                    began: tick,
                    last: tick,
                    loads: 1,
                    deaths: 0,
                    answers,
                    detours,
                });
            }
            return RobberyNews::Robbery;
        };
        feud.last = tick;
        add_capped(&mut feud.loads, 1, AMOUNT_MAX);
        let has_doubled =
            feud.loads.is_multiple_of(FEUD_LOADS_MIN) && (feud.loads / FEUD_LOADS_MIN).is_power_of_two();
        match feud.is_told() {
            false => RobberyNews::Robbery,
            true if has_doubled => RobberyNews::Feud(feud.clone()),
            true => RobberyNews::Nothing,
        }
    }

    /// Counts a death there for the feud, if there is one.
    pub fn count_death(&mut self, at: (Cell, Option<TownIx>), tick: u64) {
        if let Some(feud) = self.feud_at(at, tick) {
            feud.last = tick;
            add_capped(&mut feud.deaths, 1, AMOUNT_MAX);
        }
    }

    /// Where the feud of a place is, if there is one and it is told.
    pub fn told_place(&self, at: (Cell, Option<TownIx>), tick: u64) -> Option<Cell> {
        let feud = self.0.iter().find(|feud| feud.covers(at, tick))?;
        feud.is_told().then_some(feud.place)
    }

    /// Counts a fort or a guard at a place for the feud there, if there is one.
    pub fn count_answer(&mut self, at: (Cell, Option<TownIx>), is_fort: bool, tick: u64) {
        if let Some(feud) = self.feud_at(at, tick) {
            let count = if is_fort { &mut feud.answers.forts } else { &mut feud.answers.guards };
            add_capped(count, 1, AMOUNT_MAX);
        }
    }

    /// Counts a detour round a place for the feud there, through these settlements.
    pub fn count_detour(
        &mut self,
        at: (Cell, Option<TownIx>),
        through: impl Iterator<Item = DetourTown>,
        tick: u64,
    ) {
        let Some(feud) = self.feud_at(at, tick) else { return };
        for town in through {
            let is_new = feud.detours.iter().all(|known| known.town != town.town);
            if is_new && feud.detours.len() < DETOUR_TOWNS_MAX {
                feud.detours.push(town);
            }
        }
    }

    /// Takes out the feuds that are over.
    pub fn take_ended(&mut self, tick: u64) -> Vec<Feud> {
        let is_over = |feud: &mut Feud| tick - feud.last >= FEUD_REST_TICKS;
        self.0.extract_if(.., is_over).collect()
    }

    fn feud_at(&mut self, at: (Cell, Option<TownIx>), tick: u64) -> Option<&mut Feud> {
        self.0.iter_mut().find(|feud| feud.covers(at, tick))
    }

    /// Whether it is what counting can have made of it until a tick (for untrusted input).
    pub(in crate::world) fn is_sound(&self, size: Size, towns: usize, tick: u64) -> bool {
        let is_sound = |feud: &Feud| {
            size.contains(feud.place)
                && feud.near.is_none_or(|town| usize::from(town.0) < towns)
                && feud.began <= feud.last
                && feud.last <= tick
                && (1..=AMOUNT_MAX).contains(&feud.loads)
                && [feud.deaths, feud.answers.forts, feud.answers.guards]
                    .iter()
                    .all(|count| *count <= AMOUNT_MAX)
                && feud.detours.len() <= DETOUR_TOWNS_MAX
                && feud.detours.iter().all(|detour| {
                    usize::from(detour.town.0) < towns
                        && detour.visits.is_none_or(|visits| visits <= AMOUNT_MAX)
                })
        };
        self.0.len() <= FEUDS_MAX && self.0.iter().all(is_sound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn robberies_near_a_place_are_told_twice_and_then_as_they_double() {
        let mut feuds = Feuds::default();
        let told: Vec<u32> = (0..14)
            .map(|i| match feuds.count_robbery((Cell::new(50 + i % 8, 40), None), u64::from(i) * 20 * DAY) {
                RobberyNews::Robbery => 1,
                RobberyNews::Feud(feud) => feud.loads,
                RobberyNews::Nothing => 0,
            })
            .collect();
        assert_eq!(told, [1, 1, 3, 0, 0, 6, 0, 0, 0, 0, 0, 12, 0, 0]);
        let far = feuds.count_robbery((Cell::new(59, 40), Some(TownIx(3))), 260 * DAY);
        assert_eq!(far, RobberyNews::Robbery, "nine steps away is another place");
        feuds.count_death((Cell::new(99, 40), Some(TownIx(3))), 262 * DAY);
        feuds.count_death((Cell::new(51, 41), None), 261 * DAY);
        let ended = |feuds: &mut Feuds, day: u64| -> Vec<(u32, u32, u32)> {
            let ended = feuds.take_ended(day * DAY);
            ended.iter().map(|feud| (feud.loads, feud.deaths, feud.days())).collect()
        };
        assert_eq!(ended(&mut feuds, 284), []);
        assert_eq!(ended(&mut feuds, 285), [(14, 1, 262)]);
        assert_eq!(ended(&mut feuds, 286), [(1, 1, 3)], "a settlement's feud, however far from its place");
        let again = feuds.count_robbery((Cell::new(50, 40), None), 286 * DAY);
        assert_eq!(again, RobberyNews::Robbery, "it begins anew");
    }

    #[test]
    fn what_is_done_against_a_feud_and_who_grows_by_it_is_counted_for_it() {
        let (mut feuds, at) = (Feuds::default(), (Cell::new(50, 40), Some(TownIx(3))));
        feuds.count_robbery(at, 0);
        assert_eq!(feuds.told_place(at, 1), None, "a robbery is no feud");
        for tick in 1..3 {
            feuds.count_robbery(at, tick);
        }
        let far = |near| (Cell::new(90, 40), near);
        assert_eq!(feuds.told_place(far(at.1), 3), Some(at.0));
        feuds.count_answer(far(at.1), true, 3);
        feuds.count_answer(at, false, 4);
        feuds.count_answer(far(None), false, 5);
        let town = |id: u16, kind, visits| DetourTown { town: TownIx(id), kind, visits };
        let through = [town(4, TownKind::Inn, Some(10)), town(5, TownKind::Town, None)];
        feuds.count_detour(at, through.into_iter(), 6);
        feuds.count_detour(at, [town(4, TownKind::Village, Some(90))].into_iter(), 7);
        let ended = feuds.take_ended(2 + FEUD_REST_TICKS);
        let [feud] = &ended[..] else { panic!("one feud is over: {ended:?}") };
        assert_eq!(feud.answers, FeudAnswers { forts: 1, guards: 1 });
        let now = |kinds: [TownKind; 2], visits| {
            let now = move |id: TownIx| Some(town(id.0, kinds[usize::from(id.0 - 4)], Some(visits)));
            feud.grown_by_detours(now)
        };
        assert_eq!(now([TownKind::Village, TownKind::Town], 0), Some((TownIx(4), DetourGain::Kind)));
        assert_eq!(now([TownKind::Village, TownKind::City], 0), Some((TownIx(5), DetourGain::Kind)));
        assert_eq!(now([TownKind::Inn, TownKind::City], 30), Some((TownIx(5), DetourGain::Kind)));
        assert_eq!(now([TownKind::Inn, TownKind::Town], 18), None);
        assert_eq!(now([TownKind::Inn, TownKind::Town], 19), Some((TownIx(4), DetourGain::Visits)));
        assert_eq!(now([TownKind::Ruin, TownKind::Village], 0), None);
    }
}
