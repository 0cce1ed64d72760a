//! The planner's abstraction against exact search, floods, and itself built anew.

use crate::kit::Dice;
use wayworn::graph::{Corner, Moves, NodeId, Terrain};
use wayworn::grid::{Cell, Size};
use wayworn::plan::{Abstraction, Scratch};
use wayworn::search::catalogue::find;
use wayworn::search::{Step, Tally};

#[test]
fn ways_are_legal_found_and_nearly_cheapest() {
    let mut dice = Dice(3);
    for round in 0..40 {
        let size = Size::new(20 + dice.below(300) as u16, 20 + dice.below(300) as u16);
        let walls = dice.below(40) as u64;
        let prices: Vec<u16> = size
            .cells()
            .map(|cell| {
                let h = wayworn::land::mix(&[u64::from(cell.x / 5), u64::from(cell.y / 5), round]) % 5;
                let w = wayworn::land::mix(&[u64::from(cell.x), u64::from(cell.y), round, 9]) % 100;
                if w < walls { 0 } else { [1000, 2000, 3000, 5000, 7000][h as usize] }
            })
            .collect();
        let terrain = Terrain::new(size, prices, Moves::Eight(Corner::BothFree)).unwrap();
        let abstraction = Abstraction::new(size);
        let mut scratch = Scratch::default();
        let mut solver = find("astar").unwrap().solver(&terrain);
        let (mut found, mut sum, mut worst) = (0, 0.0, 0.0f64);
        for _ in 0..60 {
            let cell = |dice: &mut Dice| {
                Cell::new(dice.below(size.width.into()) as u16, dice.below(size.height.into()) as u16)
            };
            let (a, b) = (cell(&mut dice), cell(&mut dice));
            if terrain.is_wall(terrain.node(a)) || terrain.is_wall(terrain.node(b)) {
                continue;
            }
            solver.begin(terrain.node(a), terrain.node(b));
            let is_found = matches!(solver.run(u32::MAX, &mut Tally::default()), Step::Found(_));
            assert_eq!(abstraction.connected(&terrain, a, b), is_found, "{a:?} {b:?} {size:?}");
            let route = abstraction.route(&terrain, a, b, &mut scratch);
            assert_eq!(route.is_some(), is_found, "{a:?} {b:?} {size:?}");
            let Some(route) = route else { continue };
            let way = abstraction.unfold(&terrain, &terrain, a, &route, &mut scratch).expect("unfolded");
            let nodes: Vec<NodeId> = way.iter().map(|cell| terrain.node(*cell)).collect();
            assert_eq!((way[0], *way.last().unwrap()), (a, b));
            let cost = terrain.walk(&nodes).expect("legal");
            let best = terrain.walk(&solver.way()).unwrap();
            assert!(cost >= best);
            assert!(cost <= route.price, "refined {cost} {}", route.price);
            let ratio = f64::from(cost.max(1)) / f64::from(best.max(1));
            sum += ratio;
            found += 1;
            worst = worst.max(ratio);
        }
        assert!(sum <= 1.02 * f64::from(found) && worst < 1.25, "{size:?}: {sum} of {found}, {worst}");
    }
}
