//! Jump point search on ground of several prices (JPSW; Carlson, Moghadam, Harabor, Stuckey & Ebendt 2023, Optimal
//! pathfinding on weighted grid maps): the directions worth trying where prices differ.
//!
//! The idea: where all surrounding cells cost the same, everything is as in jump point search. Every run stops at the
//! first cell that has another price beside it. There, a neighbour is generated only if no path of one or two steps
//! around this cell, from the previous cell to that neighbour, is cheaper. Of two paths of equal cost, the one whose
//! last step is straight is kept; so one of the cheapest paths to a cell always remains, whichever path led to the
//! previous cell, and the search is optimal.
//! Promise: optimal. Needs: eight neighbours, both corners free.
//! Units: milli-steps. Ties: newest first among equal f.
//! Cost: as on one price where large areas have one; where prices change at every cell, A* with a dozen more
//! comparisons per expansion.
//! Differs from the paper in checking paths of at most two steps around a cell, and in comparing prices directly
//! instead of caching neighbourhoods: that is a dozen comparisons.

use super::natural_dirs::NO_DIR;
use crate::graph::{NodeId, Terrain, diagonal_cost};

/// Direction bits worth trying at a node that was reached by a step in the direction with this index. `offsets` leads
/// from a node to its neighbours.
pub(super) fn natural_dirs(terrain: &Terrain, offsets: &[i32; 8], node: NodeId, arrival: usize) -> u8 {
    let legal = terrain.legal_dirs(node);
    if arrival == NO_DIR {
        return legal;
    }
    let back = arrival ^ 4;
    let straight = |dir: usize| u32::from(terrain.price(node.wrapping_add_signed(offsets[dir & 7])));
    let here = u32::from(terrain.price(node));
    // The previous cell is behind, and the cells beside that are reached from there.
    let mut dirs = legal & !0b1000_0011_u8.rotate_left(back as u32);
    for side in [1, 7] {
        // Indices of the cells on this side, from the previous one on. A cell needed as a corner, or to pass over, is
        // free if the step to it from here is legal.
        let [one, two, three] = [1, 2, 3].map(|eighths| (back + eighths * side) & 7);
        let is_open = |dir: usize| legal >> dir & 1 == 1;
        if !is_open(one) || !is_open(two) {
            continue;
        }
        let mut skip = |dir: usize, is_worse: bool| dirs &= !(u8::from(is_worse) << dir);
        if back & 1 == 0 {
            let over = diagonal_cost(straight(two));
            skip(two, over < here + straight(two) || straight(one) < here);
            if is_open(three) {
                skip(three, over + straight(three) <= here + diagonal_cost(straight(three)));
                if is_open(arrival) {
                    skip(arrival, over + diagonal_cost(straight(arrival)) < here + straight(arrival));
                }
            }
        } else {
            let past = straight(one);
            skip(two, past + straight(two) <= diagonal_cost(here) + diagonal_cost(straight(two)));
            if is_open(three) {
                skip(three, past + diagonal_cost(straight(three)) < diagonal_cost(here) + straight(three));
            }
        }
    }
    dirs
}
