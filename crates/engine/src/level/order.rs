//! Orders: the one definition, and their words in levels: `go 12 5`, `patrol 3 4, 20 4`, `follow Ada`, `rest`.
//!
//! A level names units by their names, a command by their ids; the rest of an order is the same. [`OrderOf::resolve`]
//! leads from one to the other.

use super::words::GOODS;
use crate::grid::Cell;
use crate::text::Printable;
use serde::{Deserialize, Serialize};

/// A unit or a place; `Unit` is what names a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum UnitOrPlaceOf<Unit> {
    /// A unit.
    Unit(Unit),
    /// A place.
    Place(Cell),
}

/// An order to a unit; `Unit` is what names another unit, `Goal` what names something to search for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum OrderOf<Unit, Goal> {
    /// Walk to a cell.
    Go(Cell),
    /// Patrol these cells for ever.
    Patrol(Vec<Cell>),
    /// Stand still for good.
    Stop,
    /// Stay near here for a day.
    Stay,
    /// Look for the border of the known.
    Explore,
    /// Trade between settlements.
    Trade,
    /// Walk about for a day.
    Wander,
    /// Sleep here.
    Rest,
    /// Follow a unit.
    Follow(Unit),
    /// Found a hamlet on a cell.
    Settle(Cell),
    /// Build a road from here to a cell, over what roads there are.
    Connect(Cell),
    /// Run from foes to safety.
    Flee,
    /// The same, but strike back.
    Retreat,
    /// Look for something that is not seen yet.
    Search(Goal),
    /// Watch a unit or a place unseen.
    Spy(UnitOrPlaceOf<Unit>),
    /// Stay near a unit or a place and keep foes off.
    Defend(UnitOrPlaceOf<Unit>),
    /// Hold a cell.
    Guard(Cell),
    /// Attack a unit.
    Attack(Unit),
    /// Surround a unit together with others.
    Surround(Unit),
    /// Keep away from a unit or a place.
    Avoid(UnitOrPlaceOf<Unit>),
    /// Keep away from all units for a day.
    Disperse,
    /// Group with others under the same order for a day.
    Group,
    /// Fetch what a site yields, over and over.
    Work(Cell),
    /// Escort a unit, between it and foes.
    Escort(Unit),
}

/// What an order is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderSubject<'a, Unit, Goal> {
    /// Nothing but the unit itself.
    Nothing,
    /// These cells, in order.
    Cells(&'a [Cell]),
    /// Another unit.
    Unit(&'a Unit),
    /// Something to search for.
    Goal(&'a Goal),
}

/// An order in a level: units by their names; a search for `settlement`, a good or the name of a unit.
pub type LevelOrder = OrderOf<String, String>;

/// Forms of orders in levels.
const ORDER_FORMS: &str = "go X Y, patrol X Y, X Y, settle X Y, guard X Y, work X Y, follow NAME, attack NAME, \
    surround NAME, escort NAME, spy, defend or avoid NAME or X Y, search settlement, search salt (or any good), \
    search NAME, stop, stay, explore, trade, wander, rest, flee, retreat, disperse, group";

impl<Unit> UnitOrPlaceOf<Unit> {
    /// The place, if it is one.
    pub fn place(&self) -> Option<Cell> {
        match self {
            UnitOrPlaceOf::Place(cell) => Some(*cell),
            UnitOrPlaceOf::Unit(_) => None,
        }
    }

    /// The same with units named otherwise; `None` if there is no such unit.
    pub fn resolve<Id>(&self, unit: impl Fn(&Unit) -> Option<Id>) -> Option<UnitOrPlaceOf<Id>> {
        match self {
            UnitOrPlaceOf::Place(cell) => Some(UnitOrPlaceOf::Place(*cell)),
            UnitOrPlaceOf::Unit(name) => unit(name).map(UnitOrPlaceOf::Unit),
        }
    }
}

impl<Unit, Goal> OrderOf<Unit, Goal> {
    /// The same order with units and what is searched for named otherwise; `None` if either is not there.
    pub fn resolve<Id, Sought>(
        &self,
        unit: impl Fn(&Unit) -> Option<Id>,
        goal: impl Fn(&Goal) -> Option<Sought>,
    ) -> Option<OrderOf<Id, Sought>> {
        use OrderOf as O;
        Some(match self {
            O::Go(cell) => O::Go(*cell),
            O::Patrol(cells) => O::Patrol(cells.clone()),
            O::Stop => O::Stop,
            O::Stay => O::Stay,
            O::Explore => O::Explore,
            O::Trade => O::Trade,
            O::Wander => O::Wander,
            O::Rest => O::Rest,
            O::Follow(name) => O::Follow(unit(name)?),
            O::Settle(cell) => O::Settle(*cell),
            O::Connect(cell) => O::Connect(*cell),
            O::Flee => O::Flee,
            O::Retreat => O::Retreat,
            O::Search(what) => O::Search(goal(what)?),
            O::Spy(mark) => O::Spy(mark.resolve(unit)?),
            O::Defend(mark) => O::Defend(mark.resolve(unit)?),
            O::Guard(cell) => O::Guard(*cell),
            O::Attack(name) => O::Attack(unit(name)?),
            O::Surround(name) => O::Surround(unit(name)?),
            O::Avoid(mark) => O::Avoid(mark.resolve(unit)?),
            O::Disperse => O::Disperse,
            O::Group => O::Group,
            O::Work(cell) => O::Work(*cell),
            O::Escort(name) => O::Escort(unit(name)?),
        })
    }

    /// One order of every variant, about this place, these points, this unit, this unit or place, and this goal: for
    /// what has to be tried with all orders.
    pub fn samples(
        place: Cell,
        points: &[Cell],
        unit: &Unit,
        mark: &UnitOrPlaceOf<Unit>,
        goal: &Goal,
    ) -> Vec<Self>
    where
        Unit: Clone,
        Goal: Clone,
    {
        use OrderOf as O;
        // Each variant leads to the next, so that the compiler asks for a new one.
        let next = |order: &Self| {
            Some(match order {
                O::Go(_) => O::Patrol(points.to_vec()),
                O::Patrol(_) => O::Stop,
                O::Stop => O::Stay,
                O::Stay => O::Explore,
                O::Explore => O::Trade,
                O::Trade => O::Wander,
                O::Wander => O::Rest,
                O::Rest => O::Follow(unit.clone()),
                O::Follow(_) => O::Settle(place),
                O::Settle(_) => O::Connect(place),
                O::Connect(_) => O::Flee,
                O::Flee => O::Retreat,
                O::Retreat => O::Search(goal.clone()),
                O::Search(_) => O::Spy(mark.clone()),
                O::Spy(_) => O::Defend(mark.clone()),
                O::Defend(_) => O::Guard(place),
                O::Guard(_) => O::Attack(unit.clone()),
                O::Attack(_) => O::Surround(unit.clone()),
                O::Surround(_) => O::Avoid(mark.clone()),
                O::Avoid(_) => O::Disperse,
                O::Disperse => O::Group,
                O::Group => O::Work(place),
                O::Work(_) => O::Escort(unit.clone()),
                O::Escort(_) => return None,
            })
        };
        std::iter::successors(Some(O::Go(place)), next).collect()
    }

    /// Its words for the player, without what it is about: `spy on`.
    pub fn words(&self) -> &'static str {
        match self {
            OrderOf::Go(_) => "go to",
            OrderOf::Patrol(_) => "patrol",
            OrderOf::Stop => "stop",
            OrderOf::Stay => "stay",
            OrderOf::Explore => "explore",
            OrderOf::Trade => "trade",
            OrderOf::Wander => "wander",
            OrderOf::Rest => "rest",
            OrderOf::Follow(_) => "follow",
            OrderOf::Settle(_) => "settle at",
            OrderOf::Connect(_) => "road to",
            OrderOf::Flee => "flee",
            OrderOf::Retreat => "retreat",
            OrderOf::Search(_) => "search for",
            OrderOf::Spy(_) => "spy on",
            OrderOf::Defend(_) => "defend",
            OrderOf::Guard(_) => "guard",
            OrderOf::Attack(_) => "attack",
            OrderOf::Surround(_) => "surround",
            OrderOf::Avoid(_) => "avoid",
            OrderOf::Disperse => "disperse",
            OrderOf::Group => "group with others",
            OrderOf::Work(_) => "work at",
            OrderOf::Escort(_) => "escort",
        }
    }

    /// What it is about.
    pub fn subject(&self) -> OrderSubject<'_, Unit, Goal> {
        match self {
            OrderOf::Go(cell)
            | OrderOf::Settle(cell)
            | OrderOf::Connect(cell)
            | OrderOf::Guard(cell)
            | OrderOf::Work(cell) => OrderSubject::Cells(std::slice::from_ref(cell)),
            OrderOf::Patrol(cells) => OrderSubject::Cells(cells),
            OrderOf::Spy(mark) | OrderOf::Defend(mark) | OrderOf::Avoid(mark) => match mark {
                UnitOrPlaceOf::Place(cell) => OrderSubject::Cells(std::slice::from_ref(cell)),
                UnitOrPlaceOf::Unit(name) => OrderSubject::Unit(name),
            },
            OrderOf::Follow(name)
            | OrderOf::Attack(name)
            | OrderOf::Surround(name)
            | OrderOf::Escort(name) => OrderSubject::Unit(name),
            OrderOf::Search(what) => OrderSubject::Goal(what),
            OrderOf::Stop
            | OrderOf::Stay
            | OrderOf::Explore
            | OrderOf::Trade
            | OrderOf::Wander
            | OrderOf::Rest
            | OrderOf::Flee
            | OrderOf::Retreat
            | OrderOf::Disperse
            | OrderOf::Group => OrderSubject::Nothing,
        }
    }

    /// The cells that it names, in order.
    pub fn cells(&self) -> &[Cell] {
        match self.subject() {
            OrderSubject::Cells(cells) => cells,
            OrderSubject::Nothing | OrderSubject::Unit(_) | OrderSubject::Goal(_) => &[],
        }
    }

    /// The cells that it leads to, in order: all that it names but one to avoid.
    pub fn places(&self) -> &[Cell] {
        if matches!(self, OrderOf::Avoid(_)) { &[] } else { self.cells() }
    }

    /// The same order with one of its places elsewhere; `None` if it has no such place.
    pub fn moved(&self, point: usize, to: Cell) -> Option<Self>
    where
        Unit: Clone,
        Goal: Clone,
    {
        self.places().get(point)?;
        let mut moved = self.clone();
        match &mut moved {
            OrderOf::Go(cell)
            | OrderOf::Settle(cell)
            | OrderOf::Connect(cell)
            | OrderOf::Guard(cell)
            | OrderOf::Work(cell) => *cell = to,
            OrderOf::Spy(mark) | OrderOf::Defend(mark) => *mark = UnitOrPlaceOf::Place(to),
            OrderOf::Patrol(cells) => cells[point] = to,
            // No other order leads to a place.
            _ => return None,
        }
        Some(moved)
    }
}

impl LevelOrder {
    /// Reads an order.
    ///
    /// # Errors
    /// What is wrong with it and what would be right.
    pub fn parse(text: &str) -> Result<LevelOrder, String> {
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let plain = |order: LevelOrder| {
            if rest.is_empty() { Ok(order) } else { Err(format!("'{word}' stands alone")) }
        };
        match word {
            "go" => parse_cell(rest).map(LevelOrder::Go),
            "settle" => parse_cell(rest).map(LevelOrder::Settle),
            "patrol" => rest.split(',').map(parse_cell).collect::<Result<_, _>>().map(LevelOrder::Patrol),
            "guard" => parse_cell(rest).map(LevelOrder::Guard),
            "work" => parse_cell(rest).map(LevelOrder::Work),
            "follow" => parse_name(rest).map(LevelOrder::Follow),
            "attack" => parse_name(rest).map(LevelOrder::Attack),
            "surround" => parse_name(rest).map(LevelOrder::Surround),
            "escort" => parse_name(rest).map(LevelOrder::Escort),
            "search" => parse_name(rest).map(LevelOrder::Search),
            "spy" => parse_target(rest).map(LevelOrder::Spy),
            "defend" => parse_target(rest).map(LevelOrder::Defend),
            "avoid" => parse_target(rest).map(LevelOrder::Avoid),
            "flee" => plain(LevelOrder::Flee),
            "retreat" => plain(LevelOrder::Retreat),
            "disperse" => plain(LevelOrder::Disperse),
            "group" => plain(LevelOrder::Group),
            "stop" => plain(LevelOrder::Stop),
            "stay" => plain(LevelOrder::Stay),
            "explore" => plain(LevelOrder::Explore),
            "trade" => plain(LevelOrder::Trade),
            "wander" => plain(LevelOrder::Wander),
            "rest" => plain(LevelOrder::Rest),
            _ => Err(format!("'{}' is no order; use one of {ORDER_FORMS}", Printable(text))),
        }
    }

    /// The name of the unit that it is about, if there is one.
    pub fn target_name(&self) -> Option<&str> {
        match self.subject() {
            OrderSubject::Unit(name) => Some(name),
            OrderSubject::Goal(word) => {
                Some(word.as_str()).filter(|word| *word != "settlement" && !GOODS.contains(word))
            }
            OrderSubject::Cells(_) | OrderSubject::Nothing => None,
        }
    }
}

fn parse_name(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        Err("name a unit behind it, as in follow Ada".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

/// A place if it begins with a digit, else a name.
fn parse_target(text: &str) -> Result<UnitOrPlaceOf<String>, String> {
    if text.trim().starts_with(|letter: char| letter.is_ascii_digit()) {
        parse_cell(text).map(UnitOrPlaceOf::Place)
    } else {
        parse_name(text).map(UnitOrPlaceOf::Unit)
    }
}

/// A place: column and row.
pub(super) fn parse_cell(text: &str) -> Result<Cell, String> {
    let mut numbers = text.split_whitespace().map(str::parse::<u16>);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(x)), Some(Ok(y)), None) => Ok(Cell::new(x, y)),
        _ => Err(format!("'{}' is no place; write column and row, as in 12 5", Printable(text.trim()))),
    }
}
