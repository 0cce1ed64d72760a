//! A large land seen from far: one pixel for each block of 8 × 8 cells, kept from picture to picture.
//!
//! Without it a picture of a land of 4096 × 4096 would look at sixteen million cells. Each picture looks at a slice of
//! the blocks again, so what changes far away is seen some seconds later. How cells become a pixel is `build`'s.

use super::build::{Frame, cell_pixel, merged};
use super::{Pixel, View};
use crate::grid::{Cell, Size};
use crate::sim::Game;
use rayon::prelude::*;

/// Side of a block, in cells.
const BLOCK: u16 = 8;
/// Lands up to this area are looked at cell by cell, in cells.
const NEAR_AREA: usize = 1 << 21;
/// Blocks that are looked at again for one picture.
const SLICE: usize = 2048;

/// The blocks of a land.
#[derive(Debug, Default)]
pub(super) struct Far {
    /// Blocks across and down.
    blocks: Size,
    pixels: Vec<Pixel>,
    reveal: bool,
    /// The block that is looked at next, and how many have not been since anything may have changed.
    next: usize,
    stale: usize,
    /// Tick and last stroke at the picture before.
    last: (u64, u32),
}

/// Whether a view is one from so far that blocks will do.
pub(super) fn is_far(game: &Game, view: &View) -> bool {
    game.world.size().area() > NEAR_AREA && view.cells_per_pixel >= BLOCK
}

impl Far {
    /// The pixels of a frame, row by row; `slice` blocks are looked at again, or as few as is usual.
    pub(super) fn pixels(&mut self, game: &Game, reveal: bool, frame: &Frame, all: bool) -> Vec<Pixel> {
        self.refresh(game, reveal, if all { usize::MAX } else { SLICE });
        let (blocks, size) = (self.blocks, game.world.size());
        frame.windows(size, |left, top, right, bottom| {
            let inside = |x: u16, y: u16| self.pixels[blocks.index(Cell::new(x, y))];
            let columns = left / BLOCK..right.div_ceil(BLOCK);
            let side = columns.len().max(1);
            let rows = top / BLOCK..bottom.div_ceil(BLOCK);
            merged(rows.flat_map(|y| columns.clone().map(move |x| inside(x, y))), side)
        })
    }

    /// Whether some blocks have not been looked at since anything may have changed.
    pub(super) fn is_stale(&self) -> bool {
        self.stale > 0
    }

    fn refresh(&mut self, game: &Game, reveal: bool, slice: usize) {
        let size = game.world.size();
        let blocks = Size::new(size.width.div_ceil(BLOCK), size.height.div_ceil(BLOCK));
        let now = (game.world.tick, game.world.journal.last_stroke());
        let anew = self.blocks != blocks || self.reveal != reveal;
        if anew {
            *self = Far { blocks, pixels: vec![Pixel::default(); blocks.area()], reveal, ..Far::default() };
        }
        if anew || self.last != now {
            (self.last, self.stale) = (now, blocks.area());
        }
        let count = if anew { blocks.area() } else { slice.min(self.stale) };
        let first = self.next;
        let look = |i: usize| block(game, reveal, blocks.cell((first + i) % blocks.area()));
        let fresh: Vec<Pixel> = (0..count).into_par_iter().with_min_len(64).map(look).collect();
        for pixel in fresh {
            self.pixels[self.next] = pixel;
            self.next = (self.next + 1) % blocks.area();
        }
        self.stale -= count;
    }
}

/// The pixel of a block.
fn block(game: &Game, reveal: bool, block: Cell) -> Pixel {
    let size = game.world.size();
    let across = |from: u16, side: u16| from * BLOCK..((from + 1) * BLOCK).min(side);
    let rows = across(block.y, size.height);
    let cells = rows.flat_map(|y| across(block.x, size.width).map(move |x| Cell::new(x, y)));
    merged(cells.map(|cell| cell_pixel(game, reveal, cell)), usize::from(BLOCK))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks show what their cells show, and a stroke or a tick is seen after as many pictures as it takes to look at
    /// all of them.
    #[test]
    fn blocks_are_their_cells_and_do_not_stay_behind() {
        let mut game = Game::lived(3, Size::new(96, 72)).unwrap();
        let view = View { columns: 12, rows: 9, cells_per_pixel: BLOCK, ..View::default() };
        let frame = Frame::of(&view, game.world.size());
        let mut far = Far::default();
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
