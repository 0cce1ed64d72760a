//! `wayworn race`: one question, several algorithms, side by side. And `wayworn lab --list`: what there is to race.

use super::run::{milliseconds, now};
use super::solve::{CostList, SolveError, ask, print, read_map, row_for};
use crate::graph::{NodeId, Terrain};
use crate::grid::Cell;
use crate::search::Tally;
use crate::search::catalogue::{Need, ROWS, Row};
use std::fmt::Write as _;
use std::path::PathBuf;

/// Who races where.
#[derive(clap::Args, Debug)]
pub struct RaceArgs {
    /// Map in the public format (`type octile`).
    map: PathBuf,
    /// Where to start, as X,Y from 0.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell)]
    from: Cell,
    /// Where to go.
    #[arg(long, value_name = "X,Y", value_parser = parse_cell)]
    to: Cell,
    /// Ids of the algorithms.
    #[arg(long, value_name = "IDS", value_delimiter = ',', required = true)]
    algorithms: Vec<String>,
    /// What glyphs cost to enter, in steps, such as ".=1,S=3,W=5".
    #[arg(long, value_name = "LIST", value_parser = CostList::parse)]
    costs: Option<CostList>,
    /// Print for programs.
    #[arg(long)]
    json: bool,
}

/// Reads `X,Y`.
fn parse_cell(text: &str) -> Result<Cell, String> {
    let hint = || format!("'{text}' is no cell: write X,Y, such as 12,34");
    let (x, y) = text.split_once(',').ok_or_else(hint)?;
    let number = |side: &str| side.trim().parse::<u16>().map_err(|_| hint());
    Ok(Cell::new(number(x)?, number(y)?))
}

/// What one algorithm came to.
struct Lap {
    id: &'static str,
    /// Cost of the way in milli-steps, and how many cells it names.
    way: Option<(u32, usize)>,
    tally: Tally,
    us: f64,
}

/// Races and prints.
///
/// # Errors
/// When the map is no good, a cell is off it or walled, or an algorithm does not fit it.
pub fn race(args: &RaceArgs) -> Result<(), SolveError> {
    let map = read_map(&args.map)?;
    let terrain = map.terrain(&args.costs.clone().unwrap_or_default().0);
    let ends = (stand(&terrain, args.from)?, stand(&terrain, args.to)?);
    let rows = args.algorithms.iter().map(|id| row_for(id, &terrain)).collect::<Result<Vec<_>, _>>()?;
    let best = row_for("dijkstra", &terrain).map(|row| run(row, &terrain, ends))?;
    let optimum = best.way.map(|(cost, _)| cost);
    let laps: Vec<Lap> = rows.iter().map(|row| run(row, &terrain, ends)).collect();
    print(&if args.json { json(&laps, optimum) } else { text(&laps, optimum) })
}

fn stand(terrain: &Terrain, cell: Cell) -> Result<NodeId, SolveError> {
    let size = terrain.size();
    let Cell { x, y } = cell;
    if !size.contains(cell) {
        let words = format!("{x}, {y} is off the map, which has {}x{} cells", size.width, size.height);
        return Err(SolveError::Cell(words));
    }
    if terrain.is_wall(terrain.node(cell)) {
        return Err(SolveError::Cell(format!("{x}, {y} is a wall: choose a cell one can stand on")));
    }
    Ok(terrain.node(cell))
}

fn run(row: &Row, terrain: &Terrain, ends: (NodeId, NodeId)) -> Lap {
    let mut solver = row.solver(terrain);
    let mut tally = Tally::default();
    let before = now();
    let way = ask(solver.as_mut(), ends, &mut tally);
    let us = milliseconds(before.elapsed()) * 1000.0;
    Lap {
        id: row.id,
        way: way.map(|way| (row.cost(terrain, &way).unwrap_or(u32::MAX), way.len())),
        tally,
        us,
    }
}

fn json(laps: &[Lap], optimum: Option<u32>) -> String {
    let lap = |lap: &Lap| {
        serde_json::json!({
            "algorithm": lap.id,
            "found": lap.way.is_some(),
            "cost": lap.way.map(|(cost, _)| cost),
            "optimum": optimum,
            "expanded": lap.tally.expanded,
            "generated": lap.tally.generated,
            "frontier_peak": lap.tally.frontier_peak,
            "us": (lap.us * 1000.0).round() / 1000.0,
            "cells": lap.way.map(|(_, cells)| cells),
        })
    };
    serde_json::Value::Array(laps.iter().map(lap).collect()).to_string()
}

fn text(laps: &[Lap], optimum: Option<u32>) -> String {
    let mut text = format!(
        "{:<20} {:>10} {:>10} {:>10} {:>10} {:>10} {:>12} {:>7}",
        "algorithm", "cost", "optimum", "expanded", "generated", "peak", "µs", "cells"
    );
    let number = |number: Option<u32>| number.map_or_else(|| "none".to_owned(), |number| number.to_string());
    for lap in laps {
        let _ = write!(
            text,
            "\n{:<20} {:>10} {:>10} {:>10} {:>10} {:>10} {:>12.1} {:>7}",
            lap.id,
            number(lap.way.map(|(cost, _)| cost)),
            number(optimum),
            lap.tally.expanded,
            lap.tally.generated,
            lap.tally.frontier_peak,
            lap.us,
            number(lap.way.map(|(_, cells)| cells as u32)),
        );
    }
    text
}

/// Prints the catalogue.
///
/// # Errors
/// When it cannot be written.
pub fn list(for_programs: bool) -> Result<(), SolveError> {
    let needs = |row: &Row| row.needs.iter().map(|need| Need::words(*need)).collect::<Vec<_>>();
    if for_programs {
        let row = |row: &Row| {
            serde_json::json!({
                "id": row.id,
                "name": row.name,
                "paper": row.paper,
                "promise": row.promise.words(),
                "needs": needs(row),
            })
        };
        return print(&serde_json::Value::Array(ROWS.iter().map(row).collect()).to_string());
    }
    let mut lines = Vec::new();
    for row in ROWS {
        let needs =
            if row.needs.is_empty() { String::new() } else { format!("; needs {}", needs(row).join(", ")) };
        lines.push(format!(
            "{:<20} {} ({}{needs})\n{:<20}   {}",
            row.id,
            row.name,
            row.promise.words(),
            "",
            row.paper
        ));
    }
    print(&lines.join("\n"))
}
