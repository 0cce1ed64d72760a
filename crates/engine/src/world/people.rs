//! A people: its beliefs, its property, and what its travellers have reported of prices and trips.

use super::amounts::FEW_MAX;
use super::{Annal, AnnalEvent, Behaviour, Belief, Path, PeopleIx, TownIx, TownKind, TownPair, Trade, Unit};
use crate::grid::Size;
use crate::land::Good;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What is known of the trip between two settlements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TripTime {
    /// Walking time, in milli-steps.
    pub time: u32,
    /// Tick when that was last planned or walked.
    pub tick: u64,
}

/// What was last heard of a settlement's stocks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PriceNote {
    /// Price of each good, in hundredths of its base price.
    pub prices: [u32; Good::COUNT],
    /// Loads that are on their way there.
    pub coming: [u16; Good::COUNT],
    /// Traders who are on their way there.
    pub visitors: u16,
    /// Tick when a trader was last there.
    pub tick: u64,
}

impl PriceNote {
    /// No report yet: all goods are assumed to have their base prices.
    pub const UNHEARD: PriceNote =
        PriceNote { prices: [100; Good::COUNT], coming: [0; Good::COUNT], visitors: 0, tick: 0 };

    /// Counts a trader who is bound there, with a load or without.
    pub fn count_coming(&mut self, load: Option<Good>) {
        self.count(load, |count| count.saturating_add(1).min(FEW_MAX));
    }

    /// Counts a trader who is no longer bound there.
    pub fn uncount_coming(&mut self, load: Option<Good>) {
        self.count(load, |count| count.saturating_sub(1));
    }

    fn count(&mut self, load: Option<Good>, counted: fn(u16) -> u16) {
        self.visitors = counted(self.visitors);
        if let Some(good) = load {
            let coming = &mut self.coming[good as usize];
            *coming = counted(*coming);
        }
    }
}

/// A settlement as a people last saw it or heard of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sighting {
    /// What it was.
    pub kind: TownKind,
    /// Residents then.
    pub residents: u32,
    /// When that was.
    pub tick: u64,
}

/// How a people lives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Nature {
    /// In settlements, by trade.
    Settled,
    /// By robbing travellers of all others.
    Raiders,
    /// Beasts: they neither plan nor remember.
    Wild,
    /// A lone wanderer of another people.
    Lone,
}

/// A people.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct People {
    /// Its name.
    pub name: String,
    /// How it lives.
    pub nature: Nature,
    /// What it believes about the land.
    pub belief: Belief,
    /// Known trips between its settlements, by direction.
    pub trip_times: BTreeMap<TownPair, TripTime>,
    /// Paths between settlements as they were last found for its porters, by direction.
    pub paths: BTreeMap<TownPair, Path>,
    /// Prices by settlement, as last reported.
    pub prices: BTreeMap<TownIx, PriceNote>,
    /// Settlements and ruins that it knows of, its own included: one that falls unseen is believed to stand.
    pub sightings: BTreeMap<TownIx, Sighting>,
    /// Tick when it last exchanged maps with another people, by that people's index.
    pub maps: BTreeMap<PeopleIx, u64>,
    /// Coin at hand.
    pub coin: u32,
    /// What it holds against other settled peoples, by their index: from [`WAR`] on they are foes.
    pub grudges: BTreeMap<PeopleIx, u32>,
    /// What happened to settlements, as it knows it, oldest first: at most [`super::EVENTS_MAX`] of each.
    pub annals: BTreeMap<TownIx, Vec<Annal>>,
}

/// A grudge from which on two peoples fight instead of trading.
pub const WAR: u32 = 100;

impl People {
    /// A people that has seen nothing and owns nothing.
    pub fn new(name: &str, nature: Nature, size: Size) -> Self {
        Self {
            name: name.to_owned(),
            nature,
            belief: Belief::new(size),
            trip_times: BTreeMap::new(),
            paths: BTreeMap::new(),
            prices: BTreeMap::new(),
            sightings: BTreeMap::new(),
            maps: BTreeMap::new(),
            coin: 0,
            grudges: BTreeMap::new(),
            annals: BTreeMap::new(),
        }
    }

    /// What it believes a settlement to be; `None` if it never heard of it.
    pub fn knows_as(&self, town: TownIx) -> Option<TownKind> {
        self.sightings.get(&town).map(|sighting| sighting.kind)
    }

    /// Whether it learned after this tick that the settlement was abandoned.
    pub fn saw_fall_after(&self, town: TownIx, tick: u64) -> bool {
        let annals = self.annals.get(&town).map_or(&[][..], Vec::as_slice);
        annals.iter().any(|annal| annal.tick > tick && annal.what == AnnalEvent::Fell)
    }

    /// Settlements that it believes to stand, in the order of their ids, with what they were.
    pub fn standing(&self) -> impl Iterator<Item = (TownIx, TownKind)> {
        let known = self.sightings.iter().map(|(id, sighting)| (*id, sighting.kind));
        known.filter(|(_, kind)| *kind != TownKind::Ruin)
    }

    /// Settlements to which a trip is known from one, in the order of their ids, with the walking time in milli-steps.
    pub fn trips_from(&self, from: TownIx) -> impl Iterator<Item = (TownIx, u32)> {
        let paths = self.trip_times.range((from, TownIx(0))..=(from, TownIx(u16::MAX)));
        paths.map(|((_, to), path)| (*to, path.time))
    }

    /// Adds one of its traders to, or removes it from, the expected arrivals at its destination.
    pub fn expect_trader(&mut self, unit: &Unit, is_expected: bool) {
        let destination = unit.stack.iter().find_map(|behaviour| match behaviour {
            Behaviour::Trade(Trade { trip: Some((to, _)), .. }) => Some(*to),
            _ => None,
        });
        let Some(note) = destination.and_then(|to| self.prices.get_mut(&to)) else { return };
        let good = unit.cargo.map(|cargo| cargo.good);
        if is_expected { note.count_coming(good) } else { note.uncount_coming(good) }
    }

    /// The known walking time from one settlement to another, in milli-steps.
    pub fn trip_time(&self, from: TownIx, to: TownIx) -> Option<u32> {
        self.trip_times.get(&(from, to)).map(|path| path.time)
    }
}
