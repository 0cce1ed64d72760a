//! Commands: each is validated first and then carried out as a whole. Nothing else can change the world from outside.

mod acts;
mod group_orders;
mod land_edits;
mod order_edits;
mod order_undo;
mod orders;
mod stack_edits;
mod treasury;

pub use crate::sim::commands::acts::SPAWNED_MAX;
pub use crate::sim::commands::land_edits::CELLS_MAX;
pub use crate::sim::commands::orders::UNITS_MAX;

pub(in crate::sim) use crate::sim::commands::treasury::{can_spare, pay};

use crate::sim::possession::{self, Play};
use crate::sim::{Game, arc, walk, works};
use crate::world::{Command, CommandOutcome, OrderProblem, Rejection};

impl Game {
    /// Carries out a command, between two ticks.
    ///
    /// # Errors
    /// Why it was refused; nothing has changed then.
    pub fn apply(&mut self, command: &Command) -> Result<CommandOutcome, Rejection> {
        let outcome = run_command(self, command);
        walk::apply_learned_changes(self);
        outcome
    }
}

fn run_command(game: &mut Game, command: &Command) -> Result<CommandOutcome, Rejection> {
    if game.world.level_goals.as_ref().is_some_and(|level| !level.allow(command)) {
        return Err(Rejection::Cannot(OrderProblem::ToolsForbidden));
    }
    match command {
        Command::TakeAction(action) => possession::play(game, Play::Act(*action)),
        Command::NextLife => possession::play(game, Play::NextLife),
        _ if game.world.wander.is_some() => Err(Rejection::WandererOnly),
        Command::Possess(unit) => possession::play(game, Play::Begin(*unit)),
        Command::Release => possession::play(game, Play::End),
        Command::Orders { units, orders, queue } => {
            order_undo::change_orders(game, units, |game| orders::give_orders(game, units, orders, *queue))
        }
        Command::UndoOrders { units } => order_undo::undo_orders(&mut game.world, units),
        Command::EditLand { stroke, brush, cells } => land_edits::edit_land(game, *stroke, *brush, cells),
        Command::Spawn { kind, cell } => acts::spawn(game, *kind, *cell),
        Command::Remove { cells } => acts::remove(game, cells),
        Command::Undo => acts::undo(game),
        Command::AnswerCharter { charter, accept } => arc::answer_charter(&mut game.world, *charter, *accept),
        Command::FreeBuild(free) => Ok(treasury::set_free_build(&mut game.world, *free)),
        Command::EditOrders { unit, at, place, edit } => order_undo::change_orders(game, &[*unit], |game| {
            order_edits::edit_orders(game, *unit, *at, *place, edit)
        }),
        Command::EditStack { unit, height, edit } => order_undo::change_orders(game, &[*unit], |game| {
            stack_edits::edit_stack(game, *unit, *height, edit)
        }),
        Command::Works(decision) => works::run_command(game, *decision),
        Command::Rally { town, orders } => orders::set_rally(&mut game.world, *town, orders),
    }
}
