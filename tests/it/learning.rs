//! What is learned from searches and trips, on maps of the suite, beside the searches themselves.

use crate::ground::{EIGHT, at, free, row, suite};
use crate::kit::Dice;
use wayworn::graph::Terrain;
use wayworn::learning::crossing_costs::{CrossingCosts, GroundFeatures};
use wayworn::learning::learned_heuristic::{LearnedHeuristic, Lesson};
use wayworn::learning::least_squares::{LinearModel, Sample};
use wayworn::learning::path_breeding::PathBreeder;
use wayworn::learning::path_memory::{PathMemory, is_answer};
use wayworn::learning::reward_learning::{DISCOUNT, MarketRule, Markets, RewardLearner};
use wayworn::learning::value_iteration::{StateValues, TripsTo};
use wayworn::search::field::DistanceField;
use wayworn::search::{Algorithm, NoObserver, Step};

fn field(land: &Terrain, goal: u32) -> DistanceField<'_> {
    let mut field = DistanceField::new(land);
    field.begin(goal, goal);
    while field.step(&mut NoObserver) == Step::Working {}
    field
}

/// Stored answers are right where they were asked, mostly wrong elsewhere, and wrong where a wall has come.
#[test]
fn whole_paths_cannot_be_learned() {
    let (mut land, mut dice) = (suite("rooms"), Dice(5));
    let nodes = free(&land);
    let mut draw = |count: usize| -> Vec<(u32, u32)> {
        (0..count).map(|_| (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())])).collect()
    };
    let (asked, unasked) = (draw(200), draw(200));
    let mut memory = PathMemory::new(land.size());
    let paths: Vec<Vec<u32>> =
        asked.iter().map(|(start, goal)| row("astar", &land, *start, *goal).0.unwrap()).collect();
    for path in &paths {
        memory.store(path);
    }
    let legal = |land: &Terrain, of: &[(u32, u32)]| {
        of.iter()
            .filter(|(start, goal)| is_answer(land, &memory.answer(*start, *goal), *start, *goal))
            .count()
    };
    assert_eq!(legal(&land, &asked), 200);
    assert!(legal(&land, &unasked) < 20);
    let middle = paths[0][paths[0].len() / 2];
    land.set_price(middle, 0);
    assert!(legal(&land, &asked) < 200);
}

/// What crossings took becomes a price of the ground: the error falls, and the believed cheapest path becomes the true one.
#[test]
fn prices_are_learned_from_crossings() {
    let land = suite("hills");
    let (size, mut dice) = (land.size(), Dice(9));
    let feature = |node: u32| (!land.is_wall(node)).then(|| vec![1, i64::from(land.price(node)) / 1000 - 1]);
    let ground: GroundFeatures = (0..size.area() as u32).map(feature).collect();
    let (start, goal, nodes) = (at(&land, 1, 1), at(&land, 26, 18), free(&land));
    let mut learned = CrossingCosts::new(&[1000, 0]);
    let (mut errors, mut costs) = (Vec::new(), Vec::new());
    for trip in 0..60 {
        let ends = [start, goal].map(|end| if trip % 3 == 0 { end } else { nodes[dice.below(nodes.len())] });
        let believed = learned.terrain(size, &ground, EIGHT).unwrap();
        let path = row("astar", &believed, ends[0], ends[1]).0.unwrap();
        let took = land.path_cost(&path).unwrap() as i64;
        errors.push((learned.expected(size, &ground, &path) - took).abs());
        if trip % 3 == 0 {
            costs.push(took as u64);
        }
        learned.learn(size, &ground, &path, took);
    }
    let [first, last] = [&errors[..10], &errors[50..]].map(|part| part.iter().sum::<i64>());
    assert!(last * 20 < first, "{errors:?}");
    let best = field(&land, goal).cost_from(start).unwrap();
    assert!(costs[0] > best && costs[19] == best, "{costs:?} and {best}");
}

/// Searches with a learned heuristic expand less and less; where it exceeds the true cost is counted, and only there a
/// path may be dearer.
#[test]
fn learned_heuristics_save_expansions_and_may_exceed() {
    let land = suite("maze");
    let (nodes, mut dice) = (free(&land), Dice(3));
    for (lesson, share) in [(Lesson::Least, 90), (Lesson::Mean, 80)] {
        let mut learned = LearnedHeuristic::new(&land, 4, lesson);
        let (mut with, mut without, mut dearer) = (0, 0, 0);
        let mut over = 0;
        for round in 0..300 {
            let [start, goal] = [0, 1].map(|_| nodes[dice.below(nodes.len())]);
            let (path, tally) = learned.search(start, goal);
            let (best, plain) = LearnedHeuristic::new(&land, 4, lesson).search(start, goal);
            let extra = land.path_cost(&path).unwrap() - land.path_cost(&best).unwrap();
            if round >= 200 {
                (with, without) = (with + tally.expanded, without + plain.expanded);
            }
            if extra > 0 {
                dearer += 1;
                over += usize::from(learned.overestimates(goal) > 0);
            }
            learned.learn(&path);
        }
        assert!(with * 100 < without * share, "{lesson:?}: {with} of {without}");
        assert_eq!(over, dearer, "{lesson:?}: a dearer path without an estimate that exceeds");
    }
}

/// Three weights stand for all distances of open ground, also between cells that were never looked at.
#[test]
fn a_fit_is_small_and_knows_what_it_was_not_told() {
    let mut dice = Dice(11);
    let mut draw = |count: usize| -> Vec<Sample> {
        let sample = |_| {
            let [dx, dy] = [0, 1].map(|_| dice.below(40) as i64);
            Sample { features: vec![dx.max(dy), dx.min(dy), 1], value: 1000 * dx.max(dy) + 414 * dx.min(dy) }
        };
        (0..count).map(sample).collect()
    };
    let (known, unknown) = (draw(50), draw(50));
    let mut model = LinearModel::new(&[0; 3]);
    let (mut error, before) = (i64::MAX, model.mean_error(&unknown));
    for _ in 0..600 {
        model.descend(&known);
        let now = model.mean_squared_error(&known);
        assert!(now <= error.saturating_add(1), "{now} after {error}");
        error = now;
    }
    assert!(model.mean_error(&unknown) * 100 < before, "{} of {before}", model.mean_error(&unknown));
}

/// Whatever chance breeds, it is a path at best, and the cheapest path costs no more.
#[test]
fn bred_paths_are_never_cheaper_than_the_cheapest() {
    let mut reached = 0;
    for (name, from, to) in [("u-trap", (8, 6), (20, 6)), ("hook", (0, 5), (12, 5)), ("tiny", (0, 0), (4, 4))]
    {
        let land = suite(name);
        let (start, goal) = (at(&land, from.0, from.1), at(&land, to.0, to.1));
        let best = field(&land, goal).cost_from(start).unwrap();
        let mut breeder = PathBreeder::new(&land, start, goal, 60, 4);
        for _ in 0..40 {
            breeder.advance();
            if let Some(cost) = breeder.cost() {
                assert!(cost >= best, "{name}: {cost} and {best}");
                reached += 1;
            }
        }
    }
    assert!(reached > 20, "{reached}");
}

/// Values spread back from a goal are distances; a caravan that learns from rewards alone does better than the rules.
#[test]
fn values_spread_back_and_choices_are_learned() {
    let land = suite("hills");
    let goal = at(&land, 26, 18);
    let (world, exact) = (TripsTo { terrain: &land, goal }, field(&land, goal));
    let mut values = StateValues::from_ends(&world);
    while values.sweep(&world) > 0 {}
    for node in free(&land) {
        assert_eq!(values.value(node as usize), exact.cost_from(node).map(|cost| -(cost as i64)));
    }

    let places = [(1, 1), (3, 2), (25, 17), (26, 14), (22, 18)].map(|(x, y)| at(&land, x, y));
    let trips = places
        .iter()
        .map(|to| field(&land, *to))
        .map(|field| places.iter().map(|from| field.cost_from(*from).unwrap() as i64).collect());
    let markets = Markets { prices: vec![30_000, 30_000, 60_000, 60_000, 60_000], trips: trips.collect() };
    let (mut learner, mut dice) = (RewardLearner::new(25, 5), wayworn::learning::dice::Dice::new(1));
    let (mut at, mut before) = (0, 0);
    for _ in 0..4000 {
        let to = learner.choose(markets.state(at, before), &markets.others(at), 20, &mut dice);
        let reward = markets.reward(at, before, to);
        learner.learn(markets.state(at, before), to, reward, markets.state(to, at), 20);
        (at, before) = (to, at);
    }
    let taught = markets.mean_reward(60, |at, before| {
        learner.choose(markets.state(at, before), &markets.others(at), 0, &mut dice)
    });
    let nearest = markets.mean_reward(60, |at, before| markets.choose(MarketRule::Nearest, at, before));
    let mut planned = StateValues::discounted(&markets, DISCOUNT);
    while planned.sweep(&markets) > 0 {}
    let best = markets.mean_reward(60, |at, before| {
        planned.best(&markets, markets.state(at, before)).unwrap().0 / markets.count()
    });
    assert!(taught > nearest && taught <= best, "{nearest} {taught} {best}");
}
