//! The cost of a step: itemised, in milli-steps, from beliefs alone.
//!
//! The items are of two kinds. *Time* (ground, season, slope, steep land, rougher ground, narrow gaps, turns, the road's
//! speed) is walking time; *judgement* (the road's comfort, the unknown, fear, high ground, the crowd, paint, a beacon's
//! light, being seen from a stranger's tower, the look of diagonals, little food, haste) is what makes a unit take a
//! detour. A search minimises their sum; arrival follows time alone. [`PriceTerms`] lists the items; the compiled
//! [`PriceTable`] holds their sum.
//!
//! A step costs what the cell costs that it *leads onto*, whatever it leaves: from grass into a wood is dear, and back
//! is cheap. Only the difference in height and rougher ground depend on both ends, and only they make a path and its
//! reverse differ by more than the ground at their two ends. A turn depends on the previous step, which searches over
//! cells do not know: it is counted where a path is measured, and the paths of kinds with costly turns are eased
//! (`plan::turning`).

mod neighbourhood;
mod table;
mod terms;

pub use neighbourhood::Neighbourhood;
pub use table::{PRICE_MIN, PriceTable, PriceTables};
pub use terms::{PriceTerms, TERM_COUNT, TERM_NAMES};

use crate::graph::{CostModel, NodeId};
use crate::grid::{Cell, Dir8, Layer, STRAIGHT, Size, distinct};
use crate::land::{Land, Surface, deck};
use crate::world::{
    Belief, Believed, COIN_TIME, Kind, People, SUPPLY_BANDS, Season, Tier, Tolls, altitude, is_made_wide,
    roughness, steepness,
};
use table::BLOCKED;

/// Largest cost of a step, in milli-steps: higher costs count as this much. Ground that always costs more is a wall.
pub const PRICE_MAX: u32 = u16::MAX as u32 - 1;

/// The true ground.
#[derive(Clone, Copy)]
pub struct TrueGround<'a> {
    /// The land.
    pub land: &'a Land,
    /// Roads; `None` for ground without any traffic yet.
    pub tiers: Option<&'a Layer<Tier>>,
    /// The season.
    pub season: Season,
}

impl TrueGround<'_> {
    /// True walking time of a step, in milli-steps, whatever was believed. `None` if the kind cannot walk there.
    pub fn step_time(&self, kind: Kind, from: usize, to: usize, length: u32) -> Option<u32> {
        let (heights, surface) = (self.land.height.values(), self.land.surface.values());
        let tier = |cell: usize| self.tiers.map_or(Tier::None, |tiers| tiers.values()[cell]);
        let (ground, _) = kind.on_road(kind.seasonal_time(surface[to], self.season)?, tier(to));
        let height = |cell: usize| match surface[cell] {
            Surface::Bridge => deck(self.land.size, heights, cell, |_| true),
            _ => heights[cell],
        };
        let relief = kind.relief(height(from), height(to));
        let row = kind.row();
        let mut time = scale_to_length(ground, length) + relief;
        if row.change > 0 {
            let rough = |cell: usize| roughness(surface[cell], tier(cell));
            time += rough(to).saturating_sub(rough(from)) * row.change;
        }
        if row.steep.iter().any(|time| *time > 0) {
            time += row.steep[steepness(max_height_difference(self.land.size, heights, to, |_| true))];
        }
        let is_closed = |cell: usize| kind.ground_time(surface[cell]).is_none();
        Some(time + narrow_time(kind, (surface[to], tier(to)), self.land.size, to, is_closed))
    }
}

/// The largest difference in height between a cell and those neighbours for which `counts` holds.
fn max_height_difference(size: Size, heights: &[u16], at: usize, counts: impl Fn(usize) -> bool) -> u16 {
    let (width, height, cell) = (usize::from(size.width), usize::from(size.height), size.cell(at));
    let (x, y) = (usize::from(cell.x), usize::from(cell.y));
    let columns = x.saturating_sub(1)..=(x + 1).min(width - 1);
    let mut largest = 0;
    for row in y.saturating_sub(1)..=(y + 1).min(height - 1) {
        for near in columns.clone().map(|column| row * width + column) {
            let difference = heights[near].abs_diff(heights[at]);
            if difference > largest && counts(near) {
                largest = difference;
            }
        }
    }
    largest
}

/// What a gap adds for a kind that needs room, where a unit two cells wide does not fit on a cell: each square of two by
/// two with it has a closed cell, or reaches off the land (clearance, Harabor & Botea 2008).
fn narrow_time(
    kind: Kind,
    (surface, tier): (Surface, Tier),
    size: Size,
    at: usize,
    is_closed: impl Fn(usize) -> bool,
) -> u32 {
    let narrow = kind.row().narrow;
    if narrow == 0 || is_made_wide(surface, tier) {
        return 0;
    }
    let cell = size.cell(at);
    let is_open = |dx, dy| size.offset(cell, dx, dy).is_some_and(|near| !is_closed(size.index(near)));
    let fits = |dx, dy| is_open(dx, 0) && is_open(0, dy) && is_open(dx, dy);
    let has_room = fits(1, 1) || fits(-1, -1) || fits(1, -1) || fits(-1, 1);
    if has_room { 0 } else { narrow }
}

/// Height of a unit on a known cell, as far as beliefs (`words`) say: on its ground, or on the deck of a bridge.
pub(super) fn standing_height(size: Size, heights: &[u16], words: &[u16], node: NodeId) -> u16 {
    if !Belief::word_is_bridge(words[node as usize]) {
        return heights[node as usize];
    }
    deck(size, heights, node as usize, |near| Belief::word_is_known(words[near]))
}

/// The land as one people believes it to be, priced for one kind: the cost model of every search of the game.
pub struct BelievedPrices<'a> {
    size: Size,
    belief_words: &'a [u16],
    heights: &'a [u16],
    table: &'a PriceTable,
    /// Tolls that the people knows.
    tolls: &'a Tolls,
    /// Cells claimed by other units, sorted.
    crowd: Vec<NodeId>,
    /// Hunger band of the unit.
    hunger: u8,
    belief: &'a Belief,
    cheapest: u32,
}

/// By how many percent more time costs with little food left, by band.
const HUNGER_PERCENT: [u32; SUPPLY_BANDS as usize] = [0, 30, 60];

/// The cost of a step besides the straight price of the cell it leads onto.
#[derive(Clone, Copy, Default)]
struct StepExtras {
    slope: u32,
    steep: u32,
    change: u32,
    narrow: u32,
    heights: u32,
    diagonals: u32,
}

impl StepExtras {
    fn time(self) -> u32 {
        self.slope + self.steep + self.change + self.narrow
    }

    fn sum(self) -> u32 {
        self.time() + self.heights + self.diagonals
    }
}

impl<'a> BelievedPrices<'a> {
    /// The belief of `people` over the land's heights (read for known cells only), priced by `table`. `crowd` are the
    /// node ids of nearby cells that other units hold.
    pub fn new(
        people: &'a People,
        heights: &'a Layer<u16>,
        table: &'a PriceTable,
        crowd: Vec<NodeId>,
    ) -> Self {
        let (size, belief_words) = (people.belief.size(), people.belief.words());
        Self {
            size,
            belief_words,
            heights: heights.values(),
            table,
            tolls: people.belief.tolls(),
            crowd: distinct(crowd),
            hunger: 0,
            belief: &people.belief,
            cheapest: table.cheapest(&people.belief),
        }
    }

    /// The same for a unit in this hunger band (see [`Kind::hunger`]), for which time costs more.
    #[must_use]
    pub fn with_hunger(mut self, band: u8) -> Self {
        self.hunger = band.min(SUPPLY_BANDS - 1);
        self
    }

    /// The same where these are the packed beliefs: the land as it would be with works, or without them. They know no
    /// better roads, paint or lights than the people does, but that there may be paved ones.
    #[must_use]
    pub fn with_words<'b>(self, words: &'b [u16]) -> BelievedPrices<'b>
    where
        'a: 'b,
    {
        let cheapest = self.cheapest.min(self.table.cheapest_on(Tier::Paved, self.belief));
        BelievedPrices { belief_words: words, cheapest, ..self }
    }

    /// The kind that pays these prices.
    pub fn kind(&self) -> Kind {
        self.table.kind
    }

    /// The packed belief about a node.
    pub fn word(&self, node: NodeId) -> u16 {
        self.belief_words[node as usize]
    }

    /// The season whose prices these are.
    pub(super) fn season(&self) -> Season {
        self.table.season
    }

    /// Whether its people knows of a toll.
    pub(super) fn has_tolls(&self) -> bool {
        !self.tolls.is_empty()
    }

    /// The packed beliefs about these columns of a row.
    pub(super) fn words_of_row(&self, row: u16, columns: std::ops::Range<u16>) -> &[u16] {
        let first = self.size.index(Cell::new(columns.start, row));
        &self.belief_words[first..first + columns.len()]
    }

    /// What a step adds to the price of its cell; height and ground count only if both ends are known.
    #[inline]
    fn step_extras(&self, from: NodeId, to: NodeId, length: u32) -> StepExtras {
        if self.table.has_particular_terms {
            return self.particular_extras(from, to, length);
        }
        StepExtras { slope: self.slope(from, to).unwrap_or(0), ..StepExtras::default() }
    }

    /// The same for a kind with prices for roughness, steepness, gaps, height or diagonals.
    fn particular_extras(&self, from: NodeId, to: NodeId, length: u32) -> StepExtras {
        let diagonals = if length == STRAIGHT { 0 } else { self.table.kind.row().diagonal };
        let Some(slope) = self.slope(from, to) else {
            return StepExtras { diagonals, ..StepExtras::default() };
        };
        let is_known = |cell: usize| Belief::word_is_known(self.belief_words[cell]);
        let steepest = max_height_difference(self.size, self.heights, to as usize, is_known);
        let altitude = altitude(self.height(to, self.word(to)));
        StepExtras {
            slope,
            steep: self.table.steep_time(steepest),
            change: self.table.roughness_change_time(self.word(from), self.word(to)),
            narrow: self.narrow_time(to),
            heights: scale_to_length(self.table.kind.row().heights[altitude], length),
            diagonals,
        }
    }

    /// What a gap adds, as far as the people knows: unseen ground leaves room.
    fn narrow_time(&self, node: NodeId) -> u32 {
        let kind = self.table.kind;
        let is_closed = |cell: usize| match Belief::unpack(self.belief_words[cell]) {
            Believed::Known { surface, .. } => kind.ground_time(surface).is_none(),
            Believed::Unknown(_) => false,
        };
        match Belief::unpack(self.word(node)) {
            Believed::Known { surface, tier } => {
                narrow_time(kind, (surface, tier), self.size, node as usize, is_closed)
            }
            Believed::Unknown(_) => 0,
        }
    }

    /// Time of climbing or descending; `None` if one of the ends is unknown.
    #[inline]
    fn slope(&self, from: NodeId, to: NodeId) -> Option<u32> {
        let (here, there) = (self.word(from), self.word(to));
        let are_known = Belief::word_is_known(here) && Belief::word_is_known(there);
        are_known.then(|| self.table.relief_time(self.height(from, here), self.height(to, there)))
    }

    /// Height of a unit on a known cell with this belief about it.
    #[inline]
    fn height(&self, node: NodeId, word: u16) -> u16 {
        if Belief::word_is_bridge(word) {
            standing_height(self.size, self.heights, self.belief_words, node)
        } else {
            self.heights[node as usize]
        }
    }

    /// The hunger band of the unit (see [`Kind::hunger`]).
    pub fn hunger(&self) -> u8 {
        self.hunger
    }

    /// The claimed cells from `low` to `high`, and in the ring around them; and what a step onto one of them adds.
    pub(super) fn crowd_within(&self, low: Cell, high: Cell) -> (Vec<Cell>, u32) {
        let is_near = |cell: &Cell| {
            low.x <= cell.x + 1 && cell.x <= high.x + 1 && low.y <= cell.y + 1 && cell.y <= high.y + 1
        };
        let crowd = self.crowd.iter().map(|node| self.size.cell(*node as usize));
        (crowd.filter(is_near).collect(), self.table.weighted_by_care(self.table.kind.row().crowd))
    }

    /// Cost of a step without the crowd, in milli-steps.
    pub(super) fn price_without_crowd(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let straight = self.table.straight_price(self.word(to))?;
        let extras = self.step_extras(from, to, length);
        let added = self.table.weighted_by_care(extras.sum());
        let hunger = if self.hunger > 0 {
            self.supply_cost(self.straight_time(to, length)? + extras.time())
        } else {
            0
        };
        Some(scale_to_length(straight, length) + added + hunger + self.toll_price(to))
    }

    fn crowd_price(&self, to: NodeId) -> u32 {
        let claimed = !self.crowd.is_empty() && self.crowd.binary_search(&to).is_ok();
        if claimed { self.table.kind.row().crowd } else { 0 }
    }

    /// What a toll on a cell is worth, in milli-steps.
    pub(super) fn toll_price(&self, to: NodeId) -> u32 {
        let coin = if Belief::is_tolled(self.word(to)) { self.tolls.at(to) } else { 0 };
        u32::from(coin) * COIN_TIME
    }

    /// Expected walking time of a step, in milli-steps; `None` if it is blocked.
    pub fn time(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        Some(self.straight_time(to, length)? + self.step_extras(from, to, length).time())
    }

    /// The part of it that depends on the cell alone.
    #[inline]
    fn straight_time(&self, to: NodeId, length: u32) -> Option<u32> {
        let time = self.table.times[Belief::price_index(self.word(to))];
        (time != BLOCKED).then(|| scale_to_length(time.into(), length))
    }

    /// The additional cost of this walking time with little food left.
    fn supply_cost(&self, time: u32) -> u32 {
        time * HUNGER_PERCENT[usize::from(self.hunger)] / 100
    }

    /// The items of a step; their sum is what [`CostModel::step_cost`] returns. `None` if it is blocked.
    pub fn terms(&self, from: NodeId, to: NodeId, length: u32) -> Option<PriceTerms> {
        let word = self.word(to);
        let mut terms = self.table.straight_terms(word)?;
        let (fear, weighed) = self.table.fear_price(word);
        terms.fear = fear.into();
        terms.haste -= i64::from(fear - weighed);
        let price = i64::from(scale_to_length(terms.total() as u32, length));
        terms.scale(i64::from(length));
        // The rounding error goes into the road's item.
        terms.road += price - terms.total();
        let passage = self.step_extras(from, to, length);
        let StepExtras { slope, steep, change, narrow, heights, diagonals } = passage;
        (terms.slope, terms.steep, terms.change) = (slope.into(), steep.into(), change.into());
        terms.narrow = narrow.into();
        (terms.heights, terms.diagonals) = (heights.into(), diagonals.into());
        terms.time += i64::from(passage.time());
        terms.crowd = self.crowd_price(to).into();
        terms.toll = self.toll_price(to).into();
        let weighs_less = |added: u32| i64::from(added - self.table.weighted_by_care(added));
        terms.haste -= weighs_less(passage.sum()) + weighs_less(self.crowd_price(to));
        terms.supplies = self.supply_cost(terms.time as u32).into();
        terms.paint -= (terms.total() - i64::from(PRICE_MAX)).max(0);
        Some(terms)
    }

    /// The items of a turn from one step's direction to the next one's.
    pub fn turn_terms(&self, before: Dir8, after: Dir8) -> PriceTerms {
        let turn = self.table.kind.turn(before, after);
        let haste = -i64::from(turn - self.table.weighted_by_care(turn));
        let supplies = self.supply_cost(turn).into();
        PriceTerms { turns: turn.into(), haste, supplies, time: turn.into(), ..PriceTerms::default() }
    }
}

/// A straight step's price, scaled to a step of this length.
fn scale_to_length(price: u32, length: u32) -> u32 {
    price * length / 1000
}

impl CostModel for BelievedPrices<'_> {
    fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let price =
            self.price_without_crowd(from, to, length)? + self.table.weighted_by_care(self.crowd_price(to));
        Some(price.min(PRICE_MAX))
    }

    #[inline]
    fn is_blocked(&self, node: NodeId) -> bool {
        self.table.prices[Belief::price_index(self.word(node))] == BLOCKED
    }

    fn cheapest(&self) -> u32 {
        self.cheapest
    }
}
