//! Possessing a unit: starting and ending possession, and what each action does and costs.
//!
//! An action takes ticks; the caller runs them until [`World::awaits_action`]. What ends an action early, and what the unit
//! notices meanwhile, is in `tick`; how the wanderer's game starts and ends is in `wander`.

use crate::grid::{Cell, Dir8};
use crate::land::Good;
use crate::mind;
use crate::mind::{Deed, NIGHT_TICKS};
use crate::sim::possession::action_end::{clear_above_possession, end_action, notice_cell};
use crate::sim::possession::{calls, crossing, encounters, life, trade};
use crate::sim::walk::OwnStep;
use crate::sim::{Game, behave, danger, events, settlements, walk};
use crate::world::{
    Action, ActionEnd, Behaviour, CommandOutcome, FOOD_MAX, LifeEvent, PeopleIx, Possession, Rejection, Rest,
    STEP_TICKS, Strike, Travel, TripPurpose, UnitId, UnitIx, World,
};

/// Ticks of waiting, and of facing a unit that is in the way.
const MOMENT_TICKS: u64 = STEP_TICKS as u64;
/// Ticks of a look around, and the cells that it adds to the sight radius.
const LOOK_TICKS: u64 = 24;

const LOOK_EXTRA_CELLS: u16 = 4;
/// Ticks of gathering food where it grows, and the ticks for which the food lasts: two days.
const GATHER_TICKS: u64 = 60;

const GATHERED_FOOD: u32 = FOOD_MAX / 3;

/// Possesses a unit.
pub(super) fn possess(game: &mut Game, id: UnitId) -> Result<CommandOutcome, Rejection> {
    let mine = |index: &UnitIx| game.world.units[*index].people == PeopleIx::PLAYER;
    let index = game.world.unit_index(id).filter(mine).ok_or(Rejection::NoUnits)?;
    if game.world.possession.is_some() {
        end_possession(game)?;
    }
    game.world.plans.cancel(id);
    let unit = &mut game.world.units[index];
    unit.store_path();
    let supply_ticks = u64::from(unit.kind.row().supplies);
    let eaten = (u64::from(FOOD_MAX) * u64::from(unit.unfed)).checked_div(supply_ticks).unwrap_or(0);
    start_possession(&mut game.world, index, FOOD_MAX - eaten.min(u64::from(FOOD_MAX)) as u32);
    let began = LifeEvent::Began { unit: id };
    life::tell_life(&mut game.world, began);
    let cell = game.world.units[index].cell;
    Ok(CommandOutcome::event(events::unrecorded(&game.world, Some(cell), began)))
}

/// Starts possession of a unit that has food for this many ticks.
pub(super) fn start_possession(world: &mut World, index: UnitIx, food: u32) {
    world.units[index].push_behaviour(Behaviour::Possessed);
    let unit = &mut world.units[index];
    unit.blocked = None;
    unit.setbacks = 0;
    let mut life = Possession::new(unit.id, world.tick, food);
    life.reported.wounds = unit.wounds;
    life.reported.hunger = life.hunger();
    life.reported.weariness = life::fatigue_level(unit);
    world.possession = Some(life);
    world.events.clear_life();
}

/// Ends possession; the unit goes on with what it did before.
pub(super) fn end_possession(game: &mut Game) -> Result<CommandOutcome, Rejection> {
    let index = game.world.possessed().ok_or(Rejection::NotPossessing)?;
    clear_above_possession(&mut game.world, index);
    game.world.possession = None;
    game.world.events.clear_life();
    if matches!(game.world.units[index].top(), Some(Behaviour::Possessed)) {
        behave::pop_behaviour(game, index);
    }
    Ok(CommandOutcome::text(format!("{} goes on alone", game.world.units[index].name)))
}

/// Starts an action of the possessed unit.
pub(super) fn start_action(game: &mut Game, action: Action) -> Result<CommandOutcome, Rejection> {
    let index = game.world.possessed().ok_or(Rejection::NotPossessing)?;
    if let Some(answer) = act_at_once(game, index, action) {
        return answer;
    }
    let unit = &game.world.units[index];
    let (size, cell) = (game.world.size(), unit.cell);
    match action {
        Action::Travel(goal) | Action::Explore(goal) if !size.contains(goal) => {
            return Err(Rejection::OffTheLand(goal));
        }
        Action::Step(_) | Action::Wait | Action::Search | Action::Use(_) if unit.next.is_some() => {
            return Err(Rejection::MidStep);
        }
        Action::Use(thing) if !game.world.is_carried(thing) || thing.row().deed.is_none() => {
            return Err(Rejection::NotHere("you carry nothing of the kind to use"));
        }
        _ => {}
    }
    if game.world.possession.as_ref().is_some_and(|life| life.action.is_some()) {
        end_action(&mut game.world, index, ActionEnd::Halted, None);
    }
    let now = game.world.tick;
    let action = match action {
        // Where nothing is left to explore, the unit can still go.
        Action::Explore(goal) if !mind::is_frontier(&game.world, game.world.units[index].people, goal) => {
            Action::Travel(goal)
        }
        other => other,
    };
    match action {
        Action::Halt | Action::Choose(_) | Action::Buy(_) | Action::Drop(_) | Action::TakeParcel => {}
        Action::Use(thing) => {
            calls::use_thing(game, index, thing);
            set_action(&mut game.world, Action::Wait, now + MOMENT_TICKS);
        }
        Action::Step(dir) => step_or_handle(game, index, dir),
        Action::Wait => set_action(&mut game.world, action, now + MOMENT_TICKS),
        Action::Search if has_wild_food(game, cell) => {
            set_action(&mut game.world, action, now + GATHER_TICKS);
        }
        Action::Search => set_action(&mut game.world, action, now + LOOK_TICKS),
        Action::Rest => {
            set_action(&mut game.world, action, now);
            if game.places().is_inside(cell) && game.world.wander.is_none() {
                settlements::carry_out(game, index, Deed::LieDown);
            } else {
                game.world.units[index].push_behaviour(Behaviour::Rest(Rest { until: now + NIGHT_TICKS }));
            }
        }
        Action::Travel(goal) | Action::Explore(goal) => {
            set_action(&mut game.world, action, now);
            game.world.units[index]
                .push_behaviour(Behaviour::Travel(Travel { goal, purpose: TripPurpose::Possession }));
        }
    }
    Ok(CommandOutcome::default())
}

/// Records an action that lasts until a tick, or until its behaviour ends.
fn set_action(world: &mut World, action: Action, until: u64) {
    if let Some(life) = &mut world.possession {
        (life.action, life.until, life.cause) = (Some(action), until, None);
        life.discovered_before = life.discovered;
    }
}

/// What takes no time: choices, and what is bought, left or taken along. Before a choice is made nothing else is done.
fn act_at_once(game: &mut Game, index: UnitIx, action: Action) -> Option<Result<CommandOutcome, Rejection>> {
    let has_to_choose = game.world.wander.as_ref().is_some_and(|wander| wander.journey.has_to_choose());
    match action {
        Action::Choose(choice) => Some(encounters::choose(game, index, choice)),
        _ if has_to_choose => Some(Err(Rejection::MustChoose)),
        Action::Buy(thing) => Some(trade::buy(game, index, thing)),
        Action::Drop(thing) => Some(trade::drop_thing(game, index, thing)),
        Action::TakeParcel => Some(trade::take_parcel(game, index)),
        _ => None,
    }
}

/// Takes a step, or handles what is in the way.
fn step_or_handle(game: &mut Game, index: UnitIx, dir: Dir8) {
    let unit = &game.world.units[index];
    let Some(next) = game.world.size().step(unit.cell, dir) else {
        return end_action(&mut game.world, index, ActionEnd::Blocked, LifeEvent::EdgeOfLand);
    };
    let people = unit.people;
    let now = game.world.tick;
    let crosses = crossing::crosses(game, index, next);
    match walk::take_own_step(game, index, next, crosses) {
        OwnStep::Begun => set_action(&mut game.world, Action::Step(dir), now),
        OwnStep::Blocked => {
            game.world.observe(people, next);
            let surface = game.world.land.surface[next];
            let is_blocked = game.world.units[index].kind.ground_time(surface).is_none();
            let what =
                if is_blocked { LifeEvent::GroundBlocked { surface } } else { LifeEvent::NoWayBetween };
            end_action(&mut game.world, index, ActionEnd::Blocked, what);
        }
        OwnStep::Foe(foe) => {
            set_action(&mut game.world, Action::Step(dir), now + MOMENT_TICKS);
            strike_foe(game, index, foe);
        }
        OwnStep::Pushed(other) => {
            set_action(&mut game.world, Action::Step(dir), now + MOMENT_TICKS);
            let in_the_way = LifeEvent::UnitInTheWay { unit: game.world.units[other].id };
            life::tell_life(&mut game.world, in_the_way);
        }
        OwnStep::PassageTaken => {
            set_action(&mut game.world, Action::Wait, now + MOMENT_TICKS);
            life::tell_life(&mut game.world, LifeEvent::PassageTaken { waits: true });
        }
    }
}

/// Strikes an adjacent foe.
fn strike_foe(game: &mut Game, index: UnitIx, other: UnitIx) {
    let (own_id, foe) = (game.world.units[index].id, game.world.units[other].id);
    let wounds = game.world.units[other].wounds;
    // The foe may be gone afterwards, with its name.
    let named = game.world.units[other].clone();
    danger::strike_blow(game, own_id, foe);
    let result = match game.world.unit(foe) {
        None => Strike::Killed,
        Some(other) if other.wounds > wounds => Strike::Wounded,
        Some(_) => Strike::Missed,
    };
    life::tell_life_with(&mut game.world, LifeEvent::Struck { foe, result }, Some(&named));
}

/// Finishes an action that was done standing.
pub(super) fn finish_action(game: &mut Game, index: UnitIx, action: Action) {
    let cell = game.world.units[index].cell;
    let what = match action {
        Action::Search if has_wild_food(game, cell) => {
            if let Some(life) = &mut game.world.possession {
                life.food = (life.food + GATHERED_FOOD).min(FOOD_MAX);
                life.starved = 0;
                life.reported.hunger = life.hunger();
            }
            Some(LifeEvent::GatheredFood)
        }
        Action::Search => Some(look_around_farther(game, index)),
        Action::Rest => Some(finish_night(&mut game.world, index)),
        _ => None,
    };
    end_action(&mut game.world, index, ActionEnd::Done, what);
}

/// Looks around with a larger sight radius; returns the result.
fn look_around_farther(game: &mut Game, index: UnitIx) -> LifeEvent {
    let unit = &game.world.units[index];
    let (cell, people, id) = (unit.cell, unit.people, unit.id);
    let seen = game.derived.field_of_view(&game.world, cell, game.world.sight_of(unit) + LOOK_EXTRA_CELLS);
    let mut new_cells = 0;
    for cell in seen.cells() {
        if !game.world.people(people).belief.is_known(cell) {
            new_cells += 1;
            game.world.observe(people, cell);
            notice_cell(game, id, cell);
        }
    }
    LifeEvent::LookedAround { cells: new_cells }
}

/// Ends a night's rest; returns the result.
fn finish_night(world: &mut World, index: UnitIx) -> LifeEvent {
    let wounds = world.units[index].wounds;
    let before = world.possession.as_ref().map_or(0, |life| life.reported.wounds);
    let heals = wounds < before;
    if let Some(life) = &mut world.possession {
        life.reported.wounds = wounds;
        life.reported.weariness = 0;
    }
    LifeEvent::Woke { healed: heals }
}

/// Whether there is food to gather at a cell: grain or fish that no settlement uses.
fn has_wild_food(game: &Game, cell: Cell) -> bool {
    let is_food = |good: Good| matches!(good, Good::Grain | Good::Fish);
    let near = |site: &&crate::land::Site| site.cell.chebyshev(cell) <= 1 && is_food(site.good);
    let site = game.world.land.sites.iter().find(near);
    site.is_some_and(|site| game.places().town_at(site.cell).is_none())
}
