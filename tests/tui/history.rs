//! Tests of the history, years, log, objective and coin.

use crate::kit::{self, click, frame, mouse, place_of, screen_in, tap, typed};
use crate::land;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use wayworn::grid::Cell;
use wayworn::scene::{
    Answer, Command, CounterfactualState, LogLine, ObjectiveView, PageKind, Pixel, Question, Scene, YearCard,
    YearPicture, YearRow,
};
use wayworn::tui::{Depth, Effect, ExportKind, Glyphs, KeyIntent, LandRole, Mode, Screen, Theme};

/// The last of the test land's 40 frames.
const LAST: usize = 39;
const SIZES: [(u16, u16); 5] = [(60, 20), (80, 24), (120, 40), (200, 60), (300, 100)];

fn letter(screen: &mut Screen, letter: char) -> Vec<Effect> {
    tap(screen, KeyCode::Char(letter))
}

fn picture(screen: &Screen, scene: &Scene) -> Vec<String> {
    kit::rows_of(&frame(screen, scene))
}

#[test]
fn the_history_plays_for_five_seconds_at_any_speed_and_stops_at_the_present() {
    let (mut screen, _) = screen_in(Mode::Land, 120, 40);
    screen.advance_clock(1000);
    assert_eq!(letter(&mut screen, 'R'), [Effect::Pause(true)]);
    assert_eq!((screen.view().past_frame, screen.history_replay.is_playing()), (Some(0), true));
    assert!(screen.advance_clock(3500), "another frame is due");
    assert_eq!(screen.view().past_frame, Some(LAST / 2));
    assert!(screen.history_replay.is_playing());
    screen.advance_clock(6000);
    assert_eq!((screen.view().past_frame, screen.history_replay.is_playing()), (Some(LAST), false));
    assert!(!screen.advance_clock(7000));
    letter(&mut screen, ' ');
    assert_eq!(
        (screen.view().past_frame, screen.history_replay.is_playing()),
        (Some(0), true),
        "Space plays it again"
    );
    screen.advance_clock(8000);
    letter(&mut screen, ' ');
    assert!(!screen.history_replay.is_playing() && screen.time_pace.paused);
}

#[test]
fn the_game_resumes_as_it_was_after_the_history() {
    for (paused, leaves) in [(false, KeyCode::Esc), (false, KeyCode::Char('R')), (true, KeyCode::Esc)] {
        let (mut screen, _) = screen_in(Mode::Land, 120, 40);
        screen.time_pace.paused = paused;
        let camera = screen.map.camera;
        letter(&mut screen, 'R');
        assert!(screen.time_pace.paused);
        letter(&mut screen, 'l');
        let effects = tap(&mut screen, leaves);
        assert_eq!(effects, if paused { vec![] } else { vec![Effect::Pause(false)] });
        assert_eq!(
            (screen.mode, screen.time_pace.paused, screen.view().past_frame),
            (Mode::Land, paused, None)
        );
        assert_eq!(screen.map.camera, camera);
    }
}

#[test]
fn keys_scrub_the_history() {
    let (mut screen, _) = screen_in(Mode::History, 80, 24);
    let wanted = [
        (KeyCode::Char('l'), 1),
        (KeyCode::Right, 2),
        (KeyCode::Char('L'), 10),
        (KeyCode::Char('h'), 9),
        (KeyCode::Left, 8),
        (KeyCode::Char('H'), 0),
        (KeyCode::End, LAST),
        (KeyCode::Char('l'), LAST),
        (KeyCode::Home, 0),
        (KeyCode::Left, 0),
    ];
    for (code, at) in wanted {
        tap(&mut screen, code);
        assert_eq!(screen.view().past_frame, Some(at), "{code:?}");
        assert!(!screen.history_replay.is_playing(), "{code:?} keeps playing");
    }
}

#[test]
fn the_bar_is_clicked_and_dragged_and_the_wheel_turns_it() {
    for (width, height) in SIZES {
        let (mut screen, _) = screen_in(Mode::History, width, height);
        let bar = screen.layout().history_bar();
        assert!(bar.width >= 20, "{width}×{height}: {bar:?}");
        click(&mut screen, (bar.right() - 1, bar.y));
        assert_eq!(screen.view().past_frame, Some(LAST), "{width}×{height}");
        mouse(&mut screen, MouseEventKind::Drag(MouseButton::Left), (bar.x, bar.y));
        assert_eq!(screen.view().past_frame, Some(LAST), "the handle is released");
        mouse(&mut screen, MouseEventKind::Down(MouseButton::Left), (bar.x + bar.width / 2, bar.y));
        let middle = screen.view().past_frame.unwrap_or_default();
        assert!((LAST / 2 - 2..=LAST / 2 + 2).contains(&middle), "{middle}");
        mouse(&mut screen, MouseEventKind::Drag(MouseButton::Left), (0, 3));
        assert_eq!(screen.view().past_frame, Some(0));
        mouse(&mut screen, MouseEventKind::Up(MouseButton::Left), (0, 3));
        mouse(&mut screen, MouseEventKind::ScrollDown, (10, 5));
        mouse(&mut screen, MouseEventKind::ScrollDown, (10, 5));
        mouse(&mut screen, MouseEventKind::ScrollUp, (10, 5));
        assert_eq!(screen.view().past_frame, Some(1));
        let place = place_of(&screen, "Esc");
        assert_eq!(click(&mut screen, place), [Effect::Pause(false)]);
        assert_eq!(screen.mode, Mode::Land);
    }
}

#[test]
fn without_motion_the_history_does_not_play() {
    let (mut screen, _) = screen_in(Mode::Land, 80, 24);
    screen.clock.has_motion = false;
    letter(&mut screen, 'R');
    assert_eq!((screen.view().past_frame, screen.history_replay.is_playing()), (Some(LAST), false));
}

#[test]
fn a_land_without_history_says_so() {
    let (mut screen, mut scene) = screen_in(Mode::Land, 80, 24);
    scene.status.frames = 1;
    assert!(screen.update(KeyIntent::History, &scene).is_empty());
    assert_eq!(screen.mode, Mode::Land);
    assert!(screen.notices.current().is_some_and(|notice| notice.refused));
}

fn year_card() -> YearCard {
    let picture = YearPicture { pixels: vec![Pixel::default(); 400], ..YearPicture::default() };
    let rows = ["units", "deliveries"].map(|label| YearRow {
        label,
        before: "7".into(),
        now: "9".into(),
        counterfactual: "5".into(),
        difference: "+4".into(),
        is_total: label == "units",
    });
    YearCard {
        year: 2,
        last: 3,
        is_over: true,
        is_for_return: false,
        rows: rows.to_vec(),
        words: vec!["2 more settlements, 2 more units.".into()],
        span: None,
        land: (40, 40),
        scale: 2,
        size: (20, 20),
        counterfactual_state: CounterfactualState::Known,
        before: picture.clone(),
        after: picture,
    }
}

#[test]
fn a_years_summary_is_requested_shown_and_turned() {
    for (width, height) in SIZES {
        for depth in [Depth::True, Depth::Indexed, Depth::Sixteen, Depth::Mono] {
            let (mut screen, _) = screen_in(Mode::Land, width, height);
            screen.theme.depth = depth;
            screen.theme.glyphs = if depth == Depth::Mono { Glyphs::Ascii } else { Glyphs::Unicode };
            let asked = letter(&mut screen, ',');
            let [Effect::Ask(ticket, Question::Year { year: Some(1), size_max: most })] = asked[..] else {
                panic!("{asked:?}")
            };
            assert!(most.0 >= 8 && most.1 >= 8, "{width}×{height}: {most:?}");
            screen.take_answer(ticket, Answer::Year(Box::new(year_card())));
            place_of(&screen, "Year 2");
            place_of(&screen, "units");
            place_of(&screen, "after");
            place_of(&screen, " without ");
            place_of(&screen, "+4");
            place_of(&screen, "2 more settlements");
            let asked = tap(&mut screen, KeyCode::Right);
            assert!(matches!(asked[..], [Effect::Ask(_, Question::Year { year: Some(3), .. })]), "{asked:?}");
            let asked = tap(&mut screen, KeyCode::Left);
            assert!(matches!(asked[..], [Effect::Ask(_, Question::Year { year: Some(1), .. })]), "{asked:?}");
            letter(&mut screen, ',');
            assert_eq!(screen.active_mode(), Mode::Land);
        }
    }
}

/// Where a year's figures have no room, the last is reached by key and by wheel, and other years are still offered.
#[test]
fn a_years_figures_scroll() {
    let labels = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m"];
    for by_wheel in [false, true] {
        let (mut screen, _) = screen_in(Mode::Land, 60, 20);
        let asked = letter(&mut screen, ',');
        let [Effect::Ask(ticket, _)] = asked[..] else { panic!("{asked:?}") };
        let rows = labels.map(|label| YearRow { label, ..year_card().rows[0].clone() }).to_vec();
        screen.take_answer(ticket, Answer::Year(Box::new(YearCard { rows, ..year_card() })));
        let shows = |screen: &Screen, label: &str| {
            picture(screen, &land::scene(screen))
                .iter()
                .any(|row| row.contains(&format!("{label}   ")) && row.contains("+4"))
        };
        assert!(shows(&screen, "a") && !shows(&screen, "m"));
        place_of(&screen, "Down: more");
        for _ in 0..20 {
            if by_wheel {
                mouse(&mut screen, MouseEventKind::ScrollDown, (5, 5));
            } else {
                tap(&mut screen, KeyCode::Down);
            }
        }
        assert!(!shows(&screen, "a") && shows(&screen, "m"));
        place_of(&screen, "other years, 1 to 3");
        tap(&mut screen, KeyCode::Up);
        assert!(!shows(&screen, "m"), "a step back is a step back");
    }
}

#[test]
fn a_land_that_is_returned_to_tells_what_has_happened() {
    for (width, height) in SIZES {
        let returning = |role: LandRole, year: u32| {
            let mut screen = Screen::new(Theme::default(), width, height, true);
            screen.played.role = role;
            let mut scene = land::scene(&screen);
            scene.status.year = year;
            let asked = screen.take_scene(&scene);
            (screen, asked)
        };
        for (role, year) in [(LandRole::Own, 3), (LandRole::Returned, 1)] {
            let (screen, asked) = returning(role, year);
            assert!(asked.is_empty() && screen.active_mode() == Mode::Land, "{role:?}, year {year}");
        }
        let (mut screen, asked) = returning(LandRole::Returned, 3);
        let [Effect::Ask(ticket, Question::Year { year: None, .. })] = asked[..] else { panic!("{asked:?}") };
        let rows = [0, 1, 0, 1, 0, 1, 0, 1].map(|row| year_card().rows[row].clone()).to_vec();
        let words = [year_card().words, vec!["Tam founds Farmere for its ore.".to_owned(); 5]].concat();
        let card = YearCard { is_over: false, is_for_return: true, rows, words, ..year_card() };
        screen.take_answer(ticket, Answer::Year(Box::new(card)));
        screen.notices.notify("--years has no effect on a saved land; use --new to start another");
        place_of(&screen, "--years has no effect");
        place_of(&screen, "another");
        place_of(&screen, "What has happened since the beginning of year 2");
        place_of(&screen, "2 more settlements");
        place_of(&screen, "+4");
        let asked = tap(&mut screen, KeyCode::Left);
        assert!(matches!(asked[..], [Effect::Ask(_, Question::Year { year: Some(1), .. })]), "{asked:?}");
        tap(&mut screen, KeyCode::Esc);
        assert_eq!(screen.active_mode(), Mode::Land);
        assert!(screen.take_scene(&land::scene(&screen)).is_empty(), "it is told once");
    }
}

#[test]
fn the_end_of_a_year_is_announced_once_and_takes_no_keys() {
    let (mut screen, mut scene) = screen_in(Mode::Land, 120, 40);
    let hint = |screen: &Screen| {
        screen.notices.current().is_some_and(|notice| notice.text.starts_with("Year 2 is over"))
    };
    assert!(!hint(&screen), "a resumed game repeats no old message");
    scene.status.year = 3;
    screen.take_scene(&scene);
    assert!(hint(&screen) && screen.active_mode() == Mode::Land);
    screen.notices.take();
    screen.take_scene(&scene);
    assert!(!hint(&screen));
}

#[test]
fn the_logs_highlight_stays_on_its_line_while_others_come() {
    let (mut screen, mut scene) = screen_in(Mode::Log, 120, 40);
    tap(&mut screen, KeyCode::Down);
    let cell = scene.log[scene.log.len() - 2].cell.expect("a place");
    for i in 1..=3 {
        let line = scene.log.last().cloned().expect("a line");
        scene.log.push(LogLine { tick: line.tick + i, cell: Some(Cell::new(1, 1)), ..line });
    }
    screen.take_scene(&scene);
    screen.key(&KeyCode::Enter.into(), &scene);
    assert_eq!((screen.active_mode(), screen.map.highlight.map(|lit| lit.0)), (Mode::Land, Some(cell)));
}

/// While the land without the player is simulated, the card says how far, and asks again each second.
#[test]
fn a_years_figures_without_the_player_are_asked_for_until_they_have_come() {
    let (mut screen, scene) = screen_in(Mode::Land, 60, 20);
    let [Effect::Ask(ticket, _)] = letter(&mut screen, ',')[..] else { panic!("no question") };
    let state = CounterfactualState::InProgress(1);
    let card = YearCard { counterfactual_state: state, ..year_card() };
    screen.take_answer(ticket, Answer::Year(Box::new(card)));
    place_of(&screen, "without you: 1 of 2");
    let asked = |screen: &mut Screen, now| {
        screen.advance_clock(now);
        screen.take_scene(&scene)
    };
    assert_eq!(asked(&mut screen, 500), []);
    let again = asked(&mut screen, 1000);
    let [Effect::Ask(ticket, Question::Year { year: Some(2), .. })] = again[..] else { panic!("{again:?}") };
    screen.take_answer(ticket, Answer::Year(Box::new(year_card())));
    assert_eq!(asked(&mut screen, 5000), []);
}

/// A space pauses while nothing is typed, and separates the words of a filter.
#[test]
fn a_filter_takes_spaces_between_words() {
    for mode in [Mode::Log, Mode::Lenses, Mode::Orders] {
        let (mut screen, _) = screen_in(mode, 120, 40);
        assert!(matches!(letter(&mut screen, ' ')[..], [Effect::Pause(_)]), "{mode:?}");
        let effects: Vec<Effect> = "a b".chars().flat_map(|key| letter(&mut screen, key)).collect();
        assert_eq!(effects, [], "{mode:?}");
        place_of(&screen, "a b_");
    }
}

#[test]
fn from_a_line_of_the_log_one_goes_to_its_page_and_from_there_to_a_place_or_back() {
    for (width, height) in SIZES {
        let (mut screen, scene) = screen_in(Mode::Log, width, height);
        tap(&mut screen, KeyCode::Down);
        tap(&mut screen, KeyCode::Right);
        let event = scene.log[scene.log.len() - 2].event;
        assert_eq!(screen.view().page, Some(PageKind::Event(event)));
        let mut back = screen.clone();
        tap(&mut back, KeyCode::Esc);
        assert_eq!(back.active_mode(), Mode::Log);
        screen.key(&KeyCode::Char('1').into(), &land::scene(&screen));
        assert_eq!(screen.active_mode(), Mode::Land, "nothing covers the place");
        assert_eq!(screen.map.highlight.map(|lit| lit.0), Some(Cell::new(120, 84)));
    }
}

#[test]
fn the_log_is_filtered_by_subject_and_by_letters_by_key_and_by_click() {
    for (width, height) in SIZES {
        let (mut screen, mut scene) = screen_in(Mode::Log, width, height);
        assert!(screen.view().shows_whole_log);
        let listed = |screen: &Screen| {
            let rows = picture(screen, &land::scene(screen)).into_iter();
            let rows = rows.skip_while(|row| !row.contains(" places ")).skip(1);
            rows.take_while(|row| !row.contains("───")).filter(|row| row.contains("A path to Mill")).count()
        };
        assert_eq!(listed(&screen), 5);
        for (code, lines) in [(KeyCode::Tab, 2), (KeyCode::BackTab, 5), (KeyCode::BackTab, 3)] {
            tap(&mut screen, code);
            assert_eq!(listed(&screen), lines, "{code:?}");
        }
        typed(&mut screen, &mut scene, "PATH");
        assert_eq!(listed(&screen), 3, "letters of any case");
        let place = place_of(&screen, "places");
        click(&mut screen, place);
        assert_eq!((listed(&screen), screen.active_mode()), (0, Mode::Log));
        place_of(&screen, "no match");
    }
}

#[test]
fn a_jump_from_the_log_closes_it_and_highlights_the_place_for_two_seconds() {
    let (mut screen, _) = screen_in(Mode::Log, 120, 40);
    screen.advance_clock(500);
    letter(&mut screen, '3');
    tap(&mut screen, KeyCode::Enter);
    assert_eq!((screen.active_mode(), screen.map.cursor), (Mode::Land, Cell::new(60, 40)));
    let marked =
        |screen: &Screen| picture(screen, &land::scene(screen)).iter().any(|row| row.contains("/───\\"));
    assert!(marked(&screen) && !screen.advance_clock(2400));
    assert!(marked(&screen) && screen.advance_clock(2500), "the ring disappears after two seconds");
    assert!(!marked(&screen));
}

#[test]
fn the_filters_match_is_emphasised_in_the_log() {
    let (mut screen, _) = screen_in(Mode::Log, 120, 40);
    for c in "mill".chars() {
        letter(&mut screen, c);
    }
    let scene = land::scene(&screen);
    let buffer = frame(&screen, &scene);
    let (column, row) = place_of(&screen, "Mill, 4");
    let style = |x| buffer.cell((x, row)).map(|cell| (cell.fg, cell.modifier));
    assert_eq!(style(column), style(column + 3));
    assert_ne!(style(column), style(column - 2), "the match looks like the rest");
}

#[test]
fn the_objective_is_shown_and_visited_and_its_key_opens_the_page() {
    for (width, height) in SIZES {
        let (mut screen, scene) = screen_in(Mode::Land, width, height);
        // What is missing is said at every size, even if the aim is shortened.
        let (column, row) = place_of(&screen, "Mill to Oxley in");
        assert_eq!(row, 1);
        let line = &picture(&screen, &scene)[1];
        assert!(
            line.contains("in 1.0 day, now 2.1") && line.contains("save") && line.contains(" 0.0 of 0.1 "),
            "{line}"
        );
        click(&mut screen, (column + 3, row));
        assert_eq!(screen.map.cursor, Cell::new(107, 80));
        let line = picture(&screen, &scene)[1].clone();
        let before_key = &line[..line.find(" * ").expect("its key")];
        let key = before_key.chars().count() as u16 + 1;
        assert!(click(&mut screen, (key, row)).is_empty());
        assert_eq!(screen.active_mode(), Mode::Objectives);
        let scene = land::scene(&screen);
        let page = picture(&screen, &scene).join("\n");
        assert!(page.contains("Trails, chapter 1 of 3") && page.contains("To reach"), "{page}");
        letter(&mut screen, '1');
        assert_eq!((screen.active_mode(), screen.map.cursor), (Mode::Land, Cell::new(120, 84)));
    }
}

#[test]
fn the_page_of_a_won_land_has_figures_and_a_map() {
    for (width, height) in SIZES {
        let (mut screen, mut scene) = screen_in(Mode::Land, width, height);
        scene.status.is_won = true;
        let effects = screen.update(KeyIntent::Objectives, &scene);
        let [Effect::Ask(ticket, Question::Year { .. })] = effects[..] else { panic!("{effects:?}") };
        screen.take_answer(ticket, Answer::Year(Box::new(year_card())));
        let mut scene = land::scene(&screen);
        scene.status.is_won = true;
        let mut pages = String::new();
        for _ in 0..40 {
            pages.push_str(&picture(&screen, &scene).join("\n"));
            screen.update(KeyIntent::Row(1), &scene);
        }
        for words in ["To reach", "With you, and without", "end of year 2", "units"] {
            assert!(pages.contains(words), "{width}×{height}: {words}");
        }
    }
}

#[test]
fn a_warning_takes_the_place_of_the_objective() {
    let (screen, mut scene) = screen_in(Mode::Land, 60, 20);
    let words = "Mill hungers for 4 days: it may fall".to_owned();
    scene.objective = Some(ObjectiveView { words, is_warning: true, ..ObjectiveView::default() });
    assert!(picture(&screen, &scene)[1].contains("! Mill hungers for 4 days: it may fall * "));
}

#[test]
fn only_a_sandbox_or_a_won_land_is_shown_whole() {
    let (mut screen, mut scene) = screen_in(Mode::Land, 120, 40);
    scene.status.is_won = true;
    screen.take_scene(&scene);
    letter(&mut screen, 'f');
    assert!(screen.map.reveal && picture(&screen, &scene)[0].contains("revealed"));
    scene.status.is_won = false;
    screen.take_scene(&scene);
    assert!(!screen.map.reveal);
    screen.update(KeyIntent::Reveal, &scene);
    assert!(!screen.map.reveal && screen.notices.current().is_some());
    assert!(!picture(&screen, &scene).concat().contains("f reveal"));
}

/// Wherever a work lies, the ledger that is about it leaves its place and the objective free, and the cursor points there:
/// at the first one as soon as it opens.
#[test]
fn the_ledger_never_covers_the_work_it_is_about() {
    let cells = [Cell::new(3, 3), Cell::new(100, 60), Cell::new(197, 3), Cell::new(60, 97)];
    for (width, height) in SIZES {
        for (cell, row) in cells.into_iter().flat_map(|cell| [(cell, 0), (cell, 1)]) {
            let (mut screen, mut scene) = screen_in(Mode::Ledger, width, height);
            scene.ledger.as_mut().expect("a ledger").rows[row].cell = cell;
            if row == 0 {
                screen.take_scene(&scene);
            } else {
                screen.update(KeyIntent::Row(1), &scene);
            }
            assert_eq!(screen.map.cursor, cell);
            let Some(place) = screen.window().char_of(cell) else {
                panic!("{width}×{height}: {cell:?} is out of sight")
            };
            let with_ledger = picture(&screen, &scene);
            assert!(
                with_ledger[1].contains("now 2.1"),
                "{width}×{height}: {cell:?}\n{}",
                with_ledger.join("\n")
            );
            let before = frame(&screen, &scene)[place].clone();
            screen.update(KeyIntent::Back, &scene);
            assert_eq!(frame(&screen, &scene)[place], before, "{width}×{height}: {cell:?} is covered");
        }
    }
}

#[test]
fn coin_is_on_the_status_line_and_can_be_switched_off() {
    for (width, height) in SIZES {
        let (mut screen, mut scene) = screen_in(Mode::Land, width, height);
        let (column, row) = place_of(&screen, "12 coin");
        assert_eq!(row, 0);
        let wanted = [Effect::Command(Command::FreeBuild(true))];
        assert!(click(&mut screen, (column, row)).is_empty());
        assert_eq!((screen.active_mode(), letter(&mut screen, 'f')), (Mode::Ledger, wanted.to_vec()));
        scene.status.is_building_free = true;
        assert!(picture(&screen, &scene)[0].contains("sandbox"));
        let effects = screen.update(KeyIntent::FreeBuild, &scene);
        assert_eq!(effects, [Effect::Command(Command::FreeBuild(false))]);
    }
}

/// When the years of a daily land are over, time stops, the score is shown and written to a file; in other lands not.
#[test]
fn the_score_of_a_daily_land_is_told_once() {
    for is_daily in [true, false] {
        let (mut screen, mut scene) = screen_in(Mode::Land, 120, 40);
        screen.played.role = if is_daily { LandRole::Daily } else { LandRole::Own };
        for (year, is_told) in [(3, false), (4, is_daily), (4, false), (5, false)] {
            scene.status.year = year;
            let effects = screen.take_scene(&scene);
            assert_eq!(effects.contains(&Effect::Export(ExportKind::Score)), is_told, "year {year}");
            assert_eq!(screen.view().page == Some(PageKind::Score), is_told, "year {year}");
            screen.views.clear();
        }
    }
}
