//! Charters: at most three a year, kept by what is carried, lost at a border or in a toll, and never the game.

use crate::causes;
use crate::kit;
use std::collections::BTreeSet;
use wayworn::land::Good;
use wayworn::save;
use wayworn::sim::Game;
use wayworn::world::{
    CHARTERS_MAX, Charter, CharterOutcome, CharterToll, Command, DAY, Event, EventKind, Nature, PeopleIx,
    PlayerEvent, Rejection, SEASON_DAYS, Stake, TownIx, YEAR_DAYS,
};

/// The charters that were told, with what became of them.
fn told(game: &Game) -> Vec<(CharterOutcome, Event)> {
    let outcome = |event: &Event| match event.kind {
        EventKind::Player(PlayerEvent::Charter { outcome, .. }) => Some((outcome, *event)),
        _ => None,
    };
    causes::told(game).filter_map(outcome).collect()
}

fn rival(game: &Game) -> PeopleIx {
    let peoples = &game.world.peoples;
    let is_rival =
        |people: &PeopleIx| *people != PeopleIx::PLAYER && peoples[*people].nature == Nature::Settled;
    peoples.indices().find(is_rival).expect("a land with two peoples")
}

/// A land with a charter that waits for an answer, ending in some days.
fn with_offer(stake: Stake, days: u64) -> (Game, Charter) {
    let mut game = kit::played(3, 128, 4 * DAY);
    let (to, good, offered) = (TownIx(1), Good::ALL[0], game.world.tick);
    let rival = rival(&game);
    let deadline = offered + days * DAY;
    let (id, loads, carried, is_accepted) = (0, 4, 0, false);
    let charter = Charter { id, good, to, rival, stake, loads, carried, offered, deadline, is_accepted };
    game.world.charters.open = vec![charter];
    game.world.charters.next_id = 1;
    game.world.charters.last_offered = offered;
    assert_eq!(game.world.check(), Ok(()));
    (game, charter)
}

fn answer(game: &mut Game, accept: bool) -> Result<(), Rejection> {
    game.apply(&Command::AnswerCharter { charter: 0, accept }).map(drop)
}

fn run_days(game: &mut Game, days: u64) {
    (0..days * DAY).for_each(|_| game.tick());
}

#[test]
fn a_kept_charter_pays_once() {
    let (mut game, charter) = with_offer(Stake::Village, 8);
    game.world.charters.count_load(charter.to, charter.good, 400);
    assert_eq!(game.world.charters.open[0].carried, 0, "only what is carried afterwards counts");
    answer(&mut game, true).unwrap();
    assert_eq!(answer(&mut game, true), Err(Rejection::NoSuchCharter), "it is answered once");
    game.world.charters.count_load(charter.to, charter.good, 400);
    let people = game.world.town(charter.to).people;
    let coin = game.world.peoples[PeopleIx::PLAYER].coin;
    while !game.world.charters.open.is_empty() {
        assert!(game.world.tick < charter.offered + 2 * DAY);
        game.tick();
    }
    assert!(game.world.peoples[PeopleIx::PLAYER].coin >= coin + 30);
    run_days(&mut game, 8);
    assert_eq!(game.world.town(charter.to).people, people);
    assert!(game.world.charters.tolls.is_empty());
    assert_eq!(told(&game).iter().filter(|(outcome, _)| *outcome == CharterOutcome::Kept).count(), 1);
}

#[test]
fn a_refused_or_forgotten_charter_costs_nothing() {
    for refuse in [true, false] {
        let (mut game, charter) = with_offer(Stake::Village, 8);
        if refuse {
            answer(&mut game, false).unwrap();
            assert!(game.world.charters.open.is_empty());
        }
        run_days(&mut game, 9);
        assert!(!game.world.charters.open.iter().any(|open| open.id == 0));
        assert_eq!(game.world.town(charter.to).people, PeopleIx::PLAYER);
        assert!(game.world.charters.tolls.is_empty());
    }
}

#[test]
fn a_broken_charter_costs_a_toll_where_no_village_can_be_spared() {
    let (mut game, charter) = with_offer(Stake::Village, 2);
    game.world.charters.open[0].loads = 1000;
    answer(&mut game, true).unwrap();
    run_days(&mut game, 3);
    assert_eq!(game.world.town(charter.to).people, PeopleIx::PLAYER);
    assert_eq!(game.world.charters.tolls.len(), 1);
    let outcomes = told(&game);
    let (_, lost) = outcomes.iter().find(|(outcome, _)| *outcome == CharterOutcome::LostToll).unwrap();
    assert!(lost.cause.is_some(), "it came of something");
    run_days(&mut game, YEAR_DAYS + SEASON_DAYS);
    assert!(game.world.charters.tolls.is_empty(), "a toll ends after a year");
}

#[test]
fn a_village_that_goes_over_trades_on_and_the_world_stays_sound() {
    let (mut game, mut charter) = with_offer(Stake::Village, 2);
    let own = |game: &Game| {
        let world = &game.world;
        world
            .living_towns()
            .filter(|id| world.town(*id).people == PeopleIx::PLAYER && world.town(*id).is_market())
            .count()
    };
    while own(&game) <= 4 {
        game.tick();
        assert!(game.world.tick < 240 * DAY, "only {} markets", own(&game));
    }
    run_days(&mut game, 2);
    (charter.offered, charter.deadline) = (game.world.tick, game.world.tick + DAY);
    (charter.is_accepted, charter.id, charter.loads) = (true, game.world.charters.next_id, 1000);
    game.world.charters.next_id += 1;
    game.world.charters.open = vec![charter];
    let before = own(&game);
    run_days(&mut game, 2);
    assert_eq!(game.world.town(charter.to).people, charter.rival);
    assert_eq!(game.world.check(), Ok(()));
    let loaded = save::decode(&save::encode(&game.world)).unwrap();
    let mut again = Game::from_world(loaded);
    (0..3 * DAY).for_each(|_| {
        game.tick();
        again.tick();
    });
    assert_eq!(game.world.hash(), again.world.hash());
    assert!(own(&game) + 1 >= before, "one settlement was lost");
}

#[test]
fn charters_are_offered_at_most_three_times_a_year_and_none_to_a_steward() {
    let mut game = kit::game(1, 128);
    let theirs = game.world.living_towns().filter(|id| game.world.town(*id).people == rival(&game));
    for id in theirs.collect::<Vec<_>>() {
        game.world.record_sighting(PeopleIx::PLAYER, id);
    }
    assert!(game.world.works.steward);
    run_days(&mut game, YEAR_DAYS / 2);
    assert_eq!(game.world.charters.next_id, 0);
    game.world.works.steward = false;
    let (mut offered, mut most, mut asking) = (0, 0, BTreeSet::new());
    for _ in 0..kit::many(1, 3, 3) * YEAR_DAYS as usize {
        run_days(&mut game, 1);
        if let Some(offer) = game.world.charters.offer().copied() {
            offered = offered.max(offer.id + 1);
            assert!(offer.deadline > game.world.tick + 6 * DAY && offer.loads > 0);
            assert_eq!(game.world.town(offer.to).people, PeopleIx::PLAYER);
            asking.insert((offer.to, offer.good as usize));
        }
        most = most.max(usize::from(game.world.charters.offered_in_year));
    }
    assert!(offered > 0 && most <= CHARTERS_MAX, "{offered} were offered, {most} in a year");
    assert!(asking.len() > 1, "of {offered} all are alike");
    assert!(game.world.charters.tolls.is_empty());
}

#[test]
fn unsound_charters_are_refused() {
    let (game, charter) = with_offer(Stake::Toll, 8);
    let odd = [
        Charter { to: TownIx(4000), ..charter },
        Charter { rival: PeopleIx::PLAYER, ..charter },
        Charter { id: 7, ..charter },
        Charter { loads: u32::MAX, ..charter },
        Charter { deadline: u64::MAX, ..charter },
    ];
    for charter in odd {
        let mut world = game.world.clone();
        world.charters.open = vec![charter];
        assert!(world.check().is_err(), "{charter:?}");
    }
    let mut world = game.world.clone();
    let toll = CharterToll { people: charter.rival, until: world.tick };
    world.charters.tolls = vec![toll; 100];
    assert!(world.check().is_err());
}
