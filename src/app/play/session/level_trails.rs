//! The trails of a level: where a naive walker comes, and once it is over, where the player's units went and where its
//! solution leads them. Each game is played anew, the player's by its record.

use super::keeper::GameKeeper;
use crate::grid::Cell;
use crate::level::Level;
use crate::save::load_replay;
use crate::scene::{Command, LevelCard, LevelTrails, Queue};
use crate::sim::{Game, solution_commands};
use crate::world::{Goal, Order, PeopleIx, Unit, UnitId, World};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Ticks of a solution that are played at most, and of the naive walker.
const TICKS_MAX: u64 = 20_000;

const NAIVE_TICKS_MAX: u64 = 4_000;

/// The trails of a level, found when they are first shown.
#[derive(Default)]
pub(in crate::app::play) struct KeptTrails {
    trails: Option<Arc<LevelTrails>>,
    naive: Option<Vec<(u64, Cell)>>,
}

impl KeptTrails {
    /// Adds to a level's card where the naive walker has come by now, as far as the land is known, and at the end where
    /// units went.
    pub(in crate::app::play) fn add_to(
        &mut self,
        card: &mut LevelCard,
        keeper: &mut GameKeeper,
        world: &World,
    ) {
        let is_whole = self.naive.is_some() && (self.trails.is_some() || !card.is_over);
        let record = if is_whole { None } else { keeper.record_file() };
        if let Some(record) = record {
            self.naive.get_or_insert_with(|| naive_trail(&record).unwrap_or_default());
            if card.is_over {
                self.trails = Some(Arc::new(level_trails(&record, world.tick).unwrap_or_default()));
            }
        }
        let belief = &world.people(PeopleIx::PLAYER).belief;
        let walked = self.naive.iter().flatten().take_while(|(tick, _)| *tick <= world.tick);
        card.naive = walked.map(|(_, cell)| *cell).take_while(|cell| belief.is_known(*cell)).collect();
        card.trails.clone_from(&self.trails);
    }
}

/// The trails of the level of this record, up to the tick of its end; none if the record cannot be read.
fn level_trails(record: &Path, ended: u64) -> Option<LevelTrails> {
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

/// Where a naive walker comes, and when: always to the neighbour nearest to what the first goal asks of a unit of the
/// player's. It ends there, or where it would turn back. Empty for a level without such a goal.
fn naive_trail(record: &Path) -> Option<Vec<(u64, Cell)>> {
    let level = Level::parse(load_replay(record).ok()?.header.level.as_ref()?).ok()?;
    let mut game = Game::from_level(&level);
    let own = |id: &UnitId| game.world.unit(*id).is_some_and(|unit| unit.people == PeopleIx::PLAYER);
    let asked = |goal: &Goal| Some((goal.unit().filter(own)?, goal.place()?));
    let (id, goal) = game.world.level_goals.as_ref()?.goals.iter().find_map(asked)?;
    let mut trail: Vec<(u64, Cell)> = Vec::new();
    let mut next = game.world.unit(id)?.cell;
    while let Some(unit) = game.world.unit(id).filter(|_| game.world.tick < NAIVE_TICKS_MAX) {
        if unit.cell == next {
            trail.push((game.world.tick, next));
            let nearer = nearer_neighbour(&game, unit, goal);
            let Some(new) = nearer.filter(|new| trail.iter().all(|(_, cell)| cell != new)) else { break };
            next = new;
            let (units, orders) = (vec![id], vec![Order::Go(next)]);
            game.apply(&Command::Orders { units, orders, queue: Queue::Replace }).ok()?;
        }
        game.tick();
    }
    Some(trail)
}

/// The neighbouring cell nearest to a goal that a unit can step on; none at the goal.
fn nearer_neighbour(game: &Game, unit: &Unit, goal: Cell) -> Option<Cell> {
    let cells = game.world.size().neighbours(unit.cell).map(|(_, next)| next);
    let open = cells.filter(|next| unit.cell != goal && unit.can_enter(&game.world.land, *next));
    open.min_by_key(|next| (next.octile(goal), *next))
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
        let naive = naive_trail(&record).expect("a naive walker");
        let (begin, own) = (naive[0].1, &trails.own[0]);
        assert!(begin == own[0] && naive.len() > 5, "it sets out with the unit: {naive:?}");
        assert!(naive.len() < own.len() && naive.last().map(|(_, at)| at) != own.last(), "the wall stops it");
        assert!(naive.is_sorted_by_key(|(tick, _)| *tick), "{naive:?}");
    }
}
