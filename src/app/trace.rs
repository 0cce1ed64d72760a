//! `wayworn trace`: one search, written down for the visualiser Posthoc. The format lives in `lab`.

use super::cli::complain;
use super::race::{parse_cell, stand};
use super::solve::{CostList, SolveError, print, read_map, row_for};
use crate::grid::Cell;
use crate::lab::{Ground, Posthoc, Setup, Trace, posthoc, record};
use crate::save::write_whole;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What to search, how, and where to write it.
#[derive(clap::Args, Debug)]
pub struct TraceArgs {
    /// Map in the public format (`type octile`); in Posthoc it is a layer of its own, below the trace.
    map: PathBuf,
    /// Where to start, as X,Y from 0.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell)]
    from: Cell,
    /// Where to go.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell)]
    to: Cell,
    /// Id of the algorithm; `wayworn lab --list` has them all.
    #[arg(long, value_name = "ID")]
    algorithm: String,
    /// The file, which is replaced if it is there, such as astar.trace.json; `-` prints the trace.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// What glyphs cost to enter, in steps, such as ".=1,S=3,W=5".
    #[arg(long, value_name = "LIST", value_parser = CostList::parse)]
    costs: Option<CostList>,
    /// Print what was written for programs.
    #[arg(long)]
    json: bool,
}

/// Searches and writes; the exit code is 1 when the trace had to be cut.
///
/// # Errors
/// When the map is no good, a cell is off it or walled, the algorithm does not fit it, or the file cannot be written.
pub fn trace(args: &TraceArgs) -> Result<ExitCode, SolveError> {
    let terrain = read_map(&args.map)?.terrain(&args.costs.clone().unwrap_or_default().0);
    let row = row_for(&args.algorithm, &terrain)?;
    let (from, to) = (stand(&args.map, &terrain, args.from)?, stand(&args.map, &terrain, args.to)?);
    let prices = (0..terrain.size().area() as u32).map(|node| terrain.price(node)).collect();
    let name = args.map.display().to_string();
    let unknown = || SolveError::Unknown(args.algorithm.clone());
    let ground = Ground::new(name, terrain.size(), prices).ok_or_else(unknown)?;
    let ground = ground.between(terrain.cell(from), terrain.cell(to));
    let run = record(&ground, &Setup::of(row.id).ok_or_else(unknown)?).map_err(SolveError::Cell)?;
    let told = posthoc(&ground, &run);
    if args.out == Path::new("-") {
        print(told.text.trim_end())?;
    } else {
        write_whole(&args.out, told.text.as_bytes())
            .map_err(|error| SolveError::Unwritable(error.to_string()))?;
        print(&summary(args, &run, &told))?;
    }
    if told.is_cut {
        complain(&format!(
            "the search is longer than its trace, which ends after {} expansions",
            told.expanded
        ));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn summary(args: &TraceArgs, run: &Trace, told: &Posthoc) -> String {
    let (expanded, file) = (run.pops.len(), args.out.display().to_string());
    if args.json {
        let figures = serde_json::json!({
            "algorithm": args.algorithm,
            "found": run.way.is_some(),
            "cost": run.cost,
            "expanded": expanded,
            "generated": run.events.len() - expanded,
            "events": told.events,
            "cut": told.is_cut,
            "file": file,
        });
        return figures.to_string();
    }
    let way = run.cost.map_or_else(|| "no way".to_owned(), |cost| format!("a way for {cost} milli-steps"));
    format!("{}: {expanded} expansions, {way}; {} events in {file}", args.algorithm, told.events)
}
