//! Terrain prices scaled down by one number, from "all ground is alike" to "as it is": a search then answers sooner
//! with a costlier path.

use super::Terrain;

impl Terrain {
    /// The same cells, with their price above the cheapest scaled to `percent`: 0 makes all prices equal, 100 changes
    /// nothing. The lower it is, the fewer nodes a search expands, and the more its path costs at the true prices: at
    /// most the optimum times the largest ratio of a true price to its flattened one.
    #[must_use]
    pub fn flattened(&self, percent: u16) -> Terrain {
        let least = self.cheapest();
        let extra = |price: u16| (u32::from(price) - least) * u32::from(percent.min(100)) / 100;
        self.map_prices(|price| (least + extra(price)) as u16)
    }
}
