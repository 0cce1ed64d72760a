//! The command line of the workbench.

use crate::app::console::{self, print_error};
use crate::app::usage::print_usage;
use crate::catalogue::{self, CatalogueArgs};
use crate::fuzz::{self, FuzzArgs};
use crate::measure::{self, MeasureArgs};
use crate::study::command::{self, StudyArgs};
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The exit codes, for the help.
const EXIT_CODES: &str = "Exit codes: 0 success; 1 a check failed; 2 it could not start, and says why.";

/// Studies, measures, fuzzes and catalogues the lands of Wayworn: for developers and researchers.
#[derive(Parser, Debug)]
#[command(version, name = "workbench", long_version = crate::app::PROGRAM, about, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: WorkbenchCommand,
}

#[derive(Subcommand, Debug)]
enum WorkbenchCommand {
    /// Let many lands live, and compare their roads, towns and trade with real-world figures.
    Study(StudyArgs),
    /// Measure the planner's speed and quality on any land.
    Measure(MeasureArgs),
    /// Play many lands with random input, and check the invariants after every step.
    Fuzz(FuzzArgs),
    /// Print one line for the land of each of the first seeds, for every kind of land.
    Catalogue(CatalogueArgs),
}

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    console::set_name("workbench");
    // Where that is refused, a limit of file sizes ends the program in the middle of a file.
    let _ = crate::app::play::survive_full_disks();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return ExitCode::from(print_usage(&error)),
    };
    run_command(&cli.command).unwrap_or_else(|words| {
        print_error(&words);
        ExitCode::from(2)
    })
}

/// Runs the command. Returns the exit code, or an error message.
fn run_command(command: &WorkbenchCommand) -> Result<ExitCode, String> {
    match command {
        WorkbenchCommand::Study(args) => {
            command::study(args).map(|()| ExitCode::SUCCESS).map_err(|e| e.to_string())
        }
        WorkbenchCommand::Measure(args) => {
            measure::measure(args).map(|()| ExitCode::SUCCESS).map_err(|e| e.to_string())
        }
        WorkbenchCommand::Fuzz(args) => fuzz::fuzz(args).map_err(|e| e.to_string()),
        WorkbenchCommand::Catalogue(args) => catalogue::catalogue(args),
    }
}
