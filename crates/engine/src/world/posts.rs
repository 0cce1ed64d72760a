//! Posts: places that units guard by livelihood.

use super::{
    Behaviour, DAY, Defend, FEAR_BANDS, FEAR_MAX, Herald, Kind, PeopleIx, Unit, UnitIx, UnitOrPlace, World,
};
use crate::grid::Cell;

/// A guard covers feared places within this many steps of its post.
pub const COVERED_STEPS: u32 = 8;
/// How far from the place that is guarded its tower stands, in steps, at most.
pub const TOWER_DISTANCE_STEPS: u16 = 2;
/// Ticks within which a guard that is paid for is sent: two days.
pub const SENT_WITHIN_TICKS: u64 = 2 * DAY;
/// Fear of a place from which it is guarded, in milli-steps.
pub const GUARD_FEAR_MIN: u32 = 3000;

impl Unit {
    /// The place that it guards by livelihood, or requests a guard for.
    pub fn post(&self) -> Option<Cell> {
        match self.stack.first() {
            Some(
                Behaviour::Defend(Defend { ward: UnitOrPlace::Place(post) })
                | Behaviour::Herald(Herald { post, .. }),
            ) => Some(*post),
            _ => None,
        }
    }
}

impl World {
    /// The guards of a people by livelihood, as indices with their posts.
    pub fn guards_of(&self, people: PeopleIx) -> impl Iterator<Item = (UnitIx, Cell)> {
        let units = self.units.indices().zip(&self.units);
        let guards =
            units.filter(move |(_, unit)| unit.people == people && unit.kind == Kind::Guard && !unit.ordered);
        guards.filter_map(|(index, unit)| Some((index, unit.post()?)))
    }

    /// The unit of the player's people that holds the place below a tower.
    pub fn fort_guard(&self, tower: Cell) -> Option<&Unit> {
        let is_below = |layer: &Behaviour| match layer {
            Behaviour::Defend(Defend { ward: UnitOrPlace::Place(place) }) => {
                place.chebyshev(tower) <= u32::from(TOWER_DISTANCE_STEPS)
            }
            _ => false,
        };
        self.units.iter().find(|unit| unit.people == PeopleIx::PLAYER && unit.stack.iter().any(is_below))
    }

    /// The greatest fear of a people within the range of a guard at this post, in milli-steps.
    pub fn fear_max_around(&self, people: PeopleIx, post: Cell) -> u32 {
        let feared = self.people(people).belief.feared_places();
        let near = feared.filter(|(cell, _)| cell.chebyshev(post) <= COVERED_STEPS);
        near.map(|(_, fear)| fear).max().unwrap_or(0)
    }

    /// The same as a band of fear.
    pub fn fear_band_around(&self, people: PeopleIx, post: Cell) -> u8 {
        let fear = self.fear_max_around(people, post).min(FEAR_MAX);
        (fear * (FEAR_BANDS as u32 - 1) / FEAR_MAX) as u8
    }
}
