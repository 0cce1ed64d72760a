//! Places of a land that matter to those who live on it: chokes, and where a town could stand.

use crate::grid::{Cell, Layer};
use crate::land::Land;
use std::collections::VecDeque;

/// Cells across the widest choke.
const WIDTH_MAX: i32 = 3;
/// Steps that the way round a choke takes at least.
const DETOUR: u32 = 24;
/// Chokes nearer to each other than this are one, in steps.
const APART: u32 = 8;
/// Steps from a town site to open water or a river at most.
const TO_WATER: u16 = 8;
/// Steps from it to a site of another good at most: a day's walk.
const TO_TRADE: u32 = 40;
/// Share of the cells around it that can be stood on, in percent.
const FREE: usize = 70;

/// Number of chokes: gaps of up to three cells between what bars the way, of which it is far from one side to the other
/// by any way but through.
pub fn chokes(land: &Land) -> usize {
    let mut found: Vec<Cell> = Vec::new();
    for cell in land.size.cells().filter(|cell| !land.is_blocked(*cell)) {
        for along in [(1, 0), (0, 1)] {
            let Some(gap) = gap(land, cell, along) else { continue };
            let middle = gap[gap.len() / 2];
            if found.iter().all(|other| other.steps_to(middle) >= APART) && is_choke(land, &gap, along) {
                found.push(middle);
            }
        }
    }
    found.len()
}

/// The cells between two that are blocked, from this one on, if they are few enough.
fn gap(land: &Land, first: Cell, (dx, dy): (i32, i32)) -> Option<Vec<Cell>> {
    let at = |steps: i32| land.size.offset(first, dx * steps, dy * steps);
    let is_blocked = |cell: Option<Cell>| cell.is_some_and(|cell| land.is_blocked(cell));
    if !is_blocked(at(-1)) {
        return None;
    }
    let width = (1..=WIDTH_MAX).find(|steps| is_blocked(at(*steps)))?;
    (0..width).map(at).collect()
}

/// Whether the two sides of a gap are far apart but for it.
fn is_choke(land: &Land, gap: &[Cell], (dx, dy): (i32, i32)) -> bool {
    let side = |sign: i32| {
        let beside = gap.iter().filter_map(|cell| land.size.offset(*cell, dy * sign, dx * sign));
        beside.filter(|cell| !land.is_blocked(*cell)).collect::<Vec<Cell>>()
    };
    let (here, there) = (side(-1), side(1));
    if here.is_empty() || there.is_empty() {
        return false;
    }
    let mut steps: std::collections::BTreeMap<(u16, u16), u32> =
        gap.iter().chain(&here).map(|cell| ((cell.x, cell.y), 0)).collect();
    let mut waiting = VecDeque::from(here);
    while let Some(cell) = waiting.pop_front() {
        let next = steps[&(cell.x, cell.y)] + 1;
        let straight = land.size.neighbours(cell).filter(|(dir, _)| !dir.is_diagonal());
        for (_, beside) in straight.filter(|(_, beside)| !land.is_blocked(*beside)) {
            if there.contains(&beside) {
                return false;
            }
            if next < DETOUR && !steps.contains_key(&(beside.x, beside.y)) {
                steps.insert((beside.x, beside.y), next);
                waiting.push_back(beside);
            }
        }
    }
    true
}

/// Number of resource sites beside which a town could stand: near water, on ground that is mostly free, with another good
/// to trade for near by, on the part of the land where most live.
pub fn town_sites(land: &Land) -> usize {
    let (part, areas) = land.parts();
    let largest = (0..areas.len()).max_by_key(|part| areas[*part]).unwrap_or(0) as u32;
    let water: Layer<bool> =
        land.surface.map(|surface| surface.is_water() || *surface == crate::land::Surface::River);
    let suits = |site: &&crate::land::Site| {
        let around: Vec<Cell> = land.size.square(site.cell, 3).collect();
        let free = around.iter().filter(|cell| !land.is_blocked(**cell)).count();
        let other = land.sites.iter().filter(|other| other.good != site.good);
        part[site.cell] == largest
            && free * 100 >= around.len() * FREE
            && land.size.square(site.cell, TO_WATER).any(|cell| water[cell])
            && other.into_iter().any(|other| other.cell.steps_to(site.cell) <= TO_TRADE)
    };
    land.sites.iter().filter(suits).count()
}
