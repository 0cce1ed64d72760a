//! Possession of a unit, in the real terminal.

use super::terminal::Terminal;
use std::path::Path;
use std::sync::Arc;
use wayworn::save::{SaveSlot, load_save};
use wayworn::world::{DAY, WOUNDS_MAX, World, YEAR_DAYS};

#[test]
fn a_unit_is_possessed_moved_and_released() {
    let mut game = Terminal::play(120, 40, &["--seed", "7"]);
    game.until("Year 1");
    game.send("\t@");
    game.until("PLAYING");
    game.until("you are ");
    game.until("food ");
    // By letter, by arrow and by digit; at most one of them is blocked.
    game.send("s");
    game.until("you look about");
    game.send("x");
    game.until("explore: ");
    game.send("l\x1b[D6.");
    game.send(";llllllll");
    game.until("WHERE TO?");
    game.until("to ");
    game.send("\x1b[27u\x1b[27u");
    game.until("next");
    game.send("q");
    game.until("Leave this land?");
    game.send("\r");
    assert_eq!(game.wait(), 0);
    assert!(game.wrote("saved as "));
}

#[test]
fn a_wanderer_sets_out_and_goes_on_the_next_time() {
    let mut game = Terminal::play(80, 24, &["wander", "--seed", "11"]);
    game.until("PLAYING");
    game.until("the first waystone lies");
    game.send("\x1b[C\x1b[C\x1b[B");
    game.send("s");
    game.until("you look about|you gather");
    game.send("i");
    game.until("of 4 things");
    game.send("\x1b[27u\x1b[27u");
    game.until("your only life");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    assert!(game.wrote("wander-11-128x128.save"));
    let mut again = game.again(80, 24, &["wander"]);
    again.until("PLAYING");
    again.until("you look about|you gather");
    again.send("q\r");
    assert_eq!(again.wait(), 0);
}

/// Takes the wanderer far from every settlement, where the next tick without food kills it.
fn doom(world: &mut World) {
    let towns: Vec<_> = world.living_towns().map(|id| world.town(id).cell).collect();
    let index = world.possessed().expect("a wanderer");
    let kind = world.units[index].kind;
    let is_lonely = |world: &World, cell| {
        let units = world.units.iter().map(|unit| unit.cell);
        towns.iter().copied().chain(units).all(|other| other.chebyshev(cell) > 6)
            && kind.ground_time(world.land.surface[cell]).is_some()
    };
    let cell = world.size().cells().find(|cell| is_lonely(world, *cell)).expect("a lonely cell");
    (world.units[index].cell, world.units[index].wounds) = (cell, WOUNDS_MAX - 1);
    let life = world.possession.as_mut().expect("a life");
    (life.food, life.starved) = (0, DAY as u32 - 1);
}

/// The save of a wanderer in this folder.
fn wanderer_in(folder: &Path) -> World {
    load_save(&folder.join("wander-11-128x128.save")).expect("a sound save").world
}

#[test]
fn years_pass_between_two_lives_until_the_next_is_wanted_at_once() {
    let mut game = Terminal::play(80, 24, &["wander", "--seed", "11"]);
    game.until("PLAYING");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    let mut world = wanderer_in(game.folder());
    doom(&mut world);
    let folder = Arc::new(tempfile::tempdir().expect("a folder"));
    let slot = SaveSlot::open(folder.path(), "wander-11-128x128").expect("a slot");
    slot.save(&world, None).expect("it is saved");
    drop(slot);
    let mut game = Terminal::play_in(&folder, (80, 24), &["wander"]);
    game.until("PLAYING");
    game.send(".");
    game.until("This life is over");
    game.until(" starved ");
    game.send("\r");
    game.until("10 years pass over your trails; again to set out at once");
    assert!(!game.screen().contains("PLAYING"), "the next life waits");
    game.send("@");
    game.until("PLAYING");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    let after = wanderer_in(folder.path());
    let lives = &after.wander.as_ref().expect("a wanderer's game").lives;
    assert!(lives.len() == 1 && after.possession.is_some(), "the second life has begun");
    assert!(after.tick > world.tick && after.tick < lives[0].ended + YEAR_DAYS * DAY, "{}", after.tick);
}
