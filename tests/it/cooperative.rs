//! Travellers that plan together never collide.

use crate::ground::{EIGHT, RULES, at, finish, free, open, row, suite, under};
use crate::kit::Dice;
use wayworn::graph::{NodeId, Terrain};
use wayworn::grid::Size;
use wayworn::search::cooperative::{Cooperative, TrueDistance};
use wayworn::search::field::DistanceField;
use wayworn::search::{Algorithm, Step};

/// Conflicts: two in one cell, swapped, or crossed paths. A traveller stays at its goal.
fn conflicts(terrain: &Terrain, walks: &[&[NodeId]]) -> usize {
    let ticks = walks.iter().map(|walk| walk.len()).max().unwrap();
    let when = |walk: &[NodeId], tick: usize| walk[tick.min(walk.len() - 1)];
    let middle = |a: NodeId, b: NodeId| {
        let (a, b) = (terrain.cell(a), terrain.cell(b));
        (a.x + b.x, a.y + b.y)
    };
    let mut count = 0;
    for (i, one) in walks.iter().enumerate() {
        for other in &walks[..i] {
            count += (0..ticks).filter(|tick| when(one, *tick) == when(other, *tick)).count();
            // Two that swap or cross meet halfway.
            let leg = |walk: &[NodeId], tick| middle(when(walk, tick), when(walk, tick + 1));
            count += (1..ticks).filter(|tick| leg(one, tick - 1) == leg(other, tick - 1)).count();
        }
    }
    count
}

fn is_walk(terrain: &Terrain, walk: &[NodeId]) -> bool {
    walk.windows(2).all(|two| two[0] == two[1] || terrain.step_cost(two[0], two[1]).is_some())
}

/// In a corridor plain paths collide; cooperative ones wait at the passing place.
#[test]
fn travellers_wait_for_each_other_at_the_passing_place() {
    let terrain = suite("passing-place");
    let (west, east) = (at(&terrain, 0, 1), at(&terrain, 12, 1));
    let plain = [(east, west), (west, east)].map(|(a, b)| row("astar", &terrain, a, b).0.unwrap());
    assert!(conflicts(&terrain, &[&plain[0], &plain[1]]) > 0);
    for window in [None, Some(16), Some(32)] {
        let mut together = Cooperative::new(&terrain, window);
        together.begin_all(&[(east, west), (west, east)]);
        assert_eq!(finish(&mut together), Step::Found(east), "{window:?}");
        let walks = together.trails();
        assert_eq!(conflicts(&terrain, &walks), 0, "{window:?}: {walks:?}");
        let bay = at(&terrain, 4, 2);
        assert!(walks[1].contains(&bay), "{window:?}: it steps aside: {walks:?}");
        assert!(walks[1].windows(2).any(|two| two[0] == two[1]), "{window:?}: it waits: {walks:?}");
        assert_eq!((walks[0].last(), walks[1].last()), (Some(&west), Some(&east)));
    }
}

/// Without room to pass, none is invented.
#[test]
fn no_traveller_passes_in_a_corridor_without_room() {
    let terrain = suite("corridor");
    for window in [None, Some(16)] {
        let mut together = Cooperative::new(&terrain, window);
        together.begin_all(&[(0, 39), (39, 0)]);
        assert_eq!(finish(&mut together), Step::Exhausted);
        assert_eq!(conflicts(&terrain, &together.trails()), 0);
    }
    let mut alone = Cooperative::new(&terrain, None);
    alone.begin_all(&[(0, 39)]);
    assert_eq!(finish(&mut alone), Step::Found(39));
    assert_eq!(alone.trails()[0], (0..40).collect::<Vec<_>>());
}

/// Random crowds: never a conflict, and most crowds arrive.
#[test]
fn crowds_never_collide() {
    let mut dice = Dice(41);
    let mut arrived = [0; 2];
    let mut waited = 0;
    for round in 0..120 {
        let size = Size::new(6 + dice.below(6) as u16, 6 + dice.below(6) as u16);
        let prices = (0..size.area()).map(|_| [0, 1000, 1000, 1000, 3000][dice.below(5)]).collect();
        let terrain = Terrain::new(size, prices, RULES[round % 3]).unwrap();
        let mut places = [free(&terrain), free(&terrain)];
        let components = wayworn::graph::Components::of(&terrain);
        let mut ends = Vec::new();
        while ends.len() < 8 && !places[1].is_empty() {
            let [starts, goals] = &mut places;
            let start = starts.swap_remove(dice.below(starts.len()));
            let goal = goals.swap_remove(dice.below(goals.len()));
            if components.are_connected(start, goal) {
                ends.push((start, goal));
            }
        }
        for (kind, window) in [None, Some(8)].into_iter().enumerate() {
            let mut together = Cooperative::new(&terrain, window);
            together.begin_all(&ends);
            let end = finish(&mut together);
            let walks = together.trails();
            assert!(walks.iter().all(|walk| is_walk(&terrain, walk)));
            assert_eq!(conflicts(&terrain, &walks), 0, "{window:?} {ends:?}");
            if end != Step::Exhausted {
                arrived[kind] += 1;
                assert!(walks.iter().zip(&ends).all(|(walk, (_, goal))| walk.last() == Some(goal)));
            }
            waited += walks.iter().flat_map(|walk| walk.windows(2)).filter(|two| two[0] == two[1]).count();
        }
    }
    assert!(arrived.iter().all(|count| *count > 80), "{arrived:?}");
    assert!(waited > 100);
}

/// Backward distances computed on demand equal those of a whole flood, and cost less.
#[test]
fn resumed_distances_are_true() {
    let mut dice = Dice(42);
    for (name, rule) in ["hills", "noise-20", "maze"].into_iter().zip(RULES) {
        let terrain = under(&suite(name), rule);
        let nodes = free(&terrain);
        let (start, goal) = (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())]);
        let mut field = DistanceField::new(&terrain);
        field.begin(start, goal);
        finish(&mut field);
        let distance = TrueDistance::new(&terrain, start, goal);
        for _ in 0..200 {
            let node = nodes[dice.below(nodes.len())];
            assert_eq!(distance.cost_from(node), field.cost_from(node), "{name}");
        }
    }
    let ground = open(40, 40, EIGHT);
    let distance = TrueDistance::new(&ground, at(&ground, 3, 3), at(&ground, 30, 20));
    assert_eq!(distance.cost_from(at(&ground, 3, 3)), Some(17 * 1414 + 10 * 1000));
    assert!(distance.expansions() < 60, "{}", distance.expansions());
}
