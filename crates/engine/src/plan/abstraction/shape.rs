//! The geometry of chunks and entrances: arithmetic between cells, chunks of three sizes, and entrance ids.
//!
//! Levels are numbered from 0 here: chunks of 16, 64 and 256 cells a side, row by row. The id of an entrance encodes
//! its canonical cell (the one to the west or north of the border) and whether it leads east or south, so that no
//! lookup is needed. Not here: prices, and which of the possible entrances exist.

use crate::graph::NodeId;
use crate::grid::{Cell, Size};
use crate::world::{Crossing, LEVELS};

/// Side of the smallest chunk, as a power of two and in cells.
pub(super) const CHUNK_SIDE_BITS: u32 = 4;
pub(super) const CHUNK_SIDE: u16 = 1 << CHUNK_SIDE_BITS;
/// Cells of the smallest chunk.
pub(super) const CHUNK_AREA: usize = 1 << (2 * CHUNK_SIDE_BITS);
/// Side of a chunk in chunks of the level below, as a power of two.
const STEP_BITS: u32 = 2;
/// Chunks of the level below in a chunk.
pub(super) const CHUNK_CHILDREN: usize = 1 << (2 * STEP_BITS);
/// Possible entrances of a smallest chunk on its east and south border, as a power of two: one per cell.
const ENTRANCE_BITS: u32 = CHUNK_SIDE_BITS + 1;

/// Whether a cell lies on the border of its smallest chunk, on each side in the order of [`ChunkSide::ALL`].
pub(super) fn is_at_sides(cell: Cell) -> [bool; 4] {
    [
        cell.x % CHUNK_SIDE == CHUNK_SIDE - 1,
        cell.y % CHUNK_SIDE == CHUNK_SIDE - 1,
        cell.x.is_multiple_of(CHUNK_SIDE),
        cell.y.is_multiple_of(CHUNK_SIDE),
    ]
}

/// The chunks of one land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ChunkGrid {
    pub size: Size,
    /// Columns and rows of chunks at each level.
    chunks: [(u32, u32); LEVELS],
}

/// Sides of a chunk, in the order in which its entrances are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ChunkSide {
    East,
    South,
    West,
    North,
}

impl ChunkSide {
    pub(super) const ALL: [ChunkSide; 4] =
        [ChunkSide::East, ChunkSide::South, ChunkSide::West, ChunkSide::North];

    fn offset(self) -> (i32, i32) {
        match self {
            ChunkSide::East => (1, 0),
            ChunkSide::South => (0, 1),
            ChunkSide::West => (-1, 0),
            ChunkSide::North => (0, -1),
        }
    }
}

/// Side of a chunk of this level in cells, as a power of two.
pub(super) const fn side_bits(level: usize) -> u32 {
    CHUNK_SIDE_BITS + STEP_BITS * level as u32
}

impl ChunkGrid {
    pub(super) fn new(size: Size) -> Self {
        let count = |side: u16, level: usize| u32::from(side).div_ceil(1 << side_bits(level));
        Self {
            size,
            chunks: std::array::from_fn(|level| (count(size.width, level), count(size.height, level))),
        }
    }

    /// Number of chunks of a level.
    pub(super) fn count(&self, level: usize) -> usize {
        let (columns, rows) = self.chunks[level];
        (columns * rows) as usize
    }

    /// Upper bound of entrance ids.
    pub(super) fn entrance_count_max(&self) -> u32 {
        (self.count(0) as u32) << ENTRANCE_BITS
    }

    /// Whether `chunk`, one of the chunks on both sides of an entrance, is the first of them.
    pub(super) fn is_first_side(&self, level: usize, entrance: NodeId, chunk: u32) -> bool {
        self.chunks_beside(level, entrance)[0] == chunk
    }

    /// The chunk of a cell.
    pub(super) fn chunk(&self, level: usize, cell: Cell) -> u32 {
        let bits = side_bits(level);
        u32::from(cell.y >> bits) * self.chunks[level].0 + u32::from(cell.x >> bits)
    }

    /// Column and row of a chunk.
    pub(super) fn column_and_row(&self, level: usize, chunk: u32) -> (u32, u32) {
        (chunk % self.chunks[level].0, chunk / self.chunks[level].0)
    }

    /// The chunk in this column and row.
    pub(super) fn chunk_at(&self, level: usize, column: i32, row: i32) -> Option<u32> {
        let (columns, rows) = self.chunks[level];
        let is_inside = column >= 0 && row >= 0 && (column as u32) < columns && (row as u32) < rows;
        is_inside.then(|| row as u32 * columns + column as u32)
    }

    /// The chunk on a side of another; `None` at the edge of the land.
    pub(super) fn adjacent(&self, level: usize, chunk: u32, side: ChunkSide) -> Option<u32> {
        let (column, row) = self.column_and_row(level, chunk);
        let (dx, dy) = side.offset();
        self.chunk_at(level, column as i32 + dx, row as i32 + dy)
    }

    /// First and last cell of a chunk.
    pub(super) fn span(&self, level: usize, chunk: u32) -> (Cell, Cell) {
        let (column, row) = self.column_and_row(level, chunk);
        let bits = side_bits(level);
        let low = Cell::new((column << bits) as u16, (row << bits) as u16);
        let last = |low: u16, side: u16| low + ((1u16 << bits) - 1).min(side - 1 - low);
        (low, Cell::new(last(low.x, self.size.width), last(low.y, self.size.height)))
    }

    /// The cell of a smallest chunk that is nearest to another in a straight line.
    pub(super) fn nearest_cell(&self, chunk: u32, cell: Cell) -> Cell {
        let (low, high) = self.span(0, chunk);
        Cell::new(cell.x.clamp(low.x, high.x), cell.y.clamp(low.y, high.y))
    }

    /// The smallest chunks of two cells, those between, and some rings of chunks around them, row by row.
    pub(super) fn chunk_block(&self, (a, b): (Cell, Cell), rings: u16) -> Vec<u32> {
        let size = self.size;
        let (low, high) = (Cell::new(a.x.min(b.x), a.y.min(b.y)), Cell::new(a.x.max(b.x), a.y.max(b.y)));
        let start = |at: u16| (at / CHUNK_SIDE).saturating_sub(rings) * CHUNK_SIDE;
        let end = |at: u16, side: u16| ((at / CHUNK_SIDE + 1 + rings) * CHUNK_SIDE - 1).min(side - 1);
        let low = Cell::new(start(low.x), start(low.y));
        let high = Cell::new(end(high.x, size.width), end(high.y, size.height));
        let rows = (low.y..=high.y).step_by(usize::from(CHUNK_SIDE));
        let columns = || (low.x..=high.x).step_by(usize::from(CHUNK_SIDE));
        let cells = rows.flat_map(|y| columns().map(move |x| Cell::new(x, y)));
        cells.map(|cell| self.chunk(0, cell)).collect()
    }

    /// The smaller chunks of a chunk, row by row.
    pub(super) fn children(&self, level: usize, chunk: u32) -> impl Iterator<Item = u32> + use<> {
        let shape = *self;
        let (column, row) = self.column_and_row(level, chunk);
        (0..CHUNK_CHILDREN as i32).filter_map(move |i| {
            let side = 1i32 << STEP_BITS;
            shape.chunk_at(level - 1, column as i32 * side + i % side, row as i32 * side + i / side)
        })
    }

    /// The larger chunk that contains a chunk.
    pub(super) fn parent(&self, level: usize, chunk: u32) -> u32 {
        let (column, row) = self.column_and_row(level, chunk);
        (row >> STEP_BITS) * self.chunks[level + 1].0 + (column >> STEP_BITS)
    }

    /// Index of a chunk among those of its parent, row by row.
    pub(super) fn index_in_parent(&self, level: usize, chunk: u32) -> usize {
        let (column, row) = self.column_and_row(level, chunk);
        let side = 1 << STEP_BITS;
        ((row % side) * side + column % side) as usize
    }

    /// Index of a cell within its smallest chunk.
    pub(super) fn local_index(cell: Cell) -> usize {
        usize::from(cell.y % CHUNK_SIDE) << CHUNK_SIDE_BITS | usize::from(cell.x % CHUNK_SIDE)
    }

    /// The cell at this index within a smallest chunk that begins at `low`.
    pub(super) fn cell_at(low: Cell, inner: usize) -> Cell {
        Cell::new(low.x + inner as u16 % CHUNK_SIDE, low.y + inner as u16 / CHUNK_SIDE)
    }

    /// Node of a cell in the land.
    pub(super) fn node(&self, cell: Cell) -> NodeId {
        self.size.index(cell) as NodeId
    }

    /// Id of the entrance whose canonical cell is `cell`.
    pub(super) fn entrance(&self, cell: Cell, is_south: bool) -> NodeId {
        let offset = if is_south { cell.x } else { cell.y } % CHUNK_SIDE;
        self.chunk(0, cell) << ENTRANCE_BITS | u32::from(is_south) << CHUNK_SIDE_BITS | u32::from(offset)
    }

    /// Both cells of an entrance, the canonical one first.
    pub(super) fn entrance_cells(&self, entrance: NodeId) -> (Cell, Cell) {
        let (column, row) = self.column_and_row(0, entrance >> ENTRANCE_BITS);
        let (x, y) = ((column << CHUNK_SIDE_BITS) as u16, (row << CHUNK_SIDE_BITS) as u16);
        let offset = entrance as u16 % CHUNK_SIDE;
        if Self::is_south(entrance) {
            let cell = Cell::new(x + offset, y + CHUNK_SIDE - 1);
            (cell, Cell::new(cell.x, cell.y + 1))
        } else {
            let cell = Cell::new(x + CHUNK_SIDE - 1, y + offset);
            (cell, Cell::new(cell.x + 1, cell.y))
        }
    }

    /// The canonical cell of an entrance, which stands for it.
    pub(super) fn canonical_cell(&self, entrance: NodeId) -> Cell {
        self.entrance_cells(entrance).0
    }

    pub(super) fn is_south(entrance: NodeId) -> bool {
        entrance & u32::from(CHUNK_SIDE) != 0
    }

    /// The chunks on both sides of an entrance, that of the canonical cell first; the same one twice if the entrance
    /// lies inside.
    pub(super) fn chunks_beside(&self, level: usize, entrance: NodeId) -> [u32; 2] {
        let (here, there) = self.entrance_cells(entrance);
        [self.chunk(level, here), self.chunk(level, there)]
    }

    pub(super) fn crossing(&self, entrance: NodeId) -> Crossing {
        Crossing::new(self.size, self.canonical_cell(entrance), Self::is_south(entrance))
    }

    /// The id of a saved crossing, or `None` if it lies on no border: a file may contain anything.
    pub(super) fn entrance_of(&self, crossing: Crossing) -> Option<NodeId> {
        let (here, there) = crossing.cells(self.size)?;
        let is_south = here.x == there.x;
        let at = if is_south { here.y } else { here.x };
        (at % CHUNK_SIDE == CHUNK_SIDE - 1).then(|| self.entrance(here, is_south))
    }
}
