//! `wayworn render`: pictures, films, recordings and the chronicle of a saved land, without a terminal.

use super::export::{self, CHARACTER_PIXELS, DEFAULT_FRAMES, DEFAULT_SECONDS, FRAMES_ALLOWED, MapStyle};
use super::land_args::parse_sides;
use super::levels::similar_names_hint;
use super::output::ForceArgs;
use super::play::ColorChoice;
use super::usage::number;
use super::{console, folder};
use crate::grid::Size;
use crate::save::{Output, SaveError, load_save};
use crate::sim::Game;
use crate::text::Printable;
use crate::tui::{Depth, Glyphs, Palette, Theme, Zoom};
use clap::{ArgGroup, Args};
use std::path::{Path, PathBuf};

/// Smallest and largest screen, in characters.
const SCREEN_SIZES: [(u16, u16); 2] = [(60, 20), (500, 200)];

/// Most pixels of an image; each takes three bytes.
const PIXELS_MAX: usize = 100_000_000;

/// Arguments of `wayworn render`.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("what").required(true).multiple(true)))]
pub(super) struct RenderArgs {
    /// A save file, or the name of a land in the folder of saves, such as land-7-256x256.
    save: PathBuf,
    /// Write the screen as a PNG file.
    #[arg(long, value_name = "FILE", group = "what")]
    png: Option<PathBuf>,
    /// Write the whole land as a PNG file, without the screen around it.
    #[arg(long, value_name = "FILE", group = "what")]
    map: Option<PathBuf>,
    /// Write the land's history as a GIF file: roads and settlements known to its people, from the first day to now.
    #[arg(long, value_name = "FILE", group = "what")]
    gif: Option<PathBuf>,
    /// Write what would happen next at ×1, by day and night: as a GIF file if its name ends in .gif, else as a terminal recording for `asciinema play`; the save is not changed.
    #[arg(long, value_name = "FILE", group = "what")]
    cast: Option<PathBuf>,
    /// Write map, settlements, figures and chronicle as Markdown.
    #[arg(long, value_name = "FILE", group = "what")]
    chronicle: Option<PathBuf>,
    /// Size of the screen in characters, `COLUMNSxROWS`, 60x20 to 500x200.
    #[arg(long, default_value = "120x40", value_parser = parse_screen)]
    size: Size,
    /// Scale of pictures: a character has 8 × 16 pixels times this, a cell of the map this many pixels along its side.
    #[arg(long, default_value_t = 2, value_parser = number::<u8>(1..=8))]
    scale: u8,
    /// Zoom of the screen.
    #[arg(long, value_enum, default_value_t)]
    zoom: Zoom,
    /// Palette of the land.
    #[arg(long, value_enum, default_value_t)]
    palette: Palette,
    /// Colours of the screen; auto is true colour.
    #[arg(long, value_enum, default_value_t)]
    color: ColorChoice,
    /// Use ASCII glyphs only.
    #[arg(long)]
    ascii: bool,
    /// Show the true land, not only what its people knows; in the film, land not known yet is dim instead of dark.
    #[arg(long)]
    reveal: bool,
    /// Frames of the film, sampled evenly from the land's keyframes; a young land has fewer.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_FRAMES, value_parser = number::<u64>(FRAMES_ALLOWED))]
    frames: u64,
    /// Length of the recording in seconds.
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SECONDS, value_parser = number::<u64>(1..=600))]
    seconds: u64,
    /// Folder of the saves [default: ./saves if it exists, else the user's data folder].
    #[arg(long, value_name = "DIR")]
    pub saves: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
}

/// Reads the size of a screen.
fn parse_screen(text: &str) -> Result<Size, String> {
    let size = parse_sides(text)?;
    let [least, most] = SCREEN_SIZES;
    if (least.0..=most.0).contains(&size.width) && (least.1..=most.1).contains(&size.height) {
        return Ok(size);
    }
    Err(format!("a screen must have {}x{} to {}x{} characters", least.0, least.1, most.0, most.1))
}

impl RenderArgs {
    /// The output files, all different, and none of them the save or part of a game.
    fn outputs(&self, save: &Path, saves: &Path) -> Result<[Option<Output>; 5], SaveError> {
        let files = [&self.png, &self.map, &self.chronicle, &self.gif, &self.cast].map(Option::as_deref);
        let mut folders = folder::default_folders();
        folders.push(saves.to_owned());
        let mut outputs = [const { None }; 5];
        for (i, file) in files.into_iter().enumerate() {
            let used: Vec<&Path> = [save].into_iter().chain(files[..i].iter().copied().flatten()).collect();
            let output = file.map(|file| Output::new(file, self.force.force, &used, &folders));
            outputs[i] = output.transpose()?;
        }
        Ok(outputs)
    }

    fn theme(&self) -> Theme {
        let depth = if self.color == ColorChoice::Auto { Depth::True } else { self.color.depth() };
        let glyphs = if self.ascii { Glyphs::Ascii } else { Glyphs::Unicode };
        Theme { depth, palette: self.palette, glyphs, day: None }
    }

    fn style(&self) -> MapStyle {
        MapStyle { theme: self.theme(), scale: usize::from(self.scale), reveal: self.reveal }
    }

    fn export_view(&self) -> export::ExportView {
        let size = (self.size.width, self.size.height);
        export::ExportView { theme: self.theme(), size, zoom: self.zoom, reveal: self.reveal }
    }
}

/// Renders everything requested and prints what was written.
///
/// # Errors
/// When the save does not exist, or something cannot be rendered or written: in words.
pub(super) fn render(args: &RenderArgs, saves: &Path) -> Result<(), String> {
    let save = find_save(&args.save, saves)?;
    let [png, map, chronicle, gif, cast] = args.outputs(&save, saves).map_err(|error| error.to_string())?;
    let loaded = load_save(&save).map_err(|error| error.to_string())?;
    let game = Game::from_world(loaded.world);
    let land = game.world.size();
    let scale = usize::from(args.scale);
    if let Some(file) = &png {
        check_size(args.size, (scale * CHARACTER_PIXELS.0, scale * CHARACTER_PIXELS.1))?;
        write(file, &export::screen_png(&game, args.export_view(), scale)?)?;
    }
    if args.map.is_some() || args.gif.is_some() {
        check_size(land, (scale, scale))?;
    }
    if let Some(file) = &map {
        write(file, &export::draw_map(&game, args.style()).png()?)?;
    }
    if let Some(file) = &chronicle {
        write(file, export::chronicle(&game.world).as_bytes())?;
    }
    if let Some(file) = &gif {
        write(file, &export::history_gif(&game, args.style(), args.frames)?)?;
    }
    let Some(file) = &cast else { return Ok(()) };
    if file.path().extension().is_some_and(|kind| kind == "gif") {
        check_size(args.size, (scale * CHARACTER_PIXELS.0, scale * CHARACTER_PIXELS.1))?;
        return write(file, &export::recording_gif(&game.world, args.export_view(), args.seconds, scale)?);
    }
    write(file, export::headless_recording(game, args.export_view(), args.seconds).as_bytes())
}

/// Refuses an image that would need too much memory.
fn check_size(of: Size, each: (usize, usize)) -> Result<(), String> {
    let (width, height) = (usize::from(of.width) * each.0, usize::from(of.height) * each.1);
    if width * height <= PIXELS_MAX {
        return Ok(());
    }
    Err(format!("{width} × {height} pixels are too many: use a smaller --scale or --size"))
}

fn write(file: &Output, bytes: &[u8]) -> Result<(), String> {
    file.write(bytes).map_err(|error| error.to_string())?;
    let _ = console::print(&format!("{}: {} KiB\n", Printable(file.path()), bytes.len().div_ceil(1024)));
    Ok(())
}

/// The save with this file or name; a unique prefix of a name is enough.
fn find_save(wanted: &Path, saves: &Path) -> Result<PathBuf, String> {
    if wanted.is_file() {
        return Ok(wanted.to_owned());
    }
    let name = wanted.to_string_lossy();
    let names = land_names(saves);
    let mut beginning = names.iter().filter(|other| other.starts_with(&*name));
    let only = beginning.next().filter(|_| beginning.next().is_none());
    if let Some(found) = names.iter().find(|other| **other == name).or(only) {
        return Ok(saves.join(format!("{found}.save")));
    }
    let hint = similar_names_hint(&name, names.iter().map(String::as_str));
    let (name, saves) = (Printable(&*name), Printable(saves));
    Err(format!("there is no save '{name}', neither as a file nor in {saves}: {hint}"))
}

/// Names of the lands in a folder.
fn land_names(saves: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(saves).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> =
        names.filter_map(|name| Some(name.strip_suffix(".save")?.to_owned())).collect();
    names.sort_unstable();
    names
}
