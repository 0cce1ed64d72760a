//! Tests of the lab's screen: keys and mouse, that each can do what the other can, and snapshots.

use crate::kit::{find_in, help_row, mouse_event, snapshot_of};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use wayworn::grid::{Cell, Size};
use wayworn::lab::{LabMap, LabSession, Setup, SetupPart};
use wayworn::scene::{PricedLand, Surface, Tier};
use wayworn::tui::lab::{LAB_TABLE as TABLE, LabBinding, LabEffect, LabIntent, LabMode, LabScreen, draw};
use wayworn::tui::{Depth, Glyphs, STEERING, Theme};

/// A map with a gap in its wall, and costly ground behind it.
fn ground() -> LabMap {
    let size = Size::new(26, 15);
    let price = |cell: Cell| match cell {
        Cell { x: 12, y } if y != 3 => 0,
        Cell { x: 15..20, y: 5..11 } => 3000,
        _ => 1000,
    };
    let ground = LabMap::new("gap", size, size.cells().map(price).collect()).expect("free cells");
    ground.with_ends(Cell::new(3, 9), Cell::new(23, 9))
}

fn screen(width: u16, height: u16) -> LabScreen {
    LabScreen::new(Theme::default(), (width, height), LabSession::new(ground()))
}

fn press(screen: &mut LabScreen, code: KeyCode) -> Vec<LabEffect> {
    let effects = screen.key(&KeyEvent::new(code, KeyModifiers::NONE));
    screen.advance_clock(screen.now_ms);
    effects
}

fn type_in(screen: &mut LabScreen, letters: &str) -> Vec<LabEffect> {
    let code = |letter| match letter {
        '>' => KeyCode::Tab,
        '/' => KeyCode::Enter,
        '<' => KeyCode::Backspace,
        ']' => KeyCode::End,
        other => KeyCode::Char(other),
    };
    letters.chars().flat_map(|letter| press(screen, code(letter))).collect()
}

fn mouse(screen: &mut LabScreen, kind: MouseEventKind, at: (u16, u16)) -> Vec<LabEffect> {
    let effects = screen.mouse(&mouse_event(kind, at));
    screen.advance_clock(screen.now_ms);
    effects
}

fn click(screen: &mut LabScreen, at: (u16, u16)) -> Vec<LabEffect> {
    let mut effects = mouse(screen, MouseEventKind::Down(MouseButton::Left), at);
    effects.extend(mouse(screen, MouseEventKind::Up(MouseButton::Left), at));
    effects
}

/// A land has its own colours, except where the map was changed.
#[test]
fn a_land_keeps_its_own_colours() {
    let mut screen = screen(80, 24);
    let prices = screen.ground().costs().to_vec();
    let ground = vec![Some((Surface::Meadow, Tier::None)); prices.len()];
    let (start, goal) = (screen.ground().start(), screen.ground().goal());
    let own = PricedLand { name: "a land".to_owned(), size: screen.size(), prices, ground, start, goal };
    let shown = |screen: &LabScreen, x: u16| {
        let at = screen.window(0).char_of(Cell::new(x, 5)).expect("in sight");
        drawn(screen)[at].bg
    };
    let bare = [5, 6].map(|x| shown(&screen, x));
    screen.own_land = Some(own);
    assert!([5, 6].map(|x| shown(&screen, x)).iter().zip(bare).all(|(own, bare)| *own != bare));
    type_in(&mut screen, "d3");
    screen.cursor = Cell::new(5, 5);
    press(&mut screen, KeyCode::Enter);
    let mut plain = screen.clone();
    plain.own_land = None;
    assert_eq!([5, 6].map(|x| shown(&screen, x) == shown(&plain, x)), [true, false]);
}

/// What a search prepared lies under its marks at every zoom, until `p` hides it; where nothing was, nothing is drawn.
#[test]
fn what_was_prepared_is_drawn_under_the_search() {
    let setup = |id| Setup::of(id).expect("a row of the catalogue");
    for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
        for (id, is_prepared) in [("mesh-centres", true), ("tangents", true), ("astar", false)] {
            let theme = Theme { glyphs, ..Theme::default() };
            let mut session = LabSession::new(ground());
            session.edit_map(|ground| {
                // Straight lines need one price everywhere.
                let cells: Vec<Cell> =
                    ground.size().cells().filter(|cell| ground.cost(*cell) > 1000).collect();
                cells.into_iter().filter(|cell| ground.set_cost(*cell, 1000)).count() > 0
            });
            session.set_setup(0, setup(id));
            let mut screen = LabScreen::new(theme, (120, 40), session);
            for zoom in ["zz", "Z", "Z"] {
                type_in(&mut screen, zoom);
                screen.notices.take();
                let shown = drawn(&screen);
                press(&mut screen, KeyCode::Char('p'));
                screen.notices.take();
                assert_eq!(shown != drawn(&screen), is_prepared, "{id}, {zoom}");
                press(&mut screen, KeyCode::Char('p'));
            }
        }
    }
}

/// A search that is added is compared from where the others are.
#[test]
fn a_search_that_is_added_keeps_the_place_in_time() {
    let mut screen = screen(80, 24);
    type_in(&mut screen, "]");
    let back = screen.session.position() - 40;
    type_in(&mut screen, &",".repeat(back as usize));
    assert_eq!(screen.session.position(), 40);
    type_in(&mut screen, "r");
    assert_eq!((screen.session.lanes().len(), screen.session.position()), (2, 40));
}

/// Presses the button on a cell and drags it over others.
fn drag(screen: &mut LabScreen, cells: &[(u16, u16)]) {
    for (i, (x, y)) in cells.iter().enumerate() {
        let at = screen.window(0).char_of(Cell::new(*x, *y)).expect("in sight");
        let left = MouseButton::Left;
        mouse(screen, if i == 0 { MouseEventKind::Down(left) } else { MouseEventKind::Drag(left) }, at);
    }
    mouse(screen, MouseEventKind::Up(MouseButton::Left), (0, 0));
}

fn drawn(screen: &LabScreen) -> Buffer {
    let mut buffer = Buffer::empty(screen.area);
    draw(&mut buffer, screen);
    buffer
}

fn picture(screen: &LabScreen) -> String {
    snapshot_of(&drawn(screen))
}

/// The position of a text on the screen.
fn place_of(screen: &LabScreen, text: &str) -> (u16, u16) {
    find_in(&drawn(screen), text).unwrap_or_else(|| panic!("{text:?} is not on the screen"))
}

/// The keys that lead into a mode. Exhaustive, so that a new mode cannot be forgotten.
fn keys_into(mode: LabMode) -> &'static str {
    match mode {
        LabMode::Look => "r]",
        LabMode::Draw => "r]d",
        LabMode::List => "a",
        LabMode::Quiz => " ",
        LabMode::Break => "!",
        LabMode::Help => "?",
        LabMode::Read => ">",
    }
}

fn screen_in(mode: LabMode, width: u16, height: u16) -> LabScreen {
    let mut screen = screen(width, height);
    if mode == LabMode::Read {
        crate::codex::open(&mut screen, 0);
    }
    type_in(&mut screen, keys_into(mode));
    assert_eq!(screen.mode(), mode);
    screen
}

/// Clicks on the bottom line's "? keys", then on the help's row for this key.
fn click_in_help(screen: &mut LabScreen, bound: &LabBinding) -> Vec<LabEffect> {
    let place = place_of(screen, "? keys");
    click(screen, place);
    let row = help_row(bound.label, bound.help);
    for _ in 0..200 {
        if let Some(place) = find_in(&drawn(screen), &row) {
            return click(screen, place);
        }
        press(screen, KeyCode::Down);
    }
    panic!("no {row:?} in the help")
}

#[test]
fn whatever_a_key_does_a_click_does_too() {
    let mut compared = 0;
    for (width, height) in [(60, 20), (120, 40)] {
        for mode in LabMode::ALL.into_iter().filter(|mode| mode.moves_cursor()) {
            for bound in TABLE.iter().filter(|b| b.modes.contains(&mode) && !b.help.is_empty()) {
                if bound.intent == LabIntent::Help {
                    continue;
                }
                let mut typed = screen_in(mode, width, height);
                let mut clicked = typed.clone();
                let by_key = press(&mut typed, bound.keys[0]);
                let by_click = click_in_help(&mut clicked, bound);
                assert_eq!(by_key, by_click, "{bound:?} in {mode:?}");
                assert_eq!(picture(&typed), picture(&clicked), "{bound:?} in {mode:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 80, "{compared}");
}

#[test]
fn every_key_of_the_table_is_in_the_help() {
    let is_of_map = |mode: &LabMode| matches!(mode, LabMode::Look | LabMode::Draw);
    for bound in TABLE.iter().filter(|b| b.modes.iter().any(is_of_map)) {
        let has_help = |b: &LabBinding| !b.help.is_empty() && b.intent == bound.intent;
        let is_same = |b: &LabBinding| b.modes == bound.modes && b.label.contains('-') && !b.help.is_empty();
        let leaves = matches!(bound.intent, LabIntent::Back | LabIntent::Game | LabIntent::PreviousBrush);
        assert!(leaves || TABLE.iter().any(|b| has_help(b) || is_same(b)), "{bound:?}");
    }
}

#[test]
fn every_mode_can_be_left_and_only_one_key_leaves_the_lab() {
    for mode in LabMode::ALL {
        let mut screen = screen_in(mode, 80, 24);
        for _ in 0..4 {
            assert!(press(&mut screen, KeyCode::Esc).is_empty());
        }
        assert_eq!(screen.mode(), LabMode::Look);
        assert_eq!(type_in(&mut screen, "q"), [LabEffect::Leave]);
    }
}

#[test]
fn a_run_plays_to_its_end_and_stops() {
    let mut screen = screen(120, 40);
    screen.start_run();
    assert!(screen.is_animating());
    let mut before = 0;
    for now in (100..).step_by(100).take_while(|now| *now < 20_000) {
        screen.advance_clock(now);
        assert!(screen.session.position() >= before);
        before = screen.session.position();
    }
    assert!(screen.session.is_done() && !screen.is_animating() && !screen.advance_clock(20_100));
    let end = picture(&screen);
    type_in(&mut screen, ",,");
    assert_eq!(screen.session.position(), before - 2);
    type_in(&mut screen, "..");
    assert_eq!(picture(&screen), end, "back and forth shows the same");
}

#[test]
fn the_question_comes_before_the_run_and_the_answer_after() {
    let mut screen = screen(120, 40);
    type_in(&mut screen, "r");
    assert!(
        !picture(&screen).contains(&format!(" of {}", screen.session.expansion_count())),
        "nothing is shown before"
    );
    type_in(&mut screen, " 2");
    assert_eq!(screen.mode(), LabMode::Look);
    screen.advance_clock(60_000);
    let (words, is_right) = screen.quiz.verdict.clone().expect("it is over");
    assert!(
        !is_right
            && words.contains("dijkstra")
            && words.contains(&screen.session.expansion_count().to_string())
    );
    type_in(&mut screen, "E");
    press(&mut screen, KeyCode::Home);
    type_in(&mut screen, "w ");
    assert_eq!(screen.mode(), LabMode::Look, "without the quiz there is no question");
}

#[test]
fn ends_and_walls_are_dragged_and_the_map_is_solved_at_once() {
    for zoom in ["", "Z"] {
        let mut screen = screen(120, 40);
        type_in(&mut screen, zoom);
        type_in(&mut screen, "]");
        let cost = |screen: &LabScreen| screen.playback().and_then(|run| run.recording().cost).unwrap_or(0);
        let before = cost(&screen);
        drag(&mut screen, &[(12, 4), (12, 4)]);
        assert!(screen.ground().is_free(Cell::new(12, 4)), "a wall is erased");
        drag(&mut screen, &[(8, 6), (8, 12)]);
        assert!((6..=12).all(|y| !screen.ground().is_free(Cell::new(8, y))), "a line without gaps");
        assert!(screen.session.is_done() && cost(&screen) > 0);
        drag(&mut screen, &[(23, 9), (20, 9), (5, 9)]);
        // A half block has two cells; a mouse means the upper one.
        let at = screen.window(0).char_of(Cell::new(5, 9)).expect("in sight");
        assert_eq!(
            Some(screen.session.ground().goal()),
            screen.window(0).cell_at(at.0, at.1, false, screen.land())
        );
        assert!([2000, 2414].contains(&cost(&screen)));
        assert!(screen.session.is_done(), "it stays at the end");
        type_in(&mut screen, "<<<");
        assert_eq!((cost(&screen), screen.session.ground()), (before, &ground()));
    }
}

#[test]
fn a_part_is_chosen_from_its_list_by_typing_or_by_clicking() {
    let mut typed = screen(120, 40);
    type_in(&mut typed, "agreedy/");
    let mut clicked = screen(120, 40);
    let at = place_of(&clicked, "algorithm");
    click(&mut clicked, at);
    let at = place_of(&clicked, "Greedy best-first");
    click(&mut clicked, at);
    for screen in [&typed, &clicked] {
        assert_eq!(screen.selected_lane().setup.row().id, "greedy");
        assert_eq!(screen.mode(), LabMode::Look);
    }
    type_in(&mut typed, "ajump point search");
    let before = typed.selected_lane().setup;
    press(&mut typed, KeyCode::Enter);
    assert_eq!(typed.selected_lane().setup, before, "the map has several prices");
    assert!(typed.notices.current().is_some_and(|notice| notice.refused));
}

#[test]
fn lanes_are_side_by_side_and_a_click_selects_one() {
    let mut screen = screen(120, 40);
    type_in(&mut screen, "rrrr");
    assert_eq!(screen.session.lanes().len(), 4);
    let mut ids: Vec<&str> = screen.session.lanes().iter().map(|lane| lane.setup.row().id).collect();
    ids.dedup();
    assert_eq!(ids.len(), 4, "each is another");
    let caption = screen.panes().caption_of(1);
    click(&mut screen, (caption.x + 3, caption.y));
    assert_eq!(screen.lane, 1);
    type_in(&mut screen, "]t");
    assert!(screen.shown.tint && picture(&screen).contains("only 1"));
    type_in(&mut screen, "XX");
    type_in(&mut screen, "XX");
    assert_eq!((screen.session.lanes().len(), screen.lane, screen.shown.tint), (1, 0, false));
}

#[test]
fn the_timeline_is_clicked_and_dragged() {
    let mut screen = screen(80, 24);
    let bar = screen.panes().bar();
    let left = MouseButton::Left;
    mouse(&mut screen, MouseEventKind::Down(left), (bar.right() - 1, bar.y));
    assert!(screen.session.is_done());
    mouse(&mut screen, MouseEventKind::Drag(left), (bar.x, bar.y));
    assert_eq!(screen.session.position(), 0);
    mouse(&mut screen, MouseEventKind::Drag(left), (bar.x + bar.width / 2, bar.y));
    assert!(screen.session.position() > 0 && !screen.session.is_done());
}

#[test]
fn a_bad_map_is_loaded_or_saved() {
    let mut screen = screen(120, 40);
    type_in(&mut screen, "agreedy/!");
    assert!(screen.is_breaking() && screen.is_animating());
    screen.step_breaker();
    let saved = type_in(&mut screen, "S");
    let [LabEffect::SaveMap(best)] = &saved[..] else { panic!("{saved:?}") };
    type_in(&mut screen, "/");
    assert_eq!(screen.session.ground(), &**best);
    assert_eq!(screen.selected_lane().setup.row().id, "greedy");
}

#[test]
fn large_maps_tiny_maps_and_tiny_windows_are_drawn() {
    for side in [1, 2, 1024] {
        let size = Size::new(side, side);
        let ground = LabMap::new("square", size, vec![1000; size.area()]).expect("free cells");
        let mut screen = LabScreen::new(Theme::default(), (120, 40), LabSession::new(ground));
        type_in(&mut screen, "]rZ]");
        for (width, height) in [(120, 40), (60, 20), (5, 3), (0, 0), (300, 100)] {
            screen.resize(width, height);
            assert_eq!(picture(&screen).is_empty(), width == 0);
            mouse(&mut screen, MouseEventKind::Moved, (width / 2, height / 2));
            type_in(&mut screen, "zZlJ");
        }
    }
}

/// In the close zoom each form looks different, no dot is on a wall, and after the last form come the cells again.
#[test]
fn a_path_is_drawn_in_every_form() {
    for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
        let mut screen = screen(120, 40);
        screen.theme = Theme { glyphs, ..Theme::default() };
        type_in(&mut screen, "v");
        assert!(picture(&screen).contains("centres"));
        let dots = |screen: &LabScreen| {
            let buffer = drawn(screen);
            let window = screen.window(0);
            let seen = window.area.positions().filter(|at| {
                let is_dot = |letter: char| ('\u{2801}'..='\u{28ff}').contains(&letter) || letter == '*';
                buffer[*at].symbol().chars().all(is_dot)
            });
            seen.map(|at| {
                let cell = window.cell_at(at.x, at.y, false, screen.land()).expect("on the map");
                assert!(screen.ground().is_free(cell), "{cell:?}");
                (at.x, at.y, buffer[at].symbol().to_owned())
            })
            .collect::<Vec<_>>()
        };
        assert_eq!(dots(&screen), [], "before the end there is no path");
        type_in(&mut screen, "]");
        let mut seen = vec![dots(&screen)];
        let walked = place_of(&screen, "drawn");
        for press in 1..5 {
            // By key and by click in turn.
            if press % 2 == 0 {
                type_in(&mut screen, "v");
            } else {
                click(&mut screen, walked);
            }
            seen.push(dots(&screen));
        }
        assert!(seen.iter().all(|dots| dots.len() > 20));
        if glyphs == Glyphs::Unicode {
            assert!((1..5).all(|form| !seen[..form].contains(&seen[form])), "each is another");
            assert!(picture(&screen).contains("÷ centres"));
        }
        assert!(picture(&screen).contains("smooth"));
        type_in(&mut screen, "v");
        assert!(picture(&screen).contains("as cells"));
    }
}

#[test]
fn the_lab_matches_its_snapshots() {
    let looks = [
        ("true", (120, 40), Depth::True, Glyphs::Unicode),
        ("true", (80, 24), Depth::True, Glyphs::Unicode),
        ("true", (60, 20), Depth::True, Glyphs::Unicode),
        ("mono", (120, 40), Depth::Mono, Glyphs::Unicode),
        ("ascii", (80, 24), Depth::Indexed, Glyphs::Ascii),
    ];
    for (look, (width, height), depth, glyphs) in looks {
        let mut screen = screen(width, height);
        screen.theme = Theme { depth, glyphs, ..Theme::default() };
        screen.cursor = Cell::new(10, 5);
        type_in(&mut screen, ".".repeat(60).as_str());
        insta::assert_snapshot!(format!("lab-{width}x{height}-{look}"), picture(&screen));
        type_in(&mut screen, "]");
        insta::assert_snapshot!(format!("lab-{width}x{height}-{look}-end"), picture(&screen));
    }
}

#[test]
fn its_modes_match_their_snapshots() {
    let setups = ["astar", "dijkstra", "greedy", "weighted-astar"].map(|id| Setup::of(id).expect("a row"));
    let mut race = LabScreen::new(Theme::default(), (120, 40), LabSession::of(ground(), &setups));
    type_in(&mut race, "]");
    insta::assert_snapshot!("lab-race", picture(&race));
    type_in(&mut race, "t");
    insta::assert_snapshot!("lab-tint", picture(&race));
    for (width, height) in [(120, 40), (80, 24)] {
        let mut walked = screen(width, height);
        type_in(&mut walked, "]vvv");
        insta::assert_snapshot!(format!("lab-walked-{width}x{height}"), picture(&walked));
    }
    let mut small = screen(80, 24);
    small.update(LabIntent::Choose(SetupPart::Heuristic));
    insta::assert_snapshot!("lab-list", picture(&small));
    for (name, mode) in [("draw", LabMode::Draw), ("question", LabMode::Quiz), ("help", LabMode::Help)] {
        insta::assert_snapshot!(format!("lab-{name}"), picture(&screen_in(mode, 80, 24)));
    }
}

#[test]
fn no_two_keys_of_a_mode_clash() {
    for mode in LabMode::ALL {
        let mut keys: Vec<KeyCode> =
            TABLE.iter().filter(|b| b.modes.contains(&mode)).flat_map(|b| b.keys).copied().collect();
        if mode.moves_cursor() {
            let letters = STEERING.iter().flat_map(|(letter, arrow, ..)| {
                [Some(KeyCode::Char(*letter)), Some(KeyCode::Char(letter.to_ascii_uppercase())), *arrow]
                    .into_iter()
                    .flatten()
            });
            keys.extend(letters);
        }
        if mode == LabMode::List {
            let is_typed = |key: &KeyCode| matches!(key, KeyCode::Char(letter) if letter.is_alphanumeric());
            assert!(!keys.iter().any(is_typed), "letters are typed there");
        }
        let count = keys.len();
        let mut names: Vec<String> = keys.iter().map(|key| format!("{key:?}")).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count, "{mode:?}");
    }
}

/// Side by side or one above the other, with the panel, without it or with a narrow one, whichever draws the map larger.
#[test]
fn boards_are_as_large_as_the_room_allows() {
    let size = Size::new(28, 20);
    let ground = LabMap::new("open", size, vec![1000; size.area()]).unwrap();
    assert!(LabScreen::new(Theme::default(), (80, 24), LabSession::new(ground)).window(0).is_close);
    let mut race = screen(120, 40);
    for lanes in 1..=4 {
        assert!(race.session.lanes().len() == lanes && race.window(0).is_close, "{lanes}");
        type_in(&mut race, "r");
    }
}
