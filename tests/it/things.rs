//! What a wanderer's things do to its way and to others of the land: snowshoes and cloak.

use crate::wander::Player;
use crate::wanderers::{journey, me};
use wayworn::grid::Cell;
use wayworn::land::Surface;
use wayworn::sim::Derived;
use wayworn::world::{
    Action, Behaviour, Belief, DAY, Defend, HOME, Kind, Pack, PeopleIx, SEASON_DAYS, Season, Thing, Tier,
    Unit, UnitId, UnitIx, UnitOrPlace, WAR,
};

/// A wanderer alone on a level meadow that all know, far from every settlement, with these things.
fn alone(things: &[Thing]) -> Player {
    let mut player = Player::wander(3, 128);
    let (id, world) = (player.me(), &mut player.game.world);
    let size = world.size();
    let towns: Vec<Cell> = world.towns.iter().map(|town| town.cell).collect();
    let is_inner =
        |cell: &Cell| (24..size.width - 24).contains(&cell.x) && (24..size.height - 24).contains(&cell.y);
    let far = |cell: &Cell| towns.iter().map(|town| town.chebyshev(*cell)).min();
    let cell = size.cells().filter(is_inner).max_by_key(|cell| (far(cell), *cell)).expect("a cell");
    world.units.retain(|unit| unit.id == id);
    world.units[UnitIx(0)].cell = cell;
    for near in size.cells().filter(|near| !towns.contains(near)) {
        world.land.surface[near] = Surface::Meadow;
        world.land.height[near] = 100;
        world.ground.tier[near] = Tier::None;
    }
    journey(&mut player).next_at = 10_000;
    journey(&mut player).pack = Pack::default();
    for thing in things {
        assert!(journey(&mut player).pack.add(*thing));
    }
    begin(&mut player);
    player
}

/// Shows all peoples the land, and rebuilds what is derived from it.
fn begin(player: &mut Player) {
    let cells: Vec<Cell> = player.game.world.size().cells().collect();
    for people in player.game.world.peoples.indices().collect::<Vec<_>>() {
        for cell in &cells {
            player.game.world.observe(people, *cell);
        }
    }
    player.game.derived = Derived::of(&player.game.world);
    player.game.tick();
}

/// Puts a unit of a people onto a cell so many steps east of the wanderer.
fn put(player: &mut Player, people: PeopleIx, kind: Kind, east: u16, stack: Vec<Behaviour>) -> UnitId {
    let world = &mut player.game.world;
    let at = world.units[UnitIx(0)].cell;
    let id = UnitId(world.next_unit);
    world.next_unit += 1;
    let mut unit = Unit { people, kind, ..world.units[UnitIx(0)].clone() };
    (unit.id, unit.cell, unit.stack) = (id, Cell::new(at.x + east, at.y), stack);
    world.units.push(unit);
    player.game.derived = Derived::of(&player.game.world);
    id
}

fn there(player: &Player, id: UnitId) -> &Unit {
    player.game.world.unit(id).expect("it lives")
}

fn wait(player: &mut Player, moments: usize) {
    (0..moments).for_each(|_| drop(player.try_act(Action::Wait)));
}

/// A guard of home, which has come to hate the wanderer, at a post six steps away.
fn hated(things: &[Thing]) -> (Player, UnitId) {
    let mut player = alone(things);
    player.game.world.peoples[HOME].grudges.insert(PeopleIx::PLAYER, 2 * WAR);
    let at = player.game.world.units[UnitIx(0)].cell;
    let post = Cell::new(at.x + 6, at.y);
    let stack = vec![Behaviour::Defend(Defend { ward: UnitOrPlace::Place(post) })];
    let guard = put(&mut player, HOME, Kind::Guard, 6, stack);
    (player, guard)
}

#[test]
fn a_cloak_hides_from_guards_and_towers_but_not_from_those_beside() {
    let nearest = |things: &[Thing]| {
        let (mut player, guard) = hated(things);
        wait(&mut player, 12);
        let at = player.game.world.units[UnitIx(0)].cell;
        there(&player, guard).cell.chebyshev(at)
    };
    assert!(nearest(&[]) <= 1, "a guard goes for a foe that it sees");
    assert_eq!(nearest(&[Thing::Cloak]), 6, "it has seen the cloak");
    let (mut player, guard) = hated(&[Thing::Cloak]);
    let at = player.game.world.units[UnitIx(0)].cell;
    let is_seen = |player: &Player| player.game.places().sees_unit(HOME, &player.game.world.units[UnitIx(0)]);
    let place = |player: &mut Player, cell: Cell| {
        let index = player.game.world.unit_index(guard).expect("it lives");
        player.game.world.units[index].cell = cell;
        player.game.derived = Derived::of(&player.game.world);
    };
    for (steps, seen) in [(1, true), (3, true), (4, false), (6, false)] {
        place(&mut player, Cell::new(at.x + steps, at.y));
        assert!(player.game.places().sees(HOME, at));
        assert_eq!(is_seen(&player), seen, "{steps} steps away");
    }
    place(&mut player, Cell::new(at.x + 20, at.y));
    assert!(!player.game.places().sees(HOME, at));
    tower(&mut player, Cell::new(at.x, at.y + 2));
    assert!(player.game.places().sees(HOME, at), "the tower sees the cell");
    assert!(!is_seen(&player), "and not the cloak");
    journey(&mut player).pack.take(Thing::Cloak);
    assert!(is_seen(&player));
}

/// Builds a tower of home.
fn tower(player: &mut Player, cell: Cell) {
    let world = &mut player.game.world;
    world.land.surface[cell] = Surface::Tower;
    let index = world.size().index(cell) as u32;
    world.ground.towers.insert(index, HOME);
    begin(player);
}

#[test]
fn paths_of_a_cloak_pass_below_towers() {
    let exposure = |things: &[Thing]| {
        let mut player = alone(things);
        let at = player.game.world.units[UnitIx(0)].cell;
        tower(&mut player, Cell::new(at.x, at.y + 2));
        let world = &player.game.world;
        assert!(Belief::is_exposed(world.people(PeopleIx::PLAYER).belief.word(at)));
        let path = player.game.planner_of(&world.units[UnitIx(0)]).path(at, Cell::new(at.x + 6, at.y));
        assert!(player.game.check_derived().is_ok());
        path.terms.exposure
    };
    assert!(exposure(&[]) > 0);
    assert_eq!(exposure(&[Thing::Cloak]), 0);
}

/// In winter, with a band of hills across the way east, six cells to either side.
fn in_winter(things: &[Thing]) -> (Player, Cell) {
    let mut player = alone(things);
    let world = &mut player.game.world;
    let at = world.units[UnitIx(0)].cell;
    for cell in world.size().cells() {
        if (4..8).contains(&(i32::from(cell.x) - i32::from(at.x))) && cell.y.abs_diff(at.y) <= 6 {
            world.land.surface[cell] = Surface::Hill;
        }
    }
    world.tick = 3 * SEASON_DAYS * DAY + DAY;
    assert_eq!(Season::effective_at(world.tick), Season::Winter);
    begin(&mut player);
    (player, Cell::new(at.x + 12, at.y))
}

/// The hills on the planned way to a cell, and the walking time that is planned, in milli-steps.
fn planned(player: &Player, goal: Cell) -> (usize, i64) {
    let world = &player.game.world;
    let unit = &world.units[me(player)];
    let path = player.game.planner_of(unit).path(unit.cell, goal);
    let hills = path.cells.iter().filter(|cell| world.land.surface[**cell] == Surface::Hill).count();
    (hills, path.terms.time)
}

#[test]
fn snowshoes_lead_paths_across_the_snow_and_the_way_is_as_long_as_planned() {
    let (player, goal) = in_winter(&[]);
    let (hills, around) = planned(&player, goal);
    assert_eq!(hills, 0, "deep snow is gone round");
    let (mut player, goal) = in_winter(&[Thing::Snowshoes]);
    let (hills, time) = planned(&player, goal);
    assert!(hills >= 4 && time < around, "{hills} hills, {time} and {around} milli-steps");
    player.game.check_derived().unwrap();
    // Without them the same people plans anew, with them again.
    player.try_act(Action::Drop(Thing::Snowshoes)).unwrap();
    player.game.tick();
    assert_eq!(planned(&player, goal), (0, around));
    assert!(player.game.derived.matches(&player.game.world));
    player.game.check_derived().unwrap();
    journey(&mut player).pack.add(Thing::Snowshoes);
    player.game.tick();
    assert_eq!(planned(&player, goal), (hills, time));
    player.game.check_derived().unwrap();
    let (begun, fatigue) = (player.game.world.tick, player.game.world.units[me(&player)].fatigue);
    player.try_act(Action::Travel(goal)).unwrap();
    let unit = &player.game.world.units[me(&player)];
    assert_eq!(unit.cell, goal);
    assert!(player.game.world.tick > begun);
    let walked = i64::from(unit.fatigue - fatigue);
    assert!((walked - time).abs() * 20 <= time, "planned {time}, walked {walked} milli-steps");
}
