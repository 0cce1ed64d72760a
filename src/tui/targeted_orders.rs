//! Orders about somebody or a place: whom or what the cursor is on makes the order. Also what the player does to the
//! behaviour stack.
//!
//! The list of orders is in `menu`, orders that are only about a way are in `orders`.

use super::keymap::{Intent, Mode};
use super::picker::Picker;
use super::state::{Effect, Overlay, Purpose, Screen};
use crate::grid::Cell;
use crate::scene::{Command, Mark, Order, Queue, Scene, Sought, StackEdit, UnitId};

/// What is ordered about whom or what the cursor is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// To keep near somebody.
    Follow,
    /// To go for somebody.
    Attack,
    /// To ring somebody together.
    Surround,
    /// To keep between somebody and foes.
    Escort,
    /// To look for somebody.
    Search,
    /// To watch somebody or a place.
    Spy,
    /// To keep foes off somebody or a place.
    Defend,
    /// To go away from somebody or a place.
    Shun,
    /// To hold a place.
    Guard,
    /// To work at a place.
    Work,
}

impl Aim {
    /// The word for it.
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

    /// The order, if there is somebody where somebody is needed.
    fn order(self, cell: Cell, whom: Option<UnitId>) -> Option<Order> {
        let mark = whom.map_or(Mark::Place(cell), Mark::Unit);
        Some(match self {
            Aim::Follow => Order::Follow(whom?),
            Aim::Attack => Order::Attack(whom?),
            Aim::Surround => Order::Surround(whom?),
            Aim::Escort => Order::Escort(whom?),
            Aim::Search => Order::Search(Sought::Unit(whom?)),
            Aim::Spy => Order::Spy(mark),
            Aim::Defend => Order::Defend(mark),
            Aim::Shun => Order::Shun(mark),
            Aim::Guard => Order::Guard(cell),
            Aim::Work => Order::Work(cell),
        })
    }

    /// Whether it is about somebody whenever somebody is there.
    const fn takes_unit(self) -> bool {
        !matches!(self, Aim::Guard | Aim::Work)
    }
}

impl Screen {
    /// Begins an order about what is at the cursor: given at once if somebody is there, else when Enter or a click says
    /// whom or where.
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
            self.refuse(format!("nobody is there: put the cursor on whom to {word}, or click"));
            return Vec::new();
        };
        let effect = self.command(vec![order], queue);
        self.say(format!("ordered: {}", aim.word().to_lowercase()));
        self.leave_modes();
        vec![effect]
    }

    /// Whom an order is being aimed at by clicks.
    pub fn aiming(&self) -> Option<Aim> {
        match self.purpose {
            Purpose::Aim(aim) if self.mode == Mode::Go => Some(aim),
            _ => None,
        }
    }

    /// Somebody on a cell who is not selected.
    fn other_at(&self, cell: Cell, scene: &Scene) -> Option<UnitId> {
        let other = |id| !self.selected.contains(id);
        scene.figures.iter().find(|figure| figure.cell == cell && other(&figure.id)).map(|figure| figure.id)
    }

    /// Changes the stack of the first selected unit; with a drop go so many layers more than the topmost.
    pub fn edit_stack(&mut self, edit: StackEdit, more: u8, scene: &Scene) -> Vec<Effect> {
        let Some(unit) = self.somebody() else { return Vec::new() };
        if scene.layers <= 1 {
            self.refuse("only its livelihood is left, which nobody can take from it");
            return Vec::new();
        }
        let what = match edit {
            StackEdit::Drop if more == 0 => "the top is dropped",
            StackEdit::Drop => "all above is dropped",
            _ => "all else is forgotten",
        };
        self.say(format!("{what} — {} brings it back", self.keys.word(Intent::Undo)));
        let height = scene.layers.saturating_sub(more);
        vec![Effect::Command(Command::EditStack { unit, height, edit })]
    }

    /// Opens the list of what can be put on top of what the first selected unit does.
    pub fn open_pushes(&mut self) -> Vec<Effect> {
        self.pushing = true;
        self.overlay = Some(Overlay::Orders(Picker::default()));
        Vec::new()
    }

    /// An order on top of the stack, if one is being put there.
    pub fn pushed(&self, orders: &[Order]) -> Option<Effect> {
        let (unit, order) = (self.leader()?, orders.first()?);
        let push = || StackEdit::Push(order.clone());
        self.pushing.then(|| Effect::Command(Command::EditStack { unit, height: 0, edit: push() }))
    }
}
