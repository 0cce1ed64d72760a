//! What a wanderer does to others from afar: it lays a decoy for those who keep watch, and blows a horn for help.
//!
//! Both only push what the others do anyway: to stay at a place for a while, or to run. What the two do to what waits on
//! the way is in `odds`.

use crate::sim::Game;
use crate::sim::possession::odds::HEARD_STEPS;
use crate::sim::possession::{life, trade};
use crate::world::{Behaviour, DAY, Flee, Kind, LifeEvent, Nature, Stay, Thing, Unit, UnitId, UnitIx};

/// How far a decoy draws and a horn drives off, in steps.
const NEAR_STEPS: u32 = 12;
/// Ticks for which what a decoy has drawn, or a horn called, is bound to the place, with the way there.
const DRAWN_TICKS: u64 = DAY / 2;

/// Uses a thing that acts on others.
pub(super) fn use_thing(game: &mut Game, index: UnitIx, thing: Thing) {
    let used = match thing {
        Thing::Decoy => lay_decoy(game, index),
        Thing::Horn => blow_horn(game, index),
        _ => return,
    };
    life::tell_life(&mut game.world, used);
}

/// Foes that fight and see the place go to look, and stay there for a while.
fn lay_decoy(game: &mut Game, index: UnitIx) -> LifeEvent {
    let me = game.world.units[index].clone();
    let drawn = ids_within(game, &me, NEAR_STEPS, |other| {
        fights(other) && game.world.are_foes(other, &me) && game.places().sees(other.people, me.cell)
    });
    let seen = seen_among(game, &me, &drawn);
    push_each(game, &drawn, &Behaviour::Stay(Stay { around: me.cell, until: game.world.tick + DRAWN_TICKS }));
    trade::spend(game, index, Thing::Decoy);
    LifeEvent::Used { thing: Thing::Decoy, drawn: seen, driven: 0 }
}

/// Guards that are no foes come and stay for a while. Where there is help, raiders run.
fn blow_horn(game: &mut Game, index: UnitIx) -> LifeEvent {
    let (me, now) = (game.world.units[index].clone(), game.world.tick);
    let guards = ids_within(game, &me, HEARD_STEPS, |other| {
        other.kind == Kind::Guard && other.people != me.people && !game.world.are_foes(other, &me)
    });
    let has_help = !guards.is_empty() || game.world.is_help_near(&me);
    let raiders = ids_within(game, &me, NEAR_STEPS, |other| {
        has_help && game.world.people(other.people).nature == Nature::Raiders
    });
    let [drawn, driven] = [&guards, &raiders].map(|ids| seen_among(game, &me, ids));
    push_each(game, &guards, &Behaviour::Stay(Stay { around: me.cell, until: now + DRAWN_TICKS }));
    let flight = Flee { from: Some(me.id), last: me.cell, since: now };
    push_each(game, &raiders, &Behaviour::Flee(flight));
    LifeEvent::Used { thing: Thing::Horn, drawn, driven }
}

/// Whether a unit keeps others off by force: beasts heed neither.
fn fights(unit: &Unit) -> bool {
    unit.kind.row().strikes_first && !unit.kind.row().is_beast()
}

/// Units outside settlements and camps within so many steps for which `is_so` is true.
fn ids_within(game: &Game, me: &Unit, steps: u32, is_so: impl Fn(&Unit) -> bool) -> Vec<UnitId> {
    let is_near = |other: &&Unit| other.id != me.id && other.cell.chebyshev(me.cell) <= steps;
    let outside = |other: &&Unit| !game.places().is_inside(other.cell);
    let others = game.world.units.iter().filter(is_near).filter(outside);
    others.filter(|other| is_so(other)).map(|other| other.id).collect()
}

/// How many of these units the wanderer sees: it is told of no others.
fn seen_among(game: &Game, me: &Unit, ids: &[UnitId]) -> u8 {
    let units = ids.iter().filter_map(|id| game.world.unit(*id));
    let seen = units.filter(|other| game.places().sees_unit(me.people, other));
    seen.count().min(usize::from(u8::MAX)) as u8
}

/// Makes each of these units do something before it goes on with what it does.
fn push_each(game: &mut Game, ids: &[UnitId], behaviour: &Behaviour) {
    for id in ids {
        game.world.plans.cancel(*id);
        if let Some(index) = game.world.unit_index(*id) {
            game.world.units[index].push_behaviour(behaviour.clone());
        }
    }
}
