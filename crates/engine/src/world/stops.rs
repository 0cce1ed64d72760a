//! A unit's orders as one numbered list of stops: what is under way first, each point of a patrol by itself.
//!
//! The numbers on the map and on the card are places in this list, and edits refer to them. `sim` changes it.

use super::{Behaviour, Block, Unit};
use crate::grid::Cell;

/// Where a stop is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// In the behaviour that is under way.
    UnderWay,
    /// In the order with this index in the queue.
    Waiting(usize),
}

/// One stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stop {
    /// Where it is stored.
    pub part: Part,
    /// Index in a patrol; 0 for anything else.
    pub point: usize,
    /// Its cell, unless it can be done anywhere.
    pub place: Option<Cell>,
}

impl Unit {
    /// The behaviour that carries out the order under way, if one is. The pause after a failed order is none.
    pub fn under_way(&self) -> Option<&Behaviour> {
        let behaviour = self.stack.get(1).filter(|_| self.ordered)?;
        let failed = matches!(self.blocked, Some((Block::NoWay, _)));
        let pauses = failed && matches!(behaviour, Behaviour::Stay(_));
        (!pauses).then_some(behaviour)
    }
}
