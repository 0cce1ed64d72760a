//! Orders as words: `go 12 5`, `patrol 3 4, 20 4`, `follow Ada`, `spy 12 5`, `rest`.

use super::GOODS;
use crate::grid::Cell;
use crate::text::Printable;

/// What a unit of a level is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// `go X Y`
    Go(Cell),
    /// `patrol X Y, X Y, …`
    Patrol(Vec<Cell>),
    /// `stop`
    Stop,
    /// `stay`
    Stay,
    /// `explore`
    Explore,
    /// `trade`
    Trade,
    /// `wander`
    Wander,
    /// `rest`
    Rest,
    /// `follow NAME`
    Follow(String),
    /// `settle X Y`
    Settle(Cell),
    /// `flee`
    Flee,
    /// `retreat`
    Retreat,
    /// `avoid`
    Avoid,
    /// `group`
    Group,
    /// `search settlement`, `search salt` or `search NAME`
    Search(String),
    /// `spy NAME` or `spy X Y`
    Spy(Aim),
    /// `defend NAME` or `defend X Y`
    Defend(Aim),
    /// `shun NAME` or `shun X Y`
    Shun(Aim),
    /// `guard X Y`
    Guard(Cell),
    /// `work X Y`
    Work(Cell),
    /// `attack NAME`
    Attack(String),
    /// `surround NAME`
    Surround(String),
    /// `escort NAME`
    Escort(String),
}

/// Somebody or a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// `X Y`
    Place(Cell),
    /// `NAME`
    Name(String),
}

const KNOWN: &str = "go X Y, patrol X Y, X Y, settle X Y, guard X Y, work X Y, follow NAME, attack NAME, \
    surround NAME, escort NAME, spy, defend or shun NAME or X Y, search settlement, search salt (or any good), \
    search NAME, stop, stay, explore, trade, wander, rest, flee, retreat, avoid, group";

impl Order {
    /// Reads an order.
    ///
    /// # Errors
    /// What is wrong with it and what would be right.
    pub fn parse(text: &str) -> Result<Order, String> {
        let (word, rest) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let plain =
            |order: Order| if rest.is_empty() { Ok(order) } else { Err(format!("'{word}' stands alone")) };
        match word {
            "go" => cell(rest).map(Order::Go),
            "settle" => cell(rest).map(Order::Settle),
            "patrol" => rest.split(',').map(cell).collect::<Result<_, _>>().map(Order::Patrol),
            "guard" => cell(rest).map(Order::Guard),
            "work" => cell(rest).map(Order::Work),
            "follow" => name(rest).map(Order::Follow),
            "attack" => name(rest).map(Order::Attack),
            "surround" => name(rest).map(Order::Surround),
            "escort" => name(rest).map(Order::Escort),
            "search" => name(rest).map(Order::Search),
            "spy" => aim(rest).map(Order::Spy),
            "defend" => aim(rest).map(Order::Defend),
            "shun" => aim(rest).map(Order::Shun),
            "flee" => plain(Order::Flee),
            "retreat" => plain(Order::Retreat),
            "avoid" => plain(Order::Avoid),
            "group" => plain(Order::Group),
            "stop" => plain(Order::Stop),
            "stay" => plain(Order::Stay),
            "explore" => plain(Order::Explore),
            "trade" => plain(Order::Trade),
            "wander" => plain(Order::Wander),
            "rest" => plain(Order::Rest),
            _ => Err(format!("'{}' is no order; use one of {KNOWN}", Printable(text))),
        }
    }

    /// The name of whom it is about, if it is about somebody.
    pub fn whom(&self) -> Option<&str> {
        match self {
            Order::Follow(name) | Order::Attack(name) | Order::Surround(name) | Order::Escort(name) => {
                Some(name)
            }
            Order::Spy(Aim::Name(name)) | Order::Defend(Aim::Name(name)) | Order::Shun(Aim::Name(name)) => {
                Some(name)
            }
            Order::Search(word) if word != "settlement" && !GOODS.contains(&word.as_str()) => Some(word),
            _ => None,
        }
    }

    /// The cells it names.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Order::Go(cell)
            | Order::Settle(cell)
            | Order::Guard(cell)
            | Order::Work(cell)
            | Order::Spy(Aim::Place(cell))
            | Order::Defend(Aim::Place(cell))
            | Order::Shun(Aim::Place(cell)) => std::slice::from_ref(cell),
            Order::Patrol(cells) => cells,
            _ => &[],
        }
    }
}

fn name(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        Err("whom? Write a name behind it, as in follow Ada".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

/// A place if it begins with a digit, else a name.
fn aim(text: &str) -> Result<Aim, String> {
    if text.trim().starts_with(|letter: char| letter.is_ascii_digit()) {
        cell(text).map(Aim::Place)
    } else {
        name(text).map(Aim::Name)
    }
}

/// A place: column and row.
pub(super) fn cell(text: &str) -> Result<Cell, String> {
    let mut numbers = text.split_whitespace().map(str::parse::<u16>);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(x)), Some(Ok(y)), None) => Ok(Cell::new(x, y)),
        _ => Err(format!("'{}' is no place; write column and row, as in 12 5", Printable(text.trim()))),
    }
}
