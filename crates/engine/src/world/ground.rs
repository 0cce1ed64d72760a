//! The changing ground: wear, roads, traffic, and what was built on it.

use super::{PeopleIx, TownIx};
use crate::grid::{Cell, Layer, LayerValue, Size};
use crate::land::Surface;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One pass of a porter, in the fixed-point units of [`Ground::wear`].
pub const PASS: u32 = 256;
/// Side of a region, in cells: traffic is compared within one.
pub const REGION: u16 = 32;

/// How worn or built-up a cell is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Tier {
    /// Untouched ground.
    #[default]
    None,
    /// Bent grass: only looks.
    Scuff,
    /// A trodden path.
    Path,
    /// A dirt road.
    Dirt,
    /// A paved road.
    Paved,
    /// A highway between towns.
    Highway,
}

impl Tier {
    /// All tiers, least first.
    pub const ALL: [Tier; 6] = [Tier::None, Tier::Scuff, Tier::Path, Tier::Dirt, Tier::Paved, Tier::Highway];

    /// The tier with this number (anything too high is a highway).
    pub fn from_index(index: u8) -> Tier {
        *Tier::ALL.get(usize::from(index)).unwrap_or(&Tier::Highway)
    }

    /// Whether it makes walking cheaper.
    pub fn is_road(self) -> bool {
        self >= Tier::Path
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Tier::None => "untrodden",
            Tier::Scuff => "scuffed ground",
            Tier::Path => "path",
            Tier::Dirt => "dirt road",
            Tier::Paved => "paved road",
            Tier::Highway => "highway",
        }
    }
}

/// Paint: a people's preference for a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[repr(u8)]
pub enum Paint {
    /// Nothing.
    #[default]
    None,
    /// Preferred.
    Prefer,
    /// Avoided.
    Avoid,
    /// Forbidden.
    Forbid,
}

impl Paint {
    /// The paint with this number, taken modulo 4.
    pub fn from_index(index: u8) -> Paint {
        [Paint::None, Paint::Prefer, Paint::Avoid, Paint::Forbid][usize::from(index & 3)]
    }
}

/// Ground that burns, or has burnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blaze {
    /// Tick when it has burnt out, or is green again.
    pub until: u64,
    /// Steps that it may still spread.
    pub reach: u8,
}

/// The whole ground of one cell: what an act replaces and undo restores.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Patch {
    /// What it is made of.
    pub surface: Surface,
    /// Its road.
    pub tier: Tier,
    /// Its wear, in [`PASS`]ths of a pass.
    pub wear: u32,
    /// The natural surface below, if something was built there.
    pub under: Option<Surface>,
    /// Whether it burns, or has burnt.
    pub blaze: Option<Blaze>,
    /// Index of the people whose tower it is.
    pub tower: Option<PeopleIx>,
}

impl Patch {
    /// The same ground untilled.
    #[must_use]
    pub fn fallow(self) -> Patch {
        match self.surface {
            Surface::Field => Patch { surface: self.under.unwrap_or(Surface::Grass), under: None, ..self },
            _ => self,
        }
    }
}

impl LayerValue for Tier {
    const BYTES: usize = 1;

    fn to_bytes(self) -> [u8; 4] {
        [self as u8, 0, 0, 0]
    }

    fn from_bytes(bytes: [u8; 4]) -> Option<Self> {
        Tier::ALL.get(usize::from(bytes[0])).copied()
    }
}

/// Wear, road tiers, traffic, and what the player has put on the land.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ground {
    /// P: decaying count of passes over each cell, in [`PASS`]ths of a pass.
    pub wear: Layer<u32>,
    /// Road tier of each cell.
    pub tier: Layer<Tier>,
    /// T: decaying count of trips through each region, in [`PASS`]ths of a trip; row-major regions.
    pub traffic: Vec<u32>,
    /// Natural surface under what was built, by row-major cell index.
    pub under: BTreeMap<u32, Surface>,
    /// What burns or has burnt, by row-major cell index.
    pub blazes: BTreeMap<u32, Blaze>,
    /// The people that each tower belongs to, by row-major cell index.
    pub towers: BTreeMap<u32, PeopleIx>,
    /// The settlement that keeps each paved cell, by row-major cell index.
    pub kept: BTreeMap<u32, TownIx>,
}

impl Ground {
    /// Untouched ground.
    pub fn new(size: Size) -> Self {
        let regions = regions_across(size.width) * regions_across(size.height);
        Self {
            wear: Layer::new(size, 0),
            tier: Layer::new(size, Tier::None),
            traffic: vec![0; regions],
            under: BTreeMap::new(),
            blazes: BTreeMap::new(),
            towers: BTreeMap::new(),
            kept: BTreeMap::new(),
        }
    }

    /// Leaves what a settlement keeps to others.
    pub(crate) fn give_up_roads(&mut self, keeper: TownIx) {
        self.kept.retain(|_, other| *other != keeper);
    }

    /// Index of the region that a cell lies in.
    pub fn region(&self, cell: Cell) -> usize {
        let across = regions_across(self.wear.size().width);
        usize::from(cell.y / REGION) * across + usize::from(cell.x / REGION)
    }

    /// Whether the layers fit the size of the land (for untrusted input).
    pub fn fits(&self, size: Size) -> bool {
        let regions = regions_across(size.width) * regions_across(size.height);
        self.wear.size() == size
            && self.tier.size() == size
            && self.traffic.len() == regions
            && [
                self.under.keys().next_back(),
                self.blazes.keys().next_back(),
                self.towers.keys().next_back(),
                self.kept.keys().next_back(),
            ]
            .into_iter()
            .all(|last| last.is_none_or(|index| (*index as usize) < size.area()))
    }
}

fn regions_across(cells: u16) -> usize {
    usize::from(cells.div_ceil(REGION))
}
