//! Orders about the unit or the place under the cursor.
//!
//! The list of orders is in `menu`; how one of these is given is in `orders`.

use crate::grid::Cell;
use crate::scene::{Order, SearchGoal, UnitId, UnitOrPlace};

/// An order about the unit or the place under the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TargetedOrder {
    /// Stay near a unit.
    Follow,
    /// Attack a unit.
    Attack,
    /// Surround a unit together.
    Surround,
    /// Stay between a unit and its foes.
    Escort,
    /// Search for a unit.
    Search,
    /// Watch a unit or a place unseen.
    Spy,
    /// Keep foes off a unit or a place.
    Defend,
    /// Move away from a unit or a place.
    Avoid,
    /// Hold a place.
    Guard,
    /// Work at a place.
    Work,
}

impl TargetedOrder {
    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            TargetedOrder::Follow => "FOLLOW",
            TargetedOrder::Attack => "ATTACK",
            TargetedOrder::Surround => "SURROUND",
            TargetedOrder::Escort => "ESCORT",
            TargetedOrder::Search => "SEARCH",
            TargetedOrder::Spy => "SPY",
            TargetedOrder::Defend => "DEFEND",
            TargetedOrder::Avoid => "AVOID",
            TargetedOrder::Guard => "GUARD",
            TargetedOrder::Work => "WORK",
        }
    }

    /// The order about a cell or the unit on it; `None` if it needs a unit and there is none.
    pub(crate) fn order(self, cell: Cell, unit: Option<UnitId>) -> Option<Order> {
        let mark = unit.map_or(UnitOrPlace::Place(cell), UnitOrPlace::Unit);
        Some(match self {
            TargetedOrder::Follow => Order::Follow(unit?),
            TargetedOrder::Attack => Order::Attack(unit?),
            TargetedOrder::Surround => Order::Surround(unit?),
            TargetedOrder::Escort => Order::Escort(unit?),
            TargetedOrder::Search => Order::Search(SearchGoal::Unit(unit?)),
            TargetedOrder::Spy => Order::Spy(mark),
            TargetedOrder::Defend => Order::Defend(mark),
            TargetedOrder::Avoid => Order::Avoid(mark),
            TargetedOrder::Guard => Order::Guard(cell),
            TargetedOrder::Work => Order::Work(cell),
        })
    }
}
