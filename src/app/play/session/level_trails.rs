//! The trails of a level that is over: where the player's units went, and where its solution leads them. Both games are
//! played anew, the one by its record.

use crate::grid::Cell;
use crate::level::Level;
use crate::save::load_replay;
use crate::scene::{Command, LevelTrails};
use crate::sim::{Game, solution_commands};
use crate::world::{PeopleIx, UnitId};
use std::collections::BTreeMap;
use std::path::Path;

/// Ticks of a solution that are played at most.
const TICKS_MAX: u64 = 20_000;

/// The trails of the level of this record, up to the tick of its end; none if the record cannot be read.
pub(in crate::app::play) fn level_trails(record: &Path, ended: u64) -> Option<LevelTrails> {
    let replay = load_replay(record).ok()?;
    let level = Level::parse(replay.header.level.as_ref()?).ok()?;
    let given = |game: &Game| {
        let due = replay.commands.iter().filter(|given| given.tick == game.world.tick);
        due.map(|given| given.command.clone()).collect()
    };
    let solved = |game: &Game| solution_commands(&game.world, &level);
    let par = if level.solution.is_empty() { Vec::new() } else { trails(&level, TICKS_MAX, solved) };
    Some(LevelTrails { own: trails(&level, ended, given), par })
}

/// The cells that each unit of the player steps on until a tick or the end of the level.
fn trails(level: &Level, last: u64, commands: impl Fn(&Game) -> Vec<Command>) -> Vec<Vec<Cell>> {
    let mut game = Game::from_level(level);
    let mut trails: BTreeMap<UnitId, Vec<Cell>> = BTreeMap::new();
    let is_over = |game: &Game| game.world.level_goals.as_ref().is_none_or(|goals| goals.ended.is_some());
    while game.world.tick < last && !is_over(&game) {
        for command in commands(&game) {
            // What was refused then is refused again.
            let _ = game.apply(&command);
        }
        game.tick();
        for unit in game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER) {
            let trail = trails.entry(unit.id).or_default();
            if trail.last() != Some(&unit.cell) {
                trail.push(unit.cell);
            }
        }
    }
    trails.into_values().filter(|trail| trail.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::levels::load_level;
    use crate::save::{RecordedCommand, Replay, ReplayHeader};

    #[test]
    fn a_solution_that_is_played_walks_where_par_does() {
        let level = load_level(Path::new("u-trap")).expect("an included level");
        let mut game = Game::from_level(&level);
        let mut replay = Replay {
            header: ReplayHeader::of_level(&level),
            commands: Vec::new(),
            hashes: Vec::new(),
            note: None,
        };
        while game.world.level_goals.as_ref().is_some_and(|goals| goals.ended.is_none()) {
            for command in solution_commands(&game.world, &level) {
                game.apply(&command).expect("a solution is allowed");
                replay.commands.push(RecordedCommand { tick: game.world.tick, command });
            }
            game.tick();
        }
        let folder = tempfile::tempdir().expect("a folder");
        let record = folder.path().join("level.replay");
        std::fs::write(&record, replay.text()).expect("a record");
        let trails = level_trails(&record, game.world.tick).expect("trails");
        assert!(!trails.own.is_empty() && trails.own == trails.par, "{trails:?}");
    }
}
