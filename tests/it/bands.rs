//! Bands of raiders: they have names, grow by what they take, split, and dissolve.

use crate::kit;
use crate::orders::{drawn, meadow, until};
use std::collections::BTreeMap;
use std::fmt::Write;
use wayworn::grid::Cell;
use wayworn::land::{Good, SimRng, people_name};
use wayworn::save;
use wayworn::sim::Game;
use wayworn::world::{
    BAND_MAX, BAND_MIN, BANDS_MAX, BandId, Behaviour, Cargo, DAY, DangerEvent, EventKind, EventLink, Kind,
    LOADS_PER_RECRUIT, PeopleIx, Unit, UnitId, WOUNDS_MAX,
};

/// One of the porters of [`band_of`].
const VICTIM: UnitId = UnitId(1);

/// A settlement with porters enough to feed many raiders, and a band of these at a lair far off; `guards` stand beside
/// its captain.
fn band_of(raiders: u16, guards: u16) -> (Game, BandId) {
    let mut text =
        "[[town]]\nname = \"Mill\"\nkind = \"hamlet\"\npeople = \"yours\"\nat = [4, 4]\n".to_owned();
    let mut put = |people: &str, kind: &str, (x, y): (u16, u16), orders: &str| {
        writeln!(text, "[[unit]]\npeople = \"{people}\"\nkind = \"{kind}\"\nat = [{x}, {y}]\n{orders}")
            .unwrap();
    };
    for at in 0..60 {
        put("yours", "porter", (at, 20), "orders = [\"stop\"]");
    }
    for at in 0..raiders {
        put("raiders", "raider", (70 + at * 2, 40), "");
    }
    for at in 0..guards {
        put("yours", "guard", (69, 39 + at), "orders = [\"stop\"]");
    }
    let mut game = drawn(&meadow(100, 60), false, &text);
    let members = game.world.units.iter().filter(|unit| unit.kind == Kind::Raider).map(|unit| unit.id);
    let members: Vec<UnitId> = members.collect();
    let (band, _) = game.world.bands.add("the Fen Foxes".to_owned(), members);
    game.world.ground.traffic.iter_mut().for_each(|trips| *trips = 10);
    (game, band)
}

fn size(game: &Game, band: BandId) -> usize {
    game.world.bands.get(band).unwrap().members.len()
}

/// What a band last became.
fn latest(game: &Game, band: BandId) -> EventKind {
    game.world.events.get(game.world.events.link(EventLink::Band(band)).unwrap()).unwrap().kind
}

/// A traveller with a load comes beside the captain, and the band robs it.
fn feed(game: &mut Game, band: BandId) {
    let captain = game.world.bands.get(band).unwrap().captain().unwrap();
    let mut world = game.world.clone();
    let index = world.unit_index(captain).unwrap();
    let robber = &mut world.units[index];
    robber.cargo = None;
    robber.stack.truncate(1);
    robber.drop_path();
    let at = robber.cell;
    let others = world.units.iter().filter(|unit| unit.id != VICTIM);
    let taken: Vec<Cell> = others.flat_map(|unit| [Some(unit.cell), unit.next]).flatten().collect();
    let beside = world.size().neighbours(at).map(|(_, cell)| cell).find(|cell| !taken.contains(cell));
    let index = world.unit_index(VICTIM).unwrap();
    let victim = &mut world.units[index];
    (victim.cell, victim.cargo) = (beside.unwrap(), Some(Cargo { good: Good::Salt, amount: 100 }));
    *game = Game::from_world(world);
    let before = game.world.tally.robberies;
    assert!(until(game, DAY, |game| game.world.tally.robberies > before), "it does not rob");
}

fn feed_recruit(game: &mut Game, band: BandId) {
    (0..LOADS_PER_RECRUIT).for_each(|_| feed(game, band));
}

#[test]
fn no_name_is_shared_by_two_peoples_and_none_has_a_numeral() {
    let mut rng = SimRng::new(7, 12);
    let (mut owners, mut taken) = (BTreeMap::new(), Vec::new());
    for people in 0..8 {
        for _ in 0..200 {
            let name = people_name(&mut rng, people, |name: &str| taken.iter().any(|other| other == name));
            let (first, epithet) = name.split_once(' ').unwrap_or((&name, "of the"));
            assert_eq!(*owners.entry(first.to_owned()).or_insert(people), people, "{name}");
            assert!(epithet.starts_with("of the") && !name.contains(char::is_numeric), "{name}");
            taken.push(name);
        }
    }
}

#[test]
fn bands_form_where_cargo_is_carried_and_their_raiders_are_known_by_them() {
    let mut game = kit::game(7, 128);
    assert!(until(&mut game, 40 * DAY, |game| game.world.bands.living().count() > 0), "no band");
    let band = game.world.bands.living().next().unwrap().clone();
    assert_eq!(band.members.len(), BAND_MIN);
    let captain = game.world.unit(band.captain().unwrap()).unwrap();
    assert!(game.world.title_of(captain).ends_with(&format!("raider of {}", band.name)));
    assert_eq!(latest(&game, band.id), DangerEvent::BandFormed { band: band.id, raiders: 3 }.into());
    let fits = |game: &Game| {
        let mut living = game.world.bands.living();
        game.world.bands.living().count() <= BANDS_MAX && living.all(|band| band.members.len() <= BAND_MAX)
    };
    assert!(!until(&mut game, 20 * DAY, |game| !fits(game)), "too many bands, or too large");
}

#[test]
fn a_band_grows_with_what_it_takes_unless_it_is_hunted() {
    let (mut game, band) = band_of(3, 0);
    (1..LOADS_PER_RECRUIT).for_each(|_| feed(&mut game, band));
    assert_eq!(size(&game, band), 3);
    feed(&mut game, band);
    assert_eq!(size(&game, band), 4);
    assert_eq!(latest(&game, band), DangerEvent::BandGrew { band, raiders: 4 }.into());
    // A tower over its lair deters recruits until it is gone.
    let index = game.world.size().index(Cell::new(74, 36)) as u32;
    game.world.ground.towers.insert(index, PeopleIx::PLAYER);
    feed_recruit(&mut game, band);
    assert_eq!(size(&game, band), 4);
    game.world.ground.towers.remove(&index);
    feed(&mut game, band);
    assert_eq!(size(&game, band), 5);
}

#[test]
fn a_band_that_is_too_large_splits_and_both_have_a_lair() {
    let (mut game, band) = band_of(7, 0);
    feed_recruit(&mut game, band);
    let sizes: Vec<usize> = game.world.bands.living().map(|band| band.members.len()).collect();
    assert_eq!(sizes, [5, 3]);
    let parted = game.world.bands.living().last().unwrap();
    let split = DangerEvent::BandSplit { band: parted.id, from: band, raiders: 3 };
    assert_eq!(latest(&game, parted.id), split.into());
    assert_ne!(parted.name, game.world.bands.get(band).unwrap().name);
    let lair = |band: BandId| {
        let captain = game.world.bands.get(band).unwrap().captain().unwrap();
        match game.world.unit(captain).unwrap().stack.first() {
            Some(Behaviour::Raid(raid)) => raid.lair,
            other => panic!("{other:?}"),
        }
    };
    assert!(lair(band).chebyshev(lair(parted.id)) > 2);
}

#[test]
fn a_band_that_earns_nothing_dissolves() {
    let (mut game, band) = band_of(3, 0);
    assert!(until(&mut game, 20 * DAY, |game| size(game, band) == 0), "it lives on nothing");
    let gone = DangerEvent::BandDissolved { band, raiders: 3, by_hunger: true };
    assert_eq!(latest(&game, band), gone.into());
    let members = |unit: &Unit| unit.kind == Kind::Raider && game.world.bands.of(unit.id).is_none();
    assert!(!game.world.units.iter().any(members), "they stay");
}

#[test]
fn a_band_of_three_does_not_outlive_its_captain_and_a_larger_one_has_another() {
    for (raiders, left) in [(3, 0), (5, 4)] {
        let (mut game, band) = band_of(raiders, 3);
        let members = game.world.bands.get(band).unwrap().members.clone();
        let captain = game.world.unit_index(members[0]).unwrap();
        game.world.units[captain].wounds = WOUNDS_MAX - 1;
        assert!(until(&mut game, DAY, |game| game.world.unit(members[0]).is_none()), "it lives");
        assert_eq!(size(&game, band), left);
        if left > 0 {
            assert_eq!(game.world.bands.get(band).unwrap().captain(), Some(members[1]));
        } else {
            let gone = DangerEvent::BandDissolved { band, raiders: 2, by_hunger: false };
            assert_eq!(latest(&game, band), gone.into());
        }
    }
}

#[test]
fn bands_are_saved_and_hashed_and_odd_ones_refused() {
    let (mut game, band) = band_of(3, 0);
    until(&mut game, 3, |_| false);
    let world = &game.world;
    let read = save::decode(&save::encode(world)).unwrap();
    assert_eq!((&read.bands, read.hash()), (&world.bands, world.hash()));
    let mut other = world.clone();
    other.bands.get_mut(band).unwrap().loads += 1;
    assert_ne!(other.hash(), world.hash());
    let is_sound = |change: &dyn Fn(&mut wayworn::world::Band)| {
        let mut world = world.clone();
        change(world.bands.get_mut(band).unwrap());
        world.check().is_ok()
    };
    assert!(is_sound(&|_| ()));
    assert!(!is_sound(&|band| band.loads = LOADS_PER_RECRUIT + 1));
    assert!(!is_sound(&|band| band.members.push(UnitId(u32::MAX))));
    assert!(!is_sound(&|band| band.members.push(band.members[0])));
    assert!(!is_sound(&|band| band.name = "\u{202e}".to_owned()));
    assert!(!is_sound(&|band| band.id = BandId(9)));
}
