//! `wayworn preview`: the land of a seed and its sliders, as a picture in the terminal or in a file.

use super::export::{self, MapStyle};
use super::land_args::SeededArgs;
use super::output::ForceArgs;
use super::progress::ProgressLine;
use super::usage::number;
use crate::land::FeatureKind;
use crate::scene;
use crate::sim::{Game, counted};
use crate::tui::{Rgb, Theme, land_colours};
use clap::Args;
use std::fmt::Write as _;
use std::io::{IsTerminal, stdout};
use std::path::PathBuf;

/// Pixels along each side of a cell, for a picture in a file.
const PIXELS_PER_CELL: usize = 2;

/// What to show.
#[derive(Args, Debug)]
pub(super) struct PreviewArgs {
    #[command(flatten)]
    of: SeededArgs,
    /// Columns of the picture.
    #[arg(long, default_value_t = 80, value_parser = number::<u16>(16..=500))]
    columns: u16,
    /// Write a PNG file, two pixels per cell, instead.
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

/// The picture as text, with a line about the land below; without a colour terminal only the line.
///
/// # Errors
/// When the land cannot be generated or the picture not written: in words.
pub(super) fn preview(args: &PreviewArgs) -> Result<String, String> {
    let png = args.png.as_deref().map(|file| args.force.output(file, &[])).transpose();
    let png = png.map_err(|error| error.to_string())?;
    let mut progress = ProgressLine::on_stderr();
    let on_progress = &mut |what: &'static str, percent| progress.show_percent(what, percent);
    let SeededArgs { seed, land } = &args.of;
    let game =
        Game::with_recipe(land.recipe(), *seed, land.size, on_progress).map_err(|error| error.to_string())?;
    drop(progress);
    let about = format!("{}, seed {seed}: {}\n", land.recipe().words(" "), land_facts(&game).join("; "));
    if let Some(file) = png {
        let style = MapStyle { scale: PIXELS_PER_CELL, reveal: true, ..MapStyle::default() };
        file.write(&export::draw_map(&game, style).png()?).map_err(|error| error.to_string())?;
        return Ok(about);
    }
    // Redirected output, or without colours: only the words.
    if !stdout().is_terminal() || std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        return Ok(about);
    }
    let scene = scene::build_overview(&game, (args.columns, args.columns), true);
    let colours = land_colours(&scene, Theme::default());
    Ok(half_blocks(&colours, usize::from(scene.view.columns)) + &about)
}

/// Two rows of colours per line, with half blocks: the upper as foreground, the lower as background.
fn half_blocks(colours: &[Rgb], width: usize) -> String {
    let mut text = String::new();
    for pair in colours.chunks(width * 2) {
        let (upper, lower) = pair.split_at(width);
        for (i, Rgb(r, g, b)) in upper.iter().enumerate() {
            let _ = write!(text, "\x1b[38;2;{r};{g};{b}m");
            if let Some(Rgb(r, g, b)) = lower.get(i) {
                let _ = write!(text, "\x1b[48;2;{r};{g};{b}m");
            }
            text.push('▀');
        }
        text.push_str("\x1b[0m\n");
    }
    text
}

/// Facts about a land: its shape, its resources, its named features.
pub(super) fn land_facts(game: &Game) -> Vec<String> {
    let land = &game.world.land;
    let dry = land.surface.values().iter().filter(|surface| !surface.is_sea_or_lake()).count();
    let named =
        |kind, word| counted(land.features.iter().filter(|feature| feature.kind == kind).count(), word);
    let percent = dry * 100 / land.size.area();
    vec![
        format!("{percent} % land, {} % of it connected", land.largest_part_percent()),
        counted(land.sites.len(), "resource site"),
        [
            named(FeatureKind::River, "river"),
            named(FeatureKind::Peak, "peak"),
            named(FeatureKind::Pass, "pass"),
        ]
        .join(", "),
    ]
}
