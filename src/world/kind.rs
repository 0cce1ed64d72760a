//! Kinds of walkers, as data.

use crate::land::Surface;
use serde::{Deserialize, Serialize};

/// What somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Kind {
    /// Carries goods between settlements, on foot.
    Porter,
    /// Looks for what nobody has seen.
    Scout,
    /// Founds a hamlet and stays.
    Settler,
}

/// One row of the table of kinds.
pub struct KindRow {
    /// The word for it.
    pub name: &'static str,
    /// Its letter on the map.
    pub letter: char,
    /// How much a pass wears the ground, in percent of a porter's.
    pub tread_percent: u32,
    /// How far it sees, in cells.
    pub sight: u16,
    /// Walking time gained each tick, in percent of a walker's.
    pub speed_percent: u32,
    /// What believed-open, no-idea and believed-rough unseen ground costs, in milli-steps a straight step.
    pub unknown: [u32; 3],
    /// Price of height gained, in milli-steps per unit.
    pub climb: u32,
    /// Price of height lost, in milli-steps per unit.
    pub descend: u32,
    /// What another's claimed cell nearby adds, in milli-steps.
    pub crowd: u32,
    /// Coin that it costs the player to add one.
    pub coin: u32,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Porter, Kind::Scout, Kind::Settler];

    /// The kind's row.
    pub const fn row(self) -> &'static KindRow {
        match self {
            Kind::Porter => &PORTER,
            Kind::Scout => &SCOUT,
            Kind::Settler => &SETTLER,
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.row().name == name)
    }

    /// Time of a straight step onto untouched ground, in milli-steps; `None` where it cannot walk.
    pub const fn ground_time(self, surface: Surface) -> Option<u32> {
        let light = matches!(self, Kind::Scout);
        let time = match surface {
            Surface::DeepWater
            | Surface::ShallowWater
            | Surface::Peak
            | Surface::Wall
            | Surface::Fire
            | Surface::Tower => return None,
            Surface::Meadow | Surface::Grass | Surface::Bridge | Surface::Beacon => 1000,
            Surface::Burnt => 1200,
            Surface::Sand => 1300,
            Surface::Forest => {
                if light {
                    1600
                } else {
                    2000
                }
            }
            Surface::Hill => {
                if light {
                    1700
                } else {
                    2000
                }
            }
            Surface::DeepWood => {
                if light {
                    2200
                } else {
                    3000
                }
            }
            Surface::River => 3500,
            Surface::Mud => {
                if light {
                    5000
                } else {
                    6000
                }
            }
            Surface::Swamp => {
                if light {
                    3000
                } else {
                    4000
                }
            }
            Surface::Rock => {
                if light {
                    5000
                } else {
                    7000
                }
            }
        };
        Some(time)
    }
}

const PORTER: KindRow = KindRow {
    name: "porter",
    letter: 'p',
    tread_percent: 100,
    sight: 6,
    speed_percent: 100,
    unknown: [5000, 6000, 7000],
    climb: 30,
    descend: 10,
    crowd: 400,
    coin: 25,
};

const SCOUT: KindRow = KindRow {
    name: "scout",
    letter: 's',
    tread_percent: 50,
    sight: 9,
    speed_percent: 130,
    unknown: [1000, 1500, 2000],
    climb: 20,
    descend: 6,
    crowd: 400,
    coin: 30,
};

const SETTLER: KindRow = KindRow {
    name: "settler",
    letter: 'e',
    tread_percent: 150,
    sight: 6,
    speed_percent: 90,
    unknown: [5000, 6000, 7000],
    climb: 36,
    descend: 12,
    crowd: 400,
    coin: 50,
};
