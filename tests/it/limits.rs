//! `wayworn limits`: what it says is what happens, wherever that is cheap to see.

use crate::kit;
use std::collections::BTreeMap;
use wayworn::app::limits;
use wayworn::app::play::settings;
use wayworn::grid::{Cell, Size};
use wayworn::level::Level;
use wayworn::save::{self, Header, Replay, Slot};
use wayworn::sim::Game;
use wayworn::world::{Brush, Camp, Command, Kind, Order, Queue, Rejection, World};

/// The number of the line that begins like this.
fn told(what: &str) -> usize {
    let page = limits::page();
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
    let id = game.world.units[0].id;
    let orders = |units: usize, orders: usize| Command::Orders {
        units: vec![id; units],
        orders: vec![Order::Go(Cell::new(9, 9)); orders],
        queue: Queue::Replace,
    };
    let (units, queue, cells) =
        (told("units in one command"), told("orders in a queue"), told("cells of one stroke"));
    assert_eq!(game.apply(&orders(units + 1, 1)), Err(Rejection::TooMany(units)));
    assert_eq!(game.apply(&orders(1, queue + 1)), Err(Rejection::TooMany(queue)));
    assert!(game.apply(&orders(units, queue)).is_ok());
    let bend = |count| Command::Bend { stroke: 1, brush: Brush::Wall, cells: vec![Cell::new(9, 9); count] };
    assert_eq!(game.apply(&bend(cells + 1)), Err(Rejection::TooMany(cells)));
    assert_ne!(game.apply(&bend(cells)), Err(Rejection::TooMany(cells)));
}

/// What nobody may have too many of: as many as the page says are sound, and with one more no save is taken.
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
    let peoples = |count: usize| wrong(&|world| world.peoples.resize(count, world.peoples[0].clone()));
    let camps = |count: usize| wrong(&|world| world.camps = vec![camp(world.towns[0].cell); count]);
    let units = |count: usize| wrong(&|world| world.units = vec![world.units[0].clone(); count].into());
    let [most_peoples, most_camps, most_units] = ["peoples", "camps", "units in all"].map(told);
    assert_eq!((peoples(most_peoples), camps(most_camps)), (None, None));
    assert_eq!(peoples(most_peoples + 1).unwrap(), "there are no peoples, or too many");
    assert_eq!(camps(most_camps + 1).unwrap(), "there are too many settlements");
    // So many of the same cannot be a land, but that they are too many is not what is wrong with them.
    assert_ne!(units(most_units).unwrap(), "there are too many units");
    assert_eq!(units(most_units + 1).unwrap(), "there are too many units");
    let coin = |amount: usize| wrong(&|world| world.peoples[0].coin = amount as u32);
    let stock = |amount: usize| wrong(&|world| world.towns[0].stock[0] = amount as u32);
    let [most_coin, most_stock] =
        ["wear, coin, and what a walker adds up", "stock, trade and nights of a settlement"].map(told);
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
    let most = told("units up to which one may add some");
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
    let (least, most) = (told("cells of a side, at least") as u16, told("cells of a side, at most") as u16);
    assert!(Game::new(1, Size::new(least, least)).is_ok());
    for side in [least - 1, most + 1] {
        assert!(Game::new(1, Size::new(side, least)).is_err());
        assert!(Game::new(1, Size::new(least, side)).is_err());
    }
    let least = told("cells of a side of a level, at least");
    let level = |columns: usize| {
        let map = vec![".".repeat(columns); least].join("\n");
        Level::parse(&format!("name = \"x\"\nabout = \"\"\nmap = '''\n{map}\n'''\n"))
    };
    assert!(level(least).is_ok(), "{:?}", level(least).err());
    for columns in [least - 1, told("cells of a side of a level, at most") + 1] {
        let error = level(columns).unwrap_err();
        assert!(error.line > 0, "{error}");
    }
    assert!(Level::parse(&" ".repeat(told("a level") + 1)).is_err());
    let most = told("signs and words of a level");
    let error = Level::parse(&"\n".repeat(most + 1)).unwrap_err();
    assert!(error.line == most + 1 && error.what.contains("signs and words"), "{error}");
    // The end of the text is a part, too.
    assert!(!Level::parse(&"\n".repeat(most - 1)).unwrap_err().what.contains("signs and words"));
}

#[test]
fn threads_beyond_a_limit_are_refused() {
    let record = kit::home().join("saves/golden/land-21-128x128.replay");
    let most = told("threads that plan");
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
    let name = "x".repeat(told("characters of a save's name"));
    assert!(Slot::open(dir.path(), &name).is_ok() && Slot::open(dir.path(), &(name + "x")).is_err());
    let head = Header::new(1, Size::new(64, 64), None).text();
    let hashes = ["0123456789abcdef"; 8].join(" ");
    let ticks = told("ticks of a replay");
    assert!(Replay::parse(&format!("{head}h {ticks} {hashes}\n")).is_ok());
    assert!(Replay::parse(&format!("{head}h {} {hashes}\n", ticks + 1)).is_err());
    let line = "x".repeat(told("a line of a replay") + 1);
    let error = Replay::parse(&format!("{head}{line}\n")).unwrap_err();
    assert!(error.line == 5 && error.what.contains("too long"), "{error}");
    let fps = told("pictures a second");
    assert!(
        settings::parse(&format!("fps = {fps}")).is_ok()
            && settings::parse(&format!("fps = {}", fps + 1)).is_err()
    );
    let seconds = told("seconds between autosaves");
    assert!(settings::parse(&format!("autosave = {seconds}")).is_ok());
    assert!(settings::parse(&format!("autosave = {}", seconds + 1)).is_err());
    let path = dir.path().join("long.toml");
    std::fs::write(&path, "#".repeat(told("the settings") + 1)).unwrap();
    assert!(settings::read(Some(&path)).is_err());
    let version = told("version of saves that is written") as u16;
    let mut parts = kit::take_apart(&save::encode(&kit::game(2, 48).world));
    assert!(parts.iter().all(|part| part.version == version));
    parts[3].version += 1;
    assert!(save::decode(&kit::put_together(1, &parts)).unwrap_err().to_string().contains("newer"));
}
