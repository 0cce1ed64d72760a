//! Ground that is taken half as seriously: one number from "all ground is alike" to "as it is", for who would rather
//! have an answer soon than the best one.

use super::Terrain;

impl Terrain {
    /// The same cells with what they cost above the cheapest scaled down to `percent`: 0 makes them all alike, 100
    /// changes nothing. In between a search expands less the lower it is, and its way costs more on the true ground:
    /// the lower the dearer, and at most as many times the best as the largest ratio of a true price to its softened one.
    #[must_use]
    pub fn softened(&self, percent: u16) -> Terrain {
        let least = self.cheapest();
        let extra = |price: u16| (u32::from(price) - least) * u32::from(percent.min(100)) / 100;
        self.repriced(|price| (least + extra(price)) as u16)
    }
}
