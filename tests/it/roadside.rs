//! Life beside the road: room to pass, company, market days, bridges, camps at junctions, and roads as a network.

use crate::causes;
use crate::map_check::{Overlay, STILL, Scene};
use crate::orders::{level, meadow, order, unit, until};
use expect_test::expect;
use std::collections::BTreeMap;
use std::fmt::Write;
use wayworn::grid::Cell;
use wayworn::land::{Good, Surface};
use wayworn::level::Level;
use wayworn::mind::{self, Intent};
use wayworn::scene::{self, LENSES, Lens, LensCaches, NO_SHADE, RoadNetwork, Viewport};
use wayworn::sim::Game;
use wayworn::world::{
    Behaviour, CAMPS_MAX, Camp, Cargo, DAY, DAY_TIME, Event, EventKind, Kind, Order, PASS, PeopleIx, Queue,
    Raid, Tier, TownIx, TradeEvent, UnitIx, World, is_market_day,
};

/// Two villages far apart on a meadow, with porters in the western one.
fn villages(porters: usize, more: &str) -> Game {
    let map = meadow(60, 20).join("\n");
    let mut text = format!("name = \"x\"\nabout = \"y\"\nfog = false\nmap = '''\n{map}\n'''\n");
    for (name, good, x) in [("West", "grain", 8), ("East", "stone", 50)] {
        writeln!(text, "[[site]]\ngood = \"{good}\"\nat = [{x}, 10]").unwrap();
        writeln!(text, "[[town]]\nname = \"{name}\"\nkind = \"village\"\nat = [{x}, 10]").unwrap();
    }
    for _ in 0..porters {
        text.push_str("[[unit]]\nkind = \"porter\"\nat = [8, 10]\n");
    }
    Game::from_level(&Level::parse(&(text + more)).unwrap_or_else(|error| panic!("{error}")))
}

/// The world after a change that the player's people has seen.
fn changed(game: Game, change: impl FnOnce(&mut World)) -> Game {
    let mut world = game.world;
    change(&mut world);
    for cell in world.size().cells() {
        let (surface, tier) = (world.land.surface[cell], world.ground.tier[cell]);
        world.peoples[PeopleIx::PLAYER].belief.observe(cell, surface, tier, false, 0);
    }
    Game::from_world(world)
}

/// A road along row 10, and one that meets it in column 30.
fn cross(world: &mut World, is_crossed: bool) {
    for x in 10..50 {
        world.ground.tier[Cell::new(x, 10)] = Tier::Dirt;
    }
    for y in (2..18).filter(|_| is_crossed) {
        world.ground.tier[Cell::new(30, y)] = Tier::Dirt;
    }
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

/// When the first porters left and how many of them in that tick, and whether it was reported.
fn departure(mut game: Game) -> (usize, bool) {
    let inside = |game: &Game| game.world.units.iter().filter(|unit| unit.cell == Cell::new(8, 10)).count();
    let all = inside(&game);
    assert!(until(&mut game, 2 * DAY, |game| inside(game) < all), "a porter leaves");
    // Companions follow one after the other, at most this many ticks behind.
    until(&mut game, 30, |_| false);
    let is_caravan = |event: &Event| match event.kind {
        EventKind::Trade(TradeEvent::CaravanLeft { size: 3, from, .. }) => {
            game.world.town(from).name == "West"
        }
        _ => false,
    };
    (all - inside(&game), causes::told(&game).any(is_caravan))
}

#[test]
fn a_long_feared_trip_waits_for_company() {
    let feared = "[[feared]]\nat = [29, 10]\nsteps = 5\n";
    assert_eq!(departure(villages(3, feared)), (3, true));
    let (_, reported) = departure(villages(3, ""));
    assert!(!reported, "no porter waits without a reason");
    // Waiting has an end: two are no caravan, but they go.
    let (left, reported) = departure(villages(2, feared));
    assert!(left >= 1 && !reported);
}

#[test]
fn raiders_spare_units_with_company() {
    let springs = |fellows: u16| {
        let map = meadow(30, 12).join("\n");
        let mut text = format!("name = \"x\"\nabout = \"y\"\nfog = false\nmap = '''\n{map}\n'''\n");
        text.push_str("[[unit]]\npeople = \"raiders\"\nkind = \"raider\"\nat = [14, 2]\n");
        for x in 0..=fellows {
            writeln!(text, "[[unit]]\nkind = \"porter\"\nat = [{}, 5]", 13 + x).unwrap();
        }
        let mut game = Game::from_level(&Level::parse(&text).unwrap());
        for porter in game.world.units.iter_mut().filter(|unit| unit.kind == Kind::Porter) {
            porter.cargo = Some(Cargo { good: Good::Salt, amount: 200 });
        }
        let index =
            game.world.units.indices().find(|index| game.world.units[*index].kind == Kind::Raider).unwrap();
        let (lair, at) = (Cell::new(2, 2), game.world.units[index].cell);
        game.world.tick = 10 * DAY;
        let since = game.world.tick;
        game.world.units[index].stack = vec![Behaviour::Raid(Raid { lair, site: Some(at), since, fed: 0 })];
        let wish = mind::decide(game.derived.places_in(&game.world), &game.world.units[index]);
        matches!(wish, Intent::Push(Behaviour::Attack(_)))
    };
    assert!(springs(0) && springs(1));
    assert!(!springs(2), "three are too many for one");
}

#[test]
fn a_load_counts_for_more_on_a_market_day() {
    let mut game = villages(6, "");
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
    let game = changed(villages(0, ""), |world| {
        cross(world, true);
        // Only in sight of the village; elsewhere the road's cost is estimated.
        world.ground.wear[Cell::new(13, 10)] = 70 * PASS;
    });
    let network = RoadNetwork::of(&game);
    assert_eq!(network.forks(), [Cell::new(30, 10)]);
    assert_eq!(network.segments().len(), 4);
    let west = network.segment_at(Cell::new(15, 10)).unwrap();
    assert_eq!((west.ends[1], west.passes), (Cell::new(30, 10), 70));
    assert!(west.length_millisteps.abs_diff(20_000) <= 1000, "{}", west.length_millisteps);
    assert_eq!(network.town_at(west.ends[0]), Some(TownIx(0)), "it leads to a village");
    assert_eq!(network.segment_at(Cell::new(30, 4)).unwrap().passes, 21);
    assert_eq!(network.segment_at(Cell::new(5, 5)), None);
}

/// The displayed network shows within a second that a road is gone.
#[test]
fn the_network_that_is_looked_at_follows_the_roads() {
    let mut game = changed(villages(0, ""), |world| cross(world, true));
    let lens = LENSES.iter().position(|lens| lens.name == "network").map(|row| Lens(row as u8));
    let view = Viewport { columns: 60, rows: 20, cells_per_pixel: 1, lens, ..Viewport::default() };
    let mut fields = LensCaches::default();
    let mut is_road = |game: &Game, x: usize, y: usize| {
        scene::build_scene_with(game, &view, &mut fields).lens.unwrap().shades[y * 60 + x] != NO_SHADE
    };
    assert!(is_road(&game, 30, 4) && is_road(&game, 20, 10));
    for y in 0..8 {
        let cell = Cell::new(30, y);
        game.world.ground.tier[cell] = Tier::None;
        game.world.peoples[PeopleIx::PLAYER].belief.observe(cell, Surface::Meadow, Tier::None, false, 0);
    }
    (0..20).for_each(|_| game.tick());
    assert!(!is_road(&game, 30, 4) && is_road(&game, 20, 10) && is_road(&game, 30, 15));
}

/// Paving a level cell takes four hands of the settlement that keeps it, plus an amount for the square of the step's
/// rise. The traffic needed grows alike: one cell has too little for its rise, which would be enough on the level. The
/// gorge is level up to column 10 and rises from there, by more with each step.
#[test]
fn paving_takes_hands_by_the_square_of_the_rise() {
    let mut rows = vec!["#".repeat(20); 5];
    rows[2] = format!("#{}#", ".".repeat(18));
    let text = format!("name = \"x\"\nabout = \"y\"\nfog = false\nmap = '''\n{}\n'''\n", rows.join("\n"));
    let town = "[[town]]\nname = \"Mill\"\nkind = \"hamlet\"\nat = [1, 2]\n";
    let too_few = Cell::new(15, 2);
    let paved_by = |residents: u32| {
        let level = Level::parse(&(text.clone() + town)).unwrap_or_else(|error| panic!("{error}"));
        let mut game = changed(Game::from_level(&level), |world| {
            for x in 2..19 {
                let cell = Cell::new(x, 2);
                let beyond = x.saturating_sub(10);
                world.land.height[cell] += 5 * beyond * (beyond + 1);
                let rise = 10 * u32::from(beyond + 1);
                let feet = if cell == too_few { 150 } else { 160 + 160 * rise * rise / 900 };
                (world.ground.tier[cell], world.ground.wear[cell]) = (Tier::Dirt, feet * PASS);
            }
        });
        while game.world.tick < 12 * DAY {
            game.world.towns[TownIx(0)].residents = residents;
            game.tick();
        }
        game.world.towns[TownIx(0)].residents = residents;
        (0..DAY).for_each(|_| game.tick());
        assert_eq!(game.world.ground.tier[too_few], Tier::Dirt);
        let height = |x: u16| u32::from(game.world.land.height[Cell::new(x, 2)]);
        let hands = |x: u16| {
            let sides = [x - 1, x + 1].into_iter().filter(|side| (2..19).contains(side));
            let rise = sides.map(|side| height(side).abs_diff(height(x))).max().unwrap();
            4 + 4 * rise * rise / 900
        };
        let paved: Vec<u16> =
            (2..19).filter(|x| game.world.ground.tier[Cell::new(*x, 2)] == Tier::Paved).collect();
        (paved.len(), paved.iter().map(|x| hands(*x)).sum::<u32>())
    };
    let (few, few_hands) = paved_by(30);
    let (many, many_hands) = paved_by(400);
    assert!((1..8).contains(&few) && (20..=30).contains(&few_hands), "{few} cells by {few_hands} hands");
    assert!(many == 16 && many_hands <= 400, "{many} cells by {many_hands} hands");
}

/// The game with this many camps in its corner that are used for ever.
fn with_camps(game: Game, count: usize) -> Game {
    let mut world = game.world;
    let (cell, guests) = (Cell::new(0, 0), BTreeMap::new());
    world.camps = vec![Camp { cell, nights: 9000, nights_total: 9000, routes: Vec::new(), guests }; count];
    Game::from_world(world)
}

/// At the limit of camps a tired unit sleeps without one, and one that stood for a day makes no room.
#[test]
fn no_camp_is_pitched_beyond_the_limit() {
    for before in [CAMPS_MAX - 1, CAMPS_MAX] {
        let mut tired = with_camps(level(&meadow(60, 9), false, &[("porter", 20, 4)]), before);
        let me = tired.world.units[UnitIx(0)].id;
        order(&mut tired, me, vec![Order::Go(Cell::new(58, 4))], Queue::Replace);
        until(&mut tired, 3, |_| false);
        tired.world.units[UnitIx(0)].fatigue = mind::TIRED_AFTER_TIME;
        assert!(until(&mut tired, 200, |game| matches!(unit(game, me).top(), Some(Behaviour::Rest(_)))));
        assert_eq!(tired.world.camps.len(), CAMPS_MAX);
        let mut rows = vec!["#".repeat(20); 5];
        rows[2] = ".".repeat(20);
        let mut stuck = with_camps(level(&rows, false, &[("porter", 8, 2), ("porter", 9, 2)]), before);
        let [me, other] = [0, 1].map(|index| stuck.world.units[UnitIx(index)].id);
        order(&mut stuck, other, vec![Order::Stop], Queue::Replace);
        order(&mut stuck, me, vec![Order::Go(Cell::new(18, 2))], Queue::Replace);
        until(&mut stuck, DAY + 100, |game| game.world.camps.len() > before);
        assert_eq!(stuck.world.camps.len(), CAMPS_MAX);
        assert!(before < CAMPS_MAX || unit(&stuck, me).blocked.is_some_and(|(_, since)| since < 100));
    }
}
