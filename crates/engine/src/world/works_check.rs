//! Whether works are kept up in a world and still stand, what becomes of idle coin, and whether what is loaded of works is
//! sound.

use super::amounts::AMOUNT_MAX;
use super::check::Check;
use super::{
    COIN_AT_REST, COUNTED_PAIRS_MAX, CountedTrip, DRAFTS_MAX, FEAR_BANDS, KEPT_WORKS_MAX, OFFERS_MAX, Offer,
    Paint, PeopleIx, REFUSED_MAX, SURVEYED_TRIPS_MAX, TOLL_MAX, TownIx, TripCount, WORK_CELLS_MAX, Work,
    WorkFigures, WorkKind, WorkSurvey, World,
};
use crate::grid::Cell;

/// Coin above [`COIN_AT_REST`] of which households spend half in a season; of less a smaller share, of more a larger one.
const HALF_SPENT_COIN: u64 = 160;

impl World {
    /// Whether works are kept up here: not in a level, nor in a wanderer's game.
    pub fn has_works(&self) -> bool {
        self.works.are_for_coin && self.wander.is_none()
    }

    /// Whether the player's works cost and earn: not where building is free.
    pub fn is_played_for_coin(&self) -> bool {
        self.has_works() && !self.free_build
    }

    /// Whether a steward decides for this people.
    pub fn has_steward(&self, people: PeopleIx) -> bool {
        people != PeopleIx::PLAYER || self.works.steward
    }

    /// The coin in hand of the player's people after a season's end, for this much before, apart from its works. Below
    /// [`COIN_AT_REST`] each of its markets pays one coin in dues; of what lies idle above it, households spend a share
    /// (demurrage: Gesell 1916; money of Wörgl, 1932).
    pub fn coin_after_season(&self, coin: u32) -> u32 {
        if coin > COIN_AT_REST {
            let idle = u64::from(coin - COIN_AT_REST);
            return coin - (idle * idle / (idle + HALF_SPENT_COIN)) as u32;
        }
        let own = |id: &TownIx| self.town(*id).people == PeopleIx::PLAYER && self.town(*id).is_market();
        let markets = self.living_towns().filter(own).count() as u32;
        coin.saturating_add(markets).min(COIN_AT_REST)
    }

    /// Whether a cell is still as a work made it.
    pub fn stands(&self, kind: WorkKind, cell: Cell) -> bool {
        match kind.surface() {
            Some(surface) => self.land.surface[cell] == surface,
            None if kind == WorkKind::Forbidden => {
                self.people(PeopleIx::PLAYER).belief.paint(cell) == Paint::Forbid
            }
            None => true,
        }
    }
}

impl Check<'_> {
    /// Whether the works are of this world (for untrusted input).
    pub(super) fn are_sound_works(&self) -> bool {
        let world = self.world;
        let works = &world.works;
        let on_land = |cell: Cell| world.size().contains(cell);
        let some = |cells: usize| (1..=WORK_CELLS_MAX).contains(&cells);
        let few = |amounts: &[u32]| amounts.iter().all(|amount| *amount <= AMOUNT_MAX);
        let figures = |f: &WorkFigures| few(&[f.trips, f.saved, f.earned, f.tolls]);
        let work = |work: &Work| {
            some(work.cells.len())
                && work.cells.iter().all(|cell| on_land(cell.cell))
                && world.peoples.contains(work.people)
                && work.id.0 <= works.next
                && world.is_past(work.built)
                && few(&[work.price, work.upkeep, work.rest])
                && work.toll <= TOLL_MAX
                && usize::from(work.fear) < FEAR_BANDS
                && figures(&work.now)
                && figures(&work.last)
        };
        let offer = |offer: &Offer| {
            some(offer.cells.len())
                && offer.cells.iter().all(|cell| on_land(*cell))
                && offer.id.0 <= works.next
                && few(&[offer.price, offer.upkeep, offer.trips])
                && offer.saved <= u64::from(AMOUNT_MAX)
        };
        let town = |town: TownIx| world.towns.contains(town);
        let trip = |((people, (from, to)), count): (&CountedTrip, &TripCount)| {
            world.peoples.contains(*people)
                && from < to
                && town(*from)
                && town(*to)
                && few(&[count.trips, count.trips_last, count.time])
                && count.saved.len() <= KEPT_WORKS_MAX
                && count.saved.iter().all(|(_, saved)| few(&[*saved]))
        };
        let survey = |survey: &WorkSurvey| {
            world.peoples.contains(survey.people)
                && survey.trips.len() <= SURVEYED_TRIPS_MAX
                && survey.drafts.len() <= DRAFTS_MAX
                && survey.drafts.iter().all(offer)
                && survey
                    .trips
                    .iter()
                    .all(|trip| town(trip.from) && town(trip.to) && few(&[trip.trips, trip.time]))
                && few(&[survey.step])
        };
        works.list.len() <= KEPT_WORKS_MAX
            && works.list.is_sorted_by(|one, other| one.id < other.id)
            && works.list.iter().all(work)
            && few(&[works.next, works.cheapest])
            && works.offers.len() <= OFFERS_MAX
            && works.offers.iter().all(offer)
            && works.refused.len() <= REFUSED_MAX
            && works.refused.iter().all(|(_, cell)| on_land(*cell))
            && works.tolls.len() <= KEPT_WORKS_MAX
            && works
                .tolls
                .iter()
                .all(|(node, (_, coin))| (*node as usize) < world.size().area() && *coin <= TOLL_MAX)
            && works.trips.len() <= COUNTED_PAIRS_MAX
            && works.trips.iter().all(trip)
            && works.survey.as_ref().is_none_or(survey)
    }
}
