//! Contact between foes. Raiders rob before they kill, guards and beasts strike, units that can strike back do, and
//! three wounds kill.
//!
//! A blow is decided by strength alone: `a` against `b` hits with probability `a / (a + b)`; otherwise the other one
//! strikes back. What does not live here: which units seek a fight (`mind`), and what a people fears (`world::fear`).

use crate::grid::Cell;
use crate::land::mix;
use crate::mind::Strikes;
use crate::sim::danger::bands;
use crate::sim::{Game, behave, events, feuds};
use crate::world::{
    AnnalEvent, Attack, Behaviour, DAY, DangerEvent, EventId, EventLink, Flee, Hunt, Kind, PeopleIx, Raid,
    Unit, UnitId, UnitIx, WOUNDS_MAX, World, add_to_count,
};

/// Ticks between two blows of one fighter.
const BLOW_INTERVAL_TICKS: u64 = 10;
/// Ticks for which a robbed traveller is left alone.
const ROBBERY_PAUSE_TICKS: u64 = 2 * DAY;
/// Ticks without a meal after which a raider or a wolf kills travellers as a last resort.
const DESPERATE_AFTER_TICKS: u64 = 10 * DAY;
/// Fear of a place where a unit was robbed, and where one died, in milli-steps.
const FEAR_OF_ROBBERY: u32 = 2000;

const FEAR_OF_DEATH: u32 = 4000;
/// Salt of the hash that decides blows.
const BLOW_SALT: u64 = 71;

/// Makes every aggressive unit next to a foe strike.
pub(super) fn resolve_fights(game: &mut Game) {
    let now = game.world.tick;
    let is_ready =
        |unit: &&Unit| strikes(unit) && (unit.fought == 0 || now >= unit.fought + BLOW_INTERVAL_TICKS);
    let ready: Vec<UnitId> = game.world.units.iter().filter(is_ready).map(|unit| unit.id).collect();
    for id in ready {
        if let Some(foe) = game.world.unit(id).and_then(|unit| adjacent_foe(game, unit)) {
            meet_foe(game, id, foe);
        }
    }
}

/// The adjacent foe outside that a unit strikes: first its assigned target, then one with a load, then the lowest
/// id.
fn adjacent_foe(game: &Game, unit: &Unit) -> Option<UnitId> {
    if game.derived.haven[unit.cell] {
        return None;
    }
    let beside = game.world.size().neighbours(unit.cell).filter_map(|(_, cell)| game.derived.holder(cell));
    let foes = beside.filter_map(|id| game.world.unit(id)).filter(|other| {
        other.id != unit.id && game.world.are_foes(unit, other) && is_worth_striking(&game.world, unit, other)
    });
    let target = match unit.top() {
        Some(Behaviour::Attack(Attack { unit: target, .. })) => Some(*target),
        _ => None,
    };
    foes.min_by_key(|foe| (target != Some(foe.id), foe.cargo.is_none(), foe.id)).map(|foe| foe.id)
}

/// Whether a unit strikes another. Raiders spare units without a load, and wolves everyone, unless they starve.
fn is_worth_striking(world: &World, unit: &Unit, other: &Unit) -> bool {
    let now = world.tick;
    // Wolves eat deer (`beasts`) and attack others only when there are none.
    if let Some(Behaviour::Hunt(Hunt { fed })) = unit.stack.first() {
        return other.kind.row().strikes_first
            || (!other.kind.row().is_beast() && now >= fed + DESPERATE_AFTER_TICKS);
    }
    let Some(Behaviour::Raid(Raid { fed, .. })) = unit.stack.first() else { return true };
    let was_robbed = other.fought > 0 && now < other.fought + ROBBERY_PAUSE_TICKS;
    other.kind.row().strikes_first
        || (other.cargo.is_some() && unit.cargo.is_none())
        || (!was_robbed && unit.cargo.is_none() && now >= fed + DESPERATE_AFTER_TICKS)
}

fn meet_foe(game: &mut Game, id: UnitId, foe: UnitId) {
    let (Some(unit), Some(other)) = (game.world.unit(id), game.world.unit(foe)) else { return };
    let robs = unit.stack.first().is_some_and(|livelihood| livelihood.rules().robs());
    if robs && unit.cargo.is_none() && other.cargo.is_some() && !other.kind.row().strikes_first {
        rob(game, id, foe);
    } else {
        strike_blow(game, id, foe);
    }
}

/// A raider takes what a traveller carries.
fn rob(game: &mut Game, robber: UnitId, victim: UnitId) {
    let Some(at) = game.world.unit_index(victim) else { return };
    let before = game.world.units[at].clone();
    game.world.peoples[before.people].expect_trader(&before, false);
    let now = game.world.tick;
    let unit = &mut game.world.units[at];
    let Some(cargo) = unit.cargo.take() else { return };
    unit.fought = now;
    // It still goes where it was bound for and is expected there; only its load is not.
    let without_cargo = unit.clone();
    game.world.peoples[without_cargo.people].expect_trader(&without_cargo, true);
    if let Some(index) = game.world.unit_index(robber) {
        let raider = &mut game.world.units[index];
        (raider.cargo, raider.fought) = (Some(cargo), now);
        // The pursuit is over.
        raider.stack.truncate(1);
        raider.drop_path();
    }
    add_to_count(&mut game.world.tally.robberies, 1);
    game.world.record_event_near(before.people, before.cell, AnnalEvent::Robbed(1));
    let robbed = DangerEvent::Robbed { robber, victim, good: cargo.good };
    let robbed = feuds::record_robbery(game, before.cell, robbed, robber);
    bands::share_loot(game, robber, robbed);
    frighten(game, before.people, before.cell, FEAR_OF_ROBBERY, robbed);
}

/// One unit strikes another, and either hits or is struck back.
pub(in crate::sim) fn strike_blow(game: &mut Game, id: UnitId, foe: UnitId) {
    let (Some(unit), Some(other)) = (game.world.unit(id), game.world.unit(foe)) else { return };
    let (a, b) = (strength(unit), strength(other));
    let hash = mix(&[game.world.seed, game.world.tick, u64::from(id.0), u64::from(foe.0), BLOW_SALT]);
    let hits = hash % u64::from(a + b) < u64::from(a);
    let now = game.world.tick;
    for fighter in [id, foe] {
        if let Some(index) = game.world.unit_index(fighter) {
            game.world.units[index].fought = now;
        }
    }
    if hits {
        wound(game, foe, id);
    } else if b > 0 && strikes_back(&game.world, foe) {
        wound(game, id, foe);
    }
}

fn wound(game: &mut Game, id: UnitId, by: UnitId) {
    let Some(index) = game.world.unit_index(id) else { return };
    let unit = &mut game.world.units[index];
    if unit.wounds + 1 < WOUNDS_MAX {
        unit.wounds += 1;
        return flee_if_beaten(&mut game.world, index, by);
    }
    add_to_count(&mut game.world.tally.killed, 1);
    kill_unit(game, id, by);
}

fn strikes_back(world: &World, id: UnitId) -> bool {
    world.unit(id).and_then(Unit::top).is_some_and(|top| top.rules().strikes() != Strikes::Never)
}

/// One wound short of death every unit but a guard runs; a unit that cannot fight runs at once.
fn flee_if_beaten(world: &mut World, index: UnitIx, by: UnitId) {
    let unit = &world.units[index];
    let (row, is_beaten, cell) = (unit.kind.row(), unit.wounds + 1 == WOUNDS_MAX, unit.cell);
    let runs = !row.is_beast() && unit.kind != Kind::Guard && (is_beaten || !row.strikes_first);
    let stays = unit.top().is_some_and(|top| !top.rules().runs_when_struck());
    if runs && !stays && !world.is_possessed(world.units[index].id) {
        let (since, last) = (world.tick, world.unit(by).map_or(cell, |by| by.cell));
        world.units[index].push_behaviour(Behaviour::Flee(Flee { from: Some(by), last, since }));
    }
}

/// Kills a unit: its people learns of it and fears the place.
fn kill_unit(game: &mut Game, id: UnitId, killer: UnitId) {
    let Some(unit) = game.world.unit(id).cloned() else { return };
    game.world.peoples[unit.people].expect_trader(&unit, false);
    add_to_count(&mut game.world.tally.lost, u64::from(unit.people == PeopleIx::PLAYER));
    if !unit.kind.row().is_beast() {
        // Recorded before the unit is removed, since only its own view may cover the place.
        let cause = events::cause_of_raider(&game.world, killer);
        let killed = events::record(game, unit.cell, DangerEvent::Killed { victim: id, killer }, cause);
        if cause.is_some() {
            feuds::count_death(game, unit.cell);
        }
        frighten(game, unit.people, unit.cell, FEAR_OF_DEATH, killed);
        bands::lose_member(game, id, killed);
    }
    behave::remove_unit(game, id);
}

/// Adds to a people's fear of a place; what it did not fear before, it fears because of this event.
fn frighten(game: &mut Game, people: PeopleIx, cell: Cell, amount: u32, cause: Option<EventId>) {
    game.world.peoples[people].belief.add_fear(cell, amount);
    let link = EventLink::Fear(people, cell);
    if game.world.events.link(link).is_some() {
        return;
    }
    if let Some(feared) = events::record(game, cell, DangerEvent::Feared { people }, cause) {
        game.world.events.set_link(link, feared);
    }
}

/// Fighting strength with wounds deducted; at least 1 for units that can strike at all.
fn strength(unit: &Unit) -> u32 {
    let unhurt = unit.kind.row().strength;
    if unhurt == 0 { 0 } else { unhurt.saturating_sub(u32::from(unit.wounds)).max(1) }
}

/// Whether a unit strikes adjacent foes: attacking or retreating units do, fleeing ones do not, others if their kind
/// does.
fn strikes(unit: &Unit) -> bool {
    match unit.top().map_or(Strikes::ByKind, |top| top.rules().strikes()) {
        Strikes::Never => false,
        Strikes::Always => strength(unit) > 0,
        Strikes::ByKind => unit.kind.row().strikes_first,
    }
}
