//! The lab in a real pseudo-terminal: `wayworn lab`, and `V` from the game and back.

use super::assert_restored;
use super::terminal::Terminal;

#[test]
fn the_lab_steps_chooses_draws_races_and_leaves() {
    let mut lab = Terminal::play(120, 40, &["lab"]);
    lab.until("WAYWORN LAB");
    lab.until("expanded");
    lab.send("[.");
    lab.until("1: (0, 0)");
    lab.send("a");
    lab.until("Which algorithm?");
    lab.send("dijkstra\r");
    lab.until("Dijkstra's search");
    lab.send("]");
    lab.until("1.000");
    let before = lab.screen();
    // The map's cells are two columns wide and it is centred: a wall is drawn through it.
    for bytes in ["\x1b[<0;40;12M", "\x1b[<32;40;28M", "\x1b[<0;40;28m"] {
        lab.send(bytes);
    }
    lab.until_true("another answer", |lab| lab.screen() != before && lab.screen().contains("1.0"));
    // From the beginning: what has run is not asked about.
    lab.send("[r");
    lab.until("2 greedy");
    lab.send(" ");
    lab.until("Which expands the fewest nodes?");
    lab.send("1]");
    lab.until("right|No:");
    lab.send("q");
    assert_eq!(lab.wait(), 0);
    assert_restored(&lab);
}

#[test]
fn the_lab_opens_on_a_file_with_its_first_scenario_and_keeps_maps_beside_the_saves() {
    let mut first = Terminal::play(80, 24, &["lab"]);
    first.until("WAYWORN LAB");
    first.send("S");
    first.until("solve it with --costs S=3,W=5: saved as");
    first.send("q");
    assert_eq!(first.wait(), 0);
    let kept = first.folder().join("maps/hills.map");
    let text = std::fs::read_to_string(kept.with_extension("map.scen")).expect("a scenario beside it");
    let moved = text.replace("\t0\t0\t27\t19\t", "\t5\t1\t20\t14\t");
    assert_ne!(moved, text, "{text}");
    std::fs::write(kept.with_extension("map.scen"), moved).expect("a writable folder");
    let mut again = first.again(80, 24, &["lab", "maps/hills.map", "--costs", "S=3,W=5"]);
    again.until("5, 1");
    again.send("q");
    assert_eq!(again.wait(), 0);
}

#[test]
fn a_bad_map_is_reported_before_anything_opens() {
    let game = Terminal::play(80, 24, &["levels"]);
    std::fs::write(game.folder().join("bad.map"), "type octile\nheight 2\nwidth 2\nmap\n..\n.x\n")
        .expect("a file");
    let mut lab = game.again(80, 24, &["lab", "bad.map"]);
    assert_eq!(lab.wait(), 2);
    assert!(lab.wrote("bad.map:6:2") && !lab.wrote("\x1b[?1049h"));
}

#[test]
fn signals_and_panics_give_the_terminal_back_from_the_lab() {
    for (name, number) in [("TERM", 15), ("HUP", 1)] {
        let mut lab = Terminal::play(80, 24, &["lab"]);
        lab.until("WAYWORN LAB");
        lab.signal(name);
        assert_eq!(lab.wait(), 128 + number, "SIG{name}");
        assert_restored(&lab);
    }
}

#[test]
fn the_lab_is_still_when_nothing_runs() {
    let mut lab = Terminal::play(100, 30, &["lab"]);
    lab.until("WAYWORN LAB");
    lab.send("]");
    lab.until("the goal");
    lab.until_silent();
    lab.resize(60, 20);
    lab.until("WAYWORN LAB");
    lab.until_silent();
    lab.send("q");
    assert_eq!(lab.wait(), 0);
}

#[test]
fn the_land_waits_while_one_is_in_the_lab() {
    let mut game = Terminal::play(120, 40, &["--seed", "7"]);
    game.until("Year 1");
    game.send("\t");
    game.until("doing");
    game.send("V");
    game.until("WAYWORN LAB");
    game.until("'s land");
    game.send("]");
    game.until("1.000|no path");
    game.until_silent();
    game.send("q");
    game.until("Year 1");
    game.until("×1");
    game.send("q\r");
    assert_eq!(game.wait(), 0);
    assert_restored(&game);
}
