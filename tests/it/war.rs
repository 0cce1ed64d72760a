//! Wars and borders: a war is about one settlement, what is cut off falls, and markets draw their neighbours.

use crate::causes::told;
use crate::orders::{meadow, order, until};
use std::fmt::Write;
use wayworn::grid::Cell;
use wayworn::level::Level;
use wayworn::save;
use wayworn::sim::Game;
use wayworn::world::{
    DAY, DELIVERIES_MAX, Delivery, EventKind, Order, PeopleIx, Queue, RelationEvent, TownIx, WAR,
};

const MOOR: PeopleIx = PeopleIx(1);

/// A meadow with settlements of the player's people and of its neighbours.
fn land(towns: &[(&str, &str, (u16, u16))], units: &[(&str, &str, (u16, u16))]) -> Game {
    let rows = meadow(60, 24).join("\n");
    let mut text = format!("name = \"x\"\nabout = \"y\"\nfog = false\nmap = '''\n{rows}\n'''\n");
    for (name, people, (x, y)) in towns {
        writeln!(
            text,
            "[[town]]\nname = \"{name}\"\nkind = \"hamlet\"\npeople = \"{people}\"\nat = [{x}, {y}]"
        )
        .unwrap();
    }
    for (kind, people, (x, y)) in units {
        writeln!(text, "[[unit]]\nkind = \"{kind}\"\npeople = \"{people}\"\nat = [{x}, {y}]").unwrap();
    }
    Game::from_level(&Level::parse(&text).unwrap_or_else(|error| panic!("{error}")))
}

/// A war over the second of two hamlets that the player's people has founded at the gates of Tarn.
fn war_over_a_hamlet() -> Game {
    let mut game = land(
        &[("Mill", "yours", (8, 8)), ("Tarn", "neighbours", (40, 12))],
        &[("settler", "yours", (26, 8)), ("settler", "yours", (26, 16)), ("porter", "neighbours", (40, 12))],
    );
    until(&mut game, 2, |_| false);
    game.world.towns[TownIx(0)].residents = 40;
    let ids: Vec<_> = game.world.units.iter().map(|unit| unit.id).collect();
    order(&mut game, ids[0], vec![Order::Settle(Cell::new(28, 8))], Queue::Replace);
    assert!(until(&mut game, 7 * DAY, |game| !game.world.people(MOOR).grudges.is_empty()), "no grudge");
    order(&mut game, ids[1], vec![Order::Settle(Cell::new(28, 20))], Queue::Replace);
    assert!(until(&mut game, 8 * DAY, |game| game.world.at_war(PeopleIx::PLAYER, MOOR)), "no war");
    game
}

fn relations(game: &Game) -> Vec<RelationEvent> {
    let relation = |kind: EventKind| match kind {
        EventKind::Relation(what) => Some(what),
        _ => None,
    };
    told(game).filter_map(|event| relation(event.kind)).collect()
}

#[test]
fn a_war_is_about_a_settlement_and_ends_when_that_is_cut_off_and_falls() {
    let mut game = war_over_a_hamlet();
    let (tarn, object) = (TownIx(1), TownIx(3));
    let began = RelationEvent::War { people: MOOR, against: PeopleIx::PLAYER, town: object, ours: tarn };
    assert!(relations(&game).contains(&began), "{:?}", relations(&game));
    let start = game.world.tick;
    // No load comes through.
    let own = game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER).map(|unit| unit.id);
    for id in own.collect::<Vec<_>>() {
        order(&mut game, id, vec![Order::Stop], Queue::Replace);
    }
    assert!(until(&mut game, 12 * DAY, |game| game.world.town(object).people == MOOR), "it does not fall");
    assert!(game.world.tick >= start + 6 * DAY, "it fell before it was cut off");
    assert!(until(&mut game, 2 * DAY, |game| !game.world.at_war(PeopleIx::PLAYER, MOOR)), "no peace");
    assert!(game.world.people(MOOR).grudges.get(&PeopleIx::PLAYER).is_none_or(|grudge| *grudge <= WAR / 2));
    let fell = |what: &RelationEvent| matches!(what, RelationEvent::ChangedHands { town, to: MOOR, by_war: true, .. } if *town == object);
    assert!(relations(&game).iter().any(fell));
    assert_eq!(game.world.town(TownIx(0)).people, PeopleIx::PLAYER, "its largest settlement stays");
}

#[test]
fn a_settlement_that_is_supplied_does_not_fall_and_the_war_ends_in_time() {
    let mut game = war_over_a_hamlet();
    let mut days = 0;
    while game.world.at_war(PeopleIx::PLAYER, MOOR) {
        for town in [TownIx(2), TownIx(3)] {
            let load = Delivery { tick: game.world.tick, people: PeopleIx::PLAYER };
            game.world.towns[town].note_delivery(load);
        }
        until(&mut game, DAY, |_| false);
        let own = |town: TownIx| game.world.town(town).people == PeopleIx::PLAYER;
        assert!(own(TownIx(2)) && own(TownIx(3)), "day {days}");
        days += 1;
        assert!(days <= 60, "the war does not end");
    }
    assert!(days > 20, "it ended on day {days}");
}

/// How often another people's markets have supplied a border hamlet, whether it is the largest of its people, and
/// whether it changes its people.
#[test]
fn a_border_settlement_joins_the_people_whose_markets_supply_it() {
    for (theirs, is_largest, joins) in [(9, false, true), (8, false, false), (12, true, false)] {
        let mut game = land(
            &[("Mill", "yours", (8, 8)), ("Oxley", "yours", (32, 8)), ("Tarn", "neighbours", (40, 8))],
            &[],
        );
        until(&mut game, 2, |_| false);
        game.world.towns[TownIx(0)].residents = 40;
        let oxley = &mut game.world.towns[TownIx(1)];
        if is_largest {
            oxley.residents = 60;
        }
        for load in 0..DELIVERIES_MAX {
            let people = if load < theirs { MOOR } else { PeopleIx::PLAYER };
            oxley.note_delivery(Delivery { tick: 0, people });
        }
        let joined = until(&mut game, 2 * DAY, |game| game.world.town(TownIx(1)).people == MOOR);
        assert_eq!(joined, joins, "{theirs}");
    }
}

#[test]
fn deliveries_are_saved_and_hashed_and_odd_ones_refused() {
    let mut game = land(&[("Mill", "yours", (8, 8))], &[]);
    until(&mut game, 2, |_| false);
    let before = game.world.hash();
    let load = Delivery { tick: 1, people: PeopleIx::PLAYER };
    (0..=DELIVERIES_MAX).for_each(|_| game.world.towns[TownIx(0)].note_delivery(load));
    let read = save::decode(&save::encode(&game.world)).unwrap();
    assert_eq!(read.town(TownIx(0)).deliveries, vec![load; DELIVERIES_MAX]);
    assert!(read.hash() == game.world.hash() && before != read.hash());
    for odd in [Delivery { tick: 3000, ..load }, Delivery { people: PeopleIx(9), ..load }] {
        let mut world = game.world.clone();
        world.towns[TownIx(0)].note_delivery(odd);
        assert!(world.check().is_err(), "{odd:?}");
    }
    game.world.towns[TownIx(0)].deliveries.push(load);
    assert!(game.world.check().is_err(), "too many");
}
