//! Behaviour stacks: a pushed behaviour returns, a finished one is popped, a cleared one is gone; and the player's
//! edits of stacks.

use crate::kit::Dice;
use crate::minds::{named, scene};
use crate::orders::{meadow, order, unit, until};
use wayworn::grid::Cell;
use wayworn::land::{Good, Surface};
use wayworn::level::Level;
use wayworn::save;
use wayworn::sim::Game;
use wayworn::world::{
    ACTS_MAX, Behaviour, Brush, Command, Edit, Order, Queue, Rejection, SearchGoal, StackEdit, UnitId,
    UnitOrPlace,
};

const TOWN: &str = "[[town]]\nkind = \"village\"\nat = [5, 12]\n[[site]]\nat = [8, 4]\ngood = \"salt\"\n";

fn edit(game: &mut Game, id: UnitId, edit: StackEdit) -> Result<(), Rejection> {
    let height = unit(game, id).stack.len() as u8;
    game.apply(&Command::EditStack { unit: id, height, edit }).map(|_| ())
}

fn push(game: &mut Game, id: UnitId, what: Order) {
    edit(game, id, StackEdit::Push(what)).unwrap();
}

fn names(game: &Game, id: UnitId) -> Vec<String> {
    let word = |behaviour: &Behaviour| format!("{behaviour:?}").split([' ', '(']).next().unwrap().to_owned();
    unit(game, id).stack.iter().map(word).collect()
}

/// Our own trading porter, a spy, a companion, a foreign unit and a raider that stand.
fn company() -> (Game, UnitId) {
    let units = [
        ("spy", "yours", "Ada", (16, 12), ""),
        ("porter", "yours", "Bo", (18, 20), "stop"),
        ("porter", "strangers", "Sven", (22, 12), "stop"),
        ("porter", "raiders", "Skar", (16, 5), "stop"),
    ];
    let mut game = scene(&meadow(48, 26), false, &units, TOWN);
    let ada = named(&game, "Ada");
    until(&mut game, 3, |_| false);
    (game, ada)
}

#[test]
fn a_spy_sent_home_avoids_a_unit_on_the_path_and_resumes_spying() {
    let (mut game, ada) = company();
    let sven = named(&game, "Sven");
    order(&mut game, ada, vec![Order::Spy(UnitOrPlace::Unit(sven))], Queue::Replace);
    // It first finishes its current step.
    assert!(until(&mut game, 12, |game| unit(game, ada).stack.len() == 2));
    push(&mut game, ada, Order::Go(Cell::new(5, 12)));
    push(&mut game, ada, Order::Avoid(UnitOrPlace::Unit(sven)));
    assert_eq!(names(&game, ada), ["Stay", "Spy", "Travel", "Avoid"]);
    let mut seen = vec![names(&game, ada)];
    until(&mut game, 500, |game| {
        let now = names(game, ada);
        if seen.last() != Some(&now) {
            seen.push(now);
        }
        seen.last().is_some_and(|stack| stack.len() == 2)
    });
    let tops: Vec<&str> = seen.iter().map(|stack| stack.last().unwrap().as_str()).collect();
    assert_eq!(tops, ["Avoid", "Travel", "Spy"], "what is done is popped, what lies below goes on");
    assert_eq!(unit(&game, ada).cell, Cell::new(5, 12), "it was home in between");
}

#[test]
fn stacks_are_dropped_cleared_and_pushed_and_what_cannot_be_is_refused_in_words() {
    let (mut game, ada) = company();
    order(&mut game, ada, vec![Order::Go(Cell::new(40, 20)), Order::Rest], Queue::Replace);
    assert!(until(&mut game, 12, |game| unit(game, ada).stack.len() == 2));
    push(&mut game, ada, Order::Guard(Cell::new(20, 20)));
    edit(&mut game, ada, StackEdit::Drop).unwrap();
    assert_eq!(names(&game, ada), ["Stay", "Travel"], "back to what lies below");
    assert_eq!(unit(&game, ada).orders.len(), 1, "what waits still waits");
    edit(&mut game, ada, StackEdit::Clear).unwrap();
    assert_eq!((names(&game, ada), unit(&game, ada).orders.len()), (vec!["Stay".to_owned()], 0));
    let before = game.world.hash();
    let refused = |game: &mut Game, unit: UnitId, height: u8, edit: StackEdit| {
        let why = game.apply(&Command::EditStack { unit, height, edit }).unwrap_err();
        assert!(why.to_string().len() > 10, "{why:?}");
        why
    };
    let skar = named(&game, "Skar");
    let bo = named(&game, "Bo");
    assert_eq!(refused(&mut game, ada, 1, StackEdit::Drop), Rejection::Livelihood);
    assert_eq!(refused(&mut game, ada, 0, StackEdit::Drop), Rejection::Livelihood);
    assert_eq!(refused(&mut game, ada, 3, StackEdit::Drop), Rejection::NoSuchLayer);
    assert_eq!(refused(&mut game, skar, 1, StackEdit::Clear), Rejection::NoUnits);
    let off = Cell::new(400, 3);
    for what in [Order::Guard(off), Order::Work(off), Order::Spy(UnitOrPlace::Place(off))] {
        assert_eq!(refused(&mut game, ada, 1, StackEdit::Push(what)), Rejection::OffTheLand(off));
    }
    for what in [
        Order::Attack(bo),
        Order::Escort(skar),
        Order::Avoid(UnitOrPlace::Unit(ada)),
        Order::Work(Cell::new(9, 9)),
    ] {
        let why = refused(&mut game, ada, 1, StackEdit::Push(what));
        assert!(matches!(why, Rejection::Cannot(_)), "{why:?}");
    }
    assert_eq!(game.world.hash(), before, "a refusal changes nothing");
    for _ in 0..40 {
        let _ = edit(&mut game, ada, StackEdit::Push(Order::Guard(Cell::new(20, 20))));
    }
    assert!(matches!(edit(&mut game, ada, StackEdit::Push(Order::Flee)), Err(Rejection::TooMany(_))));
    until(&mut game, 60, |_| false);
    assert!(unit(&game, ada).cell != Cell::new(16, 12), "even so it goes where it should");
}

/// Every order, about each of several units and places.
fn every_order(game: &Game) -> Vec<Order> {
    let (bo, sven, skar) = (named(game, "Bo"), named(game, "Sven"), named(game, "Skar"));
    let (place, site) = (Cell::new(30, 20), Cell::new(8, 4));
    let about = [
        (place, bo, UnitOrPlace::Place(place), SearchGoal::Settlement),
        (place, skar, UnitOrPlace::Unit(bo), SearchGoal::Unit(sven)),
        (site, bo, UnitOrPlace::Unit(bo), SearchGoal::Site(Good::Ore)),
    ];
    let mut orders: Vec<Order> = Vec::new();
    for (place, unit, mark, goal) in about {
        let samples = Order::samples(place, &[place, Cell::new(30, 5)], &unit, &mark, &goal);
        let new: Vec<Order> = samples.into_iter().filter(|order| !orders.contains(order)).collect();
        orders.extend(new);
    }
    orders
}

#[test]
fn in_every_behaviour_a_saved_game_goes_on_as_the_one_that_was_not_saved() {
    let (begun, ada) = company();
    let orders = every_order(&begun);
    let mut held = 0;
    for what in orders {
        let mut game = Game::from_world(begun.world.clone());
        if edit(&mut game, ada, StackEdit::Push(what.clone())).is_err() {
            continue;
        }
        for _ in 0..25 {
            game.tick();
        }
        held += u32::from(unit(&game, ada).stack.len() > 1);
        game.world.check().unwrap();
        let bytes = save::encode(&game.world);
        let mut loaded = Game::from_world(save::decode(&bytes).unwrap());
        for _ in 0..60 {
            game.tick();
            loaded.tick();
        }
        assert_eq!(loaded.world.hash(), game.world.hash(), "{what:?}");
        assert!(loaded.derived.matches(&loaded.world), "{what:?}");
    }
    assert!(held > 20, "{held} were in progress when saved");
}

#[test]
fn no_pushing_and_dropping_ever_makes_a_world_unsound() {
    let mut taken = 0;
    for seed in 0..6 {
        let (mut game, ada) = company();
        let bo = named(&game, "Bo");
        let mut dice = Dice(seed);
        for _ in 0..60 {
            let lives = |name: &&str| game.world.units.iter().any(|unit| unit.name == **name);
            if !["Ada", "Bo", "Sven", "Skar"].iter().all(lives) {
                break;
            }
            let orders = every_order(&game);
            let who = if dice.below(3) == 0 { bo } else { ada };
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
        let mut game = scene(&meadow(48, 26), false, &units, TOWN);
        let ada = named(&game, "Ada");
        assert_eq!(unit(&game, ada).orders.len(), 1, "{orders}");
        game.tick();
        let does = names(&game, ada)[1].to_lowercase();
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

fn take_back(game: &mut Game, id: UnitId) -> Result<String, Rejection> {
    game.apply(&Command::UndoOrders { units: vec![id] }).map(|outcome| outcome.text)
}

/// A behaviour dropped, pushed or cleared by mistake is restored, at once or after a few ticks, with the waiting
/// orders; one edit after the other, from the last.
#[test]
fn what_is_dropped_pushed_or_cleared_comes_back() {
    let place = Cell::new(20, 20);
    for edits in [
        vec![StackEdit::Drop],
        vec![StackEdit::Clear],
        vec![StackEdit::Push(Order::Flee)],
        vec![StackEdit::Drop, StackEdit::Push(Order::Wander), StackEdit::Clear],
    ] {
        for pause in [0, 1, 4] {
            let (mut game, ada) = company();
            let sven = named(&game, "Sven");
            order(&mut game, ada, vec![Order::Spy(UnitOrPlace::Unit(sven)), Order::Rest], Queue::Replace);
            assert!(until(&mut game, 12, |game| unit(game, ada).stack.len() == 2));
            push(&mut game, ada, Order::Guard(place));
            let (stack, orders) = (unit(&game, ada).stack.clone(), unit(&game, ada).orders.clone());
            for change in &edits {
                edit(&mut game, ada, change.clone()).unwrap();
                until(&mut game, pause, |_| false);
            }
            assert_ne!(unit(&game, ada).stack, stack, "{edits:?}");
            for _ in &edits {
                take_back(&mut game, ada).unwrap();
            }
            let now = unit(&game, ada);
            assert_eq!((&now.stack, &now.orders, now.ordered), (&stack, &orders, true), "{edits:?} {pause}");
            assert!(until(&mut game, 300, |game| unit(game, ada).cell == place), "and it is done");
        }
    }
}

/// Undo restores an order that was replaced; so does it for a stop that was removed, inserted or moved; and after a
/// group order each unit gets its own orders back.
#[test]
fn orders_that_were_changed_come_back() {
    let (mut game, ada) = company();
    let bo = named(&game, "Bo");
    let go = |x, y| Order::Go(Cell::new(x, y));
    order(&mut game, ada, vec![go(40, 20), go(40, 5), go(30, 5)], Queue::Replace);
    order(&mut game, bo, vec![go(4, 24)], Queue::Replace);
    until(&mut game, 8, |_| false);
    let plans = |game: &Game, id| (unit(game, id).stack.clone(), unit(game, id).orders.clone());
    let before = (plans(&game, ada), plans(&game, bo));
    let place = Some(Cell::new(40, 5));
    for change in [Edit::Remove, Edit::MoveTo(Cell::new(10, 10)), Edit::Insert(go(3, 3))] {
        game.apply(&Command::EditOrders { unit: ada, at: 1, place, edit: change }).unwrap();
        assert_ne!(plans(&game, ada), before.0);
        take_back(&mut game, ada).unwrap();
        assert_eq!(plans(&game, ada), before.0);
    }
    let units = vec![ada, bo];
    game.apply(&Command::Orders { units: units.clone(), orders: vec![Order::Stop], queue: Queue::Replace })
        .unwrap();
    // They first finish their current steps.
    let stop = |game: &Game| [ada, bo].iter().all(|id| unit(game, *id).top() == Some(&Behaviour::Stop));
    assert!(until(&mut game, 20, stop));
    game.apply(&Command::UndoOrders { units }).unwrap();
    assert_eq!((plans(&game, ada), plans(&game, bo)), before);
}

/// What happened since is not undone: then the last waiting order is removed, and if there is none, the player is
/// told so and nothing changes. Order undo does not affect the land, nor does undo of the land affect orders.
#[test]
fn what_was_done_since_is_history() {
    let (mut game, ada) = company();
    let go = |x, y| Order::Go(Cell::new(x, y));
    order(&mut game, ada, vec![go(18, 12), go(20, 12), go(22, 14), go(40, 20)], Queue::Replace);
    assert!(until(&mut game, 200, |game| unit(game, ada).orders.len() == 1));
    assert!(take_back(&mut game, ada).unwrap().contains("1 order taken back"));
    assert!(unit(&game, ada).orders.is_empty());
    let before = game.world.hash();
    assert_eq!(take_back(&mut game, ada), Err(Rejection::NothingToUndo));
    assert_eq!(game.world.hash(), before);
    let wall = Cell::new(30, 3);
    game.apply(&Command::EditLand { stroke: 1, brush: Brush::Wall, cells: vec![wall] }).unwrap();
    push(&mut game, ada, Order::Stay);
    let stack = unit(&game, ada).stack.clone();
    game.apply(&Command::EditLand { stroke: 1, brush: Brush::Wall, cells: vec![Cell::new(31, 3)] }).unwrap();
    game.apply(&Command::Undo).unwrap();
    let is_wall = |game: &Game, cell| game.world.land.surface[cell] == Surface::Wall;
    assert!(
        !is_wall(&game, wall) && !is_wall(&game, Cell::new(31, 3)),
        "one stroke, whatever orders were given meanwhile"
    );
    assert_eq!(unit(&game, ada).stack, stack);
    take_back(&mut game, ada).unwrap();
    assert_eq!(unit(&game, ada).stack.len() + 1, stack.len());
    assert_eq!(game.apply(&Command::Undo), Err(Rejection::NothingToUndo));
}

/// Undoable changes outlive a save, and of hundreds only as many as fit are kept.
#[test]
fn changes_that_can_be_taken_back_are_saved_and_few() {
    let (mut game, ada) = company();
    let sven = named(&game, "Sven");
    order(&mut game, ada, vec![Order::Spy(UnitOrPlace::Unit(sven))], Queue::Replace);
    assert!(until(&mut game, 12, |game| unit(game, ada).stack.len() == 2));
    let stack = unit(&game, ada).stack.clone();
    for _ in 0..200 {
        push(&mut game, ada, Order::Flee);
        edit(&mut game, ada, StackEdit::Drop).unwrap();
    }
    edit(&mut game, ada, StackEdit::Clear).unwrap();
    game.world.check().unwrap();
    assert_eq!(game.world.journal.acts().count(), ACTS_MAX);
    let mut game = Game::from_world(save::decode(&save::encode(&game.world)).unwrap());
    take_back(&mut game, ada).unwrap();
    assert_eq!(unit(&game, ada).stack, stack);
}
