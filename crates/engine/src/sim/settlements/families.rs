//! Families: they eat, grow in number where there is food to spare, and walk to where a day's work pays more.
//!
//! No family comes from nowhere: what one settlement gains by moving, another has lost. A day's work pays a share of the
//! settlement's trade, so that places to which buyers come draw families from those to which none come (Harris and
//! Wilson 1978); hunger and crowding end that.

use crate::grid::Cell;
use crate::land::Good;
use crate::plan;
use crate::sim::derived::Watcher;
use crate::sim::settlements::{camps, fields};
use crate::sim::{Game, events, placing, sight};
use crate::world::{
    AnnalEvent, Behaviour, Block, DAY, DAY_TIME, EATEN, EventLink, FAMILIES, Kind, LifeEvent, SEASON_DAYS,
    Settle, SettlementEvent, TOWN_AMOUNT_MAX, TOWNS_MAX, Town, TownIx, TownKind, Trade, UnitIx, World,
    YEAR_DAYS, add_capped, days_in,
};

/// Days for which food has to last before families grow: a season.
const RESERVE_DAYS: u32 = 12;
/// Days of hunger that are counted.
const HUNGRY_DAYS_MAX: u16 = 48;
/// Residents for each birth a day more than one, and for each death a day of hunger more than one.
const RESIDENTS_PER_CHANGE: u32 = 48;
/// Days that a resident lives if it dies of nothing else: thirty seasons.
const LIFE_DAYS: u64 = 30 * SEASON_DAYS;
/// Ticks in which none dies of age, as the first settlers are young: two years.
const YOUNG_TICKS: u64 = 2 * YEAR_DAYS * DAY;
/// Days of hunger after which residents die of it.
const STARVING_DAYS: u16 = 6;
/// Days for which food has to last before hunger is over.
const FED_DAYS: u32 = 2;
/// What the work of a settlement without trade pays a day, in hundredths of a delivery.
const HOME_PAY: u32 = 400;
/// Families move for pay that is this many percent of theirs.
const BETTER_PAY_PERCENT: u32 = 125;
/// Days between two moves from one settlement.
const MOVE_INTERVAL_DAYS: u64 = 6;
/// Residents from which a settlement without ground to till founds another, and days between two foundings.
const FOUNDERS_MIN: u32 = 48;

const FOUNDING_INTERVAL_DAYS: u64 = 24;
/// How far settlers go, in milli-steps of distance.
const SETTLERS_DISTANCE_MAX: u32 = 60_000;
/// Days for which families leave the ground of a ruin to recover: fifteen years.
const FALLOW_DAYS: u64 = 15 * YEAR_DAYS;
/// The least distance of a new hamlet from other settlements, in steps: of one that families choose, whose fields then
/// hardly meet those of others ([`FIELD_STEPS_MAX`](crate::world::FIELD_STEPS_MAX)), and of any.
const SITE_DISTANCE_MIN: u32 = 22;

const HAMLET_DISTANCE_MIN: u32 = 12;

/// Lets the residents of a settlement eat, and their number change.
pub(super) fn eat_and_grow(game: &mut Game, id: TownIx) {
    let dead = dead_of_age(&game.world, id);
    let town = &mut game.world.towns[id];
    town.residents -= dead;
    let is_fed = eat(town);
    if !is_fed && town.hungry_days >= STARVING_DAYS {
        let deaths = (1 + town.residents / RESIDENTS_PER_CHANGE).min(town.residents);
        town.residents -= deaths;
        add_capped(&mut town.starved, deaths, TOWN_AMOUNT_MAX);
    } else if is_fed && town.food_days() >= RESERVE_DAYS && !fields::is_short_of_ground(town) {
        let births = 1 + town.residents / RESIDENTS_PER_CHANGE;
        add_capped(&mut town.residents, births, TOWN_AMOUNT_MAX);
    }
    town.residents_max = town.residents_max.max(town.residents);
    tell_of_hunger(game, id);
}

/// How many residents of a settlement die of age today: so many that in [`LIFE_DAYS`] days all do. In a level none does.
fn dead_of_age(world: &World, id: TownIx) -> u32 {
    if world.land.is_drawn() || world.tick < YOUNG_TICKS {
        return 0;
    }
    let (day, residents) = (world.day() + u64::from(id.0), world.town(id).residents);
    let until = |day: u64| day * u64::from(residents) / LIFE_DAYS;
    (until(day + 1) - until(day)) as u32
}

/// Takes the day's food out of a settlement's stock, and counts its hungry days; whether there was enough.
fn eat(town: &mut Town) -> bool {
    let mut due = EATEN * town.residents;
    for good in Good::FOOD {
        let stock = &mut town.stock[good as usize];
        let eaten = due.min(*stock);
        (*stock, due) = (*stock - eaten, due - eaten);
    }
    town.hungry_days = if due > 0 { (town.hungry_days + 1).min(HUNGRY_DAYS_MAX) } else { 0 };
    due == 0
}

/// Tells that the residents of a settlement begin to die of hunger, and what that came to once its food lasts again.
fn tell_of_hunger(game: &mut Game, id: TownIx) {
    let (tick, events, town) = (game.world.tick, &game.world.events, game.world.town(id));
    let (cell, link) = (town.cell, EventLink::Hunger(id));
    let hunger = events.link(link);
    let began = hunger.and_then(|hunger| events.get(hunger)).map(|event| event.tick);
    if began.is_none() && town.hungry_days >= STARVING_DAYS {
        let starves = SettlementEvent::Starves { town: id };
        if let Some(starves) = events::record(game, cell, starves, events.latest_step(id)) {
            game.world.events.set_link(link, starves);
        }
    } else if let Some(began) = began.filter(|_| town.food_days() >= FED_DAYS) {
        let ended =
            SettlementEvent::HungerEnded { town: id, days: days_in(tick - began), deaths: town.starved };
        events::record(game, cell, ended, hunger);
        game.world.events.unlink(link);
        game.world.record_hunger(id);
    }
}

/// Sends families to where they live better: to a free site if there is no ground left here, otherwise to a
/// settlement where work pays more.
pub(super) fn send_families(game: &mut Game, id: TownIx) {
    let is_due = (game.world.day() + u64::from(id.0)).is_multiple_of(MOVE_INTERVAL_DAYS);
    // In a level only those move who are told to.
    let is_due = is_due && !game.world.land.is_drawn();
    let is_deserted = game.world.is_deserted(id);
    if !(is_due || is_deserted) || game.world.town(id).residents <= FAMILIES || !game.world.has_room() {
        return;
    }
    if is_deserted {
        if let Some((better, _)) = game.world.better_pay(id) {
            depart(game, id, game.world.town(better).cell);
            events::tell_life(&mut game.world, None, LifeEvent::FamilyLeft { town: id }, None);
        }
        return;
    }
    let founding = is_crowded(&game.world, id).then(|| best_free_site(game, id)).flatten();
    if let Some(site) = founding {
        game.world.towns[id].last_settlers = game.world.tick;
        depart(game, id, site);
    } else if let Some(better) = better_place(&game.world, id) {
        depart(game, id, game.world.town(better).cell);
    }
}

/// Whether a settlement has more residents than ground for them, and has founded none for a while.
fn is_crowded(world: &World, id: TownIx) -> bool {
    let town = world.town(id);
    town.residents >= FOUNDERS_MIN
        && fields::is_short_of_ground(town)
        && world.tick >= town.last_settlers + FOUNDING_INTERVAL_DAYS * DAY
}

/// The settlement of the same people where a day's work pays most, if that is much more than here.
fn better_place(world: &World, id: TownIx) -> Option<TownIx> {
    world.better_pay(id).filter(|(_, percent)| *percent > BETTER_PAY_PERCENT).map(|(better, _)| better)
}

impl World {
    /// Writes the deaths of a hunger that is over, or that has left nothing but a ruin, into the annals.
    pub(super) fn record_hunger(&mut self, id: TownIx) {
        let town = &mut self.towns[id];
        let (people, deaths) = (town.people, std::mem::take(&mut town.starved));
        if deaths > 0 {
            self.record_event(people, id, AnnalEvent::Starved(deaths));
        }
    }

    /// The other settlement of the same people, within two days, where a day's work pays most for families that come
    /// now, and what it pays in percent of what it pays here.
    pub fn better_pay(&self, id: TownIx) -> Option<(TownIx, u32)> {
        let town = self.town(id);
        let near = self.people(town.people).trips_from(id).filter(|(_, time)| *time <= 2 * DAY_TIME);
        let others = near.map(|(other, _)| other).filter(|other| {
            *other != id && self.town(*other).people == town.people && takes_families(self.town(*other))
        });
        let paid = others.map(|other| (pay(self.town(other), 1 + coming(self, other)), other));
        let (best, other) = paid.max_by_key(|(pay, other)| (*pay, std::cmp::Reverse(*other)))?;
        Some((other, best.saturating_mul(100) / pay(town, 0).max(1)))
    }
}

fn takes_families(town: &Town) -> bool {
    town.is_market() || camps::could_be_village(town)
}

/// What a day's work pays in a settlement with so many more groups of families, in thousandths of a delivery.
fn pay(town: &Town, groups: u32) -> u32 {
    let worth = if town.hungry_days > 0 { 2 } else { 10 };
    (HOME_PAY + town.trade + town.nights) * worth / (town.residents + groups * FAMILIES).max(1)
}

/// Groups of families that are on the way to a settlement.
pub(super) fn coming(world: &World, id: TownIx) -> u32 {
    let cell = world.town(id).cell;
    world.units.iter().filter(|unit| settler_goal(&unit.stack) == Some(cell)).count() as u32
}

/// Families leave a settlement on foot.
fn depart(game: &mut Game, id: TownIx, at: Cell) {
    let unit = placing::add_unit(&mut game.world, Kind::Settler, id);
    let Some(index) = game.world.unit_index(unit) else { return };
    game.world.units[index].push_behaviour(Behaviour::Settle(Settle { at }));
    sight::update_watcher(game, Watcher::Unit(unit));
    let town = &mut game.world.towns[id];
    town.residents -= FAMILIES;
    let (people, cell) = (town.people, town.cell);
    game.world.record_event(people, id, AnnalEvent::SentOut(FAMILIES));
    // Moving from place to place is routine, and no event.
    if game.places().town_at(at).is_none() {
        let left = SettlementEvent::SettlersLeft { unit, town: id, families: FAMILIES };
        let cause = game.world.events.latest_step(id);
        if let Some(left) = events::record(game, cell, left, cause) {
            game.world.events.set_link(EventLink::Settlers(unit), left);
        }
    }
}

/// The nearest known site to which a path is known, far enough from every known settlement and not the goal of other
/// settlers. Goods that are expensive here weigh more; sites in another people's realm come last.
fn best_free_site(game: &Game, id: TownIx) -> Option<Cell> {
    let (world, town) = (&game.world, game.world.town(id));
    let people = world.people(town.people);
    let own_units = world.units.iter().filter(|unit| unit.people == town.people);
    let goals = own_units.filter_map(|unit| settler_goal(&unit.stack));
    let settled: Vec<Cell> = people.standing().map(|(id, _)| world.town(id).cell).chain(goals).collect();
    let is_free = |cell: Cell| settled.iter().all(|other| other.chebyshev(cell) >= SITE_DISTANCE_MIN);
    let is_foreign = |cell: Cell| world.owner_at(town.people, cell).is_some_and(|owner| owner != town.people);
    let rested = world.tick.saturating_sub(FALLOW_DAYS * DAY);
    let fallow = world.towns.entries().filter(|(id, _)| people.saw_fall_after(*id, rested));
    let fallow: Vec<Cell> = fallow.map(|(_, town)| town.cell).collect();
    let near = world.land.sites.iter().filter(|site| site.cell.octile(town.cell) <= SETTLERS_DISTANCE_MAX);
    let sites = near.filter(|site| {
        people.belief.is_known(site.cell) && is_free(site.cell) && !fallow.contains(&site.cell)
    });
    let ranked = sites
        .map(|site| (is_foreign(site.cell), site.cell.octile(town.cell) / town.price(site.good), site.cell));
    let planner = game.planner(town.people, Kind::Settler, &[]);
    ranked.filter(|(.., site)| planner.is_connected(town.cell, *site)).min().map(|(.., cell)| cell)
}

fn settler_goal(stack: &[Behaviour]) -> Option<Cell> {
    stack.iter().find_map(|behaviour| match behaviour {
        Behaviour::Settle(Settle { at }) => Some(*at),
        _ => None,
    })
}

/// Families that have arrived join the settlement there, or found one if the place is free.
pub(super) fn arrive(game: &mut Game, index: UnitIx) {
    let (people, cell) = (game.world.units[index].people, game.world.units[index].cell);
    let there = game.places().town_at(cell);
    if let Some(id) = there.filter(|id| game.world.town(*id).people == people) {
        return join(game, index, id);
    }
    let is_near =
        |town: &Town| town.cell.chebyshev(cell) < HAMLET_DISTANCE_MIN && town.kind != TownKind::Ruin;
    let is_free = there.is_none() && !game.world.towns.iter().any(is_near);
    let ruin = game.world.towns.position(|town| town.cell == cell);
    if !is_free || (ruin.is_none() && (game.world.towns.len() >= TOWNS_MAX || game.derived.haven[cell])) {
        return give_up_settling(game, index);
    }
    let makes = game.world.land.sites.iter().find(|site| site.cell == cell).map(|site| site.good);
    let id = match ruin {
        Some(ruin) => placing::resettle(&mut game.world, people, ruin, makes),
        None => placing::add_hamlet(&mut game.world, people, cell, makes),
    };
    game.world.towns[id].residents = FAMILIES;
    game.world.towns[id].residents_max = FAMILIES;
    game.derived.open_town(cell, id);
    placing::become_porter(game, index);
    let unit = &mut game.world.units[index];
    unit.stack = vec![Behaviour::Trade(Trade { home: id, trip: None })];
    let founder = unit.id;
    sight::update_watcher(game, Watcher::Town(id));
    let founded =
        SettlementEvent::Founded { town: id, kind: TownKind::Hamlet, unit: Some(founder), good: makes };
    let cause = game.world.events.link(EventLink::Settlers(founder));
    let founded = events::record(game, cell, founded, cause);
    events::link_step(&mut game.world, id, TownKind::Hamlet, founded);
    game.world.events.unlink_unit(founder);
    camps::record_first_town(&mut game.world, id);
    plan::survey_from(&mut game.world, people, id);
    sight::show_place(game, id);
}

/// Families join a settlement.
fn join(game: &mut Game, index: UnitIx, id: TownIx) {
    let unit = game.world.units[index].id;
    let town = &mut game.world.towns[id];
    add_capped(&mut town.residents, FAMILIES, TOWN_AMOUNT_MAX);
    town.residents_max = town.residents_max.max(town.residents);
    game.world.events.unlink_unit(unit);
    placing::become_porter(game, index);
    game.world.units[index].stack = vec![Behaviour::Trade(Trade { home: id, trip: None })];
    camps::consider_village(game, id);
}

/// Families that cannot settle walk home; at home, or if there is none, they stay where they are.
pub(super) fn give_up_settling(game: &mut Game, index: UnitIx) {
    let tick = game.world.tick;
    let unit = &game.world.units[index];
    let goal = settler_goal(&unit.stack);
    let home = unit.home().filter(|id| game.world.town(*id).is_market());
    if let Some(home) = home {
        let at = game.world.town(home).cell;
        if goal == Some(at) || unit.cell == at {
            return join(game, index, home);
        }
        game.world.units[index].stack.truncate(1);
        game.world.units[index].drop_path();
        game.world.units[index].push_behaviour(Behaviour::Settle(Settle { at }));
    } else {
        placing::become_porter(game, index);
        game.world.units[index].stack.truncate(1);
    }
    let unit = &mut game.world.units[index];
    unit.blocked = Some((Block::NoWay, tick));
    let id = unit.id;
    game.world.events.unlink_unit(id);
}
