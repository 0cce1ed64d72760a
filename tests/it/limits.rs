//! `wayworn limits`: its figures hold, wherever that is cheap to test.

use crate::kit;
use crate::outputs::WAYWORN;
use proptest::prelude::*;
use std::collections::BTreeMap;
use wayworn::app::limits;
use wayworn::app::play::settings;
use wayworn::grid::{Cell, Dir8, Size};
use wayworn::land::Recipe;
use wayworn::level::Level;
use wayworn::save::{self, Replay, ReplayHeader, SaveSlot};
use wayworn::sim::Game;
use wayworn::world::{
    AGE_MAX, AMOUNT_MAX, Action, Brush, Camp, Command, DAY, Kind, Order, PeopleIx, Queue, Rejection,
    TOWN_AMOUNT_MAX, TownIx, UnitId, UnitIx, World,
};

/// The number in the line that starts with this text.
fn limit(what: &str) -> usize {
    let page = limits::limits_page();
    let line = page.lines().find(|line| line.trim_start().starts_with(what));
    let rest = line.unwrap_or_else(|| panic!("no line begins with {what:?}:\n{page}")).trim_start();
    let words: Vec<&str> = rest[what.len()..].split_whitespace().take(2).collect();
    let number: usize = words[0].replace(',', "").parse().unwrap();
    match words[1] {
        "MiB" => number << 20,
        "KiB" => number << 10,
        _ => number,
    }
}

#[test]
fn commands_beyond_a_limit_are_refused() {
    let mut game = kit::game(2, 64);
    let id = game.world.units[UnitIx(0)].id;
    let orders = |units: usize, orders: usize| Command::Orders {
        units: vec![id; units],
        orders: vec![Order::Go(Cell::new(9, 9)); orders],
        queue: Queue::Replace,
    };
    let (units, queue, cells) =
        (limit("units in one command"), limit("orders in a queue"), limit("cells per stroke"));
    assert_eq!(game.apply(&orders(units + 1, 1)), Err(Rejection::TooMany(units)));
    assert_eq!(game.apply(&orders(1, queue + 1)), Err(Rejection::TooMany(queue)));
    assert!(game.apply(&orders(units, queue)).is_ok());
    let bend =
        |count| Command::EditLand { stroke: 1, brush: Brush::Wall, cells: vec![Cell::new(9, 9); count] };
    assert_eq!(game.apply(&bend(cells + 1)), Err(Rejection::TooMany(cells)));
    assert_ne!(game.apply(&bend(cells)), Err(Rejection::TooMany(cells)));
}

/// Counts up to the limits on the page are sound, and a save with one more is refused.
#[test]
fn worlds_beyond_a_limit_are_refused() {
    let world = kit::game(2, 64).world;
    let wrong = |change: &dyn Fn(&mut World)| {
        let mut world = world.clone();
        change(&mut world);
        world.check().err().inspect(|why| {
            let refused = save::decode(&save::encode(&world)).unwrap_err().to_string();
            assert!(refused.contains(why), "{refused}");
        })
    };
    let peoples = |count: usize| {
        wrong(&|world| world.peoples = vec![world.peoples[PeopleIx::PLAYER].clone(); count].into())
    };
    let camps = |count: usize| wrong(&|world| world.camps = vec![camp(world.towns[TownIx(0)].cell); count]);
    let units =
        |count: usize| wrong(&|world| world.units = vec![world.units[UnitIx(0)].clone(); count].into());
    let [most_peoples, most_camps, most_units] = ["peoples", "camps", "units in total"].map(limit);
    assert_eq!((peoples(most_peoples), camps(most_camps)), (None, None));
    assert_eq!(peoples(most_peoples + 1).unwrap(), "there are no peoples, or too many");
    assert_eq!(camps(most_camps + 1).unwrap(), "there are too many settlements");
    // This many copies make no sound land, but not because they are too many.
    assert_ne!(units(most_units).unwrap(), "there are too many units");
    assert_eq!(units(most_units + 1).unwrap(), "there are too many units");
    let coin = |amount: usize| wrong(&|world| world.peoples[PeopleIx::PLAYER].coin = amount as u32);
    let stock = |amount: usize| wrong(&|world| world.towns[TownIx(0)].stock[0] = amount as u32);
    let [most_coin, most_stock] =
        ["wear, coin, and a unit's counters", "stock, trade and nights of a settlement"].map(limit);
    assert_eq!((coin(most_coin), stock(most_stock)), (None, None));
    assert_eq!(coin(most_coin + 1).unwrap(), "a people has odd memories");
    assert_eq!(stock(most_stock + 1).unwrap(), "a settlement's stores are odd");
}

fn camp(cell: Cell) -> Camp {
    Camp { cell, nights: 100, nights_total: 1, routes: Vec::new(), guests: BTreeMap::new() }
}

#[test]
fn walkers_beyond_a_limit_are_not_added() {
    let mut game = kit::game(2, 64);
    let most = limit("units beyond which you cannot add more");
    game.apply(&Command::FreeBuild(true)).unwrap();
    let cells: Vec<Cell> = game.world.size().cells().collect();
    let mut last = Ok(());
    for cell in cells {
        match game.apply(&Command::Spawn { kind: Kind::Scout, cell }) {
            Err(Rejection::NoRoom(_)) => {}
            done => last = done.map(drop),
        }
        if last.is_err() {
            break;
        }
    }
    assert_eq!((last, game.world.units.len()), (Err(Rejection::TooMany(most)), most));
}

#[test]
fn lands_beyond_a_limit_are_refused() {
    let (least, most) =
        (limit("side of a land in cells, minimum") as u16, limit("side of a land in cells, maximum") as u16);
    assert!(Game::new(1, Size::new(least, least)).is_ok());
    for side in [least - 1, most + 1] {
        assert!(Game::new(1, Size::new(side, least)).is_err());
        assert!(Game::new(1, Size::new(least, side)).is_err());
    }
    let least = limit("side of a level in cells, minimum");
    let level = |columns: usize| {
        let map = vec![".".repeat(columns); least].join("\n");
        Level::parse(&format!("name = \"x\"\nabout = \"\"\nmap = '''\n{map}\n'''\n"))
    };
    assert!(level(least).is_ok(), "{:?}", level(least).err());
    for columns in [least - 1, limit("side of a level in cells, maximum") + 1] {
        let error = level(columns).unwrap_err();
        assert!(error.line > 0, "{error}");
    }
    assert!(Level::parse(&" ".repeat(limit("a level") + 1)).is_err());
    let most = limit("signs and words in a level");
    let error = Level::parse(&"\n".repeat(most + 1)).unwrap_err();
    assert!(error.line == most + 1 && error.what.contains("signs and words"), "{error}");
    // The end of the text counts as a part, too.
    assert!(!Level::parse(&"\n".repeat(most - 1)).unwrap_err().what.contains("signs and words"));
}

#[test]
fn threads_beyond_a_limit_are_refused() {
    let record = kit::home().join("saves/golden/land-21-128x128.replay");
    let most = limit("planning threads");
    let run = |threads: usize, arguments: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_wayworn"));
        command.args(arguments).args(["--threads", &threads.to_string()]).output().unwrap().status.code()
    };
    for arguments in [&["run", "--size", "48x48", "--ticks", "1"][..], &["replay", record.to_str().unwrap()]]
    {
        assert_eq!((run(most, arguments), run(most + 1, arguments)), (Some(0), Some(2)), "{arguments:?}");
    }
}

#[test]
fn files_beyond_a_limit_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let name = "x".repeat(limit("characters in the name of a save"));
    assert!(SaveSlot::open(dir.path(), &name).is_ok() && SaveSlot::open(dir.path(), &(name + "x")).is_err());
    let head = ReplayHeader::new(1, Size::new(64, 64), None).text();
    let hashes = ["0123456789abcdef"; 8].join(" ");
    let ticks = limit("ticks of a game");
    assert!(Replay::parse(&format!("{head}h {ticks} {hashes}\n")).is_ok());
    assert!(Replay::parse(&format!("{head}h {} {hashes}\n", ticks + 1)).is_err());
    let line = "x".repeat(limit("a line of a replay") + 1);
    let error = Replay::parse(&format!("{head}{line}\n")).unwrap_err();
    assert!(error.line == 5 && error.what.contains("too long"), "{error}");
    let fps = limit("frames per second");
    assert!(
        settings::parse(&format!("fps = {fps}")).is_ok()
            && settings::parse(&format!("fps = {}", fps + 1)).is_err()
    );
    let seconds = limit("seconds between autosaves");
    assert!(settings::parse(&format!("autosave = {seconds}")).is_ok());
    assert!(settings::parse(&format!("autosave = {}", seconds + 1)).is_err());
    let path = dir.path().join("long.toml");
    std::fs::write(&path, "#".repeat(limit("the settings") + 1)).unwrap();
    assert!(settings::read(Some(&path)).is_err());
    let version = limit("version of saves") as u16;
    let mut parts = kit::take_apart(&save::encode(&kit::game(2, 48).world));
    assert!(parts.iter().all(|part| part.version == version));
    parts[3].version += 1;
    assert!(save::decode(&kit::put_together(1, &parts)).unwrap_err().to_string().contains("newer Wayworn"));
}

/// A sum: its name, the largest that can be loaded, and how to set it.
type Sum = (&'static str, u64, fn(&mut World, u64));

/// A change to a world.
type Change = fn(&mut World);

/// Largest counts in 16, 32 and 64 bits, of a settlement, and of the price of a good.
const FEW: u64 = 1 << 14;
const AMOUNT: u64 = AMOUNT_MAX as u64;
const OF_A_TOWN: u64 = TOWN_AMOUNT_MAX as u64;
const COUNT: u64 = 1 << 48;
const PRICE: u64 = 400;

/// All sums of a world, except those of paths and searches.
const SUMS: [Sum; 43] = [
    ("next_unit", AMOUNT, |world, n| world.next_unit = n as u32),
    ("wear", AMOUNT, |world, n| world.ground.wear.values_mut().fill(n as u32)),
    ("traffic", AMOUNT, |world, n| world.ground.traffic.fill(n as u32)),
    ("residents", OF_A_TOWN, |world, n| world.towns.iter_mut().for_each(|town| town.residents = n as u32)),
    ("residents_max", OF_A_TOWN, |world, n| {
        world.towns.iter_mut().for_each(|town| town.residents_max = n as u32);
    }),
    ("trade", OF_A_TOWN, |world, n| world.towns.iter_mut().for_each(|town| town.trade = n as u32)),
    ("nights", OF_A_TOWN, |world, n| world.towns.iter_mut().for_each(|town| town.nights = n as u32)),
    ("came", OF_A_TOWN, |world, n| world.towns.iter_mut().for_each(|town| town.came = n as u32)),
    ("stock", OF_A_TOWN, |world, n| world.towns.iter_mut().for_each(|town| town.stock.fill(n as u32))),
    ("visits", AMOUNT, |world, n| world.towns.iter_mut().for_each(|town| town.visits.fill(n as u32))),
    ("tired_days", FEW, |world, n| world.towns.iter_mut().for_each(|town| town.tired_days = n as u16)),
    ("failing_days", FEW, |world, n| world.towns.iter_mut().for_each(|town| town.failing_days = n as u16)),
    ("camp nights", AMOUNT, |world, n| world.camps.iter_mut().for_each(|camp| camp.nights = n as u32)),
    ("camp nights in all", AMOUNT, |world, n| {
        world.camps.iter_mut().for_each(|camp| camp.nights_total = n as u32);
    }),
    ("guests", AMOUNT, |world, n| {
        world.camps.iter_mut().for_each(|camp| {
            camp.guests.insert(PeopleIx::PLAYER, n as u32);
        });
    }),
    ("coin", AMOUNT, |world, n| world.peoples.iter_mut().for_each(|people| people.coin = n as u32)),
    ("way", AMOUNT, |world, n| {
        world.peoples[PeopleIx::PLAYER].trip_times.values_mut().for_each(|way| way.time = n as u32);
    }),
    ("prices", PRICE, |world, n| {
        world.peoples[PeopleIx::PLAYER].prices.values_mut().for_each(|note| note.prices.fill(n as u32));
    }),
    ("coming", FEW, |world, n| {
        world.peoples[PeopleIx::PLAYER].prices.values_mut().for_each(|note| note.coming.fill(n as u16));
    }),
    ("visitors", FEW, |world, n| {
        world.peoples[PeopleIx::PLAYER].prices.values_mut().for_each(|note| note.visitors = n as u16);
    }),
    ("seen residents", OF_A_TOWN, |world, n| {
        world.peoples[PeopleIx::PLAYER].sightings.values_mut().for_each(|seen| seen.residents = n as u32);
    }),
    ("progress", AMOUNT, |world, n| world.units.iter_mut().for_each(|unit| unit.progress = n as u32)),
    ("fatigue", AMOUNT, |world, n| world.units.iter_mut().for_each(|unit| unit.fatigue = n as u32)),
    ("unfed", AMOUNT, |world, n| world.units.iter_mut().for_each(|unit| unit.unfed = n as u32)),
    ("journey", AMOUNT, |world, n| world.units.iter_mut().for_each(|unit| unit.journey = n as u32)),
    ("roadless", AMOUNT, |world, n| world.units.iter_mut().for_each(|unit| unit.roadless = n as u32)),
    ("steps", AMOUNT, |world, n| world.units.iter_mut().for_each(|unit| unit.steps = n as u32)),
    ("cargo", OF_A_TOWN, |world, n| {
        world.units.iter_mut().flat_map(|unit| &mut unit.cargo).for_each(|cargo| cargo.amount = n as u32);
    }),
    ("recent steps", AMOUNT, |world, n| world.tally.recent_steps.fill((n as u32, n as u32))),
    ("trips", COUNT, |world, n| world.tally.trips = n),
    ("trip time", COUNT, |world, n| world.tally.trip_time = n),
    ("deliveries", COUNT, |world, n| world.tally.deliveries = n),
    ("footsteps", COUNT, |world, n| world.tally.footsteps = n),
    ("requests", COUNT, |world, n| world.tally.requests = n),
    ("replans", COUNT, |world, n| world.tally.replans = n),
    ("notices", COUNT, |world, n| world.tally.notices = n),
    ("splices", COUNT, |world, n| world.tally.splices = n),
    ("parts", COUNT, |world, n| world.tally.parts = n),
    ("expansions", COUNT, |world, n| world.tally.expansions = n),
    ("robberies", COUNT, |world, n| world.tally.robberies = n),
    ("killed", COUNT, |world, n| world.tally.killed = n),
    ("came and lost", COUNT, |world, n| (world.tally.came, world.tally.lost) = (n, n)),
    ("founded and ruined", COUNT, |world, n| (world.tally.founded, world.tally.ruined) = (n, n)),
];

/// A lived-in land on which every sum is nonzero.
fn lived_in() -> World {
    let mut game = kit::played(3, 64, 3 * DAY);
    let carries = |world: &World| world.units.iter().any(|unit| unit.cargo.is_some());
    let sleeps = |world: &World| !world.camps.is_empty();
    while !carries(&game.world) || !sleeps(&game.world) {
        assert!(game.world.tick < 40 * DAY, "no unit carries anything or sleeps outside");
        game.tick();
    }
    let world = game.world;
    assert!(
        !world.peoples[PeopleIx::PLAYER].trip_times.is_empty()
            && !world.peoples[PeopleIx::PLAYER].prices.is_empty()
    );
    world
}

/// A world saved, loaded and run for this many ticks; the test build checks it meanwhile.
fn lives_on(world: &World, ticks: u64) -> World {
    assert_eq!(world.check(), Ok(()));
    let mut game = Game::from_world(save::decode(&save::encode(world)).unwrap());
    (0..ticks).for_each(|_| game.tick());
    assert_eq!(game.world.check(), Ok(()));
    game.world
}

#[test]
fn what_adds_up_is_loaded_to_its_bound_and_not_beyond() {
    let world = lived_in();
    for (name, most, set) in SUMS {
        for (amount, is_sound) in [(most, true), (most + 1, false)] {
            let mut world = world.clone();
            set(&mut world, amount);
            assert_eq!(world.check().is_ok(), is_sound, "{name} of {amount}: {:?}", world.check());
        }
    }
    let beyond: [(&str, Change); 4] = [
        ("tick", |world| world.tick = AGE_MAX + 1),
        ("requests", |world| world.plans.next_id = ((world.tick + 1) << 32) + 1),
        ("doublings", |world| world.history.doublings = 32),
        ("days' deliveries", |world| world.tally.daily_deliveries = vec![COUNT + 1]),
    ];
    for (name, set) in beyond {
        let mut world = world.clone();
        set(&mut world);
        assert!(world.check().is_err(), "{name}");
    }
}

#[test]
fn a_save_at_the_edge_of_every_bound_lives_on() {
    let mut world = lived_in();
    for (_, most, set) in SUMS {
        set(&mut world, most);
    }
    world.plans.next_id = (world.tick + 1) << 32;
    world.history.doublings = 31;
    world.units.iter_mut().filter(|unit| unit.id.0 % 4 == 0).for_each(|unit| unit.courtesy = u64::MAX);
    world.tally.daily_deliveries = vec![0, COUNT];
    assert_eq!(u64::from(world.tally.recently_delivered()), AMOUNT, "what is narrowed fits");
    let later = lives_on(&world, 2000);
    assert_eq!(u64::from(later.next_unit), AMOUNT, "no unit was born");
    assert_eq!(later.tally.footsteps, COUNT, "counts stay");
    let moved =
        later.units.iter().filter(|unit| world.unit(unit.id).is_some_and(|old| old.cell != unit.cell));
    let (moved, asked) = (moved.count(), later.plans.next_id - world.plans.next_id);
    assert!(moved > 5 && asked > 20, "{moved} walkers moved, {asked} requests");
}

#[test]
fn the_oldest_game_lives_to_the_longest_age_and_is_loaded_then() {
    let mut world = lived_in();
    world.tick = AGE_MAX - 1500;
    let later = lives_on(&world, 1500);
    assert_eq!(later.tick, AGE_MAX);
    // Days beyond the range of sightings count as the last day, never as the first ones.
    let belief = &later.peoples[PeopleIx::PLAYER].belief;
    assert!(later.size().cells().any(|cell| belief.last_seen(cell) == u64::from(u16::MAX)));
    assert_eq!(lives_on(&later, 0).tick, AGE_MAX);
}

/// In a wanderer's game the waystones brought home cannot exceed those in the chronicle; the wanderer's drawing stays
/// within its bound.
#[test]
fn what_a_wanderer_adds_up_is_bounded() {
    let mut game = Game::wander(Recipe::default(), 3, Size::new(96, 96), &mut |_, _| ()).unwrap();
    game.apply(&Command::NextLife).unwrap();
    let mut world = game.world;
    world.possession.as_mut().unwrap().discovered = AMOUNT_MAX;
    let wander = world.wander.as_mut().unwrap();
    (wander.brought, wander.brought_in_all) = (AMOUNT_MAX, AMOUNT_MAX);
    let mut game = Game::from_world(save::decode(&save::encode(&world)).unwrap());
    let known = game.world.peoples[PeopleIx::PLAYER].belief.known();
    for _ in 0..400 {
        if game.world.awaits_action() {
            // An obstacle or the end of the life is a valid result, too.
            let _ = game.apply(&Command::TakeAction(Action::Step(Dir8::ALL[(game.world.tick % 3) as usize])));
        }
        game.tick();
    }
    assert!(game.world.peoples[PeopleIx::PLAYER].belief.known() > known, "nothing new was seen");
    assert_eq!(game.world.check(), Ok(()));
    world.wander.as_mut().unwrap().carried = 1;
    assert!(world.check().is_err());
}

/// A full land with all units in one place: all see each other, and no new ones come to live there.
#[test]
fn a_land_full_of_walkers_in_one_place_lives_on() {
    let mut world = lived_in();
    let home = world.towns.position(|town| town.people == PeopleIx::PLAYER).unwrap();
    let (cell, model) = (world.towns[home].cell, world.units[UnitIx(0)].clone());
    world.units.iter_mut().for_each(|unit| unit.next = None);
    while world.units.len() < 70_000 {
        let id = UnitId(world.next_unit);
        world.next_unit += 1;
        let stack = vec![wayworn::world::Behaviour::Stop];
        world.units.push(wayworn::world::Unit {
            id,
            cell,
            next: None,
            people: PeopleIx::PLAYER,
            stack,
            path: None,
            stored_path: None,
            ..model.clone()
        });
    }
    let game = Game::from_world(world);
    assert!(game.derived.visible[PeopleIx::PLAYER][cell] >= 70_000 - 1000);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: kit::many(6, 50, 200) as u32, failure_persistence: None, ..ProptestConfig::default() })]

    /// Any combination of sums at or just below their limits.
    #[test]
    fn a_save_at_the_edge_of_some_bounds_lives_on(below in proptest::collection::vec(0..4u64, SUMS.len())) {
        let mut world = kit::played(5, 48, 2 * DAY).world;
        for ((_, most, set), below) in SUMS.into_iter().zip(below).filter(|(_, below)| *below < 2) {
            set(&mut world, most - below);
        }
        lives_on(&world, 2 * DAY);
    }
}

fn answers(args: &[&str]) -> (Option<i32>, String) {
    WAYWORN.answers(args)
}

#[test]
fn numbers_of_the_command_line_are_taken_to_their_bounds_and_not_beyond() {
    let small = ["--size", "48x48"];
    let (most, beyond) = ("18446744073709551615", "18446744073709551616");
    let taken: [Vec<&str>; 3] = [
        vec!["run", "--ticks", "0", "--years", "0", "--seed", "0"],
        vec!["run", "--ticks", "1", "--seed", most, "--threads", "1"],
        vec!["preview", "--seed", most, "--columns", "500", "--sea", "100", "--cold", "0"],
    ];
    for args in taken {
        let args = [&args[..], &small[..]].concat();
        let (code, errors) = answers(&args);
        assert_eq!(code, Some(0), "{args:?}: {errors}");
    }
    let refused: [(&[&str], &str); 27] = [
        (&["run", "--years", "1601280946673574"], "--years"),
        (&["run", "--years", "8681"], "8680"),
        (&["run", "--years", most], "--years"),
        (&["run", "--years", "8680", "--ticks", "100000000"], "allow at most 100000000"),
        (&["run", "--ticks", "100000001"], "100000000"),
        (&["run", "--ticks", most], "--ticks"),
        (&["run", "--ticks", beyond], "--ticks"),
        (&["run", "--ticks", "-1"], "-1"),
        (&["run", "--seed", beyond], "--seed"),
        (&["run", "--size", "47x48"], "48"),
        (&["run", "--size", "48x4097"], "4096"),
        (&["run", "--size", "65535x65535"], "4096"),
        (&["run", "--size", "65536x48"], "65536x48"),
        (&["run", "--size", "0x0"], "48"),
        (&["run", "--threads", "0"], "--threads"),
        (&["run", "--threads", most], "--threads"),
        (&["run", "--sea", "101"], "--sea"),
        (&["preview", "--columns", "15"], "--columns"),
        (&["preview", "--columns", "65536"], "--columns"),
        (&["replay", "x.replay", "--threads", "257"], "--threads"),
        (&["replay", "x.replay", "--record-anew", "--every", "0"], "--every"),
        (&["render", "x", "--png", "y", "--scale", "9"], "--scale"),
        (&["render", "x", "--gif", "y", "--frames", "0"], "--frames"),
        (&["render", "x", "--cast", "y", "--seconds", "601"], "--seconds"),
        (&["render", "x", "--png", "y", "--size", "501x200"], "500x200"),
        (&["--years", "101"], "100"),
        (&["--fps", "121"], "120"),
    ];
    for (args, what) in refused {
        let (code, errors) = answers(args);
        assert!(code == Some(2) && errors.contains(what), "{args:?}: {code:?}, {errors}");
    }
}

/// Long work reports its progress where its errors are read as lines.
#[test]
fn long_work_tells_how_far_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("far.replay");
    let head = ReplayHeader::new(1, Size::new(48, 48), None).text();
    std::fs::write(&file, format!("{head}c 99999999 0 \"Undo\"\n")).unwrap();
    let file = file.to_str().unwrap();
    let (code, errors) = answers(&["replay", file, "--record-anew", "--every", "1"]);
    assert!(code == Some(2) && errors.contains("use --every 56 or more"), "{errors}");
    WAYWORN.tells_how_far(&[
        (vec!["replay", file, "--verify"], "of 99999999 (0 %)"),
        (vec!["run", "--ticks", "100000000", "--size", "48x48"], "of 100000000 (0 %)"),
    ]);
}
