//! What each item of a price does to the ways that are chosen, one statement a test; and that changes of prices are
//! told where they happen.

use crate::kit;
use std::collections::BTreeMap;
use wayworn::graph::{CostModel, NodeId};
use wayworn::sim::Game;
use wayworn::world::{CHUNK, Kind};

/// Prices of all steps of all kinds, and which cells are barred for them.
fn all_prices(game: &Game) -> Vec<(Vec<Option<u32>>, Vec<bool>)> {
    let size = game.world.size();
    let of_kind = |kind| {
        let believes = game.believes(0, kind, &[]);
        let node = |cell| size.index(cell) as NodeId;
        let steps = size.cells().flat_map(|from| {
            let onto = size.neighbours(from).map(move |(dir, to)| (from, dir, to));
            onto.map(|(from, dir, to)| believes.step(node(from), node(to), dir.length()))
        });
        (steps.collect(), size.cells().map(|cell| believes.is_blocked(node(cell))).collect())
    };
    Kind::ALL.into_iter().map(of_kind).collect()
}

/// Whatever changes a price, feet, eyes, paint, walls, beacons or towers: the chunks at both ends of the step are told
/// of it, each once; and where a cell is opened or closed, that is told apart.
#[test]
fn changed_prices_are_told_by_chunk() {
    let mut game = kit::played(5, 64, 100);
    let size = game.world.size();
    let columns = size.width.div_ceil(CHUNK);
    game.world.peoples[0].belief.drain_touched();
    let (mut changed, mut opened, mut quiet) = (0, 0, 0);
    for _ in 0..60 {
        let before = all_prices(&game);
        for _ in 0..12 {
            kit::command(&mut game, 5);
            game.tick();
        }
        let touched = game.world.peoples[0].belief.drain_touched();
        assert!(touched.chunks.is_sorted_by(|a, b| a.0 < b.0));
        let told: BTreeMap<u32, bool> = touched.chunks.iter().copied().collect();
        let chunk = |cell: wayworn::grid::Cell| u32::from(cell.y / CHUNK * columns + cell.x / CHUNK);
        quiet += columns * columns - told.len() as u16;
        for ((old, was_barred), (new, is_barred)) in before.into_iter().zip(all_prices(&game)) {
            let steps = size.cells().flat_map(|from| size.neighbours(from).map(move |(_, to)| (from, to)));
            for ((from, to), _) in steps.zip(old.iter().zip(&new)).filter(|(_, (old, new))| old != new) {
                let is_told = |cell| touched.all || told.contains_key(&chunk(cell));
                assert!(is_told(from) && is_told(to), "{from:?} {to:?} at {}", game.world.tick);
                changed += 1;
            }
            for cell in
                size.cells().filter(|cell| was_barred[size.index(*cell)] != is_barred[size.index(*cell)])
            {
                assert_eq!(told.get(&chunk(cell)), Some(&true), "{cell:?} at {}", game.world.tick);
                opened += 1;
            }
        }
    }
    assert!(changed > 5000 && opened > 50 && quiet > 100, "{changed} {opened} {quiet}");
    assert!(game.world.peoples[0].belief.drain_touched().is_empty(), "told once");
}
