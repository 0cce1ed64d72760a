//! Bridges that a people builds by itself: where a ford, or the square of a climb, costs the feet on a road more than
//! planks would, and there is coin to spare.
//!
//! Like paving, nobody plans it: a settlement looks at the roads around it as its people knows them. What does not live
//! here: the player's own bridges (`bending`), and how high planks lie (`land::deck`).

use super::Game;
use super::roads::{passes_of, steepened};
use crate::grid::{Cell, STRAIGHT};
use crate::land::{Surface, deck};
use crate::world::{Believed, Brush, Happened, Kind, Patch, Subject, Tier, TownId};

/// The road whose feet lose enough in a level ford for a bridge.
const TRODDEN: Tier = Tier::Dirt;
/// How far below its banks a dry cell lies that can be bridged, in units of height.
const GORGE_DEPTH: u16 = 20;
/// How far from a market a crossing is its business, in steps.
const REACH: u16 = 24;
/// Coin that a people keeps for other things.
const KEPT: u32 = 40;

impl Game {
    /// A market has the cell around it bridged at which feet lose most, if its people can pay; once a day.
    pub(super) fn build_bridge(&mut self, id: TownId) {
        let people = self.world.town(id).people;
        if !self.can_spare(people, Brush::Bridge.coin()) {
            return;
        }
        let Some(cell) = self.dearest_crossing(id) else { return };
        self.world.peoples[usize::from(people)].coin -= Brush::Bridge.coin();
        let before = self.world.patch(cell);
        let under = Some(before.under.unwrap_or(before.surface));
        self.change(cell, Patch { surface: Surface::Bridge, under, ..before });
        self.world.write(people, id, Happened::Bridged(cell));
        if people == 0 {
            let what = if before.surface == Surface::River { "ford" } else { "gorge" };
            let text = format!("{} bridges the {what} {}", self.world.town(id).name, self.whereabouts(cell));
            self.note_about(Subject::Roads, 6, cell, text);
        }
    }

    /// Whether a people builds what costs so much coin; in a level nobody does, which is as it was drawn.
    pub(super) fn can_spare(&self, people: u8, coin: u32) -> bool {
        self.world.trial.is_none() && self.world.people(people).coin >= coin + KEPT
    }

    /// Whether a cell lies so deep between two others that planks from one to the other spare a climb.
    pub(super) fn is_gorge(&self, cell: Cell) -> bool {
        self.dip(cell, |_| true) >= GORGE_DEPTH
    }

    /// How far below planks from bank to bank a cell lies, in units of height.
    fn dip(&self, cell: Cell, counts: impl Fn(usize) -> bool) -> u16 {
        let (size, height) = (self.world.size(), &self.world.land.height);
        deck(size, height.values(), size.index(cell), counts) - height[cell]
    }

    /// The cell at which the feet of its people lose most for want of a bridge, of those nearer to this market than to
    /// its others; the later one of two alike.
    fn dearest_crossing(&self, id: TownId) -> Option<Cell> {
        let (world, town) = (&self.world, self.world.town(id));
        let near = world.size().square(town.cell, REACH);
        let enough = passes_of(TRODDEN) * ford_time();
        let losses =
            near.map(|cell| (self.loss(town.people, cell), cell)).filter(|(loss, _)| *loss >= enough);
        let others = world
            .living_towns()
            .map(|other| world.town(other))
            .filter(|other| other.people == town.people && other.is_market() && other.cell != town.cell);
        let others: Vec<Cell> = others.map(|other| other.cell).collect();
        let is_ours = |cell: Cell| others.iter().all(|other| other.octile(cell) >= town.cell.octile(cell));
        // Feet and hands meet the true ground.
        let is_open = |cell: Cell| self.can_bend(cell, Brush::Bridge);
        losses.filter(|(_, cell)| is_ours(*cell) && is_open(*cell)).max().map(|(_, cell)| cell)
    }

    /// What the feet of a people lose on a cell for want of a bridge, in milli-steps times the passes of its road, as far
    /// as the people knows: by the ford, and by the square of the climb out of it.
    fn loss(&self, people: u8, cell: Cell) -> u32 {
        let belief = &self.world.people(people).belief;
        let Believed::Known { surface, tier } = belief.at(cell) else { return 0 };
        if !tier.is_road() || surface == Surface::Bridge {
            return 0;
        }
        let ford = if surface == Surface::River { ford_time() } else { 0 };
        let is_known = |near: usize| belief.is_known(self.world.size().cell(near));
        let climb = steepened(STRAIGHT, self.dip(cell, is_known).into()) - STRAIGHT;
        passes_of(tier) * (ford + climb)
    }
}

/// What a ford takes a porter longer than planks, in milli-steps.
fn ford_time() -> u32 {
    let time = |surface| Kind::Porter.ground_time(surface).unwrap_or(0);
    time(Surface::River).saturating_sub(time(Surface::Bridge))
}
