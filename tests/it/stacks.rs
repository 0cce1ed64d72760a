//! Behaviour stacks: a pushed behaviour returns, a finished one is popped, a cleared one is gone; and the player's
//! edits of stacks.

use crate::kit::Dice;
use crate::map_check::{Overlay, Scene, behaviours};
use crate::minds::{named, scene};
use crate::orders::{meadow, unit};
use expect_test::expect;
use std::collections::HashSet;
use wayworn::grid::Cell;
use wayworn::land::Surface;
use wayworn::level::Level;
use wayworn::save;
use wayworn::sim::Game;
use wayworn::world::{
    ACTS_MAX, Behaviour, Brush, Command, Order, Queue, Rejection, SearchGoal, StackEdit, UnitId, UnitOrPlace,
};

/// Our own spy, a companion, a foreign unit and a raider that stand, on a meadow with a village and a site.
fn company() -> Scene {
    let mut scene = Scene::new(
        "....................................
         ..........R.........................
         ....................................
         ....................................
         .....M..........E.....S.............
         ....................................
         ....................................
         ........o.........B.................
         ....................................",
        "Mill (village)
         o (salt)
         Eve (spy)
         Bo: stop
         Sven (strangers): stop
         Rog (porter raiders): stop",
    );
    scene.run(3);
    scene
}

/// The same with the spy at work; it first finishes its current step.
fn spying(orders: &str) -> Scene {
    let mut scene = company();
    let eve = scene.order(&format!("Eve: {orders}")).id("Eve");
    assert!(scene.until(12, |game| unit(game, eve).stack.len() == 2));
    scene
}

#[test]
fn a_spy_sent_home_avoids_a_unit_on_the_path_and_resumes_spying() {
    let mut scene = spying("spy Sven");
    scene.order("Eve: push go 5 4\nEve: push avoid Sven");
    let eve = scene.id("Eve");
    assert_eq!(behaviours(scene.unit("Eve")), ["Stay", "Spy", "Travel", "Avoid"]);
    let mut tops = Vec::new();
    scene.until(500, |game| {
        let now = behaviours(unit(game, eve));
        tops.extend(now.last().filter(|top| tops.last() != Some(*top)).cloned());
        now.len() == 2
    });
    assert_eq!(tops, ["Avoid", "Travel", "Spy"], "what is done is popped, what lies below goes on");
    // It was home in between.
    scene.shows(
        Overlay::Steps,
        expect![[r#"
        ....................................
        ..........R.........................
        ....................................
        ....................................
        .....E1111111111......S.............
        ....................................
        ....................................
        ........o.........B.................
        ....................................
    "#]],
    );
}

#[test]
fn stacks_are_dropped_cleared_and_pushed_and_what_cannot_be_is_refused_in_words() {
    let mut scene = spying("go 34 7; rest");
    scene.order("Eve: push guard 20 7").does("Eve", expect!["Eve: Stay, Travel, Guard; then rest"]);
    // Back to what lies below; what waits still waits.
    scene.order("Eve: drop").does("Eve", expect!["Eve: Stay, Travel; then rest"]);
    scene.order("Eve: clear").does("Eve", expect!["Eve: Stay"]);
    let refused = |scene: &mut Scene, line: &str| {
        let why = scene.refusal(line);
        assert!(why.to_string().len() > 10, "{line}: {why:?}");
        why
    };
    assert_eq!(refused(&mut scene, "Eve: drop"), Rejection::Livelihood);
    assert_eq!(refused(&mut scene, "Rog: clear"), Rejection::NoUnits);
    let eve = scene.id("Eve");
    let before = scene.game.world.hash();
    for (height, why) in [(0, Rejection::Livelihood), (3, Rejection::NoSuchLayer)] {
        let drop = Command::EditStack { unit: eve, height, edit: StackEdit::Drop };
        assert_eq!(scene.game.apply(&drop), Err(why));
    }
    assert_eq!(scene.game.world.hash(), before, "a refusal changes nothing");
    for what in ["guard 400 3", "work 400 3", "spy 400 3"] {
        let off = Rejection::OffTheLand(Cell::new(400, 3));
        assert_eq!(refused(&mut scene, &format!("Eve: push {what}")), off);
    }
    for what in ["attack Bo", "escort Rog", "avoid Eve", "work 9 8"] {
        let why = refused(&mut scene, &format!("Eve: push {what}"));
        assert!(matches!(why, Rejection::Cannot(_)), "{what}: {why:?}");
    }
    let guard = StackEdit::Push(scene.order_of("guard 20 7"));
    for _ in 0..40 {
        let height = scene.unit("Eve").stack.len() as u8;
        let _ = scene.game.apply(&Command::EditStack { unit: eve, height, edit: guard.clone() });
    }
    assert!(matches!(refused(&mut scene, "Eve: push flee"), Rejection::TooMany(_)));
    scene.run(60);
    assert_eq!(scene.at("Eve"), (20, 7), "even so it goes where it should");
}

/// Every order, with a unit or a place as its object.
const EVERY_ORDER: &str = "go 30 7; patrol 30 7, 30 1; stop; stay; explore; trade; wander; rest; follow Bo; \
     settle 30 7; connect 30 7; flee; retreat; search settlement; search ore; search Sven; guard 30 7; attack Rog; \
     surround Rog; disperse; group; work 8 7; escort Bo; spy 30 7; spy Bo; defend 30 7; defend Bo; avoid 30 7; \
     avoid Bo";

#[test]
fn in_every_behaviour_a_saved_game_goes_on_as_the_one_that_was_not_saved() {
    let mut held = 0;
    for what in EVERY_ORDER.split("; ") {
        let mut scene = company();
        let eve = scene.order(&format!("Eve: push {what}")).id("Eve");
        let mut game = scene.game;
        for _ in 0..25 {
            game.tick();
        }
        held += u32::from(unit(&game, eve).stack.len() > 1);
        game.world.check().unwrap();
        let bytes = save::encode(&game.world);
        let mut loaded = Game::from_world(save::decode(&bytes).unwrap());
        for _ in 0..60 {
            game.tick();
            loaded.tick();
        }
        assert_eq!(loaded.world.hash(), game.world.hash(), "{what}");
        assert!(loaded.derived.matches(&loaded.world), "{what}");
    }
    assert!(held > 20, "{held} were in progress when saved");
}

#[test]
fn no_pushing_and_dropping_ever_makes_a_world_unsound() {
    let mut taken = 0;
    let (place, bo) = (Cell::new(30, 7), UnitId(1));
    let goal = SearchGoal::Settlement;
    let every_kind = Order::samples(place, &[place], &bo, &UnitOrPlace::Unit(bo), &goal);
    let kinds = |orders: &[Order]| orders.iter().map(std::mem::discriminant).collect::<HashSet<_>>();
    for seed in 0..6 {
        let scene = company();
        let (eve, bo) = (scene.id("Eve"), scene.id("Bo"));
        let orders: Vec<Order> = EVERY_ORDER.split("; ").map(|words| scene.order_of(words)).collect();
        assert_eq!(kinds(&orders), kinds(&every_kind), "an order is missing");
        let mut game = scene.game;
        let mut dice = Dice(seed);
        for _ in 0..60 {
            let lives = |name: &&str| game.world.units.iter().any(|unit| unit.name == **name);
            if !["Eve", "Bo", "Sven", "Rog"].iter().all(lives) {
                break;
            }
            let who = if dice.below(3) == 0 { bo } else { eve };
            let change = match dice.below(8) {
                0 | 1 => StackEdit::Drop,
                2 => StackEdit::Clear,
                _ => StackEdit::Push(orders[dice.below(orders.len())].clone()),
            };
            let height = dice.below(6) as u8;
            let before = unit(&game, who).stack.len();
            let livelihood = unit(&game, who).stack[0].clone();
            let wanted = match change {
                StackEdit::Drop => usize::from(height).saturating_sub(1),
                StackEdit::Clear => 1,
                StackEdit::Push(_) => before + 1,
            };
            let is_taken =
                game.apply(&Command::EditStack { unit: who, height, edit: change.clone() }).is_ok();
            taken += u32::from(is_taken);
            let after = unit(&game, who).stack.len();
            assert_eq!(after, if is_taken { wanted } else { before }, "{change:?}");
            assert_eq!(unit(&game, who).stack[0], livelihood);
            for _ in 0..dice.below(14) {
                game.tick();
            }
            game.world.check().unwrap();
            assert!(
                game.world.units.iter().all(|unit| !unit.stack.is_empty()),
                "no unit loses its livelihood"
            );
        }
    }
    assert!(taken > 100, "{taken} changes");
}

#[test]
fn levels_order_every_behaviour_in_words() {
    let words = [
        "flee",
        "retreat",
        "disperse",
        "group",
        "search settlement",
        "search salt",
        "search Sven",
        "spy Sven",
        "spy 12 5",
        "defend Bo",
        "defend 12 5",
        "avoid Sven",
        "avoid 12 5",
        "guard 12 5",
        "work 8 4",
        "attack Skar",
        "surround Skar",
        "escort Bo",
    ];
    for orders in words {
        let units = [
            ("guard", "yours", "Ada", (16, 12), orders),
            ("porter", "yours", "Bo", (18, 14), "stop"),
            ("porter", "strangers", "Sven", (19, 12), "stop"),
            ("porter", "raiders", "Skar", (16, 8), "stop"),
        ];
        let town = "[[town]]\nkind = \"village\"\nat = [5, 12]\n[[site]]\nat = [8, 4]\ngood = \"salt\"\n";
        let mut game = scene(&meadow(48, 26), false, &units, town);
        let ada = named(&game, "Ada");
        assert_eq!(unit(&game, ada).orders.len(), 1, "{orders}");
        game.tick();
        let does = behaviours(unit(&game, ada))[1].to_lowercase();
        let word = orders.split(' ').next().unwrap();
        // The land is known: a search succeeds or fails at once.
        assert!(does == word || word == "search", "{orders}: {does}");
    }
    let text = |orders: &str| {
        format!(
            "name = \"x\"\nabout = \"y\"\nmap = '''\n....\n....\n....\n....\n'''\n[[unit]]\nkind = \"porter\"\nat = [1, 1]\norders = [\"{orders}\"]\n"
        )
    };
    for (orders, words) in [
        ("attack Bob", "there is no unit named 'Bob' to attack"),
        ("spy", "name a unit behind it"),
        ("guard Bob", "is no place"),
        ("spy 9 9", "off the map"),
        ("flee Bob", "stands alone"),
        ("hide", "spy, defend or avoid"),
    ] {
        let error = Level::parse(&text(orders)).unwrap_err().to_string();
        assert!(error.contains(words), "{orders}: {error}");
    }
}

/// A behaviour dropped, pushed or cleared by mistake is restored, at once or after a few ticks, with the waiting
/// orders; one edit after the other, from the last.
#[test]
fn what_is_dropped_pushed_or_cleared_comes_back() {
    let undone = |edits: &[&str], pause: u64| {
        let mut scene = spying("spy Sven; rest");
        scene.order("Eve: push guard 20 7");
        let (stack, orders) = (scene.unit("Eve").stack.clone(), scene.unit("Eve").orders.clone());
        for edit in edits {
            scene.order(&format!("Eve: {edit}")).run(pause);
        }
        assert_ne!(scene.unit("Eve").stack, stack, "{edits:?}");
        for _ in edits {
            scene.order("Eve: undo");
        }
        let now = scene.unit("Eve");
        assert_eq!((&now.stack, &now.orders, now.ordered), (&stack, &orders, true), "{edits:?} {pause}");
        let eve = scene.id("Eve");
        assert!(scene.until(300, |game| unit(game, eve).cell == Cell::new(20, 7)), "and it is done");
    };
    for edits in [&["drop"][..], &["clear"], &["push flee"], &["drop", "push wander", "clear"]] {
        for pause in [0, 1, 4] {
            undone(edits, pause);
        }
    }
}

/// Undo restores an order that was replaced; so does it for a stop that was removed, inserted or moved; and after a
/// group order each unit gets its own orders back.
#[test]
fn orders_that_were_changed_come_back() {
    let mut scene = company();
    scene.order("Eve: go 34 7; go 34 1; go 28 1\nBo: go 4 8").run(8);
    let units = ["Eve", "Bo"].map(|name| scene.id(name)).to_vec();
    let plans = |scene: &Scene| {
        let plan = |name| (scene.unit(name).stack.clone(), scene.unit(name).orders.clone());
        ["Eve", "Bo"].map(plan)
    };
    let before = plans(&scene);
    for change in ["remove 1", "move 1 to 10 5", "insert 1 go 3 3"] {
        scene.order(&format!("Eve: {change}"));
        assert_ne!(plans(&scene), before, "{change}");
        scene.order("Eve: undo");
        assert_eq!(plans(&scene), before, "{change}");
    }
    let stop = Command::Orders { units: units.clone(), orders: vec![Order::Stop], queue: Queue::Replace };
    scene.game.apply(&stop).unwrap();
    // They first finish their current steps.
    let stops = |game: &Game| units.iter().all(|id| unit(game, *id).top() == Some(&Behaviour::Stop));
    assert!(scene.until(20, stops));
    scene.game.apply(&Command::UndoOrders { units }).unwrap();
    assert_eq!(plans(&scene), before);
}

/// What happened since is not undone: then the last waiting order is removed, and if there is none, the player is
/// told so and nothing changes. Order undo does not affect the land, nor does undo of the land affect orders.
#[test]
fn what_was_done_since_is_history() {
    let mut scene = company();
    let eve = scene.order("Eve: go 18 4; go 20 4; go 22 6; go 34 7").id("Eve");
    assert!(scene.until(200, |game| unit(game, eve).orders.len() == 1));
    let outcome = scene.game.apply(&Command::UndoOrders { units: vec![eve] }).unwrap();
    assert!(outcome.text.contains("1 order taken back"));
    assert!(scene.unit("Eve").orders.is_empty());
    assert_eq!(scene.refusal("Eve: undo"), Rejection::NothingToUndo);
    let wall = |x| Command::EditLand { stroke: 1, brush: Brush::Wall, cells: vec![Cell::new(x, 3)] };
    scene.game.apply(&wall(30)).unwrap();
    let stack = scene.order("Eve: push stay").unit("Eve").stack.clone();
    scene.game.apply(&wall(31)).unwrap();
    // One stroke, whatever orders were given meanwhile.
    scene.game.apply(&Command::Undo).unwrap();
    assert!(scene.game.world.land.surface.values().iter().all(|surface| *surface != Surface::Wall));
    assert_eq!(scene.unit("Eve").stack, stack);
    scene.order("Eve: undo");
    assert_eq!(scene.unit("Eve").stack.len() + 1, stack.len());
    assert_eq!(scene.game.apply(&Command::Undo), Err(Rejection::NothingToUndo));
}

/// Undoable changes outlive a save, and of hundreds only as many as fit are kept.
#[test]
fn changes_that_can_be_taken_back_are_saved_and_few() {
    let mut scene = spying("spy Sven");
    let stack = scene.unit("Eve").stack.clone();
    for _ in 0..200 {
        scene.order("Eve: push flee\nEve: drop");
    }
    scene.order("Eve: clear");
    scene.game.world.check().unwrap();
    assert_eq!(scene.game.world.journal.acts().count(), ACTS_MAX);
    scene.game = Game::from_world(save::decode(&save::encode(&scene.game.world)).unwrap());
    scene.order("Eve: undo");
    assert_eq!(scene.unit("Eve").stack, stack);
}
