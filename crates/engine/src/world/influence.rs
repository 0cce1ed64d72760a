//! Influence maps: who is where, as a people has seen of late, spread over the land in blocks of 4 × 4 cells.
//!
//! A source stamps its strength; strength spreads from block to block and fades by the same share with each, so that on
//! its own it comes to rest at `strength · exp(−decay · distance)`; *momentum* says how slowly a block follows. The rule
//! is Champandard's: `lerp(old, max over neighbours of value · exp(−decay · distance), 1 − momentum)`. Blocks are
//! updated row by row, a few rows a tick, in place: the order changes how fast influence spreads, not its fixed point.
//!
//! What does not live here: who is a source (`sim::sight::influence`), and what dread costs (`plan::price`).

use super::fear::{BAND, band};
use crate::grid::{Cell, Size};
use serde::{Deserialize, Serialize};

/// Side of a block, in cells.
pub(super) const BLOCK: u16 = 4;
/// Ticks in which every block is updated once.
pub(super) const ROUND: u16 = 48;
/// Rounds between updates of dread: 0.4 day.
const DREAD_EVERY: u64 = 2;
/// Influence of strength 1 on its own block.
pub const STRENGTH: u32 = 1 << 16;
/// Most strength on one block.
pub(super) const STRENGTH_MAX: u32 = 64;
/// Decay per block, straight and diagonal, in 65,536ths: exp(−0.35) and exp(−0.35 · √2).
const FADES: [u64; 2] = [46_182, 39_950];
/// Blocks of a row that are looked at together.
const TOGETHER: usize = 8;
/// Influence below this is forgotten.
const FORGOTTEN: u32 = STRENGTH / 64;
/// Fear of threat 1 without friends near, as the detour in milli-steps that a porter accepts to avoid a step.
const FEAR_OF_THREAT: u32 = 900;
/// The highest band of dread; only every other one is used, so that moving foes change few prices.
const DREAD_MAX: usize = 6;

/// The layers of influence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum InfluenceLayer {
    /// Foes who strike.
    Threat,
    /// Own units that strike back, and own settlements.
    Friends,
    /// Foes who do not strike, and carry something.
    Quarry,
}

impl InfluenceLayer {
    /// All of them, in the order of their numbers.
    pub const ALL: [InfluenceLayer; 3] =
        [InfluenceLayer::Threat, InfluenceLayer::Friends, InfluenceLayer::Quarry];

    /// Momentum of a block, in 1,024ths a round. Quarry is remembered for days.
    const fn momentum(self) -> u64 {
        match self {
            InfluenceLayer::Threat => 256,
            InfluenceLayer::Friends => 64,
            InfluenceLayer::Quarry => 976,
        }
    }
}

/// The influence maps of a people, and the dread derived from them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Influence {
    columns: u16,
    rows: u16,
    /// By mood, row by row.
    maps: [Vec<u32>; 3],
    /// Bands of dread, row by row.
    dread: Vec<u8>,
}

impl Influence {
    /// Empty maps.
    pub fn new(size: Size) -> Self {
        let (columns, rows) = (size.width.div_ceil(BLOCK), size.height.div_ceil(BLOCK));
        let area = usize::from(columns) * usize::from(rows);
        Self { columns, rows, maps: std::array::from_fn(|_| vec![0; area]), dread: vec![0; area] }
    }

    /// Columns and rows of blocks.
    pub fn blocks(&self) -> (u16, u16) {
        (self.columns, self.rows)
    }

    /// The block that a cell lies in.
    pub fn block_of(&self, cell: Cell) -> usize {
        usize::from(cell.y / BLOCK) * usize::from(self.columns) + usize::from(cell.x / BLOCK)
    }

    /// The row of blocks that a cell lies in.
    pub fn row_of(&self, cell: Cell) -> u16 {
        cell.y / BLOCK
    }

    /// The rows of blocks that are updated at a tick.
    pub fn due(&self, tick: u64) -> std::ops::Range<u16> {
        let turn = (tick % u64::from(ROUND)) as u32;
        let row = |turn: u32| (u32::from(self.rows) * turn / u32::from(ROUND)) as u16;
        row(turn)..row(turn + 1)
    }

    /// Whether dread is updated in the round of a tick: seldom, since its changes invalidate paths.
    pub(super) fn is_felt(tick: u64) -> bool {
        (tick / u64::from(ROUND)).is_multiple_of(DREAD_EVERY)
    }

    /// Influence of a mood on a cell, in 65,536ths of a strength.
    pub fn at(&self, mood: InfluenceLayer, cell: Cell) -> u32 {
        self.maps[mood as usize][self.block_of(cell)]
    }

    /// How much fear dread adds on a cell, in milli-steps.
    pub(super) fn dread_at(&self, cell: Cell) -> u32 {
        u32::from(self.dread[self.block_of(cell)]) * BAND
    }

    /// Whether there is no dread near a cell.
    pub(super) fn is_calm_at(&self, cell: Cell) -> bool {
        self.dread[self.block_of(cell)] == 0
    }

    /// Updates a row of blocks; `stamps` has the strength on each of its blocks by mood. Returns the columns of blocks whose
    /// dread has changed; dread changes only if `is_felt`.
    pub(super) fn advance(&mut self, row: u16, stamps: &[Vec<u32>; 3], is_felt: bool) -> Vec<u16> {
        for mood in InfluenceLayer::ALL {
            self.spread(mood, row, &stamps[mood as usize]);
        }
        if !is_felt {
            return Vec::new();
        }
        (0..self.columns).filter(|column| self.update_dread(*column, row)).collect()
    }

    fn spread(&mut self, mood: InfluenceLayer, row: u16, stamps: &[u32]) {
        if !self.has_any_around(mood, row) && !has_any(stamps) {
            return;
        }
        let momentum = mood.momentum();
        let (first, columns) = (self.index(0, row), usize::from(self.columns));
        let (above, rest) = self.maps[mood as usize].split_at_mut(first);
        let (map, below) = rest.split_at_mut(columns);
        // Empty beyond the edges.
        let (above, below) = (&above[first.saturating_sub(columns)..], &below[..columns.min(below.len())]);
        let at = |row: &[u32], column: usize| row.get(column).copied().unwrap_or(0);
        let beside = |column: usize| at(above, column).max(at(below, column));
        for first in (0..columns).step_by(TOGETHER) {
            let end = (first + TOGETHER).min(columns);
            // Most blocks have nothing on and around them.
            let around = first.saturating_sub(1)..(end + 1).min(columns);
            let is_used = |row: &[u32]| row.get(around.clone()).is_some_and(has_any);
            if !(is_used(map) || is_used(above) || is_used(below) || is_used(stamps)) {
                continue;
            }
            // The left neighbour, already updated in this round; and what is beside the three blocks.
            let left = first.wrapping_sub(1);
            let (mut before, mut near) = (at(map, left), [0, beside(left), beside(first)]);
            for column in first..end {
                near = [near[1], near[2], beside(column + 1)];
                let stamp = stamps[column].min(STRENGTH_MAX) * STRENGTH;
                let straight = near[1].max(before).max(at(map, column + 1));
                let diagonal = near[0].max(near[2]);
                let wanted = u64::from(stamp).max(faded(straight, FADES[0])).max(faded(diagonal, FADES[1]));
                let value = &mut map[column];
                let sum = u64::from(*value) * momentum + wanted * (1024 - momentum);
                // Rounded towards the target, so that momentum changes only how long it takes to get there.
                let next = if wanted > u64::from(*value) { sum.div_ceil(1024) } else { sum / 1024 } as u32;
                *value = if next < FORGOTTEN && wanted < u64::from(FORGOTTEN) { 0 } else { next };
                before = *value;
            }
        }
    }

    /// Whether there is anything of a mood on a row of blocks and the two beside it.
    fn has_any_around(&self, mood: InfluenceLayer, row: u16) -> bool {
        let low = self.index(0, row.saturating_sub(1));
        let high = self.index(0, (row + 2).min(self.rows));
        has_any(&self.maps[mood as usize][low..high])
    }

    /// Updates the dread of a block; returns whether it changed.
    fn update_dread(&mut self, column: u16, row: u16) -> bool {
        let at = self.index(column, row);
        let of = |mood: InfluenceLayer| self.maps[mood as usize][at];
        // Most blocks have neither threat nor dread.
        if of(InfluenceLayer::Threat) == 0 && self.dread[at] == 0 {
            return false;
        }
        let net = of(InfluenceLayer::Threat).saturating_sub(of(InfluenceLayer::Friends));
        let fear = u64::from(net) * u64::from(FEAR_OF_THREAT) / u64::from(STRENGTH);
        let before = self.dread[at];
        let now = (band(usize::from(before), fear as u32).min(DREAD_MAX) & !1) as u8;
        self.dread[at] = now;
        now != before
    }

    fn index(&self, column: u16, row: u16) -> usize {
        usize::from(row) * usize::from(self.columns) + usize::from(column)
    }

    /// Whether it fits the land and holds only values that stamps can produce (for untrusted input).
    pub(super) fn is_sound(&self, size: Size) -> bool {
        let fresh = Influence::new(size);
        (self.columns, self.rows) == (fresh.columns, fresh.rows)
            && self.maps.iter().all(|map| map.len() == fresh.dread.len())
            && self.maps.iter().flatten().all(|value| *value <= STRENGTH * STRENGTH_MAX)
            && self.dread.len() == fresh.dread.len()
            && self.dread.iter().all(|dread| usize::from(*dread) <= DREAD_MAX)
    }
}

/// Whether a value is not 0. All are read, many at a time.
fn has_any(values: &[u32]) -> bool {
    values.iter().fold(0, |any, value| any | value) != 0
}

/// A value after this decay.
fn faded(value: u32, fades: u64) -> u64 {
    (u64::from(value) * fades) >> 16
}
