//! The seasons and their effect on the ground, known to all peoples.
//!
//! They change prices and walking times, never passability. What does not live here: the turn of seasons (`sim`).

use super::{DAY, SEASON_DAYS};
use crate::land::Surface;
use serde::{Deserialize, Serialize};

/// A quarter of the year.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Season {
    /// Rivers are in flood.
    Spring,
    /// Swamps dry up.
    Summer,
    /// No effect.
    Autumn,
    /// Snow lies on high ground.
    Winter,
}

impl Season {
    /// All of them, in the order of the year.
    pub const ALL: [Season; 4] = [Season::Spring, Season::Summer, Season::Autumn, Season::Winter];

    /// The season at a tick.
    pub fn at(tick: u64) -> Season {
        Season::ALL[(tick / (DAY * SEASON_DAYS) % 4) as usize]
    }

    /// The season whose effect applies at a tick. A new land begins when the floods of its first spring are over.
    pub fn effective_at(tick: u64) -> Season {
        if tick < DAY * SEASON_DAYS { Season::Autumn } else { Season::at(tick) }
    }

    /// Whether a season begins at a tick.
    pub fn begins_at(tick: u64) -> bool {
        tick > 0 && tick.is_multiple_of(DAY * SEASON_DAYS)
    }

    /// Walking time on untouched ground, in percent of the ordinary. Hills and rock are high ground; bare rock in
    /// winter is almost closed, but lets out units that the snow has caught there.
    pub const fn percent(self, surface: Surface) -> u32 {
        match (self, surface) {
            (Season::Spring, Surface::River) => 400,
            (Season::Summer, Surface::Swamp) => 60,
            (Season::Winter, Surface::Hill) => 300,
            (Season::Winter, Surface::Rock) => 500,
            _ => 100,
        }
    }

    /// The word for it.
    pub const fn name(self) -> &'static str {
        ["spring", "summer", "autumn", "winter"][self as usize]
    }
}
