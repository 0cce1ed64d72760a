//! Jump point search on ground of several prices (JPSW; Carlson, Moghadam, Harabor, Stuckey & Ebendt 2023, Optimal
//! pathfinding on weighted grid maps): which directions are worth trying where prices differ.
//!
//! The idea: where all cells around cost the same, everything is as in jump point search. Every run stops at the first
//! cell that has another price beside it. There, a neighbour is worth reaching through this cell only if no way of one
//! or two steps around it, from the cell before to that neighbour, is cheaper. Of two ways of one cost, that whose last
//! step is straight is kept; so of the cheapest ways to a cell one always stays, whichever way the cell before it was
//! reached, and the search is optimal.
//! Promise: optimal. Needs: eight neighbours, both corners free.
//! Differs from the paper in looking at ways of at most two steps around a cell, and in comparing prices at once
//! instead of remembering the neighbourhoods it has met: that is a dozen comparisons.

use super::arrival::NOWHERE;
use crate::graph::{NodeId, Terrain, diagonal};
use crate::grid::Dir8;

/// Bits of the directions worth trying at a node that was reached by a step in the direction of this number.
pub(super) fn worthwhile(terrain: &Terrain, node: NodeId, arrival: usize) -> u8 {
    let legal = terrain.legal(node);
    if arrival == NOWHERE {
        return legal;
    }
    let here = u32::from(terrain.price(node));
    let before = (arrival + 4) % 8;
    let mut dirs = legal & !(1 << before);
    for side in [1, 7] {
        // Cells around, beginning with the one before, to this side: their numbers, whether they are free, and prices.
        let around = |eighths: usize| (before + eighths * side) % 8;
        let price = |eighths: usize| price_beside(terrain, node, around(eighths));
        // What is beside the cell before is reached from there.
        dirs &= !(1 << around(1));
        let [one, two, three] = [price(1), price(2), price(3)];
        if one == 0 || two == 0 {
            continue;
        }
        let skips = if before % 2 == 0 {
            let over = diagonal(two) + three;
            [diagonal(two) < here + two || one < here, three != 0 && over <= here + diagonal(three)]
        } else {
            let over = one + diagonal(three);
            [one + two <= diagonal(here) + diagonal(two), three != 0 && over < diagonal(here) + three]
        };
        dirs &= !(u8::from(skips[0]) << around(2) | u8::from(skips[1]) << around(3));
        let four = price(4);
        if before % 2 == 0 && three != 0 && four != 0 && diagonal(two) + diagonal(four) < here + four {
            dirs &= !(1 << arrival);
        }
    }
    dirs
}

/// Price of a neighbour; 0 for a wall, or off the map.
fn price_beside(terrain: &Terrain, node: NodeId, dir: usize) -> u32 {
    let (dx, dy) = Dir8::ALL[dir].offset();
    let beside = terrain.size().offset(terrain.cell(node), dx, dy);
    beside.map_or(0, |cell| u32::from(terrain.price(terrain.node(cell))))
}
