//! A whole land from a seed: the order in which its parts are made.

use super::elevation::{self, Relief};
use super::map::Land;
use super::recipe::SLIDER_MAX;
use super::rivers::{self, Channel};
use super::water::{self, Drainage};
use super::{Recipe, Surface, bars, biomes, climate, erosion, features, sites};
use crate::grid::{Cell, Layer, Size};

/// Smallest and largest side of a land, in cells.
pub const SIDE_MIN: u16 = 48;
/// See [`SIDE_MIN`].
pub use crate::grid::SIDE_MAX;

/// Why a land cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum LandError {
    /// The size is out of range.
    #[error("a land of {0} cannot be made: each side must be between {SIDE_MIN} and {SIDE_MAX} cells")]
    Size(String),
    /// A slider is out of range.
    #[error("such a land cannot be made: each slider goes from 0 to {SLIDER_MAX}")]
    Slider,
}

/// Whether a land can have this size.
pub fn has_size(size: Size) -> bool {
    [size.width, size.height].iter().all(|side| (SIDE_MIN..=SIDE_MAX).contains(side))
}

/// Progress callback: the stage under way, and the progress of the whole in percent.
pub type OnProgress<'a> = &'a mut dyn FnMut(&'static str, usize);

/// Generates the land of this seed: same seed and size, same land, on any machine and in any build.
///
/// # Errors
/// When a side is not between 48 and 4096 cells.
pub fn generate(seed: u64, size: Size) -> Result<Land, LandError> {
    generate_with(Recipe::default(), seed, size, &mut |_, _| ())
}

/// Generates the land of this recipe and seed; `told` is called now and then with stage and progress.
///
/// # Errors
/// When a side is not between 48 and 4096 cells, or a slider of the recipe is out of range.
pub fn generate_with(recipe: Recipe, seed: u64, size: Size, told: OnProgress) -> Result<Land, LandError> {
    survey(recipe, seed, size, told).map(|survey| survey.land)
}

/// A land with the layers that it was generated from.
pub struct Survey {
    /// The land.
    pub land: Land,
    /// Its relief before rounding.
    pub relief: Relief,
    /// Its drainage.
    pub drainage: Drainage,
    /// Moisture of each cell, 0 to about 1.6.
    pub moisture: Layer<f32>,
}

/// Generates the land as [`generate_with`] does and keeps the layers that it was generated from, to be measured.
///
/// # Errors
/// As [`generate_with`].
pub fn survey(recipe: Recipe, seed: u64, size: Size, told: OnProgress) -> Result<Survey, LandError> {
    if !has_size(size) {
        return Err(LandError::Size(format!("{}x{}", size.width, size.height)));
    }
    if !recipe.is_sound() {
        return Err(LandError::Slider);
    }
    let traits = recipe.traits();
    let mut relief =
        elevation::raise(recipe, seed, size, &mut |done| told("raising mountains", done * 30 / 100));
    erosion::erode(&mut relief, &mut |done| told("carving valleys", 30 + done * 30 / 100));
    told("letting water run", 60);
    // Drainage is sequential; moisture is computed meanwhile.
    let (drainage, moisture) =
        rayon::join(|| water::drain(&relief, traits.flow), || climate::moisture(seed, &relief));
    let channels = rivers::channels(&relief, &drainage);
    told("growing woods", 75);
    let height = drainage.heights(&relief);
    let made = biomes::SurfaceInputs {
        relief: &relief,
        drainage: &drainage,
        channels: &channels,
        moisture: &moisture,
    };
    let surface = made.paint(recipe, seed, &height);
    told("hiding ore and salt", 90);
    let mut land = Land { size, surface, height, sites: Vec::new(), recipe, features: Vec::new() };
    rivers::add_missing_fords(&mut land, |cell| channels[cell] == Channel::Deep);
    if traits.has_bars {
        bars::join_islands(&mut land);
    }
    if recipe.gentle {
        make_passable(&mut land.surface, |cell| relief.is_sea(cell), &channels);
    }
    land.sites = sites::place(seed, &land);
    land.features = features::find(seed, &land, &drainage);
    told("settling", 100);
    Ok(Survey { land, relief, drainage, moisture })
}

/// Makes inland obstacles passable, if slow: peaks become bare rock and lakes swamps, so that only the sea is impassable and
/// greedy walkers seldom have to turn back. To alter the map instead of the search is old advice (Patel, "Amit's thoughts
/// on pathfinding": avoid concave obstacles).
fn make_passable(surface: &mut Layer<Surface>, is_sea: impl Fn(Cell) -> bool, channels: &Layer<Channel>) {
    for cell in surface.size().cells().filter(|cell| !is_sea(*cell)) {
        let ground = &mut surface[cell];
        *ground = match *ground {
            Surface::Peak => Surface::Rock,
            Surface::ShallowWater if channels[cell] == Channel::Deep => Surface::River,
            Surface::ShallowWater | Surface::DeepWater => Surface::Swamp,
            other => other,
        };
    }
}
