//! Works: what a people has built and keeps up, what each saves and costs, the offers of more, and the trips that pay.
//!
//! Prices, choices and the turn of seasons are in `sim::works`; what is sound is in `works_check`.

use super::{DAY, DAY_TIME, PeopleIx, SEASON_DAYS, Tier, TownIx, TownPair};
use crate::grid::Cell;
use crate::land::Surface;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Works of all peoples, at most.
pub const KEPT_WORKS_MAX: usize = 512;
/// Cells of one work, at most.
pub const WORK_CELLS_MAX: usize = 64;
/// Offers at a time, at most.
pub const OFFERS_MAX: usize = 6;
/// Refused offers that are remembered, at most.
pub const REFUSED_MAX: usize = 64;
/// Pairs of settlements whose trips are counted, at most.
pub const COUNTED_PAIRS_MAX: usize = 2048;
/// Trips and drafts of a survey, at most.
pub const SURVEYED_TRIPS_MAX: usize = 16;
/// See [`SURVEYED_TRIPS_MAX`].
pub const DRAFTS_MAX: usize = 8;
/// Coin for each day of walking that works save, and the walking time that one coin stands for, in milli-steps.
const COIN_PER_DAY: u32 = 6;
/// See [`COIN_PER_DAY`].
pub const COIN_TIME: u32 = DAY_TIME / COIN_PER_DAY;

/// Coin that the player's people begins with, and to which coin in hand tends: the price of an ordinary bridge.
pub const COIN_AT_REST: u32 = 40;

/// Number of a work or an offer; an offer that is funded hands its number to its work. Never used twice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct WorkId(pub u32);

/// What a work is. The numbers are part of the save format: append only.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum WorkKind {
    /// Over water or a gorge.
    Bridge,
    /// Road cells that are kept paved.
    Paving,
    /// A way cut through high or broken ground.
    Cut,
    /// A watchtower.
    Tower,
    /// A beacon.
    Beacon,
    /// A guard at its post.
    Guard,
    /// Walls.
    Wall,
    /// Mud.
    Mud,
    /// Forbidden ground.
    Forbidden,
}

impl WorkKind {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            WorkKind::Bridge => "bridge",
            WorkKind::Paving => "paving",
            WorkKind::Cut => "cut",
            WorkKind::Tower => "tower",
            WorkKind::Beacon => "beacon",
            WorkKind::Guard => "guard",
            WorkKind::Wall => "wall",
            WorkKind::Mud => "mud",
            WorkKind::Forbidden => "forbidden ground",
        }
    }

    /// The surface that it puts on a cell, if it puts one there.
    pub const fn surface(self) -> Option<Surface> {
        match self {
            WorkKind::Bridge => Some(Surface::Bridge),
            WorkKind::Cut => Some(Surface::Cut),
            WorkKind::Tower => Some(Surface::Tower),
            WorkKind::Beacon => Some(Surface::Beacon),
            WorkKind::Wall => Some(Surface::Wall),
            WorkKind::Mud => Some(Surface::Mud),
            WorkKind::Paving | WorkKind::Guard | WorkKind::Forbidden => None,
        }
    }

    /// Whether travellers have no easy way round it, so that a toll can be taken there.
    pub const fn takes_toll(self) -> bool {
        matches!(self, WorkKind::Bridge | WorkKind::Cut)
    }
}

/// A cell of a work, with what was there before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkCell {
    /// Where.
    pub cell: Cell,
    /// The ground before.
    pub surface: Surface,
    /// The road before.
    pub tier: Tier,
}

/// What a work did in a season.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct WorkFigures {
    /// Deliveries over it.
    pub trips: u32,
    /// Walking time that it saved them, in milli-steps.
    pub saved: u32,
    /// Coin for that time.
    pub earned: u32,
    /// Coin from tolls.
    pub tolls: u32,
}

impl WorkFigures {
    /// Coin in all.
    pub fn coin(&self) -> u32 {
        self.earned.saturating_add(self.tolls)
    }
}

/// Something that a people has built and keeps up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Work {
    /// Its number.
    pub id: WorkId,
    /// What it is.
    pub kind: WorkKind,
    /// Whose it is.
    pub people: PeopleIx,
    /// Its cells, along the road.
    pub cells: Vec<WorkCell>,
    /// Tick when it was built.
    pub built: u64,
    /// Coin that it cost.
    pub price: u32,
    /// Coin that it costs each season.
    pub upkeep: u32,
    /// Coin that each load pays to pass.
    pub toll: u8,
    /// Whether it is kept up. A closed work is as good as not there.
    pub is_open: bool,
    /// Seasons for which it has been closed.
    pub closed_seasons: u8,
    /// The band of fear of its surroundings when it was built: what it is to keep away.
    pub fear: u8,
    /// Walking time saved that is not yet a coin, in milli-steps.
    pub rest: u32,
    /// This season so far.
    pub now: WorkFigures,
    /// The last season.
    pub last: WorkFigures,
}

/// Seasons for which a work is tried before it can count as losing.
const TRIED_SEASONS: u64 = 4;

impl Work {
    /// Whether it has stood for a year by this tick, the end of a season, and its last two have not brought one season's
    /// upkeep.
    pub fn is_losing(&self, tick: u64) -> bool {
        self.built + TRIED_SEASONS * SEASON_DAYS * DAY <= tick
            && self.now.coin() + self.last.coin() < self.upkeep
    }

    /// The cell by which it is named and where its toll is taken.
    pub fn middle(&self) -> Cell {
        self.cells.get(self.cells.len() / 2).map_or(Cell::default(), |cell| cell.cell)
    }
}

/// A work that a people could build, with what it would save.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offer {
    /// Its number.
    pub id: WorkId,
    /// What.
    pub kind: WorkKind,
    /// Where, along the road.
    pub cells: Vec<Cell>,
    /// Coin to build it.
    pub price: u32,
    /// Coin each season.
    pub upkeep: u32,
    /// Trips in a season that it would shorten.
    pub trips: u32,
    /// Walking time that it would save in a season, in milli-steps.
    pub saved: u64,
    /// Whether it stays for the next season.
    pub is_postponed: bool,
}

impl Offer {
    /// Coin that it would bring in a season, upkeep paid.
    pub fn gain(&self) -> u64 {
        (self.saved / u64::from(COIN_TIME)).saturating_sub(self.upkeep.into())
    }

    /// Whether it would repay its price within so many seasons.
    pub fn is_repaid_in(&self, seasons: u32) -> bool {
        u64::from(self.price) <= self.gain() * u64::from(seasons)
    }

    /// Seasons in which it would repay its price, in thousandths.
    pub fn repayment(&self) -> u64 {
        u64::from(self.price) * 1000 / self.gain().max(1)
    }

    /// The cell by which it is named.
    pub fn middle(&self) -> Cell {
        self.cells.get(self.cells.len() / 2).copied().unwrap_or_default()
    }
}

/// A people's trips between two settlements, the smaller index first.
pub type CountedTrip = (PeopleIx, TownPair);

/// The deliveries of a people between two settlements, both ways, and what its works save each of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TripCount {
    /// Deliveries this season.
    pub trips: u32,
    /// Deliveries last season.
    pub trips_last: u32,
    /// Walking time that each work saves a trip, in milli-steps.
    pub saved: Vec<(WorkId, u32)>,
    /// Whether works or prices have changed since that was priced.
    pub is_stale: bool,
    /// Walking time of one, in milli-steps, when that was priced; 0 while it is not known.
    pub time: u32,
}

/// A trip that a survey compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SurveyedTrip {
    /// From here.
    pub from: TownIx,
    /// To there.
    pub to: TownIx,
    /// Deliveries in a season.
    pub trips: u32,
    /// Walking time as things are, in milli-steps; 0 if there is no path.
    pub time: u32,
}

/// The search for works that a people could build, a step at a time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkSurvey {
    /// For which people.
    pub people: PeopleIx,
    /// Its busiest trips.
    pub trips: Vec<SurveyedTrip>,
    /// What was found, with the savings so far.
    pub drafts: Vec<Offer>,
    /// Steps done.
    pub step: u32,
}

/// The works of all peoples.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Works {
    /// All of them, by number.
    pub list: Vec<Work>,
    /// Number of the next work or offer.
    pub next: u32,
    /// Offers to the player, cheapest time first.
    pub offers: Vec<Offer>,
    /// Offers that the player refused, by kind and place.
    pub refused: Vec<(WorkKind, Cell)>,
    /// Trips of a people between two settlements.
    pub trips: BTreeMap<CountedTrip, TripCount>,
    /// Tolls by row-major cell index, with the work that each belongs to.
    pub tolls: BTreeMap<u32, (WorkId, u8)>,
    /// The survey under way.
    pub survey: Option<WorkSurvey>,
    /// Whether this land is played for coin: not one that was drawn by hand.
    pub are_for_coin: bool,
    /// Whether a steward decides for the player's people.
    pub steward: bool,
    /// What the cheapest offer of the last survey that found one cost.
    pub cheapest: u32,
}

impl Works {
    /// A new number.
    pub fn next_id(&mut self) -> WorkId {
        self.next = self.next.saturating_add(1);
        WorkId(self.next)
    }

    /// The work with this number.
    pub fn get(&self, id: WorkId) -> Option<&Work> {
        self.index_of(id).map(|index| &self.list[index])
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, id: WorkId) -> Option<&mut Work> {
        self.index_of(id).map(|index| &mut self.list[index])
    }

    fn index_of(&self, id: WorkId) -> Option<usize> {
        self.list.binary_search_by_key(&id, |work| work.id).ok()
    }

    /// Works of a people.
    pub fn of(&self, people: PeopleIx) -> impl Iterator<Item = &Work> {
        self.list.iter().filter(move |work| work.people == people)
    }

    /// Open works of a people in the order in which their upkeep is paid: those first that earn most for it.
    pub fn by_worth(&self, people: PeopleIx) -> Vec<&Work> {
        let worth = |work: &Work| work.now.coin() * 100 / work.upkeep.max(1);
        let mut open: Vec<&Work> = self.of(people).filter(|work| work.is_open).collect();
        open.sort_by_key(|work| (Reverse(worth(work)), work.id));
        open
    }

    /// Whether open paving keeps a cell.
    pub fn paves(&self, cell: Cell) -> bool {
        self.list
            .iter()
            .filter(|work| work.kind == WorkKind::Paving && work.is_open)
            .any(|work| work.cells.iter().any(|paved| paved.cell == cell))
    }

    /// The toll on a cell, by its row-major index.
    pub fn toll_on(&self, node: u32) -> u8 {
        self.tolls.get(&node).map_or(0, |(_, coin)| *coin)
    }

    /// Drops the guard's work at a post.
    pub fn drop_guard(&mut self, people: PeopleIx, post: Cell) {
        let is_gone =
            |work: &Work| work.kind == WorkKind::Guard && work.people == people && work.middle() == post;
        self.list.retain(|work| !is_gone(work));
    }
}
