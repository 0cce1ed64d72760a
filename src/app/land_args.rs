//! The arguments that say which land is made, which several commands share: its kind, its size, its seed.

use crate::grid::Size;
use crate::land::{MIDDLE, Preset, Recipe, SLIDER_MAX};
use crate::text::Printable;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use clap::{Args, value_parser};
use std::ops::RangeInclusive;

/// Most seeds that a command takes at once.
const SEEDS_MAX: u64 = 10_000;

/// What a new land is made by, besides seed and size. Sliders go from 0 to 100; 50 is the preset as it is.
#[derive(Args, Clone, Debug)]
pub struct KindArgs {
    /// Kind of a new land.
    #[arg(long, default_value = Preset::Continent.name(), value_parser = presets())]
    land: Preset,
    /// How high the sea stands, 0 to 100.
    #[arg(long, default_value_t = MIDDLE, value_parser = slider())]
    sea: u8,
    /// How high the ridges are, 0 to 100.
    #[arg(long, default_value_t = MIDDLE, value_parser = slider())]
    ridges: u8,
    /// How rough the ground is in the small, 0 to 100.
    #[arg(long, default_value_t = MIDDLE, value_parser = slider())]
    rough: u8,
    /// How much is wood and marsh, 0 to 100.
    #[arg(long, default_value_t = MIDDLE, value_parser = slider())]
    wet: u8,
    /// How many rivers there are, 0 to 100.
    #[arg(long, default_value_t = MIDDLE, value_parser = slider())]
    rivers: u8,
    /// How cold it is, most of all in the north, 0 to 100: how far down bare heights come, and how thin woods are.
    #[arg(long, default_value_t = MIDDLE, value_parser = slider())]
    cold: u8,
    /// Make a new land a gentle one: nothing but the sea bars anybody's way.
    #[arg(long)]
    gentle: bool,
}

fn slider() -> clap::builder::RangedI64ValueParser<u8> {
    value_parser!(u8).range(0..=i64::from(SLIDER_MAX))
}

fn presets() -> impl clap::builder::TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.map(Preset::name))
        .map(|name| Preset::from_name(&name).unwrap_or_default())
}

impl KindArgs {
    /// What they ask for.
    pub fn recipe(&self) -> Recipe {
        let sliders = [self.sea, self.ridges, self.rough, self.wet, self.rivers, self.cold];
        Recipe { gentle: self.gentle, ..Recipe::of(self.land).with_sliders(sliders) }
    }
}

/// Lands of one size and kind.
#[derive(Args, Clone, Debug)]
pub struct LandArgs {
    /// Size of a new land, `WIDTHxHEIGHT`, each 48 to 4096.
    #[arg(long, default_value = "256x256", value_parser = parse_size)]
    pub size: Size,
    #[command(flatten)]
    kind: KindArgs,
}

impl LandArgs {
    /// What they are made by.
    pub fn recipe(&self) -> Recipe {
        self.kind.recipe()
    }
}

/// One land.
#[derive(Args, Clone, Debug)]
pub struct SeededArgs {
    /// Seed of the land.
    #[arg(long, default_value_t = 7)]
    pub seed: u64,
    /// All else about it.
    #[command(flatten)]
    pub land: LandArgs,
}

/// Reads `WIDTHxHEIGHT`.
///
/// # Errors
/// What is wrong, and what would be right.
pub fn parse_size(text: &str) -> Result<Size, String> {
    let hint = || format!("'{}' is no size: write WIDTHxHEIGHT, such as 256x256", Printable(text));
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or_else(hint)?;
    let side = |side: &str| side.trim().parse::<u16>().map_err(|_| hint());
    Ok(Size::new(side(width)?, side(height)?))
}

/// Reads `FIRST..LAST`, or one seed.
///
/// # Errors
/// What is wrong, and what would be right.
pub fn parse_seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    let hint = || format!("'{}' are no seeds: write FIRST..LAST, such as 11..40", Printable(text));
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| hint());
    let (first, last) = (number(first)?, number(last)?);
    match last.checked_sub(first) {
        None => Err(format!("'{}' are no seeds: the last comes before the first", Printable(text))),
        Some(more) if more >= SEEDS_MAX => {
            Err(format!("'{}' are too many: at most {SEEDS_MAX} seeds", Printable(text)))
        }
        Some(_) => Ok(first..=last),
    }
}
