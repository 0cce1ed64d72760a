//! `wayworn trace`: exports one search for the visualiser Posthoc. The format does not live here (`lab`).

use super::console::{print_error, print_json};
use super::output::ForceArgs;
use super::race::{free_node, parse_cell};
use super::solve::{SolveError, print_result, read_map, row_for};
use crate::benchmark::{GlyphCosts, parse_costs};
use crate::grid::Cell;
use crate::lab::{LabMap, PosthocTrace, RecordedRun, Setup, export_posthoc, record_run};
use crate::save::SaveError;
use crate::text::Printable;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Arguments of `wayworn trace`.
#[derive(clap::Args, Debug)]
pub(super) struct TraceArgs {
    /// Map in the public format (`type octile`); in Posthoc, load it as a layer below the trace.
    map: PathBuf,
    /// Start cell, as X,Y from 0.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell, allow_hyphen_values = true)]
    from: Cell,
    /// Goal cell, as X,Y from 0.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell, allow_hyphen_values = true)]
    to: Cell,
    /// Id of the algorithm; `wayworn lab --list` shows all.
    #[arg(long, value_name = "ID")]
    algorithm: String,
    /// Output file, such as astar.trace.json; `-` prints the trace.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Cost of entering each glyph, in steps, such as ".=1,S=3,W=5".
    #[arg(long, value_name = "LIST", value_parser = parse_costs)]
    costs: Option<GlyphCosts>,
    /// Print the summary as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    force: ForceArgs,
}

/// Searches and writes the trace; the exit code is 1 when the trace was cut.
///
/// # Errors
/// When the map is invalid, a cell is off it or a wall, the algorithm does not suit it, or the file cannot be written.
pub(super) fn trace(args: &TraceArgs) -> Result<ExitCode, SolveError> {
    let unwritable = |error: SaveError| SolveError::Unwritable(error.to_string());
    let is_file = args.out != Path::new("-");
    let out = is_file.then(|| args.force.output(&args.out, &[&args.map])).transpose().map_err(unwritable)?;
    let terrain = read_map(&args.map)?.terrain(&args.costs.clone().unwrap_or_default());
    let row = row_for(&args.algorithm, &terrain)?;
    let (from, to) = (free_node(&args.map, &terrain, args.from)?, free_node(&args.map, &terrain, args.to)?);
    let prices = (0..terrain.size().area() as u32).map(|node| terrain.price(node)).collect();
    let name = args.map.display().to_string();
    let unknown = || SolveError::Unknown(args.algorithm.clone());
    let ground = LabMap::new(name, terrain.size(), prices).ok_or_else(unknown)?;
    let ground = ground.with_ends(terrain.cell(from), terrain.cell(to));
    let run = record_run(&ground, &Setup::of(row.id).ok_or_else(unknown)?).map_err(SolveError::Cell)?;
    let exported = export_posthoc(&ground, &run);
    if let Some(out) = out {
        out.write(exported.text.as_bytes()).map_err(unwritable)?;
        print_summary(args, &run, &exported)?;
    } else {
        print_json(exported.text.trim_end())?;
    }
    if exported.is_cut {
        print_error(&format!(
            "the trace is cut after {} expansions; the search is longer",
            exported.expanded
        ));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a summary.
fn print_summary(args: &TraceArgs, run: &RecordedRun, exported: &PosthocTrace) -> Result<(), SolveError> {
    let (events, expanded) = (run.trace.events().len(), run.trace.expansion_count() as usize);
    let file = &args.out;
    if args.json {
        let figures = serde_json::json!({
            "algorithm": args.algorithm,
            "found": run.path.is_some(),
            "cost": run.cost,
            "expanded": expanded,
            "generated": events - expanded,
            "events": exported.events,
            "cut": exported.is_cut,
            "file": file.display().to_string(),
        });
        return Ok(print_json(&figures.to_string())?);
    }
    let path =
        run.cost.map_or_else(|| "no path".to_owned(), |cost| format!("a path of cost {cost} milli-steps"));
    let (id, file) = (Printable(&args.algorithm), Printable(file));
    print_result(&format!("{id}: {expanded} expansions, {path}; {} events in {file}", exported.events))
}
