//! Where runs stop, in each of the eight directions, 64 cells per word, computed for a whole map at once by shifts and
//! one addition per word.
//!
//! A straight run stops before a wall, or at a cell beside which a wall has just ended: a jump point. A diagonal run
//! ends where a step would touch a wall; on its way only those cells matter from which one of its two straight runs
//! finds a jump point.

use super::bit_map::BitMap;
use crate::graph::Terrain;
use crate::grid::Dir8;

/// The lines of one direction, which runs from low bits to high ones, one line after the other, each word with its
/// kinds of bits side by side. A *place* is the index of a cell's bit among all of them.
#[derive(Clone, Debug)]
pub(super) struct BitLines<const KINDS: usize> {
    words: Vec<[u64; KINDS]>,
    /// Place of the map's first cell, and what a further column and a further row add to it.
    origin: u32,
    across: i32,
    down: i32,
}

impl<const KINDS: usize> BitLines<KINDS> {
    /// Lines of these kinds of bits; `place(x, y)` is linear.
    fn new(kinds: [&BitMap; KINDS], place: impl Fn(i32, i32) -> i32) -> Self {
        let words = (0..kinds[0].words().len()).map(|i| kinds.map(|kind| kind.words()[i])).collect();
        let origin = place(0, 0);
        Self { words, origin: origin as u32, across: place(1, 0) - origin, down: place(0, 1) - origin }
    }

    fn bytes(&self) -> usize {
        size_of_val(self.words.as_slice())
    }

    /// The place of a cell, modulo the length of all lines.
    #[inline]
    fn bit_index(&self, (x, y): (i32, i32)) -> u32 {
        self.origin.wrapping_add_signed(x.wrapping_mul(self.across).wrapping_add(y.wrapping_mul(self.down)))
    }
}

/// Lines along rows or columns: where a run stops, and which stops are jump points.
pub(super) type Straight = BitLines<2>;

/// Lines along diagonals: cells that a step may not enter, and cells from which the run along the row or along the
/// column finds a jump point.
pub(super) type Diagonal = BitLines<3>;

impl Straight {
    /// The place of a cell.
    #[inline]
    pub(super) fn bit_of(&self, cell: (i32, i32)) -> u32 {
        self.bit_index(cell)
    }

    /// What a step adds to a place.
    pub(super) fn bit_offset(&self, dir: Dir8) -> i32 {
        dir.offset().0 * self.across + dir.offset().1 * self.down
    }

    /// Steps from a place to where a run stops, and whether that is a jump point; otherwise it is a wall.
    #[inline]
    pub(super) fn next_stop(&self, at: u32) -> (u32, bool) {
        let mut word = (at + 1) / 64;
        let bit = (at + 1) % 64;
        let [stops, points] = self.words[word as usize];
        let stops = stops >> bit;
        if stops != 0 {
            let more = stops.trailing_zeros();
            return (1 + more, points >> bit >> more & 1 == 1);
        }
        loop {
            word += 1;
            let [stops, points] = self.words[word as usize];
            if stops != 0 {
                let bit = stops.trailing_zeros();
                return (word * 64 + bit - at, points >> bit & 1 == 1);
            }
        }
    }
}

impl Diagonal {
    /// The place of a cell.
    #[inline]
    pub(super) fn bit_of(&self, cell: (i32, i32)) -> u32 {
        self.bit_index(cell) % (self.words.len() as u32 * 64)
    }

    /// Calls `found(steps, along_column)` for each cell of a run from which a straight run finds a jump point. Returns
    /// the number of steps that the run can go.
    #[inline]
    pub(super) fn next_stop(&self, at: u32, mut found: impl FnMut(u32, bool)) -> u32 {
        let mut word = (at + 1) / 64;
        let mut mask = u64::MAX << ((at + 1) % 64);
        loop {
            let [barred, row, column] = self.words[word as usize];
            let barred = barred & mask;
            // All bits below the lowest.
            let open = mask & (barred.wrapping_sub(1) & !barred);
            let begin = (word * 64).wrapping_sub(at);
            for (along_column, mut bits) in [(false, row & open), (true, column & open)] {
                while bits != 0 {
                    found(begin.wrapping_add(bits.trailing_zeros()), along_column);
                    bits &= bits - 1;
                }
            }
            if barred != 0 {
                return begin.wrapping_add(barred.trailing_zeros()).wrapping_sub(1);
            }
            (word, mask) = (word + 1, u64::MAX);
        }
    }
}

/// The lines of all directions, each kind clockwise.
#[derive(Clone, Debug)]
pub(super) struct JumpLines {
    /// North, east, south, west.
    pub straight: [Straight; 4],
    /// Northeast, southeast, southwest, northwest.
    pub diagonal: [Diagonal; 4],
    /// Cells at which every run stops: those beside which ground of another price begins, or chosen ones. `None` if
    /// there are none.
    fixed_stops: Option<BitMap>,
}

impl JumpLines {
    pub(super) fn of(terrain: &Terrain) -> Self {
        let walls = BitMap::walls(terrain);
        let uneven = BitMap::price_borders(terrain, &walls);
        let mut lines = Self::to_points(&walls, uneven, jump_points);
        if terrain.is_uniform() {
            lines.fixed_stops = None;
        }
        lines
    }

    /// The lines of a map with these walls on which runs find these cells and nothing else.
    pub(super) fn to_cells(walls: &BitMap, cells: BitMap) -> Self {
        Self::to_points(walls, cells, |_, cells| cells.clone())
    }

    /// Lines on which runs stop at fixed cells, and straight runs find the points that `points` makes of walls and
    /// fixed cells, both turned so that the run goes to higher bits.
    fn to_points(rows: &BitMap, fixed: BitMap, points: impl Fn(&BitMap, &BitMap) -> BitMap) -> Self {
        let runs = |walls: &BitMap, fixed: &BitMap, place: &dyn Fn(i32, i32) -> i32| {
            runs(walls, &points(walls, fixed), place)
        };
        let (columns, fixed_columns) = (rows.transposed(0), fixed.transposed(0));
        let (wide, high) = (rows.len() as i32, columns.len() as i32);
        let (east, finds_east) = runs(rows, &fixed, &|x, y| (y + 1) * wide + x + 1);
        let (south, finds_south) = runs(&columns, &fixed_columns, &|x, y| (x + 1) * high + y + 1);
        let (west, finds_west) =
            runs(&rows.mirrored(), &fixed.mirrored(), &|x, y| (y + 1) * wide + wide - 2 - x);
        let (north, finds_north) =
            runs(&columns.mirrored(), &fixed_columns.mirrored(), &|x, y| (x + 1) * high + high - 2 - y);
        let along_row = [finds_west.mirrored(), finds_east];
        let along_column = [finds_north.mirrored().transposed(0), finds_south.transposed(0)];
        let rounds = (high / wide + 1) * wide;
        let diagonal = |dx: i32, dy: i32| {
            let kinds = [
                &blocked_diagonals(rows, &fixed, dx, dy),
                &along_row[(dx > 0) as usize],
                &along_column[(dy > 0) as usize],
            ];
            let kinds = kinds.map(|kind| kind.transposed(dx * dy));
            let kinds = if dy > 0 { kinds } else { kinds.map(|kind| kind.mirrored()) };
            let line = |x: i32, y: i32| rounds + x + 1 - dx * dy * (y + 1);
            let at = |y: i32| if dy > 0 { y + 1 } else { high - 2 - y };
            BitLines::new(kinds.each_ref(), |x, y| line(x, y) * high + at(y))
        };
        Self {
            straight: [north, east, south, west],
            diagonal: [diagonal(1, -1), diagonal(1, 1), diagonal(-1, 1), diagonal(-1, -1)],
            fixed_stops: Some(fixed),
        }
    }

    /// Jump points per thousand free cells, averaged over the four straight directions.
    pub(super) fn points_per_thousand(&self) -> u32 {
        let (mut points, mut stops, mut cells) = (0, 0, 0);
        for [stop, point] in self.straight.iter().flat_map(|lines| &lines.words) {
            points += u64::from(point.count_ones());
            stops += u64::from(stop.count_ones());
            cells += 64;
        }
        (points * 1000 / (cells - stops + points).max(1)) as u32
    }

    /// Whether there are cells at which every run stops.
    pub(super) fn has_fixed_stops(&self) -> bool {
        self.fixed_stops.is_some()
    }

    /// Whether every run stops at a cell.
    pub(super) fn is_fixed_stop(&self, (x, y): (i32, i32)) -> bool {
        self.fixed_stops.as_ref().is_some_and(|uneven| {
            uneven.line((y + 1) as usize)[(x + 1) as usize / 64] >> ((x + 1) % 64) & 1 == 1
        })
    }

    pub(super) fn bytes(&self) -> usize {
        let straight: usize = self.straight.iter().map(BitLines::bytes).sum();
        straight + self.diagonal.iter().map(BitLines::bytes).sum::<usize>()
    }
}

/// The jump points of runs towards higher bits: free cells beside which a wall has just ended, and fixed stops.
fn jump_points(walls: &BitMap, uneven: &BitMap) -> BitMap {
    let last = walls.lines() - 1;
    let mut points = Vec::new();
    for line in 0..=last {
        let here = walls.line(line);
        // The line beyond the border is border, too.
        let beside = [walls.line(line.saturating_sub(1)), walls.line((line + 1).min(last))];
        for word in 0..here.len() {
            // Free cells after a wall, in an adjacent line.
            let opened = |line: &[u64]| {
                let carry = if word == 0 { 1 } else { line[word - 1] >> 63 };
                (line[word] << 1 | carry) & !line[word]
            };
            points.push((opened(beside[0]) | opened(beside[1]) | uneven.line(line)[word]) & !here[word]);
        }
    }
    walls.with_words(points)
}

/// From a map of walls and of points: the runs towards higher bits, and the cells from which one finds a point.
fn runs(walls: &BitMap, points: &BitMap, place: impl Fn(i32, i32) -> i32) -> (Straight, BitMap) {
    let both = walls.words().iter().zip(points.words());
    let stops = walls.with_words(both.map(|(wall, point)| wall | point).collect());
    let mut finds = Vec::new();
    for line in 0..walls.lines() {
        let found = cells_before_points(stops.line(line), points.line(line));
        finds.extend(found.iter().zip(walls.line(line)).map(|(found, wall)| found & !wall));
    }
    (BitLines::new([&stops, points], place), walls.with_words(finds))
}

/// The cells of a line whose next stop at higher bits is a jump point. An addition carries a bit from behind the point,
/// through all cells without a stop, onto the next stop; hence everything is bit-reversed.
fn cells_before_points(stops: &[u64], points: &[u64]) -> Vec<u64> {
    let mut carry = 0;
    let mut found = vec![0; stops.len()];
    for word in (0..stops.len()).rev() {
        let (free, point) = (!stops[word].reverse_bits(), points[word].reverse_bits());
        let seeds = point << 1 | carry;
        let (sum, carries) = free.overflowing_add(seeds & free);
        found[word] = ((sum ^ free) | seeds).reverse_bits();
        carry = u64::from(carries) | point >> 63;
    }
    found
}

/// The cells that a diagonal step in this direction may not enter: walls, and cells with a wall beside the step.
fn blocked_diagonals(walls: &BitMap, uneven: &BitMap, dx: i32, dy: i32) -> BitMap {
    let last = walls.lines() - 1;
    let beside = |line: usize| {
        let here = walls.line(line);
        let before = walls.line(line.saturating_add_signed(-dy as isize).min(last));
        (0..here.len()).map(move |word| {
            let (low, high) = (word.checked_sub(1), word + 1);
            let shifted = if dx > 0 {
                here[word] << 1 | low.map_or(1, |low| here[low] >> 63)
            } else {
                here[word] >> 1 | here.get(high).map_or(1, |high| *high) << 63
            };
            here[word] | before[word] | shifted | uneven.line(line)[word]
        })
    };
    walls.with_words((0..=last).flat_map(beside).collect())
}
