//! Editing the land: each brush does what it says, a stroke is one act, and undoing an act leaves no trace.

use crate::kit::{self, Dice};
use crate::map_check::{Overlay, Scene, ours, ours_mut};
use crate::orders::{unit, until};
use expect_test::expect;
use wayworn::grid::Cell;
use wayworn::save;
use wayworn::sim::Game;
use wayworn::world::{Brush, Command, Kind, PeopleIx, Rejection, TownIx};

fn bend(game: &mut Game, stroke: u32, brush: Brush, cells: Vec<Cell>) -> Result<(), Rejection> {
    game.apply(&Command::EditLand { stroke, brush, cells }).map(|_| ())
}

/// Overlapping strokes of every brush at random places, with saves and loads between: undone one by one they leave
/// land, ground, paint and coin as before.
#[test]
fn undone_acts_leave_nothing() {
    let mut game = kit::played(21, 96, 400);
    game.apply(&Command::FreeBuild(false)).unwrap();
    game.world.peoples[PeopleIx::PLAYER].coin = 100_000;
    while game.apply(&Command::Undo).is_ok() {}
    let mut dice = Dice(5);
    let wishes = |game: &Game| -> Vec<_> {
        game.world
            .size()
            .cells()
            .map(|cell| game.world.peoples[PeopleIx::PLAYER].belief.paint(cell))
            .collect()
    };
    let state = |game: &Game| {
        (game.world.hash().parts[..2].to_vec(), wishes(game), game.world.peoples[PeopleIx::PLAYER].coin)
    };
    let mut states = vec![state(&game)];
    for stroke in 0..60 {
        let brush = Brush::ALL[dice.below(Brush::ALL.len())];
        let middle = game.world.size().cell(dice.below(96 * 96));
        let cells: Vec<Cell> = game.world.size().square(middle, 5).collect();
        if bend(&mut game, stroke, brush, cells).is_ok() {
            assert!(game.derived.matches(&game.world), "{brush:?}");
            states.push(state(&game));
        }
        if stroke % 9 == 0 {
            game = Game::from_world(save::decode(&save::encode(&game.world)).unwrap());
        }
    }
    assert!(states.len() > 35, "only {} strokes", states.len());
    states.pop();
    while let Some(before) = states.pop() {
        game.apply(&Command::Undo).unwrap();
        assert!(state(&game) == before, "undoing stroke {} leaves something", states.len());
        assert!(game.derived.matches(&game.world));
    }
    assert_eq!(game.apply(&Command::Undo), Err(Rejection::NothingToUndo));
}

/// Walkers are added and removed, and restored as they were.
#[test]
fn spawned_and_removed_walkers_are_undone() {
    let mut game = kit::played(7, 96, 300);
    let people = game.world.units.clone();
    let cells: Vec<Cell> = people.iter().map(|unit| unit.cell).collect();
    game.apply(&Command::Remove { cells }).unwrap();
    assert!(game.world.units.is_empty() && game.derived.matches(&game.world));
    assert!(matches!(
        game.apply(&Command::Remove { cells: vec![Cell::new(34, 7)] }),
        Err(Rejection::NoUnitThere)
    ));
    game.apply(&Command::Undo).unwrap();
    assert_eq!(game.world.units, people);
    assert!(game.derived.matches(&game.world));
    let free = |cell: &Cell| {
        game.world.peoples[PeopleIx::PLAYER].belief.is_known(*cell)
            && Kind::Scout.ground_time(game.world.land.surface[*cell]).is_some()
            && game.derived.holder(*cell).is_none()
    };
    let cell = game.world.size().cells().find(free).unwrap();
    game.apply(&Command::FreeBuild(true)).unwrap();
    game.apply(&Command::Spawn { kind: Kind::Scout, cell }).unwrap();
    let scout = game.world.units.iter().next_back().unwrap().id;
    assert!(until(&mut game, 400, |game| unit(game, scout).steps > 3), "it lives as scouts do");
    game.apply(&Command::Undo).unwrap();
    assert!(game.world.unit(scout).is_none() && game.derived.matches(&game.world));
}

/// A drag of many commands is one act, counted once and undone at once.
#[test]
fn a_stroke_of_many_commands_is_one_act() {
    let mut scene = Scene::new(
        "..............................
         ..............................
         ..............................
         ..............................
         ..B...........................
         ..............................
         ..............................
         ..............................
         ..............................",
        "tower 14 0
         Bo: go 27 4",
    );
    let before = scene.run(6).game.world.hash().parts[..2].to_vec();
    // From the far end on, or the tower would not see beyond its beginning.
    for y in (1..=7).rev() {
        bend(&mut scene.game, 5, Brush::Wall, vec![Cell::new(18, y)]).unwrap();
        scene.run(1);
    }
    scene.run(4).shows(
        Overlay::Paths,
        expect![[r#"
        ..............I...............
        ..................#...........
        ..................#...........
        ..................#...........
        ....B*********....#.......**..
        ..............*...#.....**....
        ...............*..#...**......
        ................*.#.**........
        .................***..........
    "#]],
    );
    let reading = scene.game.derived.counter.clone();
    assert_eq!((reading.replanned(), reading.changed()), (1, 1), "one walker, however often it replanned");
    // Four rows up and down again, each a diagonal step instead of a straight one.
    assert!((2_800..3_800).contains(&reading.total_growth().1), "{:?}", reading.total_growth());
    let strokes = scene.game.world.journal.acts().filter(|act| act.stroke.is_some()).count();
    assert_eq!(strokes, 2, "the tower and the wall");
    scene.game.apply(&Command::Undo).unwrap();
    // Feet have worn the ground meanwhile; no trace of the wall is left.
    assert_eq!(scene.game.world.hash().parts[0], before[0]);
}

/// Bridges, beacons, towers and walkers cost coin, unless building is free; undoing refunds it.
#[test]
fn building_costs_coin_and_undoing_brings_it_back() {
    let mut scene = Scene::new(
        "........~~~~........
         ........~~~~........
         ..B.....~~~~........
         ........~~~~........
         ........~~~~........
         ....................",
        "tower 13 0
         Bo: go 18 2",
    );
    let game = &mut scene.run(6).game;
    game.apply(&Command::FreeBuild(false)).unwrap();
    let bridge: Vec<Cell> = (8..12).map(|x| Cell::new(x, 2)).collect();
    let dear = bend(game, 2, Brush::Bridge, bridge.clone());
    assert_eq!(dear, Err(Rejection::TooExpensive { cost: 16, coin: 0 }));
    ours_mut(&mut game.world).coin = 120;
    bend(game, 2, Brush::Bridge, bridge).unwrap();
    bend(game, 3, Brush::Tower, vec![Cell::new(16, 1)]).unwrap();
    bend(game, 4, Brush::Beacon, vec![Cell::new(16, 4)]).unwrap();
    game.apply(&Command::Spawn { kind: Kind::Porter, cell: Cell::new(14, 3) }).unwrap();
    assert_eq!(ours(&game.world).coin, 120 - 16 - 50 - 20 - 25);
    bend(game, 5, Brush::Wall, vec![Cell::new(13, 4), Cell::new(14, 4)]).unwrap();
    scene.shows(
        Overlay::None,
        expect![[r#"
        ........~~~~.I......
        ........~~~~....I...
        ..B.....HHHH........
        ........~~~~..M.....
        ........~~~~.##.i...
        ....................
    "#]],
    );
    for _ in 0..5 {
        scene.game.apply(&Command::Undo).unwrap();
    }
    assert_eq!(ours(&scene.game.world).coin, 120);
}

/// Whatever a replay demands, a refused command changes nothing, and nothing panics.
#[test]
fn hostile_commands_are_refused() {
    let mut game = kit::played(9, 64, 200);
    game.world.peoples[PeopleIx::PLAYER].coin = 100_000;
    let size = game.world.size();
    let off = Cell::new(64, 3);
    let town = game.world.towns[TownIx(0)].cell;
    let before = game.world.hash();
    let all: Vec<Cell> = size.cells().collect();
    let mut refused = vec![
        Command::Spawn { kind: Kind::Porter, cell: off },
        Command::Remove { cells: vec![Cell::new(u16::MAX, u16::MAX)] },
        Command::Remove { cells: Vec::new() },
        Command::Remove { cells: [all.clone(), all.clone()].concat() },
    ];
    for brush in Brush::ALL {
        refused.push(Command::EditLand { stroke: 1, brush, cells: Vec::new() });
        refused.push(Command::EditLand { stroke: 1, brush, cells: vec![town, off] });
        refused.push(Command::EditLand { stroke: 1, brush, cells: vec![Cell::new(3, 3); 5000] });
        if brush.paint().is_none() {
            refused.push(Command::EditLand { stroke: 1, brush, cells: vec![town] });
        }
    }
    for command in &refused {
        assert!(game.apply(command).is_err(), "{command:?}");
        assert_eq!(game.world.hash().first_difference(&before), None, "{command:?}");
    }
    // An endless stroke reaches its limit.
    let paints = [Brush::Avoid, Brush::Erase];
    let endless = (0..40).any(|i| {
        let paint = Command::EditLand { stroke: 7, brush: paints[i % 2], cells: all.clone() };
        game.apply(&paint).is_err()
    });
    assert!(!endless, "alternating brushes are acts of their own");
    let walls: Vec<Cell> = all.iter().copied().filter(|cell| cell.x % 2 == 0).collect();
    let mut sizes = Vec::new();
    for _ in 0..10 {
        let done =
            game.apply(&Command::EditLand { stroke: 8, brush: Brush::Forbid, cells: walls.clone() }).is_ok();
        game.world.peoples[PeopleIx::PLAYER].belief.paint_cell(walls[0], wayworn::world::Paint::None);
        sizes.push(done);
    }
    assert!(sizes[0] && game.world.journal.is_bounded());
    game.world.check().unwrap();
}
