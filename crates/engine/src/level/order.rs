//! Orders as words: `go 12 5`, `patrol 3 4, 20 4`, `follow Ada`, `spy 12 5`, `rest`.

use super::words::GOODS;
use crate::grid::Cell;
use crate::text::Printable;

/// An order of a level's unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LevelOrder {
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
    /// `disperse`
    Disperse,
    /// `group`
    Group,
    /// `search settlement`, `search salt` or `search NAME`
    Search(String),
    /// `spy NAME` or `spy X Y`
    Spy(OrderTarget),
    /// `defend NAME` or `defend X Y`
    Defend(OrderTarget),
    /// `avoid NAME` or `avoid X Y`
    Avoid(OrderTarget),
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

/// A unit or a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OrderTarget {
    /// `X Y`
    Place(Cell),
    /// `NAME`
    Name(String),
}

const ORDER_FORMS: &str = "go X Y, patrol X Y, X Y, settle X Y, guard X Y, work X Y, follow NAME, attack NAME, \
    surround NAME, escort NAME, spy, defend or avoid NAME or X Y, search settlement, search salt (or any good), \
    search NAME, stop, stay, explore, trade, wander, rest, flee, retreat, disperse, group";

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
        match self {
            LevelOrder::Follow(name)
            | LevelOrder::Attack(name)
            | LevelOrder::Surround(name)
            | LevelOrder::Escort(name) => Some(name),
            LevelOrder::Spy(OrderTarget::Name(name))
            | LevelOrder::Defend(OrderTarget::Name(name))
            | LevelOrder::Avoid(OrderTarget::Name(name)) => Some(name),
            LevelOrder::Search(word) if word != "settlement" && !GOODS.contains(&word.as_str()) => Some(word),
            _ => None,
        }
    }

    /// The cells it names.
    pub fn cells(&self) -> &[Cell] {
        match self {
            LevelOrder::Go(cell)
            | LevelOrder::Settle(cell)
            | LevelOrder::Guard(cell)
            | LevelOrder::Work(cell)
            | LevelOrder::Spy(OrderTarget::Place(cell))
            | LevelOrder::Defend(OrderTarget::Place(cell))
            | LevelOrder::Avoid(OrderTarget::Place(cell)) => std::slice::from_ref(cell),
            LevelOrder::Patrol(cells) => cells,
            _ => &[],
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
fn parse_target(text: &str) -> Result<OrderTarget, String> {
    if text.trim().starts_with(|letter: char| letter.is_ascii_digit()) {
        parse_cell(text).map(OrderTarget::Place)
    } else {
        parse_name(text).map(OrderTarget::Name)
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
