//! Compiled pages at prices that are only supposed, kept with the beliefs that they come from: the next land that is
//! supposed costs only the pages in which it differs.
//!
//! Not here: the searches over them (`supposed`), and the pages of what a people really believes (`cache`).

use super::super::price::BelievedPrices;
use super::page::Page;
use super::prices::StepPrices;
use super::shape::{CHUNK_SIDE, ChunkGrid};
use super::window::ChunkWindow;
use crate::grid::{Cell, Size};
use crate::world::{Belief, Season};
use std::collections::BTreeMap;

/// Side of the square of beliefs that the prices of a chunk depend on: two cells beyond a step off it, the heights of
/// the banks of a bridge count.
const SEEN_SIDE: u16 = CHUNK_SIDE + 4;
/// Lands of which the page of one chunk is kept, and pages kept in total.
const LANDS_MAX: usize = 4;
const PAGES_MAX: usize = 2048;

/// The beliefs of a chunk and around it, row by row.
type SeenWords = [u16; SEEN_SIDE as usize * SEEN_SIDE as usize];

/// A page, and what it was compiled from.
type KeptPage = (Box<SeenWords>, Box<Page>);

/// Pages compiled at supposed prices.
#[derive(Clone, Debug, Default)]
pub(super) struct SupposedPages {
    /// The prices that all are compiled at.
    set: Option<(usize, Season)>,
    by_chunk: BTreeMap<u32, Vec<KeptPage>>,
}

impl SupposedPages {
    /// Compiles the pages of these chunks where that is still to be done; returns which of those kept it is for each.
    pub(super) fn compile(
        &mut self,
        shape: &ChunkGrid,
        chunks: &[u32],
        believes: &BelievedPrices,
    ) -> Vec<usize> {
        let set = Some((believes.page_set(), believes.season()));
        if self.set != set || self.by_chunk.len() * LANDS_MAX + chunks.len() > PAGES_MAX {
            *self = SupposedPages { set, by_chunk: BTreeMap::new() };
        }
        chunks.iter().map(|chunk| self.compile_one(shape, *chunk, believes)).collect()
    }

    fn compile_one(&mut self, shape: &ChunkGrid, chunk: u32, believes: &BelievedPrices) -> usize {
        let low = shape.span(0, chunk).0;
        let words = seen_words(shape.size, low, believes);
        // What a toll takes is no part of a word.
        let is_tolled = believes.has_tolls() && words.iter().any(|word| Belief::is_tolled(*word));
        let kept = self.by_chunk.entry(chunk).or_default();
        let known = kept.iter().position(|(seen, _)| **seen == *words).filter(|_| !is_tolled);
        known.unwrap_or_else(|| {
            if kept.len() == LANDS_MAX {
                kept.remove(0);
            }
            kept.push((words, Page::of(shape, low, believes)));
            kept.len() - 1
        })
    }

    /// These chunks with the pages that [`SupposedPages::compile`] has named.
    pub(super) fn window(&self, shape: &ChunkGrid, chunks: &[u32], places: &[usize]) -> ChunkWindow<'_> {
        let pages = chunks.iter().zip(places).map(|(chunk, place)| &*self.by_chunk[chunk][*place].1);
        ChunkWindow::new(shape, chunks, pages.collect())
    }
}

/// The beliefs about the chunk that begins at `low`, and around it.
fn seen_words(size: Size, low: Cell, believes: &BelievedPrices) -> Box<SeenWords> {
    let mut words = Box::new([u16::MAX; _]);
    let beyond = (SEEN_SIDE - CHUNK_SIDE) / 2;
    let (left, right) = (low.x.saturating_sub(beyond), (low.x + CHUNK_SIDE + beyond).min(size.width));
    let rows = low.y.saturating_sub(beyond)..(low.y + CHUNK_SIDE + beyond).min(size.height);
    for (row, y) in words.chunks_exact_mut(SEEN_SIDE.into()).zip(rows) {
        row[..usize::from(right - left)].copy_from_slice(believes.words_of_row(y, left..right));
    }
    words
}
