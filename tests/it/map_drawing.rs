//! The map on the screen, on ordinary lands: names can be read, far away it stays sparse, and night hides
//! nothing.

use crate::kit;
use ratatui::buffer::Buffer;
use ratatui::style::Color;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use wayworn::grid::Cell;
use wayworn::scene::{
    self, DAY, Form, PeopleIx, Pixel, SEASON_DAYS, Scene, Stance, Surface, Tier, TownKind, UnitId,
    UnitMarker, Viewport, Visibility,
};
use wayworn::sim::Game;
use wayworn::tui::theme::road_colour;
use wayworn::tui::{
    self, Depth, MapLabel, Palette, Rgb, Screen, Theme, YearDay, Zoom, night_colour, rgb_of_index,
};
use wayworn::world::PASS;

const ZOOMS: [Zoom; 3] = [Zoom::Far, Zoom::Near, Zoom::Close];
const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (60, 20)];

/// A screen over a land, with the camera on a cell, and what it shows.
pub(crate) fn shown(game: &Game, (width, height): (u16, u16), zoom: Zoom, cell: Cell) -> (Screen, Scene) {
    let mut screen = Screen::new(Theme::default(), width, height, true);
    screen.take_scene(&scene::build_scene(game, &screen.view()));
    (screen.map.camera.zoom, screen.map.camera.centre, screen.map.cursor) = (zoom, cell, cell);
    let scene = scene::build_scene(game, &screen.view());
    (screen, scene)
}

/// Looks at lands as they came, two at once: in the quick tier at two of three years, in the nightly one at ten of twelve,
/// before a release at thirty of twelve and then of fifty.
fn old_lands<T: Send>(look: impl Fn(&Game) -> T + Sync) -> Vec<T> {
    let (last, side, years): (u64, u16, &[u64]) = match kit::tier() {
        kit::Tier::Quick => (42, 96, &[3]),
        kit::Tier::Nightly => (50, 128, &[12]),
        kit::Tier::Release => (70, 128, &[12, 50]),
    };
    let next = AtomicU64::new(41);
    let looked = Mutex::new(Vec::new());
    let look_on = || {
        while let Some(seed) = Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed <= last) {
            let mut game = kit::game(seed, side);
            for year in years {
                while game.world.tick < year * 4 * SEASON_DAYS * DAY {
                    game.tick();
                }
                let found = look(&game);
                looked.lock().unwrap().push(found);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(look_on);
        scope.spawn(look_on);
    });
    looked.into_inner().unwrap()
}

/// The characters that a name takes.
fn cells_of(label: &MapLabel) -> impl Iterator<Item = (u16, u16)> {
    let (x, y) = label.start;
    (x..x + label.text.chars().count() as u16).map(move |x| (x, y))
}

/// A name is beside its sign: in its row with a space between, or in a row next to it and not beyond its corners.
fn is_beside((x, y): (u16, u16), label: &MapLabel) -> bool {
    let (first, after) = (label.start.0, label.start.0 + label.text.chars().count() as u16);
    match label.start.1.abs_diff(y) {
        0 => first == x + 2 || after + 1 == x,
        1 => first <= x + 1 && x <= after,
        _ => false,
    }
}

/// Checks the names on a screen, and counts them.
fn check_names(screen: &Screen, scene: &Scene, zoom: Zoom, counts: &mut LandCounts) {
    let mut buffer = Buffer::empty(screen.area);
    let labels = tui::draw_land(&mut buffer, screen, scene);
    let mut taken = BTreeSet::new();
    for label in &labels {
        let read: String = cells_of(label).map(|at| buffer[at].symbol()).collect();
        assert_eq!(read, label.text, "{zoom:?}");
        assert!(cells_of(label).all(|at| taken.insert(at)), "{read} lies in another name");
        let town = scene.town_markers.iter().find(|place| Some(place.id) == label.town);
        let (name, cells) = if let Some(town) = town {
            (&town.name, std::slice::from_ref(&town.cell))
        } else {
            let feature = scene.landmarks.features.iter().find(|feature| feature.name == read).unwrap();
            (&feature.name, &feature.cells[..])
        };
        let mut signs = cells.iter().filter_map(|cell| screen.window().char_of(*cell));
        assert!(signs.any(|sign| sign == label.sign), "{read}");
        assert!(is_beside(label.sign, label), "{read} is away from its sign");
        let after = label.start.0 + label.text.chars().count() as u16;
        let ends = [label.start.0.saturating_sub(2), (after + 1).min(screen.area.right() - 1)];
        for at in ends.map(|x| (x, label.start.1)).into_iter().filter(|at| *at != label.sign) {
            assert!(!"⌂◉∩•∴".contains(buffer[at].symbol()), "{read} seems to name another place");
        }
        let next = |other: &&MapLabel| other.start.1 == label.start.1 && other.start.0 >= after;
        assert!(labels.iter().filter(next).all(|next| next.start.0 >= after + 2), "{read} reads on");
        counts.names += 1;
        counts.whole += usize::from(read == *name);
        counts.features += usize::from(town.is_none());
    }
    for (i, one) in labels.iter().enumerate().filter(|_| zoom == Zoom::Far) {
        let is_near = |other: &MapLabel| {
            one.sign.0.abs_diff(other.sign.0) < 14 && one.sign.1.abs_diff(other.sign.1) < 3
        };
        assert!(!labels[..i].iter().any(is_near), "{} has too little room", one.text);
    }
    // From afar only foes are letters.
    let is_letter = |unit: &&UnitMarker| zoom != Zoom::Far || unit.stance == Stance::Enemy;
    for unit in scene.unit_markers.iter().filter(is_letter) {
        let at = screen.window().char_of(unit.cell);
        assert!(at.is_none_or(|at| !taken.contains(&at)), "a unit stands in a name");
    }
}

/// Share of characters with a road among those that show land, in percent.
fn road_percent(scene: &Scene) -> usize {
    let columns = usize::from(scene.view.columns);
    let (mut roads, mut land) = (0, 0);
    for rows in scene.pixels.chunks(2 * columns) {
        let (upper, lower) = rows.split_at(columns);
        for (upper, lower) in upper.iter().zip(lower) {
            land += usize::from([upper, lower].iter().any(|pixel| pixel.visibility > Visibility::Unseen));
            roads += usize::from([upper, lower].iter().any(|pixel| pixel.tier.is_road()));
        }
    }
    assert!(roads > 0, "no roads are shown");
    roads * 100 / land
}

#[test]
fn old_lands_can_be_read_at_every_scale() {
    let counts = old_lands(|game| {
        let here = check_land(game);
        let (seed, names, whole, percent) = (game.world.seed, here.names, here.whole, here.road_percent);
        println!("seed {seed}, tick {}: {names} names, {whole} whole; {percent} %", game.world.tick);
        here
    });
    let sum = |of: fn(&LandCounts) -> usize| counts.iter().map(of).sum::<usize>();
    let (names, whole, features) = (sum(|of| of.names), sum(|of| of.whole), sum(|of| of.features));
    let most = counts.iter().map(|of| of.road_percent).max().unwrap();
    println!(
        "{names} names, {whole} whole, {features} of rivers and heights; {most} % of a far view are roads"
    );
    assert!(names > 300 && whole * 10 >= names * 9, "{whole} of {names} names are whole");
    assert!(features > 0, "no river and no height is named");
    assert!(most <= 12, "{most} % of a far view are roads");
}

/// What the views of a land show.
#[derive(Default)]
struct LandCounts {
    names: usize,
    whole: usize,
    features: usize,
    /// The most in a far view.
    road_percent: usize,
}

/// Checks the views around every settlement of a land.
fn check_land(game: &Game) -> LandCounts {
    let mut counts = LandCounts::default();
    for (zoom, size) in ZOOMS.into_iter().flat_map(|zoom| SIZES.map(|size| (zoom, size))) {
        for town in &game.world.towns {
            let (screen, scene) = shown(game, size, zoom, town.cell);
            check_names(&screen, &scene, zoom, &mut counts);
            if zoom == Zoom::Far {
                counts.road_percent = counts.road_percent.max(road_percent(&scene));
            }
        }
    }
    counts.road_percent = counts.road_percent.max(road_percent(&scene::build_overview(game, (24, 24), true)));
    counts
}

/// Pixels of a people's rim, and how many of them lie in pieces of less than four.
fn rim_pieces(scene: &Scene, people: PeopleIx) -> (usize, usize) {
    let columns = i32::from(scene.view.columns);
    let at = |i: usize| (i as i32 % columns, i as i32 / columns);
    let is_near = |a: (i32, i32), b: (i32, i32)| (a.0 - b.0).abs() + (a.1 - b.1).abs() == 1;
    let rim =
        scene.pixels.iter().enumerate().filter(|(_, pixel)| pixel.realm == Some(people) && pixel.is_rim);
    let mut left: Vec<(i32, i32)> = rim.map(|(i, _)| at(i)).collect();
    let (all, mut lone) = (left.len(), 0);
    while let Some(first) = left.pop() {
        let mut piece = vec![first];
        for i in 0.. {
            let Some(here) = piece.get(i).copied() else { break };
            piece.extend(left.extract_if(.., |other| is_near(here, *other)));
        }
        lone += if piece.len() < 4 { piece.len() } else { 0 };
    }
    (all, lone)
}

#[test]
fn rims_are_lines_in_small_charts() {
    for (seed, years) in [(45, 2), (46, 2), (3, 2)].into_iter().take(kit::many(2, 3, 3)) {
        let game = kit::played(seed, 96, years * 4 * SEASON_DAYS * DAY);
        for size in [(24, 24), (18, 18), (48, 48)] {
            let scene = scene::build_overview(&game, size, true);
            let peoples: BTreeSet<_> = scene.pixels.iter().filter_map(|pixel| pixel.realm).collect();
            assert!(!peoples.is_empty());
            let counts = peoples.iter().map(|people| rim_pieces(&scene, *people));
            let (all, lone) = counts.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
            println!("seed {seed}, {size:?}: {all} pixels of rims, {lone} in pieces of less than four");
            assert!(all > 20 && lone * 20 <= all, "{lone} of {all}");
        }
    }
    // On any ground a rim has nearly the same colour, and is darker than the least road.
    let theme = Theme::default();
    let rim = |surface| {
        let seen = Pixel { surface, visibility: Visibility::Visible, relief: 100, ..Pixel::default() };
        theme.pixel(Pixel { realm: Some(PeopleIx::PLAYER), is_rim: true, ..seen }, 3)
    };
    let ground = |surface: &Surface| !surface.is_built() && !surface.is_sea_or_lake();
    let rims: Vec<Rgb> = Surface::ALL.into_iter().filter(ground).map(rim).collect();
    let road = road_colour(Tier::Path).unwrap();
    assert!(rims.iter().all(|rim| rim.luma() + 40 < road.luma()), "{rims:?}");
    let lumas: Vec<u32> = rims.iter().map(|rim| rim.luma()).collect();
    assert!(lumas.iter().max().unwrap() - lumas.iter().min().unwrap() <= 45, "{lumas:?}");
}

#[test]
fn a_ruin_crumbles_within_two_years_and_the_history_shows_it() {
    let mut game = kit::played(7, 96, 6000);
    let known = game.world.people(PeopleIx::PLAYER).standing();
    let (id, kind) = known.max_by_key(|(_, kind)| *kind).unwrap();
    assert!(kind >= TownKind::Village, "{kind:?}");
    let cell = game.world.town(id).cell;
    let (fell, years) = (game.world.tick, |n: u64| n * 4 * SEASON_DAYS * DAY);
    let record = |game: &mut Game| {
        let (tick, us) = (game.world.tick, &game.world.peoples[PeopleIx::PLAYER]);
        let mut glances = us.belief.glances();
        game.world.history.record(tick, us, &mut glances);
    };
    record(&mut game);
    game.world.peoples[PeopleIx::PLAYER].sightings.get_mut(&id).unwrap().kind = TownKind::Ruin;
    let rubble = |scene: &Scene| scene.pixels.iter().filter(|pixel| pixel.form == Form::Rubble).count();
    let (mut now, mut then) = (Vec::new(), Vec::new());
    for part in 1..=9 {
        game.world.tick = fell + years(part) / 4;
        record(&mut game);
        now.push(rubble(&shown(&game, (80, 24), Zoom::Near, cell).1));
    }
    let first = scene::history_len(&game.world) - 9;
    for index in first..first + 9 {
        let (screen, _) = shown(&game, (80, 24), Zoom::Near, cell);
        let view = scene::Viewport { past_frame: Some(index), ..screen.view() };
        then.push(rubble(&scene::build_scene(&game, &view)));
    }
    println!("{kind:?}: {now:?}");
    assert_eq!(now, then);
    assert!(now[0] > 4 && now.is_sorted_by(|before, after| before >= after), "{now:?}");
    assert!(now[6] > 0 && now[8] == 0, "{now:?}");
}

/// Red, green and blue as linear light, 0 to 1.
fn linear(rgb: Rgb) -> [f64; 3] {
    [rgb.0, rgb.1, rgb.2].map(|v| {
        let v = f64::from(v) / 255.0;
        v * (v * (v * 0.305_306 + 0.682_171) + 0.012_523)
    })
}

fn contrast(a: Rgb, b: Rgb) -> f64 {
    let light = |rgb| {
        let [r, g, b] = linear(rgb);
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    light(a).max(light(b)) / light(a).min(light(b))
}

/// The colour that a terminal shows for a colour of the land.
fn as_shown(theme: Theme, rgb: Rgb) -> Rgb {
    match theme.color(rgb) {
        Color::Rgb(r, g, b) => Rgb(r, g, b),
        Color::Indexed(index) => rgb_of_index(index),
        other => panic!("{other:?} is the user's own"),
    }
}

/// Every theme with 256 colours or more, without seasons and in the middle of each.
fn themes() -> impl Iterator<Item = Theme> {
    let depths = [Depth::True, Depth::Indexed].into_iter();
    let looks =
        depths.flat_map(|depth| [Palette::Natural, Palette::Contrast].map(|palette| (depth, palette)));
    looks.flat_map(|(depth, palette)| {
        let days = (0..4).map(|season| YearDay::at((season * SEASON_DAYS + SEASON_DAYS / 2) * DAY));
        let days = std::iter::once(None).chain(days.map(Some));
        days.map(move |day| Theme { depth, palette, day, ..Theme::default() })
    })
}

/// How far two colours are apart, channel by channel.
fn distance(a: Rgb, b: Rgb) -> u32 {
    [(a.0, b.0), (a.1, b.1), (a.2, b.2)].iter().map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
}

#[test]
fn night_hides_neither_roads_nor_what_is_seen() {
    for theme in themes() {
        for surface in Surface::ALL.into_iter().filter(|surface| !surface.is_built()) {
            let pixel = |visibility| Pixel { surface, visibility, relief: 100, ..Pixel::default() };
            let beside = Pixel { is_beside_road: true, ..pixel(Visibility::Visible) };
            for (dark, lit) in [(0, 100), (25, 75), (50, 0), (50, 50), (75, 0), (100, 0)] {
                let night = |pixel| as_shown(theme, night_colour(theme.pixel(pixel, 3), pixel, dark, lit));
                for tier in [Tier::Path, Tier::Dirt, Tier::Paved, Tier::Highway] {
                    let road = Pixel { tier, ..pixel(Visibility::Visible) };
                    assert_eq!(theme.pixel(road, 3), road_colour(tier).unwrap());
                    let found = contrast(night(road), night(beside));
                    assert!(found >= 2.0, "{tier:?} beside {surface:?} at {dark} %: {found:.2} in {theme:?}");
                }
                let [seen, remembered] =
                    [Visibility::Visible, Visibility::Remembered].map(|visibility| night(pixel(visibility)));
                let unseen = as_shown(theme, theme.pixel(pixel(Visibility::Unseen), 99));
                let found = (distance(seen, remembered), distance(remembered, unseen));
                assert!(found.0 >= 12 && found.1 >= 12, "{surface:?} at {dark} %: {found:?} in {theme:?}");
            }
        }
    }
}

/// A path that few walk, or that is only remembered, lies between its ground and a path in colour.
#[test]
fn a_path_that_few_walk_is_drawn_as_a_green_lane() {
    let mut game = kit::played(7, 96, 6000);
    let size = game.world.size();
    let is_path = |cell: &Cell| game.world.ground.tier[*cell] == Tier::Path;
    let is_seen =
        |cell: &Cell| game.derived.visible[PeopleIx::PLAYER][*cell] > 0 && !game.derived.haven[*cell];
    let cell = size.cells().find(|cell| is_path(cell) && is_seen(cell)).expect("a path");
    let looked = |game: &Game| {
        let view =
            Viewport { columns: 96, rows: 96, cells_per_pixel: 1, cursor: cell, ..Viewport::default() };
        let scene = scene::build_scene(game, &view);
        (scene.pixels[size.index(cell)], scene.cursor_card.title)
    };
    game.world.ground.wear[cell] = Tier::Path.passes() * PASS;
    let (path, words) = looked(&game);
    assert!(!path.is_lane && words.starts_with("path on "), "{words}");
    game.world.ground.wear[cell] = PASS;
    let (lane, words) = looked(&game);
    assert!(lane.is_lane && words.starts_with("green lane on "), "{words}");
    game.world.ground.wear[cell] = Tier::Path.passes() * PASS;
    game.derived.visible[PeopleIx::PLAYER][cell] = 0;
    let (remembered, words) = looked(&game);
    assert!(remembered.is_lane && words.starts_with("path on "), "{words}");
    for theme in themes() {
        let shown = |pixel| theme.pixel(pixel, 3);
        let ground = Pixel { tier: Tier::None, is_lane: false, is_beside_road: false, ..lane };
        let [ground, lane, path] = [ground, lane, path].map(shown);
        let (near, far) = (distance(ground, lane), distance(ground, path));
        assert!(near >= 12 && near < far, "{ground:?} {lane:?} {path:?} in {theme:?}");
    }
}

/// The brightness of a whole screen.
fn brightness(screen: &Screen, scene: &Scene) -> u64 {
    let mut buffer = Buffer::empty(screen.area);
    tui::draw_land(&mut buffer, screen, scene);
    let luma = |color| if let Color::Rgb(r, g, b) = color { u64::from(Rgb(r, g, b).luma()) } else { 0 };
    buffer.content.iter().map(|cell| luma(cell.fg) + luma(cell.bg)).sum()
}

#[test]
fn the_light_changes_twice_a_second_and_by_a_tenth_at_most() {
    let game = kit::played(7, 96, 6000);
    let (mut screen, mut scene) = shown(&game, (120, 40), Zoom::Near, Cell::new(48, 48));
    screen.map.daylight.is_on = true;
    let mut now_ms = 0;
    for (speed, ticks_in_half_a_second) in [(0, 10), (1, 20)] {
        screen.time_pace.speed = speed;
        // Night comes and goes in steps, and then stays.
        let changes = (0..20).filter(|_| {
            now_ms += 250;
            screen.advance_clock(now_ms)
        });
        assert!((2..=6).contains(&changes.count()), "×{}", 1 << speed);
        let mut light = Vec::new();
        for tick in 0..DAY {
            scene.status.tick = tick;
            let now = brightness(&screen, &scene);
            assert!(tick % ticks_in_half_a_second == 0 || light.last() == Some(&now), "it changes at {tick}");
            light.push(now);
        }
        let step = light.windows(2).map(|two| two[0].abs_diff(two[1]) * 100 / two[0].min(two[1])).max();
        let (least, most) = (light.iter().min().unwrap(), light.iter().max().unwrap());
        println!("×{}: steps of {step:?} %, {} % at midnight", 1 << speed, least * 100 / most);
        assert!(step.is_some_and(|percent| percent <= 10), "{step:?}");
        assert!(least * 100 < most * 95, "there is no night");
    }
    // Faster, there is none.
    screen.time_pace.speed = 2;
    for i in 0..20 {
        screen.advance_clock(now_ms + 250 * i);
    }
    let at = |tick| {
        let mut scene = scene.clone();
        scene.status.tick = tick;
        brightness(&screen, &scene)
    };
    assert_eq!(at(50), at(175));
}

/// A minute of a game at ×1 with weather: nothing flickers, little is sent, and nothing while it is paused.
#[test]
fn water_and_weather_are_calm_and_cheap() {
    let mut changed = 0;
    for (seed, ticks) in [(7, 6000), (41, 1500), (44, 9600)].into_iter().take(kit::many(2, 3, 3)) {
        let mut game = kit::played(seed, 96, ticks);
        let cell = game.world.towns.iter().map(|town| town.cell).next().unwrap();
        let (mut screen, mut scene) = shown(&game, (120, 40), Zoom::Near, cell);
        (screen.map.daylight.is_on, screen.map.has_weather) = (true, true);
        let (mut now_ms, mut before, mut sent, mut light) = (0, Buffer::empty(screen.area), 0, Vec::new());
        for tick in 0..DAY * 2 {
            game.tick();
            scene = scene::build_scene(&game, &screen.view());
            now_ms += 50;
            screen.advance_clock(now_ms);
            screen.take_scene(&scene);
            let mut buffer = Buffer::empty(screen.area);
            tui::draw(&mut buffer, &screen, &scene);
            let mut bytes = Vec::new();
            tui::encode(&before, &buffer, &mut bytes);
            sent += if tick > 0 { bytes.len() } else { 0 };
            before = buffer;
            light.push((game.world.tick, brightness(&screen, &scene), screen.map.camera.centre));
        }
        let per_second = sent * 20 / (DAY as usize * 2);
        let step = |two: &[(u64, u64, Cell)]| two[0].1.abs_diff(two[1].1) * 1000 / two[0].1.min(two[1].1);
        // While the camera glides to some news, another part of the land is seen, its edge a picture later.
        let still = || {
            let rests = light.windows(3).filter(|three| three.iter().all(|at| at.2 == three[0].2));
            rests.map(|three| &three[1..])
        };
        // Between the steps of day and night only water, weather and what lives change the light.
        let between = still().filter(|two| !two[1].0.is_multiple_of(10));
        let (small, step) = (between.map(step).max(), still().map(step).max());
        assert!(still().count() > DAY as usize, "the camera seldom rests");
        println!("seed {seed}: {per_second} bytes a second, steps of {step:?} ‰, {small:?} ‰ between");
        assert!(per_second <= 150_000, "{per_second} bytes a second");
        assert!(step.is_some_and(|step| step <= 100) && small.is_some_and(|small| small <= 15), "{step:?} ‰");
        // Once its marks are gone, a paused game is still.
        screen.time_pace.paused = true;
        screen.advance_clock(now_ms + 5000);
        let still = |screen: &Screen| {
            let mut buffer = Buffer::empty(screen.area);
            tui::draw(&mut buffer, screen, &scene);
            buffer
        };
        let first = still(&screen);
        for later in 1..40 {
            screen.advance_clock(now_ms + 5000 + later * 250);
            assert!(!screen.is_animating() && still(&screen) == first, "it moves while paused");
        }
        screen.clock.has_motion = false;
        changed += still(&screen).content.iter().zip(&first.content).filter(|(a, b)| a != b).count();
    }
    assert!(changed > 20, "water and weather show in {changed} characters");
}

#[test]
fn remembered_land_keeps_its_hue_in_256_colours() {
    let theme = Theme { depth: Depth::Indexed, ..Theme::default() };
    let mut grey = Vec::new();
    for surface in Surface::ALL {
        let pixel = Pixel { surface, visibility: Visibility::Remembered, relief: 100, ..Pixel::default() };
        let (true_colour, shown) = (theme.pixel(pixel, 3), as_shown(theme, theme.pixel(pixel, 3)));
        let spread = |rgb: Rgb| rgb.0.max(rgb.1).max(rgb.2) - rgb.0.min(rgb.1).min(rgb.2);
        if spread(true_colour) >= 30 && spread(shown) == 0 {
            grey.push((surface, true_colour, shown));
        }
    }
    assert!(grey.is_empty(), "grey for a colour: {grey:?}");
}

#[test]
fn units_differ_in_shape_and_hue() {
    let game = kit::game(7, 96);
    let (screen, mut scene) = shown(&game, (120, 40), Zoom::Near, Cell::new(48, 48));
    scene.town_markers.clear();
    let (id, cell, letter, state, selected) = (UnitId(1), Cell::new(50, 50), 'p', ' ', false);
    let mut looks = Vec::new();
    for stance in [Stance::Own, Stance::Other, Stance::Enemy, Stance::Beast] {
        scene.unit_markers = vec![UnitMarker { id, cell, letter, state, stance, selected }];
        let mut buffer = Buffer::empty(screen.area);
        tui::draw_land(&mut buffer, &screen, &scene);
        let cell = &buffer[screen.window().char_of(cell).unwrap()];
        looks.push(((cell.symbol().to_owned(), cell.modifier), (cell.fg, cell.bg)));
    }
    for (i, (shape, hue)) in looks.iter().enumerate() {
        for (other_shape, other_hue) in &looks[i + 1..] {
            assert!(shape != other_shape && hue != other_hue, "{looks:?}");
        }
    }
}
