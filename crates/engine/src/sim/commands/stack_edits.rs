//! The player's edits of a behaviour stack: drop the top, clear, push.
//!
//! What minds push and pop themselves is in `behave::stack`.

use crate::mind;
use crate::sim::Game;
use crate::sim::commands::orders;
use crate::world::{CommandOutcome, PUSHED_MAX, Rejection, StackEdit, UnitId, UnitIx, World};

/// Edits a unit's stack. `height` is the number of layers that the player saw: the layer to drop may have ended in
/// the meantime, or lie below one that serves it.
pub(super) fn edit_stack(
    game: &mut Game,
    id: UnitId,
    height: u8,
    edit: &StackEdit,
) -> Result<CommandOutcome, Rejection> {
    let index = orders::own_indices(&game.world, &[id])?[0];
    let height = usize::from(height);
    let unit = &game.world.units[index];
    let name = unit.name.clone();
    let words = match edit {
        StackEdit::Drop if height <= 1 => return Err(Rejection::Livelihood),
        StackEdit::Drop if height > unit.stack.len() => return Err(Rejection::NoSuchLayer),
        StackEdit::Drop => {
            truncate_stack(&mut game.world, index, height - 1);
            format!("{name}: dropped, what lies below it goes on")
        }
        StackEdit::Clear => {
            truncate_stack(&mut game.world, index, 1);
            let unit = &mut game.world.units[index];
            unit.orders.clear();
            unit.ordered = false;
            format!("{name}: all is forgotten but the livelihood")
        }
        StackEdit::Push(order) => {
            orders::check_orders(&game.world, std::slice::from_ref(order))?;
            if unit.stack.len() >= PUSHED_MAX {
                return Err(Rejection::TooMany(PUSHED_MAX));
            }
            let pushed = mind::behaviour_for(game.places(), unit, order).map_err(Rejection::Cannot)?;
            game.world.units[index].push_behaviour(pushed);
            format!("{name}: that first, then what it did before")
        }
    };
    Ok(CommandOutcome::text(words))
}

/// Drops all layers above the lowest `kept`, and their paths.
fn truncate_stack(world: &mut World, index: UnitIx, kept: usize) {
    let unit = &mut world.units[index];
    if unit.stack.len() > kept {
        unit.stack.truncate(kept.max(1));
        unit.drop_path();
    }
}
