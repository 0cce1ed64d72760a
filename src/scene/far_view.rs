//! Cached pixels for a large land zoomed far out: one per block of 8 × 8 cells.
//!
//! Without this cache, a picture of a land of 4096 × 4096 cells would read sixteen million cells. Each picture
//! refreshes a slice of the blocks, so changes show up some seconds late. How cells become a pixel does not live here
//! (`pixels`).

use super::Viewport;
use super::pixels::{Pixel, ViewFrame, cell_pixel, merge_pixels};
use crate::grid::{Cell, Size};
use crate::sim::Game;
use crate::world::Tier;
use rayon::prelude::*;

/// Side of a block, in cells.
const BLOCK_CELLS: u16 = 8;
/// Lands up to this area are drawn from single cells, in cells.
const NEAR_AREA_MAX: usize = 1 << 21;
/// Blocks refreshed per picture.
const SLICE_BLOCKS: usize = 2048;

/// The cached blocks of a land.
#[derive(Debug, Default)]
pub(super) struct FarCache {
    /// Blocks across and down.
    blocks: Size,
    pixels: Vec<Pixel>,
    reveal: bool,
    /// The block to refresh next.
    next_block: usize,
    /// Blocks not refreshed since the last possible change.
    stale_blocks: usize,
    /// Tick and last stroke at the previous picture.
    last_seen: (u64, u32),
}

/// Whether a view is zoomed out far enough for blocks.
pub(super) fn uses_far_cache(game: &Game, view: &Viewport) -> bool {
    game.world.size().area() > NEAR_AREA_MAX && view.cells_per_pixel >= BLOCK_CELLS
}

impl FarCache {
    /// The pixels of a frame, row by row. Refreshes every block if `all`, else a slice.
    pub(super) fn pixels(&mut self, game: &Game, reveal: bool, frame: &ViewFrame, all: bool) -> Vec<Pixel> {
        self.refresh(game, reveal, if all { usize::MAX } else { SLICE_BLOCKS });
        let (blocks, size) = (self.blocks, game.world.size());
        frame.window_pixels(size, |left, top, right, bottom| {
            let pixel_at = |x: u16, y: u16| self.pixels[blocks.index(Cell::new(x, y))];
            let columns = left / BLOCK_CELLS..right.div_ceil(BLOCK_CELLS);
            let side = columns.len().max(1);
            let rows = top / BLOCK_CELLS..bottom.div_ceil(BLOCK_CELLS);
            merge_pixels(rows.flat_map(|y| columns.clone().map(move |x| pixel_at(x, y))), side)
        })
    }

    /// Side of a block and the best road in each, if they cache the same land.
    pub(super) fn roads(&self, reveal: bool) -> Option<(u16, impl Fn(Cell) -> Tier)> {
        let is_filled = self.reveal == reveal && !self.pixels.is_empty();
        is_filled.then_some((BLOCK_CELLS, |block: Cell| self.pixels[self.blocks.index(block)].tier))
    }

    /// Whether some blocks may be out of date.
    pub(super) fn is_stale(&self) -> bool {
        self.stale_blocks > 0
    }

    fn refresh(&mut self, game: &Game, reveal: bool, slice: usize) {
        let size = game.world.size();
        let blocks = Size::new(size.width.div_ceil(BLOCK_CELLS), size.height.div_ceil(BLOCK_CELLS));
        let now = (game.world.tick, game.world.journal.last_stroke());
        let is_reset = self.blocks != blocks || self.reveal != reveal;
        if is_reset {
            *self = FarCache {
                blocks,
                pixels: vec![Pixel::default(); blocks.area()],
                reveal,
                ..FarCache::default()
            };
        }
        if is_reset || self.last_seen != now {
            (self.last_seen, self.stale_blocks) = (now, blocks.area());
        }
        let count = if is_reset { blocks.area() } else { slice.min(self.stale_blocks) };
        let first = self.next_block;
        let pixel = |i: usize| block_pixel(game, reveal, blocks.cell((first + i) % blocks.area()));
        let fresh: Vec<Pixel> = (0..count).into_par_iter().with_min_len(64).map(pixel).collect();
        for pixel in fresh {
            self.pixels[self.next_block] = pixel;
            self.next_block = (self.next_block + 1) % blocks.area();
        }
        self.stale_blocks -= count;
    }
}

/// The pixel of a block.
fn block_pixel(game: &Game, reveal: bool, block: Cell) -> Pixel {
    let size = game.world.size();
    let across = |from: u16, side: u16| from * BLOCK_CELLS..((from + 1) * BLOCK_CELLS).min(side);
    let rows = across(block.y, size.height);
    let cells = rows.flat_map(|y| across(block.x, size.width).map(move |x| Cell::new(x, y)));
    merge_pixels(cells.map(|cell| cell_pixel(game, reveal, cell)), usize::from(BLOCK_CELLS))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks show what their cells show, and changes appear once all blocks were refreshed.
    #[test]
    fn blocks_match_their_cells_and_catch_up_with_changes() {
        let mut game = Game::warmed_up(3, Size::new(96, 72)).unwrap();
        let view = Viewport { columns: 12, rows: 9, cells_per_pixel: BLOCK_CELLS, ..Viewport::default() };
        let frame = ViewFrame::of(&view, game.world.size());
        let mut far = FarCache::default();
        for _ in 0..3 {
            let pixels = far.pixels(&game, false, &frame, false);
            assert_eq!(pixels, frame.pixels(&|cell| cell_pixel(&game, false, cell)));
            assert!(!far.is_stale() && pixels.len() == 108);
            for _ in 0..200 {
                game.tick();
            }
        }
        let shown = far.pixels(&game, true, &frame, false);
        assert_eq!(shown, frame.pixels(&|cell| cell_pixel(&game, true, cell)));
    }
}
