//! What waits on a wanderer's way, what it carries, and how often scripted wanderers bring all waystones home.

use crate::kit;
use crate::wander::Player;
use rayon::prelude::*;
use wayworn::grid::{Cell, Dir8};
use wayworn::land::Surface;
use wayworn::scene::{self, Viewport};
use wayworn::sim::Derived;
use wayworn::world::{
    Action, ActionEnd, Choice, DAY, Encounter, Ending, FOOD_MAX, Journey, Nearness, PeopleIx, Rejection,
    Season, Thing, UnitIx, WOUNDS_MAX, Waiting,
};

/// Actions after which a script gives up.
const ACTIONS_MAX: usize = 6000;

/// Side of the lands.
const SIDE: u16 = 128;

/// How a script plays.
type Script = fn(&Player, &mut u64) -> Action;

/// A number below `most`, from a seed of its own.
fn below(dice: &mut u64, most: usize) -> usize {
    *dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*dice >> 33) as usize % most
}

/// Takes the best odds, rests in time, heals before it leaves, and buys what helps.
fn careful(player: &Player, _: &mut u64) -> Action {
    let world = &player.game.world;
    let life = world.possession.as_ref().expect("a life");
    let unit = world.unit(life.unit).expect("the wanderer");
    let town = player.game.places().town_at(unit.cell).filter(|_| world.choices().is_empty());
    let Some(town) = town else { return player.next_action() };
    if unit.wounds > 0 || life.reported.weariness > 0 {
        return Action::Rest;
    }
    let (coin, pack) =
        (world.people(PeopleIx::PLAYER).coin, &world.wander.as_ref().expect("a game").journey.pack);
    let lacks = |thing: &Thing| pack.has_room() && (*thing == Thing::Food || !pack.holds(*thing));
    let sells = |thing: &Thing| world.wares(town).contains(thing) && thing.row().price <= coin;
    let wanted =
        [Thing::Decoy, Thing::Rope, Thing::Food].into_iter().find(|thing| lacks(thing) && sells(thing));
    match wanted {
        Some(thing) => Action::Buy(thing),
        None if world.parcel_offered(town).is_some() => Action::TakeParcel,
        None => player.next_action(),
    }
}

/// Does anything that can be done.
fn random(player: &Player, dice: &mut u64) -> Action {
    let world = &player.game.world;
    let choices = world.choices();
    if !choices.is_empty() {
        return Action::Choose(choices[below(dice, choices.len())].0);
    }
    let size = world.size();
    match below(dice, 8) {
        0..3 => Action::Step(Dir8::ALL[below(dice, 8)]),
        3 => Action::Wait,
        4 => Action::Rest,
        5 => Action::Search,
        6 => player.next_action(),
        _ => Action::Travel(size.cell(below(dice, size.area()))),
    }
}

/// Plays one life; whether it brought all waystones home.
fn wins(seed: u64, script: Script) -> bool {
    let (mut player, mut dice) = (Player::wander(seed, SIDE), seed);
    for _ in 0..ACTIONS_MAX {
        if player.game.world.possession.is_none() {
            break;
        }
        let action = script(&player, &mut dice);
        // What is not possible here takes no time.
        let _ = player.try_act(action);
    }
    player.game.world.wander.as_ref().expect("a wanderer's game").is_won()
}

/// Of a hundred lands, a careful script wins a fifth to two fifths, a random one none.
#[test]
fn care_wins_a_third_of_the_lives_and_chance_none() {
    // In the quick tier four lands of the hundred.
    let (first, seeds) = if kit::many(0, 1, 1) == 0 { (5, 4) } else { (1, 100) };
    let count = |script: Script| {
        (first..first + seeds).into_par_iter().filter(|seed| wins(*seed, script)).count() as u64
    };
    let (careful, random) = (count(careful), count(random));
    assert!(random * 100 < seeds, "a random script wins {random} of {seeds}");
    let percent = careful * 100 / seeds;
    let band = if seeds < 100 { 1..=80 } else { 20..=40 };
    assert!(band.contains(&percent), "a careful script wins {careful} of {seeds}");
}

pub(crate) fn journey(player: &mut Player) -> &mut Journey {
    &mut player.game.world.wander.as_mut().expect("a wanderer's game").journey
}

pub(crate) fn me(player: &Player) -> UnitIx {
    player.game.world.possessed().expect("a life")
}

/// A wanderer with something at hand.
fn facing(seed: u64, what: Encounter) -> Player {
    let mut player = Player::wander(seed, 64);
    let cell = player.game.world.units[me(&player)].cell;
    journey(&mut player).waiting = Some(Waiting { what, cell, since: 0, nearness: Nearness::AtHand });
    player
}

fn odds(player: &Player, choice: Choice) -> Option<u32> {
    player.game.world.choices().into_iter().find(|(other, _)| *other == choice).map(|(_, odds)| odds)
}

#[test]
fn signs_come_before_what_waits_and_nothing_is_done_before_a_choice() {
    let mut player = Player::wander(3, 96);
    let (mut signs, mut chosen) = (0, 0);
    for _ in 0..400 {
        if player.game.world.possession.is_none() || chosen >= 4 {
            break;
        }
        let waiting = journey(&mut player).waiting;
        let at_hand = journey(&mut player).has_to_choose();
        if at_hand {
            assert_eq!(player.try_act(Action::Wait), Err(Rejection::MustChoose));
            let shown =
                scene::build_scene(&player.game, &Viewport::default()).wander.unwrap().waiting.unwrap();
            assert!(shown.is_at_hand && shown.choices.len() == player.game.world.choices().len());
            chosen += 1;
        }
        let action = player.next_action();
        let end = player.try_act(action).unwrap();
        if end == Some(ActionEnd::Sign) && waiting.is_none() {
            let ahead = journey(&mut player).waiting.expect("a sign of something");
            let way = player.game.world.units[me(&player)].cell.chebyshev(ahead.cell);
            assert!((6..=18).contains(&way), "{way} cells away");
            signs += 1;
        }
    }
    assert!(chosen >= 3 && signs > chosen, "{signs} signs, {chosen} choices");
    player.assert_replays();
}

#[test]
fn the_odds_told_are_the_odds() {
    let (mut well, mut told) = (0, 0);
    for seed in 1..=60 {
        let mut player = facing(seed, Encounter::TollKeeper);
        told += odds(&player, Choice::Face).expect("a fight");
        player.try_act(Action::Choose(Choice::Face)).unwrap();
        well += u32::from(player.game.world.units[me(&player)].wounds == 0);
    }
    let (told, well) = (told / 60, well * 100 / 60);
    assert!(told.abs_diff(well) <= 15, "told {told} %, went well {well} %");
}

#[test]
fn what_is_carried_changes_the_odds() {
    let with = |what, choice, thing| {
        let mut player = facing(3, what);
        journey(&mut player).pack.add(thing);
        odds(&player, choice).expect("odds")
    };
    let without = |what, choice| odds(&facing(3, what), choice).expect("odds");
    for (what, choice, thing) in [
        (Encounter::Robbers, Choice::Hide, Thing::Cloak),
        (Encounter::Wolves, Choice::Face, Thing::Horn),
        (Encounter::Robbers, Choice::Hide, Thing::Decoy),
        (Encounter::Ford, Choice::Face, Thing::Rope),
        (Encounter::Ford, Choice::Face, Thing::BoatSkin),
    ] {
        assert!(with(what, choice, thing) > without(what, choice), "{thing:?} {what:?}");
    }
    assert!(
        with(Encounter::Robbers, Choice::Hide, Thing::Lantern) < without(Encounter::Robbers, Choice::Hide)
    );
    let mut poor = facing(3, Encounter::Robbers);
    poor.game.world.peoples[PeopleIx::PLAYER].coin = 1;
    assert_eq!(odds(&poor, Choice::Give), None, "nothing to pay with");
}

#[test]
fn going_round_keeps_paths_away_and_is_forgotten_later() {
    let mut player = Player::wander(3, 96);
    while journey(&mut player).waiting.is_none_or(|waiting| waiting.what == Encounter::Wolves) {
        let action = player.next_action();
        player.try_act(action).unwrap();
    }
    let at = journey(&mut player).waiting.unwrap().cell;
    let price = |player: &Player| {
        let world = &player.game.world;
        let planner = player.game.planner_of(&world.units[me(player)]);
        let beside =
            world.size().neighbours(at).map(|(_, cell)| cell).find(|cell| !world.land.is_blocked(*cell));
        planner.path(at, beside.expect("open ground")).terms.total()
    };
    let before = price(&player);
    for _ in 0..40 {
        if journey(&mut player).waiting.is_some_and(|waiting| waiting.nearness == Nearness::Shunned) {
            break;
        }
        let again =
            journey(&mut player).waiting.map(|waiting| Waiting { nearness: Nearness::Ahead, ..waiting });
        journey(&mut player).waiting = again;
        player.try_act(Action::Choose(Choice::GoRound)).unwrap();
        player.game.tick();
    }
    assert!(price(&player) > before, "no path shuns it");
    let walked = player.game.world.units[me(&player)].steps + 100;
    let index = me(&player);
    player.game.world.units[index].steps = walked;
    journey(&mut player).trail.clear();
    player.game.tick();
    assert_eq!(journey(&mut player).waiting, None);
    assert_eq!(price(&player), before, "it is shunned for ever");
}

#[test]
fn what_waits_can_kill_and_the_grave_keeps_what_was_carried() {
    let mut player = facing(3, Encounter::Wolves);
    let name = player.game.world.units[me(&player)].name.clone();
    journey(&mut player).pack.add(Thing::Horn);
    let died = player.game.world.units[me(&player)].cell;
    for _ in 0..200 {
        if player.game.world.possession.is_none() {
            break;
        }
        let index = me(&player);
        player.game.world.units[index].wounds = WOUNDS_MAX - 1;
        journey(&mut player).waiting =
            Some(Waiting { what: Encounter::Wolves, cell: died, since: 0, nearness: Nearness::AtHand });
        player.try_act(Action::Choose(Choice::Hide)).unwrap();
    }
    let wander = player.game.world.wander.as_ref().unwrap();
    let life = &wander.lives[0];
    assert_eq!(life.ending, Ending::Met(Encounter::Wolves));
    assert!(!life.chosen.is_empty() && life.chosen.iter().any(|chosen| !chosen.went_well));
    assert_eq!((wander.graves[0].cell, &wander.graves[0].name), (died, &name));
    let words =
        scene::build_scene(&player.game, &Viewport::default()).wander.unwrap().last_life_words.unwrap();
    assert!(words[0].contains("was killed by wolves"), "{words:?}");
    assert!(words.iter().any(|line| line.contains("Wolves: to climb a tree, at ")), "{words:?}");
    player.next_life();
    player.try_act(Action::Wait).unwrap();
    assert!(journey(&mut player).pack.holds(Thing::Horn), "the next wanderer set out beside the grave");
    assert!(player.game.world.wander.as_ref().unwrap().graves.is_empty());
}

/// A wanderer with a thing, and this ground on the cell east of it, with open ground around.
fn beside(surface: Surface, thing: Thing) -> (Player, Cell) {
    let mut player = Player::wander(3, 64);
    let (index, size) = (me(&player), player.game.world.size());
    let cell = player.game.world.units[index].cell;
    for near in size.square(cell, 3) {
        player.game.world.land.surface[near] = Surface::Meadow;
    }
    let east = size.step(cell, Dir8::East).expect("land in the east");
    player.game.world.land.surface[east] = surface;
    player.game.derived = Derived::of(&player.game.world);
    journey(&mut player).pack.add(thing);
    (player, east)
}

#[test]
fn things_lead_across_peaks_and_water() {
    let (mut player, _) = beside(Surface::Peak, Thing::Lantern);
    assert_eq!(player.try_act(Action::Step(Dir8::East)), Ok(Some(ActionEnd::Blocked)));
    for (surface, thing, is_left) in [
        (Surface::Peak, Thing::Rope, false),
        (Surface::ShallowWater, Thing::BoatSkin, true),
        (Surface::DeepWater, Thing::BoatSkin, true),
        (Surface::ShallowWater, Thing::BridgeKit, false),
    ] {
        let (mut player, east) = beside(surface, thing);
        player.try_act(Action::Step(Dir8::East)).unwrap();
        let world = &player.game.world;
        assert_eq!(world.units[me(&player)].cell, east, "{thing:?}");
        assert_eq!(world.is_carried(thing), is_left, "{thing:?}");
        let stays = if thing == Thing::BridgeKit { Surface::Bridge } else { surface };
        assert_eq!(world.land.surface[east], stays);
        assert!(player.game.derived.matches(&player.game.world));
        // Another unit may have to make room.
        for _ in 0..20 {
            player.try_act(Action::Step(Dir8::East)).unwrap();
        }
        assert_ne!(player.game.world.units[me(&player)].cell, east, "{thing:?}: caught there");
        player.game.world.check().unwrap();
    }
}

#[test]
fn a_lantern_shows_more_and_food_that_is_carried_lasts() {
    let mut player = Player::wander(3, 64);
    let sight = player.game.world.sight_of(&player.game.world.units[me(&player)]);
    player.try_act(Action::Buy(Thing::Lantern)).unwrap();
    assert_eq!(player.game.world.sight_of(&player.game.world.units[me(&player)]), sight + 3);
    assert!(player.game.derived.matches(&player.game.world));
    player.try_act(Action::Drop(Thing::Lantern)).unwrap();
    assert!(player.game.derived.matches(&player.game.world));
    player.try_act(Action::Buy(Thing::Food)).unwrap();
    let coin = player.game.world.people(PeopleIx::PLAYER).coin;
    assert_eq!(coin, 2, "5 less 2 for the lantern and 1 for food");
    assert_eq!(
        player.try_act(Action::Buy(Thing::Horn)).map_err(|why| why.to_string()),
        Err("you have too little coin: parcels pay".to_owned())
    );
    assert!(player.try_act(Action::Buy(Thing::BridgeKit)).is_err(), "it is not known yet");
    player.game.world.wander.as_mut().unwrap().stones.iter_mut().take(4).for_each(|stone| stone.home = true);
    assert!(
        player.game.world.wares(player.game.world.wander.as_ref().unwrap().home).contains(&Thing::BridgeKit)
    );
}

#[test]
fn a_lantern_that_is_lost_shows_no_more() {
    let mut lost = 0;
    for seed in 1..=6 {
        let mut player = facing(seed, Encounter::Robbers);
        journey(&mut player).pack.add(Thing::Lantern);
        player.game.derived = Derived::of(&player.game.world);
        player.try_act(Action::Choose(Choice::Face)).unwrap();
        lost += u32::from(!player.game.world.is_carried(Thing::Lantern));
        assert!(player.game.derived.matches(&player.game.world), "it still shows more, seed {seed}");
    }
    assert!(lost > 0, "robbers took none");
}

#[test]
fn cold_doubles_hunger_and_what_is_carried_is_eaten_last() {
    let mut player = Player::wander(3, 64);
    let (index, size) = (me(&player), player.game.world.size());
    journey(&mut player).pack.add(Thing::Food);
    let world = &player.game.world;
    let is_free = |cell: &Cell| !world.land.is_blocked(*cell) && !player.game.derived.haven[*cell];
    let out = size.cells().find(is_free).expect("open ground");
    player.game.world.units[index].cell = out;
    player.game.world.tick = Season::ALL.len() as u64 * DAY * 12 - 2 * DAY;
    assert_eq!(Season::at(player.game.world.tick), Season::Winter);
    player.game.derived = Derived::of(&player.game.world);
    let food = |player: &Player| player.game.world.possession.as_ref().unwrap().food;
    player.game.tick();
    assert_eq!(food(&player), FOOD_MAX - 2, "cold doubles hunger");
    player.game.world.possession.as_mut().unwrap().food = 2;
    player.game.tick();
    assert_eq!(u64::from(food(&player)), 2 * DAY, "the food that is carried comes last");
    assert!(!player.game.world.is_carried(Thing::Food));
}

#[test]
fn parcels_pay_where_they_are_due() {
    let mut player = Player::wander(3, 128);
    player.try_act(Action::TakeParcel).unwrap();
    let parcel = journey(&mut player).parcel.expect("a parcel");
    assert!(player.try_act(Action::TakeParcel).is_err(), "one at a time");
    let there = player.game.world.town(parcel.to).cell;
    let index = me(&player);
    let (before, home) =
        (player.game.world.people(PeopleIx::PLAYER).coin, player.game.world.units[index].cell);
    assert!(there.chebyshev(home) >= 12 && parcel.coin >= 1);
    player.game.world.units[index].cell = there;
    player.game.derived = Derived::of(&player.game.world);
    player.game.tick();
    assert_eq!(player.game.world.people(PeopleIx::PLAYER).coin, before + parcel.coin);
    assert_eq!(journey(&mut player).parcel, None);
}
