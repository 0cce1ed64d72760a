//! What happened, and what it came of: events as facts, each with its cause.

use crate::kit;
use crate::orders::{drawn, meadow, order, until};
use expect_test::expect;
use std::collections::BTreeMap;
use std::fmt::Write;
use wayworn::app::export;
use wayworn::grid::{Cell, Size};
use wayworn::land::Good;
use wayworn::save;
use wayworn::scene::{self, LinkGroup, PageKind, Viewport, text};
use wayworn::sim::Game;
use wayworn::world::{
    BandId, Behaviour, DAY, DangerEvent, Event, EventId, EventKind, EventLink, Kind, Order, Passes, PeopleIx,
    Queue, RelationEvent, RoadEvent, RuinReason, SEASON_DAYS, Settle, SettlementEvent, Tier, TownIx,
    TownKind, TownPair, UnitId, UnitIx, WAR, WOUNDS_MAX,
};

/// The events that were told or wait to be told.
pub(crate) fn told(game: &Game) -> impl Iterator<Item = &Event> {
    let lines = game.world.events.lines().map(|(_, event)| event);
    lines.chain(game.world.events.pending())
}

/// Records what something that lasts began with.
pub(crate) fn begun(game: &mut Game, kind: EventKind, link: EventLink) -> Option<EventId> {
    let event = Event { id: EventId(0), tick: 0, at: None, near: None, seen: true, kind, cause: None };
    let id = game.world.events.record(event, &[])?;
    game.world.events.set_link(link, id);
    Some(id)
}

/// The groups of linked lines on a page.
pub(crate) fn groups(game: &Game, page: PageKind) -> Vec<LinkGroup> {
    let view = Viewport { page: Some(page), ..Viewport::default() };
    scene::build_scene(game, &view).page.unwrap().groups
}

const WEST: TownIx = TownIx(0);
const EAST: TownIx = TownIx(1);

/// A hamlet of grain in the west and one of stone ten columns from the east of these rows, and units of kind, people and
/// column in row 10.
fn two_hamlets(rows: &[String], units: &[(&str, &str, u16)]) -> Game {
    let mut text = String::new();
    for (name, good, x) in [("West", "grain", 8), ("East", "stone", rows[0].len() - 10)] {
        writeln!(text, "[[site]]\ngood = \"{good}\"\nat = [{x}, 10]").unwrap();
        writeln!(text, "[[town]]\nname = \"{name}\"\nkind = \"hamlet\"\nat = [{x}, 10]").unwrap();
    }
    for (kind, people, x) in units {
        writeln!(text, "[[unit]]\nkind = \"{kind}\"\npeople = \"{people}\"\nat = [{x}, 10]").unwrap();
    }
    drawn(rows, false, &text)
}

/// An event and all that it came of, as what happened.
fn chain(game: &Game, event: EventId) -> Vec<EventKind> {
    game.world.events.causes_of(event).map(|event| event.kind).collect()
}

fn linked(game: &Game, link: EventLink) -> Option<EventId> {
    game.world.events.link(link)
}

fn is_founding(kind: &EventKind, of: TownIx) -> bool {
    matches!(kind, EventKind::Settlement(SettlementEvent::Founded { town, .. }) if *town == of)
}

#[test]
fn a_road_comes_of_the_trips_that_wore_it() {
    let mut rows = meadow(50, 20);
    for row in &mut rows {
        row.replace_range(24..25, "=");
    }
    let mut game =
        two_hamlets(&rows, &[("porter", "yours", 8), ("porter", "yours", 8), ("porter", "yours", 40)]);
    let pair = (WEST, EAST);
    assert!(until(&mut game, 40 * DAY, |game| linked(game, EventLink::Road(pair)).is_some()), "no road");
    let road = linked(&game, EventLink::Road(pair)).unwrap();
    let [EventKind::Road(RoadEvent::Worn { tier: Tier::Path, between, passes }), trip, founding] =
        chain(&game, road)[..]
    else {
        panic!("{:?}", chain(&game, road))
    };
    assert!(between == pair && passes >= 3, "{between:?} {passes}");
    assert!(matches!(trip, EventKind::Road(RoadEvent::FirstTrip { .. })), "{trip:?}");
    assert!(is_founding(&founding, EAST), "the later of the two: {founding:?}");
}

/// Records that a raider came with a band.
fn record_band(game: &mut Game, raider: UnitId) -> EventId {
    let (band, _) = game.world.bands.add("the Fen Foxes".to_owned(), vec![raider]);
    let kind = DangerEvent::BandFormed { band, raiders: 1 }.into();
    let came = Event { id: EventId(0), tick: 0, at: None, near: None, seen: false, kind, cause: None };
    let came = game.world.events.record(came, &[]).unwrap();
    game.world.events.set_link(EventLink::Band(band), came);
    came
}

/// Where two hamlets are more than a day apart, an inn opens between them; when families join it, it is a village.
#[test]
fn an_inn_comes_of_nights_on_its_routes_and_a_village_of_its_inn() {
    let porter = ("porter", "yours", 8);
    let mut game = two_hamlets(&meadow(90, 20), &[porter, porter, porter, ("settler", "yours", 8)]);
    let inn_of = |game: &Game| game.world.towns.position(|town| town.kind == TownKind::Inn);
    assert!(until(&mut game, 60 * DAY, |game| inn_of(game).is_some()), "no inn");
    let inn = inn_of(&game).unwrap();
    let opened = game.world.events.latest_step(inn).unwrap();
    let [inn_opened, joined, ..] = chain(&game, opened)[..] else { panic!("{:?}", chain(&game, opened)) };
    let EventKind::Settlement(SettlementEvent::InnOpened { nights, routes: 1, between: Some(pair), .. }) =
        inn_opened
    else {
        panic!("{inn_opened:?}")
    };
    assert!(pair == (WEST, EAST) && nights >= 2, "{nights} nights between {pair:?}");
    assert_eq!(check_cause(&inn_opened, Some(&joined)), Some("inn"));
    assert!(is_founding(chain(&game, opened).last().unwrap(), EAST), "and so on to the first day");
    let town = &mut game.world.towns[inn];
    town.nights = 12_000;
    town.routes.push((WEST, inn));
    let at = town.cell;
    let settlers = game.world.units.iter_mut().find(|unit| unit.kind == Kind::Settler).unwrap();
    settlers.stack.push(Behaviour::Settle(Settle { at }));
    let is_village = |game: &Game| game.world.town(inn).kind == TownKind::Village;
    assert!(until(&mut game, 20 * DAY, is_village), "no village");
    let formed = game.world.events.latest_step(inn).unwrap();
    let [village, before, ..] = chain(&game, formed)[..] else { panic!("{:?}", chain(&game, formed)) };
    assert_eq!(village, SettlementEvent::VillageFormed { town: inn, routes: 2 }.into());
    assert_eq!(before, inn_opened);
    let chronicle = export::chronicle(&game.world);
    let lines =
        game.world.why_town(inn).map(|event| format!("  - {}", text::cause_words(&game.world, event)));
    assert!(chronicle.contains(&lines.collect::<Vec<_>>().join("\n")), "{chronicle}");
}

/// A death tells what killed and where; it came of the band, and is what its people fears there.
#[test]
fn a_death_comes_of_the_band_and_fear_of_the_death() {
    let dead = |seed: u64| {
        let mut game = two_hamlets(&meadow(50, 20), &[("guard", "yours", 24), ("raider", "raiders", 25)]);
        game.world.seed = seed;
        let [guard, raider] = [0, 1].map(|index| game.world.units[UnitIx(index)].id);
        game.world.units[UnitIx(0)].wounds = WOUNDS_MAX - 1;
        let came = record_band(&mut game, raider);
        let over = |game: &Game| [guard, raider].iter().any(|id| game.world.unit(*id).is_none());
        assert!(until(&mut game, DAY, over), "a fight ends");
        game.world.unit(guard).is_none().then_some((game, guard, raider, came))
    };
    let (mut game, victim, killer, came) = (0..24).find_map(dead).expect("a guard that lost");
    let killed = told(&game).find(|event| event.kind == DangerEvent::Killed { victim, killer }.into());
    let killed = *killed.expect("it is told");
    let (place, fear) = game.world.events.fears(PeopleIx::PLAYER).next().unwrap();
    assert_eq!((killed.at, killed.cause), (Some(place), Some(came)));
    assert!(place.chebyshev(Cell::new(24, 10)) <= 2, "where it fought: {place:?}");
    let events: Vec<EventId> = game.world.events.causes_of(fear).map(|event| event.id).collect();
    assert_eq!(events, [fear, killed.id, came]);
    let names_band = |game: &Game| {
        let mut lines = game.world.events.lines();
        lines.any(|(line, event)| {
            text::line_words(&game.world, line, event).contains(", raider of the Fen Foxes, ")
        })
    };
    assert!(until(&mut game, DAY, names_band), "the line names the band");
}

/// A settlement's page tells its feud from the rumour on, and another page those who killed and died in it.
#[test]
fn a_feud_goes_from_rumour_to_aftermath_and_its_dead_are_remembered() {
    let mut rows = vec!["#".repeat(50); 20];
    rows[9..12].fill(".".repeat(50));
    let raiders = [("raider", "raiders", 24), ("raider", "raiders", 25)];
    let porters = [("porter", "yours", 8), ("porter", "yours", 40), ("porter", "yours", 8)];
    let mut game = two_hamlets(&rows, &[raiders.as_slice(), &porters].concat());
    game.world.peoples[PeopleIx::PLAYER].coin = 100;
    game.world.works.steward = true;
    (game.world.towns[EAST].kind, game.world.towns[EAST].residents) = (TownKind::Village, 40);
    let raider = game.world.units[UnitIx(0)].id;
    record_band(&mut game, raider);
    let is_over = |event: &Event| {
        matches!(event.kind, EventKind::Danger(DangerEvent::FeudEnded { near: Some(EAST), .. }))
    };
    for day in 0..80 {
        // Loads to rob for two weeks, and then no more than trade brings.
        let mut units = game.world.units.iter();
        let load = units.find_map(|unit| unit.cargo.filter(|_| unit.kind == Kind::Porter));
        for unit in game.world.units.iter_mut().filter(|_| day < 16) {
            unit.cargo = if unit.kind == Kind::Porter { unit.cargo.or(load) } else { None };
        }
        until(&mut game, DAY, |_| false);
        if told(&game).any(is_over) {
            break;
        }
    }
    let feud = groups(&game, PageKind::Town(EAST)).pop().unwrap();
    let mut phases: Vec<&str> = feud.links.iter().map(|link| link.label).collect();
    phases.dedup();
    assert_eq!(
        (feud.heading.as_str(), phases),
        ("The East feud", vec!["rumour", "feud", "turn", "aftermath"])
    );
    expect![
        "Y2 summer 2: The East feud is over: seven loads robbed in 32 days, one killed, one fort, two guards"
    ]
    .assert_eq(&feud.links.last().unwrap().words);
    let grew = |event: &&Event| matches!(event.kind, EventKind::Danger(DangerEvent::FeudGrew { .. }));
    let mut pages = told(&game).filter(grew).map(|event| groups(&game, PageKind::Event(event.id)));
    let of_event = pages.find(|page| page.len() > 1).unwrap();
    let mut page = String::new();
    for group in of_event {
        writeln!(page, "{}", group.heading).unwrap();
        group.links.iter().for_each(|link| writeln!(page, "{:1} {}", link.label, link.words).unwrap());
    }
    expect![[r#"
        What happened
          Y1 autumn 3: The East feud: six loads robbed in 21 days, the last by the Fen Foxes
        ← Y1 autumn 3: Magni robs Kell of stone west of East
        ← The Fen Foxes grew by robberies at a time unknown
        ← Y1 autumn 2: Birgit robs Nell of stone west of East
        ← The Fen Foxes came from a place unknown
        What came of it
          Y1 autumn 3: The East feud turns: Moss leaves East to guard the road at East
    "#]]
    .assert_eq(&page);
    let persons = groups(&game, PageKind::Persons);
    let deeds_of = |name: &str| {
        let person = persons.iter().find(|group| group.heading == name);
        person.map(|group| group.links.iter().map(|link| link.words.clone() + "\n").collect::<String>())
    };
    expect![[r#"
        Y2 spring 2: Birgit, raider, is killed by Odo, guard of the Vale, west of East
    "#]]
    .assert_eq(&deeds_of("Odo, guard of the Vale").unwrap());
    assert_eq!(deeds_of("Birgit, raider").unwrap().lines().count(), 4, "killed and was killed");
    let kept = save::decode(&save::encode(&game.world)).unwrap();
    assert_eq!(kept.events.persons(), game.world.events.persons());
}

/// Two dozen persons are remembered: those who did more push out those who did least.
#[test]
fn a_founder_is_remembered_when_many_robbers_come() {
    let porters = [("porter", "yours", 8); 40];
    let mut game = two_hamlets(&meadow(50, 20), &porters);
    let ids: Vec<UnitId> = game.world.units.iter().map(|unit| unit.id).collect();
    let mut record = |unit: UnitId, kind: EventKind| {
        let event = Event { id: EventId(0), tick: 0, at: None, near: None, seen: true, kind, cause: None };
        let units = game.world.units.iter().filter(|known| known.id == unit).collect::<Vec<_>>();
        let id = game.world.events.record(event, &units).unwrap();
        game.world.events.remember(id);
    };
    let good = Good::Grain;
    let founded =
        SettlementEvent::Founded { town: WEST, kind: TownKind::Hamlet, unit: Some(ids[0]), good: Some(good) };
    record(ids[0], founded.into());
    for robber in ids.iter().skip(1).flat_map(|id| [*id; 2]) {
        record(robber, DangerEvent::Robbed { robber, victim: ids[0], good }.into());
    }
    let persons = game.world.events.persons();
    assert_eq!((persons.len(), persons[0].0), (24, ids[0]));
    let latest: Vec<UnitId> = persons[1..].iter().map(|(unit, _)| *unit).collect();
    assert_eq!(latest, ids[17..], "of those that did as much, the latest");
    assert!(persons[1..].iter().all(|(_, deeds)| deeds.len() == 2));
}

/// One land that lives for a month: inns come of their routes, villages of inns, settlements of those who left their
/// mother; every settlement's chain ends with the first day; what the player's people has not heard of stays nameless;
/// and all this is kept in a save.
#[test]
fn every_settlement_leads_back_to_the_first_footsteps() {
    let mut game = kit::game(314_159, 160);
    let (mut seen, mut nameless) = (BTreeMap::new(), 0);
    while game.world.tick < 40 * DAY {
        game.tick();
        if game.world.tick.is_multiple_of(DAY) {
            nameless += tell_without_names(&game);
            seen.extend(game.world.events.iter().map(|event| (event.id, (event.kind, cause(&game, event)))));
        }
    }
    let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
    for (kind, cause) in seen.values() {
        if let Some(what) = check_cause(kind, cause.as_ref()) {
            *counts.entry(what).or_default() += 1;
        }
    }
    for what in ["inn", "settlers", "founding", "road", "trip"] {
        assert!(counts.contains_key(what), "no {what}: {counts:?}");
    }
    let standing: Vec<TownIx> = game.world.living_towns().collect();
    for id in &standing {
        let steps: Vec<&Event> = game.world.why_town(*id).collect();
        let last = steps.last().unwrap_or_else(|| panic!("nothing is known of {id:?}"));
        let is_first =
            matches!(last.kind, EventKind::Settlement(SettlementEvent::Founded { unit: None, .. }));
        assert!(is_first && last.tick == 0 && last.cause.is_none(), "{steps:?}");
        assert!(steps.windows(2).all(|two| two[1].id < two[0].id && two[1].tick <= two[0].tick));
    }
    assert!(standing.len() > 6 && standing.iter().any(|id| game.world.why_town(*id).count() > 3));
    assert!(nameless > 100, "only {nameless} events were told while a settlement was unheard of");
    let loaded = save::decode(&save::encode(&game.world)).unwrap();
    let why = |world: &wayworn::world::World| text::why_settlements(world);
    assert_eq!(why(&loaded), why(&game.world));
    assert!(why(&loaded).iter().all(|(_, steps)| !steps.is_empty()));
    for (id, steps) in why(&game.world) {
        let view = Viewport { page: Some(PageKind::Town(id)), ..Viewport::default() };
        let page = scene::build_scene(&game, &view).page.unwrap();
        let links: Vec<&str> = page.groups[0].links.iter().map(|link| link.words.as_str()).collect();
        assert_eq!(links, steps.iter().take(6).collect::<Vec<_>>(), "the page tells the same");
        assert!(
            page.groups[0]
                .links
                .iter()
                .all(|link| link.cell.is_none_or(|cell| game.world.size().contains(cell)))
        );
    }
}

/// Tells of all events; returns how many, if there is a settlement that the player's people has not heard of, whose name
/// must not occur.
fn tell_without_names(game: &Game) -> usize {
    let world = &game.world;
    let unheard: Vec<&str> = world
        .towns
        .indices()
        .filter(|id| world.people(PeopleIx::PLAYER).knows_as(*id).is_none())
        .map(|id| world.town(id).name.as_str())
        .collect();
    for event in world.events.iter() {
        let words = text::cause_words(world, event);
        assert!(!unheard.iter().any(|name| words.contains(name)), "{words}");
    }
    if unheard.is_empty() { 0 } else { world.events.iter().count() }
}

/// What an event came of, as long as that is kept.
fn cause(game: &Game, event: &Event) -> Option<EventKind> {
    event.cause.and_then(|cause| game.world.events.get(cause)).map(|cause| cause.kind)
}

/// Checks that an event came of what its kind comes of; returns a word for what was checked.
fn check_cause(kind: &EventKind, cause: Option<&EventKind>) -> Option<&'static str> {
    let pair_of = |kind: &EventKind| -> Option<TownPair> {
        match *kind {
            EventKind::Road(RoadEvent::Worn { between, .. }) => Some(between),
            EventKind::Road(RoadEvent::FirstTrip { from, to, .. }) => Some((from.min(to), from.max(to))),
            _ => None,
        }
    };
    let (is_so, what) = match *kind {
        EventKind::Settlement(SettlementEvent::InnOpened { routes, between, .. }) => {
            let joins = cause.and_then(pair_of);
            (joins.is_some() && (routes > 1 || joins == between), "inn")
        }
        EventKind::Settlement(SettlementEvent::VillageFormed { town, .. }) => {
            let inn = |inn: &EventKind| matches!(inn, EventKind::Settlement(SettlementEvent::InnOpened { town: at, .. }) if *at == town);
            (cause.is_some_and(inn), "village")
        }
        EventKind::Settlement(SettlementEvent::Founded { unit: Some(founder), .. }) => {
            let left = |left: &EventKind| matches!(left, EventKind::Settlement(SettlementEvent::SettlersLeft { unit, .. }) if *unit == founder);
            (cause.is_some_and(left), "founding")
        }
        EventKind::Settlement(SettlementEvent::SettlersLeft { town: mother, .. }) => {
            let is_mothers = |step: &EventKind| step.subjects().towns().any(|town| town == mother);
            (cause.is_some_and(is_mothers), "settlers")
        }
        EventKind::Road(RoadEvent::Worn { between, .. }) => {
            (cause.and_then(pair_of) == Some(between), "road")
        }
        EventKind::Road(RoadEvent::FirstTrip { from, to, .. }) => {
            let is_ends = |step: &EventKind| step.subjects().towns().any(|town| town == from || town == to);
            (cause.is_some_and(is_ends), "trip")
        }
        _ => return None,
    };
    assert!(is_so, "{kind:?} came of {cause:?}");
    Some(what)
}

/// A raider robs a trader in the nearer of two gaps; its people fears the gap, and the next trader goes round by the other.
#[test]
fn a_detour_comes_of_fear_and_fear_of_a_robbery() {
    let mut rows = meadow(50, 24);
    for (y, row) in rows.iter_mut().enumerate() {
        row.replace_range(24..25, if [2, 10].contains(&y) { "." } else { "#" });
    }
    let mut game = two_hamlets(
        &rows,
        &[("porter", "yours", 8), ("porter", "yours", 8), ("porter", "yours", 8), ("raider", "raiders", 24)],
    );
    let raider = game.world.units[UnitIx(3)].id;
    record_band(&mut game, raider);
    let fears = |game: &Game| game.world.events.fears(PeopleIx::PLAYER).next();
    assert!(until(&mut game, 30 * DAY, |game| fears(game).is_some()), "no robbery");
    let (place, fear) = fears(&game).unwrap();
    let [feared, robbed, band] = chain(&game, fear)[..] else { panic!("{:?}", chain(&game, fear)) };
    assert_eq!(feared, DangerEvent::Feared { people: PeopleIx::PLAYER }.into());
    assert!(matches!(robbed, EventKind::Danger(DangerEvent::Robbed { robber, .. }) if robber == raider));
    assert_eq!(band, DangerEvent::BandFormed { band: BandId(0), raiders: 1 }.into());
    let detour = |game: &Game| {
        told(game)
            .copied()
            .find(|event| matches!(event.kind, EventKind::Danger(DangerEvent::Detoured { .. })))
    };
    assert!(until(&mut game, 10 * DAY, |game| detour(game).is_some()), "no detour round {place:?}");
    let detour = detour(&game).unwrap();
    let EventKind::Danger(DangerEvent::Detoured { around, extra_time, .. }) = detour.kind else {
        panic!("{detour:?}")
    };
    assert_eq!(detour.cause, linked(&game, EventLink::Fear(PeopleIx::PLAYER, around)));
    assert!(extra_time > 3000, "{extra_time} milli-steps");
    // Fear fades, and what began it with it.
    assert!(until(&mut game, 200 * DAY, |game| fears(game).is_none()), "fear stays");
    assert!(game.world.check().is_ok());
}

#[test]
fn a_war_comes_of_its_grievances_and_peace_of_its_war() {
    let town = |name: &str, people: &str, at: (u16, u16)| {
        let (x, y) = at;
        format!("[[town]]\nname = \"{name}\"\nkind = \"hamlet\"\npeople = \"{people}\"\nat = [{x}, {y}]\n")
    };
    let mut things = town("Mill", "yours", (8, 8)) + &town("Tarn", "neighbours", (40, 12));
    for (kind, people, x, y) in
        [("settler", "yours", 26, 8), ("settler", "yours", 26, 16), ("porter", "neighbours", 40, 12)]
    {
        writeln!(things, "[[unit]]\nkind = \"{kind}\"\npeople = \"{people}\"\nat = [{x}, {y}]").unwrap();
    }
    let mut game = drawn(&meadow(60, 24), false, &things);
    until(&mut game, 2, |_| false);
    let ids: Vec<_> = game.world.units.iter().map(|unit| unit.id).collect();
    order(&mut game, ids[0], vec![Order::Settle(Cell::new(28, 8))], Queue::Replace);
    assert!(until(&mut game, 7 * DAY, |game| linked(
        game,
        EventLink::Grievance(PeopleIx(1), PeopleIx::PLAYER)
    )
    .is_some()));
    order(&mut game, ids[1], vec![Order::Settle(Cell::new(28, 20))], Queue::Replace);
    assert!(until(&mut game, 8 * DAY, |game| game.world.at_war(PeopleIx::PLAYER, PeopleIx(1))), "no war");
    let war = linked(&game, EventLink::War(PeopleIx::PLAYER, PeopleIx(1))).unwrap();
    let [began, second, first, founding] = chain(&game, war)[..] else { panic!("{:?}", chain(&game, war)) };
    let resented = |kind: EventKind| match kind {
        EventKind::Relation(RelationEvent::Intruded {
            people: PeopleIx(1),
            against: PeopleIx::PLAYER,
            town,
            ..
        }) => Some(town),
        _ => None,
    };
    assert!(matches!(
        began,
        EventKind::Relation(RelationEvent::War { people: PeopleIx(1), against: PeopleIx::PLAYER, .. })
    ));
    assert_eq!((resented(second), resented(first)), (Some(TownIx(3)), Some(TownIx(2))));
    assert!(is_founding(&founding, TownIx(2)), "{founding:?}");
    game.world.peoples[PeopleIx(1)].grudges.insert(PeopleIx::PLAYER, WAR);
    let is_peace = |event: &&Event| matches!(event.kind, EventKind::Relation(RelationEvent::Peace { .. }));
    assert!(until(&mut game, 2 * DAY, |game| told(game).any(|event| is_peace(&event))));
    let peace = told(&game).find(is_peace).unwrap();
    assert_eq!(
        (peace.cause, linked(&game, EventLink::War(PeopleIx::PLAYER, PeopleIx(1)))),
        (Some(war), None)
    );
    let EventKind::Relation(RelationEvent::War { town: over, .. }) = began else { unreachable!() };
    let is_line = |game: &Game| game.world.events.lines().any(|(_, event)| is_peace(&event));
    assert!(until(&mut game, DAY, is_line), "the line of the peace");
    let thread = groups(&game, PageKind::Town(over)).pop().unwrap();
    let links = thread.links.iter().map(|link| link.label.to_owned() + ": " + &link.words + "\n");
    let links: String = links.collect();
    expect![[r#"
        The war over Pen Shelter
        rumour: Y1 spring 1: Dale founds Cold Elbow
        rumour: Y1 spring 1: The Moor resents Cold Elbow, founded at the gates of Tarn
        rumour: Y1 spring 2: The Moor resents Pen Shelter, founded at the gates of Tarn
        war: Y1 spring 2: War with the Moor over Pen Shelter, founded at the gates of Tarn
        aftermath: Y1 spring 2: Peace with the Moor after 0 days: old grievances are forgotten
    "#]]
    .assert_eq(&format!("{}\n{links}", thread.heading));
    // What comes of a war long after is no part of it.
    let grew = SettlementEvent::Grew { town: over, to: TownKind::Village, residents: 30 }.into();
    let tick = game.world.tick;
    let event =
        Event { id: EventId(0), tick, at: None, near: None, seen: true, kind: grew, cause: Some(war) };
    let grew = game.world.events.record(event, &[]).unwrap();
    game.world.events.tell_now(grew, tick);
    assert_eq!(groups(&game, PageKind::Town(over)).pop().unwrap(), thread);
}

/// A settlement without trade falls of itself, and where a feared place is near, of that fear.
#[test]
fn a_ruin_comes_of_what_emptied_it() {
    let fallen = |change: &dyn Fn(&mut Game) -> Option<EventId>| {
        let mut game = two_hamlets(&meadow(50, 20), &[]);
        until(&mut game, 2, |_| false);
        let cause = change(&mut game);
        let east = &mut game.world.towns[TownIx(1)];
        (east.residents, east.residents_max, east.failing_days) = (1, 200, 23);
        (east.stock, east.makes) = ([0; 8], None);
        game.world.ground.kept.insert(0, EAST);
        let founding = game.world.events.latest_step(EAST);
        assert!(until(&mut game, 2 * DAY, |game| game.world.town(EAST).kind == TownKind::Ruin));
        assert_eq!(game.world.why_town(EAST).count(), 0, "a ruin stands no more");
        assert!(!game.world.ground.kept.values().any(|keeper| *keeper == EAST), "a ruin keeps no road");
        let ruin = game.world.events.get(linked(&game, EventLink::Ruin(EAST)).unwrap()).unwrap();
        assert_eq!(ruin.cause, cause.or(founding));
        match ruin.kind {
            EventKind::Settlement(SettlementEvent::Abandoned { reason, own: true, town: EAST }) => reason,
            other => panic!("{other:?}"),
        }
    };
    let feared = |game: &mut Game| {
        let cell = Cell::new(30, 10);
        game.world.peoples[PeopleIx::PLAYER].belief.add_fear(cell, 4000);
        begun(
            game,
            DangerEvent::Feared { people: PeopleIx::PLAYER }.into(),
            EventLink::Fear(PeopleIx::PLAYER, cell),
        )
    };
    assert_eq!(fallen(&|_| None), RuinReason::NoTrade);
    assert_eq!(fallen(&feared), RuinReason::Fear);
    let starved = |game: &mut Game| {
        feared(game);
        // In winter no field bears.
        let mut world = game.world.clone();
        world.tick += 3 * SEASON_DAYS * DAY;
        *game = Game::from_world(world);
        begun(game, SettlementEvent::Starves { town: EAST }.into(), EventLink::Hunger(EAST))
    };
    assert_eq!(fallen(&starved), RuinReason::Hunger);
}

/// A place that stays feared gets a guard and a fort, and both come of what is feared there.
#[test]
fn guards_and_forts_come_of_the_fear() {
    let mut rows = meadow(61, 33);
    for (y, row) in rows.iter_mut().enumerate() {
        row.replace_range(30..31, if y == 16 { "." } else { "#" });
    }
    let mut text = String::new();
    for (x, y, good) in [(12, 10, "grain"), (12, 22, "timber"), (48, 10, "salt"), (48, 22, "stone")] {
        writeln!(text, "[[site]]\ngood = \"{good}\"\nat = [{x}, {y}]").unwrap();
        writeln!(text, "[[town]]\nkind = \"hamlet\"\nat = [{x}, {y}]").unwrap();
    }
    let mut game = drawn(&rows, false, &text);
    let cell = Cell::new(34, 15);
    let kind = DangerEvent::Feared { people: PeopleIx::PLAYER }.into();
    let event = Event { id: EventId(0), tick: 0, at: Some(cell), near: None, seen: false, kind, cause: None };
    let fear = game.world.events.record(event, &[]);
    game.world.events.set_link(EventLink::Fear(PeopleIx::PLAYER, cell), fear.unwrap());
    game.world.peoples[PeopleIx::PLAYER].coin = 400;
    let mut causes = BTreeMap::new();
    for day in 0..12 {
        if day % 4 == 0 {
            game.world.peoples[PeopleIx::PLAYER].belief.add_fear(cell, 4000);
        }
        until(&mut game, DAY, |_| false);
        for event in told(&game) {
            match event.kind {
                EventKind::Danger(DangerEvent::GuardSent { .. }) => causes.insert("guard", event.cause),
                EventKind::Danger(DangerEvent::FortBuilt { .. }) => causes.insert("fort", event.cause),
                _ => None,
            };
        }
    }
    assert_eq!(causes, BTreeMap::from([("guard", fear), ("fort", fear)]));
}

/// In a square, four pairs of settlements are remembered, and only pairs and squares of this land are sound.
#[test]
fn the_most_frequent_pair_survives_many_rare_ones() {
    let mut world = kit::game(4, 64).world;
    let (size, cell) = (world.size(), Cell::new(9, 9));
    let last = TownIx(world.towns.len() as u16 - 1);
    let pairs = |passes: &Passes| passes.most_at(size, Cell::new(8, 11));
    let mut passes = Passes::default();
    for i in 0..60 {
        passes.count(size, cell, (WEST, EAST));
        passes.count(size, cell, (TownIx(2), TownIx(3 + i)));
    }
    let most = pairs(&passes).unwrap();
    assert_eq!((most.between, most.passes >= 60), ((WEST, EAST), true));
    assert_eq!(passes.most_at(size, Cell::new(12, 9)), None);
    let mut check = |passes: Passes| {
        world.events.passes = passes;
        world.check().is_ok()
    };
    let one = |size, cell, between| {
        let mut passes = Passes::default();
        passes.count(size, cell, between);
        passes
    };
    assert!(!check(passes), "of settlements that there are not");
    assert!(check(one(size, cell, (WEST, last))));
    assert!(!check(one(size, cell, (WEST, TownIx(last.0 + 1)))), "with one that there is not");
    assert!(!check(one(size, cell, (last, WEST))), "the wrong way round");
    assert!(!check(one(Size::new(64, 128), Cell::new(9, 90), (WEST, last))), "beyond the edge");
}
