//! Bridges that a people builds by itself, where a ford or a steep dip costs the traffic of a road more than a bridge
//! would, and there is coin to spare.
//!
//! As with paving, no one plans this: each settlement examines the roads around it as its people knows them. What does
//! not live here: the player's own bridges (`land_edits`), and the height of a deck (`land::deck`).

use super::Game;
use super::roads::{steepened, tier_passes};
use crate::grid::{Cell, STRAIGHT};
use crate::land::{Surface, deck};
use crate::world::{AnnalEvent, Believed, Brush, Kind, Patch, Subject, Tier, TownId};

/// The lowest road tier whose traffic loses enough in a level ford to be worth a bridge.
const BRIDGED_TIER_MIN: Tier = Tier::Dirt;
/// How far below its banks a dry cell must lie to be bridged, in units of height.
const GORGE_DEPTH_MIN: u16 = 20;
/// How far from a market a crossing is its business, in steps.
const REACH_STEPS: u16 = 24;
/// Coin that a people keeps for other things.
const COIN_RESERVE: u32 = 40;

impl Game {
    /// Bridges the cell around a market where traffic loses most, if its people can pay; called once a day per market.
    pub(super) fn build_bridge(&mut self, id: TownId) {
        let people = self.world.town(id).people;
        if !self.can_spare(people, Brush::Bridge.coin()) {
            return;
        }
        let Some(cell) = self.worst_crossing(id) else { return };
        self.world.peoples[usize::from(people)].coin -= Brush::Bridge.coin();
        let before = self.world.patch(cell);
        let under = Some(before.under.unwrap_or(before.surface));
        self.change_ground(cell, Patch { surface: Surface::Bridge, under, ..before });
        self.world.record_event(people, id, AnnalEvent::Bridged(cell));
        if people == 0 {
            let what = if before.surface == Surface::River { "ford" } else { "gorge" };
            let text = format!("{} bridges the {what} {}", self.world.town(id).name, self.whereabouts(cell));
            self.queue_event_about(Subject::Roads, 6, cell, text);
        }
    }

    /// Whether a people can afford to build for this much coin. In a level no people builds: it stays as it was drawn.
    pub(super) fn can_spare(&self, people: u8, coin: u32) -> bool {
        self.world.level_goals.is_none() && self.world.people(people).coin >= coin + COIN_RESERVE
    }

    /// Whether a cell lies so far below its banks that a bridge saves a climb.
    pub(super) fn is_gorge(&self, cell: Cell) -> bool {
        self.depth_below_deck(cell, |_| true) >= GORGE_DEPTH_MIN
    }

    /// How far a cell lies below a deck from bank to bank, in units of height.
    fn depth_below_deck(&self, cell: Cell, counts: impl Fn(usize) -> bool) -> u16 {
        let (size, height) = (self.world.size(), &self.world.land.height);
        deck(size, height.values(), size.index(cell), counts) - height[cell]
    }

    /// The cell where the people's traffic loses most for lack of a bridge, among those nearer to this market than to
    /// its others. Ties go to the later cell.
    fn worst_crossing(&self, id: TownId) -> Option<Cell> {
        let (world, town) = (&self.world, self.world.town(id));
        let near = world.size().square(town.cell, REACH_STEPS);
        let enough = tier_passes(BRIDGED_TIER_MIN) * ford_extra_time();
        let losses =
            near.map(|cell| (self.traffic_loss(town.people, cell), cell)).filter(|(loss, _)| *loss >= enough);
        let others = world
            .living_towns()
            .map(|other| world.town(other))
            .filter(|other| other.people == town.people && other.is_market() && other.cell != town.cell);
        let others: Vec<Cell> = others.map(|other| other.cell).collect();
        let is_ours = |cell: Cell| others.iter().all(|other| other.octile(cell) >= town.cell.octile(cell));
        // Building happens on the true ground.
        let is_open = |cell: Cell| self.can_edit(cell, Brush::Bridge);
        losses.filter(|(_, cell)| is_ours(*cell) && is_open(*cell)).max().map(|(_, cell)| cell)
    }

    /// What the people's traffic loses on a cell for lack of a bridge, as far as it knows: the extra time of the ford
    /// and of the climb out of it, in milli-steps times the passes of its road.
    fn traffic_loss(&self, people: u8, cell: Cell) -> u32 {
        let belief = &self.world.people(people).belief;
        let Believed::Known { surface, tier } = belief.at(cell) else { return 0 };
        if !tier.is_road() || surface == Surface::Bridge {
            return 0;
        }
        let ford = if surface == Surface::River { ford_extra_time() } else { 0 };
        let is_known = |near: usize| belief.is_known(self.world.size().cell(near));
        let climb = steepened(STRAIGHT, self.depth_below_deck(cell, is_known).into()) - STRAIGHT;
        tier_passes(tier) * (ford + climb)
    }
}

/// How much longer a ford takes a porter than a bridge, in milli-steps.
fn ford_extra_time() -> u32 {
    let time = |surface| Kind::Porter.ground_time(surface).unwrap_or(0);
    time(Surface::River).saturating_sub(time(Surface::Bridge))
}
