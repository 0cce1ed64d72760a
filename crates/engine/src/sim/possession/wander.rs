//! The wanderer's game: five waystones in a land that lives by itself, one life at a time, and what is brought home.
//!
//! How a life is played is in `possession` and `tick`; what is saved of it, and its score, in
//! `world::wander`.

use crate::grid::Size;
use crate::sim::derived::Watcher;
use crate::sim::possession::action_end::end_action;
use crate::sim::possession::{actions, life, trade};
use crate::sim::{Game, behave, events, placing, sight, walk};
use crate::world::{
    AMOUNT_MAX, ActionEnd, Behaviour, CommandOutcome, DAY, FOOD_MAX, HOME, Journey, Kind, LifeEvent,
    PeopleIx, PlayerEvent, Rejection, SEASON_DAYS, TownIx, UnitIx, Wander, Waystone, World, add_capped,
};

/// Steps of a new wanderer after which something waits.
const FIRST_AFTER_STEPS: u32 = 10;

/// Starts the next wanderer's life at home, with what home knows.
pub(super) fn start_next_life(game: &mut Game) -> Result<CommandOutcome, Rejection> {
    let refuse = |why| Err(Rejection::NoBirth(why));
    let Some(wander) = &game.world.wander else { return refuse("this is no wanderer's game") };
    if wander.is_won() {
        return refuse("all five waystones are home: the story is told");
    }
    if game.world.possession.is_some() {
        return refuse("this life is not over");
    }
    if !game.world.has_room() {
        return refuse("this land has no room for another life");
    }
    let from = game.world.town(wander.home).cell;
    let towns = game.world.living_towns().filter(|id| game.world.town(*id).people == HOME);
    let Some(home) = towns.min_by_key(|id| (game.world.town(*id).cell.octile(from), *id)) else {
        return refuse("no settlement of home is left to set out from");
    };
    let cell = game.world.town(home).cell;
    game.world.peoples[PeopleIx::PLAYER].belief = game.world.people(HOME).belief.clone();
    game.world.peoples[PeopleIx::PLAYER].belief.mark_all_dirty();
    game.world.peoples[PeopleIx::PLAYER].sightings = game.world.people(HOME).sightings.clone();
    game.world.peoples[PeopleIx::PLAYER].annals = game.world.people(HOME).annals.clone();
    let id = placing::place_unit(&mut game.world, PeopleIx::PLAYER, Kind::Scout, cell, Behaviour::Stop);
    if let Some(wander) = &mut game.world.wander {
        (wander.born, wander.brought, wander.carried) = (game.world.tick, 0, 0);
        wander.journey = Journey { next_at: FIRST_AFTER_STEPS, ..Journey::default() };
        wander.stones.iter_mut().for_each(|stone| stone.reached = false);
    }
    game.world.peoples[PeopleIx::PLAYER].coin = trade::FIRST_COIN;
    if let Some(index) = game.world.unit_index(id) {
        actions::start_possession(&mut game.world, index, FOOD_MAX);
        if let Some(life) = &mut game.world.possession {
            life.reported.home = true;
        }
        sight::update_watcher(game, Watcher::Unit(id));
        life::tell_life(&mut game.world, LifeEvent::SetOut { unit: id, from: home });
        tell_next_waystone(&mut game.world);
    }
    Ok(CommandOutcome::text("a life begins"))
}

fn tell_next_waystone(world: &mut World) {
    if let Some(hint) = world.wander.as_ref().and_then(Wander::hint) {
        life::tell_life(world, hint);
    }
}

/// Marks a waystone as reached if the wanderer stands at it.
pub(super) fn notice_waystone(world: &mut World, index: UnitIx) {
    let cell = world.units[index].cell;
    let Some(wander) = &mut world.wander else { return };
    let is_here = |stone: &Waystone| stone.cell.chebyshev(cell) <= 1 && !stone.reached && !stone.home;
    let Some(at) = wander.stones.iter().position(is_here) else { return };
    wander.stones[at].reached = true;
    let stone = at as u8;
    end_action(world, index, ActionEnd::Waystone(stone), LifeEvent::WaystoneReached { stone });
}

/// In a settlement of home, the wanderer and its home exchange what they know.
pub(super) fn notice_home(game: &mut Game) {
    let (Some(index), true) = (game.world.possessed(), game.world.wander.is_some()) else {
        return;
    };
    let town = game.places().town_at(game.world.units[index].cell);
    let is_home = town.is_some_and(|town| game.world.town(town).people == HOME);
    let Some(life) = &mut game.world.possession else { return };
    let was_home = std::mem::replace(&mut life.reported.home, is_home);
    if is_home && !was_home {
        deliver_home(game, index);
    }
}

impl World {
    /// Whether a settlement loses families today because the wanderer that set out from it has been away for a season.
    pub(in crate::sim) fn is_deserted(&self, id: TownIx) -> bool {
        let (Some(wander), Some(life)) = (&self.wander, &self.possession) else { return false };
        let is_due = self.day().is_multiple_of(SEASON_DAYS) && self.day() > 0;
        wander.home == id && is_due && !life.reported.home && life.since + DAY * SEASON_DAYS <= self.tick
    }
}

fn deliver_home(game: &mut Game, index: UnitIx) {
    let before = towns_reachable_from_home(game);
    let news = share_map(game, PeopleIx::PLAYER, HOME);
    share_map(game, HOME, PeopleIx::PLAYER);
    walk::apply_learned_changes(game);
    let mut found = towns_reachable_from_home(game);
    found.retain(|town| !before.contains(town));
    let Some(wander) = &mut game.world.wander else { return };
    add_capped(&mut wander.brought, news, AMOUNT_MAX);
    add_capped(&mut wander.brought_in_all, news, AMOUNT_MAX);
    let mut stones = 0;
    for stone in wander.stones.iter_mut().filter(|stone| stone.reached && !stone.home) {
        stone.home = true;
        stones += 1;
    }
    wander.carried += stones;
    let is_won = wander.is_won();
    let unit = &game.world.units[index];
    let (id, cell) = (unit.id, unit.cell);
    let home = LifeEvent::Home { cells: news, stones };
    end_action(&mut game.world, index, ActionEnd::Home, home);
    for town in found {
        life::tell_life(&mut game.world, LifeEvent::PathHomeFound { town });
    }
    if news > 0 || stones > 0 {
        events::tell(game, cell, PlayerEvent::CameHome { unit: id, cells: news });
    }
    if is_won {
        behave::remove_unit(game, id);
    } else {
        tell_next_waystone(&mut game.world);
    }
}

/// Settlements to which home knows a route.
fn towns_reachable_from_home(game: &Game) -> Vec<TownIx> {
    let Some(wander) = &game.world.wander else { return Vec::new() };
    let from = game.world.town(wander.home).cell;
    let planner = game.planner(HOME, Kind::Porter, &[]);
    let standing = game.world.people(HOME).standing().map(|(id, _)| id);
    standing.filter(|id| planner.is_connected(from, game.world.town(*id).cell)).collect()
}

/// Merges one people's belief and sightings into another's; returns the number of new cells.
fn share_map(game: &mut Game, from: PeopleIx, to: PeopleIx) -> u32 {
    let belief =
        std::mem::replace(&mut game.world.peoples[from].belief, crate::world::Belief::new(Size::new(1, 1)));
    let visible = &game.derived.visible[to];
    let news = game.world.peoples[to].belief.take_over(&belief, |cell| visible[cell] > 0);
    game.world.peoples[from].belief = belief;
    for (town, sighting) in game.world.people(from).sightings.clone() {
        let known = &mut game.world.peoples[to].sightings;
        let before = known.get(&town).copied();
        if before.is_some_and(|seen| seen.tick >= sighting.tick) {
            continue;
        }
        known.insert(town, sighting);
        game.world.annal_place_change(to, town, before.map(|seen| seen.kind), sighting.kind);
    }
    news
}
