//! The map on the screen, on lands that nobody chose: names can be read, far away it stays sparse, and people differ.

use crate::kit;
use ratatui::buffer::Buffer;
use ratatui::style::Color;
use std::collections::BTreeSet;
use wayworn::grid::Cell;
use wayworn::scene::{self, Pixel, Scene, Stance, Surface, UnitId, UnitMarker, Visibility};
use wayworn::sim::Game;
use wayworn::tui::{
    self, Depth, MapLabel, Rgb, Screen, Theme, Zoom, rgb_of_index,
};

const ZOOMS: [Zoom; 3] = [Zoom::Far, Zoom::Near, Zoom::Close];
const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (60, 20)];

/// A screen over a land, with the camera on a cell, and what it shows.
fn shown(game: &Game, (width, height): (u16, u16), zoom: Zoom, cell: Cell) -> (Screen, Scene) {
    let mut screen = Screen::new(Theme::default(), width, height, true);
    screen.take_scene(&scene::build_scene(game, &screen.view()));
    (screen.map.camera.zoom, screen.map.camera.centre, screen.map.cursor) = (zoom, cell, cell);
    let scene = scene::build_scene(game, &screen.view());
    (screen, scene)
}

/// Lands of four years, as they came.
fn old_lands() -> impl Iterator<Item = Game> {
    (41..=43).map(|seed| {
        let mut game = kit::game(seed, 96);
        (0..48_000).for_each(|_| game.tick());
        game
    })
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

/// Checks the names on a screen; returns their number, and how many of them are whole.
fn check_names(screen: &Screen, scene: &Scene, zoom: Zoom) -> (usize, usize) {
    let mut buffer = Buffer::empty(screen.area);
    let labels = tui::draw_land(&mut buffer, screen, scene);
    let (mut taken, mut whole) = (BTreeSet::new(), 0);
    for label in &labels {
        let read: String = cells_of(label).map(|at| buffer[at].symbol()).collect();
        assert_eq!(read, label.text, "{zoom:?}");
        assert!(cells_of(label).all(|at| taken.insert(at)), "{read} lies in another name");
        let place = scene.town_markers.iter().find(|place| place.id == label.town).unwrap();
        assert_eq!(screen.window().char_of(place.cell), Some(label.sign), "{read}");
        assert!(is_beside(label.sign, label), "{read} is away from its sign");
        whole += usize::from(read == place.name);
    }
    // From afar only foes are letters.
    let is_letter = |unit: &&UnitMarker| zoom != Zoom::Far || unit.stance == Stance::Enemy;
    for unit in scene.unit_markers.iter().filter(is_letter) {
        let at = screen.window().char_of(unit.cell);
        assert!(at.is_none_or(|at| !taken.contains(&at)), "a unit stands in a name");
    }
    (labels.len(), whole)
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
    let (mut names, mut whole, mut most) = (0, 0, 0);
    for game in old_lands() {
        for (zoom, size) in ZOOMS.into_iter().flat_map(|zoom| SIZES.map(|size| (zoom, size))) {
            for town in game.world.towns.iter() {
                let (screen, scene) = shown(&game, size, zoom, town.cell);
                let (here, here_whole) = check_names(&screen, &scene, zoom);
                (names, whole) = (names + here, whole + here_whole);
                if zoom == Zoom::Far {
                    most = most.max(road_percent(&scene));
                }
            }
        }
        most = most.max(road_percent(&scene::build_overview(&game, (24, 24), true)));
    }
    println!("{names} names, {whole} of them whole; at most {most} % of a far view are roads");
    assert!(names > 500 && whole * 10 >= names * 9, "{whole} of {names} names are whole");
    assert!(most <= 12, "{most} % of a far view are roads");
}

/// The colour that a terminal shows for a colour of the land.
fn as_shown(theme: Theme, rgb: Rgb) -> Rgb {
    match theme.color(rgb) {
        Color::Rgb(r, g, b) => Rgb(r, g, b),
        Color::Indexed(index) => rgb_of_index(index),
        other => panic!("{other:?} is the user's own"),
    }
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
