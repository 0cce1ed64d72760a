//! The player's edits of a behaviour stack: drop the top, clear, push.
//!
//! What minds push and pop themselves is in `wishes`.

use super::{CommandOutcome, Game};
use crate::mind;
use crate::world::{PUSHED_MAX, Rejection, StackEdit, UnitId};

impl Game {
    /// Edits a unit's stack. `height` is the number of layers that the player saw: the layer to drop may have ended in
    /// the meantime, or lie below one that serves it.
    pub(super) fn edit_stack(
        &mut self,
        id: UnitId,
        height: u8,
        edit: &StackEdit,
    ) -> Result<CommandOutcome, Rejection> {
        let index = self.own_indices(&[id])?[0];
        let height = usize::from(height);
        let unit = &self.world.units[index];
        let name = unit.name.clone();
        let words = match edit {
            StackEdit::Drop if height <= 1 => return Err(Rejection::Livelihood),
            StackEdit::Drop if height > unit.stack.len() => return Err(Rejection::NoSuchLayer),
            StackEdit::Drop => {
                self.truncate_stack(index, height - 1);
                format!("{name}: dropped, what lies below it goes on")
            }
            StackEdit::Clear => {
                self.truncate_stack(index, 1);
                let unit = &mut self.world.units[index];
                unit.orders.clear();
                unit.ordered = false;
                format!("{name}: all is forgotten but the livelihood")
            }
            StackEdit::Push(order) => {
                self.check_orders(std::slice::from_ref(order))?;
                if unit.stack.len() >= PUSHED_MAX {
                    return Err(Rejection::TooMany(PUSHED_MAX));
                }
                let pushed = mind::behaviour_for(self.places(), unit, order).map_err(Rejection::Cannot)?;
                self.push_behaviour(index, pushed);
                format!("{name}: that first, then what it did before")
            }
        };
        Ok(CommandOutcome { text: words })
    }

    /// Drops all layers above the lowest `kept`, and their paths.
    fn truncate_stack(&mut self, index: usize, kept: usize) {
        let unit = &mut self.world.units[index];
        if unit.stack.len() > kept {
            unit.stack.truncate(kept.max(1));
            unit.drop_path();
        }
    }
}
