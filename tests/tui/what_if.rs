//! What if: two lands side by side, what differs, and the choice of one.

use crate::kit::{click, picture, place_of, press, screen, typed};
use ratatui::crossterm::event::KeyCode;
use wayworn::grid::Cell;
use wayworn::scene::{
    Answer, Command, Detour, Foresight, Fork, Pixel, Question, Scene, Surface, TripLeg, TripPreview, Viewport,
};
use wayworn::scene::{Visibility, WhatIf, WorkCommand, WorkId};
use wayworn::tui::{Depth, Effect, Glyphs, Mode, Screen, Theme};

/// A comparison of two small lands.
fn compared(commands: &[Command], undo: &[Command]) -> Box<WhatIf> {
    let view = Viewport { columns: 20, rows: 20, cells_per_pixel: 4, ..Viewport::default() };
    let pixel = Pixel { surface: Surface::Forest, visibility: Visibility::Visible, ..Pixel::default() };
    let fork = Fork { pixels: vec![pixel; 400], town_markers: Vec::new() };
    let mut traffic = vec![0; 400];
    (traffic[21], traffic[45]) = (30, -3);
    Box::new(WhatIf {
        view,
        with: fork.clone(),
        without: fork,
        differences: vec![traffic, vec![0; 400]],
        words: ["41 → 38 trips".to_owned(), "26 → 12 coin".to_owned()],
        to_keep_with: commands.to_vec(),
        to_keep_without: undo.to_vec(),
    })
}

/// The commands and the ticket of the question that was asked.
fn asked(effects: &[Effect]) -> (Vec<Command>, u64) {
    let question = effects.iter().find_map(|effect| match effect {
        Effect::Ask(ticket, Question::WhatIf { commands, .. }) => Some((commands.clone(), *ticket)),
        _ => None,
    });
    question.unwrap_or_else(|| panic!("nothing was asked: {effects:?}"))
}

/// A screen that was asked what if a line were drawn, before the answer.
fn asking(width: u16, height: u16) -> (Screen, Scene, Vec<Command>, u64) {
    let (mut screen, mut scene) = screen(width, height);
    typed(&mut screen, &mut scene, "dvlll");
    let effects = typed(&mut screen, &mut scene, "=");
    assert!(effects.contains(&Effect::Pause(true)), "time stands still");
    let (commands, ticket) = asked(&effects);
    assert!(matches!(&commands[..], [Command::EditLand { cells, .. }] if cells.len() == 4), "{commands:?}");
    (screen, scene, commands, ticket)
}

#[test]
fn two_lands_are_shown_side_by_side_at_every_size_and_in_every_look() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        for (depth, glyphs) in [(Depth::True, Glyphs::Unicode), (Depth::Mono, Glyphs::Ascii)] {
            let (mut screen, mut scene, commands, ticket) = asking(width, height);
            screen.theme = Theme { depth, glyphs, ..screen.theme };
            screen.take_progress(ticket, 40);
            assert!(picture(&screen, &scene).contains("40 %  looking ahead"));
            screen.take_progress(ticket + 1, 70);
            assert!(picture(&screen, &scene).contains("40 %"), "not of another question");
            screen.take_answer(ticket, Answer::WhatIf(compared(&commands, &[])));
            let shown = picture(&screen, &scene);
            for word in
                ["10 days ahead", " without ", "with this wall", "trips", "coin", "traffic with it: + more"]
            {
                assert!(shown.contains(word), "{word} at {width}x{height}:\n{shown}");
            }
            assert!(glyphs == Glyphs::Unicode || shown.is_ascii(), "{shown}");
            press(&mut screen, &mut scene, KeyCode::Tab);
            let fear = picture(&screen, &scene);
            assert!(fear.contains("fear with it"), "{fear}");
            press(&mut screen, &mut scene, KeyCode::Tab);
            assert!(picture(&screen, &scene).contains("the land as it is"));
        }
    }
}

/// Keeping the land with the change gives its commands, while time stands still; then time goes on.
#[test]
fn the_land_that_is_kept_is_the_one_whose_commands_are_given() {
    for (keys, undo, kept) in [("", vec![], true), ("l", vec![Command::Undo], false), ("ll", vec![], true)] {
        let (mut screen, mut scene, commands, ticket) = asking(80, 24);
        screen.take_answer(ticket, Answer::WhatIf(compared(&commands, &undo)));
        typed(&mut screen, &mut scene, keys);
        let effects = press(&mut screen, &mut scene, KeyCode::Enter);
        let given = if kept { commands } else { undo };
        let mut expected: Vec<Effect> = given.into_iter().map(Effect::Command).collect();
        expected.extend([Effect::ForgetQuestion, Effect::Pause(false)]);
        assert_eq!(effects, expected);
        assert_eq!((screen.active_mode(), screen.editing.line_start), (Mode::Draw, None));
    }
}

#[test]
fn esc_and_a_click_beside_it_keep_neither() {
    for by_key in [true, false] {
        let (mut screen, mut scene, _, ticket) = asking(120, 40);
        let effects =
            if by_key { press(&mut screen, &mut scene, KeyCode::Esc) } else { click(&mut screen, (1, 0)) };
        assert_eq!(effects, [Effect::ForgetQuestion, Effect::Pause(false)]);
        assert_eq!(screen.active_mode(), Mode::Draw);
        screen.take_answer(ticket, Answer::WhatIf(compared(&[], &[])));
        assert!(screen.what_if.answer.is_none(), "a late answer is dropped");
    }
}

#[test]
fn a_proposed_order_and_the_edits_of_a_moment_are_compared() {
    let (mut screen, mut scene) = screen(80, 24);
    typed(&mut screen, &mut scene, "\tgl");
    let legs = vec![TripLeg { to: Cell::new(101, 80), reaches: true, ..TripLeg::default() }];
    let preview = TripPreview { legs, words: "to Mill: 20 steps".into(), road_cells: Vec::new() };
    let ticket = screen.questions.last;
    screen.take_answer(ticket, Answer::Preview(preview));
    let (commands, _) = asked(&typed(&mut screen, &mut scene, "="));
    assert!(matches!(commands[..], [Command::Orders { .. }]), "{commands:?}");
    press(&mut screen, &mut scene, KeyCode::Esc);
    assert_eq!(screen.active_mode(), Mode::Go, "the proposal still stands");
    press(&mut screen, &mut scene, KeyCode::Esc);
    let (commands, ticket) = asked(&typed(&mut screen, &mut scene, "="));
    assert!(commands.is_empty(), "the program knows the edits of the moment");
    screen.take_answer(ticket, Answer::Unavailable("nothing to compare".to_owned()));
    assert_eq!(screen.active_mode(), Mode::Land);
    assert!(picture(&screen, &scene).contains("nothing to compare"));
}

#[test]
fn a_map_is_chosen_by_a_click_and_kept_by_another() {
    let (mut screen, _, commands, ticket) = asking(120, 40);
    screen.take_answer(ticket, Answer::WhatIf(compared(&commands, &[Command::Undo])));
    let (column, row) = place_of(&screen, " without ");
    assert!(click(&mut screen, (column + 20, row + 5)).is_empty());
    let effects = click(&mut screen, (column + 20, row + 5));
    assert_eq!(effects[0], Effect::Command(Command::Undo));
}

/// While a line is drawn, it is asked who would take another path, and both paths are shown until it is drawn.
#[test]
fn a_line_shows_who_would_take_another_path() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        let (mut screen, mut scene) = screen(width, height);
        assert!(typed(&mut screen, &mut scene, "dv").is_empty());
        let effects = typed(&mut screen, &mut scene, "ll");
        let Some(Effect::Ask(ticket, Question::Foresee { commands })) = effects.last() else {
            panic!("{effects:?}")
        };
        assert!(matches!(&commands[..], [Command::EditLand { cells, .. }] if cells.len() == 3));
        let here = screen.map.cursor;
        let path = |dy: u16| (0..9).map(|x| Cell::new(here.x - 4 + x, here.y + dy)).collect();
        let before = picture(&screen, &scene).matches('x').count();
        let old_paths = vec![path(2)];
        let detours = vec![Detour { cells: path(4), words: String::new() }];
        let words = "3 replanned, 1 changed path, +2 steps, +0.1 days".to_owned();
        let foresight = Foresight { words, old_paths, detours };
        screen.take_answer(*ticket, Answer::Foresight(Box::new(foresight)));
        let shown = picture(&screen, &scene);
        assert!(shown.contains("if drawn: 3 replanned"), "{shown}");
        assert!(shown.matches('x').count() >= before + 6, "{shown}");
        press(&mut screen, &mut scene, KeyCode::Enter);
        assert!(!picture(&screen, &scene).contains("if drawn"));
    }
}

/// So is the next stroke of a brush; what was foreseen is about its cell alone, and is told only if it concerns a path.
#[test]
fn a_stroke_shows_who_would_take_another_path() {
    let (mut screen, mut scene) = screen(120, 40);
    typed(&mut screen, &mut scene, "d");
    for (changes_paths, shown) in [(false, false), (true, true)] {
        let effects = typed(&mut screen, &mut scene, "l");
        let Some(Effect::Ask(ticket, Question::Foresee { commands })) = effects.last() else {
            panic!("{effects:?}")
        };
        let cells = vec![screen.map.cursor];
        assert!(matches!(&commands[..], [Command::EditLand { cells: of, .. }] if *of == cells));
        let old_paths = if changes_paths { vec![cells] } else { Vec::new() };
        let foresight = Foresight { words: "1 cut off".to_owned(), old_paths, detours: Vec::new() };
        screen.take_answer(*ticket, Answer::Foresight(Box::new(foresight)));
        assert_eq!(picture(&screen, &scene).contains("if drawn: 1 cut off"), shown);
    }
    typed(&mut screen, &mut scene, "l");
    assert!(!picture(&screen, &scene).contains("if drawn"));
}

/// A toll too, in the ledger, the next one again once it is taken.
#[test]
fn a_toll_shows_who_would_take_another_path() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let (mut screen, mut scene) = screen(width, height);
        typed(&mut screen, &mut scene, "$");
        let toll = |coin| Command::Works(WorkCommand::Toll(WorkId(1), coin));
        let effects = typed(&mut screen, &mut scene, "j");
        let [Effect::Ask(ticket, Question::Foresee { commands })] = &effects[..] else {
            panic!("{effects:?}")
        };
        assert_eq!(commands[..], [toll(2)]);
        let foresight = Foresight { words: "1 cut off".to_owned(), ..Foresight::default() };
        screen.take_answer(*ticket, Answer::Foresight(Box::new(foresight)));
        assert!(picture(&screen, &scene).contains("with a toll of 2: 1 cut off"));
        let effects = typed(&mut screen, &mut scene, "t");
        let [Effect::Command(taken), Effect::Ask(_, Question::Foresee { commands })] = &effects[..] else {
            panic!("{effects:?}")
        };
        assert_eq!((taken, &commands[..]), (&toll(2), &[toll(3)][..]));
        assert!(!picture(&screen, &scene).contains("with a toll"));
        assert_eq!(typed(&mut screen, &mut scene, "j").len(), 0, "a closed work takes none");
    }
}
