//! What a wanderer can do about what waits on its way, and with what odds.
//!
//! What comes of it is in `encounters`. The odds are told before the choice.

use crate::land::Surface;
use crate::world::{Choice, DAY, Encounter, Nearness, PeopleIx, Possession, Thing, Unit, Waiting, World};

/// Coin that robbers and the keeper of a toll ask for.
const ASKED_COIN: u32 = 2;
/// Food that wolves and a family take, in ticks: a day's.
pub(super) const ASKED_FOOD: u32 = DAY as u32;
/// What each waystone that the wanderer has brought home takes off its odds, in percent: it is waited for.
const FAME_PERCENT: i32 = 10;
/// The least and the largest odds of what is not certain, in percent.
const ODDS_MIN: i32 = 5;
const ODDS_MAX: i32 = 95;
/// How far a horn is heard, in steps.
pub(super) const HEARD_STEPS: u32 = 24;

impl World {
    /// The choices that the wanderer has now, each with its odds in percent; none if nothing waits.
    pub fn choices(&self) -> Vec<(Choice, u32)> {
        let waiting = self.wander.as_ref().and_then(|wander| wander.journey.waiting);
        let (Some(waiting), Some(index), Some(life)) = (waiting, self.possessed(), &self.possession) else {
            return Vec::new();
        };
        let unit = &self.units[index];
        Choice::ALL
            .into_iter()
            .filter_map(|choice| Some((choice, self.odds(waiting, choice, unit, life)?)))
            .collect()
    }

    /// The odds of a choice; `None` if there is none.
    fn odds(&self, waiting: Waiting, choice: Choice, unit: &Unit, life: &Possession) -> Option<u32> {
        match waiting.nearness {
            Nearness::Ahead if choice != Choice::GoRound => return None,
            Nearness::AtHand if choice == Choice::GoRound => return None,
            Nearness::Shunned => return None,
            Nearness::Ahead | Nearness::AtHand => {}
        }
        let first = first_odds(waiting.what, choice)?;
        if choice == Choice::Give && !self.can_give(waiting.what, life) {
            return None;
        }
        if first == 100 || self.makes_certain(waiting.what, choice) {
            return Some(100);
        }
        let odds = first + self.change(waiting.what, choice, unit, life) - FAME_PERCENT * self.fame() as i32;
        Some(odds.clamp(ODDS_MIN, ODDS_MAX).unsigned_abs())
    }

    /// Coin that is asked on the way: the more, the more the land has heard of the wanderer.
    pub fn coin_asked(&self) -> u32 {
        ASKED_COIN + self.fame()
    }

    /// How much the land has heard of the wanderer: the waystones that it has brought home.
    fn fame(&self) -> u32 {
        self.wander.as_ref().map_or(0, |wander| wander.carried.into())
    }

    /// Whether the wanderer has what is asked.
    fn can_give(&self, what: Encounter, life: &Possession) -> bool {
        match what {
            Encounter::Wolves | Encounter::Family => life.food > ASKED_FOOD,
            Encounter::Robbers | Encounter::TollKeeper => {
                self.people(PeopleIx::PLAYER).coin >= self.coin_asked()
            }
            Encounter::Ford => false,
        }
    }

    /// Whether what the wanderer carries leaves nothing to chance.
    fn makes_certain(&self, what: Encounter, choice: Choice) -> bool {
        let wades = (what, choice) == (Encounter::Ford, Choice::Face);
        wades && (self.is_carried(Thing::BoatSkin) || self.is_carried(Thing::Rope))
            || choice == Choice::Hide && is_watchful(what) && self.is_carried(Thing::Decoy)
    }

    /// What the wanderer's state, its things and the ground change, in percent.
    fn change(&self, what: Encounter, choice: Choice, unit: &Unit, life: &Possession) -> i32 {
        let if_so = |holds: bool, change: i32| if holds { change } else { 0 };
        let weak = -15 * i32::from(unit.wounds) + if_so(life.reported.weariness > 0, -10);
        let is_covered = matches!(
            self.land.surface[unit.cell],
            Surface::Forest | Surface::DeepWood | Surface::Swamp | Surface::Hill
        );
        match choice {
            Choice::Face => {
                let help = is_fight(what) && self.is_carried(Thing::Horn) && self.is_help_near(unit);
                weak + if_so(help, 35)
            }
            Choice::Hide => {
                let watched = is_watchful(what);
                if_so(watched && is_covered, 15)
                    + if_so(watched && self.is_carried(Thing::Cloak), 25)
                    + if_so(watched && self.is_carried(Thing::Lantern), -15)
            }
            Choice::GoRound => {
                let watched = is_watchful(what);
                if_so(watched && self.is_carried(Thing::Cloak), 15)
                    + if_so(watched && self.is_carried(Thing::Lantern), -10)
            }
            Choice::Give => 0,
        }
    }

    /// Whether a settlement hears a horn that does not belong to a foe.
    pub(super) fn is_help_near(&self, unit: &Unit) -> bool {
        let mut towns = self.living_towns().map(|id| self.town(id));
        towns.any(|town| {
            town.cell.chebyshev(unit.cell) <= HEARD_STEPS && !self.at_war(unit.people, town.people)
        })
    }
}

/// The odds for a rested wanderer without anything, in percent.
const fn first_odds(what: Encounter, choice: Choice) -> Option<i32> {
    use Encounter as E;
    match (what, choice) {
        (E::Wolves, Choice::Face) => Some(45),
        (E::Wolves, Choice::Hide) => Some(35),
        (E::Wolves, Choice::Give) => Some(65),
        (E::Robbers, Choice::Face) => Some(35),
        (E::Robbers, Choice::Hide) => Some(45),
        (E::Robbers, Choice::Give) => Some(75),
        (E::Robbers, Choice::GoRound) => Some(50),
        (E::TollKeeper, Choice::Face) => Some(40),
        (E::TollKeeper, Choice::Hide) => Some(50),
        (E::TollKeeper, Choice::GoRound) => Some(60),
        (E::Ford, Choice::Face) => Some(55),
        (E::Ford, Choice::Hide) => Some(75),
        (E::Ford | E::Family, Choice::GoRound) => Some(100),
        (E::TollKeeper | E::Family, Choice::Give) | (E::Family, Choice::Hide) => Some(100),
        _ => None,
    }
}

/// Whether the way is watched.
pub(super) const fn is_watchful(what: Encounter) -> bool {
    matches!(what, Encounter::Robbers | Encounter::TollKeeper)
}

/// Whether to face it is a fight.
const fn is_fight(what: Encounter) -> bool {
    !matches!(what, Encounter::Ford | Encounter::Family)
}
