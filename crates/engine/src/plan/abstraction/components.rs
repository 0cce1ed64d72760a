//! Connected components of one chunk: those of its cells, or those of the smaller chunks in it, joined.
//!
//! Components are numbered in the order of their cells. Cost: a byte a cell where a chunk has more than one. Not here:
//! when they are computed, and which components touch across a border (`connectivity`).

use super::StepPrices;
use super::shape::{CHUNK_AREA, CHUNK_SIDE, CHUNK_SIDE_BITS, ChunkGrid};
use crate::graph::find_root;
use crate::grid::Cell;
use xxhash_rust::xxh3::xxh3_64;

/// Marks impassable cells.
const WALL_LABEL: u8 = u8::MAX;

/// Components of a smallest chunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LeafComponents {
    pub count: u8,
    /// The component of each cell; `None` if all are in component 0, or all are walls.
    labels: Option<Box<[u8; CHUNK_AREA]>>,
    /// Hash of the labels.
    pub hash: u64,
}

/// The components of the smaller chunks in a chunk, joined; or those of the largest chunks, joined to those of the
/// land.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct JoinedComponents {
    /// Where the components of each smaller chunk start in `of`, and the end of the last.
    offsets: Box<[u32]>,
    /// The joined component of each.
    component_of: Box<[u32]>,
    pub count: u32,
    /// Hash of the components of the smallest chunks in it.
    pub hash: u64,
}

impl LeafComponents {
    /// Floods a chunk, whose first cell is `low`.
    pub(super) fn of(shape: &ChunkGrid, low: Cell, prices: &impl StepPrices) -> LeafComponents {
        let mut labels = Box::new([WALL_LABEL; CHUNK_AREA]);
        let is_land = |inner: usize| shape.size.contains(ChunkGrid::cell_at(low, inner));
        let is_free = |inner: usize| !prices.is_blocked(shape.node(ChunkGrid::cell_at(low, inner)));
        let mut free: [bool; CHUNK_AREA] = std::array::from_fn(|inner| is_land(inner) && is_free(inner));
        let walls = (0..CHUNK_AREA).filter(|inner| !free[*inner] && is_land(*inner)).count();
        if walls == 0 {
            return LeafComponents { count: 1, labels: None, hash: 1 };
        }
        let mut count = 0;
        let mut stack = Vec::new();
        for seed in 0..CHUNK_AREA {
            if !free[seed] {
                continue;
            }
            stack.push(seed);
            while let Some(inner) = stack.pop() {
                if std::mem::take(&mut free[inner]) {
                    labels[inner] = count;
                    stack.extend(straight_neighbours(inner).filter(|next| free[*next]));
                }
            }
            count += 1;
        }
        let stamp = if count > 0 { xxh3_64(&labels[..]) } else { 0 };
        LeafComponents { count, labels: (count > 0).then_some(labels), hash: stamp }
    }

    /// Whether the chunk has no walls.
    pub(super) fn is_open(&self) -> bool {
        self.labels.is_none() && self.count == 1
    }

    /// The component of a cell; `None` for a wall.
    pub(super) fn at(&self, inner: usize) -> Option<u8> {
        match &self.labels {
            Some(labels) => (labels[inner] != WALL_LABEL).then_some(labels[inner]),
            None => (self.count > 0).then_some(0),
        }
    }
}

/// The neighbours of a cell within its chunk, at most four.
fn straight_neighbours(inner: usize) -> impl Iterator<Item = usize> {
    let (column, row, side) =
        (inner % usize::from(CHUNK_SIDE), inner >> CHUNK_SIDE_BITS, usize::from(CHUNK_SIDE));
    let steps = [
        (row > 0, inner.wrapping_sub(side)),
        (column + 1 < side, inner + 1),
        (row + 1 < side, inner + side),
        (column > 0, inner.wrapping_sub(1)),
    ];
    steps.into_iter().filter(|(is_inside, _)| *is_inside).map(|(_, next)| next)
}

impl JoinedComponents {
    /// Joins components: `counts` are those of each smaller chunk, `links` yields pairs of touching components, each
    /// given by the index of its chunk and its label in it.
    pub(super) fn of(
        counts: impl Iterator<Item = u32>,
        links: impl Fn(&mut dyn FnMut(usize, u32, usize, u32)),
        hash: u64,
    ) -> JoinedComponents {
        let mut first = vec![0];
        for count in counts {
            first.push(first[first.len() - 1] + count);
        }
        let mut roots: Vec<u32> = (0..first[first.len() - 1]).collect();
        links(&mut |a, piece_a, b, piece_b| {
            let (a, b) =
                (find_root(&mut roots, first[a] + piece_a), find_root(&mut roots, first[b] + piece_b));
            // The smaller one becomes the root, so that components are numbered in order.
            roots[a.max(b) as usize] = a.min(b);
        });
        let mut count = 0;
        let mut of = vec![0; roots.len()];
        for piece in 0..roots.len() as u32 {
            let root = find_root(&mut roots, piece);
            of[piece as usize] = if root == piece { count } else { of[root as usize] };
            count += u32::from(root == piece);
        }
        JoinedComponents { offsets: first.into(), component_of: of.into(), count, hash }
    }

    /// The joined component of a component of a smaller chunk.
    pub(super) fn at(&self, sub: usize, piece: u32) -> u32 {
        self.component_of[(self.offsets[sub] + piece) as usize]
    }
}
