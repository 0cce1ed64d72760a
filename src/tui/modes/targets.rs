//! Giving orders about the unit or the place under the cursor, and the player's edits of a behaviour stack.

use super::targeted_orders::TargetedOrder;
use crate::grid::Cell;
use crate::scene::{Command, Queue, Scene, StackEdit};
use crate::tui::effect::Effect;
use crate::tui::input::keymap::KeyIntent;
use crate::tui::state::Screen;

impl Screen {
    /// Gives the order about what is on a cell.
    pub fn give_targeted(
        &mut self,
        aim: TargetedOrder,
        cell: Cell,
        queue: Queue,
        scene: &Scene,
    ) -> Vec<Effect> {
        let Some(order) = aim.order(cell, self.selection.other_at(cell, scene)) else {
            let word = aim.label().to_lowercase();
            self.refuse(format!("no unit here: point at the one to {word}, or click it"));
            return Vec::new();
        };
        let effect = self.orders_command(vec![order], queue);
        self.notify(format!("ordered: {}", aim.label().to_lowercase()));
        self.return_to_land();
        vec![effect]
    }

    /// Edits the behaviour stack of the first selected unit; a drop removes the top layer and `more` below it.
    pub fn edit_stack(&mut self, edit: StackEdit, more: u8, scene: &Scene) -> Vec<Effect> {
        let Some(unit) = self.leader_or_refuse() else { return Vec::new() };
        if scene.layers <= 1 {
            self.refuse("only its livelihood is left: it cannot be dropped");
            return Vec::new();
        }
        let what = match edit {
            StackEdit::Drop if more == 0 => "top behaviour dropped",
            StackEdit::Drop => "behaviours above dropped",
            _ => "all but its livelihood dropped",
        };
        self.notify(format!("{what} — {} restores it", self.keys.key_for(KeyIntent::Undo)));
        let height = scene.layers.saturating_sub(more);
        vec![Effect::Command(Command::EditStack { unit, height, edit })]
    }
}
