//! What can be painted on the lab's map: walls, and ground of several prices.

/// Price of plain ground, in milli-steps.
const PLAIN: u16 = 1000;

/// A brush.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Brush {
    /// Nobody comes through.
    #[default]
    Wall,
    /// Ground of so many times the price of plain ground.
    Price(u16),
}

impl Brush {
    /// All of them, in the order of their digits.
    pub const ALL: [Brush; 6] =
        [Brush::Wall, Brush::Price(1), Brush::Price(2), Brush::Price(3), Brush::Price(5), Brush::Price(9)];

    /// What a cell costs that is painted with it, in milli-steps; 0 is a wall.
    pub fn price(self) -> u16 {
        match self {
            Brush::Wall => 0,
            Brush::Price(times) => PLAIN * times,
        }
    }

    /// Its words.
    pub fn words(self) -> &'static str {
        match self {
            Brush::Wall => "wall",
            Brush::Price(1) => "plain ground",
            Brush::Price(2) => "twice the price",
            Brush::Price(3) => "3 times the price",
            Brush::Price(5) => "5 times the price",
            Brush::Price(_) => "9 times the price",
        }
    }

    /// The brush so many places further on.
    pub fn after(self, by: usize) -> Brush {
        let at = Brush::ALL.iter().position(|brush| *brush == self).unwrap_or(0);
        Brush::ALL[(at + by) % Brush::ALL.len()]
    }

    /// Its digit.
    pub fn digit(self) -> usize {
        Brush::ALL.iter().position(|brush| *brush == self).unwrap_or(0) + 1
    }
}
