//! Bodies together: in the game nobody is ever where somebody else is, crowds get through, and whoever stands says why.

use crate::kit::Dice;
use crate::orders::{level, meadow, unit};
use wayworn::grid::{Cell, Layer};
use wayworn::sim::Game;
use wayworn::world::{Command, Order, Queue, UnitId};

/// Holds after every tick that nobody shares a cell outside settlements and camps, and that no two change places.
pub struct Referee {
    was: Vec<(UnitId, Cell)>,
    holders: Layer<u32>,
}

impl Referee {
    pub fn new(game: &Game) -> Self {
        Self { was: Self::places(game), holders: Layer::new(game.world.size(), 0) }
    }

    fn places(game: &Game) -> Vec<(UnitId, Cell)> {
        game.world.units.iter().map(|unit| (unit.id, unit.cell)).collect()
    }

    pub fn look(&mut self, game: &Game) {
        let mut held = Vec::new();
        for unit in &game.world.units {
            for cell in std::iter::once(unit.cell).chain(unit.next) {
                if !game.derived.haven[cell] {
                    let before = std::mem::replace(&mut self.holders[cell], unit.id.0);
                    assert!(before == 0, "tick {}: {before} and {} at {cell:?}", game.world.tick, unit.id.0);
                    held.push(cell);
                }
            }
        }
        for cell in held {
            self.holders[cell] = 0;
        }
        let now = Self::places(game);
        // Who stood somewhere and stands elsewhere now has not changed places with who stands there.
        for (id, from) in &self.was {
            self.holders[*from] = if game.derived.haven[*from] { 0 } else { id.0 };
        }
        for (id, to) in &now {
            let other = UnitId(self.holders[*to]);
            let from = self.was.iter().find(|(who, _)| who == id).filter(|(_, from)| from != to);
            if let (Some((_, from)), true) = (from, other.0 != 0 && other != *id) {
                assert!(game.world.unit(other).is_none_or(|unit| unit.cell != *from), "a swap at {to:?}");
            }
        }
        for (_, from) in &self.was {
            self.holders[*from] = 0;
        }
        self.was = now;
    }
}

#[test]
fn experiment() {
    let (count, length): (usize, usize) = (
        std::env::var("COUNT").map_or(150, |v| v.parse().unwrap()),
        std::env::var("LENGTH").map_or(5, |v| v.parse().unwrap()),
    );
    let mut rows = meadow(80, 40);
    for (y, row) in rows.iter_mut().enumerate() {
        if y != 20 {
            row.replace_range(38..38 + length, &"#".repeat(length));
        }
    }
    let mut dice = Dice(5);
    let mut places: Vec<(u16, u16)> = (0..30).flat_map(|x| (0..40).map(move |y| (x, y))).collect();
    let mut draw = || places.swap_remove(dice.below(places.len()));
    let mut units = Vec::new();
    for i in 0..count * 2 {
        let (x, y) = draw();
        units.push(("porter", if i % 2 == 0 { x } else { 79 - x }, y));
    }
    let mut game = level(&rows, false, &units);
    let ids: Vec<UnitId> = game.world.units.iter().map(|unit| unit.id).collect();
    let east: Vec<UnitId> = ids.iter().copied().step_by(2).collect();
    let west: Vec<UnitId> = ids.iter().copied().skip(1).step_by(2).collect();
    for (who, goal) in [(east, Cell::new(65, 20)), (west, Cell::new(14, 20))] {
        game.apply(&Command::Orders {
            units: who,
            orders: vec![Order::Go(goal), Order::Stop],
            queue: Queue::Replace,
        })
        .unwrap();
    }
    let goals: Vec<Cell> = ids
        .iter()
        .map(|id| match &unit(&game, *id).orders[0] {
            Order::Go(cell) => *cell,
            _ => unreachable!(),
        })
        .collect();
    let mut referee = Referee::new(&game);
    let began = std::time::Instant::now();
    for tick in 0..40000 {
        game.tick();
        referee.look(&game);
        let open =
            ids.iter().zip(&goals).filter(|(id, goal)| unit(&game, **id).cell.steps_to(**goal) > 0).count();
        let stopped = ids
            .iter()
            .filter(|id| matches!(unit(&game, **id).top(), Some(wayworn::world::Behaviour::Stop)))
            .count();
        if tick % 500 == 0 || stopped == ids.len() {
            let crossed = ids
                .iter()
                .enumerate()
                .filter(|(i, id)| {
                    let x = unit(&game, **id).cell.x;
                    if i % 2 == 0 { x > 40 } else { x < 40 }
                })
                .count();
            println!(
                "tick {tick} open {open} stopped {stopped} crossed {crossed} plans {} replans {} {:?}",
                game.world.tally.requests,
                game.world.tally.replans,
                began.elapsed()
            );
        }
        if stopped == ids.len() {
            break;
        }
    }
}
