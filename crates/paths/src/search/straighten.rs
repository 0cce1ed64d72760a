//! Ways made whole and prettier after the search: all cells between stops, lines of sight instead of steps, and turns
//! that cost nothing saved. What has been searched stays searched: the corners were chosen for steps, and a search that
//! knew of straight lines might have gone round the other side.

use super::any_angle::Theta;
use crate::graph::{Cost, Moves, NodeId, Terrain};
use crate::grid::{Cell, line};

/// Every cell of a way that names only stops, between which the ground is open: slanting first where that is allowed,
/// then straight.
pub fn filled(terrain: &Terrain, stops: &[NodeId]) -> Vec<NodeId> {
    let toward = |at: u16, to: u16| (i32::from(to) - i32::from(at)).signum();
    let mut way: Vec<NodeId> = stops.first().copied().into_iter().collect();
    for two in stops.windows(2) {
        let (mut here, to) = (terrain.cell(two[0]), terrain.cell(two[1]));
        while here != to {
            let dx = toward(here.x, to.x);
            let dy = if dx != 0 && terrain.rule() == Moves::Four { 0 } else { toward(here.y, to.y) };
            here = Cell::new((i32::from(here.x) + dx) as u16, (i32::from(here.y) + dy) as u16);
            way.push(terrain.node(here));
        }
    }
    way
}

/// The way without any place that its neighbours on the way can do without, because they see each other. For terrain
/// of one price only: a straight line may be shorter and dearer.
pub fn straightened(terrain: &Terrain, way: &[NodeId]) -> Vec<NodeId> {
    let mut kept = way.to_vec();
    let mut i = 0;
    while i + 2 < kept.len() {
        if terrain.is_clear(kept[i], kept[i + 2]) {
            kept.remove(i + 1);
            i = i.saturating_sub(1);
        } else {
            i += 1;
        }
    }
    kept
}

/// The way in jumps: from each place straight to the farthest place on the way that is seen from there. For terrain of
/// one price only.
pub fn jumps(terrain: &Terrain, way: &[NodeId]) -> Vec<NodeId> {
    let mut kept: Vec<NodeId> = way.first().copied().into_iter().collect();
    let mut at = 0;
    while at + 1 < way.len() {
        let seen = (at + 2..way.len()).rev().find(|ahead| terrain.is_clear(way[at], way[*ahead]));
        at = seen.unwrap_or(at + 1);
        kept.push(way[at]);
    }
    kept
}

/// Length of a way of straight lines in milli-steps, each line rounded to the nearest.
pub fn length(terrain: &Terrain, way: &[NodeId]) -> Cost {
    way.windows(2).map(|two| Theta::line(terrain, two[0], two[1])).sum()
}

/// How much a way over neighbouring cells turns, in eighths of a circle.
pub fn turning(terrain: &Terrain, way: &[NodeId]) -> u32 {
    let dir = |two: &[NodeId]| terrain.cell(two[0]).dir_to(terrain.cell(two[1]));
    let turn = |three: &[NodeId]| Some(dir(&three[..2])?.turn_to(dir(&three[1..])?) as u32);
    way.windows(3).filter_map(turn).sum()
}

/// The way with single cells exchanged for neighbours as long as it turns less and costs the same.
pub fn with_fewer_turns(terrain: &Terrain, way: &[NodeId]) -> Vec<NodeId> {
    let mut way = way.to_vec();
    let mut i = 1;
    while i + 1 < way.len() {
        let around = i.saturating_sub(2)..(i + 3).min(way.len());
        let (cost, turns) = (terrain.walk(&way[i - 1..i + 2]), turning(terrain, &way[around.clone()]));
        let held = way[i];
        let is_better = terrain.block_around(held).into_iter().any(|other| {
            way[i] = other;
            terrain.walk(&way[i - 1..i + 2]) == cost && turning(terrain, &way[around.clone()]) < turns
        });
        if is_better {
            // What comes before may now be straightened, too.
            i = i.saturating_sub(2).max(1);
        } else {
            way[i] = held;
            i += 1;
        }
    }
    way
}

/// A way of straight lines pulled taut over priced ground: where the price changes under a line it may turn, and turning
/// points move to neighbouring cells, or go, as long as that makes the way cheaper. It ends where no single such change
/// does, which on two grounds of one price each is the law of refraction.
pub fn taut(terrain: &Terrain, stops: &[NodeId]) -> Vec<NodeId> {
    let cost = |a: NodeId, b: NodeId, c: NodeId| Theta::line(terrain, a, b) + Theta::line(terrain, b, c);
    let sees = |a: NodeId, b: NodeId, c: NodeId| terrain.is_clear(a, b) && terrain.is_clear(b, c);
    let mut way = split_where_prices_change(terrain, stops);
    loop {
        let mut has_moved = false;
        for i in 1..way.len().max(1) - 1 {
            let (before, here, after) = (way[i - 1], way[i], way[i + 1]);
            let others = terrain.block_around(here).into_iter().filter(|other| sees(before, *other, after));
            let best = others.min_by_key(|other| cost(before, *other, after)).unwrap_or(here);
            if cost(before, best, after) < cost(before, here, after) {
                way[i] = best;
                has_moved = true;
            }
        }
        if has_moved {
            continue;
        }
        let needless = |three: &[NodeId]| {
            terrain.is_clear(three[0], three[2])
                && Theta::line(terrain, three[0], three[2]) <= cost(three[0], three[1], three[2])
        };
        let Some(i) = way.windows(3).position(needless) else { return way };
        way.remove(i + 1);
    }
}

/// The same stops, and between them the last cell of each price.
fn split_where_prices_change(terrain: &Terrain, stops: &[NodeId]) -> Vec<NodeId> {
    let mut split: Vec<NodeId> = stops.first().copied().into_iter().collect();
    for two in stops.windows(2) {
        let cells: Vec<Cell> = line(terrain.cell(two[0]), terrain.cell(two[1])).collect();
        let price = |cell: Cell| terrain.price(terrain.node(cell));
        let changes = cells.windows(2).filter(|two| price(two[0]) != price(two[1]));
        let turns = changes.map(|two| terrain.node(two[0])).filter(|node| terrain.is_clear(two[0], *node));
        split.extend(turns.chain([two[1]]));
    }
    split.dedup();
    split
}
