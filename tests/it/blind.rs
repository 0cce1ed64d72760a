//! A unit's decisions in a tick do not depend on what others do out of its people's sight: which units it flees,
//! searches, watches or ambushes, and what it asks of the planner.
//!
//! Others stand still in both worlds, since what they do for reasons of their own is no leak. Beasts are left out:
//! they follow their noses. Unseen parts of a world are changed as in `honest`.

use crate::kit::{self, Dice};
use std::collections::HashSet;
use wayworn::grid::Cell;
use wayworn::land::Surface;
use wayworn::mind;
use wayworn::sim::Game;
use wayworn::world::{
    Behaviour, DAY, Kind, Nature, Order, PathRequest, People, PeopleIx, Raid, Requester, SearchGoal, Tier,
    TownKind, Unit, UnitId, UnitIx, UnitOrPlace, World,
};

const SIDE: u16 = 128;
/// Smallest distance from the people's units at which strangers are hidden, in steps.
const NEAR: u32 = 16;

/// What differs where a people does not look.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Hidden {
    /// Foreign units stand elsewhere.
    Moved,
    /// Foreign units are gone.
    Gone,
    /// Ground, roads and wear.
    Ground,
    /// Foreign settlements (living ones are ruins, ruins live) and camps (gone).
    Places,
}

const ALL: [Hidden; 4] = [Hidden::Moved, Hidden::Gone, Hidden::Ground, Hidden::Places];

/// The world with all units of other peoples frozen that the people sees or might see soon.
fn frozen(game: &Game, people: PeopleIx) -> World {
    let mut world = game.world.clone();
    let visible = &game.derived.visible[people];
    let size = world.size();
    let is_near_sight = |unit: &Unit| size.square(unit.cell, 3).any(|cell| visible[cell] > 0);
    for unit in world.units.iter_mut().filter(|unit| unit.people != people && is_near_sight(unit)) {
        if unit.stack.len() > 1 {
            unit.stack.pop();
        }
        unit.stack.push(Behaviour::Stop);
        unit.drop_path();
    }
    world
}

/// The same world with something changed out of the people's sight; and the number of changes.
fn changed(game: &Game, after: &Game, people: PeopleIx, hidden: Hidden, dice: &mut Dice) -> (World, usize) {
    let world = &game.world;
    let sees = |game: &Game, cell: Cell| game.derived.visible[people][cell] > 0;
    let unseen = |cell: Cell| !sees(game, cell) && !sees(after, cell);
    let is_hidden = |unit: &Unit| unit.people != people && unseen(unit.cell) && unit.next.is_none_or(unseen);
    let mut other = world.clone();
    let mut count = 0;
    match hidden {
        Hidden::Gone => {
            other.units.retain(|unit| !is_hidden(unit));
            count = world.units.len() - other.units.len();
            let gone = world.units.iter().filter(|unit| is_hidden(unit));
            gone.for_each(|unit| other.bands.leave(unit.id));
        }
        Hidden::Moved => {
            let mine: Vec<Cell> =
                world.units.iter().filter(|unit| unit.people == people).map(|unit| unit.cell).collect();
            let is_free = |cell: &Cell| {
                unseen(*cell)
                    && game.derived.holder(*cell).is_none()
                    && !game.derived.haven[*cell]
                    && mine.iter().any(|eye| eye.chebyshev(*cell) <= NEAR)
            };
            let mut free: Vec<Cell> = world.size().cells().filter(is_free).collect();
            for unit in other.units.iter_mut().filter(|unit| is_hidden(unit)) {
                if free.is_empty() {
                    break;
                }
                unit.cell = free.swap_remove(dice.below(free.len()));
                (unit.next, unit.progress) = (None, 0);
                // It may not come into view within the tick either.
                unit.stack = vec![Behaviour::Stop];
                unit.drop_path();
                count += 1;
            }
        }
        Hidden::Ground => {
            for cell in world.size().cells().filter(|cell| unseen(*cell) && !game.derived.haven[*cell]) {
                // Opaque or conspicuous ground would be seen from afar.
                let alike = |surface: &Surface| surface.is_opaque() == world.land.surface[cell].is_opaque();
                let surfaces: Vec<Surface> = Surface::ALL.into_iter().filter(alike).collect();
                other.land.surface[cell] = surfaces[dice.below(surfaces.len())];
                other.ground.tier[cell] = Tier::ALL[dice.below(Tier::ALL.len())];
                other.ground.wear[cell] = dice.below(100_000) as u32;
                count += 1;
            }
        }
        Hidden::Places => {
            for town in other.towns.iter_mut().filter(|town| unseen(town.cell) && town.people != people) {
                town.kind = if town.kind == TownKind::Ruin { TownKind::Village } else { TownKind::Ruin };
                count += 1;
            }
            // Units that sleep in a camp would share one cell without it.
            let is_empty =
                |cell: Cell| world.units.iter().all(|unit| unit.cell != cell && unit.next != Some(cell));
            other.camps.retain(|camp| !unseen(camp.cell) || !is_empty(camp.cell));
            count += world.camps.len() - other.camps.len();
        }
    }
    (other, count)
}

/// A unit's state after a tick: its actions, wishes, waits and first steps.
fn decided(unit: &Unit) -> String {
    let Unit { id, cell, next, stack, orders, path, request: awaiting, blocked, cargo, .. } = unit;
    format!(
        "{id:?} {cell:?} {next:?} {stack:?} {orders:?} {path:?} {:?} {blocked:?} {cargo:?}",
        awaiting.is_some()
    )
}

/// The state of all units of a people, and their path requests.
fn all_decided(game: &Game, people: PeopleIx, until: u32) -> Vec<String> {
    let mine = game.world.units.iter().filter(|unit| unit.people == people && unit.id.0 < until);
    let asks = |request: &&PathRequest| {
        request.people == people && matches!(request.requester, Requester::Unit(id) if id.0 < until)
    };
    let asked = game.world.plans.waiting.iter().filter(asks);
    let words = |request: &PathRequest| {
        let PathRequest { requester: asker, urgent, from, target, crowd, hunger, .. } = request;
        format!("{asker:?} {urgent} {from:?} {target:?} {crowd:?} {hunger}")
    };
    mine.map(decided).chain(asked.map(words)).collect()
}

/// All in one place: foreign units and beasts come to where the player's people lives, and one in three of them turns
/// to robbery.
fn mingled(game: Game, dice: &mut Dice) -> Game {
    let mut world = game.world;
    let (size, now) = (world.size(), world.tick);
    let raiders = world.peoples.push(People::new("the raiders", Nature::Raiders, size));
    let middle = world.units[UnitIx(0)].cell;
    let mut free: Vec<Cell> = size.square(middle, 26).collect();
    free.retain(|cell| {
        Kind::Cart.ground_time(world.land.surface[*cell]).is_some() && !game.derived.haven[*cell]
    });
    free.retain(|cell| game.derived.holder(*cell).is_none());
    for unit in world.units.iter_mut().filter(|unit| unit.people != PeopleIx::PLAYER) {
        unit.cell = free.swap_remove(dice.below(free.len()));
        (unit.next, unit.progress) = (None, 0);
        unit.stack.truncate(1);
        unit.drop_path();
        if !unit.kind.row().is_beast() && dice.below(3) == 0 {
            (unit.people, unit.kind) = (raiders, Kind::Raider);
            unit.stack = vec![Behaviour::Raid(Raid { lair: unit.cell, site: None, since: 0, fed: now })];
        }
    }
    for cell in size.square(middle, 30) {
        let belief = &mut world.peoples[raiders].belief;
        belief.observe(cell, world.land.surface[cell], world.ground.tier[cell], false, 0);
    }
    Game::from_world(world)
}

/// An order that concerns visible units, units of its own people, or places.
fn task(game: &Game, unit: &Unit, dice: &mut Dice) -> Option<Behaviour> {
    let places = game.derived.places_in(&game.world);
    let near = |other: &&Unit| other.id != unit.id && other.cell.chebyshev(unit.cell) < 30;
    let others: Vec<UnitId> = game.world.units.iter().filter(near).map(|other| other.id).collect();
    let target = if others.is_empty() { unit.id } else { others[dice.below(others.len())] };
    let cell = game.world.size().cell(dice.below(game.world.size().area()));
    let mark = if dice.below(2) == 0 { UnitOrPlace::Unit(target) } else { UnitOrPlace::Place(cell) };
    let goal = if dice.below(2) == 0 { SearchGoal::Settlement } else { SearchGoal::Unit(target) };
    let mut orders = Order::samples(cell, &[unit.cell, cell], &target, &mark, &goal);
    let order = orders.swap_remove(dice.below(orders.len()));
    mind::behaviour_for(places, unit, &order).ok()
}

/// Gives half of the units something to do.
fn give_tasks(game: &mut Game, dice: &mut Dice) {
    for index in game.world.units.indices() {
        let unit = &game.world.units[index];
        if unit.kind.row().is_beast() || unit.stack.len() > 3 || dice.below(2) == 0 {
            continue;
        }
        if let Some(task) = task(game, unit, dice) {
            let unit = &mut game.world.units[index];
            unit.drop_path();
            unit.stack.push(task);
        }
    }
}

/// The first decision of a people's unit that differs, as text; and how much was hidden.
fn leak(game: &Game, people: PeopleIx, dice: &mut Dice, tried: &mut [usize; ALL.len()]) -> Option<String> {
    let until = game.world.next_unit;
    let game = Game::from_world(frozen(game, people));
    let mut one = Game::from_world(game.world.clone());
    one.tick();
    let expected = all_decided(&one, people, until);
    // At noon raiders leave for good when there are too few victims on the land; this is no decision of theirs.
    let is_noon = (game.world.tick + 1) % DAY == DAY / 2;
    let compared = ALL.into_iter().enumerate().filter(|(_, hidden)| *hidden != Hidden::Gone || !is_noon);
    for (i, hidden) in compared {
        let (other, count) = changed(&game, &one, people, hidden, dice);
        tried[i] += count;
        let mut two = Game::from_world(other);
        two.tick();
        let found = all_decided(&two, people, until);
        if let Some((one, two)) = expected.iter().zip(&found).find(|(one, two)| one != two) {
            return Some(format!("{hidden:?}, people {people:?}:\n{one}\n{two}"));
        }
        assert_eq!(found.len(), expected.len(), "{hidden:?}, people {people:?}");
    }
    None
}

#[test]
fn decisions_do_not_depend_on_the_unseen() {
    let (mut tried, mut doing) = ([0; ALL.len()], HashSet::new());
    for (seed, days) in [(3, 9), (12, 4), (5, 6)] {
        let mut dice = Dice(seed);
        let mut game = mingled(kit::played(seed, SIDE, days * DAY), &mut dice);
        for _ in 0..kit::many(14, 100, 300) {
            give_tasks(&mut game, &mut dice);
            for _ in 0..17 {
                game.tick();
            }
            let walkers = game.world.units.iter().filter(|unit| !unit.kind.row().is_beast());
            doing.extend(walkers.flat_map(|unit| &unit.stack).map(std::mem::discriminant));
            for people in game.world.peoples.indices() {
                if game.world.people(people).nature != Nature::Wild {
                    let leak = leak(&game, people, &mut dice, &mut tried);
                    assert_eq!(leak, None, "seed {seed}, tick {}", game.world.tick + 1);
                }
            }
        }
    }
    assert!(tried.iter().all(|count| *count > 500) && doing.len() > 15, "{tried:?} {}", doing.len());
}
