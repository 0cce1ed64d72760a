//! The parameters of a land to be made.

use crate::grid::Size;
use crate::scene::Recipe;

/// The parameters of the land to be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LandParams {
    /// Its seed.
    pub seed: u64,
    /// Its size.
    pub size: Size,
    /// Its generator's settings.
    pub recipe: Recipe,
}
