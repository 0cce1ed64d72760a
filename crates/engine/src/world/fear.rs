//! Feared places of a people. Fear enters prices in eight bands, so that prices change seldom and locally.
//!
//! What does not live here: what makes a place feared (`sim`), and what that costs a kind (`plan`).

use crate::grid::{Cell, Size};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Bands of fear, the first for none.
pub const FEAR_BANDS: usize = 8;
/// Most fear of one cell, as the detour in milli-steps that a porter accepts to avoid one step there.
pub const FEAR_MAX: u32 = 5000;
/// Radius of fear around a place, in steps; inside, fear rises linearly towards the centre.
pub(super) const FEAR_RADIUS: u16 = 6;
/// Daily decay of fear, in thousandths: half of it is left after twelve days.
const DAILY: u32 = 944;
/// Fear below this is forgotten.
const FORGOTTEN: u32 = 100;
/// Places that a people fears at most, and the most that one place is feared.
const PLACES_MAX: usize = 1024;
const PLACE_MAX: u32 = 4 * FEAR_MAX;
/// Width of a band, and the distance from a band's middle at which a cell leaves it: more than half a width (hysteresis),
/// so that nothing flickers.
pub(super) const BAND: u32 = FEAR_MAX / (FEAR_BANDS as u32 - 1);
const BAND_HOLDS: u32 = BAND * 3 / 4;

/// Feared places by their index, with how much each is feared at its centre.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Fears(BTreeMap<u32, u32>);

impl Fears {
    /// Adds fear at a place.
    pub(super) fn stamp(&mut self, size: Size, cell: Cell, amount: u32) {
        let place = size.index(cell) as u32;
        if self.0.len() < PLACES_MAX || self.0.contains_key(&place) {
            let fear = self.0.entry(place).or_default();
            *fear = fear.saturating_add(amount).min(PLACE_MAX);
        }
    }

    /// Lets a day of fear decay. Returns the places whose fear has changed.
    pub(super) fn calm(&mut self, size: Size) -> Vec<Cell> {
        let places = self.0.keys().map(|place| size.cell(*place as usize)).collect();
        self.0.values_mut().for_each(|fear| *fear = *fear * DAILY / 1000);
        self.0.retain(|_, fear| *fear >= FORGOTTEN);
        places
    }

    /// Every place with how much it is feared at its centre.
    pub(super) fn places(&self, size: Size) -> impl Iterator<Item = (Cell, u32)> {
        self.0.iter().map(move |(place, fear)| (size.cell(*place as usize), *fear))
    }

    /// The places for which some cell from `low` to `high` is feared, with how much each is feared at its centre.
    pub(super) fn near(&self, size: Size, low: Cell, high: Cell) -> Vec<(Cell, u32)> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let reach = FEAR_RADIUS - 1;
        let (left, right) = (low.x.saturating_sub(reach), high.x.saturating_add(reach).min(size.width - 1));
        let rows = low.y.saturating_sub(reach)..=high.y.saturating_add(reach).min(size.height - 1);
        let index = |x: u16, y: u16| size.index(Cell::new(x, y)) as u32;
        let near = rows.flat_map(|y| self.0.range(index(left, y)..=index(right, y)));
        near.map(|(place, fear)| (size.cell(*place as usize), *fear)).collect()
    }

    /// Whether it is what `stamp` and `calm` can have made of it (for untrusted input).
    pub(super) fn is_sound(&self, size: Size) -> bool {
        let on_the_land = |place: &u32| (*place as usize) < size.area();
        self.0.len() <= PLACES_MAX
            && self.0.keys().all(on_the_land)
            && self.0.values().all(|fear| (1..=PLACE_MAX).contains(fear))
    }
}

/// Fear of a cell from the places around it.
pub(super) fn felt(feared: &[(Cell, u32)], cell: Cell) -> u32 {
    let radius = u32::from(FEAR_RADIUS);
    let each =
        feared.iter().map(|(place, fear)| fear * radius.saturating_sub(place.chebyshev(cell)) / radius);
    each.sum::<u32>().min(FEAR_MAX)
}

/// The band of a cell with this fear that was in the band `before`.
pub(super) fn band(before: usize, fear: u32) -> usize {
    if fear.abs_diff(before as u32 * BAND) <= BAND_HOLDS {
        before
    } else {
        ((fear + BAND / 2) / BAND) as usize
    }
}
