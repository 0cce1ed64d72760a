//! Annals of settlements: events at one's own are recorded as they happen, at others' as they are seen, and the page
//! shows exactly that. And what a page guesses.

use crate::causes;
use crate::kit;
use crate::orders::{drawn, meadow, order, until};
use std::fmt::Write;
use wayworn::grid::Cell;
use wayworn::land::Good;
use wayworn::save;
use wayworn::scene::{self, PageKind, PageView, Viewport};
use wayworn::sim::Game;
use wayworn::world::{
    Annal, AnnalEvent, Cargo, DAY, DangerEvent, EVENTS_MAX, Event, EventId, Kind, Order, PeopleIx, Queue,
    TownIx, TownKind, UnitIx, World, YEAR_DAYS,
};

/// A level with these rows, settlements and units, each with name or kind, people and cell.
fn level(
    rows: &[String],
    fog: bool,
    towns: &[(&str, &str, (u16, u16))],
    units: &[(&str, &str, (u16, u16))],
) -> Game {
    let mut text = String::new();
    for (name, people, (x, y)) in towns {
        writeln!(
            text,
            "[[town]]\nname = \"{name}\"\nkind = \"hamlet\"\npeople = \"{people}\"\nat = [{x}, {y}]"
        )
        .unwrap();
    }
    for (kind, people, (x, y)) in units {
        writeln!(
            text,
            "[[unit]]\nkind = \"{kind}\"\npeople = \"{people}\"\nat = [{x}, {y}]\norders = [\"stop\"]"
        )
        .unwrap();
    }
    drawn(rows, fog, &text)
}

fn written(game: &Game, town: TownIx) -> Vec<AnnalEvent> {
    let annals = game.world.people(PeopleIx::PLAYER).annals.get(&town);
    annals.map_or_else(Vec::new, |annals| annals.iter().map(|annal| annal.what).collect())
}

fn page(game: &Game, town: TownIx) -> PageView {
    scene::build_scene(game, &Viewport { page: Some(PageKind::Town(town)), ..Viewport::default() })
        .page
        .unwrap()
}

fn says(page: &PageView, words: &str) -> bool {
    page.list.iter().any(|(_, what)| what.contains(words))
        || page.facts.iter().any(|(_, what)| what.contains(words))
}

const MILL: TownIx = TownIx(0);

#[test]
fn what_happens_to_a_settlement_of_ones_own_is_written_down_as_it_happens() {
    let mut game = level(
        &meadow(40, 9),
        false,
        &[("Mill", "yours", (4, 4))],
        &[("porter", "yours", (15, 4)), ("raider", "raiders", (16, 4))],
    );
    assert_eq!(written(&game, MILL), [AnnalEvent::Founded]);
    game.world.units[UnitIx(0)].cargo = Some(Cargo { good: Good::Salt, amount: 200 });
    assert!(until(&mut game, 400, |game| game.world.tally.robberies == 1));
    assert_eq!(written(&game, MILL)[1..], [AnnalEvent::Robbed(1)]);

    // Grows as if trade fed it, and shrinks without.
    let grow = |game: &mut Game, residents: u32| {
        let mill = &mut game.world.towns[TownIx(0)];
        (mill.residents, mill.trade) = (residents, residents * 90);
        assert!(until(game, 2 * DAY, |game| written(game, MILL).len() > 2));
    };
    grow(&mut game, 110);
    let last = |game: &Game| *written(game, MILL).last().unwrap();
    assert!(
        matches!(last(&game), AnnalEvent::Grew { to: TownKind::Town, residents: 105..115 }),
        "{:?}",
        last(&game)
    );
    let mill = &mut game.world.towns[TownIx(0)];
    (mill.residents, mill.trade, mill.residents_max) = (40, 0, 45);
    assert!(!until(&mut game, 20 * DAY, |game| written(game, MILL).len() > 3), "too small for a while only");
    assert!(until(&mut game, 6 * DAY, |game| written(game, MILL).len() > 3));
    assert!(matches!(last(&game), AnnalEvent::Shrank { to: TownKind::Village, .. }), "{:?}", last(&game));

    let annals_page = page(&game, MILL);
    assert!(
        annals_page.title == "Mill, a village"
            && says(&annals_page, "robbed nearby")
            && says(&annals_page, "shrank to a village")
    );
    assert_eq!(annals_page.list[0], ("Y1 spring 1".to_owned(), "founded".to_owned()));

    // Visitors are counted for a year, each only once.
    game.world.tick = YEAR_DAYS * DAY - 3;
    game.world.towns[TownIx(0)].came = 57;
    assert!(until(&mut game, 6, |game| game.world.town(MILL).came < 57));
    assert_eq!(last(&game), AnnalEvent::BestYear(57));
    assert!(page(&game, MILL).list.last().unwrap().0.starts_with("Y1 winter 12"), "on its last day");
}

/// Of two large settlements within a day the larger is the town; the other becomes one, too, once it is a fifth larger, and
/// the first is none after two seasons of that.
#[test]
fn a_town_has_no_other_within_a_day_until_one_has_a_fifth_more() {
    let towns = [("Mill", "yours", (4, 4)), ("Oxley", "yours", (34, 4))];
    let mut game = level(&meadow(40, 9), false, &towns, &[]);
    let oxley = TownIx(1);
    let kinds_after = |game: &mut Game, days: u64, residents: [u32; 2]| {
        for _ in 0..days {
            for (town, residents) in game.world.towns.iter_mut().zip(residents) {
                (town.residents, town.stock[Good::Grain as usize]) = (residents, 100_000);
            }
            until(game, DAY, |_| false);
        }
        [MILL, oxley].map(|id| game.world.town(id).kind)
    };
    assert_eq!(kinds_after(&mut game, 2, [100, 60]), [TownKind::Town, TownKind::Village]);
    assert_eq!(kinds_after(&mut game, 2, [100, 110]), [TownKind::Town, TownKind::Village]);
    assert!(says(&page(&game, oxley), "the town here is Mill"));
    assert_eq!(kinds_after(&mut game, 20, [100, 130]), [TownKind::Town, TownKind::Town]);
    assert_eq!(kinds_after(&mut game, 6, [100, 130]), [TownKind::Village, TownKind::Town]);
    let told = scene::build_scene(&game, &Viewport::default()).log;
    assert!(told.iter().any(|line| line.text.starts_with("Oxley has outgrown Mill")), "{told:?}");
}

/// Unseen events at foreign settlements are unknown; known ones are dated by when they were seen.
#[test]
fn of_strangers_only_what_was_seen_is_written_down() {
    let towns = [("Mill", "yours", (4, 4)), ("Tarn", "strangers", (60, 4))];
    let mut game = level(&meadow(70, 9), true, &towns, &[("scout", "yours", (6, 4))]);
    let tarn = TownIx(1);
    let far = |game: &mut Game, kind: TownKind, residents: u32| {
        let town = &mut game.world.towns[TownIx(1)];
        (town.kind, town.residents, town.trade) = (kind, residents, residents * 90);
    };
    far(&mut game, TownKind::Village, 40);
    assert!(until(&mut game, 20, |_| false) || written(&game, tarn).is_empty());
    let scout = game.world.units[UnitIx(0)].id;
    order(&mut game, scout, vec![Order::Go(Cell::new(55, 4))], Queue::Replace);
    assert!(until(&mut game, 3 * DAY, |game| !written(game, tarn).is_empty()));
    assert_eq!(written(&game, tarn), [AnnalEvent::Found(TownKind::Village)]);
    let met = game.world.people(PeopleIx::PLAYER).annals[&tarn][0].tick;
    assert!(met > DAY / 2, "seen on the way, not before: {met}");
    let tarn_page = page(&game, tarn);
    assert_eq!(tarn_page.title, "Tarn, a village of the Coast");
    assert!(
        !tarn_page.facts.iter().any(|(label, _)| *label == "why"),
        "why it is there they know themselves"
    );

    // No unit watches it any more, and it becomes a city.
    order(&mut game, scout, vec![Order::Go(Cell::new(8, 4))], Queue::Replace);
    assert!(until(&mut game, 3 * DAY, |game| game.world.unit(scout).unwrap().cell.x < 12));
    let (before, story) = (page(&game, tarn), written(&game, tarn));
    far(&mut game, TownKind::City, 300);
    game.world.record_event(game.world.town(tarn).people, tarn, AnnalEvent::SentOut(6));
    assert_eq!((page(&game, tarn), written(&game, tarn)), (before, story));
    order(&mut game, scout, vec![Order::Go(Cell::new(55, 4))], Queue::Replace);
    assert!(until(&mut game, 3 * DAY, |game| written(game, tarn).len() > 1));
    assert!(matches!(written(&game, tarn)[1], AnnalEvent::Grew { to: TownKind::City, .. }));
}

/// Every known reachable cell belongs to a settlement: the nearest by path, not by straight-line distance.
#[test]
fn catchments_share_the_known_land_out() {
    let towns = [("Mill", "yours", (4, 4)), ("Oxley", "yours", (30, 4))];
    let cells_of = |rows: &[String]| {
        let game = level(rows, false, &towns, &[]);
        [MILL, TownIx(1)].map(|town| {
            let page = page(&game, town);
            let words = page.facts.iter().find(|(label, _)| *label == "nearest").unwrap().1.clone();
            let number = words.split(' ').find_map(|word| word.parse::<usize>().ok());
            number.unwrap_or_else(|| panic!("{words}"))
        })
    };
    let mut rows = meadow(40, 9);
    let [mill, oxley] = cells_of(&rows);
    assert_eq!((mill + oxley, mill.abs_diff(17 * 9) < 18), (40 * 9, true), "{mill} and {oxley}");
    // A wall with a gap at its end stands nearer to Mill.
    rows.iter_mut().skip(1).for_each(|row| row.replace_range(12..13, "#"));
    let [behind, before] = cells_of(&rows);
    assert_eq!(behind + before, 40 * 9 - 8, "all but the wall");
    assert!(behind + 8 < mill && before > oxley, "{behind} and {before}");
}

#[test]
fn annals_are_saved_and_odd_ones_refused() {
    let mut game = kit::played(3, 96, 700);
    let town = *game.world.people(PeopleIx::PLAYER).annals.keys().next().unwrap();
    assert!(game.world.people(PeopleIx::PLAYER).annals.len() >= 3, "each of the first hamlets has some");
    let bytes = save::encode(&game.world);
    assert_eq!(save::decode(&bytes).unwrap().hash(), game.world.hash());
    let tick = game.world.tick;
    let event = |tick, what| Annal { tick, what };
    let off = AnnalEvent::Bridged(Cell::new(200, 1));
    let odd: [Vec<Annal>; 5] = [
        vec![event(tick + 1, AnnalEvent::Founded)],
        vec![event(5, AnnalEvent::Founded), event(4, AnnalEvent::Fell)],
        vec![event(0, AnnalEvent::Founded); EVENTS_MAX + 1],
        vec![event(0, off)],
        vec![event(0, AnnalEvent::Robbed(u32::MAX))],
    ];
    let check = |game: &mut Game, town: TownIx, annals: Vec<Annal>| -> Result<(), String> {
        game.world.peoples[PeopleIx::PLAYER].annals.insert(town, annals);
        World::check(&game.world)
    };
    for annals in odd {
        let words = format!("{annals:?}");
        assert!(check(&mut game, town, annals).is_err(), "{words}");
    }
    assert!(check(&mut game, town, vec![event(0, AnnalEvent::Founded)]).is_ok());
    assert!(check(&mut game, TownIx(4000), Vec::new()).is_err(), "of a settlement that there is not");
}

#[test]
fn robberies_are_attributed_to_their_victims() {
    let towns = [("Mill", "yours", (4, 4)), ("Tarn", "strangers", (14, 4))];
    let mut game = level(
        &meadow(40, 9),
        false,
        &towns,
        &[("porter", "strangers", (10, 4)), ("raider", "raiders", (11, 4))],
    );
    let porter =
        game.world.units.indices().find(|index| game.world.units[*index].kind == Kind::Porter).unwrap();
    game.world.units[porter].cargo = Some(Cargo { good: Good::Salt, amount: 200 });
    assert!(until(&mut game, 400, |game| game.world.tally.robberies == 1));
    assert_eq!(written(&game, MILL), [AnnalEvent::Founded]);
    let theirs = &game.world.people(game.world.town(TownIx(1)).people).annals[&TownIx(1)];
    assert!(theirs.iter().any(|annal| annal.what == AnnalEvent::Robbed(1)));
}

/// Annals of a settlement to which these things happen.
fn annals_of(events: &[(u64, AnnalEvent)]) -> Vec<Annal> {
    let mut world = kit::game(4, 48).world;
    world.peoples[PeopleIx::PLAYER].annals.clear();
    for (tick, what) in events {
        world.tick = *tick;
        world.record_event(PeopleIx::PLAYER, MILL, *what);
    }
    assert!(world.check().is_ok());
    world.peoples[PeopleIx::PLAYER].annals[&MILL].clone()
}

#[test]
fn the_oldest_ordinary_events_are_forgotten_first_and_the_founding_never() {
    let bridge = |i: u64| AnnalEvent::Bridged(Cell::new(i as u16, 0));
    let mut events = vec![(0, AnnalEvent::Founded), (1, bridge(1)), (2, bridge(2))];
    let grew = |i| AnnalEvent::Grew { to: TownKind::Town, residents: i };
    events.extend((3..24).map(|i| (i, grew(i as u32))));
    assert_eq!(annals_of(&events).len(), EVENTS_MAX);
    events.push((30, grew(30)));
    let annals = annals_of(&events);
    assert_eq!((annals[1].what, annals.len()), (bridge(2), EVENTS_MAX));
    events.extend((31..70).map(|i| (i, grew(i as u32))));
    let annals = annals_of(&events);
    assert_eq!((annals[0].what, annals.len()), (AnnalEvent::Founded, EVENTS_MAX));
    assert!(annals.windows(2).all(|two| two[0].tick < two[1].tick));
    assert_eq!(annals[1].what, grew(47), "of the rest the oldest go first");
}

#[test]
fn a_year_adds_up_and_only_the_best_is_kept() {
    const YEAR: u64 = YEAR_DAYS * DAY;
    let annals = annals_of(&[
        (0, AnnalEvent::Founded),
        (10, AnnalEvent::Robbed(1)),
        (20, AnnalEvent::Paved(1)),
        (YEAR - 1, AnnalEvent::Robbed(1)),
        (YEAR, AnnalEvent::BestYear(40)),
        (YEAR + 10, AnnalEvent::Robbed(1)),
        (2 * YEAR, AnnalEvent::BestYear(30)),
        (3 * YEAR, AnnalEvent::BestYear(90)),
    ]);
    let events: Vec<(u64, AnnalEvent)> = annals.iter().map(|annal| (annal.tick, annal.what)).collect();
    let sums = [(0, AnnalEvent::Founded), (10, AnnalEvent::Robbed(2)), (20, AnnalEvent::Paved(1))];
    assert_eq!(events[..3], sums);
    assert_eq!(events[3..], [(YEAR + 10, AnnalEvent::Robbed(1)), (3 * YEAR, AnnalEvent::BestYear(90))]);
}

/// A new unit never has the name of another that a line of the last year tells of.
#[test]
fn a_name_in_the_news_is_given_to_no_other() {
    let mut game = kit::game(3, 128);
    let (mut next, mut given) = (game.world.next_unit, 0);
    for _ in 0..2 * YEAR_DAYS * DAY {
        game.tick();
        let world = &game.world;
        for unit in world.units.iter().filter(|unit| unit.id.0 >= next && !unit.kind.row().is_beast()) {
            let year =
                world.events.lines().rev().take_while(|(line, _)| line.tick + YEAR_DAYS * DAY > world.tick);
            for (_, event) in year {
                let subjects = event.kind.subjects();
                let others = subjects.units().filter(|other| *other != unit.id);
                let mut names = others.filter_map(|other| world.events.unit(other));
                assert!(names.all(|other| other.name != unit.name), "{} in {event:?}", unit.name);
            }
            given += 1;
        }
        next = world.next_unit;
    }
    assert!(given > 20, "{given} names");
}

/// What can only be guessed of several causes is told once, so that what is known of the others has room.
#[test]
fn a_guess_is_told_once() {
    let mut game = level(&vec![".".repeat(50); 20], false, &[("West", "yours", (8, 10))], &[]);
    let unseen = DangerEvent::Feared { people: PeopleIx(1) };
    let mut cause = game.world.why_town(TownIx(0)).next().map(|event| event.id);
    for _ in 0..9 {
        let event =
            Event { id: EventId(0), tick: 0, at: None, near: None, seen: false, kind: unseen.into(), cause };
        cause = game.world.events.record(event, &[]);
    }
    let happened = causes::groups(&game, PageKind::Event(cause.unwrap())).swap_remove(0);
    let words: Vec<&str> = happened.links.iter().map(|link| link.words.as_str()).collect();
    let founded = "Y1 spring 1: West, a hamlet, is one of the first places of the land";
    assert_eq!(words, ["Something unknown frightened travellers", founded]);
}
