//! Observing: searching for what has not been seen yet, and spying without being seen.
//!
//! What units really see is computed in `sim`; this is what a people can know of the field of view of others.

use super::surroundings::{LocalWindow, has_recent_path, scans_now, visible_units, walk_to};
use super::{Intent, NIGHT_TICKS, SPENT_AFTER_TIME, STEP_TOWARD_MAX_TICKS, is_outdoors, last_known_position};
use crate::grid::{Cell, has_line_of_sight};
use crate::world::{
    BLOCK, Behaviour, BehaviourResult, Believed, FailureReason, Places, SearchGoal, TOWER_SIGHT, TOWN_SIGHT,
    Target, TownKind, TripPurpose, Unit, UnitOrPlace, World,
};

/// Ticks that a spy must watch undisturbed to learn all there is to learn.
pub const LEARNING_TICKS: u64 = 60;
/// The farthest that any unit sees, in steps.
const SIGHT_MAX_STEPS: u16 = 9;
/// How far a spy finds its own path without the planner, in steps.
const WINDOW_STEPS: u16 = 18;

/// Searches the land block by block, the nearest first, until the target is seen.
pub(super) fn search(places: Places, unit: &Unit, search: &SearchTask) -> Intent {
    let world = places.world;
    if let Some(result) = found_report(places, unit, search) {
        return Intent::Report(result);
    }
    if unit.fatigue >= SPENT_AFTER_TIME {
        return Intent::Push(Behaviour::Rest { until: world.tick + NIGHT_TICKS });
    }
    let seen = newly_searched(places, unit, search);
    if !seen.is_empty() {
        return Intent::Update(search.with_searched(&seen));
    }
    let Some(block) = search.toward.filter(|block| is_unsearched(places, unit, search, *block)) else {
        let nearest = blocks(world).filter(|block| is_unsearched(places, unit, search, *block));
        let nearest = nearest.min_by_key(|block| (middle(world, *block).octile(unit.cell), *block));
        return match nearest {
            Some(block) => Intent::Replace(search.heading_for(block)),
            None => Intent::Fail(FailureReason::SearchedEverywhere),
        };
    };
    match &unit.path {
        Some(path) if !path.steps.is_empty() => Intent::Walk,
        Some(path) if path.route.is_some() => Intent::Wait,
        // This is as near as the unit can come.
        Some(_) => Intent::Replace(search.with_searched(&[block])),
        None if unit.request.is_none() => Intent::RequestPath(Target::Cell(middle(world, block))),
        None if world.tick < unit.requested + STEP_TOWARD_MAX_TICKS => {
            Intent::StepToward(middle(world, block))
        }
        None => Intent::Wait,
    }
}

/// The fields of [`Behaviour::Search`].
pub(super) struct SearchTask<'a> {
    pub what: SearchGoal,
    pub known: u32,
    pub looked: &'a [u32],
    pub toward: Option<u32>,
}

impl SearchTask<'_> {
    fn heading_for(&self, block: u32) -> Behaviour {
        let SearchTask { what, known, looked, .. } = *self;
        Behaviour::Search { what, known, looked: looked.to_vec(), toward: Some(block) }
    }

    fn with_searched(&self, blocks: &[u32]) -> Behaviour {
        let SearchTask { what, known, looked, toward } = *self;
        let mut looked = [looked, blocks].concat();
        looked.sort_unstable();
        looked.dedup();
        Behaviour::Search { what, known, looked, toward }
    }
}

/// The report once the target is seen; `None` before.
fn found_report(places: Places, unit: &Unit, search: &SearchTask) -> Option<BehaviourResult> {
    let world = places.world;
    match search.what {
        SearchGoal::Unit(id) => {
            let other = world.unit(id).filter(|other| places.sees(unit.people, other.cell));
            let other = other.filter(|other| is_outdoors(places, other) || other.cell == unit.cell);
            other.map(|other| BehaviourResult::UnitFound(other.id))
        }
        _ if world.known_of(unit.people, search.what) <= search.known => None,
        SearchGoal::Settlement => Some(BehaviourResult::SettlementFound),
        SearchGoal::Site(good) => Some(BehaviourResult::SiteFound(good)),
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

/// Whether a block still has to be searched: when looking for a unit every block, for a place only unknown ones.
fn is_unsearched(places: Places, unit: &Unit, search: &SearchTask, block: u32) -> bool {
    let known = || places.world.people(unit.people).belief.is_known(middle(places.world, block));
    let may_hold = matches!(search.what, SearchGoal::Unit(_)) || !known();
    may_hold && search.looked.binary_search(&block).is_err()
}

/// Blocks around the unit whose middle has come into view.
fn newly_searched(places: Places, unit: &Unit, search: &SearchTask) -> Vec<u32> {
    let world = places.world;
    if !matches!(search.what, SearchGoal::Unit(_)) {
        return Vec::new();
    }
    let around = world.size().square(unit.cell, unit.kind.row().sight);
    let seen = around.filter(|cell| {
        let block = block_index(world, *cell);
        *cell == middle(world, block)
            && places.sees(unit.people, *cell)
            && search.looked.binary_search(&block).is_err()
    });
    seen.map(|cell| block_index(world, cell)).collect()
}

/// The fields of [`Behaviour::Spy`].
#[derive(Clone, Copy)]
pub(super) struct SpyTask {
    pub mark: UnitOrPlace,
    pub last: Cell,
    pub since: Option<u64>,
    pub learned: bool,
}

impl SpyTask {
    fn behaviour(self) -> Behaviour {
        let SpyTask { mark, last, since, learned } = self;
        Behaviour::Spy { mark, last, since, learned }
    }
}

/// Goes where it sees its mark and no stranger sees it; starts again whenever it is seen.
pub(super) fn spy(places: Places, unit: &Unit, spying: SpyTask) -> Intent {
    let world = places.world;
    if spying.learned {
        return report_home(places, unit, spying.mark);
    }
    let (at, _) = last_known_position(places, unit, spying.mark, spying.last);
    if at != spying.last {
        return Intent::Update(SpyTask { last: at, since: None, ..spying }.behaviour());
    }
    let eyes = Observers::around(places, unit, 0);
    let is_watching = can_view(world, unit, unit.cell, at) && !eyes.see(world, unit, unit.cell);
    match (spying.since, is_watching) {
        (Some(since), true) if world.tick < since + LEARNING_TICKS => Intent::Wait,
        (Some(_), true) => Intent::Replace(SpyTask { learned: true, ..spying }.behaviour()),
        (Some(_), false) => Intent::Update(SpyTask { since: None, ..spying }.behaviour()),
        (None, true) => Intent::Replace(SpyTask { since: Some(world.tick), ..spying }.behaviour()),
        (None, false) => creep(places, unit, at, &eyes),
    }
}

/// Returns home with what it has learned.
fn report_home(places: Places, unit: &Unit, mark: UnitOrPlace) -> Intent {
    let world = places.world;
    let standing = world.people(unit.people).standing().map(|(id, _)| world.town(id));
    let homes = standing.filter(|town| town.people == unit.people);
    let home = homes.map(|town| town.cell).min_by_key(|cell| (cell.octile(unit.cell), *cell));
    match home {
        Some(goal) if goal != unit.cell => {
            Intent::Push(Behaviour::Travel { goal, purpose: TripPurpose::Other })
        }
        _ => Intent::Report(BehaviourResult::Watched(mark)),
    }
}

/// Moves unseen to where the mark can be watched, or as close as possible.
fn creep(places: Places, unit: &Unit, at: Cell, eyes: &Observers) -> Intent {
    let world = places.world;
    let is_unwatched = eyes.0.is_empty();
    if is_unwatched && unit.cell.chebyshev(at) > u32::from(WINDOW_STEPS) {
        return walk_to(world, unit, at);
    }
    let ahead = unit.cells_ahead(world.size()).next();
    if has_recent_path(world, unit) && ahead.is_none_or(|next| !eyes.see(world, unit, next)) {
        return Intent::Walk;
    }
    if !scans_now(world, unit) {
        return Intent::Wait;
    }
    let eyes = Observers::around(places, unit, WINDOW_STEPS);
    let mut near = LocalWindow::around(places, unit, WINDOW_STEPS);
    near.forbid_held();
    let exposed: Vec<Cell> = near.cells().filter(|cell| eyes.see(world, unit, *cell)).collect();
    for cell in &exposed {
        near.forbid(*cell);
    }
    let hidden: Vec<Cell> =
        near.cells().filter(|cell| near.is_open(*cell) && exposed.binary_search(cell).is_err()).collect();
    let posts: Vec<Cell> = hidden.iter().filter(|cell| can_view(world, unit, **cell, at)).copied().collect();
    let path = near.path_to(posts.into_iter().map(|cell| (cell, 0)));
    let path = path.or_else(|| {
        // No post is reachable: go to the hidden cell closest to the mark, where each step towards the mark counts
        // twice.
        let nearer = hidden.into_iter().map(|cell| (cell, i64::from(cell.octile(at)) * 2));
        near.path_to(nearer)
    });
    path.map_or(Intent::Wait, Intent::FollowPath)
}

/// Whether the unit would see one cell from another, as far as is known.
fn can_view(world: &World, unit: &Unit, from: Cell, at: Cell) -> bool {
    is_within_sight(from, at, unit.kind.row().sight) && has_clear_line(world, unit, from, at)
}

/// Whether no known obstacle blocks a line of sight. Unknown land is assumed to be low.
fn has_clear_line(world: &World, unit: &Unit, from: Cell, at: Cell) -> bool {
    let belief = &world.people(unit.people).belief;
    let height = |cell: Cell| if belief.is_known(cell) { world.land.height[cell] } else { 0 };
    let opaque =
        |cell: Cell| matches!(belief.at(cell), Believed::Known { surface, .. } if surface.is_opaque());
    has_line_of_sight(height, opaque, from, at)
}

/// Whether a cell lies in the disc that a unit with this sight radius surveys.
fn is_within_sight(from: Cell, at: Cell, sight: u16) -> bool {
    let (dx, dy) = (u32::from(from.x.abs_diff(at.x)), u32::from(from.y.abs_diff(at.y)));
    dx * dx + dy * dy <= u32::from(sight) * u32::from(sight) + u32::from(sight)
}

/// Cells from which strangers look, with their sight radius: visible units, and known settlements and towers.
pub(super) struct Observers(Vec<(Cell, u16)>);

impl Observers {
    /// The observers that could see a cell within `radius` steps of the unit.
    pub(super) fn around(places: Places, unit: &Unit, radius: u16) -> Observers {
        let world = places.world;
        let us = world.people(unit.people);
        let stranger = |other: &Unit| other.people != unit.people && !other.kind.row().is_beast();
        let mut eyes = Vec::new();
        for other in visible_units(places, unit, unit.cell, radius + SIGHT_MAX_STEPS, stranger) {
            let sight = other.kind.row().sight;
            eyes.push((other.cell, sight));
            eyes.extend(other.next.map(|next| (next, sight)));
        }
        let near = |cell: Cell, sight: u16| cell.chebyshev(unit.cell) <= u32::from(radius + sight);
        let standing = us.sightings.iter().filter(|(_, seen)| seen.kind != TownKind::Ruin);
        let towns = standing.map(|(id, _)| world.town(*id)).filter(|town| town.people != unit.people);
        eyes.extend(towns.map(|town| (town.cell, TOWN_SIGHT)).filter(|(cell, sight)| near(*cell, *sight)));
        let towers = us.belief.towers().iter().map(|cell| (*cell, TOWER_SIGHT));
        eyes.extend(towers.filter(|(cell, sight)| near(*cell, *sight)));
        Observers(eyes)
    }

    /// Whether one of them sees a cell, as far as the unit's people can know.
    pub(super) fn see(&self, world: &World, unit: &Unit, cell: Cell) -> bool {
        self.0.iter().any(|(from, sight)| {
            is_within_sight(*from, cell, *sight) && has_clear_line(world, unit, *from, cell)
        })
    }
}
