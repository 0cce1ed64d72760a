//! The command line.

use super::codex::{self, CodexArgs};
use super::console::{self, print_error};
use super::land_args::{KindArgs, LandArgs, parse_size};
use super::play::{self, ColorChoice, FIRST_YEARS_MAX, PlayOptions};
use super::preview::{self, PreviewArgs};
use super::race::{self, RaceArgs};
use super::render::{self, RenderArgs};
use super::replay::{self, ReplayArgs};
use super::run::{self, RunArgs};
use super::solve::{self, SolveArgs};
use super::trace::{self, TraceArgs};
use super::usage::{number, print_usage, with_negative_numbers};
use super::{daily, folder, levels, limits, maps};
use crate::benchmark::{GlyphCosts, parse_costs};
use crate::grid::Size;
use crate::level::Level;
use crate::text::Printable;
use crate::tui::Glyphs;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use time::Date;

/// Exit codes; `docs/manual.md` has the same table.
const EXIT_CODES: &str = "Exit codes: 0 success; 1 a check failed; 2 it could not start, and says why; \
74 the game ended and could not be saved; 101 it crashed; 128 plus a signal's number: \
it was ended by that signal, and saved.";

/// A simulated land in your terminal: footsteps wear roads, and everything is pathfinding.
#[derive(Parser, Debug)]
#[command(version, bin_name = "wayworn", long_version = super::PROGRAM, about, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
    #[command(flatten)]
    play: PlayArgs,
}

/// How to start a game on the screen.
#[derive(clap::Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
struct PlayArgs {
    /// Seed of the land; continues a saved land of this seed and size. Default: continue the land saved last.
    #[arg(long, value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Start a new land even if a saved one could be continued.
    #[arg(long)]
    new: bool,
    /// Load your own save even if an autosave is newer.
    #[arg(long, conflicts_with = "new")]
    by_hand: bool,
    #[command(flatten)]
    land: LandArgs,
    /// Simulate this many years of a new land before you see it, instead of two days.
    #[arg(long, value_name = "YEARS", default_value_t = 0, hide_default_value = true,
          value_parser = number::<u64>(0..=FIRST_YEARS_MAX))]
    years: u64,
    /// Play a level: one of `wayworn levels`, or a file.
    #[arg(long, value_name = "LEVEL")]
    level: Option<PathBuf>,
    /// Folder of the saves [default: ./saves if it exists, else the user's data folder].
    #[arg(long, value_name = "DIR")]
    saves: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingsArgs,
    /// Colours.
    #[arg(long, value_enum)]
    color: Option<ColorChoice>,
    /// Do not capture the mouse.
    #[arg(long)]
    no_mouse: bool,
    /// Use ASCII glyphs only.
    #[arg(long)]
    ascii: bool,
    /// Maximum frames per second.
    #[arg(long, value_parser = number::<u16>(1..=120))]
    fps: Option<u16>,
    /// Show what the terminal sends and reports, without a game.
    #[arg(long)]
    input_test: bool,
}

/// The settings file, for every command that uses settings.
#[derive(clap::Args, Debug, Default)]
struct SettingsArgs {
    /// Read the settings from this file instead of ./wayworn.toml or the user's settings folder.
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
}

impl SettingsArgs {
    /// These options with this settings file, if one was given.
    fn apply(self, usual: PlayOptions) -> PlayOptions {
        PlayOptions { settings: self.settings.or(usual.settings), ..usual }
    }
}

/// The folder of the saves and the settings file, for every command that plays.
#[derive(clap::Args, Debug)]
struct PlaceArgs {
    /// Folder of the saves.
    #[arg(long, value_name = "DIR")]
    saves: Option<PathBuf>,
    #[command(flatten)]
    settings: SettingsArgs,
}

impl PlaceArgs {
    /// These options with this folder and this settings file, if they were given.
    fn apply(self, usual: PlayOptions) -> PlayOptions {
        let usual = self.settings.apply(usual);
        PlayOptions {
            saves: self.saves.map_or(usual.saves, |saves| folder::saves_folder(Some(saves))),
            ..usual
        }
    }
}

/// Commands before which the options of a game may stand.
const COMMANDS_WITH_PLAY_OPTIONS: [&str; 6] = ["wander", "daily", "new", "settings", "lab", "codex"];

/// Options of a game that do not say which land it is.
const OPTIONS_OF_ANY_LAND: [&str; 7] = ["saves", "settings", "color", "no-mouse", "ascii", "fps", "by-hand"];

impl PlayArgs {
    fn options(self) -> PlayOptions {
        PlayOptions {
            seed: self.seed,
            is_new: self.new,
            by_hand: self.by_hand,
            size: self.land.size,
            recipe: self.land.recipe(),
            years: self.years,
            level: self.level,
            saves: folder::saves_folder(self.saves),
            settings: self.settings.settings,
            color: self.color,
            mouse: self.no_mouse.then_some(false),
            glyphs: self.ascii.then_some(Glyphs::Ascii),
            fps: self.fps,
            ..PlayOptions::default()
        }
    }
}

#[derive(Subcommand, Debug)]
enum CliCommand {
    /// Play (the default without a command).
    Play(Box<PlayArgs>),
    /// Watch a land: the camera cuts from story to story, each told in one line with its route, until a key is pressed;
    /// at ×64 it goes to what is told, and time slows to ×4 meanwhile.
    Watch(Box<PlayArgs>),
    /// Play one wanderer: find five waystones, one to five days from home; what you see counts once you are back.
    Wander(WanderArgs),
    /// Play the land of a day, the same for everybody: three years, and a score of time saved to be pasted; its replay
    /// proves it.
    Daily(DailyArgs),
    /// Choose a new land to play on: seed, size, kind and sliders, with a preview.
    New(NewArgs),
    /// Simulate a land without a screen and report the result.
    Run(RunArgs),
    /// Show the land of a seed and its sliders, without playing on it.
    Preview(PreviewArgs),
    /// Render pictures, films, recordings or the chronicle of a saved land.
    Render(RenderArgs),
    /// List the included levels with their goals, or play the solution of one.
    Levels(LevelsArgs),
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page of the program or of a command.
    Man {
        /// The command.
        command: Option<String>,
    },
    /// Read replays; with --verify, replay them and compare every hash.
    Replay(ReplayArgs),
    /// Print the current settings as a file to start from.
    Settings(SettingsArgs),
    /// Print every limit of lands, orders, planning and files, and what happens there.
    Limits,
    /// Solve the queries of a public scenario file with one algorithm and check every length.
    Solve(SolveArgs),
    /// Compare several algorithms on one query.
    Race(RaceArgs),
    /// Export a search for Posthoc (posthoc.pathfinding.ai), which shows it step by step and as a tree.
    Trace(TraceArgs),
    /// Watch searches step by step and side by side, with every algorithm, on any map.
    Lab(LabArgs),
    /// Read about every technique: pages with a live scene each, and claims that are computed.
    Codex(CodexCommand),
}

/// How to start a wanderer's game; display options stand before the command.
#[derive(clap::Args, Debug)]
struct WanderArgs {
    /// Seed of the land. Default: continue the last life, or start the next one in the same land.
    #[arg(long, value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Start in a new land even if a life could be continued.
    #[arg(long)]
    new: bool,
    /// Load your own save even if an autosave is newer.
    #[arg(long, conflicts_with = "new")]
    by_hand: bool,
    /// Size of a new land, `WIDTHxHEIGHT`, each 48 to 4096.
    #[arg(long, value_parser = parse_size)]
    size: Option<Size>,
    #[command(flatten)]
    place: PlaceArgs,
}

impl WanderArgs {
    fn options(self, play: PlayArgs) -> PlayOptions {
        let usual = self.place.apply(play.options());
        PlayOptions {
            seed: self.seed.or(usual.seed),
            is_new: self.new || usual.is_new,
            by_hand: self.by_hand || usual.by_hand,
            size: self.size.unwrap_or(usual.size),
            level: None,
            is_wander: true,
            ..usual
        }
    }
}

/// The land of a day; display options stand before the command.
#[derive(clap::Args, Debug)]
struct DailyArgs {
    /// The day, as YYYY-MM-DD [default: today, by UTC].
    #[arg(long, value_name = "DATE", value_parser = daily::parse_date)]
    date: Option<Date>,
    #[command(flatten)]
    place: PlaceArgs,
}

impl DailyArgs {
    fn options(self, play: PlayArgs) -> PlayOptions {
        let usual = self.place.apply(play.options());
        PlayOptions { seed: Some(daily::seed_of(self.date)), is_daily: true, ..usual }
    }
}

/// The land that the chooser starts with; display options stand before the command.
#[derive(clap::Args, Debug)]
struct NewArgs {
    /// Seed of the land [default: random].
    #[arg(long, value_parser = number::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Size of the land, `WIDTHxHEIGHT`, each 48 to 4096.
    #[arg(long, value_parser = parse_size)]
    size: Option<Size>,
    #[command(flatten)]
    land: KindArgs,
    #[command(flatten)]
    place: PlaceArgs,
}

impl NewArgs {
    fn options(self, play: PlayArgs) -> PlayOptions {
        let usual = self.place.apply(play.options());
        PlayOptions {
            seed: self.seed.or(usual.seed),
            size: self.size.unwrap_or(usual.size),
            recipe: self.land.recipe(),
            level: None,
            chooses_land: true,
            ..usual
        }
    }
}

#[derive(clap::Args, Debug)]
struct LabArgs {
    /// Map in the public format (`type octile`); start and goal come from the first scenario in `MAP.scen`.
    map: Option<PathBuf>,
    /// Cost of entering each glyph, in steps, such as ".=1,S=3,W=5".
    #[arg(long, value_name = "LIST", value_parser = parse_costs, requires = "map")]
    costs: Option<GlyphCosts>,
    /// Print all algorithms with their promises and needs instead.
    #[arg(long, conflicts_with_all = ["map", "settings"])]
    list: bool,
    /// Print JSON.
    #[arg(long, requires = "list")]
    json: bool,
    #[command(flatten)]
    settings: SettingsArgs,
}

#[derive(clap::Args, Debug)]
struct CodexCommand {
    #[command(flatten)]
    codex: CodexArgs,
    #[command(flatten)]
    settings: SettingsArgs,
}

#[derive(clap::Args, Debug)]
struct LevelsArgs {
    /// Play the solution of this level (a name or a file) and report each goal.
    #[arg(long, value_name = "LEVEL")]
    solve: Option<PathBuf>,
    /// Print the whole chronicle of the solution, too.
    #[arg(long, requires = "solve")]
    log: bool,
}

/// The command line, for generating manual pages and `docs/manual.md`.
pub fn command() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    command
}

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    if play::is_guardian() {
        play::stand_guard();
        return ExitCode::SUCCESS;
    }
    // Where that is refused, a limit of file sizes ends the program in the middle of a file.
    let _ = play::survive_full_disks();
    let result = match parse() {
        Ok(cli) => run_command(cli),
        Err(error) => return ExitCode::from(print_usage(&error)),
    };
    result.unwrap_or_else(|words| {
        print_error(&words);
        ExitCode::from(2)
    })
}

/// Reads the arguments of this process.
fn parse() -> Result<Cli, clap::Error> {
    let mut command = with_negative_numbers(Cli::command());
    let matches = command.clone().try_get_matches()?;
    let is_on = |args: &ArgMatches, flag: &str| args.try_get_one(flag).ok().flatten() == Some(&true);
    let writes = |args: &ArgMatches| args.try_get_one::<PathBuf>("book").is_ok_and(|book| book.is_some());
    let lists = |args: &ArgMatches| is_on(args, "list") || is_on(args, "check") || writes(args);
    let is_headless =
        |(name, args): &(&str, &ArgMatches)| !COMMANDS_WITH_PLAY_OPTIONS.contains(name) || lists(args);
    if let Some((name, args)) = matches.subcommand().filter(is_headless)
        && let Some(option) = options_before_command(&command, &matches).first()
    {
        let of = command.find_subcommand(name).filter(|_| !lists(args));
        let is_taken = |of: &clap::Command| of.get_arguments().any(|arg| arg.get_long() == Some(option));
        let words = match name {
            "play" => format!("write --{option} after `play`, or leave out `play`"),
            _ if of.is_some_and(is_taken) => format!("write --{option} after `{name}`"),
            _ => format!("--{option} is only for playing: leave it out with `wayworn {name}`"),
        };
        return Err(command.error(ErrorKind::ArgumentConflict, words));
    }
    let given = options_before_command(&command, &matches);
    let of_land = given.iter().find(|option| !OPTIONS_OF_ANY_LAND.contains(&option.as_str()));
    if let Some(option) = of_land.filter(|_| matches.subcommand_name() == Some("daily")) {
        let words = format!("--{option} is for other lands: that of a day is the same for everybody");
        return Err(command.error(ErrorKind::ArgumentConflict, words));
    }
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The options given before the command.
fn options_before_command(command: &clap::Command, matches: &ArgMatches) -> Vec<String> {
    let is_given = |arg: &&clap::Arg| {
        matches.try_contains_id(arg.get_id().as_str()).unwrap_or(false)
            && matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
    };
    command.get_arguments().filter(is_given).filter_map(|arg| arg.get_long().map(str::to_owned)).collect()
}

/// Runs the command; returns the exit code, or an error in words.
fn run_command(cli: Cli) -> Result<ExitCode, String> {
    match cli.command {
        Some(CliCommand::Run(args)) => {
            run::run_land(&args).map(|()| ExitCode::SUCCESS).map_err(|e| e.to_string())
        }
        Some(CliCommand::Preview(args)) => {
            preview::preview(&args).and_then(|text| exit_code_of(console::print_raw(text.as_bytes())))
        }
        Some(CliCommand::Render(args)) => {
            render::render(&args, &folder::saves_folder(args.saves.clone())).map(|()| ExitCode::SUCCESS)
        }
        Some(CliCommand::Levels(LevelsArgs { solve: None, .. })) => {
            exit_code_of(console::print(&levels::list_levels()))
        }
        Some(CliCommand::Levels(LevelsArgs { solve: Some(level), log })) => levels::load_level(&level)
            .map_err(|error| error.to_string())
            .and_then(|level| play_solution(&level, log)),
        Some(CliCommand::Completions { shell }) => exit_code_of(print_completions(shell)),
        Some(CliCommand::Man { command }) => print_manual(command.as_deref()),
        Some(CliCommand::Replay(args)) => replay::replay(&args).map_err(|e| e.to_string()),
        Some(CliCommand::Solve(args)) => solve::solve(&args).map_err(|e| e.to_string()),
        Some(CliCommand::Race(args)) => {
            race::race(&args).map(|()| ExitCode::SUCCESS).map_err(|e| e.to_string())
        }
        Some(CliCommand::Trace(args)) => trace::trace(&args).map_err(|e| e.to_string()),
        Some(CliCommand::Lab(args)) if args.list => {
            race::list_algorithms(args.json).map(|()| ExitCode::SUCCESS).map_err(|e| e.to_string())
        }
        Some(CliCommand::Codex(CodexCommand { codex, .. })) if codex.list => codex::list(&codex),
        Some(CliCommand::Codex(CodexCommand { codex, .. })) if codex.check => codex::check(&codex),
        Some(CliCommand::Codex(args)) => open_codex(args, cli.play.options()),
        Some(CliCommand::Lab(args)) => open_lab(args, cli.play.options()),
        Some(CliCommand::Wander(args)) => play::play(&args.options(cli.play)).map_err(|e| e.to_string()),
        Some(CliCommand::Daily(args)) => play::play(&args.options(cli.play)).map_err(|e| e.to_string()),
        Some(CliCommand::New(args)) => play::play(&args.options(cli.play)).map_err(|e| e.to_string()),
        Some(CliCommand::Settings(args)) => print_settings(&args.apply(cli.play.options())),
        Some(CliCommand::Limits) => exit_code_of(console::print(&limits::limits_page())),
        Some(CliCommand::Play(args)) => start_game(*args, false),
        Some(CliCommand::Watch(args)) => start_game(*args, true),
        None => start_game(cli.play, false),
    }
}

/// Opens a game, or the input test.
fn start_game(args: PlayArgs, is_watch: bool) -> Result<ExitCode, String> {
    let begin = if args.input_test { play::run_input_test } else { play::play };
    begin(&PlayOptions { is_watch, ..args.options() }).map_err(|error| error.to_string())
}

/// Opens the lab.
fn open_lab(args: LabArgs, options: PlayOptions) -> Result<ExitCode, String> {
    let options = args.settings.apply(options);
    let costs = args.costs.unwrap_or_default();
    let (ground, says) = match &args.map {
        Some(path) => (maps::load_map(path, &costs).map_err(|error| error.to_string())?, "the given map"),
        None => (maps::first_map().ok_or("the program contains no maps")?, "the first map"),
    };
    play::run_lab(&options, ground, says).map_err(|error| error.to_string())
}

/// Opens the codex.
fn open_codex(args: CodexCommand, options: PlayOptions) -> Result<ExitCode, String> {
    let options = args.settings.apply(options);
    let args = args.codex;
    if let Some(folder) = &args.book {
        return exit_code_of(console::print(&codex::write_site(&args, folder)?));
    }
    let book = codex::asked_book(&args)?;
    let page = args.page.as_deref().map(|id| codex::page_index(&book, id)).transpose()?;
    play::run_codex(&options, book, page).map_err(|error| error.to_string())
}

/// Plays a level's solution; fails if a goal is not met.
fn play_solution(level: &Level, log: bool) -> Result<ExitCode, String> {
    let (text, is_met) = levels::play_solution(level, log);
    exit_code_of(console::print(&text))?;
    Ok(if is_met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the settings.
fn print_settings(options: &PlayOptions) -> Result<ExitCode, String> {
    let settings = options.strict_settings().map_err(|error| error.to_string())?;
    exit_code_of(console::print(&play::settings::settings_text(&settings)))
}

fn print_completions(shell: clap_complete::Shell) -> io::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "wayworn", &mut script);
    console::print_raw(&script)
}

fn print_manual(command: Option<&str>) -> Result<ExitCode, String> {
    let mut of = self::command();
    if let Some(name) = command {
        let found = of.find_subcommand(name).cloned();
        of = found.ok_or_else(|| {
            let hint = levels::similar_names_hint(name, of.get_subcommands().map(clap::Command::get_name));
            format!("there is no command '{}': {hint}", Printable(name))
        })?;
    }
    let mut page = Vec::new();
    exit_code_of(clap_mangen::Man::new(of).render(&mut page).and_then(|()| console::print_raw(&page)))
}

fn exit_code_of(result: io::Result<()>) -> Result<ExitCode, String> {
    result.map(|()| ExitCode::SUCCESS).map_err(|error| console::cannot_print(&error))
}
