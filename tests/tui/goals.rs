//! The goals of a level: when their card is open, its signs on the map, and clicks on both.

use crate::kit::{self, frame, mouse_event, picture, press, screen_in, tap, typed};
use crate::land;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use wayworn::grid::Cell;
use wayworn::scene::{Goal, GoalLine, GoalStatus, LevelCard, Question, Scene};
use wayworn::tui::{Depth, Effect, ExportKind, Mode, Screen, Theme};

const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (120, 40)];

fn mark(goal: usize) -> Cell {
    Cell::new(102, 64 + 5 * goal as u16)
}

fn trial(goals: usize, is_over: bool) -> LevelCard {
    let state = |i: usize| if is_over || i == 0 { GoalStatus::Met(0) } else { GoalStatus::Open };
    let goal = |i: usize| GoalLine {
        loss: String::new(),
        words: format!("Bring Ada to 28, {i} within 400 ticks"),
        state: state(i),
        cell: Some(Cell::new(90 + i as u16, 70)),
        marked_cells: if state(i) == GoalStatus::Open { vec![mark(i)] } else { Vec::new() },
    };
    LevelCard {
        name: "The trap".into(),
        about: "A walker that only goes towards its goal walks into the bay. A planner goes round.".into(),
        goals: (0..goals).map(goal).collect(),
        standing_words: if is_over {
            "met in 312 ticks, par 300: score 96"
        } else {
            "120 ticks so far, par 300"
        }
        .into(),
        stars: is_over.then_some(2),
        is_over,
        trails: None,
        naive: Vec::new(),
    }
}

fn rows_of(screen: &Screen, scene: &Scene) -> Vec<String> {
    kit::rows_of(&frame(screen, scene))
}

/// What is read in the panel or, where there is none, on the whole screen: its words, however they are wrapped.
fn words_of(screen: &Screen, scene: &Scene) -> String {
    let panel = screen.layout().panel;
    let from = if panel.is_empty() { 0 } else { panel.x };
    let rows = rows_of(screen, scene);
    let panel = rows.iter().map(|row| row.chars().skip(usize::from(from)).collect::<String>());
    panel
        .collect::<Vec<_>>()
        .join(" ")
        .split_whitespace()
        .filter(|word| *word != "│")
        .collect::<Vec<_>>()
        .join(" ")
}

fn click(screen: &mut Screen, scene: &Scene, column: u16, row: u16) {
    for kind in [MouseEventKind::Down(MouseButton::Left), MouseEventKind::Up(MouseButton::Left)] {
        screen.mouse(&mouse_event(kind, (column, row)), scene);
    }
}

fn star(screen: &mut Screen, scene: &Scene) -> Vec<Effect> {
    screen.key(&KeyEvent::new(KeyCode::Char('*'), KeyModifiers::NONE), scene)
}

/// Turns the card's pages until it folds; returns what was read.
fn fold(screen: &mut Screen, scene: &Scene) -> String {
    let mut read = String::new();
    while screen.goals.is_unfolded {
        read.push_str(&words_of(screen, scene));
        assert!(star(screen, scene).is_empty() && read.len() < 1_000_000);
    }
    read
}

#[test]
fn a_long_card_is_read_to_its_end_page_by_page() {
    for (width, height) in SIZES {
        let (mut screen, mut scene) = screen_in(Mode::Land, width, height);
        scene.level = Some(trial(40, false));
        screen.take_scene(&scene);
        let read = fold(&mut screen, &scene);
        let words = (0..40).map(|i| format!("Bring Ada to 28, {i} "));
        let missing: Vec<String> = words.filter(|words| !read.contains(words)).collect();
        assert!(missing.is_empty() && read.contains("* more"), "{width}×{height}: {missing:?}");
    }
}

/// The briefing and the folded goals stand beside the map, above or below it: a small land is whole beside them.
#[test]
fn no_cell_of_a_small_level_is_under_its_goals() {
    for (width, height) in SIZES {
        let mut screen = Screen::new(Theme::default(), width, height, true);
        let level = |screen: &Screen| Scene {
            land: (20, 12),
            busiest_cell: Cell::new(17, 10),
            level: Some(trial(3, false)),
            ..land::scene(screen)
        };
        let first = level(&screen);
        screen.take_scene(&first);
        let corners = [Cell::new(0, 0), Cell::new(19, 0), Cell::new(0, 11), Cell::new(19, 11)];
        let are_clear = |screen: &Screen| {
            let rows = rows_of(screen, &level(screen));
            let is_goal = |at: &usize| rows[*at].contains("Bring Ada") || rows[*at].contains("The trap");
            let goals: Vec<usize> = (0..rows.len()).filter(is_goal).collect();
            let panel = screen.layout().panel;
            corners.iter().all(|corner| {
                let (column, row) = screen.window().char_of(*corner).expect("in sight");
                !goals.is_empty()
                    && if panel.is_empty() { !goals.contains(&usize::from(row)) } else { column < panel.x }
            })
        };
        assert!(are_clear(&screen), "{width}×{height}, unfolded");
        let scene = level(&screen);
        fold(&mut screen, &scene);
        assert!(
            are_clear(&screen) && screen.window().is_close,
            "{width}×{height}: it fills the map once folded"
        );
    }
}

#[test]
fn the_goals_unfold_at_the_beginning_and_at_the_end_and_fold_by_their_key() {
    for (width, height) in SIZES {
        for goals in [1, 3, 24] {
            let (mut screen, mut scene) = screen_in(Mode::Land, width, height);
            scene.level = Some(trial(goals, false));
            assert_eq!(screen.take_scene(&scene), [Effect::Pause(true)], "it waits for the player");
            assert!(screen.take_scene(&scene).is_empty());
            let says = |screen: &Screen, scene: &Scene, words: &str| words_of(screen, scene).contains(words);
            assert!(says(&screen, &scene, "A walker that"), "{width}×{height}, {goals}");
            assert!(says(&screen, &scene, "120 ticks so far, par 300"));
            assert!(!says(&screen, &scene, "Oxley in 1.0"), "an objective would only distract");
            fold(&mut screen, &scene);
            assert!(!says(&screen, &scene, "A walker that"));
            assert!(says(&screen, &scene, "120 ticks so far, par 300"));
            assert_eq!(says(&screen, &scene, "Bring Ada to 28, 1"), goals > 1, "open ones are shown");
            scene.level = Some(trial(goals, true));
            screen.take_scene(&scene);
            assert_eq!(screen.active_mode(), Mode::Land, "no key is taken");
            assert!(says(&screen, &scene, "met in 312 ticks, par 300: score 96"));
            assert!(says(&screen, &scene, "A walker that"));
            fold(&mut screen, &scene);
            screen.take_scene(&scene);
            assert!(!says(&screen, &scene, "A walker that"), "once");
            assert!(says(&screen, &scene, "The trap"));
        }
    }
}

#[test]
fn resuming_folds_the_card_until_the_level_ends() {
    let (mut screen, mut scene) = screen_in(Mode::Land, 120, 40);
    let space = KeyEvent::new(KeyCode::Char(' '), KeyModifiers::NONE);
    for (is_over, folds) in [(false, true), (true, false)] {
        scene.level = Some(trial(3, is_over));
        screen.take_scene(&scene);
        screen.time_pace.paused = true;
        assert!(screen.goals.is_unfolded);
        assert_eq!(screen.key(&space, &scene), [Effect::Pause(false)]);
        assert_eq!(screen.goals.is_unfolded, !folds);
        assert_eq!(screen.notices.current().is_none(), folds, "what it said of how to begin is gone, too");
    }
}

/// Even where another cell shares the character.
#[test]
fn open_goals_have_signs_on_the_map_and_a_click_on_one_names_its_cell() {
    let (mut screen, mut scene) = screen_in(Mode::Land, 120, 40);
    scene.level = Some(trial(3, false));
    screen.take_scene(&scene);
    screen.goals.is_unfolded = false;
    let rows = rows_of(&screen, &scene);
    let window = screen.window();
    let at = |goal: usize| window.char_of(mark(goal)).expect("in sight");
    let sign = |(column, row): (u16, u16)| rows[usize::from(row)].chars().nth(usize::from(column));
    assert_ne!(sign(at(0)), Some('◇'), "what is met needs none");
    for goal in [1, 2] {
        assert_eq!(sign(at(goal)), Some('◇'));
        let (column, row) = at(goal);
        click(&mut screen, &scene, column, row);
        assert_eq!(screen.map.cursor, mark(goal));
    }
}

#[test]
fn a_click_on_a_goal_goes_there_and_beside_it_folds_the_card() {
    for unfolded in [true, false] {
        let (mut screen, mut scene) = screen_in(Mode::Land, 120, 40);
        screen.theme.depth = Depth::True;
        scene.level = Some(trial(3, false));
        screen.take_scene(&scene);
        screen.goals.is_unfolded = unfolded;
        let rows = rows_of(&screen, &scene);
        let row = |words: &str| rows.iter().position(|row| row.contains(words)).unwrap() as u16;
        click(&mut screen, &scene, 95, row("Bring Ada to 28, 2"));
        assert_eq!(screen.map.cursor, Cell::new(92, 70));
        click(&mut screen, &scene, 95, row("120 ticks so far"));
        assert_eq!(screen.goals.is_unfolded, !unfolded);
        click(&mut screen, &scene, 5, 30);
        assert_eq!(screen.goals.is_unfolded, !unfolded, "the land is beneath");
    }
    let (mut screen, _) = screen_in(Mode::Land, 120, 40);
    tap(&mut screen, KeyCode::Char('*'));
    assert_eq!(screen.active_mode(), Mode::Objectives, "without a level, the arc");
}

/// At the end of a level of the campaign a card shows the stars and what was learnt, and leads on.
#[test]
fn the_end_of_a_level_leads_to_the_next_one() {
    for (width, height) in SIZES {
        let (mut screen, scene) = screen_in(Mode::LevelOver, width, height);
        let text = words_of(&screen, &scene);
        assert!(text.contains("★★☆") && text.contains("met in 23 hours"), "{text}");
        assert!(text.contains("A planner looks ahead") && text.contains("n next"), "{text}");
        assert!(text.contains("/ the naive one"), "{text}");
        assert!(!screen.goals.is_unfolded, "the card of the goals is out of the way");
        assert_eq!(screen.campaign.stars["u-trap"], 2, "the result is remembered");
        let press = |key| screen.clone().key(&KeyEvent::new(KeyCode::Char(key), KeyModifiers::NONE), &scene);
        assert_eq!(press('n'), [Effect::Level("two-peaks".into())]);
        assert_eq!(press('r'), [Effect::Level("u-trap".into())]);
        assert_eq!(press('<'), [Effect::TakeBack(scene.status.tick.saturating_sub(200))]);
        assert!(text.contains("r again < take back G levels C why Esc close"), "{text}");
        tap(&mut screen, KeyCode::Char('G'));
        assert_eq!(screen.active_mode(), Mode::Levels);
    }
}

/// The list has a heading for each shelf, the stars, and for a level that was won what it teaches.
#[test]
fn levels_are_listed_by_shelf_and_started_from_there() {
    let (mut screen, _) = screen_in(Mode::LevelOver, 80, 24);
    tap(&mut screen, KeyCode::Char('G'));
    let scene = land::scene(&screen);
    let text = rows_of(&screen, &scene).join("\n");
    for words in ["Levels: 1 of 2 won", "SEE", "PRICE", "★★☆ A planner looks", "☆☆☆"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(tap(&mut screen, KeyCode::Enter), [Effect::Level("u-trap".into())], "the current one");
}

/// A level that asks is answered before time first runs; its end tells what is right at par, whatever the player did.
#[test]
fn what_a_level_asks_is_answered_before_time_runs() {
    for (width, height) in SIZES {
        let (mut screen, _) = screen_in(Mode::Land, width, height);
        screen.campaign = land::campaign();
        let begun = Scene { level: Some(land::level(false)), ..land::scene(&screen) };
        screen.take_scene(&begun);
        let key = |screen: &mut Screen, code| screen.key(&KeyEvent::new(code, KeyModifiers::NONE), &begun);
        assert_eq!(key(&mut screen, KeyCode::Char('g')), [], "it asks before a path is seen");
        assert_eq!(screen.active_mode(), Mode::Choosing);
        let text = rows_of(&screen, &begun).join("\n");
        assert!(text.contains("Which way will Ada take?") && text.contains("2 into the bay"), "{text}");
        assert_eq!(key(&mut screen, KeyCode::Char(' ')), [], "time stands still meanwhile");
        let asked = key(&mut screen, KeyCode::Char('2'));
        assert!(
            matches!(asked[..], [Effect::Ask(_, Question::Preview { .. })]),
            "what was meant is done: {asked:?}"
        );
        assert_eq!(key(&mut screen, KeyCode::Char(' ')), [Effect::Pause(false)]);
        let over = Scene { level: Some(land::level(true)), ..land::scene(&screen) };
        screen.take_scene(&over);
        let text = words_of(&screen, &over);
        assert!(text.contains("You thought: into the bay; at par it is: around the north."), "{text}");
        screen.campaign.answered = Some(0);
        let text = words_of(&screen, &over);
        assert!(text.contains("You thought: around the north; so it is at par."), "{text}");
    }
    let (mut screen, _) = screen_in(Mode::Land, 120, 40);
    screen.campaign = land::campaign();
    let begun = Scene { level: Some(land::level(false)), ..land::scene(&screen) };
    screen.take_scene(&begun);
    let key = |screen: &mut Screen, code| screen.key(&KeyEvent::new(code, KeyModifiers::NONE), &begun);
    key(&mut screen, KeyCode::Char(' '));
    key(&mut screen, KeyCode::Esc);
    assert_eq!(key(&mut screen, KeyCode::Char(' ')), [Effect::Pause(false)], "it asks once");
    screen.campaign.begin(Some(0));
    assert_eq!(key(&mut screen, KeyCode::Char(' ')), []);
    assert_eq!(screen.active_mode(), Mode::Choosing, "begun anew, it asks anew");
    // Nor is a path seen by a click.
    let (mut screen, _) = screen_in(Mode::Land, 120, 40);
    screen.campaign = land::campaign();
    let begun = Scene { level: Some(land::level(false)), ..land::scene(&screen) };
    screen.take_scene(&begun);
    let down = mouse_event(MouseEventKind::Down(MouseButton::Left), (20, 20));
    assert_eq!(screen.mouse(&down, &begun), []);
    assert_eq!((screen.active_mode(), screen.draft.target), (Mode::Choosing, None));
}

/// A level waits for its player, and the header says so, whatever else is said at its beginning.
#[test]
fn a_level_waits_although_something_else_is_said() {
    for says in [false, true] {
        let (mut screen, _) = screen_in(Mode::Land, 120, 40);
        if says {
            screen.notices.notify("an earlier game is kept");
        }
        let begun = Scene { level: Some(land::level(false)), ..land::scene(&screen) };
        assert!(screen.take_scene(&begun).contains(&Effect::Pause(true)));
        assert!(screen.time_pace.paused);
    }
}

/// The form of a level offers every kind of goal with what it needs; added goals are pinned, and go into the level.
#[test]
fn the_form_of_a_level_takes_every_kind_of_goal() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let (mut screen, mut scene) = screen_in(Mode::Export, width, height);
        typed(&mut screen, &mut scene, "level");
        press(&mut screen, &mut scene, KeyCode::Enter);
        let choose = |screen: &mut Screen, scene: &mut Scene, name: &str| {
            typed(screen, scene, name);
            press(screen, scene, KeyCode::Enter)
        };
        let pins = |screen: &Screen, scene: &Scene| picture(screen, scene).matches('◇').count();
        screen.selection.units.clear();
        choose(&mut screen, &mut scene, "add");
        assert!(screen.notices.current().is_some_and(|notice| notice.refused), "no unit is selected");
        press(&mut screen, &mut scene, KeyCode::Esc);
        press(&mut screen, &mut scene, KeyCode::Tab);
        press(&mut screen, &mut scene, KeyCode::Char('P'));
        typed(&mut screen, &mut scene, "level");
        press(&mut screen, &mut scene, KeyCode::Enter);
        let before = pins(&screen, &scene);
        for kind in ["reach", "see", "survive", "hold", "deliver", "home", "bring"] {
            assert!(picture(&screen, &scene).contains(&format!("goal: {kind}")), "{kind}");
            assert_eq!(choose(&mut screen, &mut scene, "add"), []);
            choose(&mut screen, &mut scene, "goal:");
        }
        assert!(picture(&screen, &scene).contains("goal: reach"), "round again");
        assert!(pins(&screen, &scene) > before || width < 80, "they are marked");
        choose(&mut screen, &mut scene, "drop");
        let effects = choose(&mut screen, &mut scene, "play");
        let [Effect::Pause(true), Effect::Export(ExportKind::Level(cut))] = &effects[..] else {
            panic!("{effects:?}")
        };
        assert_eq!(cut.goals.len(), 6, "one was dropped");
        assert!(cut.goals.iter().filter_map(Goal::unit).all(|unit| Some(unit) == screen.selection.leader()));
    }
}
