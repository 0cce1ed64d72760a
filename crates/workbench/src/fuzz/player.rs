//! A random player: commands of every kind, valid and absurd, keys, clicks, window sizes, saves and threads.
//!
//! Everything follows from its random numbers and from the world. What does not live here: what comes of it.

use super::event::{INPUTS_MAX, Input};
use crate::app::play::SaveTrigger;
use crate::grid::{Cell, Dir8, Size};
use crate::land::{Good, mix};
use crate::tui::TABLE;
use crate::world::{
    Action, Brush, Choice, Command, Edit, Kind, Order, PeopleIx, Queue, SearchGoal, StackEdit, Thing, TownIx,
    UnitId, UnitOrPlace, World,
};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// Most cells of a stroke and units of a command; now and then far more than any command accepts.
const USUAL_MAX: usize = 12;
const FAR_TOO_MANY: usize = 9000;
/// Window sizes: empty, too small, usual and large.
const COLUMNS: [u16; 8] = [0, 1, 2, 3, 5, 80, 120, 240];
const ROWS: [u16; 8] = [0, 1, 2, 3, 5, 24, 40, 90];

/// Its random numbers, and the last unit it picked.
pub(super) struct RandomPlayer {
    state: u64,
    rolls: u64,
}

impl RandomPlayer {
    /// The player of a seed.
    pub(super) fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { state: mix(&[seed, 0x70_6c_61_79]), rolls: 0 }
    }

    fn roll(&mut self) -> u64 {
        self.rolls += 1;
        mix(&[self.state, self.rolls])
    }

    /// A number below `bound`, or 0 if that is 0.
    fn below(&mut self, bound: usize) -> usize {
        (self.roll() % bound.max(1) as u64) as usize
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> Option<T> {
        of.get(self.below(of.len())).copied()
    }

    /// The inputs of one moment.
    pub(super) fn inputs(&mut self, world: &World, screen: (u16, u16)) -> Vec<Input> {
        if world.tick == 0 {
            return vec![Input::Command(Command::FreeBuild(true)), Input::Resize(80, 24)];
        }
        let mut moves = Vec::new();
        while moves.len() < INPUTS_MAX && self.one_in(3) {
            moves.push(self.input(world, screen));
        }
        moves
    }

    fn input(&mut self, world: &World, screen: (u16, u16)) -> Input {
        match self.below(40) {
            0..16 => Input::Command(self.command(world)),
            16..26 => Input::Key(self.key()),
            26..31 => Input::Mouse(self.mouse(screen)),
            31..36 => Input::Frame,
            36 => Input::Resize(COLUMNS[self.below(8)], ROWS[self.below(8)]),
            37 => Input::SwitchPool(self.below(3)),
            38 => Input::SaveAndLoad,
            _ if self.one_in(3) => Input::SaveAndLoadFile(SaveTrigger::Autosave),
            _ => Input::SaveAndLoadFile(SaveTrigger::Player),
        }
    }

    fn key(&mut self) -> KeyEvent {
        const OTHERS: [KeyCode; 6] =
            [KeyCode::Esc, KeyCode::Enter, KeyCode::Tab, KeyCode::Backspace, KeyCode::Null, KeyCode::F(5)];
        let row = &TABLE[self.below(TABLE.len())];
        let code = match self.below(5) {
            0 => KeyCode::Char(char::from(b' ' + self.below(95) as u8)),
            1 => OTHERS[self.below(6)],
            _ => self.pick(row.keys).unwrap_or(KeyCode::Esc),
        };
        let modifiers = if self.one_in(8) { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
        KeyEvent::new(code, modifiers)
    }

    fn mouse(&mut self, (width, height): (u16, u16)) -> MouseEvent {
        const BUTTONS: [MouseButton; 3] = [MouseButton::Left, MouseButton::Right, MouseButton::Middle];
        let button = BUTTONS[self.below(3)];
        let kind = match self.below(8) {
            0..3 => MouseEventKind::Down(button),
            3 => MouseEventKind::Up(button),
            4 => MouseEventKind::Drag(button),
            5 => MouseEventKind::Moved,
            6 => MouseEventKind::ScrollUp,
            _ => MouseEventKind::ScrollDown,
        };
        let at = |player: &mut RandomPlayer, side: u16| player.below(usize::from(side) + 3) as u16;
        let (column, row) = (at(self, width), at(self, height));
        MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }
    }

    /// A cell: of a unit, of a place, anywhere, at the edge, or outside the map.
    fn cell(&mut self, world: &World) -> Cell {
        let Size { width, height } = world.size();
        let anywhere = Cell::new(self.below(width.into()) as u16, self.below(height.into()) as u16);
        let unit = self.below(world.units.len());
        let town = self.below(world.towns.len());
        match self.below(10) {
            0..2 => world.units.iter().nth(unit).map_or(anywhere, |unit| unit.cell),
            2 => world.towns.iter().nth(town).map_or(anywhere, |town| town.cell),
            3 => world.land.sites.first().map_or(anywhere, |site| site.cell),
            4 => Cell::new(self.below(2) as u16 * (width - 1), anywhere.y),
            5 if self.one_in(4) => {
                Cell::new(u16::MAX - self.below(3) as u16, anywhere.y.wrapping_add(height))
            }
            _ => anywhere,
        }
    }

    fn cells(&mut self, world: &World) -> Vec<Cell> {
        let count = if self.one_in(60) { FAR_TOO_MANY } else { self.below(USUAL_MAX) };
        let centre = self.cell(world);
        if world.size().contains(centre) && self.one_in(2) {
            return world.size().square(centre, self.below(4) as u16).take(count.max(1)).collect();
        }
        (0..count).map(|_| self.cell(world)).collect()
    }

    /// A unit: mostly of the player's people, sometimes of another, sometimes none that exists.
    fn unit(&mut self, world: &World) -> UnitId {
        match self.below(12) {
            0 => UnitId(self.below(world.next_unit as usize + 2) as u32),
            1 if self.one_in(4) => UnitId(u32::MAX),
            2..4 => world.units.iter().nth(self.below(world.units.len())).map_or(UnitId(0), |unit| unit.id),
            _ => {
                let mine: Vec<UnitId> = world
                    .units
                    .iter()
                    .filter(|unit| unit.people == PeopleIx::PLAYER)
                    .map(|unit| unit.id)
                    .collect();
                self.pick(&mine).unwrap_or(UnitId(0))
            }
        }
    }

    fn units(&mut self, world: &World) -> Vec<UnitId> {
        let count = if self.one_in(100) { FAR_TOO_MANY } else { self.below(6) };
        (0..count).map(|_| self.unit(world)).collect()
    }

    fn mark(&mut self, world: &World) -> UnitOrPlace {
        if self.one_in(2) {
            UnitOrPlace::Unit(self.unit(world))
        } else {
            UnitOrPlace::Place(self.cell(world))
        }
    }

    fn order(&mut self, world: &World) -> Order {
        const GOODS: [Good; 3] = [Good::Grain, Good::Ore, Good::Fish];
        let goal = match self.below(3) {
            0 => SearchGoal::Unit(self.unit(world)),
            1 => SearchGoal::Settlement,
            _ => SearchGoal::Site(GOODS[self.below(3)]),
        };
        let (place, points) = (self.cell(world), self.cells(world));
        let mut orders = Order::samples(place, &points, &self.unit(world), &self.mark(world), &goal);
        orders.swap_remove(self.below(orders.len()))
    }

    fn orders(&mut self, world: &World) -> Vec<Order> {
        let count = if self.one_in(40) { 100 } else { self.below(4) };
        (0..count).map(|_| self.order(world)).collect()
    }

    fn action(&mut self, world: &World) -> Action {
        match self.below(10) {
            8 => Action::Choose(Choice::ALL[self.below(Choice::ALL.len())]),
            9 => {
                let thing = Thing::ALL[self.below(Thing::ALL.len())];
                [Action::Buy(thing), Action::Drop(thing), Action::Use(thing), Action::TakeParcel]
                    [self.below(4)]
            }
            0..3 => Action::Step(Dir8::from_index(self.below(8) as u8)),
            3 => Action::Wait,
            4 => Action::Search,
            5 => Action::Rest,
            6 if self.one_in(2) => Action::Explore(self.cell(world)),
            6 => Action::Travel(self.cell(world)),
            _ => Action::Halt,
        }
    }

    fn edit(&mut self, world: &World) -> Edit {
        match self.below(3) {
            0 => Edit::Remove,
            1 => Edit::MoveTo(self.cell(world)),
            _ => Edit::Insert(self.order(world)),
        }
    }

    fn stack_edit(&mut self, world: &World) -> StackEdit {
        match self.below(4) {
            0 => StackEdit::Drop,
            1 => StackEdit::Clear,
            _ => StackEdit::Push(self.order(world)),
        }
    }

    /// A command of any kind.
    pub(super) fn command(&mut self, world: &World) -> Command {
        if world.wander.is_some() && !self.one_in(6) {
            return if self.one_in(9) { Command::NextLife } else { Command::TakeAction(self.action(world)) };
        }
        match self.below(40) {
            0..12 => Command::EditLand {
                stroke: (world.tick / 20) as u32,
                brush: Brush::ALL[self.below(Brush::ALL.len())],
                cells: self.cells(world),
            },
            12..22 => Command::Orders {
                units: self.units(world),
                orders: self.orders(world),
                queue: if self.one_in(2) { Queue::Append } else { Queue::Replace },
            },
            22..25 => Command::Spawn { kind: Kind::ALL[self.below(Kind::ALL.len())], cell: self.cell(world) },
            25 => Command::Remove { cells: self.cells(world) },
            26..28 => Command::Undo,
            28 => Command::UndoOrders { units: self.units(world) },
            29 if self.one_in(3) => {
                let charter = self.below(world.charters.next_id as usize + 2) as u32;
                Command::AnswerCharter { charter, accept: !self.one_in(4) }
            }
            29 => Command::FreeBuild(!self.one_in(4)),
            30..33 => {
                let place = if self.one_in(2) { Some(self.cell(world)) } else { None };
                let (unit, at) = (self.unit(world), self.below(6) as u16);
                Command::EditOrders { unit, at, place, edit: self.edit(world) }
            }
            33 => {
                let town = TownIx(self.below(world.towns.len() + 2) as u16);
                Command::Rally { town, orders: self.orders(world) }
            }
            34..37 => {
                let unit = self.unit(world);
                let real = world.unit(unit).map_or(0, |unit| unit.stack.len() as u8);
                let height = if self.one_in(4) { self.below(256) as u8 } else { real };
                Command::EditStack { unit, height, edit: self.stack_edit(world) }
            }
            37 => Command::Possess(self.unit(world)),
            38 if self.one_in(2) => Command::Release,
            38 => Command::NextLife,
            _ => Command::TakeAction(self.action(world)),
        }
    }
}
