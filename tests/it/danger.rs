//! Danger: robbery, fights and death. Enemies seen bend paths, which return later; ambush sites are sound.

use crate::causes;
use crate::kit;
use crate::map_check::{Overlay, Scene, ours};
use crate::orders::{drawn, level, meadow, unit, until};
use expect_test::expect;
use std::fmt::Write;
use wayworn::grid::{Cell, Size};
use wayworn::plan::{AMBUSH_AHEAD_STEPS, CutValues, DISCONNECTED, RoadVisibility};
use wayworn::scene::{self, LENSES, Lens, Viewport};
use wayworn::sim::Game;
use wayworn::world::{
    Behaviour, Belief, Command, DAY, DangerEvent, Defend, Event, EventKind, Influence, InfluenceLayer, Kind,
    Order, PeopleIx, Queue, Raid, Tier, Unit, UnitId, UnitOrPlace,
};

/// A corridor with a laden porter walking through it and a raider in a niche of its wall.
fn corridor() -> Scene {
    Scene::new(
        "##############################
         ##############R###############
         .B............................
         ##############################
         ##############################",
        "Bo (salt): go 28 2
         Rog (raider raiders): stop",
    )
}

#[test]
fn a_raider_takes_a_load_and_lets_its_bearer_live() {
    let mut scene = corridor();
    let porter = scene.id("Bo");
    assert!(scene.until(400, |game| unit(game, porter).cargo.is_none()), "robbed");
    scene
        .does("Bo Rog", expect!["Bo: Stop, Travel / Rog: Raid; carries salt"])
        .tells(expect!["Rog robs Bo of salt in the west"]);
    scene.shows(
        Overlay::Fear,
        expect![[r#"
        #######11122222111############
        #######1112222R111############
        .......11122B22111............
        #######11122222111############
        #######11122222111############
    "#]],
    );
    assert!(scene.until(600, |game| unit(game, porter).cell == Cell::new(28, 2)), "it goes on");
    let tally = &scene.game.world.tally;
    assert_eq!((tally.robberies, tally.killed, scene.unit("Bo").wounds), (1, 0, 0));
}

/// From the third robbery at a place on, the feud is told; it is over after 24 days of peace.
#[test]
fn robberies_at_a_place_become_its_feud() {
    let mut scene = corridor();
    let (porter, load) = (scene.id("Bo"), scene.unit("Bo").cargo);
    for there in ["28 2", "1 2", "28 2", "1 2"] {
        scene.unit_mut("Bo").cargo = load;
        scene.unit_mut("Rog").cargo = None;
        scene.order(&format!("Bo: go {there}"));
        assert!(
            scene.until(2 * DAY, |game| unit(game, porter).cargo.is_none()),
            "robbed on the way to {there}"
        );
    }
    scene.run(30 * DAY).tells(expect![[r#"
        Rog robs Bo of salt in the west
        The feud: three loads robbed in 1 day
        Rog robs Bo of salt in the middle
        A raider is seen in the middle: Rog
        Bo has carried out its orders and stays a day in the west
        The feud is over: four loads robbed in 1 day"#]]);
}

/// A laden unit flees from a robber, unless a strong escort walks beside it.
#[test]
fn an_escorted_unit_does_not_flee() {
    let walk = |guard: &str| {
        let mut scene = Scene::new(
            "......................................
             ......................................
             ......................................
             ...GB.................................
             ......................................
             ....................R.................
             ......................................",
            &format!("Bo (salt): go 36 3\nGil (guard){guard}\nRog (raider raiders): stop"),
        );
        let (porter, mut fled) = (scene.id("Bo"), 0);
        scene.until(600, |game| {
            fled += u32::from(matches!(unit(game, porter).top(), Some(Behaviour::Flee(_))));
            unit(game, porter).cell == Cell::new(36, 3)
        });
        (scene, fled)
    };
    let (mut escorted, fled) = walk(": escort Bo");
    escorted.shows(
        Overlay::Steps,
        expect![[r#"
        ......................................
        ......................................
        ......................................
        ....12222222211111111111111111111111B.
        .............11111111111111111G.......
        ......................................
        ......................................
    "#]],
    );
    assert_eq!(fled, 0);
    let (mut alone, fled) = walk("");
    alone.shows(
        Overlay::Steps,
        expect![[r#"
        .....B33333333........................
        ......43......3.......................
        .......132.....3......................
        ...G.111113333333.....................
        ......................................
        ....................R.................
        ......................................
    "#]],
    );
    assert!(fled > 0);
}

#[test]
fn a_robber_eats_at_its_lair_and_returns_to_its_ambush() {
    let mut scene = corridor();
    let raider = scene.id("Rog");
    assert!(scene.until(400, |game| unit(game, raider).cargo.is_some()));
    let robber = scene.unit_mut("Rog");
    robber.stack.truncate(1);
    robber.ordered = false;
    assert!(scene.until(200, |game| unit(game, raider).cargo.is_none()), "eaten");
    let Some(Behaviour::Raid(Raid { fed, .. })) = scene.unit("Rog").stack.first() else {
        panic!("a livelihood")
    };
    assert!(*fed > 0);
    // There are no more victims: hunger drives the raider away, but not earlier.
    let left = scene.until(20 * DAY, |game| game.world.unit(raider).is_none());
    let world = &scene.game.world;
    assert!(left && world.tick >= 12 * DAY, "gone on day {}", world.day());
}

#[test]
fn blows_fall_by_strength_and_three_of_them_kill() {
    let mut guards_won = 0;
    for seed in 0..24 {
        let mut scene = Scene::new(
            ".........
             ....GR...
             .........
             .........",
            "Gil (guard): stop
             Rog (raider raiders): stop",
        );
        scene.game.world.seed = seed;
        assert!(scene.until(200, |game| game.world.units.len() < 2), "a fight ends");
        let lost = usize::from(scene.ids("Gil").is_empty());
        assert_eq!((scene.game.world.tally.killed, scene.game.world.tally.lost), (1, lost as u64));
        guards_won += 1 - lost;
        let feared = ours(&scene.game.world).belief.place_fear_at(Cell::new(4, 1));
        assert_eq!(feared > 0, lost > 0, "only the people's own dead cause fear");
    }
    // Six against four, to the third wound.
    assert!((13..24).contains(&guards_won), "{guards_won} of 24");
}

#[test]
fn no_unit_fights_inside_or_strikes_a_friend() {
    let mut scene = Scene::new(
        "............
         .....IR..gg.
         ............
         ............",
        "Inn (inn)
         Bo (salt in Inn): stop
         g (guard): stop
         Rog (raider raiders): stop",
    );
    scene.run(300).does(
        "Bo g Rog",
        expect!["Bo: Trade, Stop; carries salt / g: Stay, Stop / g2: Stay, Stop / Rog: Raid, Stop"],
    );
}

/// A field with a wall that has two gaps; a raider stands beside the nearer one, with or without watchers that see
/// it.
fn two_gates() -> Scene {
    let mut rows = meadow(41, 41);
    for (y, row) in rows.iter_mut().enumerate() {
        let gate = (16..=18).contains(&y) || (36..=38).contains(&y);
        row.replace_range(20..21, if gate { "." } else { "#" });
    }
    rows[18].replace_range(4..5, "B");
    rows[16].replace_range(19..20, "R");
    Scene::new(&rows.join("\n"), "Bo: stop\nRog (raider raiders): stop")
}

fn gate_taken(game: &Game) -> u16 {
    let path = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]).path(Cell::new(6, 20), Cell::new(36, 20));
    path.cells.into_iter().find(|cell| cell.x == 20).unwrap().y
}

#[test]
fn paths_bend_away_from_foes_that_are_seen_and_come_back_when_they_are_gone() {
    let mut game = two_gates().game;
    until(&mut game, 3 * DAY, |_| false);
    assert!((16..=18).contains(&gate_taken(&game)), "the raider is unseen");
    let spot = Cell::new(15, 19);
    let spawn = Command::Spawn { kind: Kind::Scout, cell: spot };
    game.apply(&Command::FreeBuild(true)).unwrap();
    game.apply(&spawn).unwrap();
    let scout = game.world.units.iter().next_back().unwrap().id;
    let orders = Command::Orders { units: vec![scout], orders: vec![Order::Stop], queue: Queue::Replace };
    game.apply(&orders).unwrap();
    assert!(until(&mut game, 4 * DAY, |game| gate_taken(game) >= 36), "the far gap");
    let belief = |game: &Game| game.world.people(PeopleIx::PLAYER).belief.clone();
    assert!(belief(&game).influence().at(InfluenceLayer::Threat, Cell::new(19, 16)) > 0);
    game.apply(&Command::Remove { cells: vec![spot] }).unwrap();
    assert!(until(&mut game, 12 * DAY, |game| gate_taken(game) <= 18), "it is no longer seen");
    until(&mut game, 20 * DAY, |_| false);
    assert_eq!(belief(&game).influence().at(InfluenceLayer::Threat, Cell::new(19, 16)), 0);
}

/// Two hamlets on either side of a wall with a near gap and a far one in these rows, and perhaps raiders in the near
/// one.
fn market_road(far: std::ops::RangeInclusive<usize>, has_raiders: bool) -> Game {
    let mut rows = meadow(49, 56);
    for (y, row) in rows.iter_mut().enumerate() {
        let gate = (12..=14).contains(&y) || far.contains(&y);
        row.replace_range(24..25, if gate { "." } else { "#" });
    }
    rows[16].replace_range(6..7, "W");
    rows[16].replace_range(42..43, "E");
    let mut things = "West (hamlet grain)\np (3 in West)\nEast (hamlet stone)\nq (3 in East)\n".to_owned();
    if has_raiders {
        rows[12].replace_range(24..25, "R");
        rows[14].replace_range(24..25, "S");
        things += "Rog (raider raiders): defend 24 12\nSkar (raider raiders): defend 24 14";
    }
    Scene::new(&rows.join("\n"), &things).game
}

/// Steps onto the near and onto the far gap in this many days.
fn crossings(game: &mut Game, days: u64) -> (usize, usize) {
    let (mut near, mut far) = (0, 0);
    let mut was: Vec<(UnitId, Cell)> = Vec::new();
    for _ in 0..days * DAY {
        game.tick();
        let now: Vec<(UnitId, Cell)> = game.world.units.iter().map(|unit| (unit.id, unit.cell)).collect();
        for (_, cell) in now.iter().filter(|unit| unit.1.x == 24 && !was.contains(unit)) {
            if cell.y <= 14 { near += 1 } else { far += 1 }
        }
        was = now;
    }
    (near, far)
}

/// After enough raids at a pass, less than a fifth of the traffic uses it; when the fear has faded it is back.
#[test]
fn fear_moves_traffic_and_lets_it_return() {
    let mut game = market_road(48..=50, false);
    let (near, far) = crossings(&mut game, 10);
    assert!(near > 10 && far == 0, "{near} near, {far} far");
    for x in [18, 21, 24, 27, 30] {
        game.world.peoples[PeopleIx::PLAYER].belief.add_fear(Cell::new(x, 13), 6000);
    }
    // Units on their way already, and those that kept their path for the night, still come through.
    crossings(&mut game, 3);
    let (near, far) = crossings(&mut game, 10);
    assert!(near * 5 < near + far && far > 10, "{near} near, {far} far");
    crossings(&mut game, 40);
    let (near, far) = crossings(&mut game, 10);
    assert!(near > 4 * far, "{near} near, {far} far");
}

/// Here only robbers cause fear: two that lie in ambush at the near gap rob travellers until paths lead through the
/// far one. After they are gone and forgotten the traffic returns, if more slowly, since the far road is paved.
#[test]
fn robberies_at_a_pass_close_it_until_they_are_forgotten() {
    let mut game = market_road(30..=32, true);
    // So many that inns on the way can have keepers.
    game.world.towns.iter_mut().for_each(|town| town.residents = 40);
    let weeks: Vec<(usize, usize)> = (0..60).map(|_| crossings(&mut game, 5)).collect();
    assert!(game.world.tally.robberies >= 2, "{} robberies: {weeks:?}", game.world.tally.robberies);
    let is_shunned = |(near, far): &(usize, usize)| *far > 10 && near * 4 < *far;
    let shunned = weeks.iter().filter(|week| is_shunned(week)).count();
    assert!(shunned >= 2, "{weeks:?}");
    let first = weeks.iter().position(is_shunned).unwrap();
    let back = weeks[first..].iter().filter(|(near, far)| *near > 10 && near > &(far * 4)).count();
    assert!(back >= 3, "{weeks:?}");
}

/// Two pairs of hamlets on either side of a wall with one gap, and a road through it.
fn gate_road() -> Game {
    let mut rows = meadow(61, 33);
    for (y, row) in rows.iter_mut().enumerate() {
        row.replace_range(30..31, if y == usize::from(GATE.y) { "." } else { "#" });
    }
    rows[16].replace_range(20..41, &":".repeat(21));
    for (x, y, hamlet) in [(12, 10, "M"), (12, 22, "O"), (48, 10, "P"), (48, 22, "S")] {
        rows[y].replace_range(x..=x, hamlet);
    }
    let things = "Mill (hamlet grain)\nOak (hamlet timber)\nPan (hamlet salt)\nStow (hamlet stone)";
    Scene::new(&rows.join("\n"), things).game
}

/// The only gap.
const GATE: Cell = Cell::new(30, 16);

/// A road that stays feared although it is guarded gets a fort where its paths meet. The fort costs coin and blocks
/// no path; without coin or fear none is built.
#[test]
fn forts_stand_where_the_paths_of_a_feared_road_meet() {
    let towers = |game: &Game| -> Vec<Cell> {
        game.world.ground.towers.keys().map(|index| game.world.size().cell(*index as usize)).collect()
    };
    let simulated = |fear: u32, coin: u32| {
        let mut game = gate_road();
        game.world.peoples[PeopleIx::PLAYER].coin = coin;
        for day in 0..12 {
            if day % 4 == 0 && fear > 0 {
                game.world.peoples[PeopleIx::PLAYER].belief.add_fear(Cell::new(34, 15), fear);
            }
            until(&mut game, DAY, |game| !towers(game).is_empty());
            // Income must not pay for it meanwhile.
            game.world.peoples[PeopleIx::PLAYER].coin = game.world.peoples[PeopleIx::PLAYER].coin.min(coin);
        }
        game
    };
    let game = simulated(4000, 400);
    let [tower] = towers(&game)[..] else { panic!("{:?}", towers(&game)) };
    let row = GATE.y;
    assert!(tower.chebyshev(GATE) <= 2 && tower.y != row, "{tower:?}");
    let holds = |unit: &&Unit| {
        unit.stack.first() == Some(&Behaviour::Defend(Defend { ward: UnitOrPlace::Place(GATE) }))
            && unit.kind == Kind::Guard
    };
    assert_eq!(game.world.units.iter().filter(holds).count(), 1, "its guard holds the gap");
    let card =
        scene::build_scene(&game, &Viewport { columns: 61, rows: 33, cursor: tower, ..Viewport::default() })
            .cursor_card;
    assert!(card.facts.iter().any(|(label, words)| *label == "watch" && words.ends_with("holds the road")));
    assert!(game.world.peoples[PeopleIx::PLAYER].coin <= 400 - 50);
    let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
    assert!(planner.path(Cell::new(13, 10), Cell::new(47, 10)).reaches, "and leaves it open");
    let is_fort =
        |event: &Event| matches!(event.kind, EventKind::Danger(DangerEvent::FortBuilt { choke: GATE, .. }));
    assert!(causes::told(&game).any(is_fort));
    assert!(towers(&simulated(4000, 60)).is_empty(), "no coin");
    assert!(towers(&simulated(0, 400)).is_empty(), "no fear");
}

/// Every reported site lies exactly this many steps ahead on the road and cannot be seen from where it is reported;
/// the fewer steps, the fewer sites; and a plain has none.
#[test]
fn ambush_sites_are_sound() {
    let mut found = Vec::new();
    for seed in [12, 15, 21] {
        let mut game = kit::game(seed, 96);
        (0..1500).for_each(|_| game.tick());
        let outlook = RoadVisibility {
            belief: &game.world.people(PeopleIx::PLAYER).belief,
            heights: &game.world.land.height,
        };
        let sites = |ahead: u16| outlook.ambush_sites(game.world.size().cells(), ahead);
        for ambush in sites(AMBUSH_AHEAD_STEPS) {
            assert!(outlook.road_cells_at(ambush.from, AMBUSH_AHEAD_STEPS).contains(&ambush.at));
            assert!(
                !outlook.has_line_of_sight(ambush.from, ambush.at)
                    && !outlook.has_line_of_sight(ambush.at, ambush.from)
            );
        }
        // No more steps than that: young roads are short.
        found.push([1, 2, AMBUSH_AHEAD_STEPS].map(|ahead| sites(ahead).len()));
    }
    let sum = |i: usize| found.iter().map(|counts| counts[i]).sum::<usize>();
    assert!(sum(0) <= sum(1) && sum(1) < sum(2), "{found:?}");
    let mut plain = level(&meadow(40, 9), false, &[]);
    let road: Vec<Cell> = (0..40).map(|x| Cell::new(x, 4)).collect();
    for cell in &road {
        let surface = plain.world.land.surface[*cell];
        plain.world.peoples[PeopleIx::PLAYER].belief.observe(*cell, surface, Tier::Dirt, false, 0);
    }
    let outlook = RoadVisibility {
        belief: &plain.world.people(PeopleIx::PLAYER).belief,
        heights: &plain.world.land.height,
    };
    assert!(outlook.ambush_sites(road.into_iter(), AMBUSH_AHEAD_STEPS).is_empty());
}

/// The lenses of danger show what is believed.
#[test]
fn lenses_show_fear_and_threats() {
    let mut game = two_gates().game;
    game.world.peoples[PeopleIx::PLAYER].belief.add_fear(Cell::new(30, 30), 4000);
    until(&mut game, DAY, |_| false);
    let lens = |name: &str| {
        let row = LENSES.iter().position(|row| row.name == name).unwrap();
        let view = Viewport {
            lens: Some(Lens(row as u8)),
            columns: 41,
            rows: 41,
            cells_per_pixel: 1,
            ..Viewport::default()
        };
        let shades = scene::build_scene(&game, &view).lens.unwrap().shades;
        move |x: usize, y: usize| shades[y * 41 + x]
    };
    let (fear, carnage, threat, friends) = (lens("fear"), lens("carnage"), lens("threat"), lens("friends"));
    assert!(carnage(30, 30) > carnage(33, 30) && carnage(33, 30) > carnage(10, 10));
    assert!(fear(30, 30) > fear(10, 10));
    assert!(friends(4, 18) > friends(30, 5));
    assert_eq!(threat(19, 16), threat(2, 2), "the raider is unseen");
}

/// Settlements on either side of a wall.
const SIDES: [(u16, u16); 6] = [(5, 6), (8, 16), (6, 25), (42, 7), (40, 17), (43, 24)];

/// A meadow cut in two by a wall with gaps in these rows.
fn two_sides(gaps: &[usize]) -> Game {
    let mut rows = meadow(49, 33);
    for (y, row) in rows.iter_mut().enumerate() {
        row.replace_range(24..25, if gaps.contains(&y) { "." } else { "#" });
    }
    let mut text = String::new();
    for (x, y) in SIDES {
        writeln!(text, "[[town]]\nkind = \"hamlet\"\nat = [{x}, {y}]").unwrap();
    }
    drawn(&rows, false, &text)
}

/// Total cost of the paths between all pairs of settlements with this cell closed.
fn price_without(game: &Game, closed: Cell) -> i64 {
    let mut shut = Game { world: game.world.clone(), derived: game.derived.clone() };
    shut.world.peoples[PeopleIx::PLAYER].belief.observe(
        closed,
        wayworn::land::Surface::Wall,
        Tier::None,
        false,
        1,
    );
    shut.derived = wayworn::sim::Derived::of(&shut.world);
    let planner = shut.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
    let ends = SIDES.map(|(x, y)| Cell::new(x, y));
    let pairs = (0..ends.len()).flat_map(|i| (0..i).map(move |j| (ends[i], ends[j])));
    pairs.map(|(from, to)| planner.path(from, to).terms.total()).sum()
}

/// Where two lands connect by one gap in a wall, the most paths lead through the gap, and closing it costs more than
/// closing any other cell would on average (T35); the lens of cuts shows the cost.
#[test]
fn chokes_are_where_the_paths_meet() {
    let game = two_sides(&[16, 30]);
    let through = |name: &str| {
        let row = LENSES.iter().position(|row| row.name == name).unwrap();
        let lens = Some(Lens(row as u8));
        let view = Viewport { lens, columns: 49, rows: 33, cells_per_pixel: 1, ..Viewport::default() };
        let shades = scene::build_scene(&game, &view).lens.unwrap().shades;
        move |cell: Cell| shades[usize::from(cell.y) * 49 + usize::from(cell.x)]
    };
    let (chokes, cuts) = (through("chokes"), through("cuts"));
    let used: Vec<Cell> = game.world.size().cells().filter(|cell| chokes(*cell) != scene::NO_SHADE).collect();
    let inside = |cell: &&Cell| (10..39).contains(&cell.x);
    let gap = Cell::new(24, 16);
    for shade in [&chokes, &cuts] {
        let most =
            used.iter().filter(inside).map(|cell| shade(*cell)).filter(|shade| *shade != scene::NO_SHADE);
        assert_eq!(Some(shade(gap)), most.max());
    }
    let open = price_without(&game, Cell::new(0, 0));
    let others: Vec<Cell> =
        used.iter().filter(inside).filter(|cell| cell.x != 24).step_by(23).copied().collect();
    let rise = |cell: Cell| price_without(&game, cell) - open;
    let mean = others.iter().map(|cell| rise(*cell)).sum::<i64>() / others.len() as i64;
    assert!(rise(gap) >= 5 * mean.max(1), "{} {mean}", rise(gap));
}

/// The value of a cut is the extra cost of all paths, replanned with the cell closed; cut-off travellers are
/// reported.
#[test]
fn a_cut_is_worth_what_the_detours_cost() {
    let cuts = |game: &Game| {
        let planner = game.planner(PeopleIx::PLAYER, Kind::Porter, &[]);
        let mut cuts = CutValues::between(&planner, &SIDES.map(|(x, y)| Cell::new(x, y)));
        while !cuts.is_done() {
            cuts.expand(&planner, 1000);
        }
        cuts
    };
    let game = two_sides(&[16, 30]);
    let (known, open) = (cuts(&game), price_without(&game, Cell::new(0, 0)));
    let cells: Vec<Cell> = game.world.size().cells().filter(|cell| known.value(*cell).is_some()).collect();
    assert!(cells.len() > 150, "{}", cells.len());
    let gap = Cell::new(24, 16);
    for cell in cells.iter().step_by(17).copied().chain([gap]) {
        let (found, wanted) = (known.value(cell).unwrap() as i64, (price_without(&game, cell) - open) / 15);
        assert!((found - wanted).abs() <= 60 + wanted / 20, "{cell:?}: {found}, and it is {wanted}");
    }
    assert!(known.value(gap).unwrap() > 1000);
    assert_eq!(cuts(&two_sides(&[16])).value(gap), Some(DISCONNECTED));
}

/// A people's influence maps after rounds with one source, until nothing changes.
fn at_rest(size: Size, mood: InfluenceLayer, source: Cell, strength: u32) -> Belief {
    let mut belief = Belief::new(size);
    let (columns, rows) = belief.influence().blocks();
    loop {
        let before = belief.influence().clone();
        for row in 0..rows {
            let mut stamps: [Vec<u32>; 3] = std::array::from_fn(|_| vec![0; usize::from(columns)]);
            if row == before.row_of(source) {
                stamps[mood as usize][before.block_of(source) % usize::from(columns)] = strength;
            }
            belief.advance_influence(row, &stamps, 0);
        }
        if *belief.influence() == before {
            return belief;
        }
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test may be off by a bit in the last place")]
fn influence_comes_to_rest_at_the_exponential_whatever_its_momentum() {
    let size = Size::new(160, 120);
    let source = Cell::new(82, 61);
    for mood in InfluenceLayer::ALL {
        let rest = at_rest(size, mood, source, 32);
        assert!(rest.is_sound());
        for cell in size.cells() {
            let (dx, dy) = ((cell.x / 4).abs_diff(20), (cell.y / 4).abs_diff(15));
            let distance = f64::from(dx.max(dy)) + (2_f64.sqrt() - 1.0) * f64::from(dx.min(dy));
            let exact = 32.0 * 65536.0 * (-0.35 * distance).exp();
            let value = f64::from(rest.influence().at(mood, cell));
            assert!(exact < 4096.0 || (value / exact - 1.0).abs() < 0.02, "{cell:?}: {value} {exact}");
        }
    }
}

#[test]
fn influence_without_stamps_is_forgotten() {
    let size = Size::new(64, 64);
    let mut belief = at_rest(size, InfluenceLayer::Threat, Cell::new(30, 30), 8);
    let none: [Vec<u32>; 3] = std::array::from_fn(|_| vec![0; 16]);
    let mut before = u32::MAX;
    for _ in 0..40 {
        (0..16).for_each(|row| {
            belief.advance_influence(row, &none, 0);
        });
        let now = belief.influence().at(InfluenceLayer::Threat, Cell::new(30, 30));
        assert!(now < before || now == 0);
        before = now;
    }
    assert_eq!(*belief.influence(), Influence::new(size));
}
