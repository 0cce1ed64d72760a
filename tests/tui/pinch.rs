//! Pinch: time stands still after an edit while the paths that break and the new ones are shown.

use crate::kit::{mouse_event, picture, press, screen, typed};
use crate::land;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use wayworn::grid::Cell;
use wayworn::scene::{Answer, Command, Detour, Foresight, Question, Scene};
use wayworn::tui::{Effect, Screen};

/// Two paths that break and two new ones, below the cursor.
fn outcome(screen: &Screen) -> Answer {
    let here = screen.map.cursor;
    let path = |dy: u16| (0..9).map(|x| Cell::new(here.x - 4 + x, here.y + dy)).collect::<Vec<_>>();
    let detour = |dy, words: &str| Detour { cells: path(dy), words: words.to_owned() };
    let detours = vec![detour(6, "1 changed path, +2 steps"), detour(8, "2 changed path, +20 steps")];
    let words = "2 changed path, +20 steps; Ada most: +18 steps".to_owned();
    Answer::Foresight(Box::new(Foresight { words, old_paths: vec![path(2), path(4)], detours }))
}

/// The ticket of the question what the last edit comes to, and whether time was stopped before the edit.
fn asked(effects: &[Effect]) -> Option<(u64, bool)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Ask(ticket, Question::Foresee { commands }) if commands.is_empty() => {
            Some((*ticket, matches!(effects[0], Effect::Hold(1..))))
        }
        _ => None,
    })
}

/// A screen on which a piece of wall was just drawn, and the ticket of the question.
fn drawn(width: u16, height: u16) -> (Screen, Scene, u64) {
    let (mut screen, mut scene) = screen(width, height);
    screen.advance_clock(5000);
    typed(&mut screen, &mut scene, "d");
    let effects = press(&mut screen, &mut scene, KeyCode::Enter);
    let Some((ticket, true)) = asked(&effects) else { panic!("{effects:?}") };
    assert!(matches!(effects[1], Effect::Command(Command::EditLand { .. })));
    (screen, scene, ticket)
}

#[test]
fn paths_break_then_new_ones_draw_themselves_while_time_stands_still() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let (mut screen, mut scene, ticket) = drawn(width, height);
        let before = picture(&screen, &scene);
        let [answer, late] = [outcome(&screen), outcome(&screen)];
        assert_eq!(screen.take_answer(ticket, answer), [Effect::Hold(1500)]);
        let dots = |screen: &Screen, letter: char| {
            picture(screen, &scene).matches(letter).count() as i32 - before.matches(letter).count() as i32
        };
        assert!(dots(&screen, 'x') >= 10 && screen.is_animating(), "the paths that break");
        let mut counted = Vec::new();
        for now_ms in (5000..6500).step_by(50) {
            assert!(screen.advance_clock(now_ms), "each moment is drawn");
            let shown = picture(&screen, &scene);
            let words = ["1 changed path, +2 steps", "2 changed path, +20 steps", "Ada most"];
            counted.extend(words.into_iter().filter(|words| shown.contains(words)));
            assert!(!shown.contains("paused"), "it is no pause");
        }
        counted.retain(|words| !words.starts_with('2'));
        counted.dedup();
        assert_eq!(counted, ["1 changed path, +2 steps", "Ada most"], "the counter ticks");
        assert!(screen.advance_clock(6500) && !screen.is_animating());
        scene = land::scene(&screen);
        assert!(!picture(&screen, &scene).contains("Ada most"));
        assert!(screen.take_answer(ticket, late).is_empty(), "what is over does not begin again");
    }
}

#[test]
fn any_key_or_click_lets_time_go_on_and_does_its_work() {
    let (mut screen, mut scene, ticket) = drawn(120, 40);
    let answer = outcome(&screen);
    screen.take_answer(ticket, answer);
    let cursor = screen.map.cursor;
    assert_eq!(typed(&mut screen, &mut scene, "l")[0], Effect::Hold(0));
    assert!(screen.map.cursor != cursor && !screen.is_animating());
    let effects = press(&mut screen, &mut scene, KeyCode::Backspace);
    assert!(asked(&effects).is_some() && effects.contains(&Effect::Command(Command::Undo)), "{effects:?}");
    let mouse = |screen: &mut Screen, kind| screen.mouse(&mouse_event(kind, (30, 10)), &scene);
    let effects = mouse(&mut screen, MouseEventKind::Down(MouseButton::Left));
    assert!(effects[0] == Effect::Hold(0) && asked(&effects).is_none(), "a stroke is not over yet");
    let (ticket, _) = asked(&mouse(&mut screen, MouseEventKind::Up(MouseButton::Left))).unwrap();
    screen.report_command("no bridge there".to_owned(), true);
    let answer = outcome(&screen);
    assert!(screen.take_answer(ticket, answer).is_empty(), "what was refused changes nothing");
}

#[test]
fn time_goes_on_where_nobody_turns_or_nobody_should_wait() {
    let (mut screen, _, ticket) = drawn(120, 40);
    let nothing = Answer::Foresight(Box::default());
    assert_eq!(screen.take_answer(ticket, nothing), [Effect::Hold(0)]);
    let (mut screen, _, ticket) = drawn(120, 40);
    screen.advance_clock(6100);
    let answer = outcome(&screen);
    assert!(screen.take_answer(ticket, answer).is_empty(), "the answer comes too late");
    let still = |change: fn(&mut Screen, &mut Scene)| {
        let (mut screen, mut scene) = screen_in_draw_mode();
        change(&mut screen, &mut scene);
        let effects = screen.update(wayworn::tui::KeyIntent::Confirm, &scene);
        assert!(matches!(effects[..], [Effect::Command(Command::EditLand { .. })]), "{effects:?}");
    };
    still(|screen, _| screen.clock.has_motion = false);
    still(|screen, _| screen.clock.is_line_slow = true);
    still(|screen, _| screen.time_pace.speed = 3);
    still(|_, scene| scene.level = Some(land::level(false)));
}

fn screen_in_draw_mode() -> (Screen, Scene) {
    let (mut screen, mut scene) = screen(120, 40);
    typed(&mut screen, &mut scene, "d");
    (screen, scene)
}
