//! Settlements: what they produce and consume, how they grow and shrink, when they send settlers, and how they end.

use super::Game;
use super::derived::Watcher;
use super::founding;
use crate::grid::Cell;
use crate::land::Good;
use crate::world::{
    AMOUNT_MAX, AnnalEvent, Behaviour, Block, DAY, Kind, Nature, PASS, Subject, TOWN_AMOUNT_MAX, TOWNS_MAX,
    Town, TownId, TownKind, Unit, UnitId, add_capped,
};

/// Daily production of a site's good, and the addition per resident, in hundredths of a load.
const MADE_PER_DAY: u32 = 300;
const MADE_PER_RESIDENT: u32 = 8;
/// The largest stock of one good, in hundredths of a load.
const STORE_MAX: u32 = 4000;
/// Daily consumption of every good, and the addition per resident, in hundredths of a load.
const USED_PER_DAY: u32 = 10;
const USED_PER_RESIDENT: u32 = 1;
/// Decayed trade (in hundredths of deliveries) and decayed passes on an adjacent road that support one resident.
const TRADE_PER_RESIDENT: u32 = 250;
const PASSES_PER_RESIDENT: u32 = 5;
/// How near an adjacent road is, in steps.
const ROAD_DISTANCE_STEPS: u16 = 2;
/// Residents from which a settlement is a village, a town and a city.
const VILLAGE_RESIDENTS_MIN: u32 = 30;
const TOWN_RESIDENTS_MIN: u32 = 80;
const CITY_RESIDENTS_MIN: u32 = 200;
/// Days below a third of its best after which a settlement falls to ruin: two seasons.
const FAILING_DAYS: u16 = 24;
/// Residents from which a settlement sends settlers, how many go, and the ticks in between.
const SETTLER_RESIDENTS_MIN: u32 = 22;
const SETTLERS_COUNT: u32 = 6;
const SETTLERS_INTERVAL_TICKS: u64 = 12 * DAY;
/// Residents from which a settlement without a free site sends settlers into another people's realm.
const INTRUSION_RESIDENTS_MIN: u32 = 26;
/// How far settlers go, in milli-steps of distance.
const SETTLERS_DISTANCE_MAX: u32 = 60_000;
/// The least distance of a new hamlet from other settlements, in steps.
const HAMLET_DISTANCE_MIN: u32 = 12;
/// Decayed trade that supports one porter, in hundredths of deliveries: about one every two days.
const TRADE_PER_PORTER: u32 = 1600;
/// Days for which a settlement remembers its visitors.
const VISIT_DAYS: usize = 24;
/// Porters that every market keeps.
const PORTERS_MIN: usize = 2;
/// Days between two surveys of old routes from a market.
const SURVEY_INTERVAL_DAYS: u64 = 10;
/// Cells of land for each unit that trade supports, all peoples together.
const LAND_PER_UNIT: usize = 160;
/// The least and greatest limit on a people's units.
const PEOPLE_UNITS_MIN: usize = 24;
/// See [`PEOPLE_UNITS_MIN`].
pub const PEOPLE_UNITS_MAX: usize = 600;

impl Game {
    /// Runs each settlement's day, at a different tick for each.
    pub(super) fn run_settlements(&mut self) {
        self.fade_camps();
        for index in 0..self.world.towns.len() as u16 {
            let run_tick = u64::from(index) * 37 % DAY;
            if self.world.tick % DAY == run_tick && self.is_standing(TownId(index)) {
                self.run_day(TownId(index));
            }
        }
    }

    fn run_day(&mut self, id: TownId) {
        self.decay_trade(id);
        if !self.world.town(id).is_market() {
            return self.run_inn(id);
        }
        self.produce_and_consume(id);
        self.update_residents(id);
        if !self.is_standing(id) {
            return;
        }
        self.hire_and_retire(id);
        self.send_settlers(id);
        self.survey_oldest_route(id);
        self.request_guard(id);
        self.build_fort(id);
        self.build_bridge(id);
        self.send_spy(id);
    }

    fn decay_trade(&mut self, id: TownId) {
        let town = &mut self.world.towns[usize::from(id.0)];
        town.trade -= (town.trade * 29).div_ceil(1000).min(town.trade);
        town.nights -= (town.nights * 29).div_ceil(1000).min(town.nights);
        town.visits.push(0);
        let surplus = town.visits.len().saturating_sub(VISIT_DAYS);
        town.visits.drain(..surplus);
    }

    /// Counts an arrival in a settlement.
    pub(super) fn count_visit(&mut self, cell: Cell) {
        if let Some(id) = self.places().town_at(cell)
            && let town = &mut self.world.towns[usize::from(id.0)]
            && let Some(today) = town.visits.last_mut()
        {
            add_capped(today, 1, AMOUNT_MAX);
            add_capped(&mut town.came, 1, TOWN_AMOUNT_MAX);
        }
    }

    /// An inn without guests falls to ruin.
    fn run_inn(&mut self, id: TownId) {
        let town = &mut self.world.towns[usize::from(id.0)];
        town.failing_days = if town.nights < 200 { failing_days_with_today(town) } else { 0 };
        if town.failing_days >= FAILING_DAYS {
            self.fall_to_ruin(id);
        }
    }

    fn produce_and_consume(&mut self, id: TownId) {
        let town = &mut self.world.towns[usize::from(id.0)];
        let used = USED_PER_DAY + USED_PER_RESIDENT * town.residents;
        for stock in &mut town.stock {
            *stock = stock.saturating_sub(used);
        }
        if let Some(good) = town.makes {
            let stock = &mut town.stock[good as usize];
            *stock = (*stock + MADE_PER_DAY + MADE_PER_RESIDENT * town.residents).min(STORE_MAX);
        }
    }

    /// Moves the residents towards what trade can support; the kind of the settlement follows.
    fn update_residents(&mut self, id: TownId) {
        let passers_by = self.passing_traffic(id);
        let town = &mut self.world.towns[usize::from(id.0)];
        let goods_at_hand = Good::ALL.iter().filter(|good| town.stock[**good as usize] > 0).count() as u32;
        let carried =
            6 + town.trade / TRADE_PER_RESIDENT + passers_by / PASSES_PER_RESIDENT + 3 * goods_at_hand;
        let step = 1 + town.residents / 40;
        town.residents = if town.residents < carried {
            (town.residents + step).min(carried)
        } else {
            town.residents.saturating_sub(1).max(carried.min(town.residents))
        };
        town.residents_max = town.residents_max.max(town.residents);
        let is_failing = town.residents * 3 < town.residents_max;
        town.failing_days = if is_failing { failing_days_with_today(town) } else { 0 };
        if town.failing_days >= FAILING_DAYS {
            return self.fall_to_ruin(id);
        }
        self.update_kind(id);
    }

    /// Decayed passes over the busiest cell beside a settlement: passing travellers are customers, too.
    fn passing_traffic(&self, id: TownId) -> u32 {
        let ground = &self.world.ground;
        let beside = self.world.size().square(self.world.town(id).cell, ROAD_DISTANCE_STEPS);
        beside.map(|cell| ground.wear[cell]).max().unwrap_or(0) / PASS
    }

    fn update_kind(&mut self, id: TownId) {
        let town = self.world.town(id);
        let by_size = match town.residents {
            CITY_RESIDENTS_MIN.. => TownKind::City,
            TOWN_RESIDENTS_MIN.. => TownKind::Town,
            VILLAGE_RESIDENTS_MIN.. => TownKind::Village,
            _ => town.kind.min(TownKind::Village),
        };
        // A settlement loses its kind only when it is a fifth below the threshold.
        let margin = town.residents + town.residents / 5;
        let shrinks = by_size < town.kind;
        let keeps_kind = match town.kind {
            TownKind::City => margin >= CITY_RESIDENTS_MIN,
            TownKind::Town => margin >= TOWN_RESIDENTS_MIN,
            _ => true,
        };
        if by_size == town.kind || (shrinks && keeps_kind) {
            return;
        }
        let (cell, name, residents) = (town.cell, town.name.clone(), town.residents);
        let verb = if shrinks { "shrinks to" } else { "has grown into" };
        self.queue_event_about(
            Subject::Settlements,
            7,
            cell,
            format!("{name} {verb} a {}: {residents} live there", by_size.name()),
        );
        self.world.towns[usize::from(id.0)].kind = by_size;
        self.show_place(id);
    }

    fn fall_to_ruin(&mut self, id: TownId) {
        let town = &mut self.world.towns[usize::from(id.0)];
        town.kind = TownKind::Ruin;
        town.residents = 0;
        // The last residents are gone. Peoples that do not see it learn of it when one of their units passes.
        self.update_watcher(Watcher::Town(id.0));
        self.show_place(id);
    }

    /// Handles a people learning that a settlement has fallen to ruin.
    pub(super) fn learn_of_ruin(&mut self, people: u8, id: TownId) {
        if people == 0 {
            let (cell, name) = (self.world.town(id).cell, self.world.town(id).name.clone());
            let weight = if self.world.town(id).people == 0 { 9 } else { 6 };
            self.queue_event_about(Subject::Settlements, weight, cell, format!("{name} has fallen to ruin"));
        }
        self.forget_market(people, id);
    }

    /// Hires a porter where trade pays for another one; retires one where it does not.
    fn hire_and_retire(&mut self, id: TownId) {
        let porters = self.porters_with_home(id);
        let carried = self.porters_supported(id);
        if porters.len() < carried && self.unit_count(self.world.town(id).people) < self.units_max() {
            self.hire_porter(id);
        } else if porters.len() > carried + 1 {
            self.retire_porter(id, &porters);
        }
    }

    /// Adds a porter to a settlement, whatever its trade supports.
    pub fn hire_porter(&mut self, id: TownId) {
        if !self.world.has_room() {
            return;
        }
        let unit = founding::add_unit(&mut self.world, Kind::Porter, id);
        let name = self.world.unit(unit).map_or_else(String::new, |unit| unit.name.clone());
        if let Some(index) = self.world.unit_index(unit) {
            self.give_rally_orders(index, id);
        }
        self.update_watcher(Watcher::Unit(unit));
        let town = self.world.town(id);
        let (cell, town_name) = (town.cell, town.name.clone());
        self.queue_event(3, cell, format!("{name} takes up the pack at {town_name}"));
    }

    /// Retires the last of a settlement's porters that is there with nothing to carry.
    fn retire_porter(&mut self, id: TownId, porters: &[UnitId]) {
        let town = self.world.town(id);
        let (cell, name) = (town.cell, town.name.clone());
        let is_idle = |unit: &&Unit| unit.cell == cell && unit.cargo.is_none() && !unit.ordered;
        let resting = porters.iter().rev().filter_map(|porter| self.world.unit(*porter)).find(is_idle);
        let Some((porter_id, porter)) = resting.map(|unit| (unit.id, unit.name.clone())) else { return };
        self.remove_unit(porter_id);
        self.queue_event(3, cell, format!("{porter} lays down the pack at {name}"));
    }

    /// The number of porters that the trade of a settlement supports.
    pub fn porters_supported(&self, id: TownId) -> usize {
        let town = self.world.town(id);
        let carried = PORTERS_MIN + (town.trade / TRADE_PER_PORTER) as usize;
        carried.min(PORTERS_MIN + town.residents as usize / 4)
    }

    /// The number of units from which a people hires no more.
    pub fn units_max(&self) -> usize {
        let peoples = self.world.peoples.iter().filter(|people| people.nature == Nature::Settled).count();
        (self.world.size().area() / LAND_PER_UNIT / peoples.max(1)).clamp(PEOPLE_UNITS_MIN, PEOPLE_UNITS_MAX)
    }

    /// The number of units of a people.
    pub fn unit_count(&self, people: u8) -> usize {
        self.world.units.iter().filter(|unit| unit.people == people).count()
    }

    /// Sends settlers from a settlement with enough residents to the nearest known free site.
    fn send_settlers(&mut self, id: TownId) {
        let town = self.world.town(id);
        let is_spared = town.residents >= SETTLER_RESIDENTS_MIN && self.world.has_room();
        let is_ready = is_spared && self.world.tick >= town.last_settlers + SETTLERS_INTERVAL_TICKS;
        let (cell, name) = (town.cell, town.name.clone());
        let Some(site) = is_ready.then(|| self.best_free_site(id)).flatten() else { return };
        let unit = founding::add_unit(&mut self.world, Kind::Settler, id);
        let Some(index) = self.world.unit_index(unit) else { return };
        self.push_behaviour(index, Behaviour::Settle { at: site });
        self.update_watcher(Watcher::Unit(unit));
        let town = &mut self.world.towns[usize::from(id.0)];
        town.residents -= SETTLERS_COUNT;
        town.last_settlers = self.world.tick;
        let people = town.people;
        self.world.record_event(people, id, AnnalEvent::SentOut(SETTLERS_COUNT));
        let settler = self.world.units[index].name.clone();
        self.queue_event_about(
            Subject::Settlements,
            6,
            cell,
            format!("{settler} leaves {name} with {SETTLERS_COUNT} families to settle"),
        );
    }

    /// The nearest known site that is far enough from every known settlement and not the goal of other settlers. Goods
    /// that are expensive here weigh more; sites in another people's realm come last, and only when the settlement is
    /// large enough.
    fn best_free_site(&self, id: TownId) -> Option<Cell> {
        let (world, town) = (&self.world, self.world.town(id));
        let people = world.people(town.people);
        let own_units = world.units.iter().filter(|unit| unit.people == town.people);
        let goals = own_units.filter_map(|unit| settler_goal(&unit.stack));
        let settled: Vec<Cell> = people.standing().map(|(id, _)| world.town(id).cell).chain(goals).collect();
        let ruins: Vec<Cell> = people.sightings.keys().map(|id| world.town(*id).cell).collect();
        let is_free = |cell: Cell| {
            settled.iter().all(|other| other.chebyshev(cell) >= HAMLET_DISTANCE_MIN) && !ruins.contains(&cell)
        };
        let is_foreign =
            |cell: Cell| world.owner_at(town.people, cell).is_some_and(|owner| owner != town.people);
        let near =
            world.land.sites.iter().filter(|site| site.cell.octile(town.cell) <= SETTLERS_DISTANCE_MAX);
        let sites = near.filter(|site| people.belief.is_known(site.cell) && is_free(site.cell));
        let ranked = sites.map(|site| {
            (is_foreign(site.cell), site.cell.octile(town.cell) / town.price(site.good), site.cell)
        });
        let best =
            ranked.min().filter(|(is_foreign, ..)| !is_foreign || town.residents >= INTRUSION_RESIDENTS_MIN);
        best.map(|(.., cell)| cell)
    }

    /// A settler that has arrived founds a hamlet, if the place is still free.
    pub(super) fn found_hamlet(&mut self, index: usize) {
        let (people, cell) = (self.world.units[index].people, self.world.units[index].cell);
        let is_free = self
            .world
            .towns
            .iter()
            .all(|town| town.cell.chebyshev(cell) >= HAMLET_DISTANCE_MIN || town.kind == TownKind::Ruin);
        let is_occupied = self.world.towns.iter().any(|town| town.cell == cell);
        let is_full = self.world.towns.len() >= TOWNS_MAX;
        if !is_free || is_occupied || is_full || self.derived.haven[cell] {
            return self.give_up_settling(index);
        }
        let makes = self.world.land.sites.iter().find(|site| site.cell == cell).map(|site| site.good);
        let id = founding::add_hamlet(&mut self.world, people, cell, makes);
        self.derived.open_town(cell, id);
        self.become_porter(index);
        let unit = &mut self.world.units[index];
        unit.stack = vec![Behaviour::Trade { home: id, trip: None }];
        let founder = unit.name.clone();
        self.update_watcher(Watcher::Town(id.0));
        let name = self.world.town(id).name.clone();
        let for_what = makes.map_or_else(String::new, |good| format!(" for its {}", good.name()));
        self.queue_event_about(Subject::Settlements, 9, cell, format!("{founder} founds {name}{for_what}"));
        self.record_first_town(id);
        self.survey_from(people, id);
        self.show_place(id);
    }

    /// A settler that cannot settle becomes a porter.
    pub(super) fn give_up_settling(&mut self, index: usize) {
        let tick = self.world.tick;
        self.become_porter(index);
        let unit = &mut self.world.units[index];
        unit.stack.truncate(1);
        unit.blocked = Some((Block::NoWay, tick));
    }

    /// Turns a unit into a porter, with a porter's sight radius.
    pub(super) fn become_porter(&mut self, index: usize) {
        let unit = &mut self.world.units[index];
        unit.kind = Kind::Porter;
        unit.drop_path();
        let watcher = Watcher::Unit(unit.id);
        self.update_watcher(watcher);
    }

    /// Every tenth day each market has its least recently surveyed route surveyed again; routes to other peoples in
    /// both directions.
    fn survey_oldest_route(&mut self, id: TownId) {
        if !(self.world.day() + u64::from(id.0)).is_multiple_of(SURVEY_INTERVAL_DAYS) {
            return;
        }
        let people = self.world.town(id).people;
        let routes = &self.world.people(people).trip_times;
        let surveyed_tick = |other: &TownId| routes.get(&(id, *other)).map_or(0, |path| path.tick);
        let markets = self.world.markets_of(people).filter(|other| *other != id);
        let Some(other) = markets.min_by_key(|other| (surveyed_tick(other), *other)) else { return };
        self.request_survey(people, id, other);
        if self.world.town(other).people != people {
            self.request_survey(people, other, id);
        }
    }
}

fn settler_goal(stack: &[Behaviour]) -> Option<Cell> {
    stack.iter().find_map(|behaviour| match behaviour {
        Behaviour::Settle { at } => Some(*at),
        _ => None,
    })
}

/// The number of consecutive days on which a settlement has been too small, including today.
fn failing_days_with_today(town: &Town) -> u16 {
    (town.failing_days + 1).min(FAILING_DAYS)
}
