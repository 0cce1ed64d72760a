//! Exports: pictures, maps, films, recordings and the chronicle; also levels, folders and shell completions.

use crate::kit;
use crate::solve::wayworn;
use ratatui::buffer::Buffer;
use ratatui::style::Color;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;
use wayworn::app::export::{ExportView, MapStyle, Recording};
use wayworn::app::{export, folder, levels};
use wayworn::grid::{Cell, Size};
use wayworn::land::{Good, Surface};
use wayworn::level::Level;
use wayworn::save::{self, ReplayHeader, SaveSlot};
use wayworn::scene::{self, Viewport, history_frame, history_len};
use wayworn::sim::{Game, LevelCut, level_text};
use wayworn::tui::{self, Theme, Zoom};
use wayworn::world::{
    self, Believed, DAY, Goal, GoalDemand, GoalStatus, Order, PeopleIx, Queue, Tier, Unit, World,
};

const SIDE: u16 = 64;
const LOOK: ExportView = ExportView { theme: THEME, size: (60, 20), zoom: Zoom::Near, reveal: false };
const THEME: Theme = Theme {
    depth: tui::Depth::True,
    palette: tui::Palette::Natural,
    glyphs: tui::Glyphs::Unicode,
    day: None,
};

/// A folder with a recorded and saved land in it, and the land.
fn saved(ticks: u64) -> (TempDir, Game) {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(dir.path(), "land-5-64x64").unwrap();
    let mut recorder = slot.start_record(&ReplayHeader::new(5, Size::new(SIDE, SIDE), None));
    let mut game = kit::game(5, SIDE);
    while game.world.tick < ticks {
        if let Some(command) = kit::command(&mut game, 5) {
            recorder.command(game.world.tick, &command);
        }
        game.tick();
    }
    recorder.flush().unwrap();
    slot.save(&game.world, recorder.commands()).unwrap();
    (dir, game)
}

/// The one line that a failed command prints.
fn complaint(arguments: &[&str]) -> String {
    let output = wayworn(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
    said
}

/// Width, height and pixels of a PNG.
fn png(bytes: &[u8]) -> (usize, usize, Vec<[u8; 3]>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let pixels = pixels.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
    (info.width as usize, info.height as usize, pixels)
}

fn drawn(screen: &tui::Screen, game: &Game) -> Buffer {
    let mut buffer = Buffer::empty(screen.area);
    tui::draw(&mut buffer, screen, &scene::build_scene(game, &screen.view()));
    buffer
}

#[test]
fn a_picture_is_the_screen_to_the_half_block_or_with_all_colours_to_the_pixel() {
    let (dir, game) = saved(400);
    let file = dir.path().join("screen.png");
    let (saves, target) = (dir.path().to_str().unwrap(), file.to_str().unwrap());
    let picture = |color: &str| {
        let place = ["render", "land-5", "--saves", saves, "--png", target, "--force"];
        let look = ["--size", "60x20", "--scale", "1", "--color", color];
        assert!(wayworn(&[&place[..], &look].concat()).status.success());
        let (width, height, pixels) = png(&std::fs::read(&file).unwrap());
        assert_eq!((width, height), (60 * 8, 20 * 16));
        pixels
    };
    let (blocks, painted) = (picture("256"), picture("true"));
    assert!(painted == picture("true"), "the same land is painted otherwise");
    let theme = |depth| ExportView { theme: Theme { depth, ..THEME }, ..LOOK };
    let drawn_in = |depth| drawn(&theme(depth).screen_of(&game), &game);
    let (few, all) = (drawn_in(tui::Depth::Indexed), drawn_in(tui::Depth::True));
    let rgb = |color: Color| match color {
        Color::Indexed(index) => tui::rgb_of_index(index),
        Color::Rgb(r, g, b) => tui::Rgb(r, g, b),
        other => panic!("{other:?} is not a colour of the land"),
    };
    let (mut halves, mut alike) = (0, 0);
    for i in (0..60 * 20).filter(|i| [&few, &all].iter().all(|buffer| buffer.content[*i].symbol() == "▀")) {
        let corner = i / 60 * 16 * 60 * 8 + i % 60 * 8 + 4;
        let at = |pixels: &[[u8; 3]], y: usize| {
            let [r, g, b] = pixels[corner + y * 60 * 8];
            tui::Rgb(r, g, b)
        };
        let cell = &few.content[i];
        let colours = [(0, cell.fg), (7, cell.fg), (8, cell.bg), (15, cell.bg)];
        assert!(colours.iter().all(|(y, colour)| at(&blocks, *y) == rgb(*colour)), "half block {i}");
        let cell = &all.content[i];
        for (y, colour) in [(4, cell.fg), (12, cell.bg)] {
            let (painted, cell) = (at(&painted, y), rgb(colour));
            let off = [(painted.0, cell.0), (painted.1, cell.1), (painted.2, cell.2)];
            alike += usize::from(off.iter().all(|(a, b)| a.abs_diff(*b) < 16));
            halves += 1;
        }
    }
    assert!(halves > 200 && alike * 10 > halves * 9, "{alike} of {halves} middles have their colour");
}

#[test]
fn a_map_has_the_colour_of_every_cell() {
    let (_dir, game) = saved(400);
    let style = MapStyle { scale: 1, ..MapStyle::default() };
    let image = export::draw_map(&game, style);
    assert_eq!((image.width, image.height), (usize::from(SIDE), usize::from(SIDE)));
    let view = Viewport { columns: SIDE, rows: SIDE, cells_per_pixel: 1, ..Viewport::default() };
    let colours = tui::land_colours(&scene::build_scene(&game, &view), THEME);
    let pixels: Vec<[u8; 3]> = image.bytes.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
    let alike = colours.iter().zip(&pixels).filter(|(c, pixel)| [c.0, c.1, c.2] == **pixel).count();
    let marks = 11 * 11 * game.world.towns.len();
    assert!(alike + marks >= pixels.len() && alike < pixels.len(), "{alike} of {}", pixels.len());
    let (width, height, again) = png(&image.png().unwrap());
    assert_eq!((width, height, again), (image.width, image.height, pixels));
}

/// Width, delays and composited frames of a GIF.
fn film(bytes: &[u8]) -> (usize, Vec<u16>, Vec<Vec<[u8; 3]>>) {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let width = usize::from(decoder.width());
    let mut shown = vec![[0_u8; 3]; width * usize::from(decoder.height())];
    let (mut delays, mut pictures) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
        for (i, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            let at = (y + usize::from(frame.top)) * width + x + usize::from(frame.left);
            shown[at] = [pixel[0], pixel[1], pixel[2]];
        }
        pictures.push(shown.clone());
    }
    (width, delays, pictures)
}

fn brightness(colour: [u8; 3]) -> usize {
    colour.iter().map(|channel| usize::from(*channel)).sum()
}

#[test]
fn a_history_is_a_film_of_what_was_known_from_the_first_day_to_now() {
    let (_dir, game) = saved(6 * DAY + 100);
    let style = MapStyle { scale: 1, ..MapStyle::default() };
    let (width, delays, pictures) = film(&export::history_gif(&game, style, 5).unwrap());
    assert_eq!((width, delays.len()), (usize::from(SIDE), 5));
    assert!(delays[0] > delays[1] && delays[4] > delays[3], "{delays:?}");
    assert_eq!(history_len(&game.world), 8);
    let mut known = Vec::new();
    for (index, picture) in [0, 1, 3, 5, 7].into_iter().zip(&pictures) {
        let then = history_frame(&game.world, index).unwrap();
        let view = Viewport {
            columns: SIDE,
            rows: SIDE,
            cells_per_pixel: 1,
            past_frame: Some(index),
            ..Viewport::default()
        };
        let colours = tui::land_colours(&scene::build_scene(&game, &view), THEME);
        let cells: Vec<Cell> = game.world.size().cells().collect();
        let unmarked = |i: &usize| then.towns.iter().all(|town| town.cell.chebyshev(cells[*i]) > 6);
        let (seen, dark): (Vec<usize>, Vec<usize>) =
            (0..cells.len()).filter(unmarked).partition(|i| then.known[cells[*i]]);
        let off = |i: &usize| {
            let tui::Rgb(r, g, b) = colours[*i];
            picture[*i].iter().zip([r, g, b]).map(|(a, b)| usize::from(a.abs_diff(b))).sum::<usize>()
        };
        let total: usize = seen.iter().map(off).sum();
        assert!(total < seen.len() * 3 * 8, "frame {index}: off by {} a cell", total / seen.len());
        let light = dark.iter().map(|i| brightness(picture[*i])).max();
        assert!(light.unwrap_or(0) < 120, "frame {index} shows unknown land: {light:?}");
        known.push(seen.len());
    }
    assert!(known.is_sorted() && known[0] + 100 < known[4], "{known:?} cells known: the test tests little");

    let (_, _, revealed) = film(&export::history_gif(&game, MapStyle { reveal: true, ..style }, 5).unwrap());
    let total = |picture: &[[u8; 3]]| picture.iter().map(|colour| brightness(*colour)).sum::<usize>();
    assert!(total(&revealed[0]) > total(&pictures[0]) && total(&revealed[0]) < total(&revealed[4]));
}

#[test]
fn a_film_needs_nothing_but_the_save_be_it_of_a_level_or_a_land() {
    let dir = tempfile::tempdir().unwrap();
    let level = levels::load_level(Path::new("u-trap")).unwrap();
    let land = kit::game(5, SIDE);
    for (name, mut game) in [("land", land), ("level", Game::from_level(&level))] {
        for (ticks, wanted, frames) in [(0, "9", 1), (2 * DAY + 1, "9", 4), (2 * DAY + 1, "2", 2)] {
            while game.world.tick < ticks {
                game.tick();
            }
            let slot = SaveSlot::open(dir.path(), name).unwrap();
            slot.save(&game.world, None).unwrap();
            let (saves, target) = (dir.path().to_str().unwrap(), dir.path().join("x.gif"));
            let to = ["--gif", target.to_str().unwrap(), "--frames", wanted, "--force"];
            let output = wayworn(&[&["render", name, "--saves", saves], &to[..]].concat());
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            assert_eq!(film(&std::fs::read(&target).unwrap()).1.len(), frames, "{name} at {ticks}");
        }
        assert!(!dir.path().join(name).with_extension("replay").exists());
    }
}

/// Times and bytes of a recording.
fn events(text: &str) -> Vec<(f64, String)> {
    let events =
        text.lines().skip(1).map(|line| serde_json::from_str::<(f64, String, String)>(line).unwrap());
    events.inspect(|event| assert_eq!(event.1, "o")).map(|event| (event.0, event.2)).collect()
}

#[test]
fn a_recording_leaves_a_terminal_as_the_screen_was() {
    let (_dir, mut game) = saved(300);
    let screen = LOOK.screen_of(&game);
    let mut recording = Recording::begin(LOOK.size, "a land", Duration::ZERO);
    for frame in 0..12 {
        let now = Duration::from_millis(100 * frame);
        recording.add_frame(now, &screen, &scene::build_scene(&game, &screen.view()));
        game.tick();
    }
    let last = Duration::from_millis(1200);
    recording.add_frame(last, &screen, &scene::build_scene(&game, &screen.view()));
    let buffer = drawn(&screen, &game);
    let text = recording.finish(last);
    let head: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!((&head["version"], &head["width"], &head["height"]), (&2.into(), &60.into(), &20.into()));
    let mut terminal = vt100::Parser::new(20.try_into().unwrap(), 60.try_into().unwrap(), 0);
    for (_, bytes) in events(&text) {
        terminal.process(bytes.as_bytes());
    }
    let colour = |c: vt100::Color| match c {
        vt100::Color::Rgb(r, g, b) => Color::Rgb(r, g, b),
        vt100::Color::Idx(i) => Color::Indexed(i),
        vt100::Color::Default => Color::Reset,
    };
    for (i, cell) in buffer.content.iter().enumerate() {
        let (row, column) = ((i / 60) as u16, (i % 60) as u16);
        let shown = terminal.screen().cell(row, column).unwrap();
        let symbol = if shown.contents().is_empty() { " " } else { shown.contents() };
        let seen = look_of(symbol, colour(shown.fgcolor()), colour(shown.bgcolor()));
        assert_eq!(seen, look_of(cell.symbol(), cell.fg, cell.bg), "row {row}, column {column}");
    }
}

/// A visible cell in canonical form: a half block may be written as the other one with its colours swapped.
fn look_of(symbol: &str, ink: Color, ground: Color) -> (&str, Color, Color) {
    match symbol {
        " " => (" ", ground, ground),
        "▄" => ("▀", ground, ink),
        _ => (symbol, ink, ground),
    }
}

#[test]
fn a_recording_of_a_save_goes_on_from_it_and_leaves_it_alone() {
    let (dir, _) = saved(100);
    let before = std::fs::read(dir.path().join("land-5-64x64.save")).unwrap();
    let file = dir.path().join("x.cast");
    let (saves, target) = (dir.path().to_str().unwrap(), file.to_str().unwrap());
    let size = ["--size", "60x20", "--seconds", "2"];
    let arguments = ["render", "land-5-64x64", "--saves", saves, "--cast", target];
    assert!(wayworn(&[&arguments[..], &size].concat()).status.success());
    let events = events(&std::fs::read_to_string(&file).unwrap());
    assert!(events.len() > 10, "{} events", events.len());
    assert!(events.is_sorted_by(|a, b| a.0 <= b.0));
    assert!((events.last().unwrap().0 - 2.0).abs() < 1e-6, "{:?}", events.last());
    // The same as a picture that moves.
    let file = dir.path().join("x.gif");
    let arguments =
        ["render", "land-5-64x64", "--saves", saves, "--cast", file.to_str().unwrap(), "--scale", "1"];
    assert!(wayworn(&[&arguments[..], &size].concat()).status.success());
    let (width, delays, pictures) = film(&std::fs::read(&file).unwrap());
    assert_eq!((width, delays), (60 * 8, vec![8; 24]));
    assert!(pictures[0] != pictures[23] && pictures.iter().all(|picture| picture.len() == 480 * 20 * 16));
    assert_eq!(std::fs::read(dir.path().join("land-5-64x64.save")).unwrap(), before);
}

#[test]
fn the_chronicle_tells_of_every_settlement_and_year() {
    let (_dir, game) = saved(400);
    let text = export::chronicle(&game.world);
    for town in &game.world.towns {
        assert!(text.contains(&format!("**{}**", town.name)), "{} is missing", town.name);
    }
    for heading in
        ["# The chronicle of land 5", "## The land", "## Why each place is here", "## Roads", "## Figures"]
    {
        assert!(text.lines().any(|line| line == heading), "{heading} is missing");
    }
    let firsts = text.lines().filter(|line| line.ends_with("is one of the first places of the land"));
    assert!(firsts.count() >= 3, "{text}");
    let map = text.split("```").nth(1).unwrap();
    assert_eq!(map.lines().count(), usize::from(SIDE / 2) + 1);
    assert!(map.contains(['h', 'V', '@']), "no settlement on the map:\n{map}");
}

#[test]
fn what_cannot_be_rendered_is_said_in_one_line() {
    let (dir, _) = saved(10);
    let saves = dir.path().to_str().unwrap();
    let file = dir.path().join("x.png");
    let target = file.to_str().unwrap();
    let said = complaint(&["render", "land-5-64x46", "--saves", saves, "--png", target]);
    assert!(said.contains("did you mean land-5-64x64"), "{said}");
    let replay = dir.path().join("land-5-64x64.replay");
    let said = complaint(&["render", replay.to_str().unwrap(), "--png", target]);
    assert!(said.contains("is not a save"), "{said}");
    let large = ["--size", "500x200", "--scale", "8"];
    let said = complaint(&[&["render", "land-5", "--saves", saves, "--png", target], &large[..]].concat());
    assert!(said.contains("32000 × 25600 pixels") && said.contains("--scale"), "{said}");
    let nowhere = dir.path().join("no/such/folder/x.png");
    let said = complaint(&["render", "land-5", "--saves", saves, "--png", nowhere.to_str().unwrap()]);
    assert!(said.contains("x.png could not be written"), "{said}");
    let said = complaint(&["render", "land-5", "--saves", saves, "--png", saves]);
    assert!(said.contains("could not be written"), "{said}");
    assert!(!file.exists());
    let left: Vec<_> =
        std::fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".part")), "{left:?}");
}

#[test]
fn every_level_is_part_of_the_program() {
    let mut files = BTreeSet::new();
    for folder in std::fs::read_dir(kit::home().join("levels")).unwrap().map(|entry| entry.unwrap().path()) {
        for file in std::fs::read_dir(&folder).into_iter().flatten().map(|entry| entry.unwrap().path()) {
            if file.extension().is_some_and(|extension| extension == "toml") {
                files.insert(std::fs::read_to_string(&file).unwrap());
                let name = PathBuf::from(file.file_stem().unwrap());
                assert_eq!(levels::load_level(&name).unwrap(), save::load_level(&file).unwrap(), "{name:?}");
            }
        }
    }
    let shipped: BTreeSet<String> =
        levels::included_levels().iter().map(|level| level.text.to_owned()).collect();
    assert!(files.len() >= 2);
    assert_eq!(shipped, files);
    let names: BTreeSet<&str> =
        levels::included_levels().into_iter().map(levels::IncludedLevel::name).collect();
    assert_eq!(names.len(), files.len(), "two levels share a name");
}

#[test]
fn levels_are_found_by_name_and_a_wrong_name_gets_a_suggestion() {
    let list = String::from_utf8(wayworn(&["levels"]).stdout).unwrap();
    assert!(list.contains("u-trap") && list.contains("The trap"), "{list}");
    assert!(wayworn(&["run", "--level", "u-trap", "--ticks", "5"]).status.success());
    assert!(wayworn(&["run", "--level", "levels/see/u-trap.toml", "--ticks", "5"]).status.success());
    let said = complaint(&["run", "--level", "u-tarp"]);
    assert!(said.contains("did you mean u-trap?"), "{said}");
}

#[test]
fn saves_go_where_one_expects_them() {
    let path = |text: &str| PathBuf::from(text);
    let data = || Some(path("/home/ada/.local/share"));
    let own = path("/home/ada/.local/share/wayworn/saves");
    assert_eq!(folder::choose_folder(Some(path("there")), true, data()), path("there"));
    assert_eq!(folder::choose_folder(None, true, data()), path("saves"));
    assert_eq!(folder::choose_folder(None, false, data()), own);
    assert_eq!(folder::choose_folder(None, false, None), path("saves"));
}

#[test]
#[cfg(target_os = "linux")]
fn without_a_folder_here_saves_are_among_the_users_data() {
    let (here, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayworn"));
    command.args(["render", "land-1", "--png", "x.png"]).current_dir(here.path());
    let looked_in = |command: &mut Command| String::from_utf8(command.output().unwrap().stderr).unwrap();
    let own = data.path().join("wayworn/saves");
    let said = looked_in(command.env("XDG_DATA_HOME", data.path()));
    assert!(said.contains(own.to_str().unwrap()), "{said}");
    std::fs::create_dir(here.path().join("saves")).unwrap();
    let said = looked_in(&mut command);
    assert!(said.contains("nor in saves:"), "{said}");
}

#[test]
fn shells_and_readers_of_manuals_are_served() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = String::from_utf8(wayworn(&["completions", shell]).stdout).unwrap();
        assert!(script.contains("chronicle"), "{shell} does not know `render --chronicle`");
    }
    let page = String::from_utf8(wayworn(&["man"]).stdout).unwrap();
    assert!(page.contains(".TH wayworn") && page.contains("render"), "{page}");
    let page = String::from_utf8(wayworn(&["man", "render"]).stdout).unwrap();
    assert!(page.contains(".TH wayworn-render") && page.contains("chronicle"), "{page}");
    assert!(complaint(&["man", "rendre"]).contains("did you mean render?"));
}

/// A level that is cut out of a land shows the ground that is known there, and its goal is met by going there.
#[test]
fn a_level_is_cut_out_of_a_land() {
    let mut game = kit::played(7, 128, 3 * DAY);
    let cells = |game: &Game| {
        let own = game.world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER);
        own.map(|unit| unit.cell).collect::<Vec<Cell>>()
    };
    let are_apart = |game: &Game| cells(game).len() == BTreeSet::from_iter(cells(game)).len();
    while are_apart(&game) && game.world.tick < 30 * DAY {
        game.tick();
    }
    let world = &game.world;
    let mut own =
        world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER && unit.steps_left().len() > 9);
    let unit = own.next().expect("one of the player's under way");
    let goal = unit.cells_ahead(world.size()).nth(9).expect("a cell ahead");
    let around = |cell: Cell, by: i32| {
        let at = |at: u16| (i32::from(at) + by).clamp(0, 127) as u16;
        Cell::new(at(cell.x), at(cell.y))
    };
    let reach = |unit: &Unit, at| {
        let demand = GoalDemand::Reach { unit: Some(unit.id), at, unseen: false, fed: false };
        vec![Goal { demand, until: 4 * DAY, state: GoalStatus::Open }]
    };
    let (from, to) = (around(unit.cell, -20), around(unit.cell, 20));
    let cut = LevelCut { from, to, goals: reach(unit, goal) };
    let level = Level::parse(&level_text(world, &cut).expect("a level")).expect("it is read back");
    let inner = |cell: Cell| Cell::new(cell.x - cut.from.x, cell.y - cut.from.y);
    let mut again = Game::from_level(&level);
    let belief = &world.people(PeopleIx::PLAYER).belief;
    let mut alike = 0;
    for cell in again.world.size().cells() {
        let before = Cell::new(cell.x + cut.from.x, cell.y + cut.from.y);
        match belief.at(before) {
            Believed::Known { surface, .. } if surface <= Surface::Bridge => {
                assert_eq!(again.world.land.surface[cell], surface, "{before:?}");
                alike += 1;
            }
            Believed::Known { .. } => {}
            Believed::Unknown(_) => assert_eq!(again.world.land.surface[cell], Surface::DeepWater),
        }
    }
    assert!(alike > 100, "{alike} cells are known");
    let walker = again.world.units.iter().find(|other| other.name == unit.name).expect("the unit").id;
    let orders = vec![Order::Go(inner(goal))];
    again
        .apply(&world::Command::Orders { units: vec![walker], orders, queue: Queue::Replace })
        .expect("an order");
    (0..4 * DAY).for_each(|_| again.tick());
    let goals = again.world.level_goals.as_ref().expect("goals");
    assert!(goals.goals.iter().all(|goal| matches!(goal.state, GoalStatus::Met(_))), "{:?}", goals.goals);
    // Of those in a settlement's one cell the level has the one with a way to go.
    let own: Vec<&Unit> = world.units.iter().filter(|unit| unit.people == PeopleIx::PLAYER).collect();
    let taken = BTreeSet::from_iter(cells(&game));
    assert!(taken.len() < own.len(), "two of the player's are on one cell");
    for unit in own {
        let whole = LevelCut { from: Cell::new(0, 0), to: Cell::new(127, 127), goals: reach(unit, goal) };
        let level = Level::parse(&level_text(world, &whole).expect("a level")).expect("it is read back");
        assert!(level.units.len() == taken.len() && level.units[0].name.as_ref() == Some(&unit.name));
    }
    let unknown = world.size().cells().find(|cell| !belief.is_known(*cell)).expect("an unknown cell");
    let refuses = |cut: LevelCut, why: &str| level_text(world, &cut).is_err_and(|said| said.contains(why));
    let whole = LevelCut { from: Cell::new(0, 0), to: Cell::new(127, 127), goals: reach(unit, unknown) };
    assert!(refuses(whole.clone(), "deep water"), "a goal out of reach");
    let outside = LevelCut { from, to: unit.cell, goals: reach(unit, Cell::new(127, 127)) };
    assert!(refuses(outside, "not in sight"), "a goal outside");
    assert!(refuses(LevelCut { goals: Vec::new(), ..whole }, "nothing is to be done"));
}

/// Goals of every kind, and the roads, are read back from a level's text as they stood in the land.
#[test]
fn every_kind_of_goal_and_every_road_is_cut_out() {
    let land = "name = \"x\"\nabout = \"y\"\nfog = false\nmap = '''\n........\n........\n........\n........\n........\n'''\n\
                roads = '''\n00000000\n01234000\n00000000\n00000000\n00000000\n'''\n\
                [[town]]\nname = \"Low\"\nkind = \"hamlet\"\nat = [6, 3]\n\
                [[unit]]\nname = \"Ada\"\nkind = \"porter\"\nat = [2, 2]\ncargo = \"salt\"\n\
                [[unit]]\nname = \"Bob\"\nkind = \"scout\"\nat = [4, 4]\n";
    let game = Game::from_level(&Level::parse(land).expect("a level"));
    let id = |name: &str| game.world.units.iter().find(|unit| unit.name == name).expect("a unit").id;
    let (ada, bob) = (id("Ada"), id("Bob"));
    let [at, to] = [(3, 2), (5, 3)].map(|(x, y)| Cell::new(x, y));
    let demands = [
        GoalDemand::Reach { unit: Some(ada), at, unseen: true, fed: true },
        GoalDemand::Reach { unit: None, at, unseen: false, fed: false },
        GoalDemand::SeePlace(at),
        GoalDemand::SeeUnit(bob),
        GoalDemand::Survive(bob),
        GoalDemand::Hold { from: at, to },
        GoalDemand::Deliver(3),
        GoalDemand::Home { unit: bob, of: at, watch: 12, watched: 0, unseen: true },
        GoalDemand::Bring { unit: ada, good: Some(Good::Salt), at },
    ];
    let goals: Vec<Goal> = (1..)
        .zip(demands)
        .map(|(days, demand)| Goal { demand, until: days * DAY, state: GoalStatus::Open })
        .collect();
    // The level begins a column and a row later than the land, and each of the two is numbered as in the land.
    let cut = LevelCut { from: Cell::new(1, 1), to: Cell::new(7, 4), goals: goals.clone() };
    let text = level_text(&game.world, &cut).expect("a level");
    let again = Game::from_level(&Level::parse(&text).expect("it is read back")).world;
    let inner = |cell: Cell| Cell::new(cell.x - 1, cell.y - 1);
    let read = again.level_goals.as_ref().expect("goals");
    assert_eq!(read.goals.len(), goals.len(), "{text}");
    let name = |world: &World, goal: &Goal| goal.unit().and_then(|id| Some(world.unit(id)?.name.clone()));
    for (before, after) in goals.iter().zip(&read.goals) {
        assert_eq!((before.until, name(&game.world, before)), (after.until, name(&again, after)), "{text}");
        assert_eq!(before.marks().into_iter().map(inner).collect::<Vec<_>>(), after.marks(), "{text}");
        let bare = |goal: &Goal| format!("{:?}", goal.demand).split(['(', ' ']).next().map(str::to_owned);
        assert_eq!(bare(before), bare(after));
    }
    for x in 0..7 {
        let tier = |world: &World, cell| (world.ground.tier[cell], world.ground.wear[cell]);
        let (before, after) = (tier(&game.world, Cell::new(x + 1, 1)), tier(&again, Cell::new(x, 0)));
        assert_eq!(before, after, "column {x}");
        let known = again.people(PeopleIx::PLAYER).belief.at(Cell::new(x, 0));
        assert!(matches!(known, Believed::Known { tier, .. } if tier == after.0), "the people knows it");
    }
    assert_eq!(game.world.ground.tier[Cell::new(4, 1)], Tier::Highway);
}
