//! Places of a land that matter to its people: chokes, and sites for towns.

use crate::grid::{Cell, Layer};
use crate::land::Land;
use std::collections::VecDeque;

/// Width of the widest choke, in cells.
const WIDTH_MAX: i32 = 3;
/// Least steps of the detour round a choke.
const DETOUR: u32 = 24;
/// Chokes nearer to each other than this many steps are one.
const APART: u32 = 8;
/// Most steps from a town site to open water or a river.
const TO_WATER: u16 = 8;
/// Most steps from it to a site of another good: a day's walk.
const TO_TRADE: u32 = 40;
/// Least share of the cells around it that are walkable, in percent.
const FREE: usize = 70;

/// Number of chokes: gaps of up to three cells between obstacles whose two sides are far apart by every path except
/// through the gap.
pub(super) fn count_chokes(land: &Land) -> usize {
    let mut found: Vec<Cell> = Vec::new();
    for cell in land.size.cells().filter(|cell| !land.is_blocked(*cell)) {
        for along in [(1, 0), (0, 1)] {
            let Some(gap) = gap(land, cell, along) else { continue };
            let middle = gap[gap.len() / 2];
            if found.iter().all(|other| other.chebyshev(middle) >= APART) && is_choke(land, &gap, along) {
                found.push(middle);
            }
        }
    }
    found.len()
}

/// The cells from this one to the next blocked one, if they are few enough.
fn gap(land: &Land, first: Cell, (dx, dy): (i32, i32)) -> Option<Vec<Cell>> {
    let at = |steps: i32| land.size.offset(first, dx * steps, dy * steps);
    let is_blocked = |cell: Option<Cell>| cell.is_some_and(|cell| land.is_blocked(cell));
    if !is_blocked(at(-1)) {
        return None;
    }
    let width = (1..=WIDTH_MAX).find(|steps| is_blocked(at(*steps)))?;
    (0..width).map(at).collect()
}

/// Whether the two sides of a gap are far apart without it.
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

/// Number of resource sites beside which a town could stand: near water, on mostly free ground, with a site of
/// another good near by, on the largest part of the land.
pub(super) fn town_sites(land: &Land) -> usize {
    let (part, areas) = land.parts();
    let largest = (0..areas.len()).max_by_key(|part| areas[*part]).unwrap_or(0) as u32;
    let water: Layer<bool> =
        land.surface.map(|surface| surface.is_sea_or_lake() || *surface == crate::land::Surface::River);
    let suits = |site: &&crate::land::Site| {
        let around: Vec<Cell> = land.size.square(site.cell, 3).collect();
        let free = around.iter().filter(|cell| !land.is_blocked(**cell)).count();
        let other = land.sites.iter().filter(|other| other.good != site.good);
        part[site.cell] == largest
            && free * 100 >= around.len() * FREE
            && land.size.square(site.cell, TO_WATER).any(|cell| water[cell])
            && other.into_iter().any(|other| other.cell.chebyshev(site.cell) <= TO_TRADE)
    };
    land.sites.iter().filter(suits).count()
}
