//! What a step costs: itemised, in milli-steps, from beliefs alone.
//!
//! The items are of two kinds. *Time* (ground, slope, the road's speed) is what feet need; *judgement* (the road's
//! comfort, the unknown, the crowd, paint, a
//! beacon's light, being seen from a stranger's tower) is what makes a walker go round. A search minimises their sum;
//! arrival follows time alone. [`Terms`] lists the items; the compiled [`PriceTable`] holds their sum.

use crate::graph::{CostModel, NodeId};
use crate::grid::Layer;
use crate::land::{Land, Surface};
use crate::world::{Belief, Believed, Kind, Paint, People, Tier};

/// No straight step is ever priced lower.
pub const PRICE_MIN: u32 = 250;
/// Entries of a price table: one per surface class, road tier, paint, light and exposure.
const ENTRIES: usize = 4096;
/// What being seen from a stranger's tower adds, in milli-steps a straight step.
const EXPOSURE: i64 = 1500;
/// A beacon's light takes off one part in this many of what a step would cost without it.
const LIGHT_SHARE: i64 = 5;
/// Marks what may not be entered.
const BARRED: u32 = u32::MAX;

/// Words for the items, in the order of [`Terms::list`].
pub const TERMS: [&str; 9] =
    ["distance", "ground", "slope", "road", "unknown", "crowd", "wishes", "light", "exposure"];

/// The price of one step or of a whole way, item by item, in milli-steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// Length (time).
    pub distance: i64,
    /// What the ground adds (time).
    pub ground: i64,
    /// What climbing and descending add (time).
    pub slope: i64,
    /// What the road saves: partly time, partly comfort.
    pub road: i64,
    /// What not knowing adds, or curiosity takes off (judgement).
    pub unknown: i64,
    /// What others' claimed cells add (judgement).
    pub crowd: i64,
    /// What paint adds or takes off (judgement).
    pub wishes: i64,
    /// What a beacon's light takes off (judgement).
    pub light: i64,
    /// What being seen from a stranger's tower adds (judgement).
    pub exposure: i64,
    /// The part of all this that is walking time.
    pub time: i64,
}

impl Terms {
    /// The items in the order of [`TERMS`].
    pub fn list(&self) -> [i64; 9] {
        let Terms { distance, ground, slope, road, unknown, crowd, wishes, light, exposure, .. } = *self;
        [distance, ground, slope, road, unknown, crowd, wishes, light, exposure]
    }

    /// Their sum: the price.
    pub fn total(&self) -> i64 {
        self.list().iter().sum()
    }

    /// Adds another step's items.
    pub fn add(&mut self, other: &Terms) {
        self.distance += other.distance;
        self.ground += other.ground;
        self.slope += other.slope;
        self.road += other.road;
        self.unknown += other.unknown;
        self.crowd += other.crowd;
        self.wishes += other.wishes;
        self.light += other.light;
        self.exposure += other.exposure;
        self.time += other.time;
    }
}

/// How many times faster a walker is on a road (in tenths), and how many times cheaper the road is in all (in
/// hundredths): the rest is comfort.
const fn road_factors(tier: Tier) -> Option<(u32, u32)> {
    match tier {
        Tier::None | Tier::Scuff => None,
        Tier::Path => Some((12, 125)),
        Tier::Dirt => Some((14, 167)),
        Tier::Paved => Some((17, 250)),
        Tier::Highway => Some((20, 400)),
    }
}

/// True walking time of a straight step onto this ground, in milli-steps.
fn ground_time(kind: Kind, surface: Surface, tier: Tier) -> Option<u32> {
    let untouched = kind.ground_time(surface)?;
    Some(road_factors(tier).map_or(untouched, |(tenths, _)| untouched * 10 / tenths))
}

/// Price of height gained or lost between two cells, in milli-steps.
fn slope(kind: Kind, from: u16, to: u16) -> u32 {
    let row = kind.row();
    let difference = u32::from(from.abs_diff(to));
    if to > from { difference * row.climb } else { difference * row.descend }
}

/// True walking time of a step, in milli-steps: what feet need, whatever was believed. `None` where the kind
/// cannot walk.
pub fn step_time(
    land: &Land,
    tiers: &Layer<Tier>,
    kind: Kind,
    from: usize,
    to: usize,
    length: u32,
) -> Option<u32> {
    let ground = ground_time(kind, land.surface.values()[to], tiers.values()[to])?;
    let heights = land.height.values();
    Some(ground * length / 1000 + slope(kind, heights[from], heights[to]))
}

/// Walking time of a step on ground that nobody has trodden yet, in milli-steps. `None` where the kind cannot walk.
pub fn untouched_time(land: &Land, kind: Kind, from: usize, to: usize, length: u32) -> Option<u32> {
    let ground = kind.ground_time(land.surface.values()[to])?;
    let heights = land.height.values();
    Some(ground * length / 1000 + slope(kind, heights[from], heights[to]))
}

/// The items of a straight step onto a believed cell, the slope and the crowd apart; `None` if it is barred.
fn straight_terms(kind: Kind, word: u16) -> Option<Terms> {
    let paint = Belief::paint_of(word);
    if paint == Paint::Forbid {
        return None;
    }
    let mut terms = ground_terms(kind, Belief::unpack(word))?;
    let whole = terms.total();
    terms.wishes = match paint {
        Paint::Prefer => -(whole / 3),
        Paint::Avoid => 2 * (terms.distance + terms.ground),
        Paint::None | Paint::Forbid => 0,
    };
    terms.light = if Belief::is_lit(word) { -(whole / LIGHT_SHARE) } else { 0 };
    terms.exposure = if Belief::is_exposed(word) { EXPOSURE } else { 0 };
    // The floor is kept inside the road's item, so that the items still sum to the price.
    terms.road += (i64::from(PRICE_MIN) - terms.total()).max(0);
    Some(terms)
}

/// The items of a straight step that come from what lies there, without wishes and whatever shines on it.
fn ground_terms(kind: Kind, believed: Believed) -> Option<Terms> {
    let distance = 1000;
    match believed {
        Believed::Unknown(guess) => {
            let price = i64::from(kind.row().unknown[guess as usize]);
            // What feet are expected to need there: like grass, like a wood, like a mountain.
            let time = [1000, 2500, 5000][guess as usize];
            Some(Terms { distance, ground: time - distance, unknown: price - time, time, ..Terms::default() })
        }
        Believed::Known { surface, tier } => {
            let untouched = i64::from(kind.ground_time(surface)?);
            let time = i64::from(ground_time(kind, surface, tier)?);
            let whole = road_factors(tier)
                .map_or(untouched, |(_, hundredths)| untouched * 100 / i64::from(hundredths));
            let road = whole - untouched;
            Some(Terms { distance, ground: untouched - distance, road, time, ..Terms::default() })
        }
    }
}

/// Prices of straight steps of one kind, compiled: an entry per packed belief.
#[derive(Clone, Debug)]
pub struct PriceTable {
    kind: Kind,
    entries: Vec<u32>,
}

impl PriceTable {
    /// Compiles the items of a kind.
    pub fn new(kind: Kind) -> Self {
        let entry = |index: usize| {
            let terms = straight_terms(kind, index as u16);
            terms.map_or(BARRED, |terms| terms.total() as u32)
        };
        Self { kind, entries: (0..ENTRIES).map(entry).collect() }
    }

    /// Price of a straight step onto a believed cell, the slope and the crowd apart; `None` if it is barred.
    pub fn straight(&self, word: u16) -> Option<u32> {
        let price = self.entries[Belief::price_index(word)];
        (price != BARRED).then_some(price)
    }

    /// The cheapest straight step there can be, given the road tiers, wishes and lights a people knows of.
    pub fn cheapest(&self, belief: &Belief) -> u32 {
        let best_tier = Tier::ALL.into_iter().rev().find(|tier| belief.knows_tier(*tier)).unwrap_or_default();
        let divisor = road_factors(best_tier).map_or(100, |(_, hundredths)| hundredths);
        // Preferred ground is a third cheaper still, and lit ground a fifth.
        let preferred = if belief.knows_preference() { 5 } else { 0 };
        let lit = if belief.knows_light() { 3 } else { 0 };
        (1000 * 100 / divisor * (15 - preferred - lit) / 15).max(PRICE_MIN)
    }
}

/// The tables of all kinds.
#[derive(Clone, Debug)]
pub struct Tables {
    tables: Vec<PriceTable>,
}

impl Tables {
    /// Compiles them.
    pub fn new() -> Self {
        Self { tables: Kind::ALL.into_iter().map(PriceTable::new).collect() }
    }

    /// The table of a kind.
    pub fn of(&self, kind: Kind) -> &PriceTable {
        &self.tables[kind as usize]
    }
}

impl Default for Tables {
    fn default() -> Self {
        Self::new()
    }
}

/// The land as one people believes it to be, priced for one kind: what every search of the game runs on.
pub struct Believes<'a> {
    words: &'a [u16],
    heights: &'a [u16],
    table: &'a PriceTable,
    /// Cells claimed by others, sorted.
    crowd: Vec<NodeId>,
    cheapest: u32,
}

impl<'a> Believes<'a> {
    /// The belief of `people` over the land's heights (read for known cells only), priced by `table`. `crowd`
    /// are node ids of cells that others hold nearby.
    pub fn new(
        people: &'a People,
        heights: &'a Layer<u16>,
        table: &'a PriceTable,
        mut crowd: Vec<NodeId>,
    ) -> Self {
        crowd.sort_unstable();
        let cheapest = table.cheapest(&people.belief);
        Self { words: people.belief.words(), heights: heights.values(), table, crowd, cheapest }
    }

    /// The packed belief about a node.
    pub fn word(&self, node: NodeId) -> u16 {
        self.words[node as usize]
    }

    fn slope(&self, from: NodeId, to: NodeId) -> u32 {
        let both_known = Belief::word_is_known(self.word(from)) && Belief::word_is_known(self.word(to));
        if both_known {
            slope(self.table.kind, self.heights[from as usize], self.heights[to as usize])
        } else {
            0
        }
    }

    fn crowd(&self, to: NodeId) -> u32 {
        let claimed = !self.crowd.is_empty() && self.crowd.binary_search(&to).is_ok();
        if claimed { self.table.kind.row().crowd } else { 0 }
    }

    /// Expected walking time of a step, in milli-steps; `None` if it is barred.
    pub fn time(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let straight = straight_terms(self.table.kind, self.word(to))?.time as u32;
        Some(scaled(straight, length) + self.slope(from, to))
    }

    /// The items of a step; their sum is what [`CostModel::step`] returns. `None` if it is barred.
    pub fn terms(&self, from: NodeId, to: NodeId, length: u32) -> Option<Terms> {
        let mut terms = straight_terms(self.table.kind, self.word(to))?;
        let price = i64::from(scaled(terms.total() as u32, length));
        let length = i64::from(length);
        terms.distance = length;
        terms.ground = terms.ground * length / 1000;
        terms.unknown = terms.unknown * length / 1000;
        terms.wishes = terms.wishes * length / 1000;
        terms.light = terms.light * length / 1000;
        terms.exposure = terms.exposure * length / 1000;
        terms.time = terms.time * length / 1000;
        // Rounding is kept in the road's item.
        terms.road = 0;
        terms.road = price - terms.total();
        terms.slope = i64::from(self.slope(from, to));
        terms.time += terms.slope;
        terms.crowd = i64::from(self.crowd(to));
        Some(terms)
    }
}

/// A straight step's price for a step of this length.
fn scaled(price: u32, length: u32) -> u32 {
    price * length / 1000
}

impl CostModel for Believes<'_> {
    fn step(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let price = self.table.entries[Belief::price_index(self.word(to))];
        if price == BARRED {
            return None;
        }
        Some(scaled(price, length) + self.slope(from, to) + self.crowd(to))
    }

    fn is_blocked(&self, node: NodeId) -> bool {
        self.table.entries[Belief::price_index(self.word(node))] == BARRED
    }

    fn cheapest(&self) -> u32 {
        self.cheapest
    }
}
