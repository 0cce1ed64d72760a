//! Spy: watches a unit or a place from where no stranger sees it, and reports home.
//!
//! What units really see is computed in `sim`; this is what a people can know of the field of view of others.

use super::phrase::Sentence;
use super::rules::Rules;
use crate::grid::{Cell, has_line_of_sight};
use crate::mind::surroundings::{LocalWindow, has_recent_path, scans_now, visible_units, walk_to};
use crate::mind::targets::{last_known_position, visible_mark_cell};
use crate::mind::{Intent, Move};
use crate::world::{
    Behaviour, BehaviourResult, Believed, Order, OrderProblem, Places, Spy, TOWER_SIGHT, TOWN_SIGHT,
    TownKind, Unit, UnitOrPlace, World,
};

/// Ticks that a spy must watch undisturbed to learn all there is to learn.
pub const LEARNING_TICKS: u64 = 60;
/// The farthest that any unit sees, in steps.
const SIGHT_MAX_STEPS: u16 = 9;
/// How far a spy finds its own path without the planner, in steps.
const WINDOW_STEPS: u16 = 18;

impl Rules for Spy {
    /// Goes where it sees its mark and no stranger sees it; starts again whenever it is seen.
    fn decide(&self, places: Places, unit: &Unit) -> Intent {
        let world = places.world;
        if self.learned {
            return report_home(places, unit, self.mark);
        }
        let (at, _) = last_known_position(places, unit, self.mark, self.last);
        if at != self.last {
            return Intent::Update(Behaviour::Spy(Spy { last: at, since: None, ..*self }));
        }
        let eyes = Observers::around(places, unit, 0);
        let is_watching = can_view(world, unit, unit.cell, at) && !eyes.see(world, unit, unit.cell);
        match (self.since, is_watching) {
            (Some(since), true) if world.tick < since + LEARNING_TICKS => Intent::Wait,
            (Some(_), true) => Intent::Replace(Behaviour::Spy(Spy { learned: true, ..*self })),
            (Some(_), false) => Intent::Update(Behaviour::Spy(Spy { since: None, ..*self })),
            (None, true) => Intent::Replace(Behaviour::Spy(Spy { since: Some(world.tick), ..*self })),
            (None, false) => creep(places, unit, at, &eyes),
        }
    }

    fn is_sound(&self, world: &World) -> bool {
        world.size().contains(self.last)
            && world.is_sound_mark(self.mark)
            && self.since.is_none_or(|since| world.is_past(since))
    }

    fn describe(&self) -> Sentence {
        let words = if self.learned { "Report home on " } else { "Spy on " };
        vec![words.into(), self.mark.into()]
    }

    fn order(&self) -> Order {
        Order::Spy(self.mark)
    }

    fn idle_reason(&self, _places: Places, _unit: &Unit) -> Option<Sentence> {
        let watches = self.since.is_some();
        let words = if watches { "watching, unseen" } else { "waiting to come nearer, unseen" };
        Some(vec![words.into()])
    }

    fn ignores_alarm(&self) -> bool {
        true
    }
}

impl Spy {
    /// What an order to spy on something begins with.
    pub(super) fn ordered(places: Places, unit: &Unit, mark: UnitOrPlace) -> Result<Spy, OrderProblem> {
        let last = visible_mark_cell(places, unit, mark)?;
        Ok(Spy { mark, last, since: None, learned: false })
    }
}

/// Returns home with what it has learned.
fn report_home(places: Places, unit: &Unit, mark: UnitOrPlace) -> Intent {
    let world = places.world;
    let standing = world.people(unit.people).standing().map(|(id, _)| world.town(id));
    let homes = standing.filter(|town| town.people == unit.people);
    let home = homes.map(|town| town.cell).min_by_key(|cell| (cell.octile(unit.cell), *cell));
    match home {
        Some(goal) if goal != unit.cell => Intent::travel_to(goal),
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
        return Intent::Move(Move::Walk);
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
    path.map_or(Intent::Wait, |path| Intent::Move(Move::Follow(path)))
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
struct Observers(Vec<(Cell, u16)>);

impl Observers {
    /// The observers that could see a cell within `radius` steps of the unit.
    fn around(places: Places, unit: &Unit, radius: u16) -> Observers {
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
    fn see(&self, world: &World, unit: &Unit, cell: Cell) -> bool {
        self.0.iter().any(|(from, sight)| {
            is_within_sight(*from, cell, *sight) && has_clear_line(world, unit, *from, cell)
        })
    }
}
