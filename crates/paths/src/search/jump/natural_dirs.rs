//! The directions worth trying at a cell, given the direction of arrival (natural and forced neighbours): shared by
//! jump point search and canonical A*.

use crate::grid::Dir8;

/// The index for no direction: that of a start.
pub(super) const NO_DIR: usize = 8;

/// Indices of the directions by the offset of the step, row by row around the centre.
pub(super) const DIR_BY_OFFSET: [usize; 9] = [7, 0, 1, 6, NO_DIR, 2, 5, 4, 3];

/// Direction bits worth trying, by the index of the direction of arrival and the bits of the legal moves.
pub(super) static NATURAL_DIRS: [[u8; 256]; 9] = {
    let mut table = [[0; 256]; 9];
    let mut dir = 0;
    while dir < 9 {
        let mut legal = 0;
        while legal < 256 {
            table[dir][legal] =
                if dir == NO_DIR { legal as u8 } else { natural_dirs(Dir8::ALL[dir], legal as u8) };
            legal += 1;
        }
        dir += 1;
    }
    table
};

const fn natural_dirs(dir: Dir8, legal: u8) -> u8 {
    let forward = 1u8 << dir as u8;
    if dir.is_diagonal() {
        return legal & (forward | forward.rotate_left(1) | forward.rotate_right(1));
    }
    let mut dirs = forward;
    // A forced neighbour: the side is free and the cell behind it is not, so the best path to that side passes this
    // cell.
    if legal & forward.rotate_left(2) != 0 && legal & forward.rotate_left(3) == 0 {
        dirs |= forward.rotate_left(2) | forward.rotate_left(1);
    }
    if legal & forward.rotate_right(2) != 0 && legal & forward.rotate_right(3) == 0 {
        dirs |= forward.rotate_right(2) | forward.rotate_right(1);
    }
    legal & dirs
}
