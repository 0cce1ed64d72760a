//! Kinds of units, as data.

use super::{DAY_TIME, Season, Tier};
use crate::grid::Dir8;
use crate::land::{Land, Surface};
use serde::{Deserialize, Serialize};

/// Kind of a unit. The numbers are part of the save format: append only.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Kind {
    /// Carries goods between settlements, on foot.
    Porter,
    /// Explores the unknown.
    Scout,
    /// Founds a hamlet and stays; loaded, so that it prefers smooth and low ground.
    Settler,
    /// Carries goods on wheels: loves roads and gentle ground, follows the contour of a slope, and is slow to turn.
    Cart,
    /// Runs: takes the first path that it finds, and weighs everything but distance half as much as others, height and fear
    /// included.
    Messenger,
    /// Holds a place against foes, and fears little.
    Guard,
    /// Approaches strangers unseen: avoids the sight of towers above all.
    Spy,
    /// Fetches what a site yields, and brings it home.
    Worker,
    /// Builds roads, at twice the pace of others.
    Builder,
    /// Lives on what it takes from travellers.
    Raider,
    /// A beast that hunts by instinct, without a planner.
    Wolf,
    /// A beast that grazes and is hunted.
    Deer,
}

/// One row of the table of kinds. Times and prices are in milli-steps; what a kind ignores is 0.
pub struct KindRow {
    /// The word for it.
    pub name: &'static str,
    /// Its letter on the map.
    pub letter: char,
    /// Movement class: the kind on whose prices abstract plans of this one are made; kinds of a class share abstractions.
    pub class_kind: Kind,
    /// How much a pass wears the ground, in percent of a porter's.
    pub tread_percent: u32,
    /// How far it sees, in cells.
    pub sight: u16,
    /// Walking time gained each tick, in percent of a walker's.
    pub speed_percent: u32,
    /// Walking time of a straight step onto each surface, in the order of [`Surface::ALL`]. From `WALL` on it is
    /// impassable.
    pub ground: [u32; Surface::ALL.len()],
    /// Whether all of a road's discount is speed, rather than comfort in part.
    pub is_wheeled: bool,
    /// Price of a straight step onto unseen ground guessed open, unknown and rough, in milli-steps.
    pub unknown: [u32; 3],
    /// Time of each unit of height gained.
    pub climb: u32,
    /// Time of each unit of height lost.
    pub descend: u32,
    /// Time of each unit of the square of height gained or lost.
    pub slope_squared: u32,
    /// Time that steep land adds, whichever way one crosses it, by its band (see [`steepness`]).
    pub steep: [u32; STEEP_BANDS],
    /// Time of each degree by which the ground gets rougher (see [`roughness`]).
    pub change: u32,
    /// Time that a gap adds where a unit two cells wide does not fit and no road leads.
    pub narrow: u32,
    /// Time of a turn, by eighths of a circle: straight on, half a right angle, … right about.
    pub turn: [u32; TURNS],
    /// Price that high ground adds to a straight step, by its band (see [`altitude`]).
    pub heights: [u32; ALTITUDE_BANDS],
    /// Price that a diagonal step adds: such a kind prefers straight lines with one turn.
    pub diagonal: u32,
    /// Walking time for which its food lasts, in milli-steps; 0 if it lives off the land.
    pub supplies: u32,
    /// How much it fears, in percent of a porter.
    pub fear_percent: u32,
    /// Weight of everything that makes a step dearer or cheaper than one on open ground, in percent: low is haste.
    pub detour_weight_percent: u32,
    /// Budget of greedy search, in expansions: within it the first path found is taken. 0 always plans the cheapest.
    pub greedy_expansions_max: u32,
    /// Price that another unit's claimed cell nearby adds, in milli-steps.
    pub crowd: u32,
    /// Weight of exposure to a stranger's tower, in percent of a porter's.
    pub exposure_percent: u32,
    /// Fighting strength; 0 never strikes back.
    pub strength: u32,
    /// Whether it strikes adjacent foes first.
    pub strikes_first: bool,
    /// Whether it is a beast, and of which sort.
    pub beast: Beast,
    /// Coin that it costs the player to add one.
    pub coin: u32,
}

/// Sort of beast. Beasts never plan: they follow a potential field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beast {
    /// No beast.
    No,
    /// Grazes, and is hunted.
    Grazer,
    /// Hunts all other kinds.
    Hunter,
}

impl KindRow {
    /// Whether it is a beast of any sort.
    pub const fn is_beast(&self) -> bool {
        !matches!(self.beast, Beast::No)
    }

    /// Whether it takes the first path that a greedy search finds.
    pub const fn is_hasty(&self) -> bool {
        self.greedy_expansions_max > 0
    }

    /// Whether it hunts all other kinds.
    pub const fn is_hunter(&self) -> bool {
        matches!(self.beast, Beast::Hunter)
    }
}

/// Time of impassable ground: steps that cost as much are discarded.
pub(super) const WALL: u32 = 1_000_000;
/// Bands of steep land.
pub(super) const STEEP_BANDS: usize = 4;
/// Bands of altitude.
pub(super) const ALTITUDE_BANDS: usize = 4;
/// Turns by eighths of a circle, to either side alike.
pub(super) const TURNS: usize = 5;
/// Bands of hunger; 0 with more than half of the food left.
pub const SUPPLY_BANDS: u8 = 3;
/// Most relief between two adjacent cells, in milli-steps: a cliff is descended by a detour too small for the map.
const RELIEF_MAX: u32 = 20_000;
/// Difference of height from which on more makes no difference.
pub const HEIGHT_MAX: u32 = 1023;
/// How much of a straight step's speed and price a road takes: speed in tenths, price in hundredths.
const ROADS: [(u32, u32); 6] = [(10, 100), (10, 100), (12, 125), (14, 167), (20, 250), (25, 400)];

/// How steep the land is, in bands from 0, where the steepest difference in height to a neighbour is this.
pub const fn steepness(difference: u16) -> usize {
    match difference {
        0..=9 => 0,
        10..=19 => 1,
        20..=39 => 2,
        _ => 3,
    }
}

/// How high ground of this height lies, in bands from 0.
pub const fn altitude(height: u16) -> usize {
    match height.saturating_sub(Land::SEA) {
        0..=199 => 0,
        200..=349 => 1,
        350..=549 => 2,
        _ => 3,
    }
}

/// How rough untouched ground is, in degrees; a road takes the edge off any.
pub const fn roughness(surface: Surface, tier: Tier) -> u32 {
    use Surface as S;
    match (tier, surface) {
        (Tier::Path | Tier::Dirt | Tier::Paved | Tier::Highway, _) => 0,
        (_, S::Rock | S::Peak) => 2,
        (_, S::River | S::Forest | S::DeepWood | S::Swamp | S::Hill | S::Mud) => 1,
        _ => 0,
    }
}

/// Whether there is room for a wide unit whatever stands beside: roads, bridges and cuts are made for carts.
pub fn is_made_wide(surface: Surface, tier: Tier) -> bool {
    tier.is_road() || matches!(surface, Surface::Bridge | Surface::Cut)
}

impl Kind {
    /// All kinds, in the order of their numbers.
    pub const ALL: [Kind; 12] = [
        Kind::Porter,
        Kind::Scout,
        Kind::Settler,
        Kind::Cart,
        Kind::Messenger,
        Kind::Guard,
        Kind::Spy,
        Kind::Worker,
        Kind::Builder,
        Kind::Raider,
        Kind::Wolf,
        Kind::Deer,
    ];

    /// Kinds that a settled people has: the first of [`Kind::ALL`].
    pub const SETTLED: usize = 9;

    /// The movement classes: a people's belief has one abstraction for each.
    pub const MOVEMENT_CLASSES: [Kind; 4] = [Kind::Porter, Kind::Scout, Kind::Cart, Kind::Messenger];

    /// The kind's row.
    pub const fn row(self) -> &'static KindRow {
        match self {
            Kind::Porter => &PORTER,
            Kind::Scout => &SCOUT,
            Kind::Settler => &SETTLER,
            Kind::Cart => &CART,
            Kind::Messenger => &MESSENGER,
            Kind::Guard => &GUARD,
            Kind::Spy => &SPY,
            Kind::Worker => &WORKER,
            Kind::Builder => &BUILDER,
            Kind::Raider => &RAIDER,
            Kind::Wolf => &WOLF,
            Kind::Deer => &DEER,
        }
    }

    /// Index in [`Kind::MOVEMENT_CLASSES`] of this kind's movement class.
    pub fn class(self) -> usize {
        Kind::MOVEMENT_CLASSES.into_iter().position(|class| class == self.row().class_kind).unwrap_or(0)
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.row().name == name)
    }

    /// Time of a straight step onto untouched ground out of season, in milli-steps; `None` where it cannot walk.
    pub const fn ground_time(self, surface: Surface) -> Option<u32> {
        let time = self.row().ground[surface as usize];
        if time < WALL { Some(time) } else { None }
    }

    /// The same in a season.
    pub fn seasonal_time(self, surface: Surface, season: Season) -> Option<u32> {
        Some(self.ground_time(surface)? * season.percent(surface) / 100)
    }

    /// A time or price on a road: (walking time, price).
    pub const fn on_road(self, untouched: u32, tier: Tier) -> (u32, u32) {
        let (tenths, hundredths) = ROADS[tier as usize];
        let price = untouched * 100 / hundredths;
        (if self.row().is_wheeled { price } else { untouched * 10 / tenths }, price)
    }

    /// How many hundredths of a straight step a road of this tier gives for one.
    pub const fn road_divisor(tier: Tier) -> u32 {
        ROADS[tier as usize].1
    }

    /// Time of height gained or lost between two neighbouring cells, in milli-steps.
    pub fn relief(self, from: u16, to: u16) -> u32 {
        let row = self.row();
        let difference = u32::from(from.abs_diff(to)).min(HEIGHT_MAX);
        let linear = if to > from { row.climb } else { row.descend };
        (difference * (linear + difference * row.slope_squared)).min(RELIEF_MAX)
    }

    /// Time of a turn from one step's direction to the next one's, in milli-steps.
    pub const fn turn(self, before: Dir8, after: Dir8) -> u32 {
        self.row().turn[before.turn_to(after)]
    }

    /// Band of hunger after so much walking time without food, in milli-steps: 0, 1 with half of it left, 2 with a quarter.
    pub const fn hunger(self, walked: u32) -> u8 {
        match self.row().supplies {
            0 => 0,
            lasts => (walked >= lasts / 2) as u8 + (walked >= lasts / 4 * 3) as u8,
        }
    }
}

/// Ground times in the order of the surfaces' numbers; water, peaks, walls, fires and towers are walls to all.
#[rustfmt::skip]
const fn ground(
    [river, sand, open, forest, deep_wood, swamp, hill, rock, mud, burnt]: [u32; 10],
) -> [u32; Surface::ALL.len()] {
    [
        WALL, WALL, river, sand, open, open, forest, deep_wood, swamp, hill, rock, WALL, WALL, open, mud, WALL, burnt,
        open, WALL, open, open,
    ]
}

const PORTER: KindRow = KindRow {
    name: "porter",
    letter: 'p',
    class_kind: Kind::Porter,
    tread_percent: 100,
    sight: 6,
    speed_percent: 100,
    ground: ground([3500, 1300, 1000, 2000, 3000, 4000, 2000, 7000, 6000, 1200]),
    is_wheeled: false,
    unknown: [5000, 6000, 7000],
    climb: 30,
    descend: 10,
    slope_squared: 0,
    steep: [0; STEEP_BANDS],
    change: 0,
    narrow: 0,
    turn: [0; TURNS],
    heights: [0; ALTITUDE_BANDS],
    diagonal: 0,
    supplies: 3 * DAY_TIME,
    fear_percent: 100,
    detour_weight_percent: 100,
    greedy_expansions_max: 0,
    crowd: 400,
    exposure_percent: 100,
    strength: 2,
    strikes_first: false,
    beast: Beast::No,
    coin: 25,
};

const SCOUT: KindRow = KindRow {
    name: "scout",
    letter: 's',
    class_kind: Kind::Scout,
    tread_percent: 50,
    sight: 9,
    speed_percent: 130,
    ground: ground([3500, 1300, 1000, 1600, 2200, 3000, 1700, 5000, 5000, 1200]),
    // Unknown ground is cheaper than known ground, unlike for all others.
    unknown: [800, 1200, 1600],
    climb: 20,
    descend: 6,
    supplies: 0,
    fear_percent: 50,
    coin: 30,
    ..PORTER
};

const SETTLER: KindRow = KindRow {
    name: "settler",
    letter: 'e',
    tread_percent: 150,
    speed_percent: 90,
    climb: 36,
    descend: 12,
    change: 300,
    heights: [0, 150, 400, 800],
    supplies: 6 * DAY_TIME,
    fear_percent: 150,
    coin: 50,
    ..PORTER
};

const CART: KindRow = KindRow {
    name: "cart",
    letter: 'c',
    class_kind: Kind::Cart,
    tread_percent: 250,
    speed_percent: 110,
    ground: ground([7000, 2500, 1000, 4000, WALL, 9000, 3000, WALL, 9000, 1300]),
    is_wheeled: true,
    climb: 60,
    descend: 40,
    slope_squared: 2,
    steep: [0, 300, 1000, 3000],
    change: 500,
    narrow: 6000,
    turn: [0, 60, 250, 1500, 3000],
    diagonal: 80,
    supplies: 4 * DAY_TIME,
    fear_percent: 150,
    coin: 60,
    ..PORTER
};

const MESSENGER: KindRow = KindRow {
    name: "messenger",
    letter: 'm',
    class_kind: Kind::Messenger,
    tread_percent: 50,
    speed_percent: 150,
    fear_percent: 50,
    detour_weight_percent: 50,
    greedy_expansions_max: 1024,
    strength: 1,
    coin: 30,
    ..PORTER
};

const GUARD: KindRow = KindRow {
    name: "guard",
    letter: 'g',
    sight: 7,
    fear_percent: 0,
    supplies: 6 * DAY_TIME,
    strength: 6,
    strikes_first: true,
    coin: 40,
    ..PORTER
};

const SPY: KindRow = KindRow {
    name: "spy",
    letter: 'y',
    tread_percent: 25,
    sight: 8,
    speed_percent: 120,
    supplies: 0,
    exposure_percent: 400,
    strength: 2,
    coin: 40,
    ..SCOUT
};

const WORKER: KindRow = KindRow { name: "worker", letter: 'w', strength: 2, coin: 20, ..PORTER };

const BUILDER: KindRow = KindRow { name: "builder", letter: 'b', tread_percent: 150, coin: 35, ..PORTER };

const RAIDER: KindRow = KindRow {
    name: "raider",
    letter: 'R',
    sight: 7,
    speed_percent: 110,
    supplies: 0,
    fear_percent: 50,
    strength: 4,
    strikes_first: true,
    ..PORTER
};

const WOLF: KindRow = KindRow {
    name: "wolf",
    letter: 'W',
    tread_percent: 0,
    sight: 6,
    speed_percent: 125,
    ground: ground([3500, 1200, 1000, 1100, 1500, 3000, 1400, 4000, 4000, 1200]),
    supplies: 0,
    fear_percent: 0,
    crowd: 0,
    strength: 3,
    strikes_first: true,
    beast: Beast::Hunter,
    ..PORTER
};

const DEER: KindRow = KindRow {
    name: "deer",
    letter: 'd',
    tread_percent: 10,
    sight: 6,
    speed_percent: 130,
    strength: 0,
    strikes_first: false,
    beast: Beast::Grazer,
    ..WOLF
};
