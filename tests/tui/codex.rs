//! The codex in the lab: text, contents and scene at every size, links, questions, claims and tasks.

use crate::kit::{self, mouse_event, snapshot_of};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::Rect;
use std::rc::Rc;
use wayworn::app::codex::{included_book, suite_map};
use wayworn::codex::{Book, check_page};
use wayworn::grid::Cell;
use wayworn::lab::{LabMap, LabSession};
use wayworn::scene::Lens;
use wayworn::tui::lab::{CodexProgress, LabEffect, LabMode, LabScreen, Reader, draw};
use wayworn::tui::{Effect, Screen, Theme};

const FIRST: &str = "+++
title = \"Around the wall\"
teaches = [\"A14\"]
source = \"Hart, Nilsson & Raphael 1968\"
opens = [\"row:astar\"]
[scene]
map = '''
..........
....#.....
S...#....G
....#.....
..........
'''
runs = [\"dijkstra\", \"astar\"]
[predict]
ask = \"Which expands fewer nodes?\"
answers = [\"Dijkstra's search\", \"A*\"]
right = \"1 + (astar.expanded < dijkstra.expanded)\"
[[claim]]
says = \"Both paths cost {astar.cost} milli-steps.\"
check = \"astar.cost == dijkstra.cost\"
[[task]]
ask = \"Free one cell so that the path is straight.\"
edit = { cells = 1 }
win = \"astar.turns == 0\"
solution = { free = [[4, 2]] }
+++
Dijkstra's search looks everywhere, A* towards the goal. Press `Space`.

The [second page](second) says more.
";
const SECOND: &str = "+++
title = \"The second page\"
teaches = []
+++
Nothing is shown here.
";

fn book() -> Rc<Book> {
    let pages = [("first-steps", "10-first.md", FIRST), ("heuristics", "10-second.md", SECOND)];
    Rc::new(Book::read(pages).unwrap())
}

fn screen(width: u16, height: u16) -> LabScreen {
    let ground = LabMap::open("nothing", wayworn::grid::Size::new(8, 4));
    let mut screen = LabScreen::new(Theme::default(), (width, height), LabSession::new(ground));
    open(&mut screen, 0);
    screen
}

/// Opens a page of a small book.
pub(crate) fn open(screen: &mut LabScreen, page: usize) {
    let progress = screen.progress().cloned().unwrap_or_default();
    let (reader, session) = Reader::open(book(), page, progress, &|_| None).unwrap();
    screen.read(reader, session);
}

fn press(screen: &mut LabScreen, code: KeyCode) -> Vec<LabEffect> {
    let effects = screen.key(&KeyEvent::new(code, KeyModifiers::NONE));
    screen.advance_clock(screen.now_ms);
    effects
}

fn drawn(screen: &LabScreen) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, screen.area.width, screen.area.height));
    draw(&mut buffer, screen);
    let row = |y| (0..buffer.area.width).map(move |x| (x, y));
    let rows = (0..buffer.area.height).map(|y| row(y).map(|at| buffer[at].symbol()).collect::<String>());
    rows.collect::<Vec<_>>().join("\n")
}

/// Contents, text and scene; text above the scene; one at a time.
#[test]
fn a_page_is_read_at_every_size() {
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let screen = screen(width, height);
        let mut buffer = Buffer::empty(screen.area);
        draw(&mut buffer, &screen);
        insta::assert_snapshot!(format!("codex_{width}x{height}"), snapshot_of(&buffer));
    }
    let mut small = screen(60, 20);
    assert_eq!(small.mode(), LabMode::Read);
    assert!(drawn(&small).contains("Around the wall"));
    press(&mut small, KeyCode::Tab);
    assert_eq!(small.mode(), LabMode::Look);
    assert!(!drawn(&small).contains("Around the wall"));
    let mut middle = screen(80, 24);
    press(&mut middle, KeyCode::Tab);
    assert!(middle.mode() == LabMode::Read && drawn(&middle).contains("The second page says more"));
    assert!(drawn(&middle).contains("Free one cell"));
}

/// The question comes before the run; the claims are judged after it, and what was read, seen and done is noted.
#[test]
fn claims_are_judged_after_the_run_and_tasks_when_they_are_solved() {
    let mut screen = screen(120, 40);
    assert!(drawn(&screen).contains("judged once the scene has run"));
    press(&mut screen, KeyCode::Char(' '));
    assert!(screen.mode() == LabMode::Quiz && drawn(&screen).contains("Which expands fewer nodes?"));
    press(&mut screen, KeyCode::Char('2'));
    press(&mut screen, KeyCode::End);
    let text = drawn(&screen);
    assert!(text.contains("✓ Both paths cost 10,656 milli-steps."), "{text}");
    assert!(text.contains("A*: right"), "{text}");
    assert!(text.contains("○ Free one cell"), "{text}");
    screen.cursor = Cell::new(4, 2);
    for key in ['d', '2'] {
        press(&mut screen, KeyCode::Char(key));
    }
    press(&mut screen, KeyCode::Enter);
    screen.advance_clock(1);
    let text = drawn(&screen);
    assert!(text.contains("● Free one cell") && text.contains("solved"), "{text}");
    let all = |id: &str| std::iter::once(id.to_owned()).collect();
    let expected = CodexProgress {
        read: all("first"),
        seen: all("first"),
        done: all("first"),
        answers: all("first 2"),
        last: Some("first".to_owned()),
    };
    assert_eq!(screen.progress(), Some(&expected));
}

/// A cell is foretold by cursor or click, with the whole map in sight; the right one is pointed to at the end.
#[test]
fn a_cell_can_be_foretold() {
    let listed =
        "answers = [\"Dijkstra's search\", \"A*\"]\nright = \"1 + (astar.expanded < dijkstra.expanded)\"";
    let text = FIRST.replace(listed, "expands = [\"astar\", 3]");
    let book = Rc::new(Book::read([("first-steps", "10-first.md", text.as_str())]).unwrap());
    let right = Cell::new(2, 2);
    let begin = |width, height| {
        let mut screen = screen(width, height);
        let (reader, session) = Reader::open(book.clone(), 0, CodexProgress::default(), &|_| None).unwrap();
        screen.read(reader, session);
        if screen.mode() == LabMode::Read {
            press(&mut screen, KeyCode::Tab);
        }
        press(&mut screen, KeyCode::Char(' '));
        let text = drawn(&screen);
        assert_eq!(screen.mode(), LabMode::Quiz, "{text}");
        assert!(text.contains("Which expands fewer nodes?") && text.contains("press Enter"), "{text}");
        screen
    };
    let end = |screen: &mut LabScreen| {
        press(screen, KeyCode::End);
        assert_eq!(screen.cursor, right, "the right cell is pointed to");
        screen.quiz.verdict.clone().unwrap()
    };
    for (width, height) in [(120, 40), (80, 24), (60, 20)] {
        let mut keys = begin(width, height);
        press(&mut keys, KeyCode::Right);
        press(&mut keys, KeyCode::Enter);
        assert_eq!(end(&mut keys), ("(1, 2)? No: (2, 2) — expansion 3 of astar".to_owned(), false));
        assert!(keys.progress().unwrap().answers.contains("first 1,2"));
        let mut mouse = begin(width, height);
        let at = mouse.window(0).char_of(right).expect("in sight");
        mouse.mouse(&mouse_event(MouseEventKind::Down(MouseButton::Left), at));
        assert_eq!(end(&mut mouse), ("(2, 2): right — expansion 3 of astar".to_owned(), true));
    }
    for (wrong, why) in
        [("expands = [\"jps\", 3]", "no run 'jps'"), ("expands = [\"astar\", 900]", "ends before")]
    {
        let page =
            Book::read([("first-steps", "10-first.md", FIRST.replace(listed, wrong).as_str())]).unwrap();
        let faults = check_page(&page.pages()[0], &page, &|_| None).faults;
        assert!(faults.iter().any(|(_, fault)| fault.contains(why)), "{faults:?}");
    }
    let both = FIRST.replace("right = ", "expands = [\"astar\", 3]\nright = ");
    let error = Book::read([("first-steps", "10-first.md", both.as_str())]).unwrap_err();
    assert!(error.1.why.contains("answers and right, or expands"), "{error:?}");
}

/// The codex is asked about the settlement under the cursor rather than about a lens or the selected unit.
#[test]
fn a_settlement_has_a_page() {
    let (mut screen, scene) = kit::screen(120, 40);
    let asked =
        |screen: &mut Screen| screen.key(&KeyEvent::new(KeyCode::Char('C'), KeyModifiers::NONE), &scene);
    screen.map.cursor = Cell::new(0, 0);
    screen.map.lens = Some(Lens(0));
    assert_eq!(asked(&mut screen), [Effect::Codex(format!("lens:{}", Lens(0).row().name))]);
    let marker = &scene.town_markers[0];
    screen.map.cursor = marker.cell;
    assert_eq!(asked(&mut screen), [Effect::Codex(format!("place:{}", marker.kind.name()))]);
}

#[test]
fn links_contents_and_keys_lead_to_other_pages() {
    let mut screen = screen(120, 40);
    let rows: Vec<String> = drawn(&screen).lines().map(str::to_owned).collect();
    let row = rows.iter().position(|row| row.contains("The second page says")).unwrap();
    let column = rows[row].chars().take_while(|letter| *letter != 'T').count() as u16 + 5;
    let click =
        |screen: &mut LabScreen, at| screen.mouse(&mouse_event(MouseEventKind::Down(MouseButton::Left), at));
    assert_eq!(click(&mut screen, (column, row as u16)), [LabEffect::OpenPage(Some(1))]);
    assert_eq!(click(&mut screen, (4, 3)), [LabEffect::OpenPage(Some(1))], "the second chapter");
    assert_eq!(press(&mut screen, KeyCode::Char('>')), [LabEffect::OpenPage(Some(1))]);
    press(&mut screen, KeyCode::Char('C'));
    assert_eq!(screen.mode(), LabMode::List);
    press(&mut screen, KeyCode::Down);
    assert_eq!(press(&mut screen, KeyCode::Enter), [LabEffect::OpenPage(Some(1))]);
    open(&mut screen, 1);
    assert_eq!(press(&mut screen, KeyCode::Char('>')), []);
    assert!(drawn(&screen).contains("this is the last page"));
}

/// Without a page, the lab asks for that of the selected search.
#[test]
fn the_lab_asks_for_the_page_of_its_search() {
    let ground = LabMap::open("nothing", wayworn::grid::Size::new(8, 4));
    let mut screen = LabScreen::new(Theme::default(), (80, 24), LabSession::new(ground));
    assert_eq!(press(&mut screen, KeyCode::Char('C')), [LabEffect::OpenCodex("row:astar".to_owned())]);
}

/// A page without searches has its curves below the map, which can still be edited; where there is little room, only the
/// map.
#[test]
fn curves_leave_the_map_in_sight() {
    let book = Rc::new(included_book().unwrap());
    let page = book.index_of("fear").unwrap();
    for (width, height, has_curves) in [(120, 40, true), (80, 24, false)] {
        let mut screen = screen(width, height);
        let (reader, session) =
            Reader::open(book.clone(), page, CodexProgress::default(), &suite_map).unwrap();
        screen.read(reader, session);
        let panes = screen.panes();
        let map = panes.map_of(0);
        assert_eq!((!panes.curves.is_empty(), map.intersects(panes.curves)), (has_curves, false));
        assert!(map.height >= 4 && drawn(&screen).contains("[S]"));
        assert_eq!(drawn(&screen).contains("████"), has_curves);
    }
}
