//! Life beside the road: room to pass, company, market days, bridges, camps at junctions, and roads as a network.

use crate::map_check::{Overlay, STILL, Scene, ours_mut};
use crate::orders::unit;
use expect_test::expect;
use std::collections::BTreeMap;
use wayworn::grid::Cell;
use wayworn::land::Surface;
use wayworn::mind;
use wayworn::scene::{self, LENSES, Lens, LensCaches, NO_SHADE, RoadNetwork, Viewport};
use wayworn::sim::Game;
use wayworn::world::{
    Behaviour, CAMPS_MAX, Camp, DAY, DAY_TIME, PASS, PeopleIx, Raid, Tier, TownIx, is_market_day,
};

/// Two villages far apart on a meadow.
const VILLAGES: &str = "
    ............................................................
    ............................................................
    ........W.........................................E.........
    ............................................................
    ............................................................";

/// These villages with porters in the western one.
fn villages(porters: usize) -> Scene {
    let things = format!("West (village grain)\nEast (village stone)\np ({porters} in West)");
    Scene::new(VILLAGES, &things)
}

/// A road from village to village, and one that crosses it.
fn crossing() -> Scene {
    Scene::new(
        "................+...............
         ................+...............
         ................+...............
         ................+...............
         ................+...............
         ..W.+++++++++++++++++++++++++.E.
         ................+...............
         ................+...............
         ................+...............
         ................+...............
         ................+...............",
        "West (village)
         East (village)",
    )
}

#[test]
fn a_unit_that_stood_for_a_day_makes_room() {
    let mut scene = Scene::new(
        "####################
         ####################
         .B........S.........
         ####################
         ####################",
        "Bo: go 18 2; stop
         Sue: stop",
    );
    let is_camped = |game: &Game| !game.world.camps.is_empty();
    let bo = scene.id("Bo");
    assert!(scene.until(200, |game| unit(game, bo).blocked.is_some()));
    assert!(!scene.until(DAY - 10, is_camped), "not at once");
    assert!(scene.until(20, is_camped));
    // Sue comes by, and Bo walks on.
    scene.order("Sue: go 2 2; stop").run(STILL).shows(
        Overlay::None,
        expect![[r#"
        ####################
        ####################
        ..S......c........B.
        ####################
        ####################
    "#]],
    );
    assert!(scene.until(2 * DAY, |game| !is_camped(game)), "it is no longer used");
}

#[test]
fn a_long_feared_trip_waits_for_company() {
    let departure = |porters: usize, fear: u32| {
        let mut scene = villages(porters);
        if fear > 0 {
            ours_mut(&mut scene.game.world).belief.add_fear(Cell::new(29, 2), fear);
        }
        let is_out = |game: &Game| game.world.units.iter().any(|unit| !game.derived.haven[unit.cell]);
        assert!(scene.until(2 * DAY, is_out), "a porter leaves");
        // Companions follow one after the other, at most this many ticks behind.
        scene.run(30);
        scene
    };
    let mut caravan = departure(3, 5000);
    caravan.tells(expect!["A caravan of 3 porters leaves West for East: the route is feared"]).shows(
        Overlay::None,
        expect![[r#"
        ............................................................
        .........p..................................................
        ........W...p.p...................................K.........
        ............................................................
        ............................................................
    "#]],
    );
    // No porter waits without a reason.
    departure(3, 0).tells(expect![""]);
    // Waiting has an end: two are no caravan, but they go.
    departure(2, 5000).tells(expect![""]).does("p", expect!["p: Trade, Travel / p2: Trade, Travel"]);
}

#[test]
fn raiders_spare_units_with_company() {
    let passed = |porters: &str| {
        let row = format!("{porters:.<20}");
        let map = [".", ".....R", ".", ".", &row, "."].map(|row| format!("{row:.<20}")).join("\n");
        let mut scene = Scene::new(&map, "p (salt): stop\nRog (raider raiders)");
        // It is hungry.
        let (lair, site, since) = (Cell::new(18, 1), Some(Cell::new(5, 1)), 10 * DAY);
        scene.unit_mut("Rog").stack = vec![Behaviour::Raid(Raid { lair, site, since, fed: 0 })];
        scene.game.world.tick = since;
        scene.run(60);
        scene
    };
    passed("....p").does("Rog", expect!["Rog: Raid, Travel; carries salt"]);
    passed("....pp").does("Rog", expect!["Rog: Raid, Travel; carries salt"]);
    // Three are too many for one.
    passed("....ppp").does("Rog", expect!["Rog: Raid"]);
}

#[test]
fn a_load_counts_for_more_on_a_market_day() {
    let mut game = villages(6).game;
    let mut counts = [0, 0];
    for _ in 0..40 * DAY {
        let before: Vec<u32> = game.world.towns.iter().map(|town| town.trade).collect();
        game.tick();
        for (id, (town, before)) in (0..).map(TownIx).zip(game.world.towns.iter().zip(before)) {
            // It fades once a day.
            if game.world.tick % DAY == u64::from(id.0) * 37 % DAY {
                continue;
            }
            let gained = town.trade.saturating_sub(before);
            let is_market_day = is_market_day(id, game.world.tick);
            // A sale elsewhere counts half for the settlement of origin.
            let sold = [if is_market_day { 150 } else { 100 }, 50];
            assert!(gained == 0 || gained % 50 == 0, "{gained}");
            if gained > 0 && gained != sold[1] {
                assert_eq!(gained % sold[0] % sold[1], 0, "{gained} on a market day: {is_market_day}");
                counts[usize::from(is_market_day)] += 1;
            }
        }
    }
    // One day in six is market day, and traders prefer it.
    assert!(counts[1] * 5 > counts[0], "{counts:?}");
}

#[test]
fn a_traveller_lies_down_where_roads_meet_rather_than_beyond() {
    let weary = |map: &str| {
        let mut scene = Scene::new(map, "Bo: go 35 2");
        let bo = scene.id("Bo");
        assert!(scene.until(400, |game| unit(game, bo).cell.x == 16));
        scene.unit_mut("Bo").fatigue = DAY_TIME * 86 / 100;
        assert!(scene.until(400, |game| !game.world.camps.is_empty()));
        scene
    };
    weary(
        "..................+.................
         ..................+.................
         .B++++++++++++++++++++++++++++++++..
         ..................+.................
         ..................+.................",
    )
    .shows(
        Overlay::None,
        expect![[r#"
        ..................+.................
        ..................+.................
        ..++++++++++++++++B+++++++++++++++..
        ..................+.................
        ..................+.................
    "#]],
    );
    weary(
        "....................................
         ....................................
         .B++++++++++++++++++++++++++++++++..
         ....................................
         ....................................",
    )
    .shows(
        Overlay::None,
        expect![[r#"
        ....................................
        ....................................
        ..++++++++++++++++++++++B+++++++++..
        ....................................
        ....................................
    "#]],
    );
}

#[test]
fn roads_are_a_network_of_forks_and_stretches() {
    let mut scene = crossing();
    // Only in sight of the village; elsewhere the road's cost is estimated.
    scene.game.world.ground.wear[Cell::new(6, 5)] = 70 * PASS;
    let network = RoadNetwork::of(&scene.game);
    let stretches = network.segments().iter().map(|stretch| {
        let [from, to] = stretch.ends.map(|end| (end.x, end.y));
        let towns = stretch.ends.iter().filter(|end| network.town_at(**end).is_some()).count();
        let length = stretch.length_millisteps;
        format!("{from:?} to {to:?}: {length} millisteps, {} passes, {towns} villages\n", stretch.passes)
    });
    expect![[r#"
        (3, 5) to (16, 5): 13000 millisteps, 70 passes, 1 villages
        (15, 9) to (16, 5): 5000 millisteps, 21 passes, 0 villages
        (16, 5) to (17, 0): 5414 millisteps, 21 passes, 0 villages
        (16, 5) to (29, 4): 13414 millisteps, 21 passes, 1 villages
    "#]]
    .assert_eq(&stretches.collect::<String>());
    assert_eq!(network.forks(), [Cell::new(16, 5)]);
    assert_eq!(network.town_at(Cell::new(3, 5)), Some(TownIx(0)), "it leads to a village");
    assert_eq!(network.segment_at(Cell::new(5, 2)), None);
}

/// The displayed network shows within a second that a road is gone.
#[test]
fn the_network_that_is_looked_at_follows_the_roads() {
    let mut game = crossing().game;
    let lens = LENSES.iter().position(|lens| lens.name == "network").map(|row| Lens(row as u8));
    let view = Viewport { columns: 32, rows: 11, cells_per_pixel: 1, lens, ..Viewport::default() };
    let mut fields = LensCaches::default();
    let mut is_road = |game: &Game, x: usize, y: usize| {
        scene::build_scene_with(game, &view, &mut fields).lens.unwrap().shades[y * 32 + x] != NO_SHADE
    };
    assert!(is_road(&game, 16, 1) && is_road(&game, 10, 5));
    for y in 0..4 {
        let cell = Cell::new(16, y);
        game.world.ground.tier[cell] = Tier::None;
        game.world.peoples[PeopleIx::PLAYER].belief.observe(cell, Surface::Meadow, Tier::None, false, 0);
    }
    (0..20).for_each(|_| game.tick());
    assert!(!is_road(&game, 16, 1) && is_road(&game, 10, 5) && is_road(&game, 16, 9));
}

/// Paving a level cell takes four hands of the settlement that keeps it, plus an amount for the square of the step's
/// rise. The traffic needed grows alike: one cell has too little for its rise, which would be enough on the level. The
/// gorge is level up to column 10 and rises from there, by more with each step.
#[test]
fn paving_takes_hands_by_the_square_of_the_rise() {
    let too_few = Cell::new(15, 2);
    let height = |x: u16| 5 * u32::from(x.saturating_sub(10) * (x.saturating_sub(10) + 1));
    let paved_by = |residents: u32| {
        let mut scene = Scene::new(
            "####################
             ####################
             #M+++++++++++++++++#
             ####################",
            "Mill (hamlet)",
        );
        for x in 2..19 {
            let cell = Cell::new(x, 2);
            scene.game.world.land.height[cell] += height(x) as u16;
            let rise = 10 * u32::from(x.saturating_sub(10) + 1);
            let feet = if cell == too_few { 150 } else { 160 + 160 * rise * rise / 900 };
            scene.game.world.ground.wear[cell] = feet * PASS;
        }
        scene.game = Game::from_world(scene.game.world.clone());
        for _ in 0..13 * DAY {
            scene.game.world.towns[TownIx(0)].residents = residents;
            scene.game.tick();
        }
        let hands = |x: u16| {
            let sides = [x - 1, x + 1].into_iter().filter(|side| (2..19).contains(side));
            let rise = sides.map(|side| height(side).abs_diff(height(x))).max().unwrap();
            4 + 4 * rise * rise / 900
        };
        let paved = (2..19).filter(|x| scene.game.world.ground.tier[Cell::new(*x, 2)] == Tier::Paved);
        let hands = paved.map(hands).sum::<u32>();
        (scene, hands)
    };
    let (mut few, hands) = paved_by(30);
    few.shows(
        Overlay::None,
        expect![[r#"
            ####################
            ####################
            #M+++++++++%++++%++#
            ####################
        "#]],
    );
    assert!((20..=30).contains(&hands), "{hands} hands");
    let (mut many, hands) = paved_by(400);
    many.shows(
        Overlay::None,
        expect![[r#"
            ####################
            ####################
            #M%%%%%%%%%%%%%+%%%#
            ####################
        "#]],
    );
    assert!(hands <= 400, "{hands} hands");
}

/// The scene with this many camps in its corner that are used for ever.
fn with_camps(mut scene: Scene, count: usize) -> Scene {
    let (cell, guests) = (Cell::new(0, 0), BTreeMap::new());
    let camp = Camp { cell, nights: 9000, nights_total: 9000, routes: Vec::new(), guests };
    scene.game.world.camps = vec![camp; count];
    scene.game = Game::from_world(scene.game.world);
    scene
}

/// At the limit of camps a tired unit sleeps without one, and one that stood for a day makes no room.
#[test]
fn no_camp_is_pitched_beyond_the_limit() {
    for before in [CAMPS_MAX - 1, CAMPS_MAX] {
        let meadow = "............................................................
                      ............................................................
                      ....................B.......................................
                      ............................................................";
        let mut tired = with_camps(Scene::new(meadow, "Bo: go 58 2"), before);
        tired.run(3).unit_mut("Bo").fatigue = mind::TIRED_AFTER_TIME;
        let me = tired.id("Bo");
        assert!(tired.until(200, |game| matches!(unit(game, me).top(), Some(Behaviour::Rest(_)))));
        assert_eq!(tired.game.world.camps.len(), CAMPS_MAX);
        let lane = "####################
                    ####################
                    .........BS.........
                    ####################";
        let mut stuck = with_camps(Scene::new(lane, "Bo: go 18 2\nSue: stop"), before);
        let me = stuck.id("Bo");
        stuck.until(DAY + 100, |game| game.world.camps.len() > before);
        assert_eq!(stuck.game.world.camps.len(), CAMPS_MAX);
        assert!(before < CAMPS_MAX || unit(&stuck.game, me).blocked.is_some_and(|(_, since)| since < 100));
    }
}
