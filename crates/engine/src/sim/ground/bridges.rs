//! Bridges that a people builds by itself, where a ford or a steep dip costs the traffic of a road more than a bridge
//! would, and there is coin to spare.
//!
//! As with paving, no one plans this: each settlement examines the roads around it as its people knows them. What does
//! not live here: the player's own bridges (`land_edits`), and the height of a deck (`land::deck`).

use crate::grid::{Cell, STRAIGHT};
use crate::land::Surface;
use crate::sim::ground::edit;
use crate::sim::ground::roads::steepened;
use crate::sim::{Game, commands, events};
use crate::world::{AnnalEvent, Believed, Brush, Kind, Patch, PeopleIx, RoadEvent, Tier, TownIx, World};

/// The lowest road tier whose traffic loses enough in a level ford to be worth a bridge.
const BRIDGED_TIER_MIN: Tier = Tier::Dirt;
/// How far from a market a crossing is its business, in steps.
const REACH_STEPS: u16 = 24;

/// Bridges the cell around a market where traffic loses most, if its people can pay; called once a day per market.
pub(in crate::sim) fn build_bridge(game: &mut Game, id: TownIx) {
    let people = game.world.town(id).people;
    if !commands::can_spare(&game.world, people, Brush::Bridge.coin()) {
        return;
    }
    let Some(cell) = worst_crossing(game, id) else { return };
    game.world.peoples[people].coin -= Brush::Bridge.coin();
    let before = game.world.patch(cell);
    let under = Some(before.under.unwrap_or(before.surface));
    edit::change_ground(game, cell, Patch { surface: Surface::Bridge, under, ..before });
    game.world.record_event(people, id, AnnalEvent::Bridged(cell));
    if people == PeopleIx::PLAYER {
        let between = events::most_passes(&game.world, cell);
        let bridged = RoadEvent::Bridged { town: id, ford: before.surface == Surface::River, between };
        let cause = events::connection(&game.world, between);
        events::tell_caused(game, cell, bridged, cause);
    }
}

/// The cell where the people's traffic loses most for lack of a bridge, among those nearer to this market than to
/// its others. Ties go to the later cell.
fn worst_crossing(game: &Game, id: TownIx) -> Option<Cell> {
    let (world, town) = (&game.world, game.world.town(id));
    let near = world.size().square(town.cell, REACH_STEPS);
    let enough = BRIDGED_TIER_MIN.passes() * ford_extra_time();
    let losses = near
        .map(|cell| (traffic_loss(&game.world, town.people, cell), cell))
        .filter(|(loss, _)| *loss >= enough);
    let others = world
        .living_towns()
        .map(|other| world.town(other))
        .filter(|other| other.people == town.people && other.is_market() && other.cell != town.cell);
    let others: Vec<Cell> = others.map(|other| other.cell).collect();
    let is_ours = |cell: Cell| others.iter().all(|other| other.octile(cell) >= town.cell.octile(cell));
    // Building happens on the true ground.
    let is_open = |cell: Cell| Brush::Bridge.applies_to(game, cell);
    losses.filter(|(_, cell)| is_ours(*cell) && is_open(*cell)).max().map(|(_, cell)| cell)
}

/// What the people's traffic loses on a cell for lack of a bridge, as far as it knows: the extra time of the ford
/// and of the climb out of it, in milli-steps times the passes of its road.
fn traffic_loss(world: &World, people: PeopleIx, cell: Cell) -> u32 {
    let belief = &world.people(people).belief;
    let Believed::Known { surface, tier } = belief.at(cell) else { return 0 };
    if !tier.is_road() || surface == Surface::Bridge {
        return 0;
    }
    let ford = if surface == Surface::River { ford_extra_time() } else { 0 };
    let is_known = |near: usize| belief.is_known(world.size().cell(near));
    let climb = steepened(STRAIGHT, edit::depth_below_deck(&world.land, cell, is_known).into()) - STRAIGHT;
    tier.passes() * (ford + climb)
}

/// How much longer a ford takes a porter than a bridge, in milli-steps.
fn ford_extra_time() -> u32 {
    let time = |surface| Kind::Porter.ground_time(surface).unwrap_or(0);
    time(Surface::River).saturating_sub(time(Surface::Bridge))
}
