//! Walkers without a plan, and published findings about them.

use crate::ground::{EIGHT, RULES, at, drawn, free, row, suite, under};
use crate::kit::Dice;
use wayworn::graph::{Components, Hulls, NodeId, Terrain};
use wayworn::grid::{Cell, Size};
use wayworn::search::walkers::grid_line::GridLine;
use wayworn::search::walkers::potential::PotentialField;
use wayworn::search::{Algorithm, NoObserver, Step};

/// Number of steps of the walk, if it arrives.
fn steps(id: &str, terrain: &Terrain, start: NodeId, goal: NodeId) -> Option<usize> {
    row(id, terrain, start, goal).0.map(|path| path.len() - 1)
}

/// Small convex obstacles trouble no walker; a hollow stops all but wall followers.
#[test]
fn what_is_small_is_passed_and_what_is_hollow_is_not() {
    let pillars = suite("pillars");
    let (start, goal) = (at(&pillars, 0, 2), at(&pillars, 21, 2));
    let best = steps("astar", &pillars, start, goal).unwrap();
    for id in ["move-loop", "random-sidestep", "potential-field", "trace-simple", "trace-robust"] {
        let walked = steps(id, &pillars, start, goal).unwrap();
        assert!(walked >= best && walked <= best * 3 / 2, "{id}: {walked} for {best}");
    }
    let trap = suite("u-trap");
    let (start, goal) = (at(&trap, 2, 6), at(&trap, 20, 6));
    for id in ["move-loop", "random-sidestep", "potential-field"] {
        assert_eq!(steps(id, &trap, start, goal), None, "{id}");
    }
}

/// A reactive walker enters the trap and leaves it the long way; a planner never enters; nor does one that avoids the
/// hull, unless its goal is inside.
#[test]
fn only_planners_and_hull_avoiders_stay_out_of_the_trap() {
    let trap = suite("u-trap");
    let (start, goal) = (at(&trap, 2, 6), at(&trap, 20, 6));
    let is_inside = |node: &NodeId| {
        let Cell { x, y } = trap.cell(*node);
        (6..14).contains(&x) && (4..9).contains(&y)
    };
    let [planned, reacted, warned] = ["astar", "trace-simple", "avoid-hulls"]
        .map(|id| row(id, &trap, start, goal).0.unwrap_or_else(|| panic!("{id} arrives")));
    assert!(reacted.iter().any(is_inside) && !planned.iter().any(is_inside) && !warned.iter().any(is_inside));
    assert!(
        planned.len() <= warned.len() && 2 * warned.len() < 3 * planned.len() && reacted.len() > warned.len()
    );
    assert_eq!(row("move-loop", &trap, start, goal).0, None);
    let inside = at(&trap, 12, 6);
    assert!(row("avoid-hulls", &trap, start, inside).0.is_some(), "the goal is inside, so it goes in");
}

/// The hull of the trap is what lies between its arms, and nothing else; a wall without a hollow has none.
#[test]
fn hulls_are_what_obstacles_embrace() {
    let trap = suite("u-trap");
    let corner = at(&trap, 0, 0);
    let mut inside: Vec<NodeId> = Hulls::of(&trap).cells_outside_hulls_of([corner, corner]).collect();
    inside.sort_unstable();
    let between = |node: &NodeId| {
        let Cell { x, y } = trap.cell(*node);
        (6..14).contains(&x) && (4..9).contains(&y)
    };
    assert_eq!(inside, (0..trap.size().area() as NodeId).filter(between).collect::<Vec<_>>());
    assert_eq!(Hulls::of(&trap).cells_outside_hulls_of([corner, at(&trap, 9, 5)]).count(), 0);
    let triangle = drawn(&["......", ".@....", ".@@...", ".@.@..", ".@@@@.", "......"], EIGHT);
    assert_eq!(
        Hulls::of(&triangle).cells_outside_hulls_of([0, 0]).collect::<Vec<_>>(),
        [at(&triangle, 2, 3)]
    );
    let rows = ["......", ".@@@@.", "......", ".@....", "...@..", "......"];
    assert_eq!(Hulls::of(&drawn(&rows, EIGHT)).cells_outside_hulls_of([0, 0]).count(), 0);
}

/// Large obstacles are no problem for wall followers, and the simple rule is shorter; but in a hook it goes in
/// circles.
#[test]
fn the_simple_rule_goes_in_circles_where_the_robust_one_does_not() {
    let (trap, hook) = (suite("u-trap"), suite("hook"));
    for rule in RULES {
        let trap = under(&trap, rule);
        let ends = (at(&trap, 2, 6), at(&trap, 20, 6));
        let [simple, robust, combined] =
            ["trace-simple", "trace-robust", "trace-combined"].map(|id| steps(id, &trap, ends.0, ends.1));
        assert!(simple.is_some() && combined == simple && combined <= robust, "{rule:?}");
        let hook = under(&hook, rule);
        let (start, goal) = (at(&hook, 0, 5), at(&hook, 12, 5));
        assert_eq!(steps("trace-simple", &hook, start, goal), None, "{rule:?}");
        let [robust, combined] =
            ["trace-robust", "trace-combined"].map(|id| steps(id, &hook, start, goal).unwrap());
        assert!(combined >= robust, "{rule:?}: who circles first walks farther: {combined} and {robust}");
    }
}

/// On any ground, under every rule, the robust tracings arrive exactly if there is a path, and soon.
#[test]
fn robust_tracing_finds_a_way_exactly_if_there_is_one() {
    let mut dice = Dice(31);
    let mut counts = [0; 2];
    for round in 0..600 {
        let size = Size::new(4 + dice.below(12) as u16, 4 + dice.below(9) as u16);
        let share = 2 + dice.below(4);
        let prices = (0..size.area()).map(|_| if dice.below(share) == 0 { 0 } else { 1000 }).collect();
        let terrain = Terrain::new(size, prices, RULES[round % 3]).unwrap();
        let (nodes, components) = (free(&terrain), Components::of(&terrain));
        for _ in 0..8 {
            let (start, goal) = (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())]);
            let are_joined = components.are_connected(start, goal);
            counts[usize::from(are_joined)] += 1;
            for id in ["trace-robust", "trace-combined"] {
                let (path, tally) = row(id, &terrain, start, goal);
                assert_eq!(path.is_some(), are_joined, "{id} from {start} to {goal}");
                assert!(tally.expanded <= 40 * size.area() as u64, "{id} from {start} to {goal}: {tally:?}");
            }
        }
    }
    assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
}

/// A ball in a potential field only ever rolls downhill, and gets stuck in the hollow.
#[test]
fn potential_fields_have_hollows() {
    let trap = suite("u-trap");
    let mut field = PotentialField::new(&trap);
    field.begin(at(&trap, 2, 6), at(&trap, 20, 6));
    while field.step(&mut NoObserver) == Step::Working {}
    let walked = field.path();
    assert!(
        walked.len() > 8 && walked.windows(2).all(|two| field.potential(two[1]) < field.potential(two[0]))
    );
    let rest = trap.cell(walked[walked.len() - 1]);
    assert!((10..14).contains(&rest.x) && (4..9).contains(&rest.y), "{rest:?}");
}

/// A line visits each of its cells once, in straight steps, and is the same backwards to within a cell.
#[test]
fn lines_are_even() {
    for (dx, dy) in (0..9).flat_map(|dx| (0..9).map(move |dy| (dx, dy))) {
        let (from, to) = (Cell::new(10, 3), Cell::new(10 - dx, 3 + dy));
        let line = GridLine::new(from, to);
        assert_eq!(
            (line.cell_at(0), line.cell_at(line.step_count()), line.step_count()),
            (from, to, u32::from(dx + dy))
        );
        for place in 0..line.step_count() {
            let (here, next) = (line.cell_at(place), line.cell_at(place + 1));
            assert!(here.dir_to(next).is_some_and(|dir| !dir.is_diagonal()));
            assert_eq!(line.index_of(here), Some(place));
            let off = i32::from(10 - here.x) * i32::from(dy) - i32::from(here.y - 3) * i32::from(dx);
            assert!(2 * off.abs() <= i32::from(dx + dy), "{line:?} at {here:?}");
        }
    }
}
