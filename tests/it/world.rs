//! The land as a whole: identical on any number of threads, with derived state that can be rebuilt, roads and inns
//! that emerge, and a readable chronicle.

use crate::kit;
use wayworn::grid::Cell;
use wayworn::land::Surface;
use wayworn::plan::PriceTables;
use wayworn::scene::text;
use wayworn::sim::Game;
use wayworn::world::{AMOUNT_MAX, DAY, PeopleIx, Season, TOWN_AMOUNT_MAX, Tier, TownIx, TownKind};

/// The same seed gives the same hashes on one thread and on two; and caches equal a fresh build.
#[test]
fn threads_and_caches_leave_no_trace() {
    for seed in [5, 11] {
        let alone = kit::on_threads(1, || {
            let mut game = kit::game(seed, 128);
            let mut hashes = Vec::new();
            for tick in (50..=2000).step_by(50) {
                kit::play_to(&mut game, seed, tick, &mut hashes);
                assert!(game.derived.matches(&game.world), "seed {seed}: stale at tick {tick}");
                game.world.check().unwrap();
            }
            hashes
        });
        let together = kit::on_threads(2, || {
            let mut game = kit::game(seed, 128);
            let mut hashes = Vec::new();
            kit::play_to(&mut game, seed, 2000, &mut hashes);
            hashes
        });
        assert_eq!(alone.len(), 20);
        for ((tick, one), (_, two)) in alone.iter().zip(&together) {
            assert_eq!(one.first_difference(two), None, "seed {seed}, tick {tick}");
        }
    }
}

/// Counters at their maximum, as in a game left running for weeks, stay there: such a land lives on and can be loaded
/// at any time.
#[test]
fn what_has_grown_to_its_end_stays_there() {
    let mut game = kit::game(3, 128);
    (0..2000).for_each(|_| game.tick());
    let world = &mut game.world;
    world
        .ground
        .wear
        .values_mut()
        .iter_mut()
        .chain(&mut world.ground.traffic)
        .for_each(|wear| *wear = AMOUNT_MAX);
    for people in &mut world.peoples {
        people.coin = AMOUNT_MAX;
        for note in people.prices.values_mut() {
            (note.coming, note.visitors) = (note.coming.map(|_| 1 << 14), 1 << 14);
        }
    }
    for town in &mut world.towns {
        (town.trade, town.nights, town.came) = (TOWN_AMOUNT_MAX, TOWN_AMOUNT_MAX, TOWN_AMOUNT_MAX);
        (town.residents, town.residents_max) = (TOWN_AMOUNT_MAX, TOWN_AMOUNT_MAX);
        (town.stock, town.failing_days) = (town.stock.map(|_| TOWN_AMOUNT_MAX), 1 << 14);
    }
    for unit in &mut world.units {
        (unit.fatigue, unit.journey) = (AMOUNT_MAX, AMOUNT_MAX);
    }
    world.check().unwrap();
    let before = world.tally.clone();
    for _ in 0..3 * DAY {
        game.tick();
        game.world.check().unwrap_or_else(|what| panic!("tick {}: {what}", game.world.tick));
    }
    let now = &game.world.tally;
    assert!(
        now.footsteps > before.footsteps && now.deliveries > before.deliveries,
        "the land is uninhabited"
    );
}

/// A land of 256 × 256 after this many ticks, without a player, and the ticks of the lines that were told.
fn grown(seed: u64, ticks: u64) -> (Game, Vec<u64>) {
    let mut game = kit::game(seed, 256);
    let mut lines: Vec<u64> = Vec::new();
    while game.world.tick < ticks {
        game.tick();
        let last = game.world.events.lines().next_back().map(|(line, _)| line.tick);
        if let Some(last) = last.filter(|last| lines.last() != Some(last)) {
            lines.push(last);
        }
    }
    (game, lines)
}

/// The least that must emerge in a month: feet make paths and roads, travellers' nights make an inn, and walkers use
/// the roads; and the lines are neither too fast to read nor too slow.
#[test]
fn roads_and_inns_appear_and_are_told() {
    let (game, lines) = grown(7, 6000);
    let tally = &game.world.tally;
    let firsts = (tally.first_path, tally.first_dirt, tally.first_inn);
    assert!(matches!(firsts, (Some(_), Some(_), Some(_))), "path, dirt road, inn: {firsts:?}");
    let towns = game.world.towns.iter().filter(|town| town.kind != TownKind::Ruin).count();
    assert!(towns >= 5, "{towns} settlements");
    let (steps, on_roads) =
        tally.recent_steps.iter().fold((0, 0), |sum, (all, roads)| (sum.0 + all, sum.1 + roads));
    assert!(on_roads * 4 >= steps && steps > 1000, "{on_roads} of {steps} steps on roads");
    assert!(tally.trips > 50 && tally.deliveries > 20, "{tally:?}");
    for two in lines.windows(2) {
        assert!(two[1] - two[0] >= 60, "lines at {two:?}: too fast to read");
        assert!(two[0] < 600 || two[1] - two[0] <= 200, "silence between {two:?}");
    }
    assert!(game.world.tick - lines[lines.len() - 1] <= 200 && lines.len() as u64 > 6000 / DAY);
    for (line, event) in game.world.events.lines() {
        let words = text::line_words(&game.world, line, event);
        assert!(
            event.at.is_some() && words.starts_with(char::is_uppercase) && !words.contains("  "),
            "{words}"
        );
    }
    game.world.check().unwrap();
}

/// The same from a land's first tick on; on more lands and for longer every night.
#[test]
fn self_checks_from_the_first_tick_find_nothing() {
    for seed in 0..kit::many(1, 4, 16) as u64 {
        let mut game = kit::game(40 + seed, 64);
        for _ in 0..kit::many(60, 2000, 2000) {
            kit::command(&mut game, seed);
            game.tick();
            game.check_derived()
                .unwrap_or_else(|stale| panic!("seed {seed}, tick {}: {stale}", game.world.tick));
        }
        game.world.check().unwrap();
    }
}

/// Makes derived state stale.
type Plant = fn(&mut Game, Cell);

/// All derived state, including lazily computed state, equals a rebuild tick by tick; and any that does not is
/// reported with its place.
#[test]
fn self_checks_find_planted_faults_and_nothing_else() {
    let mut game = kit::played(6, 64, 600);
    for _ in 0..50 {
        kit::command(&mut game, 6);
        game.tick();
        game.check_derived().unwrap_or_else(|stale| panic!("tick {}: {stale}", game.world.tick));
    }
    assert!(game.derived.abstractions.counters().built > 100, "no abstraction was ever asked");
    let cell = game.world.towns[TownIx(0)].cell;
    let planted: [(&str, Plant); 5] = [
        ("where one is inside at", |game, cell| game.derived.haven[cell] = false),
        ("what people 0 sees at", |game, cell| game.derived.visible[PeopleIx::PLAYER][cell] += 1),
        ("the number of road cells", |game, _| game.derived.road_cells += 1),
        ("the last keyframe at", |game, cell| game.derived.keyframe_ground[cell] = 0),
        ("the prices of the season", |game, _| game.derived.tables = PriceTables::for_season(Season::Winter)),
    ];
    for (said, plant) in planted {
        let mut false_game = Game { world: game.world.clone(), derived: game.derived.clone() };
        plant(&mut false_game, cell);
        let stale = false_game.check_derived().unwrap_err();
        let words = format!("{} {}", stale.layer, stale.place);
        assert!(words.contains(said), "{said}: {words}");
    }
    // A people learns something without notification; a copy of the game would lose its abstractions.
    let near: Vec<Cell> = game.world.size().square(cell, 6).collect();
    let belief = &mut game.world.peoples[PeopleIx::PLAYER].belief;
    for near in near {
        belief.observe(near, Surface::Wall, Tier::None, false, 9);
    }
    belief.drain_dirty();
    let stale = game.check_derived().unwrap_err();
    assert!(stale.layer.contains("the abstraction of people 0"), "{stale}");
}
