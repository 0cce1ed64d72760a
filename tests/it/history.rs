//! The history shows of a past day what was believed then, in bounded space.

use crate::causes;
use crate::kit;
use std::collections::{BTreeMap, BTreeSet};
use wayworn::grid::{Cell, Layer, Size};
use wayworn::land::Surface;
use wayworn::save;
use wayworn::scene::{self, Viewport, Visibility, history_frame, history_len};
use wayworn::sim::Game;
use wayworn::world::{
    Believed, Command, DAY, DangerEvent, Event, EventKind, FRAMES_MAX, History, Nature, People, PeopleIx,
    Tier, TownKind, UnitId, World,
};

/// Present beliefs: the road of each cell, nothing for unknown ones; and the known settlements.
type Memory = (Vec<Option<Tier>>, Vec<(String, TownKind, Cell)>);

fn memory(world: &World) -> Memory {
    let belief = &world.peoples[PeopleIx::PLAYER].belief;
    let seen = |cell| match belief.at(cell) {
        Believed::Known { tier, .. } => Some(tier),
        Believed::Unknown(_) => None,
    };
    let towns =
        world.people(PeopleIx::PLAYER).sightings.iter().map(|(id, seen)| (world.town(*id), seen.kind));
    let towns = towns.map(|(town, kind)| (town.name.clone(), kind, town.cell));
    (world.size().cells().map(seen).collect(), towns.collect())
}

fn shown(world: &World, index: usize) -> Memory {
    let frame = history_frame(world, index).unwrap();
    let cells = frame.known.values().iter().zip(frame.tiers.values());
    let cells = cells.map(|(known, tier)| known.then_some(*tier)).collect();
    let towns = frame.towns.into_iter().map(|town| (town.name, town.kind, town.cell));
    (cells, towns.collect())
}

#[test]
fn each_day_is_shown_as_it_was_believed() {
    let mut game = kit::game(7, 128);
    let mut days = vec![memory(&game.world)];
    while game.world.tick < 9 * DAY + 100 {
        game.tick();
        if game.world.tick.is_multiple_of(DAY) {
            days.push(memory(&game.world));
        }
    }
    days.push(memory(&game.world));
    assert_eq!(history_len(&game.world), 11);
    for (index, day) in days.iter().enumerate() {
        let frame = history_frame(&game.world, index).unwrap();
        assert_eq!(frame.tick, if index == 10 { game.world.tick } else { index as u64 * DAY });
        assert!(shown(&game.world, index) == *day, "day {index} is shown otherwise than it was");
    }
    assert!(history_frame(&game.world, 11).is_none());
    let changed = days.windows(2).filter(|two| two[0] != two[1]).count();
    let roads = |day: &Memory| day.0.iter().flatten().filter(|tier| tier.is_road()).count();
    let (changed, roads) = (changed, roads(&days[9]));
    assert!(changed == 10 && roads > 10, "{changed} days changed, {roads} roads: the test tests little");
}

#[test]
fn a_long_history_keeps_ever_fewer_days_and_each_as_it_was() {
    let size = Size::new(40, 30);
    let mut people = People::new("who remembers", Nature::Settled, size);
    let mut history = History::default();
    let mut last = Layer::new(size, 0);
    let mut dice = kit::Dice(3);
    let mut days = Vec::new();
    for day in 0..1500 {
        for _ in 0..6 {
            let cell = size.cell(dice.below(size.area()));
            people.belief.observe(cell, Surface::Grass, Tier::ALL[dice.below(6)], false, day);
        }
        history.record(day * DAY, &people, &mut last);
        days.push(people.belief.glances());
        assert!(history.frames.len() <= FRAMES_MAX);
        assert!(history.is_sound(size, 0, day * DAY));
    }
    assert_eq!((history.frames[0].tick, history.frames.last().unwrap().tick), (0, 1499 * DAY));
    assert!(history.frames.len() > FRAMES_MAX / 2 && history.doublings > 3);
    for (index, frame) in history.frames.iter().enumerate() {
        let day = (frame.tick / DAY) as usize;
        assert!(history.ground_at(size, index) == days[day], "day {day}");
    }
}

/// However much changes from day to day, scattered or all at once, the history stays loadable.
#[test]
fn a_restless_land_keeps_fewer_days_and_each_as_it_was() {
    let size = Size::new(128, 128);
    let mut dice = kit::Dice(5);
    for alike in [false, true] {
        let mut people = People::new("who remembers", Nature::Settled, size);
        let mut history = History::default();
        let mut last = Layer::new(size, 0);
        let mut days = BTreeMap::new();
        for day in (0..400).step_by(2) {
            for cell in size.cells() {
                let tier = if alike { day as usize / 2 % 6 } else { dice.below(6) };
                people.belief.observe(cell, Surface::Grass, Tier::ALL[tier], false, day);
            }
            if day % (1 << history.doublings) == 0 {
                history.record(day * DAY, &people, &mut last);
                days.insert(day * DAY, people.belief.glances());
            }
            assert!(history.is_sound(size, 0, day * DAY), "day {day}, alike: {alike}");
        }
        let frames = &history.frames;
        assert!((2..FRAMES_MAX / 2).contains(&frames.len()) && history.doublings > 1, "{}", frames.len());
        assert_eq!(frames[0].tick, 0);
        let shown = |(index, tick): (usize, &u64)| history.ground_at(size, index) == days[tick];
        assert!(frames.iter().map(|frame| &frame.tick).enumerate().all(shown));
    }
}

#[test]
fn keyframes_come_less_often_when_there_were_too_many() {
    let mut game = kit::game(2, 64);
    game.world.history.doublings = 2;
    while game.world.tick < 9 * DAY {
        game.tick();
    }
    let ticks: Vec<u64> = game.world.history.frames.iter().map(|frame| frame.tick).collect();
    assert_eq!(ticks, [0, 4 * DAY, 8 * DAY]);
}

#[test]
fn a_loaded_game_remembers_on_as_if_it_had_not_been_saved() {
    let mut never = kit::played(5, 96, 2 * DAY + 130);
    let mut saved = Game::from_world(save::decode(&save::encode(&never.world)).unwrap());
    for _ in 0..2 * DAY {
        for game in [&mut never, &mut saved] {
            kit::command(game, 5);
            game.tick();
        }
    }
    assert_eq!(never.world.history, saved.world.history);
    assert_eq!(never.world.hash(), saved.world.hash());
    assert!(saved.derived.matches(&saved.world) && never.derived.matches(&never.world));
    assert_eq!(saved.world.history.frames.len(), 5);
}

/// A view of the past shows that day's roads and light on today's known ground, shows no walkers, and changes
/// nothing.
#[test]
fn a_picture_of_the_past_shows_only_what_was_known_then() {
    let game = kit::played(7, 128, 6 * DAY + 50);
    let before = game.world.hash();
    let size = game.world.size();
    let view = |past| Viewport {
        columns: 128,
        rows: 128,
        cells_per_pixel: 1,
        past_frame: past,
        ..Viewport::default()
    };
    let now = scene::build_scene(&game, &view(None));
    let mut later = 0;
    for index in [0, 3, 6, 7] {
        let then = history_frame(&game.world, index).unwrap();
        let scene = scene::build_scene(&game, &view(Some(index)));
        for (i, pixel) in scene.pixels.iter().enumerate() {
            let cell = size.cell(i);
            let expected = match (then.known[cell], now.pixels[i].visibility) {
                (true, _) => Visibility::Visible,
                (false, Visibility::Unseen) => Visibility::Unseen,
                (false, _) => Visibility::SeenLater,
            };
            assert_eq!((pixel.visibility, pixel.tier), (expected, then.tiers[cell]), "{cell:?} in {index}");
            assert_eq!(pixel.surface, now.pixels[i].surface);
            later += u32::from(expected == Visibility::SeenLater);
        }
        assert!(
            scene.unit_markers.is_empty()
                && scene.landmarks.camps.is_empty()
                && scene.landmarks.sites.is_empty()
        );
        assert_eq!(scene.town_markers.len(), then.towns.len());
        assert_eq!(scene.past.unwrap().tick, then.tick);
    }
    assert!(later > 500, "only {later} cells were learnt later");
    assert_eq!(game.world.hash(), before, "looking back changed the world");
}

/// The card of a year counts births and deaths; a unit that retires has not died.
#[test]
fn units_that_come_and_go_add_up() {
    let mut game = kit::game(7, 128);
    let ids = |game: &Game| -> BTreeSet<UnitId> {
        game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER).map(|unit| unit.id).collect()
    };
    let mut was = ids(&game);
    let mut came = was.len() as u64;
    while game.world.tick < 40 * DAY {
        game.tick();
        let now = ids(&game);
        came += now.difference(&was).count() as u64;
        was = now;
    }
    let removed = game.world.units.iter().find(|unit| unit.people == PeopleIx::PLAYER).unwrap().cell;
    game.apply(&Command::Remove { cells: vec![removed] }).unwrap();
    assert!(came > 3 && game.world.tally.came == came, "{came} came, {} counted", game.world.tally.came);
    let is_death = |event: &&Event| matches!(event.kind, EventKind::Danger(DangerEvent::Killed { .. }));
    let killed = causes::told(&game).filter(is_death).count();
    assert!(game.world.tally.lost >= killed as u64 && game.world.tally.lost <= came, "{killed} killed");
    let scene::Answer::Year(card) =
        scene::answer(&game, &scene::Question::Year { year: Some(1), size_max: (8, 8) })
    else {
        panic!("no card");
    };
    let row = card.rows.iter().find(|row| row.label == "came, went").unwrap();
    assert_eq!(row.now, format!("{came}, {}", came - ids(&game).len() as u64));
}
