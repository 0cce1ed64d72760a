//! Jump point search on ground of several prices (JPSW; Carlson, Moghadam, Harabor, Stuckey & Ebendt 2023, Optimal
//! pathfinding on weighted grid maps): which directions are worth trying where prices differ.
//!
//! The idea: where all cells around cost the same, everything is as in jump point search. Every run stops at the first
//! cell that has another price beside it. There, a neighbour is worth reaching through this cell only if no way of one
//! or two steps around it, from the cell before to that neighbour, is cheaper. Of two ways of one cost, that whose last
//! step is straight is kept; so of the cheapest ways to a cell one always stays, whichever way the cell before it was
//! reached, and the search is optimal.
//! Promise: optimal. Needs: eight neighbours, both corners free.
//! Units: milli-steps. Ties: newest first among equal f.
//! Cost: as on one price where large areas have one; where prices change at every cell, A* with a dozen comparisons
//! more an expansion.
//! Differs from the paper in looking at ways of at most two steps around a cell, and in comparing prices at once
//! instead of remembering the neighbourhoods it has met: that is a dozen comparisons.

use super::arrival::NOWHERE;
use crate::graph::{NodeId, Terrain, diagonal};

/// Bits of the directions worth trying at a node that was reached by a step in the direction of this number.
/// `offsets` leads from a node to its neighbours.
pub(super) fn worthwhile(terrain: &Terrain, offsets: &[i32; 8], node: NodeId, arrival: usize) -> u8 {
    let legal = terrain.legal(node);
    if arrival == NOWHERE {
        return legal;
    }
    let before = arrival ^ 4;
    let straight = |dir: usize| u32::from(terrain.price(node.wrapping_add_signed(offsets[dir & 7])));
    let here = u32::from(terrain.price(node));
    // The cell before is behind, and what is beside that is reached from there.
    let mut dirs = legal & !0b1000_0011_u8.rotate_left(before as u32);
    for side in [1, 7] {
        // Numbers of the cells to this side, from the one before on. Whatever cell is needed as a corner, or to pass
        // over, is free if the step to it from here is legal.
        let [one, two, three] = [1, 2, 3].map(|eighths| (before + eighths * side) & 7);
        let is_open = |dir: usize| legal >> dir & 1 == 1;
        if !is_open(one) || !is_open(two) {
            continue;
        }
        let mut skip = |dir: usize, is_worse: bool| dirs &= !(u8::from(is_worse) << dir);
        if before & 1 == 0 {
            let over = diagonal(straight(two));
            skip(two, over < here + straight(two) || straight(one) < here);
            if is_open(three) {
                skip(three, over + straight(three) <= here + diagonal(straight(three)));
                if is_open(arrival) {
                    skip(arrival, over + diagonal(straight(arrival)) < here + straight(arrival));
                }
            }
        } else {
            let past = straight(one);
            skip(two, past + straight(two) <= diagonal(here) + diagonal(straight(two)));
            if is_open(three) {
                skip(three, past + diagonal(straight(three)) < diagonal(here) + straight(three));
            }
        }
    }
    dirs
}
