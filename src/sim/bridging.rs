//! Bridges that a people builds by itself: where feet have made a road of a ford, and there is coin to spare.
//!
//! Like paving, nobody plans it: a settlement looks at the fords around it that its people knows as roads. What does not
//! live here: the player's own bridges (`bending`).

use super::Game;
use crate::grid::Cell;
use crate::land::Surface;
use crate::world::{Believed, Brush, Happened, Patch, Subject, Tier, TownId};

/// The road that feet have to have made of a ford.
const TRODDEN: Tier = Tier::Dirt;
/// How far from a market a ford is its business, in steps.
const REACH: u16 = 24;
/// Coin that a people keeps for other things.
const KEPT: u32 = 40;

impl Game {
    /// A market has a cell of the most trodden ford around it bridged, if its people can pay; once a day.
    pub(super) fn bridge_ford(&mut self, id: TownId) {
        let people = self.world.town(id).people;
        if !self.can_spare(people, Brush::Bridge.coin()) {
            return;
        }
        let Some(ford) = self.trodden_ford(id) else { return };
        self.world.peoples[usize::from(people)].coin -= Brush::Bridge.coin();
        let before = self.world.patch(ford);
        let under = Some(before.under.unwrap_or(before.surface));
        self.change(ford, Patch { surface: Surface::Bridge, under, ..before });
        self.world.write(people, id, Happened::Bridged(ford));
        if people == 0 {
            let text = format!("{} bridges the ford {}", self.world.town(id).name, self.whereabouts(ford));
            self.note_about(Subject::Roads, 6, ford, text);
        }
    }

    /// Whether a people builds what costs so much coin; in a level nobody does, which is as it was drawn.
    pub(super) fn can_spare(&self, people: u8, coin: u32) -> bool {
        self.world.trial.is_none() && self.world.people(people).coin >= coin + KEPT
    }

    /// The river cell that its people knows as the best road, of those nearer to this market than to its others.
    fn trodden_ford(&self, id: TownId) -> Option<Cell> {
        let (world, town) = (&self.world, self.world.town(id));
        let belief = &world.people(town.people).belief;
        let near = world.size().square(town.cell, REACH);
        let fords = near.filter_map(|cell| match belief.at(cell) {
            Believed::Known { surface: Surface::River, tier } if tier >= TRODDEN => Some((tier, cell)),
            _ => None,
        });
        // Feet and hands meet the true ground.
        let is_open = |cell: Cell| world.land.surface[cell] == Surface::River && self.is_free(cell);
        let others = world
            .living_towns()
            .map(|other| world.town(other))
            .filter(|other| other.people == town.people && other.is_market() && other.cell != town.cell);
        let others: Vec<Cell> = others.map(|other| other.cell).collect();
        let is_ours = |cell: Cell| others.iter().all(|other| other.octile(cell) >= town.cell.octile(cell));
        fords.filter(|(_, cell)| is_open(*cell) && is_ours(*cell)).max().map(|(_, cell)| cell)
    }
}
