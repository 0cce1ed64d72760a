//! Realms: the people that a cell belongs to. They follow from the position and size of settlements, and so shift when
//! places grow, fall or are founded.
//!
//! What does not live here: the consequences of settling in another people's realm (`sim::peoples::peace`).

use super::{
    AnnalEvent, Belief, DAY, Nature, PeopleIx, Sighting, Town, TownIx, TownKind, TownPair, World, YEAR_DAYS,
    add_to_count, annals,
};
use crate::grid::Cell;
use crate::land::Surface;

/// How long the detour through a place between two settlements may be, in percent of the straight distance.
const DETOUR_PERCENT: u32 = 125;

/// Reach of a settlement of this kind, in milli-steps.
const fn reach(kind: TownKind) -> u32 {
    match kind {
        TownKind::Ruin => 0,
        TownKind::Inn => 6_000,
        TownKind::Hamlet => 16_000,
        TownKind::Village => 20_000,
        TownKind::Town => 28_000,
        TownKind::City => 40_000,
    }
}

/// The settlement in whose realm a cell lies, of settlements with their cells and kinds.
pub fn realm_among(places: impl Iterator<Item = (TownIx, Cell, TownKind)>, cell: Cell) -> Option<TownIx> {
    let shares = places.filter_map(|(id, place, kind)| {
        let (far, reach) = (place.octile(cell), reach(kind));
        (far <= reach).then(|| (u64::from(far) * 1000 / u64::from(reach.max(1)), id))
    });
    shares.min().map(|(_, id)| id)
}

impl World {
    /// The settlement in whose realm a cell lies, as far as a people knows: of those that reach it, the nearest in proportion
    /// to its reach; of equals the first.
    pub fn realm_at(&self, people: PeopleIx, cell: Cell) -> Option<TownIx> {
        let known = self.people(people).standing();
        realm_among(known.map(|(id, kind)| (id, self.town(id).cell, kind)), cell)
    }

    /// The nearest settlement of a people that reaches a cell, whatever other realms it lies in.
    pub fn claim_at(&self, people: PeopleIx, cell: Cell) -> Option<TownIx> {
        let known = self.people(people).standing().filter(|(id, _)| self.town(*id).people == people);
        let near = known.map(|(id, kind)| (self.town(id).cell.octile(cell), reach(kind), id));
        near.filter(|(far, reach, _)| far <= reach).min().map(|(.., id)| id)
    }

    /// The people in whose realm a cell lies, as far as a people knows.
    pub fn owner_at(&self, people: PeopleIx, cell: Cell) -> Option<PeopleIx> {
        self.realm_at(people, cell).map(|id| self.town(id).people)
    }

    /// Whether a people believes that it could trade in a settlement: a market of its own, or of a people with which it is not
    /// at war.
    pub fn trades_at(&self, people: PeopleIx, town: TownIx) -> bool {
        let is_market = self.people(people).knows_as(town).is_some_and(TownKind::is_market);
        is_market && !self.at_war(people, self.town(town).people)
    }

    /// The markets where a people believes that it could trade, in the order of their ids.
    pub fn markets_of(&self, people: PeopleIx) -> impl Iterator<Item = TownIx> {
        let known = self.people(people).standing().map(|(id, _)| id);
        known.filter(move |id| self.trades_at(people, *id))
    }

    /// Whether a place lies hardly off the straight line between two settlements.
    pub fn lies_between(&self, place: Cell, (from, to): TownPair) -> bool {
        let [from, to] = [from, to].map(|id| self.town(id).cell);
        from.octile(place) + place.octile(to) <= from.octile(to) * DETOUR_PERCENT / 100
    }

    /// Records a cell in a people's belief as it is. Returns whether that was news.
    pub fn observe(&mut self, people: PeopleIx, cell: Cell) -> bool {
        let (surface, tier) = (self.land.surface[cell], self.ground.tier[cell]);
        let owner = || self.patch(cell).tower;
        let is_strangers = surface == Surface::Tower && owner().is_some_and(|owner| owner != people);
        let day = self.day();
        let toll = self.works.toll_on(self.size().index(cell) as u32);
        let belief = &mut self.peoples[people].belief;
        let is_news = belief.observe(cell, surface, tier, is_strangers, day);
        if toll > 0 || Belief::is_tolled(belief.word(cell)) {
            belief.learn_toll(cell, toll);
        }
        is_news
    }

    /// A settlement as it is seen now.
    pub fn sighting(&self, town: TownIx) -> Sighting {
        let Town { kind, residents, .. } = *self.town(town);
        Sighting { kind, residents, tick: self.tick }
    }

    /// Records a settlement as a people sees it now.
    pub fn record_sighting(&mut self, people: PeopleIx, town: TownIx) {
        let sighting = self.sighting(town);
        self.peoples[people].sightings.insert(town, sighting);
    }

    /// Writes a change of a settlement, as the people has learned it, into the people's annals.
    pub fn annal_place_change(
        &mut self,
        people: PeopleIx,
        id: TownIx,
        before: Option<TownKind>,
        now: TownKind,
    ) {
        let residents = self.people(people).sightings.get(&id).map_or(0, |seen| seen.residents);
        let what = match before {
            Some(before) if before == now => return,
            None if self.town(id).people == people => AnnalEvent::Founded,
            None => AnnalEvent::Found(now),
            Some(_) if now == TownKind::Ruin => AnnalEvent::Fell,
            Some(before) if before < now => AnnalEvent::Grew { to: now, residents },
            Some(_) => AnnalEvent::Shrank { to: now, residents },
        };
        self.record_event(people, id, what);
    }

    /// Records an event in a people's annals of a settlement, if it keeps annals.
    pub fn record_event(&mut self, people: PeopleIx, town: TownIx, what: AnnalEvent) {
        if people == PeopleIx::PLAYER && self.town(town).people == people {
            add_to_count(&mut self.tally.founded, u64::from(what == AnnalEvent::Founded));
            add_to_count(&mut self.tally.ruined, u64::from(what == AnnalEvent::Fell));
        }
        let (tick, year) = (self.tick, YEAR_DAYS * DAY);
        let people = &mut self.peoples[people];
        if matches!(people.nature, Nature::Settled | Nature::Lone) {
            annals::write(people.annals.entry(town).or_default(), tick, tick / year * year, what);
        }
    }

    /// Records an event on a cell in the annals of the settlement of a people that reaches it.
    pub fn record_event_near(&mut self, people: PeopleIx, cell: Cell, what: AnnalEvent) {
        if let Some(town) = self.claim_at(people, cell) {
            self.record_event(people, town, what);
        }
    }
}
