//! The player's acts on the land and on orders, with what each changed: the journal behind *undo*.
//!
//! A stroke of the brush is one act, however many commands it came in. Acts on the land and on orders are remembered
//! apart. `sim` carries them out and undoes them.

use super::{Behaviour, Brush, Order, Paint, Patch, Unit, UnitId};
use crate::grid::Cell;
use crate::land::Surface;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Acts of each sort that are remembered, at most.
pub const ACTS_MAX: usize = 64;
/// Changes that one act may come to.
pub const CHANGES_MAX: usize = 8192;
/// Changes of all remembered acts together; older acts are forgotten beyond that.
const ALL_CHANGES_MAX: usize = 32_768;
/// The same for changes of orders.
const ALL_ORDERS_MAX: usize = 4096;

/// A change of one cell or one unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Changed {
    /// The ground of a cell.
    Ground {
        /// Where.
        cell: Cell,
        /// What was there.
        before: Patch,
        /// What was put there; undo leaves the cell alone if something else is there by then.
        after: Surface,
    },
    /// Paint of the player's people.
    Paint {
        /// Where.
        cell: Cell,
        /// Paint before.
        before: Paint,
        /// Paint after.
        after: Paint,
    },
    /// A unit was added.
    Spawned(UnitId),
    /// A unit was removed.
    Removed(Box<Unit>),
    /// A unit's orders were changed.
    Ordered(Box<PreviousOrders>),
}

impl Changed {
    /// The orders before, if orders were changed.
    pub fn orders_before(&self) -> Option<&PreviousOrders> {
        if let Changed::Ordered(orders) = self { Some(orders) } else { None }
    }
}

/// A unit's orders before a change, and enough of the state after it to know whether they can be restored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PreviousOrders {
    /// The unit.
    pub unit: UnitId,
    /// Layers of its stack that were the same before and after, from the bottom.
    pub below: u8,
    /// The layers above these before.
    pub above: Vec<Behaviour>,
    /// How many layers there were in all afterwards.
    pub height: u8,
    /// Orders that waited before.
    pub orders: Vec<Order>,
    /// Orders that waited afterwards.
    pub waiting: Vec<Order>,
    /// Whether what it did before was ordered.
    pub ordered: bool,
}

/// A change and the coin that was paid for it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Change {
    /// What.
    pub what: Changed,
    /// Coin.
    pub paid: u32,
}

/// One act.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Act {
    /// The stroke and its brush, if it was one.
    pub stroke: Option<(u32, Brush)>,
    /// What it changed, in order.
    pub changes: Vec<Change>,
}

/// The latest acts, oldest first.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Journal {
    acts: VecDeque<Act>,
}

impl Act {
    /// Whether it changed orders rather than the land.
    fn is_of_orders(&self) -> bool {
        matches!(self.changes.first(), Some(Change { what: Changed::Ordered(_), .. }))
    }
}

impl Journal {
    /// The act that a command with this stroke would join.
    pub fn joins(&self, stroke: Option<(u32, Brush)>) -> Option<&Act> {
        let last = self.acts.iter().rfind(|act| !act.is_of_orders());
        last.filter(|act| stroke.is_some() && act.stroke == stroke)
    }

    /// Adds changes of the land to the act of this stroke, or as an act of their own; the oldest acts are forgotten.
    pub fn add(&mut self, stroke: Option<(u32, Brush)>, changes: Vec<Change>) {
        match self.acts.iter_mut().rfind(|act| !act.is_of_orders()) {
            Some(act) if stroke.is_some() && act.stroke == stroke => act.changes.extend(changes),
            _ => self.acts.push_back(Act { stroke, changes }),
        }
        self.forget_oldest(false, ALL_CHANGES_MAX);
    }

    /// Adds changes of orders as an act of its own; the oldest of these are forgotten.
    pub fn add_order_changes(&mut self, changes: Vec<Change>) {
        if !changes.is_empty() {
            self.acts.push_back(Act { stroke: None, changes });
            self.forget_oldest(true, ALL_ORDERS_MAX);
        }
    }

    /// Forgets the oldest acts of a sort while there are too many, or too many changes in them; never the last.
    fn forget_oldest(&mut self, of_orders: bool, changes_max: usize) {
        loop {
            let (acts, changes) = self.count(of_orders);
            if acts <= ACTS_MAX && (acts <= 1 || changes <= changes_max) {
                return;
            }
            let oldest = self.acts.iter().position(|act| act.is_of_orders() == of_orders);
            oldest.map(|oldest| self.acts.remove(oldest));
        }
    }

    /// Removes and returns the latest act on the land.
    pub fn pop(&mut self) -> Option<Act> {
        let last = self.acts.iter().rposition(|act| !act.is_of_orders())?;
        self.acts.remove(last)
    }

    /// A unit's orders before their latest change.
    pub fn last_orders(&self, unit: UnitId) -> Option<&PreviousOrders> {
        let changes = self.acts.iter().rev().flat_map(|act| &act.changes);
        changes.filter_map(|change| change.what.orders_before()).find(|orders| orders.unit == unit)
    }

    /// Forgets the latest change of a unit's orders.
    pub fn forget_orders(&mut self, unit: UnitId) {
        let is_its = |change: &Change| change.what.orders_before().is_some_and(|orders| orders.unit == unit);
        let Some(last) = self.acts.iter().rposition(|act| act.changes.iter().any(is_its)) else { return };
        self.acts[last].changes.retain(|change| !is_its(change));
        if self.acts[last].changes.is_empty() {
            self.acts.remove(last);
        }
    }

    /// All acts, oldest first.
    pub fn acts(&self) -> impl Iterator<Item = &Act> {
        self.acts.iter()
    }

    /// The number of the latest stroke, or 0.
    pub fn last_stroke(&self) -> u32 {
        self.acts.iter().rev().find_map(|act| act.stroke).map_or(0, |(stroke, _)| stroke)
    }

    /// Number of acts of a sort, and of changes in them.
    fn count(&self, of_orders: bool) -> (usize, usize) {
        let acts = self.acts.iter().filter(|act| act.is_of_orders() == of_orders);
        acts.fold((0, 0), |(acts, changes), act| (acts + 1, changes + act.changes.len()))
    }

    /// Whether it is within its limits and no act is of both sorts (for untrusted input).
    pub fn is_bounded(&self) -> bool {
        let is_ordered = |change: &Change| matches!(change.what, Changed::Ordered(_));
        let sorts = [(false, ALL_CHANGES_MAX), (true, ALL_ORDERS_MAX)];
        sorts.into_iter().all(|(of_orders, changes_max)| {
            let (acts, changes) = self.count(of_orders);
            acts <= ACTS_MAX && changes <= changes_max
        }) && self.acts.iter().all(|act| {
            let alike = act.changes.iter().all(|change| is_ordered(change) == act.is_of_orders());
            alike && act.changes.len() <= CHANGES_MAX
        })
    }
}
