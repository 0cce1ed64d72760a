//! What if: the land that is shown is the land that comes.

use std::slice::from_ref;
use wayworn::grid::{Cell, Size, line};
use wayworn::scene::{TICKS_AHEAD, Tallies, Viewport, build_scene, compare, foresee, look_ahead};
use wayworn::sim::Game;
use wayworn::world::{Brush, Command, DAY};

/// A land of some days, and a wall across its busiest place.
fn land_and_wall() -> (Game, Command) {
    let mut game = Game::new(7, Size::new(96, 96)).unwrap();
    (0..30 * DAY).for_each(|_| game.tick());
    let worn = (0..game.world.size().area()).map(|i| game.world.size().cell(i));
    let busiest = worn.max_by_key(|cell| (game.world.ground.wear[*cell], *cell)).unwrap();
    let (from, to) = (Cell::new(busiest.x, busiest.y - 4), Cell::new(busiest.x, busiest.y + 4));
    game.apply(&Command::FreeBuild(true)).unwrap();
    (game, Command::EditLand { stroke: 1, brush: Brush::Wall, cells: line(from, to).collect() })
}

/// With the commands and without, what is seen ahead is, hash by hash, what happens then.
#[test]
fn what_is_seen_ahead_is_what_happens() {
    let (game, wall) = land_and_wall();
    for commands in [vec![wall.clone()], vec![wall, Command::Undo], Vec::new()] {
        let seen = look_ahead(game.world.clone(), &commands, &mut |_| true).unwrap().unwrap();
        let mut played = Game::from_world(game.world.clone());
        for command in &commands {
            played.apply(command).unwrap();
        }
        (0..TICKS_AHEAD).for_each(|_| played.tick());
        assert_eq!(seen.world.hash(), played.world.hash(), "{commands:?}");
    }
}

/// The game itself goes on as before, and its own future with the command is the one that was seen.
#[test]
fn looking_ahead_changes_nothing() {
    let (mut game, wall) = land_and_wall();
    let before = game.world.hash();
    let ahead =
        |commands: &[Command]| look_ahead(game.world.clone(), commands, &mut |_| true).unwrap().unwrap();
    let (without, with) = (ahead(&[]), ahead(from_ref(&wall)));
    let seen = compare(&Tallies::of(&game.world), &without, &with, (60, 40));
    assert_eq!(game.world.hash(), before);
    let pixels = usize::from(seen.view.columns) * usize::from(seen.view.rows);
    assert!(seen.with.pixels.len() == pixels && seen.without.pixels.len() == pixels && pixels > 0);
    assert!(seen.differences.iter().all(|by| by.len() == pixels));
    let traffic = &seen.differences[0];
    assert!(
        traffic.iter().any(|by| *by < 0) && traffic.iter().any(|by| *by > 0),
        "the wall turns traffic aside"
    );
    assert!(seen.words[0].contains("trips") && seen.words[1].contains("coin"), "{:?}", seen.words);
    game.apply(&wall).unwrap();
    (0..TICKS_AHEAD).for_each(|_| game.tick());
    assert_eq!(game.world.hash(), with.world.hash());
}

#[test]
fn what_is_refused_or_given_up_has_no_answer() {
    let (game, _) = land_and_wall();
    let refused = Command::EditLand { stroke: 1, brush: Brush::Wall, cells: Vec::new() };
    assert!(look_ahead(game.world.clone(), &[refused], &mut |_| true).is_err());
    let mut asked = 0;
    let given_up = look_ahead(game.world.clone(), &[], &mut |passed| {
        asked += 1;
        passed < 5
    });
    assert!(given_up.unwrap().is_none() && asked == 6);
    let same = compare(&Tallies::of(&game.world), &game, &game, (60, 40));
    assert!(same.differences.iter().flatten().all(|by| *by == 0));
}

/// Who would take another path for a wall is what the counter says once it stands.
#[test]
fn foresight_is_what_the_counter_then_says() {
    let (mut game, wall) = land_and_wall();
    let now = |game: &Game| (game.world.clone(), game.derived.counter.clone());
    assert!(foresee(now(&game), from_ref(&wall), &mut || false).unwrap().is_none());
    let seen = foresee(now(&game), from_ref(&wall), &mut || true).unwrap().unwrap();
    game.apply(&wall).unwrap();
    let after = foresee(now(&game), &[], &mut || true).unwrap().unwrap();
    assert_eq!(after, seen, "the same once it stands");
    let affected = game.derived.counter.affected.len();
    assert!(affected > 0, "no path crosses the wall");
    while game.derived.counter.replanned() < affected {
        game.tick();
    }
    let words = build_scene(&game, &Viewport { columns: 1, rows: 1, ..Viewport::default() }).last_edit.words;
    let (_, told) = words.split_once(": ").unwrap();
    assert!(seen.words.starts_with(told), "{:?} is not {told:?}", seen.words);
    assert_eq!(seen.old_paths, game.derived.counter.shown_paths);
    let changed = game.derived.counter.changed();
    assert!(seen.detours.len() <= changed && (changed == 0) == seen.detours.is_empty(), "{seen:?}");
    let most = seen.detours.last().map_or("", |detour| &detour.words);
    assert!(
        seen.words.contains(most) || seen.detours.len() < changed,
        "the counter ends at the sum: {seen:?}"
    );
}
