//! Settlements and camps, with the reasons why they exist.

use super::amounts::{TOWN_AMOUNT_MAX, push_bounded};
use super::{DAY, IndexVec, Order, PeopleIx, Sickness, TownIx};
use crate::grid::Cell;
use crate::land::Good;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Settlements and ruins.
pub type Towns = IndexVec<TownIx, Town>;

/// What a settlement has become.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum TownKind {
    /// Given up.
    Ruin,
    /// A house where travellers sleep.
    Inn,
    /// A few families at a resource.
    Hamlet,
    /// A grown hamlet, or one that lives from travellers.
    Village,
    /// A market with walls of its own.
    Town,
    /// The largest kind.
    City,
}

impl TownKind {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            TownKind::Ruin => "ruin",
            TownKind::Inn => "inn",
            TownKind::Hamlet => "hamlet",
            TownKind::Village => "village",
            TownKind::Town => "town",
            TownKind::City => "city",
        }
    }

    /// Whether buyers come there from all around on market days.
    pub const fn has_market_days(self) -> bool {
        matches!(self, TownKind::Village | TownKind::Town | TownKind::City)
    }

    /// Whether goods are bought and sold in such a place.
    pub const fn is_market(self) -> bool {
        !matches!(self, TownKind::Ruin | TownKind::Inn)
    }
}

/// Why a settlement stands where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Why {
    /// Founded at a resource.
    Site(Good),
    /// Grew where travellers between these places slept.
    Nights {
        /// Nights slept here before it was founded.
        nights: u32,
        /// Passes over its cell before it was founded.
        passes: u32,
        /// Distinct routes (pairs of settlements) whose travellers slept here.
        routes: Vec<(TownIx, TownIx)>,
    },
}

/// A settlement.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Town {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub cell: Cell,
    /// What it is now.
    pub kind: TownKind,
    /// Index of the people it belongs to.
    pub people: PeopleIx,
    /// Residents.
    pub residents: u32,
    /// Stock of each good, in hundredths of a load.
    pub stock: [u32; Good::COUNT],
    /// What it makes, if it stands at a site.
    pub makes: Option<Good>,
    /// Decaying measure of trade, in hundredths of a delivery.
    pub trade: u32,
    /// Travellers who came in on each of the last days, oldest first; the last is today.
    pub visits: Vec<u32>,
    /// Decaying count of nights slept, in hundredths.
    pub nights: u32,
    /// Distinct routes whose travellers passed the night here.
    pub routes: Vec<(TownIx, TownIx)>,
    /// Cells that its residents till, nearest first as they were tilled.
    pub fields: Vec<Cell>,
    /// Consecutive days on which there was too little to eat.
    pub hungry_days: u16,
    /// Residents who have died in the present hunger.
    pub starved: u32,
    /// Consecutive days on which it was too small for its kind, or to last.
    pub failing_days: u16,
    /// Days for which its ground has been tilled, less those for which it has rested since.
    pub tired_days: u16,
    /// Most residents it ever had.
    pub residents_max: u32,
    /// Tick of its foundation.
    pub founded: u64,
    /// Tick when it last sent settlers.
    pub last_settlers: u64,
    /// Why it is here.
    pub why: Why,
    /// Rally orders: what units hired here do first.
    pub rally: Vec<Order>,
    /// Travellers who came in this year.
    pub came: u32,
    /// The last deliveries, oldest first; at most [`DELIVERIES_MAX`].
    pub deliveries: Vec<Delivery>,
    /// The last sickness that came to it.
    pub sickness: Option<Sickness>,
}

/// A load that was brought to a settlement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Delivery {
    /// When.
    pub tick: u64,
    /// The people of the market that it came from.
    pub people: PeopleIx,
}

/// Deliveries that a settlement remembers.
pub const DELIVERIES_MAX: usize = 12;

/// Days from one market day of a settlement to the next.
pub const MARKET_EVERY: u64 = 6;

/// Whether it is market day in a settlement that has them: neighbours have theirs on different days.
pub fn is_market_day(town: TownIx, tick: u64) -> bool {
    (tick / DAY + u64::from(town.0)).is_multiple_of(MARKET_EVERY)
}

/// How far a settlement's people see, in cells.
pub const TOWN_SIGHT: u16 = 7;
/// How far a tower sees, in cells.
pub const TOWER_SIGHT: u16 = 14;

impl Town {
    /// Whether it is no ruin.
    pub fn is_standing(&self) -> bool {
        self.kind != TownKind::Ruin
    }

    /// Whether goods are bought and sold here.
    pub fn is_market(&self) -> bool {
        self.kind.is_market()
    }

    /// Need of every good, in hundredths of a load.
    pub fn need(&self) -> u32 {
        need_of(self.residents)
    }

    /// Days for which the food in its stores lasts.
    pub fn food_days(&self) -> u32 {
        let food: u32 = Good::FOOD.iter().map(|good| self.stock[*good as usize]).sum();
        food / (EATEN * self.residents).max(1)
    }

    /// Adds to the stock of a good as much as there is room for, in hundredths of a load.
    pub fn store(&mut self, good: Good, amount: u32) {
        let room = (self.need() * STORE_NEEDS).min(TOWN_AMOUNT_MAX);
        let stock = &mut self.stock[good as usize];
        *stock = (*stock).max((*stock + amount).min(room));
    }

    /// The number of porters that its trade supports; every market has one.
    pub fn porters_supported(&self) -> usize {
        let hands = self.residents / RESIDENTS_PER_PORTER;
        1 + hands.min(self.trade / TRADE_PER_PORTER) as usize
    }

    /// Remembers a delivery.
    pub fn note_delivery(&mut self, delivery: Delivery) {
        push_bounded(&mut self.deliveries, delivery, DELIVERIES_MAX);
    }

    /// Price of a good, in hundredths of its base price: 2^((need − stock) ÷ need), a quarter to four.
    pub fn price(&self, good: Good) -> u32 {
        price_of(self.need(), self.stock[good as usize])
    }
}

/// Decayed trade that supports one porter, in hundredths of deliveries: about one every two days.
const TRADE_PER_PORTER: u32 = 1500;
/// Residents for each porter, at most.
const RESIDENTS_PER_PORTER: u32 = 8;

/// Families that walk together to another settlement, or to a free site.
pub const FAMILIES: u32 = 8;
/// A settlement that is a year old and has fewer residents is given up.
pub const SETTLED_RESIDENTS_MIN: u32 = 3 * FAMILIES;

/// What one resident eats a day, in hundredths of a load.
pub const EATEN: u32 = 3;

/// Fields that one resident can till.
pub const FIELDS_PER_RESIDENT: u32 = 3;
/// How far from a settlement its fields lie, in steps that can be walked.
pub const FIELD_STEPS_MAX: u16 = 12;
/// Fields of one settlement, at most.
pub const FIELDS_MAX: usize = 1024;

/// How many times the need of a good its stock may be.
const STORE_NEEDS: u32 = 3;

/// Need of every good of so many residents, in hundredths of a load.
pub fn need_of(residents: u32) -> u32 {
    (10 + residents / 4) * 100
}

/// Price of a good: 100 · 2^((need − stock) ÷ need), clamped to 25..400; need and stock in hundredths of a load.
pub fn price_of(need: u32, stock: u32) -> u32 {
    scaled_by(100, i64::from(need) - i64::from(stock), need)
}

/// The price after `more` is in stock (less, if negative); `need` and `more` in hundredths of a load.
pub fn price_with(price: u32, need: u32, more: i64) -> u32 {
    scaled_by(price, -more, need)
}

/// Lowest and highest price of a good, in hundredths of its base price.
const PRICE_MIN: u32 = 25;
/// See [`PRICE_MIN`].
pub(super) const PRICE_MAX: u32 = 400;

/// price · 2^(lacking ÷ need), clamped, by a table of sixteenths of an octave.
fn scaled_by(price: u32, lacking: i64, need: u32) -> u32 {
    const SIXTEENTHS: [u32; 17] = [
        1000, 1044, 1091, 1139, 1189, 1242, 1297, 1354, 1414, 1477, 1542, 1610, 1682, 1756, 1834, 1915, 2000,
    ];
    let exponent = (16 * lacking).div_euclid(i64::from(need.max(1))).clamp(-64, 64);
    let octaves = exponent.div_euclid(16);
    let within = price * SIXTEENTHS[exponent.rem_euclid(16) as usize];
    let thousandfold = if octaves >= 0 { within << octaves } else { within >> -octaves };
    (thousandfold / 1000).clamp(PRICE_MIN, PRICE_MAX)
}

/// A place where travellers slept in the open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Camp {
    /// Where.
    pub cell: Cell,
    /// Decaying count of nights, in hundredths.
    pub nights: u32,
    /// Nights in all.
    pub nights_total: u32,
    /// Distinct routes whose travellers slept here.
    pub routes: Vec<(TownIx, TownIx)>,
    /// Nights in all by the people who slept.
    pub guests: BTreeMap<PeopleIx, u32>,
}
