//! Noise → elevation, water that drains, climate, biomes and resource sites.
//!
//! Floating point is used here and nowhere below the screen; everything is rounded to integers at once and kept
//! in the save, never generated again on load. What does not live here: anything that changes during a game.

mod bars;
mod biomes;
mod climate;
mod deck;
mod elevation;
mod erosion;
mod features;
mod generate;
mod map;
mod names;
mod recipe;
mod rivers;
mod rng;
mod sites;
mod surface;
mod water;

pub use deck::deck;
pub use elevation::{BASE_OCTAVES, Relief, base_noise};
pub use generate::{
    LandError, OnProgress, SIDE_MAX, SIDE_MIN, Survey, generate, generate_with, has_size, survey,
};
pub use map::{FEATURES_MAX, Feature, FeatureKind, Good, Land, Site};
pub use names::{band_name, people_name, place_name};
pub use recipe::{MIDDLE, Preset, Recipe, SLIDER_MAX, SLIDERS};
pub use rng::{SimRng, mix};
pub use surface::Surface;
pub use water::Drainage;
