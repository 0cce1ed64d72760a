//! Price terms that depend on the walker and its state: high ground, turns, straightness of a path, food, haste.

use crate::costs::{Drawn, cell, rows};
use crate::kit::Dice;
use crate::orders::{drawn, level, order, unit, until};
use wayworn::grid::{Cell, DIAGONAL, STRAIGHT};
use wayworn::land::{Land, Surface};
use wayworn::plan::{self, PricedPath};
use wayworn::world::{Behaviour, Kind, Order, Queue, STEP_TICKS, Season, Tier, UnitIx};

/// Two peaks with a long ridge between them. A kind that avoids high ground goes down, along the valley and up again;
/// one that avoids only climbing stays up.
#[test]
fn between_two_peaks_a_kind_that_avoids_height_goes_down() {
    let mut land = Drawn::new(&rows(7, &".".repeat(40)), None, Season::Autumn);
    for at in land.size().cells() {
        land.world.land.height[at] = Land::SEA + if at.y == 3 { 560 } else { 500 };
    }
    let (from, to) = (cell(1, 3), cell(38, 3));
    let [porter, settler] = [Kind::Porter, Kind::Settler].map(|kind| land.path(kind, from, to));
    assert!(porter.cells.iter().all(|cell| cell.y == 3) && porter.terms.heights == 0);
    let low = settler.cells.iter().filter(|cell| cell.y != 3).count();
    assert!(low > 25 && settler.terms.slope > 0, "{settler:?}");
    let ridge = plan::straight_line(&land.believes(Kind::Settler), land.size(), from, to);
    assert!(settler.terms.heights < ridge.terms.heights && settler.terms.time > ridge.terms.time);
    // A generated land has every band of altitude.
    let game = crate::kit::game(3, 96);
    let bands = game.world.land.height.values().iter().map(|height| wayworn::world::altitude(*height));
    assert_eq!(bands.collect::<std::collections::BTreeSet<usize>>().len(), 4);
}

/// Random lands: a cart's path with eased turns is walkable, often cheaper and more expensive only for lack of a
/// sharp turn, and has gentler turns; other kinds' paths are unchanged.
#[test]
fn carts_ease_their_turns() {
    let mut dice = Dice(12);
    let (mut cheaper, mut before, mut after) = (0, 0, 0);
    let mut sharp = [0, 0];
    for _ in 0..60 {
        let map: Vec<String> =
            (0..24).map(|_| (0..40).map(|_| if dice.below(4) == 0 { '#' } else { '.' }).collect()).collect();
        let mut land = Drawn::new(&map, None, Season::Autumn);
        let ends = [cell(1, dice.below(24) as u16), cell(38, dice.below(24) as u16)];
        for end in ends {
            land.belief().observe(end, Surface::Meadow, Tier::None, false, 0);
        }
        let (size, believes) = (land.size(), land.believes(Kind::Cart));
        let path = plan::exact_path(&believes, size, ends[0], ends[1]);
        if !path.reaches {
            continue;
        }
        // Every other one has to turn about first.
        let ahead = path.cells[0].dir_to(path.cells[1]);
        let heading = ahead.map(|dir| dir.rotated(4)).filter(|_| dice.below(2) == 0);
        let eased = plan::with_eased_turns(&believes, size, heading, path.cells.clone());
        let terms = plan::path_terms(&believes, size, &eased).unwrap().0;
        assert!(plan::is_walkable(&believes, size, &eased));
        assert_eq!((eased.first(), eased.last()), (path.cells.first(), path.cells.last()));
        let [was_sharp, is_sharp] =
            [&path.cells, &eased].map(|cells| plan::sharpest_turn(heading, cells) > plan::TURN_MAX_EIGHTHS);
        assert!(terms.total() <= path.terms.total() || (was_sharp && !is_sharp));
        assert!(was_sharp || !is_sharp);
        sharp = [sharp[0] + u32::from(was_sharp), sharp[1] + u32::from(is_sharp)];
        if heading.is_none() {
            cheaper += u32::from(terms.total() < path.terms.total());
            (before, after) = (before + path.terms.turns, after + terms.turns);
        }
        let porter = land.believes(Kind::Porter);
        assert_eq!(plan::with_eased_turns(&porter, size, None, path.cells.clone()), path.cells);
        assert_eq!(plan::path_terms(&porter, size, &path.cells).unwrap().0.turns, 0);
    }
    assert!(cheaper > 10 && after * 10 < before * 9, "{cheaper} cheaper, turns {before} and {after}");
    assert!(sharp[1] * 3 < sharp[0], "sharp turns: {sharp:?}");
}

/// In the open a cart never turns by more than a right angle, whatever its orders: it takes a wide bend. In a lane
/// with a dead end it turns about, for there is no other path.
#[test]
fn carts_turn_sharply_only_where_they_must() {
    let goals = [(30, 10), (5, 10), (28, 4), (28, 18), (3, 3)];
    let about = |map: &[String], at: (u16, u16), goals: &[(u16, u16)]| {
        let mut game = level(map, false, &[("cart", at.0, at.1)]);
        let me = game.world.units[UnitIx(0)].id;
        let mut path = vec![unit(&game, me).cell];
        for goal in goals {
            order(&mut game, me, vec![Order::Go(cell(goal.0, goal.1)), Order::Stop], Queue::Replace);
            for _ in 0..90 {
                game.tick();
                let here = unit(&game, me).cell;
                if path.last() != Some(&here) {
                    path.push(here);
                }
            }
        }
        assert!(path.len() > 20, "it hardly walked: {path:?}");
        plan::sharpest_turn(None, &path)
    };
    assert!(about(&rows(22, &".".repeat(40)), (10, 10), &goals) <= plan::TURN_MAX_EIGHTHS);
    let mut lane = rows(5, &"#".repeat(40));
    // A bridge has room for a cart.
    lane[2] = "H".repeat(40);
    assert_eq!(about(&lane, (2, 2), &[(30, 2), (2, 2), (30, 2)]), 4);
}

/// In a corridor of right angles a cart's time matches its plan, turns included, and is longer than without them.
#[test]
fn turns_take_the_time_that_was_planned() {
    let mut map = rows(12, &"#".repeat(30));
    for step in 0..9 {
        for (dx, dy) in [(0, 0), (1, 0), (2, 0), (3, 0), (3, 1)] {
            let (x, y) = (1 + step * 3 + dx, 1 + step + dy);
            // A bridge has room for a cart.
            map[y].replace_range(x..=x, "H");
        }
    }
    let mut game = level(&map, false, &[("cart", 1, 1)]);
    let me = game.world.units[UnitIx(0)].id;
    let goal = cell(28, 10);
    order(&mut game, me, vec![Order::Go(goal), Order::Stop], Queue::Replace);
    assert!(until(&mut game, 5, |game| unit(game, me).path.is_some()));
    let path = unit(&game, me).path.clone().unwrap();
    let turns = path.terms[14];
    assert!(turns >= 17 * i64::from(Kind::Cart.row().turn[2]), "{turns}");
    assert!(until(&mut game, 5, |game| unit(game, me).next.is_some()));
    let begun = game.world.tick;
    assert!(until(&mut game, 2000, |game| unit(game, me).cell == goal));
    let gained = (game.world.tick - begun) * 1000 * u64::from(Kind::Cart.row().speed_percent) / 100;
    let needed = path.time * u64::from(STEP_TICKS);
    assert!(gained.abs_diff(needed) * 100 <= needed * 3, "{gained} gained, {needed} needed");
}

/// Diagonals cost extra for a kind that prefers straight paths: over a strip of burnt ground a cart goes straight,
/// although the detour takes less time.
#[test]
fn a_cart_goes_straight_for_the_look_of_it() {
    let land = Drawn::new(&rows(9, "............"), None, Season::Autumn);
    let price = |kind, to| land.step(kind, cell(4, 4), to).unwrap();
    assert_eq!(price(Kind::Porter, cell(5, 5)), DIAGONAL);
    assert_eq!(price(Kind::Cart, cell(5, 5)), DIAGONAL + Kind::Cart.row().diagonal);
    assert_eq!(price(Kind::Cart, cell(5, 4)), STRAIGHT);
    let mut land = Drawn::new(&rows(9, "............"), None, Season::Autumn);
    for x in [4, 5, 6] {
        land.belief().observe(cell(x, 4), Surface::Burnt, Tier::None, false, 0);
    }
    let path = land.path(Kind::Cart, cell(1, 4), cell(9, 4));
    assert!(path.cells.iter().all(|cell| cell.y == 4), "{path:?}");
    let around: Vec<Cell> = (1..=9).map(|x| cell(x, if (4..=6).contains(&x) { 5 } else { 4 })).collect();
    let around = plan::priced_path(&land.believes(Kind::Cart), land.size(), around).unwrap();
    assert!(around.terms.time - around.terms.turns < path.terms.time && around.terms.diagonals > 0);
}

/// A unit in haste weighs every addition to a step, and pays all of it in fatigue.
#[test]
fn haste_weighs_climbing_and_fear_and_not_only_ground() {
    let map = rows(5, "......");
    let heights = rows(5, "000999");
    let mut land = Drawn::new(&map, Some(&heights), Season::Autumn);
    let up = |land: &Drawn| {
        let believes = land.believes(Kind::Messenger);
        believes.terms(land.node(cell(2, 2)), land.node(cell(3, 2)), STRAIGHT).unwrap()
    };
    let terms = up(&land);
    assert!(terms.slope > 0 && terms.time == 1000 + terms.slope && terms.total() == 1000 + terms.slope / 2);
    land.belief().add_fear(cell(3, 2), 4000);
    let feared = up(&land);
    assert!(feared.fear > 0 && feared.total() == terms.total() + feared.fear / 2);
    assert_eq!(land.step(Kind::Messenger, cell(2, 2), cell(3, 2)), Some(feared.total() as u32));
}

/// With little food left time weighs more: some fears turn fed units away, but not hungry ones.
#[test]
fn the_hungry_take_the_shorter_way_through_fear() {
    let mut map = rows(24, &".".repeat(30));
    for row in &mut map[..20] {
        row.replace_range(15..16, "#");
    }
    map[8].replace_range(15..16, ".");
    let pass = cell(15, 8);
    let mut torn = 0;
    for fright in (500..6000).step_by(250) {
        let mut land = Drawn::new(&map, None, Season::Autumn);
        land.belief().add_fear(pass, fright);
        let through = [0, 1, 2].map(|band| {
            let believes = land.believes(Kind::Porter).with_hunger(band);
            let path = plan::exact_path(&believes, land.size(), cell(4, 8), cell(26, 8));
            let PricedPath { terms, .. } = path;
            assert_eq!(terms.supplies > 0, band > 0);
            path.cells.contains(&pass)
        });
        assert!(through.is_sorted(), "hunger makes no unit shy: {through:?}");
        torn += u32::from(!through[0] && through[2]);
    }
    assert!(torn > 0);
}

/// A long path without an inn. A unit whose food will not last detours to the nearest inn, not to one ahead, and then
/// continues; a unit with enough food passes by.
#[test]
fn a_unit_low_on_food_detours_to_the_nearest_inn() {
    let near = cell(68, 14);
    let towns = "[[town]]\nkind = \"inn\"\nat = [68, 14]\n[[town]]\nkind = \"inn\"\nat = [84, 5]\n";
    let walk = |kind: &str, goal: Cell| {
        let things = format!("{towns}[[unit]]\nkind = \"{kind}\"\nat = [2, 5]\n");
        let mut game = drawn(&rows(16, &".".repeat(230)), false, &things);
        let me = game.world.units[UnitIx(0)].id;
        order(&mut game, me, vec![Order::Go(goal), Order::Stop], Queue::Replace);
        let (mut visited, mut hungriest, mut least) = (false, 0, u32::MAX);
        let arrived = until(&mut game, 6000, |game| {
            let me = unit(game, me);
            visited |= me.cell == near;
            hungriest = hungriest.max(me.hunger());
            if me.cell.chebyshev(near) == 0 {
                least = least.min(me.unfed);
            }
            matches!(me.top(), Some(Behaviour::Stop))
        });
        assert!(arrived && unit(&game, me).cell == goal);
        (visited, hungriest, least)
    };
    assert_eq!(walk("porter", cell(220, 5)), (true, 2, 0), "and hungry again at the end");
    assert_eq!(walk("porter", cell(100, 5)), (false, 1, u32::MAX));
    assert_eq!(walk("scout", cell(220, 5)), (false, 0, u32::MAX), "scouts live off the land");
}
