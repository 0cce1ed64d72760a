//! Search: goes through the land block by block, the nearest first, until what is searched for is seen.

use super::phrase::{Phrase, Sentence};
use super::rules::Rules;
use crate::grid::{Cell, distinct};
use crate::mind::targets::is_outdoors;
use crate::mind::{Intent, Move, NIGHT_TICKS, SPENT_AFTER_TIME, STEP_TOWARD_MAX_TICKS};
use crate::world::{
    AMOUNT_MAX, BLOCK, Behaviour, BehaviourResult, FailureReason, Order, PeopleIx, Places, Rest, Search,
    SearchGoal, Target, Unit, World,
};

impl Rules for Search {
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let world = places.world;
        if let Some(result) = self.found_report(places, unit) {
            return Intent::Report(result);
        }
        if unit.fatigue >= SPENT_AFTER_TIME {
            return Intent::Push(Behaviour::Rest(Rest { until: world.tick + NIGHT_TICKS }));
        }
        let seen = self.newly_searched(places, unit);
        if !seen.is_empty() {
            return Intent::Update(self.with_searched(&seen));
        }
        let Some(block) = self.toward.filter(|block| self.is_unsearched(places, unit, *block)) else {
            let nearest = blocks(world).filter(|block| self.is_unsearched(places, unit, *block));
            let nearest = nearest.min_by_key(|block| (middle(world, *block).octile(unit.cell), *block));
            return match nearest {
                Some(block) => Intent::Replace(self.heading_for(block)),
                None => Intent::Fail(FailureReason::SearchedEverywhere),
            };
        };
        match &unit.path {
            Some(path) if !path.steps.is_empty() => Intent::Move(Move::Walk),
            Some(path) if path.route.is_some() => Intent::Wait,
            // This is as near as the unit can come.
            Some(_) => Intent::Replace(self.with_searched(&[block])),
            None if unit.request.is_none() => Intent::Move(Move::Request(Target::Cell(middle(world, block)))),
            None if world.tick < unit.requested + STEP_TOWARD_MAX_TICKS => {
                Intent::Move(Move::Toward(middle(world, block)))
            }
            None => Intent::Wait,
        }
    }

    fn is_sound(&self, world: &World) -> bool {
        self.looked.windows(2).all(|two| two[0] < two[1])
            && self.looked.last().into_iter().chain(&self.toward).all(|block| blocks(world).contains(block))
            && self.known <= AMOUNT_MAX
    }

    fn describe(&self) -> Sentence {
        vec!["Search for ".into(), Phrase::Sought(self.what)]
    }

    fn order(&self) -> Order {
        Order::Search(self.what)
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        Some(vec!["choosing where to search next".into()])
    }

    /// It tries many places.
    fn reports_no_path(&self) -> bool {
        false
    }
}

impl Search {
    /// What an order to search begins with.
    pub(super) fn ordered(world: &World, unit: &Unit, what: SearchGoal) -> Search {
        Search { what, known: known_count(world, unit.people, what), looked: Vec::new(), toward: None }
    }

    fn heading_for(&self, block: u32) -> Behaviour {
        Behaviour::Search(Search { toward: Some(block), ..self.clone() })
    }

    fn with_searched(&self, blocks: &[u32]) -> Behaviour {
        let looked = distinct([self.looked.as_slice(), blocks].concat());
        Behaviour::Search(Search { looked, ..*self })
    }

    /// The report once the target is seen; `None` before.
    fn found_report(&self, places: Places, unit: &Unit) -> Option<BehaviourResult> {
        let world = places.world;
        match self.what {
            SearchGoal::Unit(id) => {
                let other = world.unit(id).filter(|other| places.sees_unit(unit.people, other));
                let other = other.filter(|other| is_outdoors(places, other) || other.cell == unit.cell);
                other.map(|other| BehaviourResult::UnitFound(other.id))
            }
            _ if known_count(world, unit.people, self.what) <= self.known => None,
            SearchGoal::Settlement => Some(BehaviourResult::SettlementFound),
            SearchGoal::Site(good) => Some(BehaviourResult::SiteFound(good)),
        }
    }

    /// Whether a block still has to be searched: when looking for a unit every block, for a place only unknown ones.
    fn is_unsearched(&self, places: Places, unit: &Unit, block: u32) -> bool {
        let known = || places.world.people(unit.people).belief.is_known(middle(places.world, block));
        let may_hold = matches!(self.what, SearchGoal::Unit(_)) || !known();
        may_hold && self.looked.binary_search(&block).is_err()
    }

    /// Blocks around the unit whose middle has come into view.
    fn newly_searched(&self, places: Places, unit: &Unit) -> Vec<u32> {
        let world = places.world;
        if !matches!(self.what, SearchGoal::Unit(_)) {
            return Vec::new();
        }
        let around = world.size().square(unit.cell, unit.kind.row().sight);
        let seen = around.filter(|cell| {
            let block = block_index(world, *cell);
            *cell == middle(world, block)
                && places.sees(unit.people, *cell)
                && self.looked.binary_search(&block).is_err()
        });
        seen.map(|cell| block_index(world, cell)).collect()
    }
}

/// The indices of all blocks of the land.
fn blocks(world: &World) -> std::ops::Range<u32> {
    let size = world.size();
    0..u32::from(size.width.div_ceil(BLOCK)) * u32::from(size.height.div_ceil(BLOCK))
}

fn block_index(world: &World, cell: Cell) -> u32 {
    u32::from(cell.y / BLOCK) * u32::from(world.size().width.div_ceil(BLOCK)) + u32::from(cell.x / BLOCK)
}

/// The middle of a block, or of the part of it that lies on the land.
fn middle(world: &World, block: u32) -> Cell {
    let size = world.size();
    let across = u32::from(size.width.div_ceil(BLOCK));
    let at = |number: u32, side: u16| (number as u16 * BLOCK + BLOCK / 2).min(side - 1);
    Cell::new(at(block % across, size.width), at(block / across, size.height))
}

/// How many of what is sought a people knows; a unit counts as none.
fn known_count(world: &World, people: PeopleIx, sought: SearchGoal) -> u32 {
    let knows = |cell: Cell| world.people(people).belief.is_known(cell);
    match sought {
        SearchGoal::Unit(_) => 0,
        SearchGoal::Settlement => world.towns.iter().filter(|town| knows(town.cell)).count() as u32,
        SearchGoal::Site(good) => {
            let sites = world.land.sites.iter().filter(|site| site.good == good && knows(site.cell));
            sites.count() as u32
        }
    }
}
