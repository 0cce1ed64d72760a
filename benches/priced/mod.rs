//! A terrain as fields take it: shared by several benches.

use wayworn::graph::{CostModel, NodeId, Terrain, diagonal_cost};
use wayworn::grid::STRAIGHT;

/// The prices of a terrain with eight neighbours, under the corner rule of the land.
pub(crate) struct Priced<'a>(pub(crate) &'a Terrain);

impl CostModel for Priced<'_> {
    fn step_cost(&self, _from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let price = u32::from(self.0.price(to));
        (price > 0).then(|| if length == STRAIGHT { price } else { diagonal_cost(price) })
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.0.is_wall(node)
    }
    fn cheapest(&self) -> u32 {
        self.0.cheapest()
    }
}
