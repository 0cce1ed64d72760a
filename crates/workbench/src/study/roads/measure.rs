//! Measures the roads of one world.

#![expect(
    clippy::disallowed_methods,
    reason = "what a study finds is read by people; no land is made from it"
)]

use super::super::Record;
use super::super::measured::MeasuredWorld;
use super::super::network::Network;
use super::super::proximity::Shape;
use super::super::stats::{draw_distinct, gini, mean, quantile, share_of_largest};
use crate::graph::skeleton::dilated;
use crate::grid::{Cell, Layer};
use crate::land::{SimRng, Surface};
use std::collections::BTreeSet;

/// Share of the busiest roads by length that represents highways.
const BUSIEST: f64 = 0.111;
/// How often journeys are reassigned to other pairs.
const SHUFFLES: usize = 20;
/// The share of cells and nodes that count as the top.
const TOP: f64 = 0.1;

/// Measures everything about roads.
pub fn measure(measured: &MeasuredWorld, record: &mut Record) {
    shape(measured, record);
    detours(measured, record);
    agreement(measured, record);
    bridges(measured, record);
    history(measured, record);
}

/// Length and detour of the network, compared with graphs that join the same markets; and its own form.
fn shape(measured: &MeasuredWorld, record: &mut Record) {
    let network = &measured.network;
    let joined: Vec<usize> = (0..measured.markets.len()).filter(|i| network.joins[*i].is_some()).collect();
    let mut put = |name: &str, value: f64| record.insert(name.to_owned(), vec![value]);
    put("roads.joined", joined.len() as f64 / measured.markets.len() as f64);
    put(
        "roads.cells",
        measured.world.ground.tier.values().iter().filter(|tier| tier.is_road()).count() as f64,
    );
    put("roads.length", network.fine.length());
    if joined.len() < 4 {
        return;
    }
    let sites = measured.untouched.only(&joined);
    let [tree, sparse, dense] = [sites.spanning_tree(), sites.relative_neighbours(), sites.gabriel()];
    let [mst, rng, gabriel] = [&tree, &sparse, &dense].map(|edges| sites.shape(edges));
    let own = sites.shape_of(network.fine.length(), &road_distances(network, measured, &joined));
    for (name, shape) in [("own", own), ("mst", mst), ("rng", rng), ("gabriel", gabriel)] {
        put(&format!("T05.{name}.length"), shape.length / mst.length);
        put(&format!("T05.{name}.detour"), shape.detour);
        put(&format!("T16.{name}.distance"), shape.distance / mst.distance);
    }
    put("T05.off_front", off_front(own, &[mst, rng, gabriel]));
    let land = measured.history.open().len() as f64;
    put("T05.normal_length", own.length / (joined.len() as f64 * land).sqrt());
    let form = network.shape();
    let degrees = form.degrees();
    let share =
        |degree: usize| degrees.iter().filter(|d| **d == degree).count() as f64 / degrees.len() as f64;
    put("T19.degree", 2.0 * form.edges.len() as f64 / form.nodes as f64);
    put("T19.alpha", form.alpha());
    put("T19.three", share(3));
    put("T19.four", share(4));
    put("T19.rng.alpha", sites.net(&sparse).alpha());
    put("T19.gabriel.alpha", sites.net(&dense).alpha());
    put("T20.backbone", backbone_alpha(network));
    let (net, settled) = network.with_settlements();
    put("T23.isolates", net.share_that_isolates(&settled));
    let all: Vec<usize> = (0..sites.count).collect();
    put("T23.mst", sites.net(&tree).share_that_isolates(&all));
    put("T23.rng", sites.net(&sparse).share_that_isolates(&all));
}

/// Distances between markets by the road network, including the path from each market to it.
fn road_distances(network: &Network, measured: &MeasuredWorld, joined: &[usize]) -> Vec<f64> {
    let place = |i: usize| measured.world.town(measured.markets[i]).cell;
    let nodes: Vec<usize> = joined.iter().filter_map(|i| network.joins[*i]).collect();
    let aside: Vec<f64> = joined
        .iter()
        .zip(&nodes)
        .map(|(i, node)| f64::from(place(*i).octile(network.cells[*node])) / 1000.0)
        .collect();
    let mut distances = network.fine.distances_between(&nodes);
    for (at, distance) in distances.iter_mut().enumerate() {
        *distance += aside[at / nodes.len()] + aside[at % nodes.len()];
    }
    distances
}

/// Distance of a network from the line through some others, by length and detour: 0.15 is 15 percent. Negative below
/// the line: shorter at the same detour.
fn off_front(own: Shape, front: &[Shape]) -> f64 {
    let point = |shape: &Shape| (shape.length.ln(), shape.detour.ln());
    let here = point(&own);
    let pieces = front.windows(2).map(|ends| {
        let (a, b) = (point(&ends[0]), point(&ends[1]));
        let (along, off) = ((b.0 - a.0, b.1 - a.1), (here.0 - a.0, here.1 - a.1));
        let squared = along.0 * along.0 + along.1 * along.1;
        let part = ((off.0 * along.0 + off.1 * along.1) / squared.max(1e-12)).clamp(0.0, 1.0);
        let apart = (off.0 - part * along.0).hypot(off.1 - part * along.1);
        // The line falls to the right, so a point below it is on the right-hand side of its direction.
        let is_below = along.0 * off.1 - along.1 * off.0 < 0.0;
        (apart, if is_below { -1.0 } else { 1.0 })
    });
    let nearest = pieces.min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map_or(f64::NAN, |(apart, side)| side * (apart.exp_m1()))
}

/// Meshedness of the cells with the highest betweenness alone.
fn backbone_alpha(network: &Network) -> f64 {
    let between = network.fine.betweenness();
    let mark = quantile(&between, 1.0 - TOP);
    let top: Vec<bool> = between.iter().map(|value| *value >= mark).collect();
    let backbone = network.fine.only(&top);
    backbone.contracted(&vec![false; backbone.nodes]).0.alpha()
}

/// Detours of real journeys, and of paths between all markets.
fn detours(measured: &MeasuredWorld, record: &mut Record) {
    let sites = &measured.present;
    let pairs: Vec<(f64, f64)> = sites
        .pairs()
        .map(|(a, b)| sites.pair_index(a, b))
        .map(|at| (sites.straight[at], sites.length[at] / sites.straight[at]))
        .collect();
    let mut put = |name: &str, value: f64| record.insert(name.to_owned(), vec![value]);
    put("T15.unweighted", mean(&pairs.iter().map(|(_, detour)| *detour).collect::<Vec<f64>>()));
    let (mut trips, mut weighted, mut octile, mut walked) = (0.0, 0.0, 0.0, Vec::new());
    for (pair, journeys) in &measured.history.journeys {
        let (Some(a), Some(b)) = (measured.site_of(pair.0), measured.site_of(pair.1)) else { continue };
        let (at, count) = (sites.pair_index(a, b), journeys.lengths.len() as f64);
        let [from, to] = [pair.0, pair.1].map(|id| measured.world.town(id).cell);
        trips += count;
        weighted += count * sites.length[at] / sites.straight[at];
        walked.extend(journeys.lengths.iter().map(|length| length / sites.straight[at]));
        octile += count * sites.length[at] * 1000.0 / f64::from(from.octile(to));
    }
    put("T17.shuffled", shuffled(measured));
    put("T15.trips", trips);
    put("T15.weighted", weighted / trips);
    put("T15.walked", mean(&walked));
    put("T15.median_walked", quantile(&walked, 0.5));
    put("T15.by_octile", octile / trips);
    let near = quantile(&pairs.iter().map(|pair| pair.0).collect::<Vec<f64>>(), 1.0 / 3.0);
    let far = quantile(&pairs.iter().map(|pair| pair.0).collect::<Vec<f64>>(), 2.0 / 3.0);
    let of = |is_in: &dyn Fn(f64) -> bool| -> f64 {
        mean(&pairs.iter().filter(|pair| is_in(pair.0)).map(|pair| pair.1).collect::<Vec<f64>>())
    };
    put("T18.near", of(&|straight| straight <= near));
    put("T18.far", of(&|straight| straight >= far));
}

/// The mean detour, weighted by the same journeys but with each pair's weight given to another pair: the expected
/// value if detours had no influence.
fn shuffled(measured: &MeasuredWorld) -> f64 {
    let sites = &measured.present;
    let rows = measured.history.journeys.iter().filter_map(|(pair, journeys)| {
        let at = sites.pair_index(measured.site_of(pair.0)?, measured.site_of(pair.1)?);
        Some((sites.length[at] / sites.straight[at], journeys.lengths.len() as f64))
    });
    let (detours, counts): (Vec<f64>, Vec<f64>) = rows.unzip();
    let mut rng = SimRng::new(measured.world.seed, 17);
    let trips: f64 = counts.iter().sum();
    let deals = (0..SHUFFLES).map(|_| {
        let dealt = draw_distinct(&mut rng, &counts, counts.len());
        detours.iter().zip(dealt).map(|(detour, count)| detour * count).sum::<f64>() / trips
    });
    mean(&deals.collect::<Vec<f64>>())
}

/// Whether roads lie where the cheapest paths between all markets would be on untouched land.
fn agreement(measured: &MeasuredWorld, record: &mut Record) {
    let roads = super::super::history::roads_of(measured.world);
    let near = dilated(&roads);
    let used: Vec<(Cell, f64)> = measured
        .untouched_density
        .iter()
        .filter(|(_, paths)| **paths > 0)
        .map(|(cell, paths)| (cell, f64::from(*paths)))
        .collect();
    let mark = quantile(&used.iter().map(|(_, paths)| *paths).collect::<Vec<f64>>(), 1.0 - TOP);
    let share = |cells: &[Cell]| cells.iter().filter(|cell| near[**cell]).count() as f64 / cells.len() as f64;
    let top: Vec<Cell> = used.iter().filter(|(_, paths)| *paths >= mark).map(|(cell, _)| *cell).collect();
    let any: Vec<Cell> = used.iter().map(|(cell, _)| *cell).collect();
    let open: Vec<Cell> =
        measured.world.size().cells().filter(|cell| !measured.world.land.is_blocked(*cell)).collect();
    record.insert("T13.top".to_owned(), vec![share(&top)]);
    record.insert("T13.any_way".to_owned(), vec![share(&any)]);
    record.insert("T13.any_land".to_owned(), vec![share(&open)]);
}

/// How many pairs of markets share each river crossing: adjacent river cells that journeys lead over.
fn bridges(measured: &MeasuredWorld, record: &mut Record) {
    let size = measured.world.size();
    // Bridges cross gorges, too.
    let is_crossing = |cell: Cell| {
        let patch = measured.world.patch(cell);
        let ground = patch.under.unwrap_or(patch.surface);
        ground == Surface::River || ground.is_sea_or_lake()
    };
    let mut users: Layer<BTreeSet<usize>> = Layer::new(size, BTreeSet::new());
    for (number, journeys) in measured.history.journeys.values().enumerate() {
        for cell in journeys.path.iter().filter(|cell| is_crossing(**cell)) {
            users[*cell].insert(number);
        }
    }
    let mut seen = Layer::new(size, false);
    let mut pairs = Vec::new();
    for start in size.cells() {
        if seen[start] || users[start].is_empty() {
            continue;
        }
        seen[start] = true;
        let (mut crossing, mut all) = (vec![start], BTreeSet::<usize>::new());
        while let Some(cell) = crossing.pop() {
            all.extend(&users[cell]);
            for (_, next) in size.neighbours(cell) {
                if !seen[next] && !users[next].is_empty() {
                    seen[next] = true;
                    crossing.push(next);
                }
            }
        }
        pairs.push(all.len() as f64);
    }
    record.insert("T14.pairs".to_owned(), pairs);
}

/// How the roads developed.
fn history(measured: &MeasuredWorld, record: &mut Record) {
    let past = measured.history;
    let mut put = |name: &str, value: f64| record.insert(name.to_owned(), vec![value]);
    let peak = past.lengths.iter().copied().fold(0.0, f64::max);
    put("T06.peak", peak / past.lengths.last().copied().unwrap_or(f64::NAN));
    let (Some(first), Some(last)) = (past.rounds.first(), past.rounds.last()) else { return };
    let of = |round: &super::super::history::Round| -> Vec<f64> {
        let roads = round.steps.iter().filter(|(cell, _)| round.roads[*cell]);
        roads.map(|(_, steps)| f64::from(*steps)).collect()
    };
    put("T22.first", gini(&of(first)));
    put("T22.last", gini(&of(last)));
    // The traffic if all pairs of markets traded equally over the same roads.
    let of_all: Vec<f64> = last
        .roads
        .iter()
        .filter(|(_, is_road)| **is_road)
        .map(|(cell, _)| f64::from(measured.present_density[cell]))
        .collect();
    put("T22.all_alike", gini(&of_all));
    put("T22.busiest", share_of_largest(&of(last), BUSIEST));
    let (net, _) = measured.network.with_settlements();
    put(
        "T22.segments",
        busiest_segments(&net.edges.iter().map(|e| (e.length, e.traffic)).collect::<Vec<_>>()),
    );
    let early = &past.rounds[past.quarter() - 1];
    let mark = quantile(&of(early), 1.0 - TOP);
    let is_top = |cell: Cell| early.roads[cell] && f64::from(early.steps[cell]) >= mark;
    let top: Vec<Cell> = measured.world.size().cells().filter(|cell| is_top(*cell)).collect();
    let share =
        |roads: &Layer<bool>, of: &[Cell]| of.iter().filter(|c| roads[**c]).count() as f64 / of.len() as f64;
    let every: Vec<Cell> = measured.world.size().cells().filter(|cell| early.roads[*cell]).collect();
    put("T21.stand", share(&last.roads, &top));
    put("T21.nearby", share(&dilated(&last.roads), &top));
    put("T21.any", share(&last.roads, &every));
}

/// Share of travel on the busiest roads that make up [`BUSIEST`] of the length, from lengths and traffic.
fn busiest_segments(segments: &[(f64, f64)]) -> f64 {
    let mut sorted = segments.to_vec();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut left = BUSIEST * sorted.iter().map(|segment| segment.0).sum::<f64>();
    let all: f64 = sorted.iter().map(|(length, traffic)| length * traffic).sum();
    let busiest = sorted.into_iter().map(|(length, traffic)| {
        let taken = length.min(left);
        left -= taken;
        taken * traffic
    });
    busiest.sum::<f64>() / all
}
