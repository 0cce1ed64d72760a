//! Brushes for the lab's map: walls, and ground of several costs.

/// Cost of plain ground, in milli-steps.
const PLAIN_MILLISTEPS: u16 = 1000;

/// A brush.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Brush {
    /// An impassable cell.
    #[default]
    Wall,
    /// Ground of this many times the cost of plain ground.
    Price(u16),
}

impl Brush {
    /// All brushes, in the order of their digits.
    pub const ALL: [Brush; 6] =
        [Brush::Wall, Brush::Price(1), Brush::Price(2), Brush::Price(3), Brush::Price(5), Brush::Price(9)];

    /// The cost of a painted cell, in milli-steps; 0 is a wall.
    pub fn price(self) -> u16 {
        match self {
            Brush::Wall => 0,
            Brush::Price(times) => PLAIN_MILLISTEPS * times,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Brush::Wall => "wall",
            Brush::Price(1) => "plain ground",
            Brush::Price(2) => "cost ×2",
            Brush::Price(3) => "cost ×3",
            Brush::Price(5) => "cost ×5",
            Brush::Price(_) => "cost ×9",
        }
    }

    /// The brush this many positions later, cyclically.
    pub fn next_by(self, by: usize) -> Brush {
        let at = Brush::ALL.iter().position(|brush| *brush == self).unwrap_or(0);
        Brush::ALL[(at + by) % Brush::ALL.len()]
    }

    /// Its digit.
    pub fn digit(self) -> usize {
        Brush::ALL.iter().position(|brush| *brush == self).unwrap_or(0) + 1
    }
}
