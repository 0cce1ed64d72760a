//! Arguments for generating a land, shared by several commands: kind, size and seed.

use super::usage::number;
use crate::grid::Size;
use crate::land::{LandError, MIDDLE, Preset, Recipe, SLIDER_MAX, has_size};
use crate::text::Printable;
use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser as _;
use std::ops::RangeInclusive;

/// Most seeds per command.
const SEEDS_MAX: u64 = 10_000;

/// Kind of a new land. Sliders go from 0 to 100; 50 is the preset's own value.
#[derive(Args, Clone, Debug)]
pub struct KindArgs {
    /// Kind of a new land.
    #[arg(long, default_value = Preset::Continent.name(), value_parser = preset_parser())]
    land: Preset,
    /// Sea level, 0 to 100.
    #[arg(long, default_value_t = MIDDLE, value_parser = slider_parser())]
    sea: u8,
    /// Height of the ridges, 0 to 100.
    #[arg(long, default_value_t = MIDDLE, value_parser = slider_parser())]
    ridges: u8,
    /// Small-scale roughness, 0 to 100.
    #[arg(long, default_value_t = MIDDLE, value_parser = slider_parser())]
    rough: u8,
    /// Amount of forest and marsh, 0 to 100.
    #[arg(long, default_value_t = MIDDLE, value_parser = slider_parser())]
    wet: u8,
    /// Number of rivers, 0 to 100.
    #[arg(long, default_value_t = MIDDLE, value_parser = slider_parser())]
    rivers: u8,
    /// Cold, strongest in the north, 0 to 100: lowers the tree line and thins forests.
    #[arg(long, default_value_t = MIDDLE, value_parser = slider_parser())]
    cold: u8,
    /// Make a gentle land: only the sea blocks movement.
    #[arg(long)]
    gentle: bool,
}

fn slider_parser() -> impl clap::builder::TypedValueParser<Value = u8> {
    number::<u8>(0..=u64::from(SLIDER_MAX))
}

fn preset_parser() -> impl clap::builder::TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::ALL.map(Preset::name))
        .map(|name| Preset::from_name(&name).unwrap_or_default())
}

impl KindArgs {
    /// The recipe of the land.
    pub fn recipe(&self) -> Recipe {
        let sliders = [self.sea, self.ridges, self.rough, self.wet, self.rivers, self.cold];
        Recipe { gentle: self.gentle, ..Recipe::of(self.land).with_sliders(sliders) }
    }
}

/// Size and kind of a land.
#[derive(Args, Clone, Debug)]
pub struct LandArgs {
    /// Size of a new land, `WIDTHxHEIGHT`, each 48 to 4096.
    #[arg(long, default_value = "256x256", value_parser = parse_size)]
    pub size: Size,
    #[command(flatten)]
    kind: KindArgs,
}

impl LandArgs {
    /// The recipe of the land.
    pub fn recipe(&self) -> Recipe {
        self.kind.recipe()
    }
}

/// One land with its seed.
#[derive(Args, Clone, Debug)]
pub struct SeededArgs {
    /// Seed of the land.
    #[arg(long, default_value_t = 7, value_parser = number::<u64>(0..=u64::MAX))]
    pub seed: u64,
    /// Size and kind.
    #[command(flatten)]
    pub land: LandArgs,
}

/// Reads the size of a land, `WIDTHxHEIGHT`.
///
/// # Errors
/// What is wrong, and what to write instead.
pub fn parse_size(text: &str) -> Result<Size, String> {
    let size = Some(parse_sides(text)?).filter(|size| has_size(*size));
    size.ok_or_else(|| LandError::Size(Printable(text).to_string()).to_string())
}

/// Reads `WIDTHxHEIGHT`; a number that no size has is [`u16::MAX`].
///
/// # Errors
/// What is wrong, and what to write instead.
pub(super) fn parse_sides(text: &str) -> Result<Size, String> {
    let hint = || format!("'{}' is not a size: write WIDTHxHEIGHT, such as 256x256", Printable(text));
    let side = |side: &str| {
        let side = side.trim();
        let is_number = !side.is_empty() && side.bytes().all(|digit| digit.is_ascii_digit());
        is_number.then(|| side.parse().unwrap_or(u16::MAX)).ok_or_else(hint)
    };
    let (width, height) = text.split_once(['x', 'X', '×']).ok_or_else(hint)?;
    Ok(Size::new(side(width)?, side(height)?))
}

/// Reads `FIRST..LAST`, or one seed.
///
/// # Errors
/// What is wrong, and what to write instead.
pub fn parse_seeds(text: &str) -> Result<RangeInclusive<u64>, String> {
    let hint = || format!("'{}' is not a range of seeds: write FIRST..LAST, such as 11..40", Printable(text));
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| text.trim().parse::<u64>().map_err(|_| hint());
    let (first, last) = (number(first)?, number(last)?);
    match last.checked_sub(first) {
        None => {
            Err(format!("'{}' is not a range of seeds: the last comes before the first", Printable(text)))
        }
        Some(more) if more >= SEEDS_MAX => {
            Err(format!("'{}' has too many seeds: use at most {SEEDS_MAX}", Printable(text)))
        }
        Some(_) => Ok(first..=last),
    }
}
