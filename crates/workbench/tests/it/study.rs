//! The study: its statistics on cases with known answers, the history that it records against the world's own counts,
//! and the command that runs it.

use crate::kit::{self, Dice};
use serde_json::Value;
use std::process::{Command, Output};
use wayworn::grid::{Cell, Layer, Size};
use wayworn::land::Recipe;
use wayworn::world::{DAY, SEASON_DAYS, Tier, Town, TownIx, TownKind, World};
use wayworn_workbench::study::decades::{DECADE_TICKS, Decades};
use wayworn_workbench::study::history::History;
use wayworn_workbench::study::judge::Sample;
use wayworn_workbench::study::measured::MeasuredWorld;
use wayworn_workbench::study::net::Net;
use wayworn_workbench::study::network::{self, Network};
use wayworn_workbench::study::porter_paths::{PorterCost, length_cells};
use wayworn_workbench::study::proximity::Sites;
use wayworn_workbench::study::report::{self, Judged, StudyScope};
use wayworn_workbench::study::run;
use wayworn_workbench::study::{Evidence, Finding, Record, Test, predictions, roads, stats, towns};

fn about(found: f64, expected: f64, tolerance: f64) -> bool {
    (found - expected).abs() <= tolerance * expected.abs().max(0.02)
}

fn random_places(dice: &mut Dice, count: usize, side: f64) -> Vec<(f64, f64)> {
    let mut coordinate = || dice.below(1 << 20) as f64 / f64::from(1 << 20) * side;
    (0..count).map(|_| (coordinate(), coordinate())).collect()
}

/// A map of rows: `#` is road.
fn roads_of(rows: &[&str]) -> Layer<bool> {
    let size = Size::new(rows[0].len() as u16, rows.len() as u16);
    let cells = rows.iter().flat_map(|row| row.bytes().map(|byte| byte == b'#')).collect();
    Layer::from_values(size, cells).unwrap()
}

fn prediction(id: &str) -> &'static wayworn_workbench::study::Prediction {
    predictions().into_iter().find(|prediction| prediction.id == id).unwrap()
}

fn judge(id: &str, records: &[Record]) -> Finding {
    let Test::Worlds(judge) = prediction(id).test else { panic!("{id} is an experiment") };
    judge(records)
}

/// Length over the spanning tree's, length over the root of sites times area, detour, mean degree and meshedness of
/// spanning tree, relative neighbours and Gabriel graph of random sites, as published means.
#[test]
fn null_models_of_random_sites_have_their_known_shapes() {
    type Row = [f64; 5];
    let known: [(usize, u64, [Row; 3]); 2] = [
        (
            30,
            60,
            [[1.0, 0.68, 1.72, 1.93, 0.0], [1.27, 0.86, 1.34, 2.19, 0.07], [2.23, 1.51, 1.13, 3.19, 0.34]],
        ),
        (
            100,
            20,
            [[1.0, 0.69, 2.12, 1.98, 0.0], [1.41, 0.97, 1.33, 2.38, 0.10], [2.60, 1.80, 1.13, 3.60, 0.42]],
        ),
    ];
    for (count, draws, rows) in known {
        let mut sums = [[0.0; 5]; 3];
        for draw in 0..draws {
            let sites = Sites::on_open_ground(&random_places(&mut Dice(draw), count, 1.0));
            let tree = sites.spanning_tree();
            let shortest = sites.shape(&tree).length;
            for (sum, edges) in sums.iter_mut().zip([tree, sites.relative_neighbours(), sites.gabriel()]) {
                let (shape, net) = (sites.shape(&edges), sites.net(&edges));
                let degree = 2.0 * edges.len() as f64 / count as f64;
                let length = shape.length / (count as f64).sqrt();
                let figures = [shape.length / shortest, length, shape.detour, degree, net.alpha()];
                sum.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure / draws as f64);
            }
        }
        for (found, expected) in sums.iter().zip(rows) {
            let is_known = found
                .iter()
                .zip(expected)
                .all(|(found, known)| (found - known).abs() <= 0.06 * known.max(0.3));
            assert!(is_known, "{count} sites: found {found:.3?}, known {expected:?}");
        }
    }
}

#[test]
fn each_null_model_holds_the_sparser_one() {
    let mut longer = 0;
    for seed in 0..20 {
        let sites = Sites::on_open_ground(&random_places(&mut Dice(seed), 25, 1.0));
        let [tree, sparse, dense] = [sites.spanning_tree(), sites.relative_neighbours(), sites.gabriel()];
        assert_eq!(tree.len(), 24);
        assert!(tree.iter().all(|edge| sparse.contains(edge)));
        assert!(sparse.iter().all(|edge| dense.contains(edge)));
        longer += usize::from(dense.len() > sparse.len()) + usize::from(sparse.len() > tree.len());
    }
    assert_eq!(longer, 40);
}

#[test]
fn regularity_is_one_at_random_and_two_in_a_honeycomb() {
    let side = 120.0;
    let land: Vec<(f64, f64)> =
        Size::new(120, 120).cells().map(|c| (f64::from(c.x), f64::from(c.y))).collect();
    let random: Vec<f64> = (0..20)
        .map(|seed| stats::regularity(&random_places(&mut Dice(seed), 100, side), &land, seed).unwrap().0)
        .collect();
    assert!(about(stats::mean(&random), 1.0, 0.05), "{random:?}");
    let rows = (0..20).flat_map(|row| {
        let y = f64::from(row) * 6.0;
        (0..17).map(move |column| (f64::from(column) * 6.93 + if row % 2 == 0 { 0.0 } else { 3.46 }, y))
    });
    let (honeycomb, error) = stats::regularity(&rows.collect::<Vec<_>>(), &land, 1).unwrap();
    assert!((2.05..2.2).contains(&honeycomb), "{honeycomb}");
    // 0.52 ÷ √n, and a little more for the sampling error of the draws.
    assert!(about(error, 0.52 / 340_f64.sqrt(), 0.35), "{error}");
    let heap: Vec<(f64, f64)> =
        (0..100).map(|i| (50.0 + f64::from(i % 10) * 0.1, 50.0 + f64::from(i / 10) * 0.1)).collect();
    assert!(stats::regularity(&heap, &land, 1).unwrap().0 < 0.05);
    assert_eq!(stats::regularity(&heap[..2], &land, 1), None);
}

#[test]
fn statistics_are_exact_where_the_answer_is() {
    let zipf: Vec<f64> = (1..=200).map(|rank| 1000.0 / (f64::from(rank) - 0.5)).collect();
    let (slope, error) = stats::rank_size(&zipf).unwrap();
    assert!(about(slope, -1.0, 1e-9) && about(error, 0.1, 1e-9), "{slope} {error}");
    assert_eq!(stats::rank_size(&[5.0; 9]), None);
    assert!(about(stats::gini(&[3.0; 7]) + 1.0, 1.0, 1e-12));
    assert!(about(stats::gini(&[0.0, 8.0, 0.0, 0.0]), 0.75, 1e-12));
    assert!(about(stats::share_of_largest(&[1.0, 2.0, 5.0, 2.0], 0.375), 0.6, 1e-12));
    assert!(about(stats::quantile(&[4.0, 1.0, 2.0, 3.0], 0.5), 2.5, 1e-12));
    assert_eq!(stats::spearman(&[1.0, 2.0, 30.0, 4.0], &[2.0, 4.0, 900.0, 9.0]), Some(1.0));
    assert_eq!(stats::spearman(&[1.0, 2.0, 3.0], &[9.0, 5.0, 1.0]), Some(-1.0));
    assert_eq!(stats::spearman(&[1.0, 1.0, 1.0], &[9.0, 5.0, 1.0]), None);
    // Equal values share a rank: 1.5, 1.5, 3 against 1, 2, 3.
    assert!(about(stats::spearman(&[1.0, 1.0, 7.0], &[1.0, 2.0, 3.0]).unwrap(), 0.866, 1e-3));
    let (a, b) = ([1.0, 2.0, 3.0, 4.0, 7.0], [5.0, 1.0, 4.0, 2.0, 2.0]);
    let plane: Vec<f64> = a.iter().zip(b).map(|(a, b)| 3.0 + 2.0 * a - 0.5 * b).collect();
    let fit = stats::regress(&[&a, &b], &plane).unwrap();
    assert!(about(fit.slopes[0], 2.0, 1e-9) && about(fit.slopes[1], -0.5, 1e-9));
    assert!(about(fit.intercept, 3.0, 1e-9) && about(fit.r_squared, 1.0, 1e-9));
    assert_eq!(stats::regress(&[&a, &a], &plane), None, "columns that are alike tell nothing apart");
    assert!(stats::mean(&[]).is_nan());
    assert!(about(stats::standard_error(&[1.0, 3.0]), 1.0, 1e-12));
}

/// Four corners, all joined, and a tail of two.
fn kite() -> Net {
    Net::of(6, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3), (3, 4), (4, 5)], |_, _| 2.0)
}

#[test]
fn figures_of_known_networks_are_known() {
    let kite = kite();
    assert_eq!((kite.length(), kite.loops()), (16.0, 3));
    assert!(about(kite.alpha(), 3.0 / 7.0, 1e-12));
    let (bare, left) = kite.contracted(&[false; 6]);
    assert_eq!((bare.nodes, bare.edges.len(), bare.loops()), (5, 7, 3));
    assert_eq!(left, [0, 1, 2, 3, 5]);
    assert_eq!(bare.edges.iter().filter(|edge| edge.length > 3.0).count(), 1, "the tail is one edge of 4");
    assert_eq!(kite.distances(5), [6.0, 6.0, 6.0, 4.0, 2.0, 0.0]);
    // Nodes 0, 1, 2 reach 4 and 5 through 3; all reach 5 through 4.
    assert_eq!(kite.betweenness(), [0.0, 0.0, 0.0, 6.0, 4.0, 0.0]);
    assert!(about(kite.share_that_isolates(&[0, 5]), 4.0 / 16.0, 1e-12));
    assert!(kite.share_that_isolates(&[0, 1, 2]) < 1e-12, "a tail without settlements isolates none");
    let tree = Net::of(4, &[(0, 1), (0, 2), (0, 3)], |_, _| 1.0);
    assert_eq!((tree.alpha(), tree.share_that_isolates(&[0, 1, 2, 3])), (0.0, 1.0));
    let two_ways = Net::of(4, &[(0, 1), (1, 3), (0, 2), (2, 3)], |_, _| 1.0);
    assert_eq!(two_ways.betweenness(), [0.5; 4], "equal paths share");
    let (ring, _) = two_ways.contracted(&[false; 4]);
    assert_eq!((ring.nodes, ring.loops(), ring.length()), (1, 1, 4.0));
}

#[test]
fn a_road_is_one_line_however_wide_it_was_trodden() {
    let wide = roads_of(&[
        "...........................",
        "...........................",
        "..#######################..",
        "..###.####.##.###########..",
        "..###############.#######..",
        "...........................",
        "...........................",
    ]);
    let road = Network::of(&wide, &Layer::new(wide.size(), 1), &[]);
    assert_eq!((road.fine.loops(), road.shape().degrees()), (0, vec![1, 1]));
    assert!((18.0..=25.0).contains(&road.fine.length()), "{}", road.fine.length());
    assert!(network::length_of(&wide) < 30.0, "stubs at the ends count little");
    let nothing =
        Network::of(&Layer::new(wide.size(), false), &Layer::new(wide.size(), 1), &[Cell::new(1, 1)]);
    assert_eq!((nothing.cells.len(), nothing.joins), (0, vec![None]));
    // Two roads with a strip of grass between are one; far enough apart they are a ring.
    let strip = |between: usize| {
        let mut rows = vec![".".repeat(30); 4 + between + 4];
        for (y, row) in rows.iter_mut().enumerate().skip(3).take(between + 2) {
            let is_end = y == 3 || y == 4 + between;
            *row = if is_end {
                format!("...{}...", "#".repeat(24))
            } else {
                format!("...#{}#...", ".".repeat(22))
            };
        }
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let ends = [Cell::new(4, 3), Cell::new(26, 3)];
        Network::of(&roads_of(&rows), &Layer::new(Size::new(30, rows.len() as u16), 1), &ends)
    };
    for (between, loops) in [(1, 0), (2, 0), (5, 1), (9, 1)] {
        let network = strip(between);
        assert_eq!(network.fine.loops(), loops, "{between} cells between");
        assert_eq!(network.joined().len(), 2);
    }
}

#[test]
fn a_crossing_is_one_junction_and_short_stubs_are_no_roads() {
    let mut roads = Layer::new(Size::new(41, 41), false);
    for i in 4..37 {
        roads[Cell::new(i, 20)] = true;
        roads[Cell::new(20, i)] = true;
    }
    for i in 17..20 {
        roads[Cell::new(10, i)] = true;
    }
    let traffic = roads.map(|is_road| u32::from(*is_road) * 7);
    let settlements = [Cell::new(4, 20), Cell::new(36, 20), Cell::new(0, 0)];
    let network = Network::of(&roads, &traffic, &settlements);
    let mut degrees = network.shape().degrees();
    degrees.sort_unstable();
    assert_eq!(degrees, [1, 1, 1, 1, 4]);
    assert_eq!(network.joins.iter().map(Option::is_some).collect::<Vec<_>>(), [true, true, false]);
    let (net, settled) = network.with_settlements();
    assert_eq!(settled.len(), 2);
    let places = [Cell::new(20, 20), Cell::new(22, 19), Cell::new(30, 20), Cell::new(1, 1)];
    assert_eq!(network.at_junction(&places, 2), [true, true, false, false]);
    let between = net.distances(settled[0])[settled[1]];
    assert!((28.0..=34.0).contains(&between), "{between}");
    assert!(net.edges.iter().all(|edge| (4.0..12.0).contains(&edge.traffic)), "{:?}", net.edges);
}

#[test]
fn bands_are_widened_by_the_error_and_no_more() {
    let sample = Sample::of(vec![1.0, 1.2, 1.4]);
    assert!(about(sample.mean, 1.2, 1e-9) && about(sample.error, 0.11547, 1e-3));
    assert!(sample.is_in(1.3..=2.0) && !sample.is_in(1.35..=2.0) && sample.is_in(0.0..=1.1));
    assert!(about(sample.share(|value| value > 1.1), 2.0 / 3.0, 1e-9));
}

/// A record of these figures.
fn record(figures: &[(&str, Vec<f64>)]) -> Record {
    figures.iter().map(|(name, values)| ((*name).to_owned(), values.clone())).collect()
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test may be off by a bit in the last place")]
fn gravity_finds_the_exponent_that_was_put_in_and_none_where_there_is_none() {
    let world = |seed: u64, exponent: f64| {
        let mut dice = Dice(seed);
        let mut column = |low: usize, range: usize| -> Vec<f64> {
            (0..60).map(|_| (low + dice.below(range)) as f64).collect()
        };
        let (one, other, apart) = (column(10, 90), column(10, 90), column(8, 90));
        let noise = column(90, 20);
        let flow = |i: usize| 0.01 * one[i] * other[i] / apart[i].powf(exponent) * noise[i] / 100.0;
        let trips = (0..60).map(flow).collect();
        record(&[("T30.trips", trips), ("T30.one", one), ("T30.other", other), ("T30.apart", apart)])
    };
    let worlds: Vec<Record> = (1..5).map(|seed| world(seed, 1.2)).collect();
    let found = judge("T30", &worlds);
    assert!(found.measured.starts_with("exponent 1.2") && found.pass == Some(true), "{found:?}");
    assert_eq!(found.n, 240);
    let flat: Vec<Record> = (1..5).map(|seed| world(seed, 0.0)).collect();
    assert_eq!(judge("T30", &flat).pass, Some(false));
    assert_eq!(judge("T30", &[]).pass, None);
}

#[test]
fn judges_say_what_was_put_before_them() {
    let detours = |weighted: f64, unweighted: f64| {
        record(&[("T15.weighted", vec![weighted]), ("T15.unweighted", vec![unweighted])])
    };
    let good = [detours(1.2, 1.3), detours(1.25, 1.35)];
    assert_eq!(judge("T15", &good).pass, Some(true));
    assert_eq!(judge("T17", &good).pass, Some(true));
    let bad = [detours(1.5, 1.3), detours(1.52, 1.35)];
    assert_eq!(judge("T15", &bad).pass, Some(false));
    assert_eq!(judge("T17", &bad).pass, Some(false));
    let zipf = |least: u32| -> Vec<f64> { (least..40).map(|rank| 500.0 / (f64::from(rank) - 0.5)).collect() };
    let sizes =
        |sizes: Vec<f64>| [record(&[("T28.equal", vec![50.0, 50.0, 49.0, 48.0]), ("T28.sizes", sizes)])];
    assert_eq!(judge("T28", &sizes(zipf(1))).pass, Some(true));
    assert_eq!(judge("T28", &sizes(zipf(25))).pass, Some(false), "sizes that are all alike follow no rule");
    let land = |mountains: f64, regularity: f64| {
        record(&[
            ("T29.mountains", vec![mountains]),
            ("T29.regularity", vec![regularity]),
            ("T29.markets", vec![30.0]),
        ])
    };
    let lands = [land(0.1, 1.4), land(0.2, 1.5), land(0.6, 1.1), land(0.7, 1.2)];
    assert_eq!(judge("T29", &lands).pass, Some(true));
    let turned = [land(0.6, 1.4), land(0.7, 1.5), land(0.1, 1.1), land(0.2, 1.2)];
    assert_eq!(judge("T29", &turned).pass, Some(false));
    // The first third of foundings at sites, the last anywhere; all of them 1 day from the next market.
    let mut columns: [Vec<f64>; 5] = Default::default();
    let mut dice = Dice(3);
    for founding in 0..30 {
        for spot in 0..21 {
            let is_founded = spot == 0;
            let site = if is_founded && founding < 10 { 0.0 } else { dice.below(30) as f64 };
            let days = if is_founded { 1.0 } else { dice.below(300) as f64 / 100.0 };
            let row = [
                f64::from(founding) / 30.0,
                f64::from(u8::from(is_founded)),
                site,
                dice.below(2) as f64,
                days,
            ];
            columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
        }
    }
    let names = ["T31.order", "T31.founded", "T31.site", "T31.water", "T31.days"];
    let figures: Vec<(&str, Vec<f64>)> = names.into_iter().zip(columns).collect();
    let found = judge("T31", &[record(&figures)]);
    assert_eq!((found.pass, found.n), (Some(true), 30), "{found:?}");
}

/// Two decades in which half of the road cells change, one settlement is founded, one falls, and one that rose and sank
/// again ends as it began.
#[test]
fn a_decade_counts_what_changed_within_it() {
    let mut world = kit::game(5, 64).world;
    let (season, decade) = (SEASON_DAYS * DAY, DECADE_TICKS);
    let cells: Vec<Cell> = world.size().cells().take(8).collect();
    world.ground.tier = Layer::new(world.size(), Tier::None);
    for cell in &cells {
        world.ground.tier[*cell] = Tier::Path;
    }
    let first = world.towns[TownIx(0)].clone();
    let mut decades = Decades::default();
    let mut record = |world: &mut World, tick: u64, kinds: &[TownKind]| {
        world.tick = tick;
        world.towns =
            kinds.iter().map(|kind| Town { kind: *kind, ..first.clone() }).collect::<Vec<_>>().into();
        decades.record_tick(world);
    };
    let [hamlet, village, ruin] = [TownKind::Hamlet, TownKind::Village, TownKind::Ruin];
    record(&mut world, decade, &[hamlet, hamlet, hamlet]);
    record(&mut world, decade + season, &[hamlet, village, hamlet]);
    for cell in &cells[..3] {
        world.ground.tier[*cell] = Tier::Dirt;
    }
    world.ground.tier[cells[3]] = Tier::None;
    record(&mut world, 2 * decade, &[ruin, hamlet, village, hamlet]);
    assert_eq!(decades.turnover(), [(1, 2)], "one is new; one fell, and one shrank again");
    assert_eq!(decades.tier_changes(), [0.5]);
    assert_eq!(decades.road_cells, [8, 8, 7]);
    assert_eq!((decades.first_village, decades.first_town), (Some(decade + season), None));
}

/// A land that goes on changing holds what is said of old lands, and one that stands still does not.
#[test]
fn an_old_land_is_judged_by_its_decades() {
    let land = |changed: f64, moves: f64, left: f64| {
        record(&[
            ("T50.changed", vec![0.2, changed]),
            ("T51.founded", vec![4.0, moves]),
            ("T51.fallen", vec![3.0, moves]),
            ("T52.settlements", vec![30.0]),
            ("T52.per_land", vec![30.0]),
            ("T53.gini", vec![0.5 + changed]),
            ("T53.tenth", vec![0.5]),
            ("T54.left", vec![left]),
            ("T55.changes", vec![moves]),
        ])
    };
    for id in ["T50", "T51", "T53", "T54", "T55", "T56"] {
        assert_eq!(judge(id, &[land(0.3, 5.0, 0.7)]).pass, Some(true), "{id}");
        assert_eq!(judge(id, &[land(0.1, 0.0, 0.95)]).pass, Some(false), "{id}");
    }
    let begun = |town: f64| {
        let firsts = [("path", 60.0), ("dirt", 100.0), ("inn", 170.0), ("village", 200.0), ("town", town)];
        firsts.into_iter().map(|(name, seconds)| (format!("T57.{name}"), vec![seconds])).collect::<Record>()
    };
    assert_eq!(judge("T57", &[begun(400.0)]).pass, Some(true));
    assert_eq!(judge("T57", &[begun(400.0), begun(500.0)]).pass, Some(false));
}

#[test]
fn every_prediction_has_a_unique_number() {
    let all = predictions();
    assert!(all.windows(2).all(|two| two[0].id < two[1].id), "sorted, and none twice");
    for prediction in &all {
        let (id, claim, band) = (prediction.id, prediction.claim, prediction.band);
        assert!(id.len() == 3 && id.starts_with('T') && id[1..].parse::<u8>().is_ok(), "{id}");
        assert!(claim.len() > 20, "{id}: {claim}");
        assert!(!band.is_empty() && !band.contains('\n') && !claim.contains('\n'), "{id}: {band}");
        if let Test::Worlds(judge) = prediction.test {
            let nothing = judge(&[]);
            assert_eq!((nothing.pass, nothing.n), (None, 0), "{id} judges worlds that are not there");
            assert!(!nothing.measured.is_empty(), "{id}");
        }
    }
    assert!(roads::PREDICTIONS.len() + towns::PREDICTIONS.len() >= 21);
}

/// The recorded history agrees with the counts of the world itself, and with its land.
#[test]
fn the_past_counts_each_footstep_and_each_journey_once() {
    let ticks = 5760;
    let mut game = kit::game(5, 64);
    let mut past = History::of(&game.world, ticks);
    let mut trips = 0;
    while game.world.tick < ticks {
        game.tick();
        past.record_tick(&game);
        if game.world.tick == ticks - ticks / 4 {
            trips = game.world.tally.trips;
        }
    }
    let world = &game.world;
    let steps: u64 =
        past.rounds.iter().flat_map(|round| round.steps.values()).map(|steps| u64::from(*steps)).sum();
    assert_eq!((steps, past.rounds.len()), (world.tally.footsteps, 4));
    let settled =
        world.peoples.iter().filter(|people| people.nature == wayworn::world::Nature::Settled).count();
    assert_eq!(settled, 1, "the world counts the journeys of one people only");
    let counted: u64 = past.journeys.values().map(|journeys| journeys.lengths.len() as u64).sum();
    assert!(counted > 10);
    assert_eq!(counted, world.tally.trips - trips);
    for (pair, journeys) in &past.journeys {
        let ends = [pair.0, pair.1].map(|id| world.town(id).cell);
        let found = [journeys.path.first(), journeys.path.last()].map(|cell| *cell.unwrap());
        assert!(found == ends || found == [ends[1], ends[0]], "{pair:?} {found:?} {ends:?}");
        assert!(
            journeys.path.windows(2).all(|step| step[0].dir_to(step[1]).is_some()),
            "no step is left out"
        );
        assert!(length_cells(&journeys.path) * 1000.0 + 1.0 >= f64::from(ends[0].octile(ends[1])));
    }
    let simulated = MeasuredWorld::of(world, &past);
    assert!(simulated.markets.len() >= 3);
    for (a, b) in simulated.present.pairs() {
        let (bare, now) = (simulated.untouched.pair_index(a, b), simulated.present.pair_index(a, b));
        assert!(
            simulated.present.cost[now] <= simulated.untouched.cost[bare],
            "a road makes no path more expensive"
        );
        assert!(simulated.untouched.length[bare] >= simulated.untouched.straight[bare] * 0.999);
    }
    assert!(simulated.untouched_density.values().iter().any(|paths| *paths > 0));
}

/// Every figure that is judged is measured under its name.
#[test]
fn every_prediction_of_worlds_finds_its_figures_in_a_world() {
    let judged = || roads::PREDICTIONS.iter().chain(towns::PREDICTIONS).filter(|p| p.id != "T29");
    let run =
        |seed| run::run_world((seed, Size::new(128, 128), Recipe::default()), 20_000, &mut |_| ()).unwrap();
    // Of several lands one on which everything that is judged has happened.
    let is_full = |record: &Record| judged().all(|p| judge(p.id, std::slice::from_ref(record)).n > 0);
    let record = (1..9).map(run).find(is_full).unwrap();
    for prediction in judged() {
        let found = judge(prediction.id, std::slice::from_ref(&record));
        assert!(found.n > 0 && found.pass.is_some(), "{}: {found:?}", prediction.id);
        assert!(!found.measured.contains("NaN"), "{}: {found:?}", prediction.id);
    }
    assert!(judge("T29", &vec![record; 4]).n > 0);
}

/// A flood from several cells is the least of the floods from each.
#[test]
fn floods_begin_at_the_nearest_cell() {
    let game = kit::game(5, 64);
    let land = &game.world.land;
    let cells: Vec<Cell> = game.world.towns.iter().map(|town| town.cell).collect();
    let feet = PorterCost::with_comfort(land, None);
    let (all, each) = (feet.flood(&cells), cells.iter().map(|cell| feet.flood(&[*cell])).collect::<Vec<_>>());
    let mut reached = 0;
    for cell in land.size.cells() {
        let least = each.iter().filter_map(|costs| costs[cell]).min();
        assert_eq!(all[cell], least, "{cell:?}");
        reached += usize::from(least.is_some());
    }
    assert!(reached > 1000 && cells.len() > 1);
    assert_eq!(all[cells[0]], Some(0));
}

#[test]
fn reports_have_every_prediction_whole() {
    let finding = |pass| Finding {
        measured: "1.20, \"said\" | so".to_owned(),
        values: vec![("null".to_owned(), 0.123_456)],
        n: 7,
        pass,
    };
    let judged: Vec<Judged> = [("T05", Some(true)), ("T15", Some(false)), ("T17", None)]
        .into_iter()
        .map(|(id, pass)| Judged { prediction: prediction(id), finding: finding(pass) })
        .collect();
    let of = StudyScope { seeds: "1..4".to_owned(), size: "64x64".to_owned(), years: 0.5 };
    assert_eq!(
        report::summary(&judged),
        "predictions that hold: statistical 1 of 2, directional 0 of 1 (1 open)"
    );
    let json: Value = serde_json::from_str(&report::json(&of, &judged)).unwrap();
    assert_eq!((json["seeds"].as_str(), json["years"].as_f64()), (Some("1..4"), Some(0.5)));
    let first = &json["predictions"][0];
    assert_eq!(
        (first["id"].as_str(), first["kind"].as_str()),
        (Some("T05"), Some(Evidence::Statistical.name()))
    );
    assert_eq!((first["n"].as_u64(), first["pass"].as_bool()), (Some(7), Some(true)));
    assert_eq!(first["values"]["null"].as_f64(), Some(0.1235));
    assert!(json["predictions"][2]["pass"].is_null());
    let csv = report::csv(&judged);
    assert_eq!(csv.lines().count(), 7, "a head, and two rows each");
    assert!(csv.lines().nth(1).unwrap().ends_with("\"1.20, \"\"said\"\" | so\",,"));
    let markdown = report::markdown(&judged);
    assert!(markdown.lines().any(|line| line.starts_with("| T15 |") && line.ends_with("| 7 | fails |")));
    assert!(markdown.contains("\\| so"));
    let text = report::text(&of, &judged);
    assert!(text.contains("T17  open") && text.ends_with(&report::summary(&judged)));
}

fn study(args: &[&str]) -> Output {
    let usual = ["study", "--size", "64x64", "--years", "0.1", "--only", "T05,T15,t21,T22,T28,T30"];
    Command::new(env!("CARGO_BIN_EXE_workbench")).args(usual).args(args).output().unwrap()
}

#[test]
fn a_study_is_the_same_in_parallel_and_after_it_was_broken_off() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("study.jsonl");
    let path = file.to_str().unwrap();
    let alone = study(&["--seeds", "3..5", "--jobs", "1", "--json"]);
    assert!(alone.status.success(), "{alone:?}");
    let json: Value = serde_json::from_slice(&alone.stdout).unwrap();
    let ids: Vec<&str> =
        json["predictions"].as_array().unwrap().iter().filter_map(|p| p["id"].as_str()).collect();
    assert_eq!(ids, ["T05", "T15", "T21", "T22", "T28", "T30"]);
    assert_eq!((json["seeds"].as_str(), json["size"].as_str()), (Some("3..5"), Some("64x64")));
    assert!(json["predictions"][1]["n"].as_u64() > Some(0), "some journeys came to their end");
    let parallel = study(&["--seeds", "3..5", "--jobs", "3", "--json", "--out", path]);
    assert_eq!(parallel.stdout, alone.stdout);
    let lines = std::fs::read_to_string(&file).unwrap();
    assert_eq!(lines.lines().count(), 3);
    // Cut off in the middle of the last line.
    std::fs::write(&file, &lines[..lines.len() - 40]).unwrap();
    let again = study(&["--seeds", "3..5", "--json", "--out", path]);
    assert_eq!(again.stdout, alone.stdout);
    let message = String::from_utf8(again.stderr).unwrap();
    assert!(message.contains("cut off") && message.contains("(1 of 1)"), "{message}");
    let done = study(&["--seeds", "3..5", "--json", "--out", path]);
    assert_eq!((done.stdout, done.stderr.len()), (alone.stdout, 0), "nothing was left to do");
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&std::fs::read_to_string(&file).unwrap()), sorted(&lines));
}

#[test]
fn bad_arguments_get_one_line_and_a_foreign_file_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("letter.txt");
    for text in ["a letter", "a letter\n", "{\"version\":1,\"colour\":2}\nmore\n"] {
        std::fs::write(&file, text).unwrap();
        let output = study(&["--seeds", "1..1", "--out", file.to_str().unwrap()]);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
        assert!(message.contains("line 1") && message.contains("--out"), "{message}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    }
    for (args, says) in [
        (["--seeds", "5..1"], "last comes before the first"),
        (["--seeds", "some"], "write FIRST..LAST"),
        (["--years", "0"], "write a number from"),
        (["--years", "never"], "write a number from"),
        (["--size", "9"], "write WIDTHxHEIGHT"),
        (["--size", "9x9"], "cannot be made"),
        (["--only", "T99"], "no prediction 'T99'"),
        (["--jobs", "0"], "from 1 to 256"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_workbench")).arg("study").args(args).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(message.contains(says), "{args:?}: {message}");
    }
}
