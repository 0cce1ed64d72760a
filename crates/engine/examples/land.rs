//! Generates a land, lets ten thousand ticks pass, and prints its roads and settlements on a map of its coasts.
#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::collections::BTreeMap;
use std::error::Error;
use wayworn_engine::grid::{Cell, Size};
use wayworn_engine::sim::Game;

fn main() -> Result<(), Box<dyn Error>> {
    let size = Size::new(96, 48);
    let mut game = Game::new(7, size)?;
    for _ in 0..10_000 {
        game.tick();
    }
    let world = &game.world;
    let towns: BTreeMap<Cell, &str> =
        world.living_towns().map(|id| world.town(id)).map(|town| (town.cell, town.name.as_str())).collect();
    for y in 0..size.height {
        let row: String = (0..size.width)
            .map(|x| Cell::new(x, y))
            .map(|cell| match towns.get(&cell) {
                Some(name) => name.chars().next().unwrap_or('?'),
                None if world.ground.tier[cell].is_road() => '+',
                None if world.land.surface[cell].is_sea_or_lake() => '~',
                None if world.land.is_blocked(cell) => '^',
                None => '.',
            })
            .collect();
        println!("{row}");
    }
    println!(
        "day {}: {} units, {}",
        world.day(),
        world.units.len(),
        towns.values().copied().collect::<Vec<_>>().join(", ")
    );
    Ok(())
}
