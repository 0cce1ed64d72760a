//! Raiders: when bands come, where they have their lairs, where they lie in wait, and how they go.
//!
//! They live on cargo alone. Where travellers are frightened away from a pass, the raiders there starve and move on, the
//! fear is forgotten, travellers come back, and so do others like them: the cycle that nobody wrote down. What does not
//! live here: what a raider wants next (`mind::raiding`), and robbing itself (`sim::fights`).

use super::Game;
use super::derived::Watcher;
use super::fights::carries;
use super::founding;
use crate::grid::Cell;
use crate::land::mix;
use crate::mind::SATED;
use crate::plan::{AHEAD, Outlook};
use crate::world::{
    Behaviour, Belief, Believed, DAY, Kind, Mood, Nature, REGION, STRENGTH, Subject, Unit, UnitId,
};

/// The day on which the first raiders may come.
const FIRST_DAY: u64 = 12;
/// Days between two bands.
const BAND_EVERY: u64 = 5;
/// The most that come at once.
const BAND: usize = 3;
/// Raiders that there may be wherever anybody carries anything, and how many carriers feed one more.
const RAIDERS_MIN: usize = 2;
const CARRIERS_A_RAIDER: usize = 6;
/// Places that are looked at for a lair.
const LAIRS_LOOKED_AT: u64 = 96;
/// How far a lair is from every settlement at least, and from the nearest one at most, in steps.
const LAIR_APART: u32 = 14;
const LAIR_NEAR: u32 = 44;
/// How far those who lie in wait know the land around their lair when they come, in steps.
const LAIR_KNOWN: u16 = 24;
/// How far from the lair a place to lie in wait may be, in steps.
const SITE_WITHIN: u16 = 28;
/// How far it is from settlements at least, in steps.
const SITE_APART: u32 = 7;
/// What a place counts for where nobody sees him from the road.
const HIDDEN: u32 = 6;
/// Ticks between two looks for a place when there is none.
const LOOK_AGAIN: u64 = DAY / 4;
/// Ticks without a meal after which a raider goes elsewhere for good: two meals missed.
const STARVED: u64 = 2 * SATED;
/// Salt of the dice of lairs.
const LAIRS: u64 = 72;

impl Game {
    /// Once a day: who goes for want of food, and whether another band comes.
    pub(super) fn run_raiders(&mut self) {
        self.see_first_raider();
        let world = &self.world;
        let day = world.tick / DAY;
        if world.tick % DAY != DAY / 2 {
            return;
        }
        self.dismiss_unfed();
        for people in 0..self.world.peoples.len() as u8 {
            self.relieve_guards(people);
        }
        if day < FIRST_DAY || !day.is_multiple_of(BAND_EVERY) {
            return;
        }
        let world = &self.world;
        let Some(people) = world.peoples.iter().position(|people| people.nature == Nature::Raiders) else {
            return;
        };
        let raiders = world.units.iter().filter(|unit| unit.kind == Kind::Raider).count();
        let coming = self.raiders_max().saturating_sub(raiders).min(BAND);
        if coming > 0
            && let Some(lair) = self.find_lair()
        {
            self.send_band(people as u8, lair, coming);
        }
    }

    /// When the player's people sees a raider for the first time, that is told.
    fn see_first_raider(&mut self) {
        if self.world.tally.first_raider.is_some() {
            return;
        }
        let is_seen = |unit: &&Unit| unit.kind == Kind::Raider && self.derived.visible[0][unit.cell] > 0;
        let Some(raider) = self.world.units.iter().find(is_seen) else { return };
        let (cell, name) = (raider.cell, raider.name.clone());
        self.world.tally.first_raider = Some(self.world.tick);
        let place = self.whereabouts(cell);
        self.note_about(Subject::Danger, 8, cell, format!("A raider is seen {place}: {name}"));
    }

    /// The most raiders that what is carried over the land can feed.
    pub fn raiders_max(&self) -> usize {
        let carriers = self.world.units.iter().filter(|unit| carries(unit.kind)).count();
        if carriers == 0 { 0 } else { RAIDERS_MIN.max(carriers / CARRIERS_A_RAIDER) }
    }

    /// A place that nobody sees, not far from where many travel.
    fn find_lair(&self) -> Option<Cell> {
        let world = &self.world;
        let area = world.size().area() as u64;
        let place = |i: u64| world.size().cell((mix(&[world.seed, world.tick, i, LAIRS]) % area) as usize);
        let looked_at = (0..LAIRS_LOOKED_AT).map(place).filter(|cell| self.can_be_lair(*cell));
        looked_at
            .map(|cell| (self.traffic_around(cell), cell))
            .filter(|(trips, _)| *trips > 0)
            .max()
            .map(|best| best.1)
    }

    fn can_be_lair(&self, cell: Cell) -> bool {
        let is_open = Kind::Raider.ground_time(self.world.land.surface[cell]).is_some();
        let is_seen = self.derived.visible.iter().any(|visible| visible[cell] > 0);
        let towns = self.world.living_towns().map(|id| self.world.town(id).cell.steps_to(cell));
        let nearest = towns.min().unwrap_or(u32::MAX);
        is_open && !is_seen && !self.derived.haven[cell] && (LAIR_APART..=LAIR_NEAR).contains(&nearest)
    }

    /// Trips of late through the region of a cell and those around it.
    fn traffic_around(&self, cell: Cell) -> u32 {
        let ground = &self.world.ground;
        let around = self
            .world
            .size()
            .square(cell, REGION)
            .filter(|near| near.x % REGION == cell.x % REGION && near.y % REGION == cell.y % REGION);
        around.map(|near| ground.traffic[ground.region(near)]).max().unwrap_or(0)
    }

    fn send_band(&mut self, people: u8, lair: Cell, count: usize) {
        let size = self.world.size();
        for cell in size.square(lair, LAIR_KNOWN).collect::<Vec<_>>() {
            self.observe(people, cell);
        }
        let free: Vec<Cell> = size
            .square(lair, 2)
            .filter(|cell| self.can_be_lair(*cell) && self.derived.holder(*cell).is_none())
            .collect();
        // They come hungry.
        let fed = self.world.tick.saturating_sub(SATED);
        for cell in free.into_iter().take(count) {
            if !self.world.has_room() {
                return;
            }
            let base = Behaviour::Raid { lair: cell, site: None, since: 0, fed };
            let id = founding::place_unit(&mut self.world, people, Kind::Raider, cell, base);
            self.derived.stand(cell, id);
            self.look(Watcher::Unit(id));
        }
    }

    /// A raider chooses where to lie in wait, by what raiders know of roads, sight and travellers. True when it may
    /// have another wish this tick.
    pub(super) fn choose_ambush(&mut self, index: usize) -> bool {
        let site = self.ambush_for(index);
        let now = self.world.tick;
        if let Some(Behaviour::Raid { site: chosen, since, .. }) = self.world.units[index].stack.last_mut() {
            (*chosen, *since) = (site, now);
        }
        match site {
            Some(_) => true,
            None => self.push(index, Behaviour::Wander { until: now + LOOK_AGAIN }),
        }
    }

    fn ambush_for(&self, index: usize) -> Option<Cell> {
        let unit = &self.world.units[index];
        let Some(Behaviour::Raid { lair, site: before, .. }) = unit.stack.last() else { return None };
        let belief = &self.world.people(unit.people).belief;
        let outlook = Outlook { belief, heights: &self.world.land.height };
        let towns = self.world.people(unit.people).standing().map(|(id, _)| id);
        let ways = self.ways_around(unit.people, *lair, towns);
        let value = |cell: Cell, hidden: u32| {
            let prey = belief.influence().at(Mood::Quarry, cell) * 8 / STRENGTH + u32::from(ways[cell]);
            let dread =
                belief.influence().at(Mood::Threat, cell) * 8 / STRENGTH + belief.carnage_at(cell) / 250;
            (prey + hidden).saturating_sub(dread)
        };
        // A tower that is known to look down on a place spoils it.
        let is_watched = |cell: Cell| Belief::is_exposed(belief.word(cell));
        let fits = |cell: &Cell| outlook.is_road(*cell) && Some(*cell) != *before && !is_watched(*cell);
        let roads = self.world.size().square(*lair, SITE_WITHIN).filter(fits);
        let mut sites: Vec<(u32, Cell)> = roads.map(|cell| (value(cell, HIDDEN), cell)).collect();
        sites.sort_unstable();
        // Whether a place is hidden takes long to find out: only those are looked at that would be the best if they were.
        let mut best = (0, *lair);
        while let Some(site @ (worth, cell)) = sites.pop()
            && worth > 0
            && site > best
        {
            let comes_from = |from: Cell| from.steps_to(*lair) <= u32::from(SITE_WITHIN);
            if self.is_apart(unit.people, cell) {
                let is_hidden = outlook.is_ambush(cell, AHEAD, comes_from);
                best = best.max((if is_hidden { worth } else { value(cell, 1) }, cell));
            }
        }
        let (worth, road) = best;
        let taken = self.places_of_raiders(unit.id);
        (worth > 0).then(|| self.beside(unit.people, road, &taken)).flatten()
    }

    /// Where other raiders lie in wait, or mean to.
    fn places_of_raiders(&self, me: UnitId) -> Vec<Cell> {
        let others = self.world.units.iter().filter(|unit| unit.id != me);
        others
            .filter_map(|unit| match unit.stack.first() {
                Some(Behaviour::Raid { site, .. }) => *site,
                _ => None,
            })
            .collect()
    }

    /// Whether a cell is far enough from the settlements that a people knows.
    fn is_apart(&self, people: u8, cell: Cell) -> bool {
        let mut known = self.world.people(people).standing().map(|(id, _)| self.world.town(id).cell);
        known.all(|town| town.steps_to(cell) >= SITE_APART)
    }

    /// A cell beside the road to lie on: one that is no road itself, if there is one.
    fn beside(&self, people: u8, road: Cell, taken: &[Cell]) -> Option<Cell> {
        let belief = &self.world.people(people).belief;
        let price = |cell: Cell| match belief.at(cell) {
            Believed::Known { surface, tier } => {
                Kind::Raider.ground_time(surface).map(|time| (tier.is_road(), time, cell))
            }
            Believed::Unknown(_) => None,
        };
        let cells = self.world.size().neighbours(road).map(|(_, cell)| cell);
        cells.filter(|cell| !taken.contains(cell)).filter_map(price).min().map(|(_, _, cell)| cell)
    }

    /// A raider eats what it took.
    pub(super) fn eat_loot(&mut self, index: usize) {
        let now = self.world.tick;
        let unit = &mut self.world.units[index];
        unit.cargo = None;
        if let Some(Behaviour::Raid { fed, .. }) = unit.stack.last_mut() {
            *fed = now;
        }
    }

    /// Raiders who have found nothing for too long, and the hungriest of those whom the land cannot feed any more, go
    /// elsewhere for good.
    fn dismiss_unfed(&mut self) {
        let now = self.world.tick;
        let raids = |unit: &Unit| match unit.stack.first() {
            Some(Behaviour::Raid { fed, .. }) => Some((*fed, unit.id)),
            _ => None,
        };
        let mut raiders: Vec<(u64, UnitId)> = self.world.units.iter().filter_map(raids).collect();
        raiders.sort_unstable();
        // Before any come by themselves there are only those whom a level has.
        let most = if now < FIRST_DAY * DAY { raiders.len() } else { self.raiders_max() };
        let surplus = raiders.len().saturating_sub(most);
        let starved = raiders.iter().take_while(|(fed, _)| now >= fed + STARVED).count();
        for (_, id) in raiders.into_iter().take(surplus.max(starved)) {
            self.remove_unit(id);
        }
    }
}
