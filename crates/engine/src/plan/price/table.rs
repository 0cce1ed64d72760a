//! Prices and times of straight steps, compiled: a lookup per belief word instead of a computation.

use super::terms::PriceTerms;
use crate::world::{
    Belief, Believed, FEAR_BANDS, FEAR_MAX, HEIGHT_MAX, Kind, Outfit, Paint, PeopleIx, Season, Tier,
};
use crate::world::{roughness, steepness};

/// The lowest price of a straight step.
pub const PRICE_MIN: u32 = 250;
/// The highest price of a straight step onto a cell, without fear: paint with "avoid" does not block a cell.
const STRAIGHT_PRICE_MAX: i64 = 40_000;
/// Entries of a price table: one per surface class, road tier, paint, light and exposure.
const TABLE_ENTRIES: usize = 4096;
/// What being seen from a stranger's tower adds to a porter's straight step, in milli-steps.
const EXPOSURE_PRICE: i64 = 1500;
/// A beacon's light takes off this fraction (1 ÷ n) of the cost of a step.
const LIGHT_DIVISOR: i64 = 5;
/// Price of open ground.
const OPEN_GROUND_PRICE: i64 = 1000;
/// Marks what is impassable.
pub(super) const BLOCKED: u16 = u16::MAX;

/// The items of a straight step onto a believed cell, without those that depend on the cell before, and without crowd
/// and fear; `None` if it is blocked.
fn straight_terms(kind: Kind, season: Season, word: u16) -> Option<PriceTerms> {
    let paint = Belief::paint_of(word);
    if paint == Paint::Forbid {
        return None;
    }
    let mut terms = ground_terms(kind, season, Belief::unpack(word))?;
    let whole = terms.total();
    terms.paint = match paint {
        Paint::Prefer => -(whole / 3),
        Paint::Avoid => 2 * (terms.distance + terms.ground + terms.season),
        Paint::None | Paint::Forbid => 0,
    };
    terms.light = if Belief::is_lit(word) { -(whole / LIGHT_DIVISOR) } else { 0 };
    terms.exposure = if Belief::is_exposed(word) { exposure_price(kind) } else { 0 };
    terms.haste = haste_term(kind, terms.total());
    // Minimum and maximum go into two of the items, so that all of them still sum to the price.
    terms.road += (i64::from(PRICE_MIN) - terms.total()).max(0);
    terms.paint -= (terms.total() - STRAIGHT_PRICE_MAX).max(0);
    Some(terms)
}

/// A packed belief as a unit prices it: one that no tower sees pays nothing for being seen.
fn as_priced(word: u16, is_unseen: bool) -> u16 {
    if is_unseen { Belief::without_exposure(word) } else { word }
}

/// What being seen from a stranger's tower adds to a kind's straight step, in milli-steps.
fn exposure_price(kind: Kind) -> i64 {
    EXPOSURE_PRICE * i64::from(kind.row().exposure_percent) / 100
}

/// The haste item of a price: only part of its difference from open ground counts.
fn haste_term(kind: Kind, price: i64) -> i64 {
    (OPEN_GROUND_PRICE - price) * i64::from(100 - kind.row().detour_weight_percent) / 100
}

/// The part of an added cost that counts with this care.
fn weighted_by_care(care_percent: u32, added: u32) -> u32 {
    if care_percent == 100 { added } else { added * care_percent / 100 }
}

/// The items of a straight step that come from the ground, without paint and light.
fn ground_terms(kind: Kind, season: Season, believed: Believed) -> Option<PriceTerms> {
    let distance = OPEN_GROUND_PRICE;
    match believed {
        Believed::Unknown(guess) => {
            let price = i64::from(kind.row().unknown[guess as usize]);
            // Expected walking times of unknown ground: as on grass, in a wood, on a mountain.
            let time = [1000, 2500, 5000][guess as usize];
            Some(PriceTerms {
                distance,
                ground: time - distance,
                unknown: price - time,
                time,
                ..PriceTerms::default()
            })
        }
        Believed::Known { surface, tier } => {
            let untouched = kind.seasonal_time(surface, season)?;
            let (time, price) = kind.on_road(untouched, tier);
            let ordinary = i64::from(kind.ground_time(surface)?);
            Some(PriceTerms {
                distance,
                ground: ordinary - distance,
                season: i64::from(untouched) - ordinary,
                road: i64::from(price) - i64::from(untouched),
                time: i64::from(time),
                ..PriceTerms::default()
            })
        }
    }
}

/// What one kind pays in one season and outfit, compiled.
#[derive(Clone, Debug)]
pub struct PriceTable {
    /// The kind that pays.
    pub(super) kind: Kind,
    /// The season whose ground it walks on.
    pub(super) season: Season,
    /// Whether no tower sees it.
    is_unseen: bool,
    /// Price of a straight step, per packed belief without its fear.
    pub(super) prices: Vec<u16>,
    /// Walking time of a straight step.
    pub(super) times: Vec<u16>,
    /// What each band of fear adds to a straight step, haste apart.
    fear: [u32; FEAR_BANDS],
    /// The part of it that counts.
    fear_weighted: [u32; FEAR_BANDS],
    care_percent: u32,
    /// Time per difference in height, from the deepest descent to the highest climb.
    relief: Vec<u16>,
    /// Whether anything matters besides the cell that a step leads onto and the difference in height.
    pub(super) has_particular_terms: bool,
}

impl PriceTable {
    /// Compiles the prices of a kind in a season and an outfit.
    pub fn new(kind: Kind, season: Season, outfit: Outfit) -> Self {
        let (season, is_unseen) = (outfit.season(season), outfit.cloak);
        let price_and_time = |word: usize| {
            let terms = straight_terms(kind, season, as_priced(word as u16, is_unseen));
            terms.map_or((BLOCKED, BLOCKED), |terms| (terms.total() as u16, terms.time as u16))
        };
        let (prices, times) = (0..TABLE_ENTRIES).map(price_and_time).unzip();
        let base = HEIGHT_MAX as u16;
        let fear = std::array::from_fn(|band| fear_price_of(band) * kind.row().fear_percent / 100);
        Self {
            kind,
            season,
            is_unseen,
            prices,
            times,
            fear,
            fear_weighted: fear.map(|fear| weighted_by_care(kind.row().detour_weight_percent, fear)),
            care_percent: kind.row().detour_weight_percent,
            relief: (0..=2 * base).map(|height| kind.relief(base, height) as u16).collect(),
            has_particular_terms: has_particular_terms(kind),
        }
    }

    /// The items of a straight step onto a believed cell; see [`straight_terms`].
    pub(super) fn straight_terms(&self, word: u16) -> Option<PriceTerms> {
        straight_terms(self.kind, self.season, as_priced(word, self.is_unseen))
    }

    /// Price of a straight step onto a believed cell, without slope, crowd and whatever depends on the cell before;
    /// `None` if it is blocked.
    pub fn straight_price(&self, word: u16) -> Option<u32> {
        let price = self.prices[Belief::price_index(word)];
        (price != BLOCKED).then(|| u32::from(price) + self.fear_weighted[Belief::fear_of(word)])
    }

    /// What fear adds to a straight step onto a believed cell, and the part of it that counts.
    pub(super) fn fear_price(&self, word: u16) -> (u32, u32) {
        let band = Belief::fear_of(word);
        (self.fear[band], self.fear_weighted[band])
    }

    /// The part of an added cost that counts: less than all for kinds in haste.
    pub(super) fn weighted_by_care(&self, added: u32) -> u32 {
        weighted_by_care(self.care_percent, added)
    }

    /// Time of climbing or descending.
    pub(super) fn relief_time(&self, from: u16, to: u16) -> u32 {
        let limit = HEIGHT_MAX as i32;
        let difference = (i32::from(to) - i32::from(from)).clamp(-limit, limit);
        u32::from(self.relief[(difference + limit) as usize])
    }

    /// Time of stepping onto rougher ground, both cells known.
    pub(super) fn roughness_change_time(&self, from: u16, to: u16) -> u32 {
        self.roughness_time(to).saturating_sub(self.roughness_time(from))
    }

    /// Time of stepping onto this ground from even ground.
    pub(super) fn roughness_time(&self, word: u16) -> u32 {
        match Belief::unpack(word) {
            Believed::Known { surface, tier } => roughness(surface, tier) * self.kind.row().change,
            Believed::Unknown(_) => 0,
        }
    }

    /// Time that land adds with this steepest difference to a neighbour.
    pub(super) fn steep_time(&self, difference: u16) -> u32 {
        self.kind.row().steep[steepness(difference)]
    }

    /// The cheapest straight step possible, given the road tiers, paint and lights that a people knows of.
    pub fn cheapest(&self, belief: &Belief) -> u32 {
        let best_tier = Tier::ALL.into_iter().rev().find(|tier| belief.knows_tier(*tier)).unwrap_or_default();
        self.cheapest_on(best_tier, belief)
    }

    /// The cheapest straight step possible if this is the best road there is.
    pub(super) fn cheapest_on(&self, best_tier: Tier, belief: &Belief) -> u32 {
        let divisor = Kind::road_divisor(best_tier);
        // Preferred ground is a third cheaper still, and lit ground a fifth.
        let preferred = if belief.knows_preference() { 5 } else { 0 };
        let lit = if belief.knows_light() { 3 } else { 0 };
        // A kind that seeks the unknown pays less for it than for open ground.
        let unknown = self.kind.row().unknown.into_iter().fold(1000, u32::min);
        let calm = i64::from((1000 * 100 / divisor).min(unknown) * (15 - preferred - lit) / 15);
        (calm + haste_term(self.kind, calm)).max(i64::from(PRICE_MIN)) as u32
    }
}

/// Whether a kind has prices for roughness, steepness, gaps, height or diagonals.
fn has_particular_terms(kind: Kind) -> bool {
    let row = kind.row();
    let any = |items: &[u32]| items.iter().any(|item| *item > 0);
    row.change > 0 || row.narrow > 0 || row.diagonal > 0 || any(&row.steep) || any(&row.heights)
}

/// What a band of fear adds to a porter's straight step.
fn fear_price_of(band: usize) -> u32 {
    band as u32 * FEAR_MAX / (FEAR_BANDS as u32 - 1)
}

/// The tables of all kinds, in the present season.
#[derive(Clone, Debug)]
pub struct PriceTables {
    tables: Vec<PriceTable>,
    season: Season,
    /// What the player's people wears, which then is a wanderer alone, and its tables if that is anything.
    outfit: Outfit,
    outfitted: Option<Vec<PriceTable>>,
}

impl PriceTables {
    /// The tables of autumn, the neutral season.
    pub fn new() -> Self {
        Self::for_season(Season::Autumn)
    }

    /// Compiles them for a season.
    pub fn for_season(season: Season) -> Self {
        let outfit = Outfit::default();
        Self { tables: compile_all(season, outfit), season, outfit, outfitted: None }
    }

    /// The same where the player's people wears this.
    #[must_use]
    pub fn with_outfit(mut self, outfit: Outfit) -> Self {
        self.outfit = outfit;
        self.outfitted = (outfit != Outfit::default()).then(|| compile_all(self.season, outfit));
        self
    }

    /// The table of a kind without an outfit.
    pub fn table_of(&self, kind: Kind) -> &PriceTable {
        &self.tables[kind as usize]
    }

    /// The table of a kind of a people, in what it wears.
    pub fn table_for(&self, people: PeopleIx, kind: Kind) -> &PriceTable {
        let outfitted = self.outfitted.as_ref().filter(|_| people == PeopleIx::PLAYER);
        &outfitted.unwrap_or(&self.tables)[kind as usize]
    }

    /// The season of the tables.
    pub fn season(&self) -> Season {
        self.season
    }

    /// The season whose ground a people walks on.
    pub fn season_for(&self, people: PeopleIx) -> Season {
        self.table_for(people, Kind::Porter).season
    }

    /// What the player's people wears.
    pub fn outfit(&self) -> Outfit {
        self.outfit
    }
}

fn compile_all(season: Season, outfit: Outfit) -> Vec<PriceTable> {
    Kind::ALL.into_iter().map(|kind| PriceTable::new(kind, season, outfit)).collect()
}

impl Default for PriceTables {
    fn default() -> Self {
        Self::new()
    }
}
