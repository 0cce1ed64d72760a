//! Post-processing of paths: filling in the cells between stops, lines of sight instead of steps, and fewer turns at
//! the same cost. The corners were chosen for steps, so that a search with straight lines might have gone round the
//! other side.

use super::any_angle::ThetaStar;
use crate::graph::{Cost, Moves, NodeId, Terrain};
use crate::grid::{Cell, line};

/// Every cell of a path that lists only stops with open ground between them: diagonal steps first where they are
/// allowed, then straight ones.
pub fn fill_in(terrain: &Terrain, stops: &[NodeId]) -> Vec<NodeId> {
    let mut path: Vec<NodeId> = stops.first().copied().into_iter().collect();
    for two in stops.windows(2) {
        extend_to(terrain, &mut path, two[0], two[1]);
    }
    path
}

/// Adds the cells after `from` up to `to`: diagonal steps first where they are allowed, then straight ones.
pub(super) fn extend_to(terrain: &Terrain, path: &mut Vec<NodeId>, from: NodeId, to: NodeId) {
    let (a, b) = (terrain.cell(from), terrain.cell(to));
    let (dx, dy) = (i32::from(b.x) - i32::from(a.x), i32::from(b.y) - i32::from(a.y));
    let (across, down) = (dx.signum(), dy.signum() * i32::from(terrain.size().width));
    let (wide, high) = (dx.unsigned_abs(), dy.unsigned_abs());
    let legs = if terrain.moves() == Moves::Four {
        [(wide, across), (high, down)]
    } else {
        let rest = if wide > high { across } else { down };
        [(wide.min(high), across + down), (wide.abs_diff(high), rest)]
    };
    let mut here = from;
    for (steps, offset) in legs {
        path.extend((0..steps).map(|_| {
            here = here.wrapping_add_signed(offset);
            here
        }));
    }
}

/// The path without the cells whose neighbours on the path see each other. For terrain of one price only: a straight
/// line may be shorter and dearer.
pub fn remove_visible_stops(terrain: &Terrain, path: &[NodeId]) -> Vec<NodeId> {
    let mut result = path.to_vec();
    let mut i = 0;
    while i + 2 < result.len() {
        if terrain.has_line_of_sight(result[i], result[i + 2]) {
            result.remove(i + 1);
            i = i.saturating_sub(1);
        } else {
            i += 1;
        }
    }
    result
}

/// The path in jumps, from each cell straight to the farthest visible cell of the path. For terrain of one price only.
pub fn farthest_visible(terrain: &Terrain, path: &[NodeId]) -> Vec<NodeId> {
    let mut result: Vec<NodeId> = path.first().copied().into_iter().collect();
    let mut at = 0;
    while at + 1 < path.len() {
        let seen = (at + 2..path.len()).rev().find(|ahead| terrain.has_line_of_sight(path[at], path[*ahead]));
        at = seen.unwrap_or(at + 1);
        result.push(path[at]);
    }
    result
}

/// Length of a path of straight lines in milli-steps, with each line rounded to the nearest.
pub fn path_length(terrain: &Terrain, path: &[NodeId]) -> Cost {
    path.windows(2).map(|two| ThetaStar::line_cost(terrain, two[0], two[1])).sum()
}

/// Total turn of a path of neighbouring cells, in eighths of a circle.
pub fn total_turn(terrain: &Terrain, path: &[NodeId]) -> u32 {
    let dir = |two: &[NodeId]| terrain.cell(two[0]).dir_to(terrain.cell(two[1]));
    let turn = |three: &[NodeId]| Some(dir(&three[..2])?.turn_to(dir(&three[1..])?) as u32);
    path.windows(3).filter_map(turn).sum()
}

/// The path with single cells replaced by neighbours as long as that reduces its total turn at the same cost.
pub fn with_fewer_turns(terrain: &Terrain, path: &[NodeId]) -> Vec<NodeId> {
    let mut path = path.to_vec();
    let mut i = 1;
    while i + 1 < path.len() {
        let around = i.saturating_sub(2)..(i + 3).min(path.len());
        let (cost, turns) =
            (terrain.path_cost(&path[i - 1..i + 2]), total_turn(terrain, &path[around.clone()]));
        let original = path[i];
        let is_better = terrain.neighbourhood(original).into_iter().any(|other| {
            path[i] = other;
            terrain.path_cost(&path[i - 1..i + 2]) == cost
                && total_turn(terrain, &path[around.clone()]) < turns
        });
        if is_better {
            // The previous part may be straighter now, too.
            i = i.saturating_sub(2).max(1);
        } else {
            path[i] = original;
            i += 1;
        }
    }
    path
}

/// A path of straight lines pulled taut over priced ground: a line may turn where the price changes under it, and
/// turning points move to neighbouring cells, or vanish, as long as that makes the path cheaper. The result is a local
/// optimum, which for two grounds of one price each is the law of refraction.
pub fn pull_taut(terrain: &Terrain, stops: &[NodeId]) -> Vec<NodeId> {
    let cost = |a: NodeId, b: NodeId, c: NodeId| {
        ThetaStar::line_cost(terrain, a, b) + ThetaStar::line_cost(terrain, b, c)
    };
    let sees =
        |a: NodeId, b: NodeId, c: NodeId| terrain.has_line_of_sight(a, b) && terrain.has_line_of_sight(b, c);
    let mut path = split_where_prices_change(terrain, stops);
    loop {
        let mut has_moved = false;
        for i in 1..path.len().max(1) - 1 {
            let (before, here, after) = (path[i - 1], path[i], path[i + 1]);
            let others = terrain.neighbourhood(here).into_iter().filter(|other| sees(before, *other, after));
            let best = others.min_by_key(|other| cost(before, *other, after)).unwrap_or(here);
            if cost(before, best, after) < cost(before, here, after) {
                path[i] = best;
                has_moved = true;
            }
        }
        if has_moved {
            continue;
        }
        let needless = |three: &[NodeId]| {
            terrain.has_line_of_sight(three[0], three[2])
                && ThetaStar::line_cost(terrain, three[0], three[2]) <= cost(three[0], three[1], three[2])
        };
        let Some(i) = path.windows(3).position(needless) else { return path };
        path.remove(i + 1);
    }
}

/// The same stops, with the last cell of each price between them.
fn split_where_prices_change(terrain: &Terrain, stops: &[NodeId]) -> Vec<NodeId> {
    let mut split: Vec<NodeId> = stops.first().copied().into_iter().collect();
    for two in stops.windows(2) {
        let cells: Vec<Cell> = line(terrain.cell(two[0]), terrain.cell(two[1])).collect();
        let price = |cell: Cell| terrain.price(terrain.node(cell));
        let changes = cells.windows(2).filter(|two| price(two[0]) != price(two[1]));
        let turns =
            changes.map(|two| terrain.node(two[0])).filter(|node| terrain.has_line_of_sight(two[0], *node));
        split.extend(turns.chain([two[1]]));
    }
    split.dedup();
    split
}
