//! Possessing a unit: starting and ending possession, and what each action does and costs.
//!
//! An action takes ticks; the caller runs them until [`awaits_action`]. What ends an action early, and what the unit
//! notices meanwhile, is in `possession_tick`; how the wanderer's game starts and ends is in `wander`.

use crate::grid::{Cell, Dir8};
use crate::land::Good;
use crate::mind;
use crate::mind::NIGHT_TICKS;
use crate::sim::behave::{action_end, possessed, stack};
use crate::sim::commands::orders;
use crate::sim::sight::vision;
use crate::sim::society::{camps, fights};
use crate::sim::walk::{occupancy, passage_tokens, requests, yielding};
use crate::sim::{Game, chronicle, counted};
use crate::world::{
    Action, ActionEnd, Behaviour, CommandOutcome, FOOD_MAX, Possession, Rejection, Rest, STEP_TICKS, TownIx,
    Travel, TripPurpose, UnitId, UnitIx, World,
};

/// Ticks of waiting, and of facing a unit that is in the way.
const MOMENT_TICKS: u64 = STEP_TICKS as u64;
/// Ticks of a look around, and the cells that it adds to the sight radius.
const LOOK_TICKS: u64 = 24;

const LOOK_EXTRA_CELLS: u16 = 4;
/// Ticks of gathering food where it grows, and the ticks for which the food lasts: two days.
const GATHER_TICKS: u64 = 60;

const GATHERED_FOOD: u32 = FOOD_MAX / 3;

/// Whether the possessed unit waits for the player's next action.
pub fn awaits_action(world: &World) -> bool {
    let unit = world.possession.as_ref().filter(|life| life.action.is_none());
    unit.and_then(|life| world.unit(life.unit)).is_some_and(|unit| unit.next.is_none())
}

/// Possesses a unit.
pub(super) fn possess(game: &mut Game, id: UnitId) -> Result<CommandOutcome, Rejection> {
    let index = orders::own_indices(&game.world, &[id])?[0];
    if game.world.possession.is_some() {
        end_possession(game)?;
    }
    requests::cancel_requests(&mut game.world, id);
    let unit = &mut game.world.units[index];
    unit.store_path();
    let supply_ticks = u64::from(unit.kind.row().supplies);
    let eaten = (u64::from(FOOD_MAX) * u64::from(unit.unfed)).checked_div(supply_ticks).unwrap_or(0);
    start_possession(&mut game.world, index, FOOD_MAX - eaten.min(u64::from(FOOD_MAX)) as u32);
    let unit = &game.world.units[index];
    let words = format!("you are {}", game.world.title_of(unit));
    possessed::log_possessed(&mut game.world, words.clone());
    Ok(CommandOutcome { text: words })
}

/// Starts possession of a unit that has food for this many ticks.
pub(in crate::sim) fn start_possession(world: &mut World, index: UnitIx, food: u32) {
    stack::push_behaviour(world, index, Behaviour::Possessed);
    let unit = &mut world.units[index];
    unit.blocked = None;
    unit.setbacks = 0;
    let mut life = Possession::new(unit.id, world.tick, food);
    life.reported.wounds = unit.wounds;
    life.reported.hunger = life.hunger();
    life.reported.weariness = possessed::fatigue_level(unit);
    world.possession = Some(life);
}

/// Ends possession; the unit goes on with what it did before.
pub(super) fn end_possession(game: &mut Game) -> Result<CommandOutcome, Rejection> {
    let index = possessed::possessed_index(&game.world).ok_or(Rejection::NotPossessing)?;
    action_end::clear_above_possession(&mut game.world, index);
    game.world.possession = None;
    if matches!(game.world.units[index].top(), Some(Behaviour::Possessed)) {
        stack::pop_behaviour(game, index);
    }
    Ok(CommandOutcome { text: format!("{} goes on alone", game.world.units[index].name) })
}

/// Starts an action of the possessed unit.
pub(super) fn start_action(game: &mut Game, action: Action) -> Result<CommandOutcome, Rejection> {
    let index = possessed::possessed_index(&game.world).ok_or(Rejection::NotPossessing)?;
    let unit = &game.world.units[index];
    let (size, cell) = (game.world.size(), unit.cell);
    match action {
        Action::Travel(goal) | Action::Explore(goal) if !size.contains(goal) => {
            return Err(Rejection::OffTheLand(goal));
        }
        Action::Step(_) | Action::Wait | Action::Search if unit.next.is_some() => {
            return Err(Rejection::MidStep);
        }
        _ => {}
    }
    if game.world.possession.as_ref().is_some_and(|life| life.action.is_some()) {
        action_end::end_action(&mut game.world, index, ActionEnd::Halted, String::new());
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
        Action::Halt => {}
        Action::Step(dir) => step_or_handle(game, index, dir),
        Action::Wait => set_action(&mut game.world, action, now + MOMENT_TICKS),
        Action::Search if has_wild_food(game, cell) => {
            set_action(&mut game.world, action, now + GATHER_TICKS);
        }
        Action::Search => set_action(&mut game.world, action, now + LOOK_TICKS),
        Action::Rest => {
            if game.places().is_inside(cell) && game.world.wander.is_none() {
                camps::count_night(game, index, cell);
            }
            set_action(&mut game.world, action, now);
            stack::push_behaviour(&mut game.world, index, Behaviour::Rest(Rest { until: now + NIGHT_TICKS }));
        }
        Action::Travel(goal) | Action::Explore(goal) => {
            set_action(&mut game.world, action, now);
            stack::push_behaviour(
                &mut game.world,
                index,
                Behaviour::Travel(Travel { goal, purpose: TripPurpose::Possession }),
            );
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

/// Takes a step, or handles what is in the way.
fn step_or_handle(game: &mut Game, index: UnitIx, dir: Dir8) {
    let unit = &game.world.units[index];
    let Some(next) = game.world.size().step(unit.cell, dir) else {
        return action_end::end_action(
            &mut game.world,
            index,
            ActionEnd::Blocked,
            "the land ends here".to_owned(),
        );
    };
    let people = unit.people;
    if !occupancy::can_enter(game, index, next) {
        vision::observe(&mut game.world, people, next);
        let surface = game.world.land.surface[next];
        let is_blocked = game.world.units[index].kind.ground_time(surface).is_none();
        let words = match surface.name() {
            _ if !is_blocked => "there is no way through between".to_owned(),
            name => format!("{name} bars the way"),
        };
        return action_end::end_action(&mut game.world, index, ActionEnd::Blocked, words);
    }
    let now = game.world.tick;
    if let Some(other) =
        occupancy::other_holder(game, index, next).and_then(|holder| game.world.unit_index(holder))
    {
        set_action(&mut game.world, Action::Step(dir), now + MOMENT_TICKS);
        return handle_occupied(game, index, other);
    }
    if !passage_tokens::may_enter_passage(game, index, next) {
        set_action(&mut game.world, Action::Wait, now + MOMENT_TICKS);
        return possessed::log_possessed(
            &mut game.world,
            "others come through the narrow passage: you wait".to_owned(),
        );
    }
    set_action(&mut game.world, Action::Step(dir), now);
    occupancy::step_onto(game, index, next, false);
}

/// Handles a unit on the cell of the next step: strikes a foe, asks others to make room.
fn handle_occupied(game: &mut Game, index: UnitIx, other: UnitIx) {
    let (unit, holder) = (&game.world.units[index], &game.world.units[other]);
    if game.world.are_foes(unit, holder) {
        return strike_foe(game, index, other);
    }
    let words = format!("{} is in the way", holder.name);
    yielding::push_unit(game, index, other);
    possessed::log_possessed(&mut game.world, words);
}

/// Strikes an adjacent foe.
fn strike_foe(game: &mut Game, index: UnitIx, other: UnitIx) {
    let (own_id, foe) = (game.world.units[index].id, game.world.units[other].id);
    let (name, wounds) = (game.world.title_of(&game.world.units[other]), game.world.units[other].wounds);
    fights::strike_blow(game, own_id, foe);
    let words = match game.world.unit(foe) {
        None => format!("you strike {name} down"),
        Some(other) if other.wounds > wounds => format!("you wound {name}"),
        Some(_) => format!("you strike at {name} and miss"),
    };
    possessed::log_possessed(&mut game.world, words);
}

/// Finishes an action that was done standing.
pub(in crate::sim) fn finish_action(game: &mut Game, index: UnitIx, action: Action) {
    let cell = game.world.units[index].cell;
    let words = match action {
        Action::Search if has_wild_food(game, cell) => {
            if let Some(life) = &mut game.world.possession {
                life.food = (life.food + GATHERED_FOOD).min(FOOD_MAX);
                life.starved = 0;
                life.reported.hunger = life.hunger();
            }
            "you gather food for two days".to_owned()
        }
        Action::Search => look_around_farther(game, index),
        Action::Rest => finish_night(&mut game.world, index),
        _ => String::new(),
    };
    action_end::end_action(&mut game.world, index, ActionEnd::Done, words);
}

/// Looks around with a larger sight radius; returns the result in words.
fn look_around_farther(game: &mut Game, index: UnitIx) -> String {
    let unit = &game.world.units[index];
    let (cell, people, id) = (unit.cell, unit.people, unit.id);
    let seen = game.derived.field_of_view(&game.world, cell, unit.kind.row().sight + LOOK_EXTRA_CELLS);
    let mut new_cells = 0;
    for cell in seen.cells() {
        if !game.world.people(people).belief.is_known(cell) {
            new_cells += 1;
            vision::observe(&mut game.world, people, cell);
            action_end::notice_cell(game, id, cell);
        }
    }
    match new_cells {
        0 => "you look about and see nothing new".to_owned(),
        _ => format!("you look about: {} never seen before", counted(new_cells, "cell")),
    }
}

/// Ends a night's rest; returns the result in words.
fn finish_night(world: &mut World, index: UnitIx) -> String {
    let wounds = world.units[index].wounds;
    let before = world.possession.as_ref().map_or(0, |life| life.reported.wounds);
    let heals = wounds < before;
    if let Some(life) = &mut world.possession {
        life.reported.wounds = wounds;
        life.reported.weariness = 0;
    }
    let place = chronicle::whereabouts(world, world.units[index].cell);
    let healed = if heals { ", and a wound has healed" } else { "" };
    format!("you wake {place}{healed}")
}

/// The settlement that a unit is in, unless its people is at war with the unit's.
pub(in crate::sim) fn friendly_town(game: &Game, index: UnitIx) -> Option<TownIx> {
    let unit = &game.world.units[index];
    let town = game.places().town_at(unit.cell)?;
    (!game.world.at_war(unit.people, game.world.town(town).people)).then_some(town)
}

/// Whether there is food to gather at a cell: grain or fish that no settlement uses.
fn has_wild_food(game: &Game, cell: Cell) -> bool {
    let is_food = |good: Good| matches!(good, Good::Grain | Good::Fish);
    let near = |site: &&crate::land::Site| site.cell.chebyshev(cell) <= 1 && is_food(site.good);
    let site = game.world.land.sites.iter().find(near);
    site.is_some_and(|site| game.places().town_at(site.cell).is_none())
}
