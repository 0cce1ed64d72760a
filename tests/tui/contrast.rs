//! Tests of colours: what must stand out does so in every palette of 256 colours or more, for every type of vision.
//!
//! Contrast is as in the Web Content Accessibility Guidelines; colour blindness is simulated with the matrices of
//! Machado, Oliveira and Fernandes (2009); the difference of two colours is their distance in CIE Lab.

use crate::kit::{find_in, frame, screen};
use crate::land;
use ratatui::style::Color;
use wayworn::scene::{DAY, Lens, Paint, Pixel, SEASON_DAYS, Surface, Tier, Visibility};
use wayworn::tui::lab::{LabMark, mark_colour};
use wayworn::tui::theme::{
    self, ACCENT, CHROME, DIM, FOE, GAIN, KEY, RUNNER_UP, STRAIGHT_LINE, TEXT, Theme, UNDER_PATH_PERCENT,
    road_colour,
};
use wayworn::tui::{Depth, Glyphs, Palette, Rgb, YearDay, rgb_of_index};

/// Red, green and blue as linear light, 0 to 1.
type Linear = [f64; 3];

/// Types of colour vision, as matrices on linear light.
const EYES: [(&str, [[f64; 3]; 3]); 4] = [
    ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    ("deuteranopia", [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    ("tritanopia", [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
];

/// A power, for measurements only.
#[expect(clippy::disallowed_methods, reason = "only a test's measure; nothing is made from it")]
fn power(base: f64, exponent: f64) -> f64 {
    if base <= 0.0 { 0.0 } else { (base.ln() * exponent).exp() }
}

fn linear(rgb: Rgb) -> Linear {
    [rgb.0, rgb.1, rgb.2].map(|v| {
        let v = f64::from(v) / 255.0;
        if v <= 0.04 { v / 12.92 } else { power((v + 0.055) / 1.055, 2.4) }
    })
}

/// A colour as these eyes see it.
fn seen(rgb: Rgb, eyes: &[[f64; 3]; 3]) -> Linear {
    let light = linear(rgb);
    eyes.map(|row| (row[0] * light[0] + row[1] * light[1] + row[2] * light[2]).clamp(0.0, 1.0))
}

fn luminance(light: Linear) -> f64 {
    0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
}

fn contrast(a: Linear, b: Linear) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn lab([r, g, b]: Linear) -> [f64; 3] {
    let curve = |t: f64| if t > 0.009 { power(t, 1.0 / 3.0) } else { 7.787 * t + 16.0 / 116.0 };
    let x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    let y = curve(luminance([r, g, b]));
    let z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The difference of two colours: below 3 it is invisible, from 10 on obvious.
fn difference(a: Linear, b: Linear) -> f64 {
    let (a, b) = (lab(a), lab(b));
    (0..3).map(|i| (a[i] - b[i]) * (a[i] - b[i])).sum::<f64>().sqrt()
}

/// The true colour of a terminal's colour.
fn rgb_of(color: Color) -> Rgb {
    match color {
        Color::Rgb(r, g, b) => Rgb(r, g, b),
        Color::Indexed(index) => rgb_of_index(index),
        other => panic!("{other:?} is the user's own"),
    }
}

/// Every theme with 256 colours or more.
fn themes() -> impl Iterator<Item = Theme> {
    let depths = [Depth::True, Depth::Indexed];
    let palettes = [Palette::Natural, Palette::Contrast];
    let theme = |depth, palette| Theme { depth, palette, glyphs: Glyphs::Unicode, day: None };
    depths.into_iter().flat_map(move |depth| palettes.map(|palette| theme(depth, palette)))
}

/// Calls `look` for every theme and type of colour vision, with functions that give the seen colours of land and ink.
fn for_all(look: impl Fn(Theme, &str, &dyn Fn(Rgb) -> Linear, &dyn Fn(Rgb) -> Linear)) {
    for theme in themes() {
        for (name, eyes) in &EYES {
            let ground = |rgb| seen(rgb_of(theme.color(rgb)), eyes);
            let natural = Theme { palette: Palette::Natural, ..theme };
            let words = |rgb| seen(rgb_of(natural.text(rgb).fg.expect("an ink")), eyes);
            look(theme, &format!("{name} in {:?} {:?}", theme.depth, theme.palette), &ground, &words);
        }
    }
}

fn pixel(surface: Surface, light: Visibility) -> Pixel {
    Pixel { surface, visibility: light, relief: 100, ..Pixel::default() }
}

#[test]
fn roads_units_and_paths_stand_out() {
    for_all(|theme, eyes, ground, words| {
        assert!(contrast(words(Rgb(255, 255, 255)), words(CHROME)) >= 3.0, "a unit to {eyes}");
        let days = (0..8).map(|day| Some(YearDay::at(day * SEASON_DAYS / 2 * DAY + DAY)));
        for (theme, surface) in std::iter::once(None)
            .chain(days)
            .flat_map(|day| Surface::ALL.map(|surface| (Theme { day, ..theme }, surface)))
            .filter(|(_, s)| !s.is_built())
        {
            for (relief, grain) in [(66, 0), (100, 3), (128, 6), (128, 205)] {
                let lit = Pixel { relief, is_beside_road: true, ..pixel(surface, Visibility::Visible) };
                let beside = theme.pixel(lit, grain);
                for tier in [Tier::Path, Tier::Dirt, Tier::Paved, Tier::Highway] {
                    let road = road_colour(tier).expect("a road has a colour");
                    let found = contrast(ground(road), ground(beside));
                    assert!(found >= 2.0, "{tier:?} beside {surface:?} {relief}: {found:.2} to {eyes}");
                    let found = contrast(words(ACCENT), ground(road.scaled(UNDER_PATH_PERCENT)));
                    assert!(found >= 3.0, "a path on {tier:?}: {found:.2} to {eyes}");
                }
                let found = contrast(words(ACCENT), ground(beside.scaled(UNDER_PATH_PERCENT)));
                assert!(found >= 3.0, "a path on {surface:?}: {found:.2} to {eyes}");
            }
        }
    });
}

#[test]
fn words_can_be_read() {
    for_all(|theme, eyes, _, words| {
        for (name, tone, least) in [
            ("text", TEXT, 7.0),
            ("dim", DIM, 4.0),
            ("keys", KEY, 4.5),
            ("accent", ACCENT, 4.5),
            ("gains", GAIN, 4.5),
            ("foes", FOE, 3.0),
        ] {
            let tone = if theme.palette == Palette::Contrast && tone == DIM { TEXT } else { tone };
            let found = contrast(words(tone), words(CHROME));
            assert!(found >= least, "{name}: {found:.2} to {eyes}");
        }
        let marked = contrast(words(CHROME), words(ACCENT));
        assert!(marked >= 4.5, "the selection: {marked:.2} to {eyes}");
    });
}

#[test]
fn inks_look_different_to_all_eyes() {
    for_all(|_, eyes, _, words| {
        let white = Rgb(255, 255, 255);
        for (what, a, b, least) in [
            ("my unit and a foe", white, FOE, 20.0),
            ("a foe and a stranger", FOE, DIM, 12.0),
            ("my unit and a stranger", white, DIM, 20.0),
            ("the path and the runner-up", ACCENT, RUNNER_UP, 20.0),
            ("the path and the straight line", ACCENT, STRAIGHT_LINE, 20.0),
            ("keys and the selection", KEY, ACCENT, 20.0),
            ("gains and losses", GAIN, FOE, 12.0),
        ] {
            let found = difference(words(a), words(b));
            assert!(found >= least, "{what}: {found:.1} to {eyes}");
        }
    });
}

#[test]
fn light_and_paint_look_different_to_all_eyes() {
    for_all(|theme, eyes, ground, _| {
        for surface in Surface::ALL {
            let of = |light| theme.pixel(pixel(surface, light), 3);
            let (lit, fog, shroud) =
                (of(Visibility::Visible), of(Visibility::Remembered), of(Visibility::Unseen));
            let found = difference(ground(lit), ground(fog));
            assert!(found >= 4.0, "{surface:?} seen and remembered: {found:.1} to {eyes}");
            let found = difference(ground(fog), ground(shroud));
            assert!(found >= 3.0, "{surface:?} remembered and never seen: {found:.1} to {eyes}");
        }
        let painted = |paint| theme.pixel(Pixel { paint, ..pixel(Surface::Grass, Visibility::Visible) }, 3);
        let paints = [Paint::None, Paint::Prefer, Paint::Avoid, Paint::Forbid];
        for (i, a) in paints.iter().enumerate() {
            for b in &paints[i + 1..] {
                let found = difference(ground(painted(*a)), ground(painted(*b)));
                assert!(found >= 6.0, "{a:?} and {b:?}: {found:.1} to {eyes}");
            }
        }
    });
}

/// The ten colours of a lens, as its legend shows them.
fn ramp(theme: Theme) -> Vec<Rgb> {
    let (mut screen, _) = screen(120, 40);
    screen.theme = theme;
    screen.map.lens = Some(Lens(0));
    let buffer = frame(&screen, &land::scene(&screen));
    let (column, row) = find_in(&buffer, " 0  1  2  3  4  5  6  7  8  9 ").expect("the ramp");
    (0..10).map(|step| rgb_of(buffer[(column + 3 * step, row)].bg)).collect()
}

#[test]
fn lenses_run_from_dark_to_bright_and_blue_to_orange() {
    for theme in themes() {
        let ramp = ramp(theme);
        for (name, eyes) in &EYES {
            let steps: Vec<Linear> = ramp.iter().map(|rgb| seen(*rgb, eyes)).collect();
            let found = difference(steps[0], steps[9]);
            assert!(found >= 40.0, "the ends of the ramp: {found:.1} to {name}");
            for (i, pair) in steps.windows(3).enumerate() {
                let found = difference(pair[0], pair[2]);
                assert!(found >= 5.0, "the ramp from {i} on: {found:.1} to {name}");
            }
        }
        let light: Vec<u32> = ramp.iter().map(|rgb| rgb.luma()).collect();
        let are_even = light.windows(2).all(|two| two[0] < two[1] && two[1] - two[0] <= 20);
        assert!(are_even || theme.depth != Depth::True, "{light:?}");
    }
}

#[test]
fn search_states_look_different_to_all_eyes() {
    for_all(|theme, eyes, ground, _| {
        for price in [1000, 3000, 5000] {
            let of = |spot| ground(mark_colour(theme, spot, price, None));
            let ages = [LabMark::Expanded(0), LabMark::Expanded(128), LabMark::Expanded(255)];
            let pairs = [
                (LabMark::Wall, LabMark::Free, 6.0),
                (LabMark::Frontier, LabMark::Path, 20.0),
                (LabMark::Frontier, LabMark::Current, 12.0),
                (LabMark::Path, LabMark::Chain, 20.0),
                (ages[0], ages[2], 20.0),
                (LabMark::First, LabMark::Second, 20.0),
                (LabMark::First, LabMark::Both, 12.0),
                (LabMark::Second, LabMark::Both, 12.0),
            ];
            let aged = ages.into_iter().flat_map(|age| {
                [
                    (age, LabMark::Free, 12.0),
                    (age, LabMark::Frontier, 12.0),
                    (age, LabMark::Path, 12.0),
                    (age, LabMark::Wall, 12.0),
                ]
            });
            for (a, b, least) in pairs.into_iter().chain(aged) {
                let found = difference(of(a), of(b));
                assert!(found >= least, "{a:?} and {b:?} at {price}: {found:.1} to {eyes}");
            }
        }
    });
}

#[test]
fn roads_are_brighter_the_better_they_are() {
    for_all(|_, eyes, ground, _| {
        let tiers = [Tier::Path, Tier::Dirt, Tier::Paved, Tier::Highway];
        let light = tiers.map(|tier| luminance(ground(road_colour(tier).expect("a road has a colour"))));
        assert!(light.is_sorted(), "{light:?} to {eyes}");
        let scuff = theme::road_colour(Tier::Scuff);
        assert_eq!(scuff, None, "trodden grass is no road");
    });
}
