//! `wayworn race`: several algorithms on one query, side by side. And `wayworn lab --list`: the list of algorithms.

use super::run::{milliseconds, now};
use super::solve::{SolveError, print_result, read_map, row_for, row_of, run_search};
use crate::benchmark::{GlyphCosts, PublicMap, parse_costs};
use crate::graph::{Cost, NodeId, Terrain};
use crate::grid::Cell;
use crate::search::Tally;
use crate::search::catalogue::{CatalogueRow, Need, ROWS};
use crate::text::Printable;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Arguments of `wayworn race`.
#[derive(clap::Args, Debug)]
pub(super) struct RaceArgs {
    /// Map in the public format (`type octile`).
    map: PathBuf,
    /// Start cell, as X,Y from 0.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell, allow_hyphen_values = true)]
    from: Cell,
    /// Goal cell, as X,Y from 0.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell, allow_hyphen_values = true)]
    to: Cell,
    /// Ids of the algorithms.
    #[arg(long, value_name = "IDS", value_delimiter = ',', required = true)]
    algorithms: Vec<String>,
    /// Cost of entering each glyph, in steps, such as ".=1,S=3,W=5".
    #[arg(long, value_name = "LIST", value_parser = parse_costs)]
    costs: Option<GlyphCosts>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Reads `X,Y`.
///
/// # Errors
/// What is wrong, and what to write instead.
pub(super) fn parse_cell(text: &str) -> Result<Cell, String> {
    let hint = || format!("'{}' is not a cell: write X,Y, such as 12,34", Printable(text));
    let (x, y) = text.split_once(',').ok_or_else(hint)?;
    let number = |side: &str| side.trim().parse::<u16>().map_err(|_| hint());
    Ok(Cell::new(number(x)?, number(y)?))
}

/// Result of one algorithm.
struct RaceResult {
    id: &'static str,
    /// What it needs and the map lacks; then it did not run.
    lacks: Option<&'static str>,
    /// Cost of the path in milli-steps, and its number of nodes.
    path: Option<(Cost, usize)>,
    tally: Tally,
    us: f64,
}

/// Runs all algorithms and prints the results. Algorithms that do not suit the map say so, as long as one can run.
///
/// # Errors
/// When the map is invalid, a cell is off it or a wall, an algorithm is unknown, or none suits the map.
pub(super) fn race(args: &RaceArgs) -> Result<(), SolveError> {
    let terrain = read_map(&args.map)?.terrain(&args.costs.clone().unwrap_or_default());
    let rows = args.algorithms.iter().map(|id| row_of(id)).collect::<Result<Vec<_>, _>>()?;
    let ends = (free_node(&args.map, &terrain, args.from)?, free_node(&args.map, &terrain, args.to)?);
    if let Some(row) = rows.first().filter(|_| rows.iter().all(|row| row.unmet_need(&terrain).is_some())) {
        row_for(row.id, &terrain)?;
    }
    let best = run_row(row_for("dijkstra", &terrain)?, &terrain, ends);
    let optimum = best.path.map(|(cost, _)| cost);
    let laps: Vec<RaceResult> = rows.iter().map(|row| run_row(row, &terrain, ends)).collect();
    print_result(&if args.json { json(&laps, optimum) } else { text(&laps, optimum) })
}

/// The node of a cell given on the command line.
///
/// # Errors
/// When the cell is off the map or a wall, with its place in the file.
pub(super) fn free_node(map: &Path, terrain: &Terrain, cell: Cell) -> Result<NodeId, SolveError> {
    let (size, file) = (terrain.size(), Printable(map));
    let Cell { x, y } = cell;
    if !size.contains(cell) {
        let words = format!("{file}: {x},{y} is off the map of {}x{} cells", size.width, size.height);
        return Err(SolveError::Cell(words));
    }
    if terrain.is_wall(terrain.node(cell)) {
        let (line, column) = PublicMap::place_of(cell);
        let words = format!("{file}:{line}:{column}: {x},{y} is a wall: choose a free cell");
        return Err(SolveError::Cell(words));
    }
    Ok(terrain.node(cell))
}

fn run_row(row: &CatalogueRow, terrain: &Terrain, ends: (NodeId, NodeId)) -> RaceResult {
    let lacks = row.unmet_need(terrain).map(Need::description);
    let mut lap = RaceResult { id: row.id, lacks, path: None, tally: Tally::default(), us: 0.0 };
    if lacks.is_none() {
        let mut solver = row.solver(terrain);
        let before = now();
        let path = run_search(solver.as_mut(), ends, &mut lap.tally);
        lap.us = milliseconds(before.elapsed()) * 1000.0;
        lap.path = path.and_then(|path| Some((row.path_cost(terrain, &path)?, path.len())));
    }
    lap
}

fn json(laps: &[RaceResult], optimum: Option<Cost>) -> String {
    let lap = |lap: &RaceResult| {
        serde_json::json!({
            "algorithm": lap.id,
            "lacks": lap.lacks,
            "found": lap.path.is_some(),
            "cost": lap.path.map(|(cost, _)| cost),
            "optimum": optimum,
            "expanded": lap.tally.expanded,
            "generated": lap.tally.generated,
            "frontier_peak": lap.tally.frontier_peak,
            "us": (lap.us * 1000.0).round() / 1000.0,
            "cells": lap.path.map(|(_, cells)| cells),
        })
    };
    serde_json::Value::Array(laps.iter().map(lap).collect()).to_string()
}

fn text(laps: &[RaceResult], optimum: Option<Cost>) -> String {
    let mut text = match optimum {
        Some(optimum) => format!("the cheapest path costs {optimum} milli-steps\n"),
        None => "there is no path\n".to_owned(),
    };
    _ = write!(
        text,
        "{:<20} {:>10} {:>9} {:>10} {:>10} {:>10} {:>12} {:>7}",
        "algorithm", "cost", "÷ optimum", "expanded", "generated", "peak", "µs", "cells"
    );
    for lap in laps {
        _ = write!(text, "\n{:<20} ", lap.id);
        if let Some(need) = lap.lacks {
            _ = write!(text, "needs {need}");
            continue;
        }
        let (cost, ratio, cells) = match (lap.path, optimum) {
            (Some((cost, cells)), Some(optimum)) => {
                let ratio = cost as f64 / optimum.max(1) as f64;
                let ratio = if cost == optimum { "1.000".to_owned() } else { format!("{ratio:.3}") };
                (cost.to_string(), ratio, cells.to_string())
            }
            _ => ("no path".to_owned(), "-".to_owned(), "-".to_owned()),
        };
        let Tally { expanded, generated, frontier_peak, .. } = lap.tally;
        _ = write!(
            text,
            "{cost:>10} {ratio:>9} {expanded:>10} {generated:>10} {frontier_peak:>10} {:>12.1} {cells:>7}",
            lap.us
        );
    }
    text
}

/// Prints the catalogue.
///
/// # Errors
/// When it cannot be written.
pub(super) fn list_algorithms(for_programs: bool) -> Result<(), SolveError> {
    let needs =
        |row: &CatalogueRow| row.needs.iter().map(|need| Need::description(*need)).collect::<Vec<_>>();
    if for_programs {
        let row = |row: &CatalogueRow| {
            serde_json::json!({
                "id": row.id,
                "name": row.name,
                "paper": row.paper,
                "promise": row.promise.description(),
                "needs": needs(row),
            })
        };
        return print_result(&serde_json::Value::Array(ROWS.iter().map(row).collect()).to_string());
    }
    let mut lines = Vec::new();
    for row in ROWS {
        let needs =
            if row.needs.is_empty() { String::new() } else { format!("; needs {}", needs(row).join(", ")) };
        lines.push(format!(
            "{:<20} {} ({}{needs})\n{:<20}   {}",
            row.id,
            row.name,
            row.promise.description(),
            "",
            row.paper
        ));
    }
    print_result(&lines.join("\n"))
}
