//! What every behaviour answers: one trait, with defaults for whatever is special to a few.

use super::phrase::Sentence;
use crate::grid::Cell;
use crate::mind::Intent;
use crate::world::{Behaviour, Block, Order, Places, Unit, UnitId, World};

/// The rules of a behaviour. Its data is in [`Behaviour`].
pub trait Rules {
    /// What a unit with this on top of its stack wants now.
    fn decide(&self, places: Places, unit: &Unit) -> Intent;

    /// Whether its data is sound in a world: cells on the land, past ticks in the past, amounts within their bounds.
    /// Saves are shared, so that the data may be anything.
    fn is_sound(&self, world: &World) -> bool;

    /// What it does, in a few words: `Travel to Mill`.
    fn describe(&self) -> Sentence;

    /// The order that it carries out; one to stay for a livelihood that no order gives.
    fn order(&self) -> Order {
        Order::Stay
    }

    /// Why a unit that does this stands still, although nothing blocks it.
    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        None
    }

    /// Why it lies on a stack above the livelihood, in a few words.
    fn reason(&self, layer: &StackLayer) -> &'static str {
        layer.ordered_or("added on top")
    }

    /// What is left to do, to forecast when it ends.
    fn outlook(&self, _world: &World, _unit: &Unit) -> Outlook {
        Outlook::Endless
    }

    /// Where it leads, if it is a way to a cell.
    fn destination(&self, _world: &World) -> Option<Cell> {
        None
    }

    /// When a unit that does this strikes adjacent foes.
    fn strikes(&self) -> Strikes {
        Strikes::ByKind
    }

    /// Whether a unit that does this takes no alarm at a foe near by.
    fn ignores_alarm(&self) -> bool {
        false
    }

    /// Whether a unit that cannot fight runs when it is struck during this.
    fn runs_when_struck(&self) -> bool {
        true
    }

    /// Whether it lives by robbing travellers.
    fn robs(&self) -> bool {
        false
    }

    /// The unit that it escorts.
    fn escorted(&self) -> Option<UnitId> {
        None
    }

    /// Whether it keeps watch over a place.
    fn holds_post(&self) -> bool {
        false
    }

    /// Whether it is sleep.
    fn is_sleep(&self) -> bool {
        false
    }

    /// Whether it is for the night only, so that the path below is kept for the morning.
    fn is_for_the_night(&self) -> bool {
        false
    }

    /// Whether others that want to pass may push the unit aside.
    fn may_be_pushed(&self) -> bool {
        true
    }

    /// Whether the unit may make room onto this cell.
    fn may_step_aside_to(&self, _cell: Cell) -> bool {
        true
    }

    /// Whether the unit has to stand on the very goal of a trip that serves this, not only near it.
    fn needs_exact_goal(&self) -> bool {
        false
    }

    /// Whether it is news that it finds no path.
    fn reports_no_path(&self) -> bool {
        true
    }
}

/// A layer of a stack above the livelihood.
pub struct StackLayer<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// Its height on the stack, from 1.
    pub height: usize,
    /// The present tick.
    pub tick: u64,
}

impl StackLayer<'_> {
    /// The layer below, which this one serves.
    pub fn below(&self) -> Option<&Behaviour> {
        self.height.checked_sub(1).and_then(|height| self.unit.stack.get(height))
    }

    /// Whether the unit has failed at something for want of a path.
    pub fn has_failed(&self) -> bool {
        matches!(self.unit.blocked, Some((Block::NoWay, _)))
    }

    /// `ordered` for the layer that carries out an order, `otherwise` for any other.
    pub fn ordered_or(&self, otherwise: &'static str) -> &'static str {
        if self.height == 1 && self.unit.ordered { "ordered" } else { otherwise }
    }
}

/// When a unit strikes adjacent foes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strikes {
    /// Never, not even back.
    Never,
    /// Whenever it has the strength.
    Always,
    /// If its kind strikes first.
    ByKind,
}

/// What is left of a behaviour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outlook {
    /// The way to a cell.
    Trip(Cell),
    /// Ticks of work, which end on a cell.
    Work(Cell, u64),
    /// Nothing but waiting until a tick.
    Until(u64),
    /// These cells in turn, over and over.
    Round(Vec<Cell>),
    /// It ends with what cannot be foreseen, or never.
    Endless,
}
