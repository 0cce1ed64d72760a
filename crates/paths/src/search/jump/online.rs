//! The fastest search that needs next to no preparation, chosen by the map.
//!
//! Jump points pay where runs are long. Where walls are scattered at random a run stops at every third cell, and
//! finding out where costs more than expanding the cells between; there canonical A* is faster, and plain A* where
//! every cell has its own price. The criterion is the share of cells at which runs stop, counted in the bits that jump
//! point search computes anyway: a property of the map, not of the machine.
//! Promise: optimal, as all three are. Needs: nothing.

use super::{Canonical, JumpPointSearch};
use crate::graph::{Corner, Moves, Terrain};
use crate::search::{Parts, Rank, Solver};

/// The most stops of straight runs per thousand cells at which jumps still pay: on ground of one price, and on ground
/// of several, where the alternative is slower.
const JUMP_STOPS_PER_THOUSAND_MAX: [u32; 2] = [250, 600];

/// The fastest search for this terrain.
pub fn online<'a>(terrain: &'a Terrain) -> Box<dyn Solver + 'a> {
    let plain = Parts::with_rank(Rank::AStar);
    if terrain.moves() != Moves::Eight(Corner::BothFree) {
        return plain.solver(terrain);
    }
    let jumps = JumpPointSearch::new(terrain);
    if jumps.stops_per_thousand() <= JUMP_STOPS_PER_THOUSAND_MAX[usize::from(!terrain.is_uniform())] {
        Box::new(jumps)
    } else if terrain.is_uniform() {
        plain.solver(Canonical(terrain))
    } else {
        plain.solver(terrain)
    }
}
