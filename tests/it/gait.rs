//! Walking: on instinct until the path is ready, abreast in groups, ignoring distant walkers, and slowly behind slow
//! ones. Also two searches about this: one that predicts where others will be, and one for a path to start on.

use crate::ground::{EIGHT, at, drawn, finish, free, suite, way_of};
use crate::kit::Dice;
use crate::map_check::{Overlay, STILL, Scene};
use crate::orders::{behind_a_long_wall, behind_a_long_wall_on, meadow, order, unit, until};
use expect_test::expect;
use std::collections::BTreeSet;
use wayworn::graph::Terrain;
use wayworn::grid::{Cell, Size};
use wayworn::search::cooperative::Cooperative;
use wayworn::search::refinement::RefinedSearch;
use wayworn::search::{Algorithm, Step, Tally};
use wayworn::sim::Game;
use wayworn::world::{Block, Order, Queue, UnitIx};

/// While a hard query is searched, the unit walks straight towards the goal and wears nothing; once the path is
/// ready, it follows it.
#[test]
fn instinct_leads_until_the_way_comes() {
    let mut game = behind_a_long_wall();
    let (me, goal) = (game.world.units[UnitIx(0)].id, Cell::new(95, 50));
    order(&mut game, me, vec![Order::Go(goal), Order::Stop], Queue::Replace);
    let mut tried = BTreeSet::new();
    assert!(until(&mut game, 30, |game| {
        let walker = unit(game, me);
        if let Some(next) = walker.next.filter(|_| walker.path.is_none()) {
            assert!(walker.is_off_path && next.octile(goal) < walker.cell.octile(goal));
            tried.insert(next);
        }
        walker.path.is_some()
    }));
    assert!(!tried.is_empty(), "it stood and waited");
    assert!(until(&mut game, 20, |game| unit(game, me).next.is_some_and(|_| !unit(game, me).is_off_path)));
    let wear = |game: &Game, cell: Cell| game.world.ground.wear[cell];
    assert!(tried.iter().all(|cell| wear(&game, *cell) == 0), "instinct wears nothing");
    assert!(until(&mut game, 4000, |game| unit(game, me).cell == goal));
    assert!(game.world.size().cells().any(|cell| wear(&game, cell) > 0));
}

/// Where something blocks the straight line, instinct leads along it and never back.
#[test]
fn instinct_goes_round_what_is_in_the_way() {
    let mut rows = meadow(100, 200);
    rows[46..55].iter_mut().for_each(|row| row.replace_range(51..52, "#"));
    let mut game = behind_a_long_wall_on(rows);
    let me = game.world.units[UnitIx(0)].id;
    order(&mut game, me, vec![Order::Go(Cell::new(95, 50))], Queue::Replace);
    let mut tried = vec![unit(&game, me).cell];
    until(&mut game, 18, |game| {
        let walker = unit(game, me);
        if let Some(next) = walker.next.filter(|next| walker.path.is_none() && tried.last() != Some(next)) {
            assert!(walker.is_off_path && !tried.contains(&next), "{tried:?} and {next:?}");
            tried.push(next);
        }
        walker.path.is_some()
    });
    assert!(tried.len() > 1 && tried[1].x == 50, "{tried:?}: along the wall");
}

/// Units that stand abreast with a distant goal: each walks in a column of its own over open ground.
#[test]
fn a_group_walks_abreast_where_the_ground_allows_it() {
    let mut scene = Scene::new(
        "........................................
         ........................................
         ..p.....................................
         ..p.....................................
         ..p.....................................
         ..p.....................................
         ..p.....................................
         ........................................
         ........................................",
        "p: go 36 4; stop",
    );
    scene.run(30).shows(
        Overlay::Paths,
        expect![[r#"
        ........................................
        ........................................
        ........................................
        ......p*******************************..
        ......p*******************************..
        ......p*******************************..
        ......p*****************................
        ......p****************.................
        ........................................
    "#]],
    );
    scene.run(STILL).shows(
        Overlay::None,
        expect![[r#"
        ........................................
        ........................................
        ........................................
        ....................................pp..
        ....................................pp..
        .....................................p..
        ........................................
        ........................................
        ........................................
    "#]],
    );
}

/// The same where a gap is too narrow for all: they close up before it and spread behind it.
#[test]
fn a_group_closes_up_at_a_gap() {
    let mut scene = Scene::new(
        "...................##...................
         ...................##...................
         ..p................##...................
         ..p................##...................
         ..p.....................................
         ..p................##...................
         ..p................##...................
         ...................##...................
         ...................##...................",
        "p: go 36 4; stop",
    );
    scene.run(30).shows(
        Overlay::Paths,
        expect![[r#"
        ...................##...................
        ...................##...................
        ...................##...................
        ......p***********.##.****************..
        ......p*******************************..
        ......p************##.****************..
        ......p************##.**................
        ......p***********.##.*.................
        ...................##...................
    "#]],
    );
    scene.run(STILL).shows(
        Overlay::None,
        expect![[r#"
        ...................##...................
        ...................##...................
        ...................##...................
        ...................##...............pp..
        ..................''''..............pp..
        ...................##................p..
        ...................##...................
        ...................##...................
        ...................##...................
    "#]],
    );
}

/// A corridor full of walkers is no reason for a detour: they will be gone by then. A standing unit that is met is
/// avoided at once.
#[test]
fn only_standing_and_adjacent_units_are_obstacles() {
    let rows = "..............................
                ..............................
                .........##########...........
                .........##########...........
                .B......wwwwww................
                .........##########...........
                .........##########...........
                .........##########...........";
    let mut crowded = Scene::new(
        rows,
        "Bo: go 26 4; stop
         w: go 28 6; stop",
    );
    crowded.run(5).shows(
        Overlay::Paths,
        expect![[r#"
        ..............................
        ..............................
        .........##########...........
        .........##########...........
        .B******wwwwww*************...
        .........##########.**********
        .........##########...********
        .........##########.....******
    "#]],
    );
    let mut empty = Scene::new(&rows.replace('w', "."), "Bo: go 26 4; stop");
    let arrival = [&mut crowded, &mut empty].map(|scene| {
        let bo = scene.id("Bo");
        assert!(scene.until(1000, |game| unit(game, bo).cell == Cell::new(26, 4)));
        scene.game.world.tick
    });
    assert!(arrival[0] <= arrival[1] + 20, "{arrival:?}");

    let mut scene = Scene::new(
        ".................
         .................
         .B......S........
         .................
         .................",
        "Bo: go 15 2; stop
         Sue: stop",
    );
    let (bo, mut stood) = (scene.id("Bo"), 0);
    scene.until(200, |game| {
        stood += u32::from(matches!(unit(game, bo).blocked, Some((Block::Unit(_), _))));
        false
    });
    assert!(stood <= 2, "it stood for {stood} ticks");
    scene.shows(
        Overlay::Steps,
        expect![[r#"
        .................
        .................
        ..111111S111111B.
        .................
        .................
    "#]],
    );
}

/// A messenger behind a settler where it cannot pass: it slows down before it bumps, hardly ever stands, and comes out
/// right behind it.
#[test]
fn a_walker_behind_a_slower_one_slows_down() {
    let mut scene = Scene::new(
        "########################.......
         ########################.......
         .M..S..........................
         ########################.......
         ########################.......",
        "Sid (settler): go 29 2; stop
         Mo (messenger): go 27 2; stop",
    );
    let (slow, fast) = (scene.id("Sid"), scene.id("Mo"));
    let (mut stood, mut walked) = (0, 0);
    assert!(scene.until(2000, |game| {
        let (slow, fast) = (unit(game, slow), unit(game, fast));
        let is_behind = fast.cell.chebyshev(slow.cell) <= 3 && slow.cell.x < 24;
        stood += u32::from(is_behind && fast.next.is_none());
        walked += u32::from(is_behind && fast.next.is_some());
        slow.cell.x >= 24
    }));
    assert!(walked > 100 && stood * 10 < walked, "stood for {stood} ticks of {walked}");
    scene.shows(
        Overlay::None,
        expect![[r#"
        ########################.......
        ########################.......
        ......................M.S......
        ########################.......
        ########################.......
    "#]],
    );
}

/// Column and row.
type Place = (u16, u16);

/// The cells of each traveller at each tick.
fn walk(terrain: &Terrain, ends: &[(Place, Place)]) -> (Step, Vec<Vec<Cell>>) {
    let mut predicting = Cooperative::predicting(terrain);
    let node = |(x, y): (u16, u16)| at(terrain, x, y);
    predicting.begin_all(&ends.iter().map(|(from, to)| (node(*from), node(*to))).collect::<Vec<_>>());
    let end = finish(&mut predicting);
    let cells = |walk: &&[u32]| walk.iter().map(|node| terrain.cell(*node)).collect();
    (end, predicting.trails().iter().map(cells).collect())
}

/// A cart crosses the field. A traveller with arrival times avoids where it will be, not where it is, and never
/// waits; where only waiting would help, it finds nothing.
#[test]
fn what_will_be_in_the_way_is_gone_round() {
    let field = drawn(&["..........."; 9], EIGHT);
    let (end, walks) = walk(&field, &[((5, 0), (5, 8)), ((1, 4), (9, 4))]);
    assert!(matches!(end, Step::Found(_)));
    let when = |walk: &[Cell], tick: usize| walk[tick.min(walk.len() - 1)];
    assert!((0..12).all(|tick| when(&walks[0], tick) != when(&walks[1], tick)), "{walks:?}");
    assert!(walks[1].iter().take(9).is_sorted_by(|a, b| a != b), "no one waits: {walks:?}");
    assert!(walks[1].iter().any(|cell| cell.y != 4), "it would meet the cart in the middle: {walks:?}");
    // The cart's present cell does not matter: it will be gone.
    let (_, walks) = walk(&field, &[((3, 4), (3, 0)), ((0, 4), (9, 4))]);
    assert!(walks[1].iter().all(|cell| cell.y == 4), "{walks:?}");
    // At the passing place waiting would be necessary.
    let narrow = suite("passing-place");
    let both = [((12, 1), (0, 1)), ((0, 1), (12, 1))];
    let (end, _) = walk(&narrow, &both);
    let mut together = Cooperative::new(&narrow, None);
    together.begin_all(&both.map(|(from, to)| (at(&narrow, from.0, from.1), at(&narrow, to.0, to.1))));
    assert!(end == Step::Exhausted && matches!(finish(&mut together), Step::Found(_)));
}

/// Random ground of one, two and three: the first path is ready far sooner and can be walked, the second is the
/// cheapest.
#[test]
fn a_quick_path_first_and_the_cheapest_after_it() {
    let mut dice = Dice(14);
    let (mut soon, mut all, mut dearer) = (0, 0, 0);
    for _ in 0..20 {
        let size = Size::new(48, 48);
        let mut prices = vec![1000; size.area()];
        for _ in 0..60 {
            let middle = size.cell(dice.below(size.area()));
            let price = [2000, 3000, 3000][dice.below(3)];
            size.square(middle, 3).for_each(|cell| prices[size.index(cell)] = price);
        }
        let terrain = Terrain::new(size, prices, EIGHT).unwrap();
        let nodes = free(&terrain);
        let (start, goal) = (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())]);
        let mut refined = RefinedSearch::new(&terrain);
        refined.begin(start, goal);
        while refined.first().is_none() {
            assert_eq!(refined.step(&mut Tally::default()), Step::Working);
        }
        let (path, spent) = refined.first().map(|(path, spent)| (path.to_vec(), spent)).unwrap();
        assert!(path.first() == Some(&start) && path.last() == Some(&goal));
        let first = terrain.path_cost(&path).unwrap();
        assert!(matches!(finish(&mut refined), Step::Found(_)));
        let second = terrain.path_cost(&refined.path()).unwrap();
        let (best, _) = way_of(&mut wayworn::search::field::DistanceField::new(&terrain), start, goal);
        assert_eq!(
            Some(second),
            best.and_then(|path| terrain.path_cost(&path)),
            "the second is the cheapest"
        );
        assert!(second <= first && first <= 3 * second);
        (soon, all) = (soon + spent, all + refined.second_expansions());
        dearer += u32::from(first > second);
    }
    assert!(soon * 2 < all && dearer > 8, "{soon} of {all} expansions, {dearer} paths dearer");
}
