//! Orders about the unit or the place under the cursor, and the player's edits of a behaviour stack.
//!
//! The list of orders is in `menu`; movement orders are in `orders`.

use super::keymap::{Intent, Mode};
use super::picker::Picker;
use super::state::{Effect, Overlay, Purpose, Screen};
use crate::grid::Cell;
use crate::scene::{Command, Mark, Order, Queue, Scene, Sought, StackEdit, UnitId};

/// An order about the unit or the place under the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
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
    Shun,
    /// Hold a place.
    Guard,
    /// Work at a place.
    Work,
}

impl Aim {
    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Aim::Follow => "FOLLOW",
            Aim::Attack => "ATTACK",
            Aim::Surround => "SURROUND",
            Aim::Escort => "ESCORT",
            Aim::Search => "SEARCH",
            Aim::Spy => "SPY",
            Aim::Defend => "DEFEND",
            Aim::Shun => "SHUN",
            Aim::Guard => "GUARD",
            Aim::Work => "WORK",
        }
    }

    /// The order about a cell or the unit on it; `None` if it needs a unit and there is none.
    fn order(self, cell: Cell, unit: Option<UnitId>) -> Option<Order> {
        let mark = unit.map_or(Mark::Place(cell), Mark::Unit);
        Some(match self {
            Aim::Follow => Order::Follow(unit?),
            Aim::Attack => Order::Attack(unit?),
            Aim::Surround => Order::Surround(unit?),
            Aim::Escort => Order::Escort(unit?),
            Aim::Search => Order::Search(Sought::Unit(unit?)),
            Aim::Spy => Order::Spy(mark),
            Aim::Defend => Order::Defend(mark),
            Aim::Shun => Order::Shun(mark),
            Aim::Guard => Order::Guard(cell),
            Aim::Work => Order::Work(cell),
        })
    }

    /// Whether it applies to the unit on the cell, if there is one.
    const fn takes_unit(self) -> bool {
        !matches!(self, Aim::Guard | Aim::Work)
    }
}

impl Screen {
    /// Starts an order about what is under the cursor: given at once if a unit is there, else when Enter or a click
    /// chooses the target.
    pub fn aim(&mut self, aim: Aim, scene: &Scene) -> Vec<Effect> {
        if aim.takes_unit() && self.other_at(self.cursor, scene).is_some() {
            return self.take_aim(aim, self.cursor, Queue::Replace, scene);
        }
        self.propose(Purpose::Aim(aim), self.cursor)
    }

    /// Gives the order about what is on a cell.
    pub fn take_aim(&mut self, aim: Aim, cell: Cell, queue: Queue, scene: &Scene) -> Vec<Effect> {
        let Some(order) = aim.order(cell, self.other_at(cell, scene)) else {
            let word = aim.word().to_lowercase();
            self.refuse(format!("no unit here: point at the one to {word}, or click it"));
            return Vec::new();
        };
        let effect = self.command(vec![order], queue);
        self.say(format!("ordered: {}", aim.word().to_lowercase()));
        self.leave_modes();
        vec![effect]
    }

    /// The order that is waiting for a target.
    pub fn aiming(&self) -> Option<Aim> {
        match self.purpose {
            Purpose::Aim(aim) if self.mode == Mode::Go => Some(aim),
            _ => None,
        }
    }

    /// A unit on a cell that is not selected.
    fn other_at(&self, cell: Cell, scene: &Scene) -> Option<UnitId> {
        let other = |id| !self.selected.contains(id);
        scene.figures.iter().find(|figure| figure.cell == cell && other(&figure.id)).map(|figure| figure.id)
    }

    /// Edits the behaviour stack of the first selected unit; a drop removes the top layer and `more` below it.
    pub fn edit_stack(&mut self, edit: StackEdit, more: u8, scene: &Scene) -> Vec<Effect> {
        let Some(unit) = self.somebody() else { return Vec::new() };
        if scene.layers <= 1 {
            self.refuse("only its livelihood is left: it cannot be dropped");
            return Vec::new();
        }
        let what = match edit {
            StackEdit::Drop if more == 0 => "top behaviour dropped",
            StackEdit::Drop => "behaviours above dropped",
            _ => "all but its livelihood dropped",
        };
        self.say(format!("{what} — {} restores it", self.keys.word(Intent::Undo)));
        let height = scene.layers.saturating_sub(more);
        vec![Effect::Command(Command::EditStack { unit, height, edit })]
    }

    /// Opens the list of orders that can be pushed onto the first selected unit's stack.
    pub fn open_pushes(&mut self) -> Vec<Effect> {
        self.pushing = true;
        self.overlay = Some(Overlay::Orders(Picker::default()));
        Vec::new()
    }

    /// The command that pushes an order onto the stack, if the player asked for a push.
    pub fn pushed(&self, orders: &[Order]) -> Option<Effect> {
        let (unit, order) = (self.leader()?, orders.first()?);
        let push = || StackEdit::Push(order.clone());
        self.pushing.then(|| Effect::Command(Command::EditStack { unit, height: 0, edit: push() }))
    }
}
