//! What a wanderer's things do to its way and to others of the land: snowshoes, cloak, decoy and horn.

use crate::wander::Player;
use crate::wanderers::{journey, me};
use wayworn::grid::{Cell, Dir8};
use wayworn::land::Surface;
use wayworn::sim::Derived;
use wayworn::world::{
    Action, Attack, Behaviour, Belief, DAY, Defend, EventKind, HOME, Kind, LifeEvent, Nature, Pack, PeopleIx,
    Raid, Rejection, SEASON_DAYS, Season, Thing, Tier, Unit, UnitId, UnitIx, UnitOrPlace, WAR,
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

/// A raider five steps away that pursues the wanderer.
fn pursued(things: &[Thing]) -> (Player, UnitId) {
    let mut player = alone(things);
    let world = &player.game.world;
    let (own_id, at) = (player.me(), world.units[UnitIx(0)].cell);
    let raiders = world.peoples.position(|people| people.nature == Nature::Raiders).expect("raiders");
    let lair = Cell::new(at.x + 5, at.y);
    let raid = Raid { lair, site: Some(lair), since: world.tick, fed: 0 };
    let stack = vec![Behaviour::Raid(raid), Behaviour::Attack(Attack { unit: own_id, last: at })];
    let raider = put(&mut player, raiders, Kind::Raider, 5, stack);
    (player, raider)
}

fn distance(player: &Player, id: UnitId, from: Cell) -> u32 {
    there(player, id).cell.chebyshev(from)
}

#[test]
fn a_decoy_draws_pursuers_to_where_it_was_laid_for_a_while() {
    let chased = |things: &[Thing]| {
        let (mut player, raider) = pursued(things);
        let laid = player.game.world.units[UnitIx(0)].cell;
        let used = player.try_act(Action::Use(Thing::Decoy));
        assert_eq!(used.is_ok(), !things.is_empty());
        for _ in 0..5 {
            player.try_act(Action::Step(Dir8::West)).unwrap();
        }
        wait(&mut player, 8);
        let me = player.game.world.units[me(&player)].cell;
        (distance(&player, raider, laid), distance(&player, raider, me), player, raider)
    };
    let (_, behind, ..) = chased(&[]);
    let (from_decoy, away, mut player, raider) = chased(&[Thing::Decoy]);
    assert!(behind <= 1, "without it the raider is {behind} steps behind");
    assert!(from_decoy <= 1 && away >= 5, "{from_decoy} from the decoy, {away} away");
    assert!(!player.game.world.is_carried(Thing::Decoy));
    let held = |player: &Player| matches!(there(player, raider).top(), Some(Behaviour::Stay(_)));
    assert!(held(&player));
    (0..DAY).for_each(|_| player.game.tick());
    assert!(!held(&player), "it stays for ever");
    player.game.check_derived().unwrap();
}

#[test]
fn a_horn_calls_guards_and_with_help_near_raiders_run() {
    let (mut player, raider) = pursued(&[Thing::Horn]);
    player.try_act(Action::Use(Thing::Horn)).unwrap();
    assert!(!matches!(there(&player, raider).top(), Some(Behaviour::Flee(_))), "no help is near");
    let (mut player, raider) = pursued(&[Thing::Horn]);
    let at = player.game.world.units[UnitIx(0)].cell;
    let stack = vec![Behaviour::Defend(Defend { ward: UnitOrPlace::Place(Cell::new(at.x + 18, at.y)) })];
    let guard = put(&mut player, HOME, Kind::Guard, 18, stack);
    player.try_act(Action::Use(Thing::Horn)).unwrap();
    let told = player.game.world.events.iter().filter_map(|event| match event.kind {
        EventKind::Life(LifeEvent::Used { drawn, .. }) => Some(drawn),
        _ => None,
    });
    assert_eq!(told.collect::<Vec<_>>(), [0], "a guard out of sight is not told of");
    let (mut nearest, mut farthest) = (u32::MAX, 0);
    for _ in 0..120 {
        player.game.tick();
        nearest = nearest.min(distance(&player, guard, at));
        farthest =
            farthest.max(player.game.world.unit(raider).map_or(99, |raider| raider.cell.chebyshev(at)));
    }
    assert!(nearest <= 2, "the guard came no nearer than {nearest} steps");
    assert!(farthest >= 9, "the raider ran no farther than {farthest} steps");
    assert!(player.game.world.is_carried(Thing::Horn), "a horn is not used up");
    let stays = matches!(there(&player, guard).top(), Some(Behaviour::Stay(_)));
    assert!(!stays, "the guard goes back to its post");
    let (mut player, guard) = hated(&[Thing::Horn]);
    player.try_act(Action::Use(Thing::Horn)).unwrap();
    assert!(!matches!(there(&player, guard).top(), Some(Behaviour::Stay(_))), "a foe does not help");
}

#[test]
fn what_is_not_carried_or_has_no_use_is_refused_and_changes_nothing() {
    let mut player = alone(&[Thing::Rope]);
    for thing in [Thing::Horn, Thing::Decoy, Thing::Rope] {
        let before = player.game.world.hash();
        assert!(matches!(player.try_act(Action::Use(thing)), Err(Rejection::NotHere(_))), "{thing:?}");
        assert_eq!(player.game.world.hash(), before);
    }
}
