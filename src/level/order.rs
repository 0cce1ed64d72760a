//! Orders as words: `go 12 5`, `patrol 3 4, 20 4`, `follow Ada`, `rest`.

use crate::grid::Cell;

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
}

const KNOWN: &str =
    "go X Y, patrol X Y, X Y, settle X Y, follow NAME, stop, stay, explore, trade, wander, rest";

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
            "follow" if !rest.trim().is_empty() => Ok(Order::Follow(rest.trim().to_owned())),
            "stop" => plain(Order::Stop),
            "stay" => plain(Order::Stay),
            "explore" => plain(Order::Explore),
            "trade" => plain(Order::Trade),
            "wander" => plain(Order::Wander),
            "rest" => plain(Order::Rest),
            _ => Err(format!("'{text}' is no order; use one of {KNOWN}")),
        }
    }

    /// The cells it names.
    pub fn cells(&self) -> &[Cell] {
        match self {
            Order::Go(cell) | Order::Settle(cell) => std::slice::from_ref(cell),
            Order::Patrol(cells) => cells,
            _ => &[],
        }
    }
}

fn cell(text: &str) -> Result<Cell, String> {
    let mut numbers = text.split_whitespace().map(str::parse::<u16>);
    match (numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(x)), Some(Ok(y)), None) => Ok(Cell::new(x, y)),
        _ => Err(format!("'{}' is no place; write column and row, as in 12 5", text.trim())),
    }
}
