//! Commands: each is validated first and then carried out as a whole. Nothing else can change the world from outside.

pub(in crate::sim) mod acts;
pub(in crate::sim) mod order_edits;
pub(in crate::sim) mod order_undo;
pub(in crate::sim) mod orders;
pub(in crate::sim) mod possession;
pub(in crate::sim) mod stack_edits;
pub(in crate::sim) mod treasury;

use crate::sim::behave::wander;
use crate::sim::ground::land_edits;
use crate::sim::report::goals;
use crate::sim::walk::invalidation;
use crate::sim::{Game, arc};
use crate::world::{Command, CommandOutcome, Rejection};

impl Game {
    /// Carries out a command, between two ticks.
    ///
    /// # Errors
    /// Why it was refused; nothing has changed then.
    pub fn apply(&mut self, command: &Command) -> Result<CommandOutcome, Rejection> {
        let outcome = run_command(self, command);
        invalidation::apply_learned_changes(self);
        outcome
    }
}

fn run_command(game: &mut Game, command: &Command) -> Result<CommandOutcome, Rejection> {
    goals::check_tools_allowed(&game.world, command)?;
    match command {
        Command::TakeAction(action) => possession::start_action(game, *action),
        Command::NextLife => wander::start_next_life(game),
        _ if game.world.wander.is_some() => Err(Rejection::WandererOnly),
        Command::Possess(unit) => possession::possess(game, *unit),
        Command::Release => possession::end_possession(game),
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
        Command::Rally { town, orders } => orders::set_rally(&mut game.world, *town, orders),
    }
}
