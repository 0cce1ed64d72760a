//! What waits on a wanderer's way: where the land itself suggests it, first seen by its signs, then at hand.
//!
//! Every forty to sixty steps something waits eight to fifteen cells ahead: robbers where there is cover beside a road,
//! the keeper of a toll where there is one way through, a flooded ford in a river; wolves follow the trail. The odds are
//! in `odds`, and what is carried in `trade`.

use crate::grid::Cell;
use crate::land::{Surface, mix};
use crate::sim::possession::action_end::end_action;
use crate::sim::possession::odds::{ASKED_FOOD, is_watchful};
use crate::sim::possession::{life, trade};
use crate::sim::{Game, behave};
use crate::world::{
    AMOUNT_MAX, Action, ActionEnd, Choice, Chosen, CommandOutcome, DAY, Encounter, LifeEvent, Nearness,
    Paint, PeopleIx, Rejection, Thing, UnitIx, WOUNDS_MAX, Waiting, World, add_capped,
};

/// Steps from one thing that waits to the next: at least this many, and up to so many more.
const INTERVAL_STEPS: u32 = 40;
const INTERVAL_SPREAD: u64 = 21;
/// How far ahead it waits, in steps.
const AHEAD_MIN: u32 = 8;
const AHEAD_MAX: u16 = 15;
/// How near it is at hand, in steps.
const AT_HAND_STEPS: u32 = 2;
/// Steps after which wolves have caught up, and after which what was never met is forgotten.
const CAUGHT_UP_STEPS: u32 = 14;
const FORGOTTEN_STEPS: u32 = 60;
/// How far a wanderer that goes round keeps away, in steps.
const SHUNNED_STEPS: u16 = 4;
/// Ticks of hiding, or of waiting at a ford.
const HIDDEN_TICKS: u64 = DAY / 8;
/// Blocked cells around one that make it a narrow way.
const NARROW_BLOCKED: usize = 4;
/// Coin that beaten robbers leave.
const LEFT_COIN: u32 = 2;

/// Looks at each step of a wanderer: something may begin to wait, or come to hand.
pub(super) fn advance(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let (cell, steps) = (unit.cell, unit.steps);
    let Some(wander) = &mut game.world.wander else { return };
    if wander.journey.trail.last() == Some(&cell) {
        return;
    }
    wander.journey.note_cell(cell);
    let journey = &wander.journey;
    let is_inside = game.derived.haven[cell];
    // Nothing waits on water or a peak, where a loss could leave no way back.
    let is_out = game.world.land.is_blocked(cell);
    match journey.waiting {
        _ if is_out => {}
        None if steps >= journey.next_at && !is_inside => begin(game, index),
        Some(waiting) if is_over(waiting, steps, is_inside) => {
            forget(game, index);
            life::tell_life(&mut game.world, LifeEvent::LeftBehind { what: waiting.what });
        }
        Some(waiting) if is_at_hand(waiting, cell, steps) => {
            set_nearness(&mut game.world, waiting, Nearness::AtHand);
            end_action(&mut game.world, index, ActionEnd::Met, LifeEvent::Met { what: waiting.what });
        }
        _ => {}
    }
}

/// Whether what waited will not be met any more.
fn is_over(waiting: Waiting, steps: u32, is_inside: bool) -> bool {
    let is_safe = is_inside && waiting.what == Encounter::Wolves;
    waiting.nearness != Nearness::AtHand && (is_safe || steps > waiting.since + FORGOTTEN_STEPS)
}

fn is_at_hand(waiting: Waiting, cell: Cell, steps: u32) -> bool {
    let is_met = match waiting.what {
        Encounter::Wolves => steps >= waiting.since + CAUGHT_UP_STEPS,
        _ => waiting.cell.chebyshev(cell) <= AT_HAND_STEPS,
    };
    waiting.nearness != Nearness::AtHand && is_met
}

/// Something begins to wait, if the land ahead has a place for it.
fn begin(game: &mut Game, index: UnitIx) {
    let unit = &game.world.units[index];
    let since = unit.steps;
    let first = mix(&[game.world.seed, game.world.tick, since.into()]) % Encounter::ALL.len() as u64;
    let mut turn = Encounter::ALL.into_iter().cycle().skip(first as usize).take(Encounter::ALL.len());
    let found = turn.find_map(|what| Some((what, place_for(&game.world, index, what)?)));
    let Some(wander) = &mut game.world.wander else { return };
    let Some((what, at)) = found else {
        wander.journey.next_at = since + u32::from(AHEAD_MAX);
        return;
    };
    wander.journey.waiting = Some(Waiting { what, cell: at, since, nearness: Nearness::Ahead });
    end_action(&mut game.world, index, ActionEnd::Sign, LifeEvent::SignSeen { what, at });
}

/// The place on the way ahead that suits it best: the nearest to where the path leads in a dozen steps.
fn place_for(world: &World, index: UnitIx, what: Encounter) -> Option<Cell> {
    let unit = &world.units[index];
    if what == Encounter::Wolves {
        let trail = world.wander.as_ref().map(|wander| &wander.journey.trail[..]).unwrap_or_default();
        let behind = trail.len().checked_sub(AHEAD_MIN as usize + 2).map(|at| trail[at])?;
        return is_wooded(world, unit.cell).then_some(behind);
    }
    let aim = way_ahead(world, index)?;
    let is_ahead = |cell: &Cell| {
        let way = unit.cell.chebyshev(*cell);
        way >= AHEAD_MIN && aim.chebyshev(*cell) < way && suits(world, *cell, what)
    };
    let near = world.size().square(unit.cell, AHEAD_MAX).filter(is_ahead);
    near.min_by_key(|cell| (aim.octile(*cell), *cell))
}

/// Where the wanderer will be in a dozen steps: by its path, or else by the way that it has come.
fn way_ahead(world: &World, index: UnitIx) -> Option<Cell> {
    let unit = &world.units[index];
    let steps = AHEAD_MIN as usize + 2;
    if let Some(cell) = unit.remaining_path(world.size()).get(steps) {
        return Some(*cell);
    }
    let trail = &world.wander.as_ref()?.journey.trail;
    let before = trail[trail.len().checked_sub(steps)?];
    let on = |before: u16, now: u16| i32::from(now) - i32::from(before);
    world.size().offset(unit.cell, on(before.x, unit.cell.x), on(before.y, unit.cell.y))
}

/// Whether there is wood around a cell, where wolves live.
fn is_wooded(world: &World, around: Cell) -> bool {
    let is_wood = |cell: Cell| matches!(world.land.surface[cell], Surface::Forest | Surface::DeepWood);
    world.size().square(around, AHEAD_MAX / 3).any(is_wood)
}

/// Whether something would wait on a cell.
fn suits(world: &World, cell: Cell, what: Encounter) -> bool {
    let surface = world.land.surface[cell];
    let mut near = world.size().neighbours(cell).map(|(_, cell)| cell);
    match what {
        _ if surface.is_blocked() => false,
        Encounter::Ford => surface == Surface::River,
        Encounter::TollKeeper => {
            surface == Surface::Bridge
                || near.filter(|cell| world.land.is_blocked(*cell)).count() >= NARROW_BLOCKED
        }
        Encounter::Robbers => {
            let is_cover =
                matches!(surface, Surface::Forest | Surface::DeepWood | Surface::Hill | Surface::Rock);
            is_cover && (surface == Surface::DeepWood || near.any(|cell| world.ground.tier[cell].is_road()))
        }
        Encounter::Family => world.ground.tier[cell].is_road() || surface == Surface::Meadow,
        Encounter::Wolves => false,
    }
}

/// Nothing waits any more, for a while; what was shunned is not any longer.
fn forget(game: &mut Game, index: UnitIx) {
    let steps = game.world.units[index].steps;
    let spread = mix(&[game.world.seed, steps.into()]) % INTERVAL_SPREAD;
    let Some(wander) = &mut game.world.wander else { return };
    wander.journey.next_at = steps + INTERVAL_STEPS + spread as u32;
    let Some(waiting) = wander.journey.waiting.take() else { return };
    if waiting.nearness == Nearness::Shunned {
        paint_around(&mut game.world, waiting.cell, Paint::None);
    }
}

fn paint_around(world: &mut World, at: Cell, paint: Paint) {
    for cell in world.size().square(at, SHUNNED_STEPS) {
        world.peoples[PeopleIx::PLAYER].belief.paint_cell(cell, paint);
    }
}

/// Chooses what to do about what waits.
pub(super) fn choose(game: &mut Game, index: UnitIx, choice: Choice) -> Result<CommandOutcome, Rejection> {
    let odds = game.world.choices().into_iter().find(|(other, _)| *other == choice);
    let waiting = game.world.wander.as_ref().and_then(|wander| wander.journey.waiting);
    let (Some((_, odds)), Some(waiting)) = (odds, waiting) else {
        return Err(Rejection::NotHere("there is nothing to choose like that"));
    };
    let (seed, tick) = (game.world.seed, game.world.tick);
    let went_well = mix(&[seed, tick, choice as u64]) % 100 < u64::from(odds);
    let what = waiting.what;
    if let Some(wander) = &mut game.world.wander {
        wander.journey.note_choice(Chosen { tick, what, choice, odds, went_well });
    }
    let chose = LifeEvent::Chose { what, choice, went_well };
    life::tell_life(&mut game.world, chose);
    if choice == Choice::GoRound {
        return Ok(go_round(&mut game.world, waiting, went_well));
    }
    pay_for(game, index, what, choice);
    if went_well {
        reward(game, index, what, choice);
    } else if harm(game, index, what) {
        return Ok(CommandOutcome::text("this life is over"));
    }
    forget(game, index);
    if choice == Choice::Hide && what != Encounter::Family {
        let until = tick + HIDDEN_TICKS;
        if let Some(life) = &mut game.world.possession {
            (life.action, life.until, life.cause) = (Some(Action::Wait), until, None);
        }
    }
    Ok(CommandOutcome::text("you have chosen"))
}

/// Keeps away from what waits ahead; or is seen, so that it comes to hand.
fn go_round(world: &mut World, waiting: Waiting, went_well: bool) -> CommandOutcome {
    if !went_well {
        set_nearness(world, waiting, Nearness::AtHand);
        return CommandOutcome::text("they have seen you");
    }
    set_nearness(world, waiting, Nearness::Shunned);
    paint_around(world, waiting.cell, Paint::Avoid);
    CommandOutcome::text("you keep away from it")
}

fn set_nearness(world: &mut World, waiting: Waiting, nearness: Nearness) {
    if let Some(wander) = &mut world.wander {
        wander.journey.waiting = Some(Waiting { nearness, ..waiting });
    }
}

/// What a choice costs, whatever comes of it.
fn pay_for(game: &mut Game, index: UnitIx, what: Encounter, choice: Choice) {
    match (choice, what) {
        (Choice::Give, Encounter::Wolves | Encounter::Family) => {
            if let Some(life) = &mut game.world.possession {
                life.food = life.food.saturating_sub(ASKED_FOOD);
            }
        }
        (Choice::Give, _) => {
            let asked = game.world.coin_asked();
            let coin = &mut game.world.peoples[PeopleIx::PLAYER].coin;
            *coin = coin.saturating_sub(asked);
        }
        (Choice::Hide, _) if is_watchful(what) => trade::spend(game, index, Thing::Decoy),
        (Choice::Face, Encounter::Ford) if !game.world.is_carried(Thing::BoatSkin) => {
            trade::spend(game, index, Thing::Rope);
        }
        _ => {}
    }
}

/// What is won by a choice that went well.
fn reward(game: &mut Game, index: UnitIx, what: Encounter, choice: Choice) {
    match (what, choice) {
        (Encounter::Robbers, Choice::Face) => {
            add_capped(&mut game.world.peoples[PeopleIx::PLAYER].coin, LEFT_COIN, AMOUNT_MAX);
        }
        (Encounter::Family, Choice::Give) => trade::learn_region(game, index),
        _ => {}
    }
}

/// What a choice that went wrong does; whether it kills.
fn harm(game: &mut Game, index: UnitIx, what: Encounter) -> bool {
    let unit = &mut game.world.units[index];
    unit.wounds += what.wounds();
    let (id, is_dead) = (unit.id, unit.wounds >= WOUNDS_MAX);
    if is_dead {
        behave::remove_unit(game, id);
        return true;
    }
    match what {
        Encounter::Robbers => {
            game.world.peoples[PeopleIx::PLAYER].coin = 0;
            trade::lose_one(game, index);
        }
        Encounter::Ford => trade::lose_one(game, index),
        _ => {}
    }
    false
}
