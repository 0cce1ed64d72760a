//! Orders that cannot be done: refused before anything is dropped, or in their turn.

use crate::causes;
use crate::map_check::{Overlay, Scene};
use expect_test::expect;
use wayworn::grid::Cell;
use wayworn::world::{
    Behaviour, Command, Edit, EventKind, Order, OrderProblem, Rejection, TravelEvent, Unit, UnitIx,
};

/// An order that a unit cannot begin leaves it at what it does; nothing says that its orders are done.
#[test]
fn an_order_that_cannot_be_done_is_refused_before_anything_is_dropped() {
    let mut scene = Scene::in_fog(
        "................
         B...............
         ................
         ..............S.",
        "Bo: go 8 1; stop
         Skar (porter neighbours): stop",
    );
    scene.run(12);
    for (line, problem) in [
        ("Bo: work 3 3", OrderProblem::NoSite),
        ("Bo: trade; go 1 1", OrderProblem::NoMarket),
        ("Bo: attack Bo", OrderProblem::TargetsItself),
        ("Bo: escort Skar", OrderProblem::ForeignWard),
        ("Bo: follow Bo", OrderProblem::FollowsItself),
    ] {
        assert_eq!(scene.refusal(line), Rejection::Cannot(problem), "{line}");
    }
    // What waits behind other orders may be possible by then.
    assert_eq!(scene.taken("Bo: then work 3 3"), "Bo: an order taken");
    let bo = scene.id("Bo");
    assert!(scene.until(200, |game| game.world.unit(bo).unwrap().cell == Cell::new(8, 1)));
    scene.shows(
        Overlay::None,
        expect![[r#"
            ................
            ........B.......
            ................
            ..............S.
        "#]],
    );
}

/// A unit with nothing to do would begin an order at once that is given after its others.
#[test]
fn an_idle_unit_refuses_what_it_cannot_do_after_its_orders() {
    let mut scene = Scene::new(
        "........
         B.......
         ........
         ........",
        "Bo: go 2 1",
    );
    assert!(scene.until(200, |game| !game.world.units[UnitIx(0)].ordered));
    assert_eq!(scene.refusal("Bo: then work 3 1"), Rejection::Cannot(OrderProblem::NoSite));
    let bo = scene.id("Bo");
    let insert = Edit::Insert(Order::Trade);
    let insert = Command::EditOrders { unit: bo, at: 0, place: None, edit: insert };
    assert_eq!(scene.game.apply(&insert), Err(Rejection::Cannot(OrderProblem::NoMarket)));
}

/// Those of a group that can begin do; the others keep their orders, and the player reads why.
#[test]
fn those_of_a_group_that_can_do_an_order_do_it() {
    let mut scene = Scene::new(
        "................
         B..........B....
         ................
         B...............",
        "Bo: go 3 0; stop",
    );
    scene.run(1);
    assert_eq!(
        scene.taken("Bo: follow Bo"),
        "2 units: an order taken; 1 unit cannot: a unit cannot follow itself"
    );
    scene.run(300);
    let follows = |unit: &Unit| unit.stack.iter().any(|layer| matches!(layer, Behaviour::Follow(_)));
    assert_eq!(scene.game.world.units.iter().filter(|unit| follows(unit)).count(), 2);
    assert!(matches!(scene.unit("Bo").top(), Some(Behaviour::Stop)), "it has gone where it was told to");
}

/// An order that turns out to be impossible when its turn comes is one refusal, without orders that would be done.
#[test]
fn an_order_refused_in_its_turn_was_no_order() {
    let mut scene = Scene::new(
        "........
         B.......
         ........
         ........",
        "Bo",
    );
    scene.unit_mut("Bo").orders.push_back(Order::Trade);
    scene.run(5);
    let told = |kind: fn(&TravelEvent) -> bool| {
        causes::told(&scene.game)
            .filter(|event| matches!(&event.kind, EventKind::Travel(event) if kind(event)))
            .count()
    };
    assert_eq!(told(|event| matches!(event, TravelEvent::OrderRefused { .. })), 1);
    assert_eq!(told(|event| matches!(event, TravelEvent::OrdersDone { .. })), 0);
    assert!(!scene.unit("Bo").ordered);
}
