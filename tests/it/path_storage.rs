//! Post-processing of paths.

use crate::ground::{EIGHT, at, drawn, free, row, suite};
use crate::kit::Dice;
use wayworn::graph::{NodeId, Terrain};
use wayworn::grid::Cell;
use wayworn::search::smoothing::{
    farthest_visible, path_length, remove_visible_stops, total_turn, with_fewer_turns,
};

fn paths_over(names: &[&str], count: usize, mut see: impl FnMut(&Terrain, &[NodeId])) {
    let mut dice = Dice(71);
    for name in names {
        let land = suite(name);
        let nodes = free(&land);
        for _ in 0..count {
            let (start, goal) = (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())]);
            if let Some(path) = row("astar", &land, start, goal).0 {
                see(&land, &path);
            }
        }
    }
}

/// Jumps to the farthest visible place are clear, no longer than the steps, and few.
#[test]
fn jumps_are_no_longer_than_steps() {
    let mut sums = [0; 3];
    paths_over(&["noise-20", "rooms", "maze", "u-trap", "pillars", "open"], 40, |land, path| {
        let jumped = farthest_visible(land, path);
        assert_eq!((jumped.first(), jumped.last()), (path.first(), path.last()));
        assert!(jumped.windows(2).all(|two| land.has_line_of_sight(two[0], two[1])));
        // Each line is rounded to the nearest by itself.
        assert!(path_length(land, &jumped) <= land.path_cost(path).unwrap() + path.len() as u64);
        let lengths = [
            land.path_cost(path).unwrap(),
            path_length(land, &remove_visible_stops(land, path)),
            path_length(land, &jumped),
        ];
        for (sum, length) in sums.iter_mut().zip(lengths) {
            *sum += length;
        }
    });
    assert!(sums[2] < sums[0]);
}

/// Lester's path starts diagonally down to the right; straight down first costs the same and turns less.
#[test]
fn lesters_first_step_is_straightened() {
    let land = drawn(&[".......", "...@...", "...@...", "...@...", "......."], EIGHT);
    let path = [(1, 2), (2, 3), (2, 4), (3, 4), (4, 4), (5, 3), (5, 2)].map(|(x, y)| at(&land, x, y));
    let better = with_fewer_turns(&land, &path);
    assert_eq!(land.path_cost(&better), land.path_cost(&path));
    assert_eq!(land.cell(better[1]), Cell::new(1, 3), "the first step goes straight down");
    assert_eq!((total_turn(&land, &path), total_turn(&land, &better)), (5, 4));
    let mut saved = 0;
    paths_over(&["noise-20", "rooms", "hills", "open"], 40, |land, path| {
        let better = with_fewer_turns(land, path);
        assert_eq!((better.first(), better.last()), (path.first(), path.last()));
        assert_eq!(land.path_cost(&better), land.path_cost(path));
        assert!(total_turn(land, &better) <= total_turn(land, path));
        saved += total_turn(land, path) - total_turn(land, &better);
    });
    assert!(saved > 10);
}

/// Smoothing is not planning: the path of fewest steps goes round one side, and smoothing never moves it to the other
/// side, where a straighter path is shorter.
#[test]
fn smoothing_is_not_planning() {
    let land = suite("smoothed");
    let (start, goal) = (at(&land, 0, 4), at(&land, 10, 4));
    let steps = row("astar", &land, start, goal).0.unwrap();
    let planned = row("theta", &land, start, goal).0.unwrap();
    assert!(planned.windows(2).all(|two| land.has_line_of_sight(two[0], two[1])));
    let smoothed = [remove_visible_stops(&land, &steps), farthest_visible(&land, &steps)]
        .map(|path| path_length(&land, &path));
    let planned = path_length(&land, &planned);
    assert!(smoothed.iter().all(|smoothed| 100 * smoothed > 105 * planned), "{smoothed:?} and {planned}");
}
