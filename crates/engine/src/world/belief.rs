//! What a people believes about each cell.
//!
//! One 16-bit word a cell, the only thing besides the heights of *known* cells that a price may be read from.
//! Bits 0–4 surface class (real, or one of three guesses about the unseen), 5–7 road tier, 8–9 paint (a people's own
//! preference, on seen and unseen cells alike), 10 lit by a beacon, 11 exposed to a stranger's tower; 12–14 of a known cell
//! the band of fear, 15 of one whether a toll is taken there; 12–15 of an unknown one the distance to the known cell that its guess comes from.

use super::dirty::DirtyLog;
use super::fear::{FEAR_MAX, FEAR_RADIUS, Fears, band, felt};
use super::influence::{BLOCK, Influence};
use super::toll::Tolls;
use super::{Kind, Paint, TOWER_SIGHT, Tier};
use crate::grid::{Cell, Layer, Size, has_line_of_sight, line};
use crate::land::Surface;
use serde::{Deserialize, Serialize};

/// Guess about a cell that the people has never seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Guess {
    /// Like the open ground seen nearby.
    Open,
    /// No idea, or like the woods seen nearby.
    Middle,
    /// Like the mountains or the water seen nearby.
    Rough,
}

impl Guess {
    /// The guess about cells near a cell with this surface.
    pub fn like(surface: Surface) -> Guess {
        match surface {
            Surface::Sand
            | Surface::Meadow
            | Surface::Grass
            | Surface::Bridge
            | Surface::Burnt
            | Surface::Beacon
            | Surface::Tower
            | Surface::Field
            | Surface::Cut => Guess::Open,
            Surface::River
            | Surface::Forest
            | Surface::DeepWood
            | Surface::Swamp
            | Surface::Hill
            | Surface::Mud
            | Surface::Fire => Guess::Middle,
            _ => Guess::Rough,
        }
    }
}

/// A belief about one cell, unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Believed {
    /// Seen, now or earlier.
    Known {
        /// Ground when last seen.
        surface: Surface,
        /// Road when last seen.
        tier: Tier,
    },
    /// Never seen.
    Unknown(Guess),
}

const CLASS_MASK: u16 = 0x1f;
const TIER: u16 = 7 << 5;
const GUESS_FIRST: u16 = 29;
const FAR: u16 = 15;
/// How far a known cell influences guesses about unseen ones, in steps.
const GUESS_RADIUS: u16 = 8;
/// Whether a beacon shines on a cell, and whether a stranger's tower looks down on it.
const LIT: u16 = 1 << 10;
const EXPOSED: u16 = 1 << 11;
/// The band of fear of a known cell.
const FEAR: u16 = 7 << 12;
/// Whether a toll is taken on a known cell.
const TOLLED: u16 = 1 << 15;
/// Distance from a cell at which steps onto it begin.
pub(super) const STEP_REACH: u16 = 1;
/// Distance from a cell at which steps begin whose price depends on whether it is known, and open: slope and room there.
const SHAPE_REACH: u16 = STEP_REACH + 1;
/// How far a beacon shines, in cells.
pub const LIGHT_RADIUS: u16 = 6;
/// Radius in which a stranger's tower exposes units in its line of sight: as far as it sees, in cells.
pub const EXPOSURE_RADIUS: u16 = TOWER_SIGHT;
/// Beacons and towers that a people remembers, at most.
const LANDMARKS_MAX: usize = 4096;

/// Everything one people believes about the land.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Belief {
    words: Layer<u16>,
    /// Day on which each cell was last seen (meaningful for known cells); days after the last that fits are taken for it.
    last_seen: Layer<u16>,
    known: u32,
    known_tiers: [u32; 6],
    /// Cells painted as preferred.
    preferred: u32,
    /// Known beacons, sorted.
    beacons: Vec<Cell>,
    /// Known towers of others, sorted.
    towers: Vec<Cell>,
    /// Known tolls.
    tolls: Tolls,
    /// Feared places.
    fears: Fears,
    /// Influence maps of what was seen of late.
    influence: Influence,
    /// Changes since they were last drained.
    #[serde(skip)]
    pub(super) dirty: DirtyLog,
}

impl Belief {
    /// A people that has seen nothing.
    pub fn new(size: Size) -> Self {
        let nothing = (GUESS_FIRST + Guess::Middle as u16) | (FAR << 12);
        Self {
            words: Layer::new(size, nothing),
            last_seen: Layer::new(size, 0),
            known: 0,
            known_tiers: [0; 6],
            preferred: 0,
            beacons: Vec::new(),
            towers: Vec::new(),
            tolls: Tolls::default(),
            fears: Fears::default(),
            influence: Influence::new(size),
            dirty: DirtyLog::default(),
        }
    }

    /// The packed words, row by row: what prices are looked up with.
    pub fn words(&self) -> &[u16] {
        self.words.values()
    }

    /// A byte a cell for the history.
    pub fn glances(&self) -> Layer<Glance> {
        self.words.map(|word| glance(*word))
    }

    /// Number of known cells.
    pub fn known(&self) -> u32 {
        self.known
    }

    /// Whether the people believes there is a road of this tier somewhere.
    pub fn knows_tier(&self, tier: Tier) -> bool {
        self.known_tiers[tier as usize] > 0
    }

    /// Known cells of path or better.
    pub fn road_cells(&self) -> u32 {
        Tier::ALL.into_iter().filter(|tier| tier.is_road()).map(|tier| self.cells_of(tier)).sum()
    }

    /// Number of known cells of this tier.
    pub fn cells_of(&self, tier: Tier) -> u32 {
        self.known_tiers[tier as usize]
    }

    /// Whether some ground is painted as preferred.
    pub fn knows_preference(&self) -> bool {
        self.preferred > 0
    }

    /// The known towers of others, sorted.
    pub fn towers(&self) -> &[Cell] {
        &self.towers
    }

    /// Whether some beacon is known.
    pub fn knows_light(&self) -> bool {
        !self.beacons.is_empty()
    }

    /// The paint on a cell.
    pub fn paint(&self, cell: Cell) -> Paint {
        Belief::paint_of(self.words[cell])
    }

    /// The packed word of a cell.
    pub fn word(&self, cell: Cell) -> u16 {
        self.words[cell]
    }

    /// The paint in a packed word.
    pub fn paint_of(word: u16) -> Paint {
        Paint::from_index(((word >> 8) & 3) as u8)
    }

    /// Whether a packed word is of a cell in a beacon's light.
    pub fn is_lit(word: u16) -> bool {
        word & LIT != 0
    }

    /// Whether a packed word is of a cell that a stranger's tower sees.
    pub fn is_exposed(word: u16) -> bool {
        word & EXPOSED != 0
    }

    /// A packed word as of a cell that no stranger's tower sees.
    pub fn without_exposure(word: u16) -> u16 {
        word & !EXPOSED
    }

    /// The band of fear in a packed word, 0 for none; unseen cells are never feared.
    pub fn fear_of(word: u16) -> usize {
        if Belief::word_is_known(word) { usize::from((word & FEAR) >> 12) } else { 0 }
    }

    /// Whether a stranger's tower is known to stand on a cell.
    pub fn is_strange_tower(&self, cell: Cell) -> bool {
        self.towers.binary_search(&cell).is_ok()
    }

    /// Whether the cell was ever seen.
    pub fn is_known(&self, cell: Cell) -> bool {
        Belief::word_is_known(self.words[cell])
    }

    /// Whether a packed word is of a seen cell.
    pub fn word_is_known(word: u16) -> bool {
        word & CLASS_MASK < GUESS_FIRST
    }

    /// Whether a packed word is of a bridge.
    pub fn word_is_bridge(word: u16) -> bool {
        word & CLASS_MASK == Surface::Bridge as u16
    }

    /// The word of a known cell if this lay there instead.
    pub fn word_with_ground(word: u16, surface: Surface, tier: Tier) -> u16 {
        (word & !(CLASS_MASK | TIER | TOLLED)) | surface as u16 | ((tier as u16) << 5)
    }

    /// The word of a known cell in this band of fear.
    pub fn word_with_fear(word: u16, band: u8) -> u16 {
        (word & !FEAR) | u16::from(band) << 12
    }

    /// Whether a packed word is of a cell where a toll is taken.
    pub fn is_tolled(word: u16) -> bool {
        Belief::word_is_known(word) && word & TOLLED != 0
    }

    /// Known tolls.
    pub fn tolls(&self) -> &Tolls {
        &self.tolls
    }

    /// Records the toll on a known cell, in coin; 0 for none.
    pub fn learn_toll(&mut self, cell: Cell, coin: u8) {
        let size = self.words.size();
        let word = self.words[cell];
        if Belief::word_is_known(word) && self.tolls.set(size.index(cell) as u32, coin) {
            self.words[cell] = if coin > 0 { word | TOLLED } else { word & !TOLLED };
            self.dirty.note(size, cell, STEP_REACH, false);
        }
    }

    /// The index of a word in a price table of 4096 entries (class, tier, paint, light and exposure).
    pub fn price_index(word: u16) -> usize {
        usize::from(word & 0xfff)
    }

    /// What is believed of the cell.
    pub fn at(&self, cell: Cell) -> Believed {
        Belief::unpack(self.words[cell])
    }

    /// Unpacks a word, or a price-table index.
    pub fn unpack(word: u16) -> Believed {
        let class = word & CLASS_MASK;
        match class {
            29 => Believed::Unknown(Guess::Open),
            30 => Believed::Unknown(Guess::Middle),
            31 => Believed::Unknown(Guess::Rough),
            _ => Believed::Known {
                surface: Surface::from_index(class as u8).unwrap_or_default(),
                tier: Tier::from_index(((word >> 5) & 7) as u8),
            },
        }
    }

    /// The day on which a known cell was last seen.
    pub fn last_seen(&self, cell: Cell) -> u64 {
        u64::from(self.last_seen[cell])
    }

    /// The days when the cells were last seen, row by row.
    pub fn days(&self) -> &[u16] {
        self.last_seen.values()
    }

    /// Remembers that a cell was last seen on a day.
    pub fn date(&mut self, cell: Cell, day: u64) {
        self.last_seen[cell] = u16::try_from(day).unwrap_or(u16::MAX);
    }

    /// Records a cell as it is seen now, and updates the guesses about unseen cells around it. `stranger`: whether a tower
    /// there is another people's. Returns whether the belief changed.
    pub fn observe(&mut self, cell: Cell, surface: Surface, tier: Tier, stranger: bool, day: u64) -> bool {
        let old = self.words[cell];
        // A known cell is in its band already: every change of fear updates it.
        let fear = if Belief::word_is_known(old) {
            old & (FEAR | TOLLED)
        } else {
            self.band_at(cell, old, &self.fears.near(self.size(), cell, cell)) << 12
        };
        let word = surface as u16 | ((tier as u16) << 5) | (old & (3 << 8 | LIT | EXPOSED)) | fear;
        self.date(cell, day);
        if old == word {
            return false;
        }
        self.change(cell, word);
        if Belief::word_is_known(old) {
            self.known_tiers[usize::from((old >> 5) & 7)] -= 1;
        } else {
            self.known += 1;
            self.colour_guesses(cell, surface);
        }
        self.known_tiers[tier as usize] += 1;
        self.remember_landmark(cell, surface, stranger);
        true
    }

    /// Writes a cell's word, and marks the prices that depend on it as dirty.
    fn change(&mut self, cell: Cell, word: u16) {
        let old = std::mem::replace(&mut self.words[cell], word);
        if hides(old) != hides(word) {
            let near = |tower: &&Cell| tower.chebyshev(cell) <= u32::from(EXPOSURE_RADIUS);
            self.towers.iter().filter(near).for_each(|tower| self.dirty.note_tower(*tower));
        }
        if in_prices(old) != in_prices(word) {
            let size = self.words.size();
            let is_discovered = Belief::word_is_known(old) != Belief::word_is_known(word);
            let is_passability = open_to(old) != open_to(word);
            let reach = if is_discovered || is_passability { SHAPE_REACH } else { STEP_REACH };
            self.dirty.note(size, cell, reach, is_passability);
        }
    }

    fn colour_guesses(&mut self, seen: Cell, surface: Surface) {
        let guess = Guess::like(surface) as u16 + GUESS_FIRST;
        let mut reach = None;
        for cell in self.words.size().square(seen, GUESS_RADIUS) {
            let (word, distance) = (self.words[cell], seen.chebyshev(cell) as u16);
            if !Belief::word_is_known(word) && distance < word >> 12 {
                self.words[cell] = (word & 0xf00) | guess | (distance << 12);
                if word & CLASS_MASK != guess {
                    reach = reach.max(Some(distance));
                }
            }
        }
        if let Some(reach) = reach {
            self.dirty.note(self.words.size(), seen, reach + STEP_REACH, false);
        }
    }

    /// Remembers or forgets a beacon or tower on a cell.
    fn remember_landmark(&mut self, cell: Cell, surface: Surface, stranger: bool) {
        if note(&mut self.beacons, cell, surface == Surface::Beacon) {
            cast(&mut self.words, &self.beacons, cell, LIGHT_RADIUS, LIT);
            self.dirty.note(self.words.size(), cell, LIGHT_RADIUS + STEP_REACH, false);
        }
        if note(&mut self.towers, cell, surface == Surface::Tower && stranger) {
            cast(&mut self.words, &self.towers, cell, EXPOSURE_RADIUS, EXPOSED);
            self.dirty.note(self.words.size(), cell, EXPOSURE_RADIUS + STEP_REACH, false);
            self.dirty.note_tower(cell);
        }
    }

    /// Whether there is a line of sight between two cells, as far as is known; unknown ground does not block it. Only the
    /// heights of known cells are read.
    pub fn sees(&self, heights: &Layer<u16>, from: Cell, to: Cell) -> bool {
        let is_opaque = |cell: Cell| hides(self.words[cell]) == Some(true);
        let is_known = line(from, to).all(|cell| self.is_known(cell));
        !is_known || has_line_of_sight(|cell| heights[cell], is_opaque, from, to)
    }

    /// Whether a tower sees a cell, as far as is known.
    pub fn is_seen_from_tower(&self, heights: &Layer<u16>, tower: Cell, cell: Cell) -> bool {
        tower.chebyshev(cell) <= u32::from(EXPOSURE_RADIUS) && self.sees(heights, tower, cell)
    }

    /// Updates the field of view of strangers' towers near which more has become known.
    pub fn update_tower_views(&mut self, heights: &Layer<u16>) {
        for changed in self.dirty.take_towers() {
            let reach = 2 * u32::from(EXPOSURE_RADIUS);
            let near: Vec<Cell> =
                self.towers.iter().copied().filter(|tower| tower.chebyshev(changed) <= reach).collect();
            for cell in self.size().square(changed, EXPOSURE_RADIUS) {
                let is_watched = near.iter().any(|tower| self.is_seen_from_tower(heights, *tower, cell));
                let bit = if is_watched { EXPOSED } else { 0 };
                self.change(cell, self.words[cell] & !EXPOSED | bit);
            }
        }
    }

    /// Marks the field of view of all strangers' towers as unknown (after loading).
    pub fn invalidate_towers(&mut self) {
        self.towers.iter().for_each(|tower| self.dirty.note_tower(*tower));
    }

    /// Paints a cell, seen or unseen.
    pub fn paint_cell(&mut self, cell: Cell, paint: Paint) {
        let old = self.words[cell];
        self.preferred -= u32::from(Belief::paint_of(old) == Paint::Prefer);
        self.preferred += u32::from(paint == Paint::Prefer);
        self.change(cell, (old & !(3 << 8)) | ((paint as u16) << 8));
    }

    /// Adds fear of a cell and its surroundings, in milli-steps.
    pub fn add_fear(&mut self, cell: Cell, amount: u32) {
        self.fears.stamp(self.size(), cell, amount);
        self.update_fear_bands(&[cell]);
    }

    /// Lets a day of fear decay.
    pub fn decay_fear(&mut self) {
        let places = self.fears.calm(self.size());
        self.update_fear_bands(&places);
    }

    /// Influence maps of what was seen of late.
    pub fn influence(&self) -> &Influence {
        &self.influence
    }

    /// Updates a row of the influence maps (see [`Influence`]), and the fear that follows from it.
    pub fn advance_influence(&mut self, row: u16, stamps: &[Vec<u32>; 3], tick: u64) {
        for column in self.influence.advance(row, stamps, Influence::is_felt(tick)) {
            let size = self.size();
            let low = Cell::new(column * BLOCK, row * BLOCK);
            let far = |at: u16, side: u16| (at + BLOCK).min(side) - 1;
            self.feel_within(low, Cell::new(far(low.x, size.width), far(low.y, size.height)));
        }
    }

    /// Fear of a cell for what has happened there, in milli-steps.
    pub fn place_fear_at(&self, cell: Cell) -> u32 {
        felt(&self.fears.near(self.size(), cell, cell), cell)
    }

    /// Feared places, each with the fear at its centre, in milli-steps.
    pub fn feared_places(&self) -> impl Iterator<Item = (Cell, u32)> {
        self.fears.places(self.size())
    }

    /// Updates the bands of fear around places.
    fn update_fear_bands(&mut self, places: &[Cell]) {
        let size = self.size();
        for place in places {
            let low = Cell::new(place.x.saturating_sub(FEAR_RADIUS), place.y.saturating_sub(FEAR_RADIUS));
            let far = |at: u16, side: u16| at.saturating_add(FEAR_RADIUS).min(side - 1);
            self.feel_within(low, Cell::new(far(place.x, size.width), far(place.y, size.height)));
        }
    }

    /// Updates the bands of fear of all cells from `low` to `high`.
    fn feel_within(&mut self, low: Cell, high: Cell) {
        let feared = self.fears.near(self.size(), low, high);
        for cell in (low.y..=high.y).flat_map(|y| (low.x..=high.x).map(move |x| Cell::new(x, y))) {
            let word = self.words[cell];
            if Belief::word_is_known(word) {
                self.change(cell, (word & !FEAR) | (self.band_at(cell, word, &feared) << 12));
            }
        }
    }

    /// The band that a cell belongs into, which depends on the one that it was in; `feared` are places around it.
    fn band_at(&self, cell: Cell, word: u16, feared: &[(Cell, u32)]) -> u16 {
        if word & FEAR == 0 && feared.is_empty() && self.influence.is_calm_at(cell) {
            return 0;
        }
        let fear = felt(feared, cell) + self.influence.dread_at(cell);
        band(Belief::fear_of(word), fear.min(FEAR_MAX)) as u16
    }

    /// Whether the words are ones that `observe` can have written (for untrusted input).
    pub fn is_sound(&self) -> bool {
        let known = |word: &&u16| Belief::word_is_known(**word);
        let class_ok = |word: &u16| {
            let class = word & CLASS_MASK;
            class >= GUESS_FIRST || usize::from(class) < Surface::ALL.len()
        };
        let tiers = (0..6).all(|tier| {
            let count = self.words().iter().filter(known).filter(|w| (**w >> 5) & 7 == tier).count();
            count == self.known_tiers[usize::from(tier)] as usize
        });
        let preferred = self.words().iter().filter(|word| Belief::paint_of(**word) == Paint::Prefer).count();
        let feels = |(cell, word): (Cell, &u16)| {
            let feared = || self.fears.near(self.size(), cell, cell);
            !Belief::word_is_known(*word) || (*word & FEAR) >> 12 == self.band_at(cell, *word, &feared())
        };
        self.last_seen.size() == self.size()
            && self.fears.is_sound(self.size())
            && self.tolls.is_sound(self.words(), Belief::is_tolled)
            && self.influence.is_sound(self.size())
            && self.words.iter().all(feels)
            && preferred == self.preferred as usize
            && self.words().iter().all(class_ok)
            && self.words().iter().filter(known).count() == self.known as usize
            && tiers
            && self.is_lit_as_known()
    }

    /// Whether just the surroundings of known beacons are lit, and none but those of known towers exposed.
    fn is_lit_as_known(&self) -> bool {
        let sorted = |cells: &[Cell]| cells.windows(2).all(|two| two[0] < two[1]);
        let on_the_land = |cells: &[Cell]| cells.iter().all(|cell| self.size().contains(*cell));
        let few = |cells: &[Cell]| cells.len() <= LANDMARKS_MAX && sorted(cells) && on_the_land(cells);
        if !few(&self.beacons) || !few(&self.towers) {
            return false;
        }
        let mut cast = Layer::new(self.size(), 0u16);
        for (cells, radius, bit) in
            [(&self.beacons, LIGHT_RADIUS, LIT), (&self.towers, EXPOSURE_RADIUS, EXPOSED)]
        {
            for near in cells.iter().flat_map(|cell| self.size().square(*cell, radius)) {
                cast[near] |= bit;
            }
        }
        let bits = self.words().iter().map(|word| word & (LIT | EXPOSED));
        bits.zip(cast.values()).all(|(bits, cast)| bits & LIT == cast & LIT && bits & !cast == 0)
    }

    /// Size of the land.
    pub fn size(&self) -> Size {
        self.words.size()
    }
}

/// Whether a known cell stops sight; nothing of one that is not known.
fn hides(word: u16) -> Option<bool> {
    match Belief::unpack(word) {
        Believed::Known { surface, .. } => Some(surface.is_opaque()),
        Believed::Unknown(_) => None,
    }
}

/// The bits of a word that prices depend on: neither scuffed ground nor the certainty of a guess changes a price.
fn in_prices(word: u16) -> u16 {
    match Belief::unpack(word) {
        Believed::Unknown(_) => word & 0xfff,
        Believed::Known { tier: Tier::Scuff, .. } => word & !(7 << 5),
        Believed::Known { .. } => word,
    }
}

/// Which kinds may enter a cell, a bit each.
fn open_to(word: u16) -> u32 {
    let may_enter = |kind: &Kind| match Belief::unpack(word) {
        _ if Belief::paint_of(word) == Paint::Forbid => false,
        Believed::Unknown(_) => true,
        Believed::Known { surface, .. } => kind.ground_time(surface).is_some(),
    };
    Kind::ALL.into_iter().filter(may_enter).map(|kind| 1 << kind as u32).sum()
}

/// Puts a cell into a sorted list or takes it out; whether that changed the list.
fn note(cells: &mut Vec<Cell>, cell: Cell, belongs: bool) -> bool {
    match (cells.binary_search(&cell), belongs) {
        (Err(place), true) if cells.len() < LANDMARKS_MAX => {
            cells.insert(place, cell);
            true
        }
        (Ok(place), false) => {
            cells.remove(place);
            true
        }
        _ => false,
    }
}

/// Sets or clears a bit around a cell, as the landmarks that are left near it want.
fn cast(words: &mut Layer<u16>, landmarks: &[Cell], around: Cell, radius: u16, bit: u16) {
    let reach = u32::from(radius);
    let near: Vec<Cell> =
        landmarks.iter().copied().filter(|mark| mark.chebyshev(around) <= 2 * reach).collect();
    for cell in words.size().square(around, radius) {
        let is_cast = near.iter().any(|mark| mark.chebyshev(cell) <= reach);
        words[cell] = if is_cast { words[cell] | bit } else { words[cell] & !bit };
    }
}

/// What was known of a cell in one byte: 0 is nothing, else one more than the number of its tier.
pub type Glance = u8;

/// The glance of a packed belief.
pub(super) fn glance(word: u16) -> Glance {
    u8::from(Belief::word_is_known(word)) * (1 + ((word >> 5) & 7) as u8)
}
