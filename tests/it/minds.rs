//! Behaviours: each does what its name says, by one testable statement.

use crate::causes;
use crate::orders::{meadow, order, unit, until};
use std::collections::BTreeSet;
use std::fmt::Write;
use wayworn::grid::Cell;
use wayworn::land::Good;
use wayworn::level::Level;
use wayworn::mind::{
    ALERT_STEPS, AVOID_STEPS, DISPERSE_STEPS, LEARNING_TICKS, LEASH_STEPS, LOAD_WORK_TICKS,
    STAY_RADIUS_STEPS, Strikes, TOGETHER_STEPS,
};
use wayworn::sim::Game;
use wayworn::world::{
    Attack, Behaviour, BehaviourResult, DAY, Event, EventKind, FailureReason, Order, Queue, SearchGoal,
    SiteWork, Spy, TravelEvent, UnitId, UnitOrPlace,
};

/// Kind, people, name, place and orders of a unit.
pub(crate) type Drawn<'a> = (&'a str, &'a str, &'a str, (u16, u16), &'a str);

/// A level of these rows with these units; `more` is appended.
pub(crate) fn scene(rows: &[String], fog: bool, units: &[Drawn], more: &str) -> Game {
    let mut text = format!("name = \"x\"\nabout = \"y\"\nfog = {fog}\nmap = '''\n{}\n'''\n", rows.join("\n"));
    for (kind, people, name, (x, y), orders) in units {
        let orders = if orders.is_empty() { String::new() } else { format!("orders = [\"{orders}\"]\n") };
        writeln!(
            text,
            "[[unit]]\nkind = \"{kind}\"\npeople = \"{people}\"\nname = \"{name}\"\nat = [{x}, {y}]\n{orders}"
        )
        .unwrap();
    }
    text.push_str(more);
    Game::from_level(&Level::parse(&text).unwrap_or_else(|error| panic!("{error}")))
}

/// A unit by name.
pub(crate) fn named(game: &Game, name: &str) -> UnitId {
    game.world.units.iter().find(|unit| unit.name == name).unwrap().id
}

fn give(game: &mut Game, name: &str, what: Order) -> UnitId {
    let id = named(game, name);
    order(game, id, vec![what], Queue::Replace);
    id
}

fn at(game: &Game, id: UnitId) -> Cell {
    unit(game, id).cell
}

fn cell(x: u16, y: u16) -> Cell {
    Cell::new(x, y)
}

/// Rows with a wall between two points of a column or a row.
fn walled(mut rows: Vec<String>, from: (usize, usize), to: (usize, usize)) -> Vec<String> {
    for row in &mut rows[from.1..=to.1] {
        row.replace_range(from.0..=to.0, &"#".repeat(to.0 - from.0 + 1));
    }
    rows
}

/// Whether the card says why a unit stands.
fn stands(game: &Game, id: UnitId) -> bool {
    let selected = vec![id];
    let view = wayworn::scene::View { selected, ..Default::default() };
    let card = wayworn::scene::build_scene(game, &view).unit_card.unwrap();
    card.facts.iter().any(|(label, words)| matches!(*label, "idle" | "waits") && !words.is_empty())
}

#[test]
fn staying_never_leaves_its_radius_and_comes_back() {
    // Porters pass all the time through the one-wide passage in which it stays.
    let rows: Vec<String> = (0..9)
        .map(|y| if y == 4 { ".".repeat(40) } else { ".".repeat(14) + &"#".repeat(12) + &".".repeat(14) })
        .collect();
    let walkers: Vec<(String, (u16, u16))> = (0..4).map(|i| (format!("P{i}"), (3 + i, 4))).collect();
    let mut units = vec![("porter", "yours", "Ada", (15, 4), "stay")];
    units.extend(
        walkers.iter().map(|(name, place)| ("porter", "yours", name.as_str(), *place, "patrol 35 4, 3 4")),
    );
    let mut game = scene(&rows, false, &units, "");
    let ada = named(&game, "Ada");
    let mut farthest = 0;
    until(&mut game, DAY - 2, |game| {
        farthest = farthest.max(at(game, ada).chebyshev(cell(15, 4)));
        assert!(farthest <= u32::from(STAY_RADIUS_STEPS), "{farthest} steps away");
        false
    });
    assert!(farthest > 0, "no porter ever made it step aside");
    let mut game = scene(
        &meadow(20, 9),
        false,
        &[("porter", "yours", "Ada", (9, 4), "stay"), ("porter", "yours", "Bo", (9, 8), "stop")],
        "",
    );
    let ada = named(&game, "Ada");
    until(&mut game, 5, |_| false);
    // It was led aside, as a shove does.
    let index = game.world.unit_index(ada).unwrap();
    game.world.units[index].cell = cell(12, 4);
    let mut game = Game::from_world(game.world);
    assert!(until(&mut game, 60, |game| at(game, ada) == cell(9, 4)), "it comes back");
}

#[test]
fn fleeing_descends_the_threat_and_avoids_dead_ends() {
    let flat = meadow(50, 21);
    let units = [("porter", "yours", "Ada", (18, 10), ""), ("raider", "raiders", "Skar", (14, 10), "stop")];
    let mut game = scene(&flat, false, &units, "");
    let ada = give(&mut game, "Ada", Order::Flee);
    let skar = cell(14, 10);
    let mut last = at(&game, ada).octile(skar);
    let safe = until(&mut game, 600, |game| {
        let now = at(game, ada).octile(skar);
        assert!(now >= last, "the threat grows: {now} after {last}");
        last = now;
        !matches!(unit(game, ada).top(), Some(Behaviour::Flee(_)))
    });
    assert!(safe && last >= 12_000, "it is {last} away");

    // A pocket: straight away from the enemy is a dead end; the way out first leads past it.
    let mut rows = walled(meadow(60, 25), (20, 6), (34, 6));
    rows = walled(rows, (20, 18), (34, 18));
    rows = walled(rows, (34, 6), (34, 18));
    let units = [("porter", "yours", "Ada", (22, 8), ""), ("raider", "raiders", "Skar", (21, 13), "stop")];
    let mut game = scene(&rows, false, &units, "");
    let ada = give(&mut game, "Ada", Order::Flee);
    let out = until(&mut game, 600, |game| at(game, ada).x < 20 || at(game, ada).y < 6);
    assert!(out, "it ran into the pocket: {:?}", at(&game, ada));
}

#[test]
fn fleeing_hides_without_striking_and_retreating_strikes() {
    let town = "[[town]]\nkind = \"village\"\nat = [30, 10]\n";
    let units = [("porter", "yours", "Ada", (22, 10), ""), ("raider", "raiders", "Skar", (18, 10), "stop")];
    let mut game = scene(&meadow(40, 21), false, &units, town);
    let ada = give(&mut game, "Ada", Order::Flee);
    let mut struck_back = false;
    let hides = until(&mut game, 200, |game| {
        let flees = unit(game, ada).stack.iter().find(|b| matches!(b, Behaviour::Flee(_)));
        struck_back |= flees.is_some_and(|flight| flight.rules().strikes() != Strikes::Never);
        at(game, ada) == cell(30, 10)
    });
    assert!(hides && !struck_back, "into the village");

    let mut game = scene(&meadow(50, 21), false, &units, "");
    let ada = give(&mut game, "Ada", Order::Retreat);
    let (mut last, mut retreats) = (0, 0);
    until(&mut game, 200, |game| {
        let now = at(game, ada).octile(cell(18, 10));
        assert!(now >= last, "it retreats as it would flee");
        last = now;
        if let Some(top @ Behaviour::Retreat(_)) = unit(game, ada).top() {
            assert!(top.rules().strikes() != Strikes::Never);
            retreats += 1;
        }
        false
    });
    assert!(last >= 12_000 && retreats > 20, "it retreated for {retreats} ticks");
}

#[test]
fn exploring_sees_more_per_step_than_wandering() {
    let learned = |what: Order| {
        let mut game = scene(&meadow(64, 64), true, &[("scout", "yours", "Ada", (32, 32), "")], "");
        let ada = give(&mut game, "Ada", what);
        let before = game.world.peoples[0].belief.known();
        until(&mut game, DAY - 2, |_| false);
        let steps = unit(&game, ada).steps.max(1);
        (game.world.peoples[0].belief.known() - before) * 100 / steps
    };
    let (explored, wandered) = (learned(Order::Explore), learned(Order::Wander));
    assert!(
        wandered > 0 && explored > wandered * 2,
        "{explored} against {wandered} cells in a hundred steps"
    );
}

#[test]
fn wandering_favours_no_direction() {
    let names: Vec<String> = (0..64).map(|i| format!("N{i}")).collect();
    let places = (0..64u16).map(|i| (16 + i % 8 * 12, 16 + i / 8 * 12));
    let units: Vec<_> = names
        .iter()
        .zip(places)
        .map(|(name, place)| ("porter", "yours", name.as_str(), place, "wander"))
        .collect();
    let mut game = scene(&meadow(116, 116), false, &units, "");
    let began: Vec<Cell> = game.world.units.iter().map(|unit| unit.cell).collect();
    for _ in 0..DAY - 2 {
        game.tick();
    }
    let ends = game.world.units.iter().zip(&began);
    let (mut sum, mut far) = ((0i64, 0i64), 0);
    for (unit, began) in ends {
        sum.0 += i64::from(unit.cell.x) - i64::from(began.x);
        sum.1 += i64::from(unit.cell.y) - i64::from(began.y);
        far += u32::from(unit.cell.chebyshev(*began) >= 6);
    }
    // A straight walk would take forty steps; sixty-four random walks average to one or two.
    assert!(far > 24, "{far} got anywhere");
    assert!(sum.0.abs().max(sum.1.abs()) <= 4 * 64, "on average it ends {sum:?} / 64 away");
}

#[test]
fn searching_ends_at_the_sight_of_its_target_and_says_so() {
    // A unit behind woods and hills, in the far corner.
    let mut rows = walled(meadow(60, 40), (30, 0), (30, 30));
    rows = walled(rows, (44, 12), (44, 39));
    let units = [("scout", "yours", "Ada", (4, 4), ""), ("raider", "raiders", "Skar", (56, 34), "stop")];
    let mut game = scene(&rows, false, &units, "");
    let skar = named(&game, "Skar");
    let ada = give(&mut game, "Ada", Order::Search(SearchGoal::Unit(skar)));
    until(&mut game, 2, |_| false);
    let sees = |game: &Game| game.derived.visible[0][cell(56, 34)] > 0;
    let ended = until(&mut game, 4000, |game| {
        let searches = unit(game, ada).stack.iter().any(|b| matches!(b, Behaviour::Search(_)));
        assert!(searches || sees(game), "it ends only when it sees the raider");
        !searches
    });
    assert!(ended, "{:?}", unit(&game, ada));
    let found = TravelEvent::Ended { unit: ada, result: BehaviourResult::UnitFound(skar) };
    assert!(causes::told(&game).any(|event| event.kind == EventKind::Travel(found)));
}

#[test]
fn a_search_for_a_place_ends_with_the_first_new_one_and_a_vain_one_says_so() {
    let sites = "[[site]]\nat = [50, 20]\ngood = \"salt\"\n";
    let mut game = scene(&meadow(56, 24), true, &[("scout", "yours", "Ada", (4, 4), "search salt")], sites);
    let ada = named(&game, "Ada");
    let done = until(&mut game, 3000, |game| game.world.peoples[0].belief.is_known(cell(50, 20)));
    assert!(done);
    until(&mut game, 20, |_| false);
    assert!(!unit(&game, ada).stack.iter().any(|b| matches!(b, Behaviour::Search(_))));
    order(&mut game, ada, vec![Order::Search(SearchGoal::Site(Good::Ore))], Queue::Replace);
    let vain = |game: &Game| {
        let is_vain = |event: &Event| {
            let reason = FailureReason::SearchedEverywhere;
            matches!(event.kind, EventKind::Travel(TravelEvent::Failed { reason: why, .. }) if why == reason)
        };
        causes::told(game).any(is_vain)
    };
    assert!(until(&mut game, 4000, vain), "there is no ore: {:?}", unit(&game, ada).top());
}

#[test]
fn spying_is_unseen_while_it_learns() {
    let town = "[[town]]\nkind = \"village\"\nat = [4, 20]\n";
    // A foreign porter that stands, one on patrol, and a wood between.
    for (orders, ticks) in [("stop", 1500), ("patrol 40 6, 40 24", 6000)] {
        let units = [("spy", "yours", "Ada", (6, 20), ""), ("porter", "strangers", "Sven", (40, 20), orders)];
        let mut game = scene(&walled(meadow(60, 30), (30, 14), (31, 20)), false, &units, town);
        let sven = named(&game, "Sven");
        // One of our lookouts sees it, so that the spy knows where to go.
        let ada = named(&game, "Ada");
        let index = game.world.unit_index(ada).unwrap();
        game.world.units[index].stack.push(Behaviour::Spy(Spy {
            mark: UnitOrPlace::Unit(sven),
            last: cell(40, 20),
            since: None,
            learned: false,
        }));
        let strangers = usize::from(unit(&game, sven).people);
        let (mut learning, mut looked_at) = (0, 0);
        let learned = until(&mut game, ticks, |game| match unit(game, ada).stack.get(1) {
            Some(Behaviour::Spy(Spy { since: Some(since), learned: false, .. })) => {
                // A walker may look from its next step before the spy knows: then the spy starts again.
                let exposed = game.derived.visible[strangers][at(game, ada)] > 0;
                looked_at = if exposed && game.world.tick > *since { looked_at + 1 } else { 0 };
                assert!(looked_at <= u32::from(orders != "stop"), "seen at tick {}", game.world.tick);
                learning += 1;
                assert!(orders != "stop" || game.derived.visible[0][at(game, sven)] > 0);
                false
            }
            Some(Behaviour::Spy(Spy { learned, .. })) => *learned,
            _ => true,
        });
        assert!(learned && learning >= LEARNING_TICKS - 2, "{orders}: {learning} {:?}", unit(&game, ada));
        assert!(until(&mut game, 1500, |game| at(game, ada) == cell(4, 20)), "then it goes home");
        until(&mut game, 5, |_| false);
        assert_eq!(unit(&game, ada).stack.len(), 1, "{:?}", unit(&game, ada).stack);
    }
}

#[test]
fn patrolling_revisits_each_place_within_a_bounded_time() {
    let mut game =
        scene(&meadow(40, 24), false, &[("guard", "yours", "Ada", (20, 12), "patrol 30 5, 30 18, 8 10")], "");
    let ada = named(&game, "Ada");
    let points = [cell(30, 5), cell(30, 18), cell(8, 10)];
    let (mut seen, mut visits, mut gap) = ([0u64; 3], [0; 3], 0);
    until(&mut game, 8 * DAY, |game| {
        if let Some(i) = points.iter().position(|point| *point == at(game, ada)) {
            visits[i] += u32::from(game.world.tick > seen[i] + 20);
            seen[i] = game.world.tick;
        }
        gap = seen.iter().fold(gap, |gap, tick| gap.max(game.world.tick - tick));
        false
    });
    // The round takes some 61 steps, a day and a half, plus the nights.
    assert!(visits.iter().all(|visits| *visits >= 3) && gap < 3 * DAY, "{gap} ticks, {visits:?}");
}

#[test]
fn defending_attacks_near_foes_but_stays_near_the_ward() {
    let units = [
        ("guard", "yours", "Ada", (20, 12), ""),
        ("porter", "yours", "Bo", (22, 12), "stop"),
        ("raider", "raiders", "Skar", (34, 12), "patrol 26 12, 38 12"),
    ];
    let mut game = scene(&meadow(44, 24), false, &units, "");
    let (bo, skar) = (named(&game, "Bo"), named(&game, "Skar"));
    let ada = give(&mut game, "Ada", Order::Defend(UnitOrPlace::Unit(bo)));
    let mut touched = false;
    until(&mut game, 800, |game| {
        assert!(at(game, ada).chebyshev(cell(22, 12)) <= LEASH_STEPS, "{:?}", at(game, ada));
        let Some(foe) = game.world.unit(skar) else { return true };
        touched |= at(game, ada).chebyshev(foe.cell) <= 1;
        false
    });
    assert!(touched, "it attacks when the raider is within {ALERT_STEPS} steps");
}

#[test]
fn guarding_holds_the_cell_and_returns_to_it() {
    let rows: Vec<String> = (0..11)
        .map(|y| if y == 5 { ".".repeat(41) } else { ".".repeat(20) + "#" + &".".repeat(20) })
        .collect();
    let units = [("guard", "yours", "Ada", (10, 3), "guard 20 5"), ("porter", "yours", "Bo", (30, 5), "")];
    let mut game = scene(&rows, false, &units, "");
    let (ada, bo) = (named(&game, "Ada"), named(&game, "Bo"));
    assert!(until(&mut game, 200, |game| at(game, ada) == cell(20, 5)));
    assert!(!until(&mut game, 300, |game| at(game, ada) != cell(20, 5)), "undisturbed it does not stir");
    assert!(stands(&game, ada), "it says why it stands");
    order(&mut game, bo, vec![Order::Go(cell(5, 5)), Order::Stop], Queue::Replace);
    let mut away = 0;
    until(&mut game, 600, |game| {
        away += u64::from(at(game, ada) != cell(20, 5));
        false
    });
    assert_eq!(at(&game, bo), cell(5, 5), "its own people get by");
    assert_eq!(at(&game, ada), cell(20, 5), "and it is back");
    assert!(away < 200, "{away} ticks away");
}

#[test]
fn attacking_closes_in_and_ends_when_the_foe_is_gone() {
    let units = [("guard", "yours", "Ada", (8, 12), ""), ("porter", "raiders", "Skar", (15, 12), "stop")];
    let mut game = scene(&walled(meadow(40, 24), (11, 4), (11, 18)), false, &units, "");
    let skar = named(&game, "Skar");
    let index = game.world.unit_index(named(&game, "Ada")).unwrap();
    let ada = game.world.units[index].id;
    game.world.units[index].stack.push(Behaviour::Attack(Attack { unit: skar, last: cell(15, 12) }));
    let mut left = usize::MAX;
    let near = until(&mut game, 400, |game| {
        // The remaining path shrinks from the first plan on.
        if let Some(path) = &unit(game, ada).path {
            assert!(path.steps.len() <= left, "{} steps after {left}", path.steps.len());
            left = path.steps.len();
        }
        at(game, ada).chebyshev(cell(15, 12)) == 1
    });
    assert!(near && left < 4, "{:?}", unit(&game, ada));
    assert!(
        until(&mut game, 4000, |game| game.world.unit(skar).is_none()),
        "a guard strikes until the raider is dead"
    );
    assert!(until(&mut game, 60, |game| unit(game, ada).stack.len() == 1), "then it is done");
}

#[test]
fn any_kind_strikes_when_ordered_and_never_while_fleeing() {
    // None of these strikes unordered: a porter of the raiders' people harms no one.
    let units = [("porter", "yours", "Ada", (8, 12), "stop"), ("porter", "raiders", "Skar", (9, 12), "stop")];
    let fought = |what: fn(UnitId) -> Order| {
        let mut game = scene(&meadow(40, 24), false, &units, "");
        let (ada, skar) = (named(&game, "Ada"), named(&game, "Skar"));
        order(&mut game, ada, vec![what(skar)], Queue::Replace);
        until(&mut game, 60, |game| game.world.unit(skar).is_none_or(|skar| skar.fought > 0))
    };
    assert!(!fought(|_| Order::Stop), "a porter lets it be");
    assert!(fought(Order::Attack), "but strikes when told to");
    // A guard would strike, but not while it flees.
    let strikes = |what: Order| {
        let units =
            [("guard", "yours", "Ada", (8, 12), "stop"), ("porter", "raiders", "Skar", (9, 12), "stop")];
        let mut game = scene(&walled(meadow(11, 24), (7, 0), (7, 23)), false, &units, "");
        let (ada, skar) = (named(&game, "Ada"), named(&game, "Skar"));
        order(&mut game, ada, vec![what], Queue::Replace);
        game.world.units.iter_mut().for_each(|unit| unit.fought = 0);
        game.tick();
        game.world.unit(skar).is_none_or(|skar| skar.fought > 0)
    };
    assert!(strikes(Order::Stop) && strikes(Order::Retreat) && !strikes(Order::Flee));
}

#[test]
fn surrounding_together_leaves_no_exit() {
    // In a corner of a wall five neighbours are free, for six units; in the open eight, for nine.
    for (count, place, open) in [(6u16, (1, 12), 5), (9, (24, 12), 8)] {
        let rows = walled(meadow(40, 24), (0, 0), (0, 23));
        let names: Vec<String> = (0..count).map(|i| format!("G{i}")).collect();
        let mut units: Vec<_> = (0..count)
            .map(|i| {
                ("porter", "yours", names[usize::from(i)].as_str(), (place.0 + 5 + i % 3, 9 + i / 3 * 2), "")
            })
            .collect();
        units.push(("porter", "raiders", "Skar", place, "stop"));
        let mut game = scene(&rows, false, &units, "");
        let skar = named(&game, "Skar");
        // Porters do not strike: what counts is where they stand.
        let members: Vec<UnitId> = names.iter().map(|name| named(&game, name)).collect();
        let target = cell(place.0, place.1);
        for id in &members {
            order(&mut game, *id, vec![Order::Surround(skar)], Queue::Replace);
        }
        let free = |game: &Game| {
            let around = game
                .world
                .size()
                .neighbours(target)
                .filter(|(_, cell)| !game.world.land.surface[*cell].is_blocked());
            around.filter(|(_, cell)| game.derived.holder(*cell).is_none()).count()
        };
        assert_eq!(free(&game), open);
        let closed = until(&mut game, 500, |game| free(game) == 0);
        assert!(closed && unit(&game, skar).cell == target, "{} neighbours are free", free(&game));
    }
}

#[test]
fn avoiding_goes_to_the_limit_and_ends() {
    let mut game = scene(&meadow(60, 30), false, &[("porter", "yours", "Ada", (30, 15), "")], "");
    let ada = give(&mut game, "Ada", Order::Avoid(UnitOrPlace::Place(cell(28, 14))));
    let mut last = 2;
    let far = until(&mut game, 300, |game| {
        let now = at(game, ada).chebyshev(cell(28, 14));
        assert!(now >= last, "{now} after {last}");
        last = now;
        now >= AVOID_STEPS
    });
    assert!(far);
    assert!(until(&mut game, 20, |game| !unit(game, ada)
        .stack
        .iter()
        .any(|b| matches!(b, Behaviour::Avoid(_)))));
}

#[test]
fn dispersing_keeps_a_distance() {
    let units = [
        ("porter", "yours", "Ada", (30, 15), ""),
        ("porter", "yours", "Bo", (10, 15), "patrol 50 15, 10 15"),
        ("porter", "yours", "Cy", (30, 28), "patrol 30 2, 30 28"),
    ];
    let mut game = scene(&meadow(60, 30), false, &units, "");
    let ada = give(&mut game, "Ada", Order::Disperse);
    let others = [named(&game, "Bo"), named(&game, "Cy")];
    let (mut least, mut near) = (u32::MAX, 0);
    until(&mut game, DAY - 2, |game| {
        let room = others.iter().map(|other| at(game, *other).chebyshev(at(game, ada))).min().unwrap();
        least = least.min(room);
        near += u32::from(room <= DISPERSE_STEPS + 4);
        false
    });
    assert!(near > 0, "no unit ever came near");
    assert!(least >= DISPERSE_STEPS, "a unit came within {least} steps");
}

#[test]
fn following_lags_by_a_bounded_number_of_steps() {
    let units = [
        ("porter", "yours", "Ada", (5, 12), "patrol 35 12, 5 3"),
        ("porter", "yours", "Bo", (7, 12), "follow Ada"),
    ];
    let mut game = scene(&meadow(40, 24), false, &units, "");
    let (ada, bo) = (named(&game, "Ada"), named(&game, "Bo"));
    let mut lag = 0;
    until(&mut game, 600, |game| {
        lag = lag.max(at(game, ada).chebyshev(at(game, bo)));
        false
    });
    assert!((2..=8).contains(&lag), "{lag} steps behind");
}

#[test]
fn groups_become_fewer_until_there_is_one() {
    let places: Vec<(u16, u16)> =
        vec![(6, 6), (14, 8), (26, 5), (34, 20), (12, 20), (22, 14), (38, 8), (8, 14)];
    let names: Vec<String> = (0..places.len()).map(|i| format!("N{i}")).collect();
    let units: Vec<_> = places
        .iter()
        .zip(&names)
        .map(|(place, name)| ("porter", "yours", name.as_str(), *place, "group"))
        .collect();
    let mut game = scene(&meadow(44, 26), false, &units, "");
    let clusters = |game: &Game| {
        let cells: Vec<Cell> = game.world.units.iter().map(|unit| unit.cell).collect();
        let mut left: BTreeSet<usize> = (0..cells.len()).collect();
        let mut count = 0;
        while let Some(first) = left.pop_first() {
            count += 1;
            let mut open = vec![first];
            while let Some(one) = open.pop() {
                let near: Vec<usize> = left
                    .iter()
                    .copied()
                    .filter(|i| cells[*i].chebyshev(cells[one]) <= TOGETHER_STEPS)
                    .collect();
                for i in near {
                    left.remove(&i);
                    open.push(i);
                }
            }
        }
        count
    };
    let before = clusters(&game);
    assert!(before >= 7, "{before}");
    assert!(until(&mut game, DAY - 2, |game| clusters(game) == 1), "{} clusters are left", clusters(&game));
}

#[test]
fn working_goes_back_and_forth_between_site_and_store() {
    let more = "[[town]]\nkind = \"village\"\nat = [5, 10]\n[[site]]\nat = [25, 10]\ngood = \"salt\"\n";
    let mut game = scene(&meadow(34, 20), false, &[("worker", "yours", "Ada", (5, 10), "")], more);
    let ada = named(&game, "Ada");
    until(&mut game, 2, |_| false);
    let livelihood = unit(&game, ada).stack[0].clone();
    assert!(
        matches!(livelihood, Behaviour::Work(SiteWork { site, .. }) if site == cell(25, 10)),
        "a worker lives on it"
    );
    let (mut loads, mut worked, mut carried) = (0, 0, false);
    until(&mut game, 8 * DAY, |game| {
        worked += u64::from(at(game, ada) == cell(25, 10));
        let carries = unit(game, ada).cargo.is_some_and(|cargo| cargo.good == Good::Salt);
        loads += u32::from(carried && !carries);
        if carried && !carries {
            assert_eq!(at(game, ada), cell(5, 10), "loads end at home");
        }
        carried = carries;
        false
    });
    assert!(loads >= 3 && worked >= u64::from(LOAD_WORK_TICKS) * 3, "{loads} loads, {worked} ticks of work");
}

#[test]
fn escorting_stays_between_the_ward_and_foes() {
    let units = [
        ("porter", "yours", "Bo", (5, 12), "go 38 12"),
        ("guard", "yours", "Ada", (4, 12), ""),
        ("porter", "raiders", "Skar", (24, 18), "stop"),
    ];
    let mut game = scene(&meadow(44, 26), false, &units, "");
    let (bo, skar) = (named(&game, "Bo"), named(&game, "Skar"));
    let ada = give(&mut game, "Ada", Order::Escort(bo));
    let (mut between, mut met) = (0, 0);
    until(&mut game, 300, |game| {
        let (ward, escort) = (at(game, bo), at(game, ada));
        assert!(escort.chebyshev(ward) <= LEASH_STEPS + 1, "{escort:?} {ward:?}");
        let Some(foe) = game.world.unit(skar).map(|skar| skar.cell) else { return true };
        if foe.chebyshev(ward) <= u32::from(ALERT_STEPS) && game.derived.visible[0][foe] > 0 {
            met += 1;
            between += u32::from(escort.octile(foe) <= ward.octile(foe));
        }
        false
    });
    assert!(met > 30 && between * 10 >= met * 6, "between them in {between} of {met} ticks");
}

#[test]
fn builders_build_at_twice_the_pace_and_idle_units_say_why() {
    let built = |kind: &str| {
        let mut game = scene(&meadow(30, 9), false, &[(kind, "yours", "Ada", (4, 4), "")], "");
        game.apply(&wayworn::world::Command::FreeBuild(true)).unwrap();
        give(&mut game, "Ada", Order::Connect(cell(24, 4)));
        until(&mut game, 3000, |game| game.derived.road_cells >= 20);
        game.world.tick
    };
    let (porter, builder) = (built("porter"), built("builder"));
    assert!(builder * 3 < porter * 2, "{builder} against {porter} ticks, the walk included");

    let (post, ward) = (Order::Guard(cell(9, 4)), Order::Defend(UnitOrPlace::Place(cell(9, 4))));
    for what in [Order::Stop, Order::Stay, Order::Rest, post, Order::Disperse, ward] {
        let mut game = scene(&meadow(20, 9), false, &[("guard", "yours", "Ada", (9, 4), "")], "");
        let ada = give(&mut game, "Ada", what.clone());
        until(&mut game, 10, |_| false);
        assert!(stands(&game, ada), "{what:?}");
    }
}
