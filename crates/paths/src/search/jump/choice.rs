//! The fastest search for a map that needs no preparation worth the name, chosen by what the map is like.
//!
//! Jump points are worth it where runs are long. Where walls are strewn by chance a run stops at every third cell, and
//! finding out where costs more than expanding the cells between; there canonical A* is faster, and plain A* where
//! every cell has a price of its own. What decides is the share of cells at which runs stop, counted in the bits that
//! jump point search works out anyway: a property of the map, not of the machine.
//! Promise: optimal, as all three are. Needs: nothing.

use super::{Canonical, JumpPointSearch};
use crate::graph::{Corner, Moves, Terrain};
use crate::search::{Parts, Rank, Solver};

/// Most cells of a thousand at which straight runs may stop for jumps to be worth it: on ground of one price, and on
/// ground of several, where the alternative is slower.
const STOPS_MAX: [u32; 2] = [250, 600];

/// A search for this terrain.
pub fn online<'a>(terrain: &'a Terrain) -> Box<dyn Solver + 'a> {
    let plain = Parts::of(Rank::AStar);
    if terrain.rule() != Moves::Eight(Corner::BothFree) {
        return plain.solver(terrain);
    }
    let jumps = JumpPointSearch::new(terrain);
    if jumps.stops_per_thousand() <= STOPS_MAX[usize::from(!terrain.is_uniform())] {
        Box::new(jumps)
    } else if terrain.is_uniform() {
        plain.solver(Canonical(terrain))
    } else {
        plain.solver(terrain)
    }
}
