//! Streams as a tree: drainage faults, the length of each basin's main stream, and how often streams join.

use super::super::stats::regress;
use crate::grid::{Cell, Layer};
use crate::land::Survey;

/// Fewest cells of a basin for Hack's law.
const BASIN_MIN: u32 = 50;
/// Drainage areas, in cells, at which a stream is taken to begin; the first one is judged.
pub(super) const HEADS: [u32; 3] = [10, 25, 50];
/// Least order of a basin's main stream for the basin to count for bifurcation.
const ORDER_MIN: usize = 3;

/// The land or sea cell that a cell drains into.
fn downstream_cell(survey: &Survey, cell: Cell) -> Option<Cell> {
    survey.drainage.down[cell].and_then(|dir| survey.land.size.step(cell, dir))
}

/// Number of land cells, and of those whose water rises, does not gather, crosses other water or ends on land.
pub(super) fn count_faults(survey: &Survey) -> (usize, usize) {
    let drainage = &survey.drainage;
    let land = || survey.land.size.cells().filter(|cell| !survey.relief.is_sea(*cell));
    let is_right = |cell: Cell| {
        let Some(next) = downstream_cell(survey, cell) else { return false };
        let falls = drainage.spill[next] <= drainage.spill[cell] && drainage.spill[cell] >= survey.relief.sea;
        // A flow that increases at every step cannot form a loop.
        let gathers = survey.relief.is_sea(next) || drainage.flow[next] > drainage.flow[cell];
        let corners = (Cell::new(cell.x, next.y), Cell::new(next.x, cell.y));
        let crosses = downstream_cell(survey, corners.0) == Some(corners.1)
            || downstream_cell(survey, corners.1) == Some(corners.0);
        let is_diagonal = cell.x != next.x && cell.y != next.y;
        falls && gathers && !(is_diagonal && crosses)
    };
    (land().count(), land().filter(|cell| !is_right(*cell)).count())
}

/// Land cells, each before the one that it drains into.
fn upstream_first(survey: &Survey) -> Vec<Cell> {
    let size = survey.land.size;
    let mut cells: Vec<Cell> = size.cells().filter(|cell| !survey.relief.is_sea(*cell)).collect();
    cells.sort_unstable_by_key(|cell| (survey.drainage.flow[*cell], size.index(*cell)));
    cells
}

/// Area in cells and length of the main stream in steps of each basin of [`BASIN_MIN`] cells or more: what drains
/// through a place where two such streams join, or where one ends in the sea.
pub(super) fn basins(survey: &Survey) -> Vec<(f64, f64)> {
    let (size, flow) = (survey.land.size, &survey.drainage.flow);
    let mut length = Layer::new(size, 0.0_f64);
    let mut feeders = Layer::new(size, 0u8);
    let cells = upstream_first(survey);
    for cell in &cells {
        let Some((next, dir)) = downstream_cell(survey, *cell).zip(survey.drainage.down[*cell]) else {
            continue;
        };
        length[next] = length[next].max(length[*cell] + f64::from(dir.length()) / 1000.0);
        feeders[next] += u8::from(flow[*cell] >= BASIN_MIN);
    }
    let ends = |cell: Cell| {
        downstream_cell(survey, cell).is_some_and(|next| survey.relief.is_sea(next) || feeders[next] >= 2)
    };
    let of = |cell: Cell| (f64::from(flow[cell]), length[cell] + 1.0);
    cells.into_iter().filter(|cell| flow[*cell] >= BASIN_MIN && ends(*cell)).map(of).collect()
}

/// Ratio of the number of streams between successive orders (Strahler), for each basin whose main stream is of at
/// least the third order. Streams begin where `head` cells drain through.
pub(super) fn bifurcations(survey: &Survey, head: u32) -> Vec<f64> {
    let size = survey.land.size;
    let mut cells = upstream_first(survey);
    cells.retain(|cell| survey.drainage.flow[*cell] >= head);
    let mut mouth: Layer<u32> = Layer::new(size, u32::MAX);
    let mut mouths = 0;
    for cell in cells.iter().rev() {
        let joined =
            downstream_cell(survey, *cell).map(|next| mouth[next]).filter(|mouth| *mouth != u32::MAX);
        mouth[*cell] = joined.unwrap_or(mouths);
        mouths += u32::from(joined.is_none());
    }
    let mut counts = vec![Vec::new(); mouths as usize];
    // The highest order that flows into a cell, and how many streams have it.
    let mut into = Layer::new(size, (0usize, 0u8));
    for cell in cells {
        let (highest, many) = into[cell];
        let is_new = highest == 0 || many >= 2;
        let order = highest + usize::from(is_new);
        let of_basin: &mut Vec<f64> = &mut counts[mouth[cell] as usize];
        of_basin.resize(of_basin.len().max(order), 0.0);
        of_basin[order - 1] += f64::from(u8::from(is_new));
        if let Some(next) = downstream_cell(survey, cell) {
            let (highest, many) = into[next];
            into[next] = match order.cmp(&highest) {
                std::cmp::Ordering::Greater => (order, 1),
                std::cmp::Ordering::Equal => (highest, many + 1),
                std::cmp::Ordering::Less => (highest, many),
            };
        }
    }
    counts.iter().filter(|counts| counts.len() >= ORDER_MIN).filter_map(|counts| ratio(counts)).collect()
}

/// Horton's ratio: the factor by which the number of streams falls from order to order.
#[expect(
    clippy::disallowed_methods,
    reason = "what a study finds is read by people; no land is made from it"
)]
fn ratio(counts: &[f64]) -> Option<f64> {
    let orders: Vec<f64> = (0..counts.len()).map(|order| order as f64).collect();
    let numbers: Vec<f64> = counts.iter().map(|count| count.ln()).collect();
    Some((-regress(&[&orders], &numbers)?.slopes[0]).exp())
}
