//! The command line of the workbench.

use crate::app::console::{self, complain};
use crate::catalogue::{self, CatalogueArgs};
use crate::fuzz::{self, FuzzArgs};
use crate::measure::{self, MeasureArgs};
use crate::study::command::{self, StudyArgs};
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// What the program ends with.
const EXIT_CODES: &str =
    "Exit codes: 0 all is well; 1 a check has failed; 2 it could not begin, and says why.";

/// Studies, measures, fuzzes and catalogues the lands of Wayworn: for developers and researchers.
#[derive(Parser, Debug)]
#[command(version, name = "workbench", long_version = crate::app::PROGRAM, about, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Do,
}

#[derive(Subcommand, Debug)]
enum Do {
    /// Let many lands live, and hold their roads, towns and trade against the figures of the real world.
    Study(StudyArgs),
    /// Measure how fast and how good the planner is, on any land.
    Measure(MeasureArgs),
    /// Let random players do anything on many lands, and look for faults after every step.
    Fuzz(FuzzArgs),
    /// Print what lands the first seeds make of every kind, a line each.
    Catalogue(CatalogueArgs),
}

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    console::set_name("workbench");
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(console::tell_usage(error)),
    };
    carry_out(&cli.command).unwrap_or_else(|words| {
        complain(&words);
        ExitCode::from(2)
    })
}

/// Does what the arguments ask for; gives the exit code, or what is wrong in words.
fn carry_out(command: &Do) -> Result<ExitCode, String> {
    match command {
        Do::Study(args) => command::study(args).map(|()| ExitCode::SUCCESS).map_err(|e| e.to_string()),
        Do::Measure(args) => measure::measure(args).map(|()| ExitCode::SUCCESS).map_err(|e| e.to_string()),
        Do::Fuzz(args) => fuzz::fuzz(args).map_err(|e| e.to_string()),
        Do::Catalogue(args) => catalogue::catalogue(args),
    }
}
