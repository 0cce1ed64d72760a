//! What a land is: its ground, heights, resource sites and named features.

use super::recipe::Recipe;
use super::surface::Surface;
use crate::grid::{Cell, Layer, Size};
use serde::{Deserialize, Serialize};

/// Features of a land at most.
pub const FEATURES_MAX: usize = 600;

/// The ground, its heights and its resources.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Land {
    /// Columns and rows.
    pub size: Size,
    /// What each cell is made of.
    pub surface: Layer<Surface>,
    /// Height of each cell: the sea's surface is [`Land::SEA`], the highest peak about 1200.
    pub height: Layer<u16>,
    /// Where something can be farmed, cut, mined or caught.
    pub sites: Vec<Site>,
    /// Its recipe.
    pub recipe: Recipe,
    /// Named features.
    pub features: Vec<Feature>,
}

impl Land {
    /// Height of the sea's surface.
    pub const SEA: u16 = 200;

    /// Whether a cell is blocked for good; fire is not.
    pub fn is_barred(&self, cell: Cell) -> bool {
        self.is_blocked(cell) && self.surface[cell] != Surface::Fire
    }

    /// Whether the free cells around a free cell fall into parts that are connected only through it.
    pub fn is_narrow(&self, cell: Cell) -> bool {
        let mut free = [false; 8];
        for (dir, other) in self.size.neighbours(cell) {
            free[dir as usize] = !self.is_barred(other);
        }
        // Around the ring: a part begins where a free cell follows a blocked one. Parts of a single corner do not count.
        let starts_part = |i: usize| free[i] && !free[(i + 7) % 8];
        let reaches_side = |i: usize| {
            let part = (0..8).map(|step| (i + step) % 8).take_while(|at| free[*at]);
            part.into_iter().any(|at| at % 2 == 0)
        };
        (0..8).filter(|i| starts_part(*i) && reaches_side(*i)).count() >= 2
    }

    /// Whether the cell is impassable.
    pub fn is_blocked(&self, cell: Cell) -> bool {
        self.surface[cell].is_blocked()
    }

    /// For each cell the number of its connected component (`u32::MAX` where it is blocked), and the area of each component in
    /// cells. Under the corner rule connection is 4-way, since a diagonal step needs both sides free.
    pub fn parts(&self) -> (Layer<u32>, Vec<u32>) {
        let mut part = Layer::new(self.size, u32::MAX);
        let mut areas = Vec::new();
        let mut stack = Vec::new();
        for start in self.size.cells() {
            if self.is_blocked(start) || part[start] != u32::MAX {
                continue;
            }
            let number = areas.len() as u32;
            areas.push(0);
            part[start] = number;
            stack.push(start);
            while let Some(cell) = stack.pop() {
                areas[number as usize] += 1;
                for (dir, next) in self.size.neighbours(cell) {
                    if !dir.is_diagonal() && !self.is_blocked(next) && part[next] == u32::MAX {
                        part[next] = number;
                        stack.push(next);
                    }
                }
            }
        }
        (part, areas)
    }

    /// Share of the walkable land in its largest component, in percent.
    pub fn largest_part_percent(&self) -> u32 {
        let (_, areas) = self.parts();
        let all: u64 = areas.iter().map(|area| u64::from(*area)).sum();
        let largest = areas.iter().copied().max().unwrap_or(0);
        (u64::from(largest) * 100).checked_div(all).unwrap_or(0) as u32
    }

    /// Whether it was drawn by hand for a level: only the generator names features.
    pub fn is_drawn(&self) -> bool {
        self.features.is_empty()
    }

    /// Steps to the nearest resource site (Chebyshev distance); `None` without sites.
    pub fn steps_to_site(&self, cell: Cell) -> Option<u32> {
        self.sites.iter().map(|site| site.cell.chebyshev(cell)).min()
    }
}

/// What a site yields and settlements need.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Good {
    /// Farmland.
    Grain,
    /// Woods.
    Timber,
    /// Quarries.
    Stone,
    /// Mines.
    Ore,
    /// Salt pans.
    Salt,
    /// Fishing grounds.
    Fish,
    /// Towns, from ore and timber.
    Tools,
    /// Towns, from fish and salt.
    SaltFish,
}

impl Good {
    /// Number of goods.
    pub const COUNT: usize = 8;
    /// All goods, in order.
    pub const ALL: [Good; 8] = [
        Good::Grain,
        Good::Timber,
        Good::Stone,
        Good::Ore,
        Good::Salt,
        Good::Fish,
        Good::Tools,
        Good::SaltFish,
    ];
    /// What people eat, in the order in which they do.
    pub const FOOD: [Good; 3] = [Good::Fish, Good::Grain, Good::SaltFish];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Good::Grain => "grain",
            Good::Timber => "timber",
            Good::Stone => "stone",
            Good::Ore => "ore",
            Good::Salt => "salt",
            Good::Fish => "fish",
            Good::Tools => "tools",
            Good::SaltFish => "salt-fish",
        }
    }

    /// The good with this name.
    pub fn from_name(name: &str) -> Option<Good> {
        Good::ALL.into_iter().find(|good| good.name() == name)
    }
}

/// A place with a resource.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Site {
    /// Where.
    pub cell: Cell,
    /// What.
    pub good: Good,
}

/// What a feature is. The discriminants are part of the save format: append only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum FeatureKind {
    /// A river, from its spring to its mouth.
    River,
    /// A peak.
    Peak,
    /// A low place between heights.
    Pass,
}

impl FeatureKind {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            FeatureKind::River => "river",
            FeatureKind::Peak => "peak",
            FeatureKind::Pass => "pass",
        }
    }
}

/// A named feature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Feature {
    /// What it is.
    pub kind: FeatureKind,
    /// Its name.
    pub name: String,
    /// Where: a river's cells from its mouth upwards, else one.
    pub cells: Vec<Cell>,
}

impl Feature {
    /// Whether the feature covers a cell with this surface; a river is as wide as its water.
    pub fn is_at(&self, surface: Surface, cell: Cell) -> bool {
        match self.kind {
            FeatureKind::River => {
                let is_wet = matches!(surface, Surface::River | Surface::ShallowWater);
                is_wet && self.cells.iter().any(|other| other.chebyshev(cell) <= 1)
            }
            FeatureKind::Peak | FeatureKind::Pass => self.cells.contains(&cell),
        }
    }
}
