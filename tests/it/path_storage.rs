//! Ways stored in less, and made prettier.

use crate::ground::{EIGHT, at, drawn, free, row, solve, suite, way_of};
use crate::kit::Dice;
use wayworn::graph::{Graph, HexGrid, NodeId, Terrain};
use wayworn::grid::{Cell, Dir8, Size};
use wayworn::search::packing::{TurnedRuns, absolute, bytes, directions, relative};
use wayworn::search::provisions::Provisions;
use wayworn::search::straighten::{jumps, length, straightened, turning, with_fewer_turns};
use wayworn::search::{BestFirst, Frontier, Rank};

fn ways_over(names: &[&str], count: usize, mut see: impl FnMut(&Terrain, &[NodeId])) {
    let mut dice = Dice(71);
    for name in names {
        let land = suite(name);
        let nodes = free(&land);
        for _ in 0..count {
            let (start, goal) = (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())]);
            if let Some(way) = row("astar", &land, start, goal).0 {
                see(&land, &way);
            }
        }
    }
}

fn dirs(land: &Terrain, way: &[NodeId]) -> Vec<Dir8> {
    directions(&way.iter().map(|node| land.cell(*node)).collect::<Vec<_>>()).unwrap()
}

/// Told by their turns, ways come back as they were. On hexagons the cheapest ways need three codes of six: whoever turns
/// by a third of a circle could have gone there at once, as the price is that of the cell entered.
#[test]
fn turns_tell_directions() {
    ways_over(&["noise-20", "hills", "maze"], 40, |land, way| {
        let codes: Vec<u8> = dirs(land, way).into_iter().map(|dir| dir as u8).collect();
        let turns = relative(&codes, 8);
        assert_eq!(absolute(&turns, 8), codes);
        assert!(turns.iter().skip(1).all(|turn| *turn != 4), "nobody turns back");
    });
    let mut dice = Dice(72);
    let mut seen = [[0u32; 6]; 2];
    for round in 0..300 {
        let size = Size::new(14, 14);
        let mut price = |_| match dice.below(8) {
            0 | 1 => 0,
            2..5 if round % 2 == 1 => 9000,
            _ => 1000,
        };
        let prices = (0..size.area()).map(&mut price).collect();
        let board = HexGrid { size, prices };
        let goal = size.area() as u32 - 1;
        let mut search = BestFirst::new(&board, Frontier::default(), Rank::AStar);
        if board.prices[0] == 0 || board.prices[goal as usize] == 0 {
            continue;
        }
        let Some(way) = way_of(&mut search, 0, goal).0 else { continue };
        let step = |two: &[NodeId]| {
            let [a, b] = [two[0], two[1]].map(|node| size.cell(node as usize));
            HexGrid::direction(a, b).unwrap()
        };
        let codes: Vec<u8> = way.windows(2).map(step).collect();
        let turns = relative(&codes, 6);
        assert_eq!(absolute(&turns, 6), codes);
        for turn in &turns[1..] {
            seen[round % 2][usize::from(*turn)] += 1;
        }
    }
    assert!(seen[0][0] > 100 && seen[0][1] > 100 && seen[0][5] > 100);
    assert!(seen.iter().all(|seen| seen[2..5] == [0, 0, 0]), "straight on, or a sixth to one side: {seen:?}");
}

/// Without straight on, back, and the widest turns there are four codes of a turn: two bits.
#[test]
fn four_turns_of_eight_are_enough() {
    let mut packed = [0; 3];
    ways_over(&["noise-20", "rooms", "maze", "hills", "u-trap"], 60, |land, way| {
        let dirs = dirs(land, way);
        if dirs.is_empty() {
            return;
        }
        let runs = TurnedRuns::of(&dirs).unwrap_or_else(|| panic!("{dirs:?}"));
        assert_eq!(runs.directions(), dirs);
        assert!(runs.rest.iter().all(|(code, _)| *code < 4));
        assert_eq!(runs.len_bits(), 11 + 10 * runs.rest.len());
        for (sum, bits) in packed.iter_mut().zip([runs.len_bits(), 3 * dirs.len(), 32 * way.len()]) {
            *sum += bits;
        }
    });
    assert!(packed[0] < packed[2] / 4, "{packed:?}");
    assert_eq!(TurnedRuns::of(&[Dir8::North, Dir8::South]), None);
    assert_eq!(TurnedRuns::of(&[Dir8::North, Dir8::SouthEast]), None);
    assert_eq!(TurnedRuns::of(&[Dir8::North; 256]), None);
    assert_eq!(TurnedRuns::of(&[]), None);
}

/// Fifty of three hundred units on the way, a hundred steps each: less than 50 k whatever is done.
#[test]
fn packing_is_seldom_worth_it() {
    assert_eq!([32, 3, 2].map(|bits| bytes(50, 100, bits)), [20_000, 1_875, 1_250]);
    assert!(bytes(50, 100, 32) < 50 * 1024);
    assert_eq!(bytes(300, 100, 32), 120_000, "all at once is another matter, and still small");
}

/// A walker with provisions arrives as cheaply as with the whole way, and never carries more than he may.
#[test]
fn provisions_are_enough() {
    let land = suite("hills");
    let (start, goal) = (0, land.node_count() - 1);
    let best = solve(&mut BestFirst::new(&land, Frontier::default(), Rank::AStar), &land, start, goal).0;
    for (most, reserve) in [(1, 0), (6, 2), (10, 0), (10, 9), (1000, 3)] {
        let mut provisions = Provisions::new(most, reserve);
        let mut walked = vec![start];
        let ask = |from| {
            let way = row("astar", &land, from, goal).0;
            way.filter(|way| way.len() > 1)
        };
        while let Some(next) = provisions.next(walked[walked.len() - 1], ask) {
            walked.push(next);
            assert!(walked.len() < 1000);
        }
        assert_eq!((walked.last(), land.walk(&walked)), (Some(&goal), best), "{most} {reserve}");
        assert_eq!(provisions.bytes_max(), 4 * most);
        let steps = walked.len() - 1;
        let once = (steps.saturating_sub(most)).div_ceil(most - reserve) + 1;
        assert_eq!(provisions.searches as usize, once, "{most} {reserve}, {steps} steps");
    }
    let mut lost = Provisions::new(5, 1);
    assert_eq!(lost.next(start, |_| None), None);
}

/// Jumps to the farthest place in sight are clear, no longer than the steps, and few.
#[test]
fn jumps_are_no_longer_than_steps() {
    let mut sums = [0; 3];
    ways_over(&["noise-20", "rooms", "maze", "u-trap", "pillars", "open"], 40, |land, way| {
        let jumped = jumps(land, way);
        assert_eq!((jumped.first(), jumped.last()), (way.first(), way.last()));
        assert!(jumped.windows(2).all(|two| land.is_clear(two[0], two[1])));
        // Lines are rounded each for itself, to the nearest.
        assert!(length(land, &jumped) <= land.walk(way).unwrap() + way.len() as u64);
        let lengths =
            [land.walk(way).unwrap(), length(land, &straightened(land, way)), length(land, &jumped)];
        for (sum, length) in sums.iter_mut().zip(lengths) {
            *sum += length;
        }
    });
    assert!(sums[2] < sums[0]);
}

/// Lester's way begins down and to the right; straight down first costs the same and turns less.
#[test]
fn lesters_first_step_is_straightened() {
    let land = drawn(&[".......", "...@...", "...@...", "...@...", "......."], EIGHT);
    let way = [(1, 2), (2, 3), (2, 4), (3, 4), (4, 4), (5, 3), (5, 2)].map(|(x, y)| at(&land, x, y));
    let better = with_fewer_turns(&land, &way);
    assert_eq!(land.walk(&better), land.walk(&way));
    assert_eq!(land.cell(better[1]), Cell::new(1, 3), "the first step goes straight down");
    assert_eq!((turning(&land, &way), turning(&land, &better)), (5, 4));
    let mut saved = 0;
    ways_over(&["noise-20", "rooms", "hills", "open"], 40, |land, way| {
        let better = with_fewer_turns(land, way);
        assert_eq!((better.first(), better.last()), (way.first(), way.last()));
        assert_eq!(land.walk(&better), land.walk(way));
        assert!(turning(land, &better) <= turning(land, way));
        saved += turning(land, way) - turning(land, &better);
    });
    assert!(saved > 10);
}

/// Smoothing is not planning: the way of fewest steps goes round one side, and no smoothing leads it round the other,
/// where a straighter way is shorter.
#[test]
fn smoothing_is_not_planning() {
    let land = suite("smoothed");
    let (start, goal) = (at(&land, 0, 4), at(&land, 10, 4));
    let steps = row("astar", &land, start, goal).0.unwrap();
    let planned = row("theta", &land, start, goal).0.unwrap();
    assert!(planned.windows(2).all(|two| land.is_clear(two[0], two[1])));
    let smoothed = [straightened(&land, &steps), jumps(&land, &steps)].map(|way| length(&land, &way));
    let planned = length(&land, &planned);
    assert!(smoothed.iter().all(|smoothed| 100 * smoothed > 105 * planned), "{smoothed:?} and {planned}");
}
