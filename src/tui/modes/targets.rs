//! Giving orders about the unit or the place under the cursor.

use super::targeted_orders::TargetedOrder;
use crate::grid::Cell;
use crate::scene::{Queue, Scene};
use crate::tui::effect::Effect;
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
            self.notices.refuse(format!("no unit here: point at the one to {word}, or click it"));
            return Vec::new();
        };
        let effect = self.draft.command(&self.selection, vec![order], queue);
        self.notices.notify(format!("ordered: {}", aim.label().to_lowercase()));
        self.return_to_land();
        vec![effect]
    }
}
