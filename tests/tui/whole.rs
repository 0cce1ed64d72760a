//! The screen as a whole: sizes, waypoints, brushes, the mouse.

use crate::kit::{
    click, find, mouse_event, names_in_list, picture, place_of, press, screen, screen_in, tap, typed,
};
use crate::land;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::Rect;
use wayworn::grid::Cell;
use wayworn::scene::{
    Answer, Brush, Command, Kind, Order, Paint, Pixel, Question, Queue, Scene, Surface, TripPreview, UnitId,
    UnitMarker, Visibility,
};
use wayworn::tui::theme::{letter, paint_glyph};
use wayworn::tui::{Depth, Effect, ExportKind, Glyphs, Mode, Screen, TOOLS, Tool, Zoom, draw, draw_land};

#[test]
fn every_size_mode_and_palette_is_drawn() {
    let sizes =
        [(0, 0), (5, 0), (1, 1), (59, 20), (60, 20), (80, 24), (99, 30), (120, 40), (500, 1), (300, 90)];
    for (width, height) in sizes {
        for keys in [
            "", "\t", "\te", "\tg", "\twa", "t", "\tt", "x", "x1", "x5z", "x3Z", "E", "Eee", "d", ":", "\to",
            "?", "q", "P", "Z", "zv", "f", "R", "Rl", ",", "R,", "\t@", "\t@;l", "\t@x",
        ] {
            let (mut screen, mut scene) = screen(width, height);
            typed(&mut screen, &mut scene, keys);
            let ticket = screen.questions.last;
            screen.take_answer(ticket, Answer::Explain(Box::new(land::explanation())));
            for depth in [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono] {
                screen.theme.depth = depth;
                picture(&screen, &scene);
            }
            let mut wrong = Buffer::empty(Rect::new(0, 0, width / 2, height / 2));
            draw(&mut wrong, &screen, &scene);
        }
    }
}

/// The window may shrink while a page is open.
#[test]
fn a_page_is_scrolled_in_any_window() {
    let (mut screen, mut scene) = screen(120, 40);
    press(&mut screen, &mut scene, KeyCode::Char('s'));
    for (width, height) in [(5, 2), (3, 40), (0, 0), (60, 20)] {
        screen.resize(width, height);
        for key in [KeyCode::Down, KeyCode::Up] {
            press(&mut screen, &mut scene, key);
            picture(&screen, &scene);
        }
    }
    assert!(screen.view().page.is_some());
}

#[test]
fn the_status_line_gives_way_in_order() {
    let words = |w, h| {
        let (screen, scene) = screen(w, h);
        picture(&screen, &scene)
    };
    let wide = words(120, 40);
    assert!(wide.contains("WAYWORN") && wide.contains("seed 48151623") && wide.contains("plans/s"));
    let small = words(60, 20);
    assert!(small.contains("WAYWORN") && !small.contains("seed") && small.contains("? keys"), "{small}");
    assert!(words(50, 10).contains("60×20"));
}

#[test]
fn long_answers_wrap_or_end_with_a_whole_word() {
    let words = "to Threeways: 118 steps, 6.3 days, risk high near the ford, 41 unknown cells, \
        and no scout has been there for two seasons";
    for (width, height, times, ends) in [(60, 20, 1, true), (60, 20, 3, false), (80, 24, 1, true)] {
        let words = [words; 3][..times].join(" and ");
        let (mut screen, mut scene) = screen(width, height);
        press(&mut screen, &mut scene, KeyCode::Tab);
        typed(&mut screen, &mut scene, "g");
        let ticket = screen.questions.last;
        screen.take_answer(
            ticket,
            Answer::Preview(TripPreview { words: words.clone(), ..TripPreview::default() }),
        );
        let shown = picture(&screen, &scene);
        assert!(shown.contains("to Threeways: 118 steps"), "{shown}");
        assert!(shown.contains("seasons"), "{shown}");
        let cut = shown.lines().rev().nth(1).filter(|line| line.contains('…'));
        let last = cut.and_then(|line| line.split('…').next()?.split(' ').next_back());
        assert_eq!(last.is_some(), !ends);
        assert!(last.is_none_or(|last| words.split([' ', ',']).any(|word| word == last)), "{last:?}");
    }
}

#[test]
fn the_status_line_says_if_the_mouse_is_off() {
    let (mut screen, mut scene) = screen(60, 20);
    assert!(!picture(&screen, &scene).contains("no mouse"));
    assert_eq!(typed(&mut screen, &mut scene, "M"), vec![Effect::Mouse(false)]);
    screen.notices.take();
    assert!(picture(&screen, &scene).contains("no mouse"));
}

#[test]
fn ascii_is_ascii() {
    let (mut screen, mut scene) = screen(80, 24);
    screen.theme.glyphs = Glyphs::Ascii;
    press(&mut screen, &mut scene, KeyCode::Tab);
    assert!(picture(&screen, &scene).is_ascii());
}

#[test]
fn waypoints_become_orders() {
    let (mut screen, mut scene) = screen(120, 40);
    press(&mut screen, &mut scene, KeyCode::Tab);
    let leader = screen.selection.leader().expect("a unit is selected");
    let effects = typed(&mut screen, &mut scene, "wallla");
    assert!(
        matches!(effects.last(), Some(Effect::Ask(_, Question::Preview { stops, .. })) if stops.len() == 2)
    );
    let stops = screen.draft.stops.clone();
    let effects = press(&mut screen, &mut scene, KeyCode::Enter);
    let orders = stops.into_iter().map(Order::Go).collect();
    let wanted = Command::Orders { units: vec![leader], orders, queue: Queue::Replace };
    assert_eq!(effects, vec![Effect::Command(wanted)]);
    assert_eq!(screen.mode, Mode::Land);
}

#[test]
fn a_best_insertion_goes_where_the_planner_says() {
    let (mut screen, mut scene) = screen(120, 40);
    press(&mut screen, &mut scene, KeyCode::Tab);
    typed(&mut screen, &mut scene, "wallllahhj");
    typed(&mut screen, &mut scene, "i");
    let ticket = screen.questions.last;
    screen.take_answer(ticket, Answer::BestInsert { index: 1, added_cost: 2414 });
    assert_eq!(screen.draft.stops.len(), 3);
    assert_eq!(screen.draft.stops[1], screen.map.cursor);
    assert!(screen.notices.current().is_some_and(|n| n.text.contains("+3 steps")));
}

#[test]
fn a_second_click_on_the_same_cell_goes() {
    let (mut screen, mut scene) = screen(120, 40);
    press(&mut screen, &mut scene, KeyCode::Tab);
    let click = |kind| mouse_event(kind, (20, 12));
    let down = click(MouseEventKind::Down(MouseButton::Left));
    let up = click(MouseEventKind::Up(MouseButton::Left));
    assert!(matches!(screen.mouse(&down, &scene)[..], [Effect::Ask(..)]));
    screen.mouse(&up, &scene);
    let ticket = screen.questions.last;
    screen.take_answer(
        ticket,
        Answer::Preview(TripPreview { words: "to Mill: 9 steps".into(), ..TripPreview::default() }),
    );
    scene = land::scene(&screen);
    assert!(picture(&screen, &scene).contains("to Mill: 9 steps"));
    assert!(matches!(screen.mouse(&down, &scene)[..], [Effect::Command(_)]));
}

#[test]
fn the_mouse_alone_is_enough() {
    let (mut screen, mut scene) = screen(120, 40);
    let mut click = |screen: &mut Screen, column, row| {
        let event = |kind| mouse_event(kind, (column, row));
        let mut effects = screen.mouse(&event(MouseEventKind::Down(MouseButton::Left)), &scene);
        effects.extend(screen.mouse(&event(MouseEventKind::Up(MouseButton::Left)), &scene));
        scene = land::scene(screen);
        effects
    };
    let (column, row) = screen.window().char_of(Cell::new(100, 80)).expect("in sight");
    click(&mut screen, column, row);
    assert_eq!(screen.selection.units, vec![UnitId(1)]);
    assert_eq!(click(&mut screen, 3, 0), vec![Effect::Pause(true)]);
    for wanted in ["w waypoints", "a add", "Enter go"] {
        let picture = picture(&screen, &land::scene(&screen));
        let line: Vec<char> = picture.lines().last().expect("a bottom line").chars().collect();
        let text: Vec<char> = wanted.chars().collect();
        let at = line.windows(text.len()).position(|w| w == text).unwrap_or_else(|| panic!("no {wanted}"));
        let effects = click(&mut screen, at as u16, 39);
        if wanted.starts_with("Enter") {
            assert!(matches!(effects[..], [Effect::Command(_)]));
        }
    }
    let before = screen.map.camera.centre;
    click(&mut screen, 1, 20);
    assert!(screen.map.camera.centre.x < before.x, "a click at the edge moves the camera");
}

/// Of the two cells of a character a click takes the one whose sign is drawn there, although it is impassable.
#[test]
fn a_click_on_a_tower_takes_its_cell() {
    let (mut screen, mut scene) = screen(120, 40);
    let open = |scene: &Scene, at: usize| !scene.pixels[at].surface.is_blocked();
    let columns = usize::from(scene.view.columns);
    let at = |cell: Cell| {
        let (x, y) = (i32::from(cell.x) - scene.view.left, i32::from(cell.y) - scene.view.top);
        y as usize * columns + x as usize
    };
    let window = screen.window();
    let is_bare = |column: u16, row: u16| {
        let (upper, lower) = (
            window.cell_at(column, row, false, screen.map.land)?,
            window.cell_at(column, row, true, screen.map.land)?,
        );
        let here = |cell: Cell| window.char_of(cell) == Some((column, row));
        let is_empty = !scene.unit_markers.iter().any(|figure| here(figure.cell))
            && !scene.town_markers.iter().any(|place| here(place.cell));
        (is_empty && open(&scene, at(upper)) && open(&scene, at(lower))).then_some((column, row, lower))
    };
    let (column, row, lower) =
        (10..60).find_map(|column| is_bare(column, 20)).expect("two open cells in one character");
    let place = at(lower);
    scene.pixels[place].surface = Surface::Tower;
    scene.pixels[place].visibility = Visibility::Visible;
    for kind in [MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left)] {
        screen.mouse(&mouse_event(kind, (column, row)), &scene);
    }
    assert_eq!(screen.map.cursor, lower);
}

#[test]
fn zooming_keeps_the_cursor_where_it_is() {
    let (mut screen, mut scene) = screen(120, 40);
    screen.map.cursor = Cell::new(110, 90);
    let before = screen.window().char_of(screen.map.cursor).expect("in sight");
    for key in "zZzZ".chars() {
        press(&mut screen, &mut scene, KeyCode::Char(key));
        let after = screen.window().char_of(screen.map.cursor).expect("still in sight");
        assert!(before.0.abs_diff(after.0) <= 4 && before.1.abs_diff(after.1) <= 2, "{before:?} {after:?}");
    }
}

#[test]
fn impossible_mouse_positions_are_ignored() {
    let (mut screen, scene) = screen(80, 24);
    for (column, row) in [(65535, 65535), (80, 3), (3, 24)] {
        for kind in [MouseEventKind::Moved, MouseEventKind::Down(MouseButton::Left)] {
            let event = mouse_event(kind, (column, row));
            assert!(screen.mouse(&event, &scene).is_empty());
        }
    }
}

#[test]
fn a_dragged_box_selects_the_units_inside() {
    let (mut screen, scene) = screen(120, 40);
    let window = screen.window();
    let at = |x, y| window.char_of(Cell::new(x, y)).expect("in sight");
    let mut send = |kind, (column, row)| {
        screen.mouse(&mouse_event(kind, (column, row)), &scene);
    };
    send(MouseEventKind::Down(MouseButton::Left), at(97, 76));
    send(MouseEventKind::Drag(MouseButton::Left), at(106, 88));
    send(MouseEventKind::Up(MouseButton::Left), at(106, 88));
    assert_eq!(screen.selection.units, vec![UnitId(1), UnitId(2), UnitId(3)]);
}

/// The commands among some effects.
fn commands(effects: &[Effect]) -> Vec<Command> {
    let command = |effect: &Effect| match effect {
        Effect::Command(command) => Some(command.clone()),
        _ => None,
    };
    effects.iter().filter_map(command).collect()
}

#[test]
fn a_drag_is_one_stroke_of_the_selected_brush() {
    let (mut screen, mut scene) = screen(120, 40);
    typed(&mut screen, &mut scene, "d3");
    let down = |kind, column| mouse_event(kind, (column, 10));
    let edited = |effects: &[Effect]| match &commands(effects)[..] {
        [Command::EditLand { stroke, brush, cells }] => (*stroke, *brush, cells.len()),
        other => panic!("{other:?}"),
    };
    let first = edited(&screen.mouse(&down(MouseEventKind::Down(MouseButton::Left), 10), &scene));
    let second = edited(&screen.mouse(&down(MouseEventKind::Drag(MouseButton::Left), 16), &scene));
    assert_eq!((first, second), ((1, Brush::Mud, 1), (1, Brush::Mud, 6)));
    screen.mouse(&down(MouseEventKind::Up(MouseButton::Left), 16), &scene);
    scene.last_edit.last_stroke = 9;
    let next = edited(&screen.mouse(&down(MouseEventKind::Down(MouseButton::Left), 30), &scene));
    assert_eq!(next, (10, Brush::Mud, 1), "a stroke never joins one that was there before");
    let undone = press(&mut screen, &mut scene, KeyCode::Backspace);
    assert_eq!(commands(&undone), [Command::Undo]);
}

#[test]
fn lines_are_drawn_and_tools_selected_by_keyboard() {
    let (mut screen, mut scene) = screen(80, 24);
    typed(&mut screen, &mut scene, "d");
    for (key, tool) in TOOLS {
        typed(&mut screen, &mut scene, &key.to_string());
        assert_eq!((screen.editing.tool, screen.editing.tool.key()), (tool, key));
        assert!(picture(&screen, &scene).contains(&format!("DRAW {key} {}", tool.name())));
    }
    typed(&mut screen, &mut scene, "s");
    press(&mut screen, &mut scene, KeyCode::Tab);
    let effects = press(&mut screen, &mut scene, KeyCode::Enter);
    assert!(matches!(effects[..], [Effect::Command(Command::Spawn { kind: Kind::Scout, .. })]));
    typed(&mut screen, &mut scene, "2vllll");
    let effects = typed(&mut screen, &mut scene, "v");
    let [Command::EditLand { brush: Brush::Bridge, cells, .. }] = &commands(&effects)[..] else {
        panic!("{effects:?}")
    };
    assert_eq!(cells.len(), 5);
    typed(&mut screen, &mut scene, "v");
    press(&mut screen, &mut scene, KeyCode::Esc);
    assert!(screen.mode == Mode::Draw && screen.editing.line_start.is_none(), "Esc peels the line first");
}

/// The links of a settlement's chain of causes lead to their places, by key and by mouse.
#[test]
fn a_link_of_the_chain_of_causes_leads_to_its_place() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let by_key = {
            let (mut screen, mut scene) = screen(width, height);
            typed(&mut screen, &mut scene, "s2");
            assert!(
                !screen.views.is_empty() && screen.notices.current().is_some(),
                "it is not known where that was"
            );
            typed(&mut screen, &mut scene, "1");
            assert!(screen.views.is_empty() && screen.map.highlight.is_some());
            screen.map.cursor
        };
        let (mut screen, mut scene) = screen(width, height);
        typed(&mut screen, &mut scene, "s");
        let drawn = picture(&screen, &scene);
        let row = drawn.lines().position(|line| line.contains("becomes a village")).unwrap() as u16;
        let line = drawn.lines().nth(usize::from(row)).unwrap();
        let column = line[..line.find("becomes").unwrap()].chars().count() as u16;
        screen.mouse(&mouse_event(MouseEventKind::Down(MouseButton::Left), (column, row)), &scene);
        assert_eq!((screen.views.is_empty(), screen.map.cursor), (true, by_key));
    }
}

/// `R` and the number of a link show the land on its day.
#[test]
fn a_link_of_the_chain_of_causes_shows_its_day() {
    let (mut screen, mut scene) = screen(120, 40);
    scene.status.frames = 9;
    screen.take_scene(&scene);
    typed(&mut screen, &mut scene, "sR1");
    assert_eq!((screen.mode, screen.history_replay.frame), (Mode::History, 3));
    assert!(screen.views.is_empty() && !screen.history_replay.is_playing());
}

#[test]
fn every_tool_of_the_palette_can_be_clicked() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let (mut screen, mut scene) = screen(width, height);
        typed(&mut screen, &mut scene, "d");
        let mut found = Vec::new();
        for row in 0..height {
            for column in 0..width {
                if let Some(tool) =
                    Tool::at(&screen.layout(), column, row).filter(|tool| !found.contains(tool))
                {
                    found.push(tool);
                    let kind = MouseEventKind::Down(MouseButton::Left);
                    let click = mouse_event(kind, (column, row));
                    assert!(screen.mouse(&click, &scene).is_empty());
                    assert_eq!(screen.editing.tool, tool, "{width}×{height}");
                }
            }
        }
        assert_eq!(found, TOOLS.map(|(_, tool)| tool), "{width}×{height}");
    }
}

#[test]
fn brushes_are_distinct_without_colour() {
    for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
        let pixel = |surface| Pixel { surface, visibility: Visibility::Visible, ..Pixel::default() };
        let letters = Surface::ALL.map(|surface| letter(pixel(surface), glyphs));
        let paints = [Paint::Prefer, Paint::Avoid, Paint::Forbid].map(|paint| paint_glyph(paint, glyphs));
        let mut all: Vec<char> = letters.into_iter().chain(paints).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "{glyphs:?}");
    }
}

#[test]
fn affected_paths_light_up_and_fade_within_a_second() {
    let (mut screen, mut scene) = screen(120, 40);
    screen.advance_clock(5000);
    let seen = |screen: &Screen, scene: &Scene| {
        let mut buffer = Buffer::empty(screen.area);
        draw_land(&mut buffer, screen, scene);
        buffer
    };
    let quiet = seen(&screen, &scene);
    scene.last_edit.flash_count = 1;
    scene.last_edit.old_paths = vec![(90..120).map(|x| Cell::new(x, 84)).collect()];
    screen.take_scene(&scene);
    // The ripple would move meanwhile.
    std::mem::take(&mut screen.map.traces);
    let lit = seen(&screen, &scene);
    assert_ne!(lit, quiet);
    for (motion, fades) in [(false, false), (true, true)] {
        screen.clock.has_motion = motion;
        screen.advance_clock(6000);
        let later = seen(&screen, &scene);
        assert!(later != quiet && (later != lit) == fades, "it fades only if motion is allowed");
    }
    assert!(screen.advance_clock(6500), "it asks to be drawn again when it is over");
    assert_eq!(seen(&screen, &scene), quiet);
}

/// What is foretold colours the paths that it concerns.
#[test]
fn paths_over_a_foretold_place_are_drawn() {
    let (screen, mut scene) = screen(120, 40);
    let seen = |scene: &Scene| {
        let mut buffer = Buffer::empty(screen.area);
        draw_land(&mut buffer, &screen, scene);
        buffer
    };
    let quiet = seen(&scene);
    scene.foretold = vec![(90..120).map(|x| Cell::new(x, 84)).collect()];
    let lit = seen(&scene);
    assert!(quiet.diff(&lit).len() >= 5, "{} characters", quiet.diff(&lit).len());
}

#[test]
fn escape_peels_and_never_quits() {
    let (mut screen, mut scene) = screen(120, 40);
    press(&mut screen, &mut scene, KeyCode::Tab);
    typed(&mut screen, &mut scene, "ew?");
    for _ in 0..8 {
        let effects = press(&mut screen, &mut scene, KeyCode::Esc);
        assert!(!effects.contains(&Effect::Quit));
    }
    assert!(screen.views.is_empty() && screen.selection.units.is_empty() && !screen.explaining.is_open);
    typed(&mut screen, &mut scene, "q");
    assert_eq!(press(&mut screen, &mut scene, KeyCode::Enter), vec![Effect::Quit]);
}

#[test]
fn log_lines_jump() {
    let (mut screen, mut scene) = screen(80, 24);
    typed(&mut screen, &mut scene, ":2");
    press(&mut screen, &mut scene, KeyCode::Enter);
    assert_eq!(screen.map.cursor, Cell::new(40, 40));
}

#[test]
fn hints_vanish_once_used() {
    let (mut screen, mut scene) = screen(120, 40);
    assert!(picture(&screen, &scene).contains("see them think"));
    typed(&mut screen, &mut scene, "X");
    assert!(picture(&screen, &scene).contains("select a unit"), "a hint can be skipped");
    press(&mut screen, &mut scene, KeyCode::Tab);
    let after = picture(&screen, &scene);
    assert!(!after.contains("select a unit") && after.contains("send it here"));
    typed(&mut screen, &mut scene, &"X".repeat(12));
    assert!(!picture(&screen, &scene).contains("X skip"), "no hint comes twice");
}

#[test]
fn a_hint_that_was_read_stays_until_it_is_used_and_does_not_come_at_the_next_start() {
    let (mut first, scene) = screen(120, 40);
    let next = |first: &Screen| {
        let (mut next, scene) = screen(120, 40);
        next.hints.used = first.hints.known().collect();
        picture(&next, &scene)
    };
    first.advance_clock(1000);
    first.advance_clock(3000);
    assert!(next(&first).contains("see them think"), "two seconds are too short to read it");
    first.advance_clock(9500);
    assert!(picture(&first, &scene).contains("see them think"), "it does not vanish below the eyes");
    let after = next(&first);
    assert!(!after.contains("see them think") && after.contains("select a unit"));
    // What was only covered meanwhile was not read.
    first.hints.are_on = false;
    first.advance_clock(60_000);
    assert!(next(&first).contains("select a unit"));
}

#[test]
fn the_export_menu_is_filtered_by_typing_and_its_rows_can_be_clicked() {
    for (width, height) in [(60, 20), (120, 40)] {
        let (mut screen, mut scene) = screen_in(Mode::Export, width, height);
        let names = names_in_list(&screen, &scene);
        assert!(names.len() > 4 && names.contains(&"history".to_owned()), "{names:?}");
        typed(&mut screen, &mut scene, "his");
        let effects = press(&mut screen, &mut scene, KeyCode::Enter);
        assert_eq!((effects, screen.views.is_empty()), (vec![Effect::Export(ExportKind::History)], true));
        let mut exported = Vec::new();
        for name in names {
            let (mut screen, _) = screen_in(Mode::Export, width, height);
            let row = place_of(&screen, &format!(" {name} "));
            let effects = click(&mut screen, (row.0 + 1, row.1));
            if name == "level" {
                assert!(effects.is_empty() && !screen.views.is_empty(), "a level has a form");
                continue;
            }
            let [Effect::Export(kind)] = &effects[..] else { panic!("{name}") };
            assert!(!exported.contains(kind), "{name}");
            exported.push(kind.clone());
        }
    }
}

/// The land with so many long facts on the card of the selected unit.
fn scene_with_facts(screen: &Screen, count: usize) -> Scene {
    let words = |i| format!("fact number {i} is told in so many words that no line of a card has room");
    let mut scene = land::scene(screen);
    scene.unit_card.as_mut().unwrap().facts = (0..count).map(|i| ("doing", words(i))).collect();
    scene
}

/// Where a line about a unit is cut stands the key that shows all of it, in wrapped lines, by key and by click.
#[test]
fn every_fact_of_a_card_is_read_whole_on_a_narrow_screen() {
    for (width, height, by_mouse) in [(60, 20, false), (60, 20, true), (80, 24, false)] {
        let (mut screen, mut scene) = screen(width, height);
        press(&mut screen, &mut scene, KeyCode::Tab);
        scene = scene_with_facts(&screen, 9);
        let cut = find(&screen, &scene, "… I ").expect("the line is cut");
        if by_mouse {
            screen.mouse(&mouse_event(MouseEventKind::Down(MouseButton::Left), cut), &scene);
        } else {
            screen.key(&KeyEvent::new(KeyCode::Char('I'), KeyModifiers::NONE), &scene);
        }
        assert_eq!(screen.active_mode(), Mode::Card);
        let mut read: Vec<String> = Vec::new();
        for _ in 0..60 {
            let scene = scene_with_facts(&screen, 9);
            read.extend(picture(&screen, &scene).split_whitespace().map(str::to_owned));
            screen.key(&KeyEvent::new(KeyCode::Down, KeyModifiers::NONE), &scene);
        }
        let has = |word: &str| read.iter().any(|other| other == word);
        assert!((0..9).all(|i| has(&i.to_string())) && has("room") && has("meadow"), "{read:?}");
        tap(&mut screen, KeyCode::Char('I'));
        assert_eq!(screen.active_mode(), Mode::Land);
    }
}

/// A panel that is too short for its cards says so, and where they are all read no key of the map is offered.
#[test]
fn a_long_card_beside_the_map_goes_on_in_a_sheet() {
    let (mut screen, mut scene) = screen(120, 40);
    press(&mut screen, &mut scene, KeyCode::Tab);
    let offers = |screen: &Screen, scene: &Scene, words: &str| find(screen, scene, words).is_some();
    scene = scene_with_facts(&screen, 1);
    assert!(offers(&screen, &scene, "play as @") && !offers(&screen, &scene, "all of this card"));
    scene = scene_with_facts(&screen, 20);
    let more = find(&screen, &scene, "I all of this card").expect("the card is cut");
    screen.mouse(&mouse_event(MouseEventKind::Down(MouseButton::Left), more), &scene);
    assert_eq!(screen.active_mode(), Mode::Card);
    scene = scene_with_facts(&screen, 1);
    assert!(offers(&screen, &scene, "fact number 0") && !offers(&screen, &scene, "play as @"));
}

#[test]
fn the_cards_open_over_the_land_in_every_mode() {
    for mode in Mode::ALL.into_iter().filter(|mode| mode.moves_cursor()) {
        let (mut screen, _) = screen_in(mode, 60, 20);
        tap(&mut screen, KeyCode::Char('I'));
        assert_eq!(screen.active_mode(), Mode::Card, "{mode:?}");
        tap(&mut screen, KeyCode::Esc);
        assert_eq!(screen.active_mode(), mode);
    }
}

#[test]
fn between_far_and_near_caravans_and_crowds_have_signs() {
    // The second window shows all of the land: there people are only a brightness.
    for ((width, height), has_signs) in [((60, 20), true), ((120, 60), false)] {
        let (mut screen, _) = screen(width, height);
        screen.map.camera.zoom = Zoom::Far;
        let mut scene = land::scene(&screen);
        let unit = scene.unit_markers[0].clone();
        let at = |x, y, state| UnitMarker { cell: Cell::new(x, y), state, selected: false, ..unit.clone() };
        scene.unit_markers = vec![at(60, 80, '$'), at(130, 84, ' '), at(130, 85, ' '), at(131, 84, ' ')];
        let mut buffer = Buffer::empty(screen.area);
        draw_land(&mut buffer, &screen, &scene);
        let shows = |sign: &str| buffer.content.iter().any(|cell| cell.symbol() == sign);
        assert_eq!((shows("»"), shows("3")), (has_signs, has_signs), "{width}×{height}");
    }
}
