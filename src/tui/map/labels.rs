//! Where names stand: beside the signs of settlements and heights, and beside rivers, on ground where little else is shown.
//!
//! A name keeps off signs, units, paths and other names, and prefers ground without roads, on which it rarely has to
//! yield to a unit. What has no room is shortened, then left out. Drawing is in `marks`.

use crate::scene::TownIx;
use ratatui::layout::Rect;

/// What occupies a character of the map.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Occupancy {
    /// Only land and dots.
    Free,
    /// A unit, a small sign or a strong path.
    Mark,
    /// The sign of a settlement.
    Sign,
    /// A letter of a name.
    Name,
}

/// A name on the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MapLabel {
    /// The settlement; none for a river or a height.
    pub town: Option<TownIx>,
    /// Column and row of its sign, or of a river.
    pub sign: (u16, u16),
    /// Column and row of its first letter.
    pub start: (u16, u16),
    /// The name, or its beginning; each letter takes one column.
    pub text: String,
}

/// A shortened name has at least this many letters.
const LETTERS_MIN: usize = 3;
/// How much worse a road under a letter, or a mark before or behind the name, is than a place that is less usual.
const ROAD_WEIGHT: u32 = 2;
const TOUCH_WEIGHT: u32 = 3;

/// A name shortened, the longest first.
pub(super) fn shortened(name: &str) -> impl Iterator<Item = String> {
    let letters: Vec<char> = name.chars().collect();
    let beginnings = (LETTERS_MIN..letters.len().saturating_sub(1)).rev();
    beginnings.map(move |count| letters[..count].iter().collect::<String>().trim_end().to_owned() + ".")
}

/// The characters of the map, and what occupies them.
pub(super) struct MapSpace {
    area: Rect,
    cells: Vec<Occupancy>,
}

impl MapSpace {
    pub(crate) fn new(area: Rect) -> MapSpace {
        MapSpace { area, cells: vec![Occupancy::Free; usize::from(area.width) * usize::from(area.height)] }
    }

    pub(crate) fn index(&self, column: u16, row: u16) -> Option<usize> {
        let (area, inside) = (self.area, self.area.contains((column, row).into()));
        inside.then(|| usize::from(row - area.y) * usize::from(area.width) + usize::from(column - area.x))
    }

    /// Whether something stands there, or it lies outside.
    pub(super) fn is_occupied(&self, column: u16, row: u16) -> bool {
        self.index(column, row).is_none_or(|i| self.cells[i] != Occupancy::Free)
    }

    /// Whether the sign of a settlement stands there.
    pub(super) fn is_sign(&self, column: u16, row: u16) -> bool {
        self.index(column, row).is_some_and(|i| self.cells[i] == Occupancy::Sign)
    }

    /// Notes what stands on a character. The sign of a settlement stays one under the cursor or a unit.
    pub(super) fn occupy(&mut self, what: Occupancy, column: u16, row: u16) {
        if let Some(index) = self.index(column, row).filter(|index| self.cells[*index] != Occupancy::Sign) {
            self.cells[index] = what;
        }
    }

    /// Places a name beside a sign where it is least in the way; `is_road` says whether a road passes under a character.
    pub(super) fn place_name(
        &mut self,
        name: &str,
        sign: (u16, u16),
        is_road: impl Fn(u16, u16) -> bool,
    ) -> Option<(u16, u16)> {
        let width = name.chars().count() as u16;
        let start = self.best_start(width, sign, &is_road)?;
        (0..width).for_each(|dx| self.occupy(Occupancy::Name, start.0 + dx, start.1));
        Some(start)
    }

    /// The best start of a name of this width: right of the sign, left of it, below or above; of these the one over
    /// the least road.
    fn best_start(
        &self,
        width: u16,
        own: (u16, u16),
        is_road: &impl Fn(u16, u16) -> bool,
    ) -> Option<(u16, u16)> {
        let (column, row, wide) = (i32::from(own.0), i32::from(own.1), i32::from(width));
        let beside = [(column + 2, row, 0), (column - wide - 1, row, 1)];
        let shifted = (0..=wide + 1).flat_map(|dx| [(1, dx), (-1, dx)]).map(|(dy, dx)| {
            let off_centre = (dx - wide / 2 - 1).unsigned_abs();
            (column - wide + dx, row + dy, 2 + u32::from(dy < 0) + off_centre)
        });
        let starts = beside.into_iter().chain(shifted).filter_map(|(x, y, unusual)| {
            let (x, y) = (u16::try_from(x).ok()?, u16::try_from(y).ok()?);
            let roads = || (x..x + width).filter(|x| is_road(*x, y)).count() as u32;
            let touched = [x.saturating_sub(1), x + width].map(|x| u32::from(self.is_occupied(x, y)));
            let touches = touched[0] + touched[1];
            let badness = || roads() * ROAD_WEIGHT + touches * TOUCH_WEIGHT + unusual;
            // Beside the sign of another place it would seem to be that one's.
            let mut ends = [x.saturating_sub(2), x.saturating_sub(1), x + width, x + width + 1].into_iter();
            let is_clear = ends.all(|x| !self.is_sign(x, y) || (x, y) == own);
            (is_clear && self.is_free(x, y, width)).then(|| (badness(), x, y))
        });
        starts.min().map(|(_, x, y)| (x, y))
    }

    /// Whether a name of this width fits, with two characters between it and another: with one, two names read as one.
    /// The first row is left to the line above the map.
    fn is_free(&self, x: u16, y: u16, width: u16) -> bool {
        let is_name = |x| self.index(x, y).is_some_and(|i| self.cells[i] == Occupancy::Name);
        let touches =
            (1..=2).any(|gap| x.checked_sub(gap).is_some_and(is_name) || is_name(x + width + gap - 1));
        y > self.area.y && !touches && (x..x + width).all(|x| !self.is_occupied(x, y))
    }
}
