//! Noise → elevation, water that drains, climate, biomes and resource sites.
//!
//! Floating point is used here and nowhere below the screen; everything is rounded to integers at once and kept
//! in the save, never generated again on load. What does not live here: anything that changes while people live.

mod biomes;
mod climate;
mod elevation;
mod erosion;
mod generate;
mod names;
mod rivers;
mod rng;
mod sites;
mod surface;
mod water;

pub use elevation::{Relief, plain};
pub use generate::{Land, LandError, Survey, Told, generate, generate_gentle, generate_told, survey};
pub use names::{people_name, place_name};
pub use rng::{SimRng, mix};
pub use sites::{Good, Site};
pub use surface::Surface;
pub use water::Drainage;
