//! What peoples hold against each other: who settles in another's realm is resented, trade and time are forgiving, and where
//! too much has come together there is war until enough of it is forgotten.
//!
//! Whose realm a cell lies in is in `world::realm`; what foes do to each other where they meet does not live here.

use super::Game;
use crate::grid::Cell;
use crate::world::{DAY, Nature, Subject, TownId, TownKind, WAR};

/// How much a settlement at one's own gates is resented.
const INTRUSION: u32 = 70;
/// What a day makes good, and what one more on which traders of both have met.
const A_DAY: u32 = 1;
const A_MEETING: u32 = 1;
/// The grudge with which a war begins and with which it leaves off: so far apart that it is neither short nor at once begun anew.
const WAR_BEGINS: u32 = WAR + WAR / 2;
const PEACE_BEGINS: u32 = WAR / 2;
/// The tick of the day at which a day is forgiven.
const HOUR: u64 = 23;

impl Game {
    /// Once a day everybody forgets a little.
    pub(super) fn keep_peace(&mut self) {
        if self.world.tick % DAY != HOUR {
            return;
        }
        for people in 0..self.world.peoples.len() as u8 {
            let others: Vec<u8> = self.world.people(people).grudges.keys().copied().collect();
            for other in others {
                self.ease(people, other, A_DAY);
            }
        }
    }

    /// A people comes upon a settlement of others for the first time.
    pub(super) fn meet_strangers(&mut self, people: u8, id: TownId, now: TownKind) {
        let town = self.world.town(id);
        let (cell, owner, founded) = (town.cell, town.people, town.founded);
        if people == 0 && now != TownKind::Ruin {
            let words =
                format!("{}, {} of {}, is found", town.name, a(now.name()), self.world.people(owner).name);
            self.note_about(Subject::Settlements, 7, cell, words);
        }
        let settles = matches!(now, TownKind::Hamlet | TownKind::Village | TownKind::Town | TownKind::City);
        let ours = self.world.claim_at(people, cell).filter(|ours| self.world.town(*ours).founded < founded);
        if let Some(ours) = ours.filter(|_| settles) {
            let why = format!(
                "{} was founded at the gates of {}",
                self.world.town(id).name,
                self.world.town(ours).name
            );
            self.resent(people, owner, INTRUSION, &why);
        }
    }

    /// A settled people holds something more against another one; `why` is told if it comes to war.
    pub(super) fn resent(&mut self, people: u8, against: u8, amount: u32, why: &str) {
        let settled = |people: u8| self.world.people(people).nature == Nature::Settled;
        if people == against || !settled(people) || !settled(against) {
            return;
        }
        let was_war = self.world.at_war(people, against);
        let grudge = self.world.peoples[usize::from(people)].grudges.entry(against).or_default();
        *grudge = grudge.saturating_add(amount).min(2 * WAR);
        if *grudge >= WAR && !was_war {
            *grudge = WAR_BEGINS;
            self.begin_war(people, against, why);
        }
    }

    /// Traders of two peoples have met, for the first time today: both forgive a little.
    pub(super) fn forgive(&mut self, one: u8, other: u8) {
        self.ease(one, other, A_MEETING);
        self.ease(other, one, A_MEETING);
    }

    fn ease(&mut self, people: u8, other: u8, amount: u32) {
        let was_war = self.world.at_war(people, other);
        let grudges = &mut self.world.peoples[usize::from(people)].grudges;
        let Some(grudge) = grudges.get_mut(&other) else { return };
        let held = *grudge >= WAR;
        *grudge = grudge.saturating_sub(amount);
        if held && *grudge < WAR {
            *grudge = PEACE_BEGINS;
        }
        if *grudge == 0 {
            grudges.remove(&other);
        }
        if was_war && !self.world.at_war(people, other) {
            self.tell_of(people, other, "Peace with", "old wrongs are forgotten");
        }
    }

    /// Nobody of two peoples is bound for a market of the other any more.
    fn begin_war(&mut self, people: u8, against: u8, why: &str) {
        for (one, other) in [(people, against), (against, people)] {
            let known = self.world.people(one).sightings.keys().copied();
            let theirs: Vec<TownId> = known.filter(|id| self.world.town(*id).people == other).collect();
            for id in theirs {
                self.forget_market(one, id);
            }
        }
        self.tell_of(people, against, "War with", why);
    }

    /// Tells the player's people what is between it and another one.
    fn tell_of(&mut self, one: u8, other: u8, what: &str, why: &str) {
        let Some(stranger) =
            [one, other].into_iter().find(|people| *people != 0).filter(|_| one.min(other) == 0)
        else {
            return;
        };
        let text = format!("{what} {}: {why}", self.world.people(stranger).name);
        if let Some(cell) = self.largest_home() {
            self.note_about(Subject::Settlements, 9, cell, text);
        }
    }

    /// Where most of the player's people live.
    fn largest_home(&self) -> Option<Cell> {
        let mine = self.world.towns.iter().filter(|town| town.people == 0 && town.kind != TownKind::Ruin);
        mine.max_by_key(|town| (town.residents, std::cmp::Reverse(town.cell))).map(|town| town.cell)
    }
}

/// `a hamlet`, `an inn`.
fn a(what: &str) -> String {
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {what}")
}
