//! The behaviour stack as the player changes it: drop the top, forget all, push.
//!
//! What minds push and pop themselves is in `will`.

use super::{CommandOutcome, Game};
use crate::mind;
use crate::world::{PUSHED_MAX, Rejection, StackEdit, UnitId};

impl Game {
    /// Changes a unit's stack. `height` is how many layers it had when the player looked: what he wanted to drop may
    /// have ended by itself meanwhile, or lie under a means of its own.
    pub(super) fn edit_stack(
        &mut self,
        id: UnitId,
        height: u8,
        edit: &StackEdit,
    ) -> Result<CommandOutcome, Rejection> {
        let index = self.mine(&[id])?[0];
        let height = usize::from(height);
        let unit = &self.world.units[index];
        let name = unit.name.clone();
        let words = match edit {
            StackEdit::Drop if height <= 1 => return Err(Rejection::Livelihood),
            StackEdit::Drop if height > unit.stack.len() => return Err(Rejection::NoSuchLayer),
            StackEdit::Drop => {
                self.drop_layers(index, height - 1);
                format!("{name}: dropped, what lies below it goes on")
            }
            StackEdit::Clear => {
                self.drop_layers(index, 1);
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
                self.push(index, pushed);
                format!("{name}: that first, then what it did before")
            }
        };
        Ok(CommandOutcome { words })
    }

    /// Forgets all layers above so many, and the ways for them.
    fn drop_layers(&mut self, index: usize, kept: usize) {
        let unit = &mut self.world.units[index];
        if unit.stack.len() > kept {
            unit.stack.truncate(kept.max(1));
            unit.forget_way();
        }
    }
}
