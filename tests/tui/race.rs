//! A race of searches over the land: the bet, the run, the verdict, and the walk.

use crate::kit::{click, mouse, picture, place_of, press, screen, typed};
use crate::land::LAND;
use ratatui::crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use wayworn::grid::{Cell, Size};
use wayworn::scene::{Answer, Command, Leak, Order, PricedLand, Question, Scene};
use wayworn::tui::{Depth, Effect, Glyphs, Mode, Screen, Theme};

/// A land of plain ground with a wall between both ends, open at one side.
fn walled(from: Cell, to: Cell) -> Answer {
    let size = Size::new(LAND.0, LAND.1);
    let wall = from.x.midpoint(to.x);
    let is_wall = |cell: Cell| cell.x == wall && cell.y + 4 > from.y;
    let prices = size.cells().map(|cell| if is_wall(cell) { 0 } else { 1000 }).collect();
    let ground = vec![None; size.area()];
    let land = PricedLand { name: "land".to_owned(), size, prices, ground, start: from, goal: to };
    Answer::Land(Box::new(land), Leak::default())
}

/// The ticket and the ends of the question that was asked.
fn asked(effects: &[Effect]) -> (u64, Cell, Cell) {
    let question = effects.iter().find_map(|effect| match effect {
        Effect::Ask(ticket, Question::LandBetween { from, to, .. }) => Some((*ticket, *from, *to)),
        _ => None,
    });
    question.unwrap_or_else(|| panic!("nothing was asked: {effects:?}"))
}

/// A screen with the list of bets over a land whose costs are known; `into` leads into the mode that explains paths.
fn betting(width: u16, height: u16, into: &str) -> (Screen, Scene) {
    let (mut screen, mut scene) = screen(width, height);
    typed(&mut screen, &mut scene, into);
    screen.take_scene(&scene);
    typed(&mut screen, &mut scene, "LL");
    let effects = typed(&mut screen, &mut scene, "r");
    assert!(effects.contains(&Effect::Pause(true)), "time stands still: {effects:?}");
    let (ticket, from, to) = asked(&effects);
    assert_eq!(to, screen.map.cursor);
    assert!(screen.take_answer(ticket, walled(from, to)).is_empty());
    (screen, scene)
}

#[test]
fn a_race_is_bet_on_run_and_judged_at_every_size_and_in_every_look() {
    for (width, height) in [(60, 20), (80, 24), (120, 40)] {
        for (depth, glyphs) in [
            (Depth::True, Glyphs::Unicode),
            (Depth::Sixteen, Glyphs::Unicode),
            (Depth::Mono, Glyphs::Unicode),
            (Depth::Mono, Glyphs::Ascii),
        ] {
            let (mut screen, mut scene) = betting(width, height, "E");
            screen.theme = Theme { depth, glyphs, ..screen.theme };
            let list = picture(&screen, &scene);
            for word in ["A race of searches", "1 Dijkstra", "4 greedy best-first"] {
                assert!(list.contains(word), "{word} at {width}x{height}:\n{list}");
            }
            typed(&mut screen, &mut scene, "3");
            assert!(screen.is_animating(), "{width}x{height}");
            screen.advance_clock(4000);
            let running = picture(&screen, &scene);
            assert!(running.contains("you bet on A*") && !running.contains("First:"), "{running}");
            assert!(depth == Depth::True || running.contains("DDD"), "letters stand for hues:\n{running}");
            typed(&mut screen, &mut scene, " ");
            assert!(screen.time_pace.paused, "time stands still");
            screen.advance_clock(6100);
            let over = picture(&screen, &scene);
            for word in ["First: ", "Cheapest path", "you bet on A*: wrong", "Enter close"] {
                assert!(over.contains(word), "{word} at {width}x{height}:\n{over}");
            }
            assert!(!screen.is_animating() && (glyphs == Glyphs::Unicode || over.is_ascii()), "{over}");
            let effects = press(&mut screen, &mut scene, KeyCode::Esc);
            assert_eq!(effects, [Effect::Pause(false)], "time goes on");
            assert_eq!(screen.active_mode(), Mode::RouteQuery);
            assert!(!picture(&screen, &scene).contains("First:"));
        }
    }
}

/// The path that was found belongs to who won: it starts and ends where the race does, and each step is to a neighbour.
#[test]
fn the_selected_unit_at_the_start_can_be_sent_to_the_goal() {
    let mut sent = 0;
    for (into, walks) in [("\tE", true), ("E", false), ("\tElE", false)] {
        let (mut screen, mut scene) = betting(120, 40, into);
        typed(&mut screen, &mut scene, "1");
        screen.advance_clock(1);
        press(&mut screen, &mut scene, KeyCode::Enter);
        let shown = picture(&screen, &scene);
        assert!(shown.contains("First: "), "Enter shows the end:\n{shown}");
        assert_eq!(shown.contains("go there"), walks, "{into}:\n{shown}");
        let goal = screen.map.cursor;
        let effects = typed(&mut screen, &mut scene, "g");
        let is_order = |effect: &&Effect| {
            matches!(effect, Effect::Command(Command::Orders { units, orders, .. })
                if units[..] == screen.selection.units[..1] && orders.last() == Some(&Order::Go(goal)))
        };
        assert_eq!(effects.iter().filter(is_order).count(), usize::from(walks), "{effects:?}");
        assert!(effects.contains(&Effect::Pause(false)), "{effects:?}");
        for effect in &effects {
            let Effect::Command(Command::Orders { orders, .. }) = effect else { continue };
            let place = |order: &Order| if let Order::Go(cell) = order { Some(*cell) } else { None };
            let stops: Vec<Cell> = orders.iter().filter_map(place).collect();
            let is_straight = |two: &[Cell]| {
                let (x, y) = (two[0].x.abs_diff(two[1].x), two[0].y.abs_diff(two[1].y));
                x == 0 || y == 0 || x == y
            };
            assert!(stops.len() == orders.len() && stops.windows(2).all(is_straight), "{orders:?}");
        }
        sent += usize::from(walks);
    }
    assert_eq!(sent, 1);
}

#[test]
fn without_motion_the_end_is_shown_at_once() {
    let (mut screen, mut scene) = betting(80, 24, "E");
    screen.clock.has_motion = false;
    typed(&mut screen, &mut scene, "2");
    assert!(screen.advance_clock(1));
    assert!(picture(&screen, &scene).contains("First: "));
    assert!(!screen.is_animating());
}

#[test]
fn a_race_works_by_mouse() {
    for (width, height) in [(60, 20), (120, 40)] {
        let (mut screen, scene) = betting(width, height, "E");
        let at = place_of(&screen, "3 A*");
        click(&mut screen, at);
        assert!(picture(&screen, &scene).contains("you bet on A*"));
        mouse(&mut screen, MouseEventKind::Down(MouseButton::Left), (3, 3));
        assert!(picture(&screen, &scene).contains("First: "), "a click shows the end");
        let effects = mouse(&mut screen, MouseEventKind::Down(MouseButton::Left), (3, 3));
        assert_eq!((effects, screen.active_mode()), (vec![Effect::Pause(false)], Mode::RouteQuery));
        // A click beside the list leaves it, too.
        let (mut screen, _) = betting(width, height, "E");
        let beside = (width - 1, height - 3);
        assert_eq!(
            mouse(&mut screen, MouseEventKind::Down(MouseButton::Left), beside),
            [Effect::Pause(false)]
        );
        assert!(screen.race.is_none());
    }
}

#[test]
fn no_search_starts_or_ends_on_impassable_ground() {
    let (mut screen, mut scene) = screen(80, 24);
    typed(&mut screen, &mut scene, "E");
    assert!(typed(&mut screen, &mut scene, "r").is_empty(), "there is no goal yet");
    assert_eq!(screen.active_mode(), Mode::RouteQuery);
    typed(&mut screen, &mut scene, "L");
    let (ticket, from, to) = asked(&typed(&mut screen, &mut scene, "r"));
    let Answer::Land(mut land, leak) = walled(from, to) else { panic!() };
    let goal = land.size.index(to);
    land.prices[goal] = 0;
    assert_eq!(screen.take_answer(ticket, Answer::Land(land, leak)), [Effect::Pause(false)]);
    assert!(screen.race.is_none() && picture(&screen, &scene).contains("impassable ground"));
}
