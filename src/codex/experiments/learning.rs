//! Experiments of the chapter about learning.

use super::findings::Findings;
use super::lands::{EIGHT, found};
use crate::graph::{Components, Graph, NodeId, Terrain};
use crate::grid::Cell;
use crate::lab::LabMap;
use crate::learning::crossing_costs::{CrossingCosts, GroundFeatures};
use crate::learning::dice::Dice;
use crate::learning::learned_heuristic::{LearnedHeuristic, Lesson};
use crate::learning::least_squares::{LinearModel, Sample};
use crate::learning::path_breeding::PathBreeder;
use crate::learning::path_memory::{PathMemory, is_answer};
use crate::learning::reward_learning::{DISCOUNT, MarketRule, Markets, RewardLearner};
use crate::learning::value_iteration::{StateValues, TripsTo};
use crate::search::field::DistanceField;
use crate::search::{Algorithm, NoObserver, Step, Tally};

/// All distances to a node.
fn field(terrain: &Terrain, goal: NodeId) -> (DistanceField<'_>, Tally) {
    let (mut field, mut tally) = (DistanceField::new(terrain), Tally::default());
    field.begin(goal, goal);
    while field.step(&mut tally) == Step::Working {}
    (field, tally)
}

/// The cheapest path.
fn best_path(terrain: &Terrain, start: NodeId, goal: NodeId) -> Option<Vec<NodeId>> {
    let mut field = DistanceField::new(terrain);
    field.begin(start, goal);
    while field.step(&mut NoObserver) == Step::Working {}
    field.cost_from(start).map(|_| field.path())
}

/// Cells that are connected to the map's start.
fn connected(map: &LabMap, terrain: &Terrain) -> Vec<NodeId> {
    let (components, start) = (Components::of(terrain), terrain.node(map.start()));
    let is_free = |node: &NodeId| !terrain.is_wall(*node) && components.are_connected(start, *node);
    (0..map.size().area() as NodeId).filter(is_free).collect()
}

fn pair(nodes: &[NodeId], dice: &mut Dice) -> (NodeId, NodeId) {
    (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())])
}

fn percent(part: usize, of: usize) -> i64 {
    (100 * part / of.max(1)) as i64
}

/// Paths that are stored.
const STORED: usize = 60;

/// Stores paths between chance ends and answers questions with the most similar one.
pub(super) fn memory(map: &LabMap) -> Option<Findings> {
    let mut terrain = map.terrain(EIGHT)?;
    let (nodes, mut dice) = (connected(map, &terrain), Dice::new(1));
    let mut memory = PathMemory::new(map.size());
    let mut asked = vec![(terrain.node(map.start()), terrain.node(map.goal()))];
    asked.extend((1..STORED).map(|_| pair(&nodes, &mut dice)));
    for (start, goal) in &asked {
        memory.store(&best_path(&terrain, *start, *goal)?);
    }
    let unasked: Vec<_> = (0..STORED).map(|_| pair(&nodes, &mut dice)).collect();
    let right = |terrain: &Terrain, pairs: &[(NodeId, NodeId)]| {
        let is_right = |(start, goal): &&(NodeId, NodeId)| {
            is_answer(terrain, &memory.answer(*start, *goal), *start, *goal)
        };
        percent(pairs.iter().filter(is_right).count(), pairs.len())
    };
    let lengths: Vec<usize> = asked.iter().map(|(start, goal)| memory.answer(*start, *goal).len()).collect();
    let before = (right(&terrain, &asked), right(&terrain, &unasked));
    // A cell in the middle of the first path becomes a wall.
    let first = memory.answer(asked[0].0, asked[0].1);
    terrain.set_price(first[first.len() / 2], 0);
    Some(found(&[
        ("stored", STORED as i64),
        ("asked_right", before.0),
        ("unasked_right", before.1),
        ("changed_right", right(&terrain, &asked)),
        ("shortest", lengths.iter().min().copied()? as i64),
        ("longest", lengths.iter().max().copied()? as i64),
    ]))
}

/// What a cell looks like: ground, wood (up to cost 4), foes (more).
fn look(cost: u16) -> Option<Vec<i64>> {
    let more = i64::from(cost / 1000) - 1;
    match cost / 1000 {
        0 if cost == 0 => None,
        0..=4 => Some(vec![1, more.max(0), 0]),
        _ => Some(vec![1, 0, more]),
    }
}

/// Believes all ground plain, and learns its price from how long crossings take.
pub(super) fn crossings(map: &LabMap) -> Option<Findings> {
    let truth = map.terrain(EIGHT)?;
    let (size, ground): (_, GroundFeatures) =
        (map.size(), map.costs().iter().map(|cost| look(*cost)).collect());
    let (start, goal) = (truth.node(map.start()), truth.node(map.goal()));
    let (nodes, mut dice) = (connected(map, &truth), Dice::new(4));
    let mut learned = CrossingCosts::new(&[1000, 0, 0]);
    let (mut errors, mut costs) = (Vec::new(), Vec::new());
    for trip in 0..90 {
        let is_own = trip % 3 == 0;
        let (from, to) = if is_own { (start, goal) } else { pair(&nodes, &mut dice) };
        let path = best_path(&learned.terrain(size, &ground, EIGHT)?, from, to)?;
        let exact = truth.path_cost(&path)? as i64;
        // Weather and chance: up to a twentieth more or less.
        let took = exact * (950 + dice.below(101) as i64) / 1000;
        errors.push((learned.expected(size, &ground, &path) - took).abs());
        if is_own {
            costs.push(exact);
        }
        learned.learn(size, &ground, &path, took);
    }
    let mean = |part: &[i64]| part.iter().sum::<i64>() / part.len() as i64;
    let thirds: Vec<i64> = errors.chunks(3).map(mean).collect();
    let figures = [
        ("first_error", mean(&errors[..15])),
        ("last_error", mean(&errors[75..])),
        ("first_cost", costs[0]),
        ("last_cost", *costs.last()?),
        ("best_cost", truth.path_cost(&best_path(&truth, start, goal)?)? as i64),
        ("price_of_ground", learned.price_of_feature(0)),
        ("price_of_wood", learned.price_of_feature(1)),
        ("price_of_foes", learned.price_of_feature(2)),
    ];
    let findings = found(&figures).with_curve("error of the prediction", thirds);
    Some(findings.with_curve("true cost of the path from start to goal", costs))
}

/// Searches of a course, and how many at its ends are compared.
const SEARCHES: usize = 120;
const COMPARED: usize = 30;
/// Side of a block of the learned heuristic, in cells.
const SIDE: u16 = 4;

/// Searches between chance ends with a heuristic that learns from each path.
pub(super) fn heuristic(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let nodes = connected(map, &terrain);
    let course = |lesson| {
        let (mut learned, mut dice) = (LearnedHeuristic::new(&terrain, SIDE, lesson), Dice::new(6));
        let (mut saved, mut plain_work, mut work, mut dearer) = (Vec::new(), 0, 0, 0);
        for search in 0..SEARCHES {
            let (start, goal) = pair(&nodes, &mut dice);
            let (path, tally) = learned.search(start, goal);
            let (best, plain) = LearnedHeuristic::new(&terrain, SIDE, lesson).search(start, goal);
            saved.push((plain.expanded, tally.expanded));
            dearer += i64::from(terrain.path_cost(&path) > terrain.path_cost(&best));
            if search + COMPARED >= SEARCHES {
                (plain_work, work) = (plain_work + plain.expanded as i64, work + tally.expanded as i64);
            }
            learned.learn(&path);
        }
        let share = |part: &[(u64, u64)]| {
            let sum = |of: fn(&(u64, u64)) -> u64| part.iter().map(of).sum::<u64>() as i64;
            100 * sum(|both| both.1) / sum(|both| both.0).max(1)
        };
        let curve: Vec<i64> = saved.chunks(10).map(share).collect();
        (curve, plain_work, work, dearer, learned.overestimates(terrain.node(map.goal())) as i64)
    };
    let (least, mean) = (course(Lesson::Least), course(Lesson::Mean));
    let untaught =
        LearnedHeuristic::new(&terrain, SIDE, Lesson::Mean).overestimates(terrain.node(map.goal()));
    let figures = [
        ("plain_expanded", least.1),
        ("least_expanded", least.2),
        ("least_dearer", least.3),
        ("least_over", least.4),
        ("mean_expanded", mean.2),
        ("mean_dearer", mean.3),
        ("mean_over", mean.4),
        ("untaught_over", untaught as i64),
        ("searches", SEARCHES as i64),
        ("compared", COMPARED as i64),
        ("cells", nodes.len() as i64),
    ];
    let findings = found(&figures).with_curve("percent of the plain search's nodes, least ratios", least.0);
    Some(findings.with_curve("the same, mean ratios", mean.0))
}

/// Fits three weights to some distances of the map and asks them for others.
pub(super) fn fit(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let (nodes, mut dice) = (connected(map, &terrain), Dice::new(8));
    let mut draw = || -> Option<Vec<Sample>> {
        let mut samples = Vec::new();
        for _ in 0..4 {
            let (_, goal) = pair(&nodes, &mut dice);
            let (field, _) = field(&terrain, goal);
            for _ in 0..15 {
                let (start, _) = pair(&nodes, &mut dice);
                let [a, b] = [start, goal].map(|node| terrain.cell(node));
                let (dx, dy) = (i64::from(a.x.abs_diff(b.x)), i64::from(a.y.abs_diff(b.y)));
                samples.push(Sample {
                    features: vec![dx.max(dy), dx.min(dy), 1],
                    value: field.cost_from(start)? as i64,
                });
            }
        }
        Some(samples)
    };
    let (told, untold) = (draw()?, draw()?);
    let mut model = LinearModel::new(&[0, 0, 0]);
    let (mut errors, mut rises) = (vec![model.mean_error(&told)], 0);
    let (before, mut squared) = (model.mean_error(&untold), model.mean_squared_error(&told));
    for _ in 0..120 {
        model.descend(&told);
        let now = model.mean_squared_error(&told);
        rises += i64::from(now > squared + squared / 1000);
        squared = now;
        errors.push(model.mean_error(&told));
    }
    let figures = [
        ("weights", 3),
        ("pairs", (nodes.len() * nodes.len()) as i64),
        ("first_error", errors[0]),
        ("last_error", *errors.last()?),
        ("untold_first_error", before),
        ("untold_last_error", model.mean_error(&untold)),
        ("rises", rises),
    ];
    Some(found(&figures).with_curve("mean error, step by step", errors))
}

/// Generations that are bred.
const GENERATIONS: usize = 60;

/// Breeds paths from start to goal, generation by generation.
pub(super) fn genetic(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let (start, goal) = (terrain.node(map.start()), terrain.node(map.goal()));
    let best = field(&terrain, goal).0.cost_from(start)? as i64;
    let steps = 3 * (map.size().width + map.size().height) / 2;
    let mut breeder = PathBreeder::new(&terrain, start, goal, steps.into(), 5);
    let (mut costs, mut below) = (Vec::new(), 0);
    for _ in 0..GENERATIONS {
        breeder.advance();
        let Some(cost) = breeder.cost() else { continue };
        below += i64::from((cost as i64) < best);
        costs.push(cost as i64);
    }
    let figures = [
        ("optimum", best),
        ("first_cost", costs.first().copied().unwrap_or(0)),
        ("last_cost", costs.last().copied().unwrap_or(0)),
        ("below", below),
        ("generations", GENERATIONS as i64),
        ("walks", 60 * GENERATIONS as i64),
    ];
    Some(found(&figures).with_curve("cost of the best, generation by generation", costs))
}

/// Spreads values back from the goal, sweep by sweep, until nothing changes.
pub(super) fn values(map: &LabMap) -> Option<Findings> {
    let terrain = map.terrain(EIGHT)?;
    let (start, goal) = (terrain.node(map.start()), terrain.node(map.goal()));
    let world = TripsTo { terrain: &terrain, goal };
    let (mut values, mut changes) = (StateValues::from_ends(&world), Vec::new());
    loop {
        let changed = values.sweep(&world) as i64;
        if changed == 0 {
            break;
        }
        changes.push(changed);
    }
    let (field, tally) = field(&terrain, goal);
    let differs =
        |node: &NodeId| values.value(*node as usize) != field.cost_from(*node).map(|cost| -(cost as i64));
    let nodes = connected(map, &terrain);
    let figures = [
        ("sweeps", changes.len() as i64),
        ("looks", (changes.len() as i64 + 1) * i64::from(terrain.node_count())),
        ("expanded", tally.expanded as i64),
        ("value", values.value(start as usize)?),
        ("different", nodes.iter().filter(|node| differs(node)).count() as i64),
    ];
    Some(found(&figures).with_curve("values changed, sweep by sweep", changes))
}

/// What one unit of a digit's price is worth in travel, in milli-steps.
const PAY: i64 = 6000;
/// Trips from which it learns, and how many percent of them go where chance says.
const LESSONS: usize = 20_000;
const EXPLORE: usize = 40;
/// Trips of an evaluation.
const TRIPS: usize = 60;

/// Lets a caravan learn from rewards where to sell. Digits are markets and what they pay.
pub(super) fn markets(map: &LabMap) -> Option<Findings> {
    let size = map.size();
    let places: Vec<Cell> = size.cells().filter(|cell| map.cost(*cell) > 1000).take(8).collect();
    let plain = map.costs().iter().map(|cost| (*cost).min(1000)).collect();
    let terrain = Terrain::new(size, plain, EIGHT)?;
    let prices = places.iter().map(|cell| i64::from(map.cost(*cell)) / 1000 * PAY).collect();
    let mut trips = Vec::new();
    for from in &places {
        let (field, _) = field(&terrain, terrain.node(*from));
        let times = places.iter().map(|to| field.cost_from(terrain.node(*to)).map(|cost| cost as i64));
        trips.push(times.collect::<Option<Vec<i64>>>()?);
    }
    let (markets, count) = (Markets { prices, trips }, places.len());
    if count < 2 {
        return None;
    }
    let (mut learner, mut dice) = (RewardLearner::new(count * count, count), Dice::new(2));
    let mean = |learner: &RewardLearner| {
        let mut still = Dice::new(0);
        markets.mean_reward(TRIPS, |at, before| {
            learner.choose(markets.state(at, before), &markets.others(at), 0, &mut still)
        })
    };
    let (mut rewards, mut at, mut before) = (vec![mean(&learner)], 0, 0);
    for trip in 1..=LESSONS {
        let state = markets.state(at, before);
        let to = learner.choose(state, &markets.others(at), EXPLORE, &mut dice);
        learner.learn(state, to, markets.reward(at, before, to), markets.state(to, at), 20);
        (at, before) = (to, at);
        if trip % (LESSONS / 20) == 0 {
            rewards.push(mean(&learner));
        }
    }
    let mut planned = StateValues::discounted(&markets, DISCOUNT);
    (0..300).for_each(|_| {
        planned.sweep(&markets);
    });
    let best = markets.mean_reward(TRIPS, |at, before| {
        planned.best(&markets, markets.state(at, before)).map_or(at, |best| best.0 / count)
    });
    let ruled = |rule| markets.mean_reward(TRIPS, |at, before| markets.choose(rule, at, before));
    let figures = [
        ("first", rewards[0]),
        ("last", *rewards.last()?),
        ("nearest", ruled(MarketRule::Nearest)),
        ("highest", ruled(MarketRule::HighestPrice)),
        ("best_trip", ruled(MarketRule::BestTrip)),
        ("planned", best),
    ];
    Some(found(&figures).with_curve("mean reward of a trip", rewards))
}
