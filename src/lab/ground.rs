//! The map of the lab: cells with costs, a start and a goal. How it is searched does not live here (`setup`).

use crate::graph::{Components, Corner, Moves, PLAIN, Terrain};
use crate::grid::{Cell, Size};

/// A map to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LabMap {
    /// Its name.
    pub name: String,
    size: Size,
    /// Cost of a straight step onto each cell, row by row, in milli-steps; 0 is a wall.
    costs: Vec<u16>,
    start: Cell,
    goal: Cell,
}

impl LabMap {
    /// A map of these costs, row by row, in milli-steps, 0 for a wall. Start and goal are far apart in the largest
    /// component.
    ///
    /// Returns `None` when the number of costs is not the area, or every cell is a wall.
    pub fn new(name: impl Into<String>, size: Size, prices: Vec<u16>) -> Option<LabMap> {
        let terrain = Terrain::new(size, prices.clone(), Moves::Eight(Corner::BothFree))?;
        let (start, goal) = distant_ends(&terrain)?;
        Some(LabMap { name: name.into(), size, costs: prices, start, goal })
    }

    /// Plain ground everywhere, with start and goal in opposite corners.
    pub fn open(name: impl Into<String>, size: Size) -> LabMap {
        let corner = Cell::new(size.width - 1, size.height - 1);
        let costs = vec![PLAIN; size.area()];
        LabMap { name: name.into(), size, costs, start: Cell::new(0, 0), goal: corner }
    }

    /// The same with other ends; an end on a wall is ignored.
    #[must_use]
    pub fn with_ends(mut self, start: Cell, goal: Cell) -> LabMap {
        self.move_start(start);
        self.move_goal(goal);
        self
    }

    /// Columns and rows.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Cost of entering each cell, row by row, in milli-steps; 0 is a wall.
    pub fn costs(&self) -> &[u16] {
        &self.costs
    }

    /// Cost of entering a cell of the map, in milli-steps; 0 for a wall.
    pub fn cost(&self, cell: Cell) -> u16 {
        self.costs[self.size.index(cell)]
    }

    /// Start of the search.
    pub fn start(&self) -> Cell {
        self.start
    }

    /// Goal of the search.
    pub fn goal(&self) -> Cell {
        self.goal
    }

    /// Whether a cell is on the map and not a wall.
    pub fn is_free(&self, cell: Cell) -> bool {
        self.size.contains(cell) && self.cost(cell) > 0
    }

    /// Changes the cost of a cell; 0 makes it a wall. Start and goal stay free. Returns whether anything changed.
    pub fn set_cost(&mut self, cell: Cell, price: u16) -> bool {
        let is_end = cell == self.start || cell == self.goal;
        if !self.size.contains(cell) || self.cost(cell) == price || (is_end && price == 0) {
            return false;
        }
        let index = self.size.index(cell);
        self.costs[index] = price;
        true
    }

    /// Moves the start to a free cell. Returns whether it moved.
    pub fn move_start(&mut self, cell: Cell) -> bool {
        let moves = self.is_free(cell) && cell != self.start;
        if moves {
            self.start = cell;
        }
        moves
    }

    /// Moves the goal to a free cell. Returns whether it moved.
    pub fn move_goal(&mut self, cell: Cell) -> bool {
        let moves = self.is_free(cell) && cell != self.goal;
        if moves {
            self.goal = cell;
        }
        moves
    }

    /// Its terrain under a movement rule.
    pub fn terrain(&self, moves: Moves) -> Option<Terrain> {
        Terrain::new(self.size, self.costs.clone(), moves)
    }

    /// The map in the public format (`type octile`): `.` for the least cost, `S` for up to three times that, `W` for
    /// more, `@` for walls. Other differences of cost are lost.
    pub fn to_text(&self) -> String {
        let cheapest = self.costs.iter().copied().filter(|price| *price > 0).min().unwrap_or(PLAIN);
        let letter = |price: u16| match u32::from(price) {
            0 => '@',
            price if price <= u32::from(cheapest) => '.',
            price if price <= 3 * u32::from(cheapest) => 'S',
            _ => 'W',
        };
        let mut text = format!("type octile\nheight {}\nwidth {}\nmap\n", self.size.height, self.size.width);
        for row in self.costs.chunks(usize::from(self.size.width)) {
            text.extend(row.iter().map(|price| letter(*price)));
            text.push('\n');
        }
        text
    }
}

/// Two cells of the largest component: the nearest to the upper left corner and to the lower right corner.
fn distant_ends(terrain: &Terrain) -> Option<(Cell, Cell)> {
    let cells: Vec<Cell> =
        Components::of(terrain).largest().into_iter().map(|node| terrain.cell(node)).collect();
    let diagonal = |cell: &&Cell| u32::from(cell.x) + u32::from(cell.y);
    Some((*cells.iter().min_by_key(diagonal)?, *cells.iter().max_by_key(diagonal)?))
}
