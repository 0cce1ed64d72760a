//! What a land's people live on: fields, hunger, families that move, crafts; and what the land does to them.

use crate::{causes, kit};
use std::collections::BTreeMap;
use wayworn::grid::{Cell, Size};
use wayworn::land::{Good, Preset, Recipe, SimRng, Surface};
use wayworn::scene::{PageKind, Viewport, build_scene, short_date};
use wayworn::sim::Game;
use wayworn::world::{
    AnnalEvent, Behaviour, DAY, DEADLIEST, EATEN, Event, EventId, EventKind, EventLink, FAMILIES, Fortune,
    FortuneKind, PASS, PeopleIx, RoadEvent, Season, Settle, SettlementEvent, Tier, TownIx, TownKind, Unit,
    Warning, YEAR_DAYS,
};

fn run(game: &mut Game, ticks: u64) {
    (0..ticks).for_each(|_| game.tick());
}

/// Fields are grass around the settlement that tills them; those that it has no hands for lie fallow.
#[test]
fn fields_follow_hands() {
    let mut game = kit::game(7, 128);
    let natural = game.world.land.surface.clone();
    run(&mut game, 20 * DAY);
    let mut tilled = 0;
    for town in &game.world.towns {
        tilled += town.fields.len();
        for field in &town.fields {
            assert!(town.cell.chebyshev(*field) <= 12 && *field != town.cell);
            assert!(matches!(natural[*field], Surface::Meadow | Surface::Grass));
            assert_eq!(game.world.patch(*field).under, Some(natural[*field]));
        }
        assert!(town.fields.len() <= 3 * town.residents as usize + 3);
    }
    let fields = game.world.size().cells().filter(|cell| game.world.land.surface[*cell] == Surface::Field);
    assert_eq!(fields.count(), tilled);
    assert!(tilled > 100, "{tilled} fields");
    let before = game.world.towns[TownIx(0)].fields.clone();
    game.world.towns[TownIx(0)].residents = 5;
    run(&mut game, DAY);
    let after = &game.world.towns[TownIx(0)].fields;
    assert!(after.len() <= 18 && before.starts_with(after));
    let given_up = before.iter().filter(|field| !after.contains(field));
    assert!(given_up.into_iter().all(|field| game.world.land.surface[*field] == natural[*field]));
}

/// A small land of rock and hills feeds its residents: they neither move away nor die out.
#[test]
fn small_highlands_are_lived_in_for_years() {
    let (recipe, size) = (Recipe::of(Preset::Highlands), Size::new(96, 96));
    let mut game = Game::with_recipe(recipe, 8, size, &mut |_, _| ()).unwrap();
    run(&mut game, 5 * YEAR_DAYS * DAY);
    let markets = game.world.towns.iter().filter(|town| town.kind.is_market());
    let residents: Vec<u32> = markets.map(|town| town.residents).collect();
    assert!(residents.len() >= 2 && residents.iter().sum::<u32>() >= 60, "{residents:?}");
}

fn starve(game: &mut Game, home: TownIx) {
    for good in Good::FOOD {
        game.world.towns[home].stock[good as usize] = 0;
    }
    game.world.towns[home].fields.clear();
    game.world.towns[home].makes = None;
    game.tick();
}

/// Without food the residents die, and the land is told; with food they grow again.
#[test]
fn hunger_kills_and_food_feeds() {
    let mut game = kit::game(7, 128);
    let home = TownIx(0);
    let first = game.world.town(home).residents;
    (0..10 * DAY).for_each(|_| starve(&mut game, home));
    let town = game.world.town(home);
    assert!(town.hungry_days >= 6 && town.residents < first, "{} of {first}", town.residents);
    let starves =
        |kind| matches!(kind, EventKind::Settlement(SettlementEvent::Starves { town }) if town == home);
    assert!(causes::told(&game).any(|event| starves(event.kind)));
    let least = town.residents;
    game.world.towns[home].stock[Good::Grain as usize] = 5000;
    run(&mut game, 4 * DAY);
    let town = game.world.town(home);
    assert!(town.hungry_days == 0 && town.residents >= least, "{} of {least}", town.residents);
    let died = first - least;
    let hungers = causes::told(&game).filter_map(|event| match event.kind {
        EventKind::Settlement(SettlementEvent::HungerEnded { town, days, deaths }) if town == home => {
            Some((event, days, deaths))
        }
        _ => None,
    });
    let [(ended, 5, deaths)] = hungers.collect::<Vec<_>>()[..] else { panic!("one hunger of five days") };
    assert!((1..=died).contains(&deaths), "{deaths} of {died}, the others left");
    let cause = ended.cause.and_then(|cause| game.world.events.get(cause));
    assert!(cause.is_some_and(|event| starves(event.kind)), "{cause:?}");
    assert_eq!((game.world.events.link(EventLink::Hunger(home)), town.starved), (None, 0), "it is over");
    let annals = &game.world.people(town.people).annals[&home];
    assert_eq!(annals.last().unwrap().what, AnnalEvent::Starved(deaths));
    let hunger = causes::groups(&game, PageKind::Town(home)).pop().unwrap();
    let phases: Vec<&str> = hunger.links.iter().map(|link| link.label).collect();
    assert_eq!(
        (hunger.heading, phases),
        (format!("The hunger of {}", town.name), vec!["hunger", "aftermath"])
    );
    let people = town.people;
    while game.world.town(home).kind != TownKind::Ruin {
        starve(&mut game, home);
    }
    // That it fell is learned where it is seen.
    let mut annals = game.world.people(people).annals[&home].iter().map(|annal| annal.what);
    let last = annals.rfind(|what| *what != AnnalEvent::Fell);
    assert!(matches!(last, Some(AnnalEvent::Starved(dead)) if dead > deaths), "{last:?}");
}

/// A day with enough to eat does not end a hunger of which residents have died: the player is warned of all of it.
#[test]
fn a_hunger_is_counted_from_when_it_began_to_kill() {
    let mut game = kit::game(7, 128);
    let home = TownIx(0);
    (0..10 * DAY).for_each(|_| starve(&mut game, home));
    for _ in 0..DAY {
        let town = &mut game.world.towns[home];
        town.stock = [0; Good::COUNT];
        town.stock[Good::Grain as usize] = EATEN * town.residents;
        game.tick();
    }
    assert_eq!(game.world.town(home).hungry_days, 0);
    (0..4 * DAY).for_each(|_| starve(&mut game, home));
    let warning = game.world.objectives.warning;
    let Some(Warning::Hunger { town, days }) = warning else { panic!("{warning:?}") };
    assert!(town == home && days >= 8 && game.world.town(home).hungry_days <= 4, "{warning:?}");
}

fn is_bound_for(unit: &Unit, goal: Cell) -> bool {
    unit.stack.iter().any(|layer| matches!(layer, Behaviour::Settle(Settle { at }) if *at == goal))
}

/// Families go on foot to where work pays more: one settlement loses them when they leave, the other gains as many
/// when they arrive.
#[test]
fn families_walk_to_better_pay() {
    let mut game = kit::game(7, 128);
    run(&mut game, 3 * DAY);
    let rich = TownIx(1);
    let goal = game.world.town(rich).cell;
    let walkers =
        |game: &Game| game.world.units.iter().filter(|unit| is_bound_for(unit, goal)).count() as u32;
    let all = |game: &Game| game.world.towns.iter().map(|town| town.residents).sum::<u32>();
    let (mut left, mut came) = (0, 0);
    while (left == 0 || came == 0) && game.world.tick < 60 * DAY {
        game.world.towns[rich].trade = 60_000;
        let (before, people, here) = (walkers(&game), all(&game), game.world.town(rich).residents);
        let is_day =
            game.world.towns.indices().any(|id| (game.world.tick + 1) % DAY == u64::from(id.0) * 37 % DAY);
        game.tick();
        match walkers(&game) {
            now if now > before => left += 1,
            now if now < before && !is_day => {
                assert_eq!(all(&game), people + FAMILIES);
                assert_eq!(game.world.town(rich).residents, here + FAMILIES);
                came += 1;
            }
            _ => {}
        }
    }
    assert!(left > 0 && came > 0, "{left} left, {came} came");
    assert!(game.world.check().is_ok());
}

/// Families settle where a path is known to lead, not where walls keep them out.
#[test]
fn families_settle_where_a_path_is_known() {
    let mut game = kit::game(7, 128);
    run(&mut game, 20 * DAY);
    let home = game.world.town(TownIx(0)).cell;
    let is_far = |cell: Cell| game.world.towns.iter().all(|town| town.cell.chebyshev(cell) >= 22);
    let visible = &game.derived.visible[PeopleIx::PLAYER];
    let is_hidden = |cell: Cell| game.world.size().square(cell, 1).all(|near| visible[near] == 0);
    let sites = game.world.land.sites.iter().map(|site| site.cell);
    let site = sites.filter(|cell| is_far(*cell) && is_hidden(*cell)).min_by_key(|cell| cell.octile(home));
    let site = site.unwrap();
    let settles = |around: Surface| {
        let mut world = game.world.clone();
        let size = world.size();
        world.land.sites.retain(|other| other.cell == site || other.cell.chebyshev(site) >= 60);
        world.towns[TownIx(0)].residents = 200;
        for cell in size.square(site, 1) {
            let surface = if cell == site { Surface::Grass } else { around };
            world.peoples[PeopleIx::PLAYER].belief.observe(cell, surface, Tier::None, false, 0);
        }
        let mut game = Game::from_world(world);
        (0..12 * DAY).any(|_| {
            game.tick();
            game.world.units.iter().any(|unit| is_bound_for(unit, site))
        })
    };
    assert!(settles(Surface::Grass) && !settles(Surface::Wall));
}

/// However few live in a settlement, it is not given up while families are on the way to it.
#[test]
fn a_settlement_waits_for_families() {
    let mut game = kit::game(7, 128);
    let rich = TownIx(1);
    let goal = game.world.town(rich).cell;
    while !game.world.units.iter().any(|unit| is_bound_for(unit, goal)) && game.world.tick < 60 * DAY {
        game.world.towns[rich].trade = 60_000;
        game.tick();
    }
    let kind_after_a_day = |mut game: Game| {
        let town = &mut game.world.towns[rich];
        (town.residents, town.failing_days) = (5, 23);
        run(&mut game, DAY);
        game.world.town(rich).kind
    };
    let mut alone = game.world.clone();
    for unit in alone.units.iter_mut().filter(|unit| is_bound_for(unit, goal)) {
        unit.stack.truncate(1);
        unit.drop_path();
    }
    assert_eq!(kind_after_a_day(Game::from_world(alone)), TownKind::Ruin);
    assert_ne!(kind_after_a_day(game), TownKind::Ruin);
}

/// Towns make tools of ore and timber, as much as of both together; smaller settlements do not.
#[test]
fn only_towns_make_crafts() {
    for (kind, makes) in [(TownKind::Village, false), (TownKind::Town, true)] {
        let mut game = kit::game(7, 128);
        let town = &mut game.world.towns[TownIx(0)];
        (town.kind, town.residents, town.residents_max) = (kind, 79, 79);
        town.stock = [0; Good::COUNT];
        (town.stock[Good::Ore as usize], town.stock[Good::Timber as usize]) = (1000, 1000);
        run(&mut game, DAY);
        assert_eq!(game.world.town(TownIx(0)).stock[Good::Tools as usize] > 100, makes, "{kind:?}");
    }
}

fn happen(game: &mut Game, kind: FortuneKind, at: Cell) {
    game.world.fortune = Some(Fortune { kind, at, due: game.world.tick });
    run(game, 1);
    assert_eq!(game.world.fortune, None);
    assert!(game.world.check().is_ok());
}

fn is_told(game: &Game, is_so: impl Fn(EventKind) -> bool) -> bool {
    causes::told(game).any(|event| is_so(event.kind))
}

/// A spent site makes nothing any more and can be settled no more; a found one can.
#[test]
fn sites_run_out_and_are_found() {
    let mut game = kit::game(7, 128);
    let maker = game.world.towns.indices().find(|id| game.world.town(*id).makes.is_some()).unwrap();
    let at = game.world.town(maker).cell;
    happen(&mut game, FortuneKind::SiteSpent, at);
    assert_eq!(game.world.town(maker).makes, None);
    assert!(game.world.land.sites.iter().all(|site| site.cell != at));
    assert!(is_told(&game, |kind| matches!(kind, EventKind::Settlement(SettlementEvent::SiteSpent { .. }))));
    happen(&mut game, FortuneKind::SiteFound(Good::Salt), at);
    assert!(game.world.land.sites.iter().any(|site| (site.cell, site.good) == (at, Good::Salt)));
}

/// A flood takes a bridge and leaves the river; rock on a road is untrodden ground that is hard to cross.
#[test]
fn floods_take_bridges_and_rock_falls_on_roads() {
    let mut game = kit::game(7, 128);
    let size = game.world.size();
    let sees = |game: &Game, cell: &Cell| game.derived.visible[PeopleIx::PLAYER][*cell] > 0;
    let open =
        size.cells().find(|cell| sees(&game, cell) && game.world.land.surface[*cell] == Surface::Meadow);
    let at = open.unwrap();
    game.world.land.surface[at] = Surface::Bridge;
    game.world.ground.under.insert(size.index(at) as u32, Surface::River);
    happen(&mut game, FortuneKind::Flood, at);
    assert_eq!((game.world.land.surface[at], game.world.patch(at).under), (Surface::River, None));
    let flooded =
        causes::told(&game).find(|event| matches!(event.kind, EventKind::Road(RoadEvent::Flooded { .. })));
    assert_eq!(
        flooded.map(|event| event.id),
        game.world.events.link(EventLink::Flood(at)),
        "until there is a bridge again"
    );
    game.world.land.surface[at] = Surface::Grass;
    (game.world.ground.tier[at], game.world.ground.wear[at]) = (Tier::Dirt, 9000);
    let mut game = Game::from_world(game.world);
    happen(&mut game, FortuneKind::Rockfall, at);
    assert_eq!((game.world.land.surface[at], game.world.ground.tier[at]), (Surface::Rock, Tier::None));
}

/// Of two bridges either may be carried off, the busier one more often.
#[test]
fn fortune_goes_by_traffic() {
    let mut world = kit::game(7, 64).world;
    let is_meadow = |cell: &Cell| world.land.surface[*cell] == Surface::Meadow;
    let meadows: Vec<Cell> = world.size().cells().filter(is_meadow).collect();
    let (first, last) = (meadows[0], meadows[meadows.len() - 1]);
    for (at, passes) in [(first, 9000), (last, 3000)] {
        world.land.surface[at] = Surface::Bridge;
        world.ground.under.insert(world.size().index(at) as u32, Surface::River);
        let beside: Vec<Cell> = world.size().neighbours(at).map(|(_, cell)| cell).collect();
        for cell in beside {
            world.ground.wear[cell] = passes;
        }
    }
    world.tick = YEAR_DAYS * DAY + DAY - 1;
    let drawn = |seed: u64| {
        let mut game = Game::from_world(world.clone());
        game.world.streams.fortune = SimRng::new(seed, 37);
        run(&mut game, 1);
        game.world.fortune.filter(|fortune| fortune.kind == FortuneKind::Flood).map(|fortune| fortune.at)
    };
    let floods: Vec<Cell> = (0..kit::many(300, 300, 2000)).filter_map(|seed| drawn(seed as u64)).collect();
    let count = |at: Cell| floods.iter().filter(|other| **other == at).count();
    let (busy, quiet) = (count(first), count(last));
    assert!(quiet > 0 && busy > 2 * quiet, "{busy} and {quiet} of {}", floods.len());
}

/// A road joins two villages once a trip leads over dirt roads nearly all the way; when it has for a year, and a trip leads
/// half the way over none, it is lost.
#[test]
fn roads_join_villages_and_are_lost() {
    let mut game = kit::game(3, 128);
    let told = |game: &Game, is_so: fn(RoadEvent) -> bool| {
        let mut events = causes::told(game).copied();
        events.find(|event| matches!(event.kind, EventKind::Road(event) if is_so(event)))
    };
    let set = |game: &mut Game, tier: Tier, ticks: u64| {
        let mut world = game.world.clone();
        world.tick += ticks;
        for cell in world.size().cells() {
            (world.ground.tier[cell], world.ground.wear[cell]) = (tier, tier.passes() * PASS);
        }
        world.towns.iter_mut().for_each(|town| town.kind = TownKind::Village);
        *game = Game::from_world(world);
    };
    let is_joined = |event| matches!(event, RoadEvent::Joined { .. });
    let is_parted = |event| matches!(event, RoadEvent::Parted { .. });
    run(&mut game, 4 * DAY);
    assert!(told(&game, is_joined).is_none());
    set(&mut game, Tier::Dirt, 0);
    while told(&game, is_joined).is_none() {
        assert!(game.world.tick < 20 * DAY);
        game.tick();
    }
    set(&mut game, Tier::None, 0);
    run(&mut game, 8 * DAY);
    assert!(told(&game, is_parted).is_none(), "within a year");
    set(&mut game, Tier::None, YEAR_DAYS * DAY);
    while told(&game, is_parted).is_none() {
        assert!(game.world.tick < (YEAR_DAYS + 40) * DAY);
        run(&mut game, DAY);
        set(&mut game, Tier::None, 0);
    }
    let cause = told(&game, is_parted).and_then(|parted| game.world.events.get(parted.cause?)).unwrap();
    assert!(matches!(cause.kind, EventKind::Road(event) if is_joined(event)), "{cause:?}");
}

/// Once the first settlers are no longer young, of 360 residents one dies of age each day; without ground to till none is born, and families come and go by eight.
#[test]
fn residents_die_of_age() {
    let mut world = kit::game(7, 128).world;
    world.tick += 2 * YEAR_DAYS * DAY;
    let mut game = Game::from_world(world);
    let home = TownIx(0);
    let days_with_a_death = (0..12).filter(|_| {
        let town = &mut game.world.towns[home];
        (town.residents, town.stock[Good::Grain as usize]) = (360, 100_000);
        town.fields.clear();
        run(&mut game, DAY);
        game.world.town(home).residents % FAMILIES == 359 % FAMILIES
    });
    // An inn may take its keepers, too.
    assert!(days_with_a_death.count() >= 11);
}

/// A sickness kills a fifth where it breaks out, and goes from there with the travellers: a tenth and then a twentieth die
/// where they arrive, days later; it comes nowhere twice, and what is told of it comes of where it was before.
#[test]
fn sickness_travels_with_travellers() {
    let mut game = kit::game(8, 128);
    run(&mut game, 60 * DAY);
    let source = TownIx(0);
    let (at, before) = (game.world.town(source).cell, game.world.town(source).residents);
    happen(&mut game, FortuneKind::Sickness, at);
    let (broke_out, town) = (game.world.tick, game.world.town(source));
    let deaths = before / DEADLIEST;
    assert!(deaths >= 5 && town.residents == before - deaths);
    let annals = &game.world.people(town.people).annals[&source];
    assert!(annals.iter().any(|annal| annal.what == AnnalEvent::Sickened(deaths)), "{annals:?}");
    let mut sick = BTreeMap::from([(source, town.sickness.unwrap())]);
    while game.world.tick < broke_out + 24 * DAY {
        game.tick();
        for id in game.world.towns.indices() {
            let Some(sickness) = game.world.town(id).sickness.filter(|it| it.since >= broke_out) else {
                continue;
            };
            let first = *sick.entry(id).or_insert(sickness);
            assert_eq!(first, sickness, "a sickness comes once to {id:?}");
        }
    }
    for (one_in, days) in [(10, 1..=7), (20, 2..=14)] {
        let came = sick.values().filter(|sickness| sickness.one_in == one_in);
        let after: Vec<u64> = came.map(|sickness| (sickness.since - broke_out) / DAY).collect();
        assert!(!after.is_empty() && after.iter().all(|day| days.contains(day)), "{one_in}: {after:?}");
    }
    let events = &game.world.events;
    let is_told_of = |place: TownIx, event: &Event| {
        let EventKind::Settlement(SettlementEvent::Sickness { town, .. }) = event.kind else { return false };
        town == place
    };
    let mut told = 0;
    for event in events.iter() {
        let EventKind::Settlement(SettlementEvent::Sickness { town, from, .. }) = event.kind else {
            continue;
        };
        if town != from {
            let Some(before) = event.cause.and_then(|cause| events.get(cause)) else {
                // Where few die, nothing is told.
                assert!(!events.iter().any(|event| is_told_of(from, event)));
                continue;
            };
            let EventKind::Settlement(SettlementEvent::Sickness { town: earlier, .. }) = before.kind else {
                panic!("{before:?}");
            };
            assert_eq!((earlier, before.tick), (from, sick[&from].since));
            told += 1;
        }
    }
    assert!(told > 0, "nothing is told of where it went");
    let is_line =
        |event: &Event| matches!(event.kind, EventKind::Settlement(SettlementEvent::Sickness { .. }));
    assert_eq!(events.lines().filter(|(_, event)| is_line(event)).count(), 1, "one line tells of it all");
    let thread = causes::groups(&game, PageKind::Town(source)).pop().unwrap();
    let phases: Vec<&str> = thread.links.iter().map(|link| link.label).collect();
    let name = &game.world.town(source).name;
    assert_eq!((thread.heading, phases), (format!("The sickness from {name}"), vec!["sickness"; 1 + told]));
}

/// Something happens in most seasons of a large land, and what is foreseen is foreseen by ten days.
#[test]
fn fortune_turns_with_the_seasons() {
    let mut game = kit::game(7, 192);
    let mut drawn = 0;
    while game.world.tick < 36 * DAY {
        let before = game.world.fortune;
        game.tick();
        if let (None, Some(fortune)) = (before, game.world.fortune) {
            let days = (fortune.due - game.world.tick) / DAY;
            let is_foreseen = matches!(fortune.kind, FortuneKind::SiteSpent | FortuneKind::Flood);
            assert_eq!(days, if is_foreseen { 10 } else { 0 }, "{fortune:?}");
            drawn += 1;
        }
    }
    assert!((1..=3).contains(&drawn), "{drawn} fortunes in three seasons");
}

/// The paths over a place where something is foretold are shown for a day, and later if the cursor is there; none over
/// a place that is out of sight.
#[test]
fn trips_are_shown_that_what_is_foretold_concerns() {
    let mut game = kit::game(7, 128);
    let size = game.world.size();
    let ahead = |game: &Game| {
        let own = game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
        let mut cells = own.filter_map(|unit| unit.cells_ahead(size).nth(1));
        cells.find(|cell| game.derived.visible[PeopleIx::PLAYER][*cell] > 0)
    };
    while ahead(&game).is_none() {
        run(&mut game, 1);
    }
    let at = ahead(&game).unwrap();
    let kind = FortuneKind::Flood;
    let shown = |game: &mut Game, due: u64, cursor: Cell| {
        game.world.fortune = Some(Fortune { kind, at, due: game.world.tick + due });
        build_scene(game, &Viewport { columns: 1, rows: 1, cursor, ..Viewport::default() }).foretold
    };
    let (away, notice) = (Cell::new(0, 0), kind.notice().unwrap());
    let paths = shown(&mut game, notice, away);
    assert!(!paths.is_empty() && paths.iter().all(|path| path.contains(&at)), "{at:?} in {paths:?}");
    assert!(shown(&mut game, notice - DAY, away).is_empty(), "for more than a day");
    assert_eq!(shown(&mut game, notice - DAY, at), paths);
    game.derived.visible[PeopleIx::PLAYER][at] = 0;
    assert!(shown(&mut game, notice, away).is_empty(), "out of sight");
    // The page of what happened there names them, and when it was heard of, if later; a season is at no place.
    let mut facts = |kind: EventKind, is_told: bool| {
        let event =
            Event { id: EventId(0), tick: 0, at: Some(at), near: None, seen: true, kind, cause: None };
        let id = game.world.events.record(event, &[]).unwrap();
        if is_told {
            game.world.events.tell_now(id, DAY);
        }
        let view = Viewport { page: Some(PageKind::Event(id)), ..Viewport::default() };
        build_scene(&game, &view).page.unwrap().facts
    };
    let (path, season) =
        (RoadEvent::FirstPath { between: None }, SettlementEvent::SeasonBegan(Season::Spring));
    let (there, everywhere) = (facts(path.into(), true), facts(season.into(), false));
    assert!(there.contains(&("learned", short_date(DAY))), "{there:?}");
    let unit = game.world.units.iter().find(|unit| unit.cells_ahead(size).any(|cell| cell == at)).unwrap();
    assert!(
        there.iter().any(|(label, words)| *label == "to come" && words.contains(&unit.name)),
        "{there:?}"
    );
    assert!(everywhere.is_empty(), "{everywhere:?}");
}
