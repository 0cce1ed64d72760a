//! `workbench catalogue`: one line for the land of each of the first seeds, for every kind of land. Kept under
//! version control, the lines show every change of the land, and are the same on any machine and in any build.
//!
//! What does not live here: how land is made (`land`), and where people settle (`sim`).

use crate::app::console;
use crate::app::land_args::parse_seeds;
use crate::grid::Size;
use crate::land::{FeatureKind, Land, Preset, Recipe, Surface};
use crate::save::read_text;
use crate::sim::Game;
use crate::text::Printable;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::process::ExitCode;

/// Height of a band, counted from sea level.
const BAND: u16 = 25;
/// Bands; the last has everything above.
const BANDS: usize = 16;
/// Most bytes of the lines to compare with.
const TEXT_MAX: usize = 1 << 24;
/// Size of the lands.
pub const SIZE: Size = Size::new(64, 64);

/// Which seeds, and whether to compare.
#[derive(clap::Args, Debug)]
pub struct CatalogueArgs {
    /// First and last seed.
    #[arg(long, default_value = "1..25", value_parser = parse_seeds)]
    seeds: RangeInclusive<u64>,
    /// Compare the lines with those of this file instead of printing them; exit with 1 if any differs.
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

/// Prints the lines, or compares them.
///
/// # Errors
/// A message, when the file cannot be read or nothing can be printed.
pub fn catalogue(args: &CatalogueArgs) -> Result<ExitCode, String> {
    let lines = Preset::ALL
        .into_iter()
        .flat_map(|preset| args.seeds.clone().map(move |seed| land_line(preset, seed)));
    let words = |error: std::io::Error| error.to_string();
    let Some(file) = &args.check else {
        console::print_lines(lines).map_err(words)?;
        return Ok(ExitCode::SUCCESS);
    };
    let text = read_text(file, TEXT_MAX).map_err(|error| error.to_string())?;
    let others: Vec<String> = lines.filter(|line| !text.lines().any(|kept| kept == line)).collect();
    console::print_lines(others.iter().map(|line| format!("not in {}: {line}", Printable(file))))
        .map_err(words)?;
    Ok(if others.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The line of a land: share of water, heights above the sea in bands of 25 (in percent), river cells, named places,
/// sites, first settlements, and a hash of all of it.
pub fn land_line(preset: Preset, seed: u64) -> String {
    let name = preset.name();
    let game = match Game::with_recipe(Recipe::of(preset), seed, SIZE, &mut |_, _| ()) {
        Ok(game) => game,
        Err(error) => return format!("{name} {seed}: {error}"),
    };
    let land = &game.world.land;
    let area = SIZE.area();
    let water = land.surface.values().iter().filter(|surface| surface.is_sea_or_lake()).count();
    let rivers = land.surface.values().iter().filter(|surface| **surface == Surface::River).count();
    let mut bands = [0; BANDS];
    for height in land.height.values() {
        let above = height.saturating_sub(Land::SEA);
        bands[usize::from(above / BAND).min(BANDS - 1)] += 1;
    }
    let bands = bands.map(|cells| (cells * 100 / area).to_string()).join(" ");
    let count = |kind| land.features.iter().filter(|feature| feature.kind == kind).count();
    let (named, peaks) = (count(FeatureKind::River), count(FeatureKind::Peak));
    let towns: Vec<String> =
        game.world.towns.iter().map(|town| format!("{},{}", town.cell.x, town.cell.y)).collect();
    format!(
        "{name} {seed}: water {} %, heights {bands}, river cells {rivers}, rivers {named}, peaks {peaks}, sites {}, \
         settlements {}, hash {:016x}",
        water * 100 / area,
        land.sites.len(),
        towns.join(" "),
        game.world.hash().parts[0]
    )
}
