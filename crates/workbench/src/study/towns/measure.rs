//! Measures the settlements of one world and the trade between them.

use super::super::Record;
use super::super::history::{Spot, YEAR_TICKS};
use super::super::measured::MeasuredWorld;
use super::super::porter_paths::PorterCost;
use super::super::stats::{centre, draw_distinct, mean, regularity, spearman};
use crate::grid::Cell;
use crate::land::{SimRng, Surface};
use crate::world::{DAY_TIME, Nature, PeopleIx, Town, TownIx, TownKind};
use std::collections::BTreeMap;

/// Fading nights that make a settlement a stop, in hundredths.
const STOP_NIGHTS: u32 = 100;
/// Settlements this near to a path, in cells, lie on it: travellers turn aside so far for a bed.
const ON_PATH_CELLS: u32 = 3;
/// Distance in cells from where three roads meet within which a place is at the junction.
const ON_JUNCTION: u32 = 2;
/// Routes of at least this many days are long enough to need a stop.
const LONG_ROUTE: f64 = 1.0;
/// Land this near to a settlement, in hundredths of a day's walk, counts as inhabited: its fields are tended from
/// there. Real fields are worked up to some four kilometres away, of the thirty that one walks in a day.
const FIELDS_HUNDREDTHS: u32 = 15;
/// How many of the largest settlements are examined singly.
const LARGEST: usize = 5;
/// Most cells of a land that random places are drawn from.
const PLACES_MAX: usize = 8192;
/// Equal growth, a model without trade: residents that a settlement gains in a year until it is full.
const EQUAL_GROWTH: f64 = 20.0;

/// Measures everything about settlements.
pub fn measure(measured: &MeasuredWorld, record: &mut Record) {
    stages(measured, record);
    coverage(measured, record);
    crossroads(measured, record);
    sizes(measured, record);
    spacing(measured, record);
    flows(measured, record);
    foundings(measured, record);
}

fn put(record: &mut Record, name: &str, value: f64) {
    record.insert(name.to_owned(), vec![value]);
}

/// Settlements that stand, with their numbers.
fn standing<'a>(measured: &MeasuredWorld<'a>) -> impl Iterator<Item = (TownIx, &'a Town)> {
    let world = measured.world;
    world.living_towns().map(|id| (id, world.town(id)))
}

/// Distance between stops along long trade routes: those that are walked at least once a season.
fn stages(measured: &MeasuredWorld, record: &mut Record) {
    let world = measured.world;
    let feet = PorterCost::by_time(&world.land, Some(&world.ground.tier));
    let (mut gaps, mut any) = (BTreeMap::new(), BTreeMap::new());
    for (pair, journeys) in &measured.history.journeys {
        let is_route = journeys.lengths.len() as u64 >= measured.history.mature_seasons();
        if !is_route || feet.days(&journeys.path) < LONG_ROUTE {
            continue;
        }
        let ends = [pair.0, pair.1];
        let is_stop = |id: TownIx| ends.contains(&id) || world.town(id).nights >= STOP_NIGHTS;
        let passed = settlements_along(measured, &journeys.path);
        let stops: Vec<(usize, TownIx)> = passed.iter().copied().filter(|(_, id)| is_stop(*id)).collect();
        for (of, places) in [(&mut gaps, &stops), (&mut any, &passed)] {
            for gap in places.windows(2).filter(|gap| gap[0].1 != gap[1].1) {
                let (from, to) = (gap[0].1, gap[1].1);
                of.insert((from.min(to), from.max(to)), feet.days(&journeys.path[gap[0].0..=gap[1].0]));
            }
        }
    }
    record.insert("T25.gaps".to_owned(), gaps.into_values().collect());
    record.insert("T25.any".to_owned(), any.into_values().collect());
    put(record, "T25.between_nights", mean(&measured.history.stages));
}

/// Settlements along a path in the order of passing, each where the path is first nearest to it.
fn settlements_along(measured: &MeasuredWorld, path: &[Cell]) -> Vec<(usize, TownIx)> {
    let world = measured.world;
    let mut nearest: BTreeMap<TownIx, (u32, usize)> = BTreeMap::new();
    for (at, cell) in path.iter().enumerate() {
        for (id, town) in standing(measured).filter(|(_, town)| town.cell.chebyshev(*cell) <= ON_PATH_CELLS) {
            let here = (town.cell.chebyshev(*cell), at);
            nearest.entry(id).and_modify(|best| *best = here.min(*best)).or_insert(here);
        }
    }
    debug_assert!(nearest.keys().all(|id| world.town(*id).kind != TownKind::Ruin));
    let mut passed: Vec<(usize, TownIx)> = nearest.into_iter().map(|(id, (_, at))| (at, id)).collect();
    passed.sort_unstable();
    passed
}

/// Distance of the land's inhabitants to the nearest settlement with market days.
fn coverage(measured: &MeasuredWorld, record: &mut Record) {
    let world = measured.world;
    let feet = PorterCost::by_time(&world.land, Some(&world.ground.tier));
    let cells_of = |is_in: fn(&Town) -> bool| -> Vec<Cell> {
        standing(measured).filter(|(_, town)| is_in(town)).map(|(_, town)| town.cell).collect()
    };
    let to_market = feet.flood(&cells_of(|town| town.kind.has_market_days()));
    let to_home = feet.flood(&cells_of(|_| true));
    let share = |is_in: &dyn Fn(Cell) -> bool, most: u32| {
        let (mut all, mut near) = (0, 0);
        for (_, time) in to_market.iter().filter(|(cell, _)| is_in(*cell)) {
            let Some(time) = time else { continue };
            all += 1;
            near += usize::from(*time <= (DAY_TIME / 100 * most).into());
        }
        near as f64 / f64::from(all)
    };
    let is_lived_on =
        |cell: Cell| to_home[cell].is_some_and(|time| time <= (DAY_TIME / 100 * FIELDS_HUNDREDTHS).into());
    let peoples = world
        .peoples
        .indices()
        .filter(|people| world.people(*people).nature == Nature::Settled)
        .collect::<Vec<PeopleIx>>();
    let is_claimed = |cell: Cell| peoples.iter().any(|people| world.claim_at(*people, cell).is_some());
    put(record, "T26.within_0.4", share(&is_lived_on, 40));
    put(record, "T26.within_0.3", share(&is_lived_on, 30));
    put(record, "T26.trodden", share(&|cell| measured.steps[cell] > 0, 40));
    put(record, "T26.claimed", share(&is_claimed, 40));
    put(record, "T26.all_land", share(&|_| true, 40));
}

/// Whether large settlements are where routes cross.
fn crossroads(measured: &MeasuredWorld, record: &mut Record) {
    let world = measured.world;
    let mut through: BTreeMap<TownIx, usize> = BTreeMap::new();
    for (pair, journeys) in &measured.history.journeys {
        let others = settlements_along(measured, &journeys.path).into_iter().map(|(_, id)| id);
        others
            .filter(|id| *id != pair.0 && *id != pair.1)
            .for_each(|id| *through.entry(id).or_default() += 1);
    }
    let of = |id: &TownIx| through.get(id).copied().unwrap_or(0) as f64;
    let (routes, residents): (Vec<f64>, Vec<f64>) =
        measured.markets.iter().map(|id| (of(id), f64::from(world.town(*id).residents))).unzip();
    if let Some(rank) = spearman(&routes, &residents) {
        put(record, "T27.spearman", rank);
    }
    let mut markets: Vec<&Town> = measured.markets.iter().map(|id| world.town(*id)).collect();
    markets.sort_by_key(|town| (std::cmp::Reverse(town.residents), town.cell));
    let cells: Vec<Cell> = markets.iter().map(|town| town.cell).collect();
    let at_junction = |cells: &[Cell]| -> Vec<f64> {
        let meets = measured.network.at_junction(cells, ON_JUNCTION).into_iter();
        meets.map(|meets| f64::from(u8::from(meets))).collect()
    };
    let of_markets = at_junction(&cells);
    if let Some(largest) = of_markets.get(..LARGEST) {
        put(record, "T27.largest", largest.iter().sum());
    }
    put(record, "T27.markets", mean(&of_markets));
    put(record, "T27.tiles", mean(&at_junction(&measured.network.cells)));
}

/// Sizes of settlements, and their sizes under equal growth; how many there are of each kind.
fn sizes(measured: &MeasuredWorld, record: &mut Record) {
    let world = measured.world;
    let markets: Vec<&Town> = measured.markets.iter().map(|id| world.town(*id)).collect();
    let sizes: Vec<f64> = markets.iter().map(|town| f64::from(town.residents)).collect();
    let full = mean(&sizes);
    let grown =
        |town: &&Town| (EQUAL_GROWTH * (world.tick - town.founded + 1) as f64 / YEAR_TICKS as f64).min(full);
    record.insert("T28.equal".to_owned(), markets.iter().map(grown).collect());
    record.insert("T28.sizes".to_owned(), sizes);
    let count = |is_of: fn(TownKind) -> bool| markets.iter().filter(|town| is_of(town.kind)).count() as f64;
    put(record, "T32.villages", count(|kind| matches!(kind, TownKind::Hamlet | TownKind::Village)));
    put(record, "T32.towns", count(|kind| matches!(kind, TownKind::Town | TownKind::City)));
    put(
        record,
        "towns.inns",
        standing(measured).filter(|(_, town)| town.kind == TownKind::Inn).count() as f64,
    );
    put(record, "towns.ruins", world.towns.iter().filter(|town| town.kind == TownKind::Ruin).count() as f64);
    put(
        record,
        "towns.walkers",
        world.units.iter().filter(|unit| !unit.kind.row().is_beast()).count() as f64,
    );
}

/// How regularly markets are spaced, and how mountainous the land is.
fn spacing(measured: &MeasuredWorld, record: &mut Record) {
    let (world, open) = (measured.world, measured.history.open());
    let places: Vec<(f64, f64)> = measured.markets.iter().map(|id| centre(world.town(*id).cell)).collect();
    let every = open.len().div_ceil(PLACES_MAX).max(1);
    let land: Vec<(f64, f64)> = open.iter().copied().step_by(every).collect();
    if let Some((regularity, error)) = regularity(&places, &land, world.seed) {
        put(record, "T29.regularity", regularity);
        put(record, "T29.error", error);
        put(record, "T29.markets", places.len() as f64);
    }
    // Settlers go to sites, which keep apart by themselves: compare with as many random sites.
    let sites: Vec<(f64, f64)> = world.land.sites.iter().map(|site| centre(site.cell)).collect();
    if sites.len() >= places.len() {
        let random = draw_distinct(&mut SimRng::new(world.seed, 72), &sites, places.len());
        if let Some((of_sites, _)) = regularity(&random, &land, world.seed) {
            put(record, "T29.random_sites", of_sites);
        }
    }
    let high = |surface: &Surface| matches!(surface, Surface::Hill | Surface::Rock | Surface::Peak);
    let dry = world.land.surface.values().iter().filter(|surface| !surface.is_sea_or_lake());
    let (all, heights) = dry.fold((0, 0), |(all, of), surface| (all + 1, of + usize::from(high(surface))));
    put(record, "T29.mountains", heights as f64 / f64::from(all));
}

/// Journeys with goods between markets, with the markets' sizes and distance; pairs without any are only counted.
fn flows(measured: &MeasuredWorld, record: &mut Record) {
    let residents = |id: TownIx| f64::from(measured.world.town(id).residents.max(1));
    let mut columns: [Vec<f64>; 4] = Default::default();
    let all: usize = measured.history.journeys.values().map(|journeys| journeys.lengths.len()).sum();
    let laden: u32 = measured.history.journeys.values().map(|journeys| journeys.laden).sum();
    put(record, "T30.laden", f64::from(laden) / all as f64);
    for (pair, journeys) in measured.history.journeys.iter().filter(|(_, journeys)| journeys.laden > 0) {
        let (Some(a), Some(b)) = (measured.site_of(pair.0), measured.site_of(pair.1)) else { continue };
        let apart = measured.present.straight[measured.present.pair_index(a, b)];
        let row = [f64::from(journeys.laden), residents(pair.0), residents(pair.1), apart];
        columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
    }
    let pairs = measured.markets.len() * measured.markets.len().saturating_sub(1) / 2;
    put(record, "T30.without", 1.0 - columns[0].len() as f64 / pairs as f64);
    for (name, column) in ["T30.trips", "T30.one", "T30.other", "T30.apart"].into_iter().zip(columns) {
        record.insert(name.to_owned(), column);
    }
}

/// Where settlements were founded, and random places at the same time.
fn foundings(measured: &MeasuredWorld, record: &mut Record) {
    let foundings = &measured.history.foundings;
    let mut columns: [Vec<f64>; 5] = Default::default();
    for (number, founding) in foundings.iter().enumerate() {
        let order = number as f64 / foundings.len() as f64;
        let mut row = |spot: &Spot, is_founded: f64| {
            let Some(days) = spot.to_market else { return };
            let row = [order, is_founded, spot.to_site, f64::from(u8::from(spot.by_water)), days];
            columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
        };
        row(&founding.here, 1.0);
        founding.elsewhere.iter().for_each(|spot| row(spot, 0.0));
    }
    for (name, column) in
        ["T31.order", "T31.founded", "T31.site", "T31.water", "T31.days"].into_iter().zip(columns)
    {
        record.insert(name.to_owned(), column);
    }
}
