//! How a path is walked: five lines over the same cells, ordered by length, and none through a wall.

#![expect(clippy::disallowed_methods, reason = "only lines are measured with it; no land is made from it")]

use crate::ground::{EIGHT, at, drawn, free, row, suite};
use crate::kit::{self, Dice};
use wayworn::graph::{NodeId, Terrain};
use wayworn::grid::{Cell, Dir8, Size};
use wayworn::search::path_lines::{LineForm, LinePoint, line_length, path_line};

/// Parts of a line that are checked.
const PARTS: i64 = 9;

fn cells(land: &Terrain, path: &[NodeId]) -> Vec<Cell> {
    path.iter().map(|node| land.cell(*node)).collect()
}

fn line(path: &[Cell], form: LineForm) -> Vec<LinePoint> {
    path_line(path, form).unwrap()
}

fn lengths(path: &[Cell]) -> [u64; 5] {
    LineForm::ALL.map(|form| line_length(&line(path, form)))
}

/// Cheapest paths over all maps of the suite and over random plain and rough ground with walls.
fn each_path(count: usize, mut see: impl FnMut(&Terrain, &[Cell])) {
    let mut dice = Dice(31);
    let mut lands: Vec<Terrain> = Vec::new();
    for entry in std::fs::read_dir(kit::home().join("levels/suite")).unwrap() {
        lands.push(suite(entry.unwrap().path().file_stem().unwrap().to_str().unwrap()));
    }
    assert!(lands.len() >= 12);
    for round in 0..60 {
        let size = Size::new(3 + dice.below(20) as u16, 3 + dice.below(20) as u16);
        let mut price = |_| match dice.below(10) {
            0..3 => 0,
            3..6 if round % 2 == 1 => 1000 * (1 + dice.below(9)) as u16,
            _ => 1000,
        };
        lands.push(Terrain::new(size, (0..size.area()).map(&mut price).collect(), EIGHT).unwrap());
    }
    for land in lands {
        let nodes = free(&land);
        for _ in 0..count {
            let (start, goal) = (nodes[dice.below(nodes.len())], nodes[dice.below(nodes.len())]);
            if let Some(path) = row("astar", &land, start, goal).0 {
                see(&land, &cells(&land, &path));
            }
        }
    }
}

/// Whether a line stays out of the inside of every wall, tested in steps too small to skip one, in exact arithmetic.
fn is_clear(land: &Terrain, line: &[LinePoint]) -> bool {
    let wide = i64::from(land.size().width);
    line.windows(2).all(|two| {
        let [x, y] = [(two[0].x, two[1].x), (two[0].y, two[1].y)];
        let steps = PARTS * i64::from(x.0.abs_diff(x.1).max(y.0.abs_diff(y.1)) / 100 + 1);
        (0..=steps).all(|step| {
            let place = |(from, to): (i32, i32)| i64::from(from) * steps + i64::from(to - from) * step;
            let (x, y, cell) = (place(x), place(y), 1000 * steps);
            let is_between = x % cell == 0 || y % cell == 0;
            is_between || !land.is_wall((y.div_euclid(cell) * wide + x.div_euclid(cell)) as NodeId)
        })
    })
}

/// The sharpest bend of a line, in degrees.
fn sharpest(line: &[LinePoint]) -> f64 {
    let heading = |two: &[LinePoint]| f64::from(two[1].y - two[0].y).atan2(f64::from(two[1].x - two[0].x));
    let bend = |three: &[LinePoint]| {
        let by = (heading(&three[1..]) - heading(&three[..2])).to_degrees().abs();
        by.min(360.0 - by)
    };
    line.windows(3).map(bend).fold(0.0, f64::max)
}

#[test]
fn from_corners_to_curves_the_lines_are_ever_longer() {
    let (mut paths, mut shorter) = (0, [0; 5]);
    each_path(40, |_, path| {
        let [centres, edges, corners, soft, smooth] = lengths(path);
        let in_order = [corners, edges, soft, centres, smooth];
        assert!(in_order.windows(2).all(|two| two[0] <= two[1] + 1), "{path:?}: {in_order:?}");
        let turns = path.windows(3).any(|three| three[0].dir_to(three[1]) != three[1].dir_to(three[2]));
        for (count, two) in shorter.iter_mut().zip(in_order.windows(2)) {
            // Every turn tells them apart, except for the taut line where it has no room elsewhere.
            *count += u32::from(two[0] < two[1]);
            assert!(turns || two[1] <= two[0] + 1, "{path:?}: {in_order:?}");
        }
        paths += 1;
    });
    assert!(paths > 1500 && shorter[..4].iter().all(|count| *count > 800), "{paths} {shorter:?}");
}

#[test]
fn every_line_begins_and_ends_in_the_middle_and_enters_no_wall() {
    let mut paths = 0;
    each_path(20, |land, path| {
        for form in LineForm::ALL {
            let line = line(path, form);
            assert_eq!(line.first(), path.first().map(|cell| LinePoint::centre(*cell)).as_ref(), "{form:?}");
            assert_eq!(line.last(), path.last().map(|cell| LinePoint::centre(*cell)).as_ref(), "{form:?}");
            assert!(is_clear(land, &line), "{form:?} {path:?}: {line:?}");
        }
        paths += 1;
    });
    assert!(paths > 700, "{paths}");
    let wall = drawn(&["..", "@."], EIGHT);
    assert!(!is_clear(&wall, &line(&[Cell::new(0, 0), Cell::new(0, 1)], LineForm::Centres)), "it can tell");
}

#[test]
fn curves_have_no_corner_where_the_mechanical_walk_has_one() {
    let (mut turned, mut worst) = (0, [0.0; 2]);
    each_path(30, |_, path| {
        let turns = path.windows(3).any(|three| three[0].dir_to(three[1]) != three[1].dir_to(three[2]));
        let bends =
            [LineForm::Centres, LineForm::Soft, LineForm::Smooth].map(|form| sharpest(&line(path, form)));
        assert!(if turns { bends[0] > 44.9 } else { bends[0] < 0.1 }, "{path:?}: {bends:?}");
        worst = [bends[1].max(worst[0]), bends[2].max(worst[1])];
        turned += u32::from(turns);
    });
    assert!(turned > 800 && worst[0] < 9.0 && worst[1] < 23.0, "{turned} {worst:?}");
}

/// Where a straight line between two points meets the segment between two others, as a fraction of the line.
fn meets((a, b): ((f64, f64), (f64, f64)), (p, q): ((f64, f64), (f64, f64))) -> Option<(f64, f64)> {
    const EPS: f64 = 1e-9;
    let (d, e) = ((b.0 - a.0, b.1 - a.1), (q.0 - p.0, q.1 - p.1));
    let cross = |u: (f64, f64), v: (f64, f64)| u.0 * v.1 - u.1 * v.0;
    let along = |c: (f64, f64)| ((c.0 - a.0) * d.0 + (c.1 - a.1) * d.1) / (d.0 * d.0 + d.1 * d.1);
    let from_a = (p.0 - a.0, p.1 - a.1);
    if cross(d, e).abs() > EPS {
        let (t, s) = (cross(from_a, e) / cross(d, e), cross(from_a, d) / cross(d, e));
        let inside = |part: f64| (-EPS..=1.0 + EPS).contains(&part);
        return (inside(t) && inside(s)).then_some((t, t));
    }
    let (low, high) = (along(p).min(along(q)).max(0.0), along(p).max(along(q)).min(1.0));
    (cross(d, from_a).abs() < EPS && low <= high + EPS).then_some((low, high))
}

/// The shortest line through the edges that a path's steps cross, by checking all pairs of corners: length in steps.
fn shortest(path: &[Cell]) -> f64 {
    let middle = |cell: &Cell| (f64::from(cell.x) + 0.5, f64::from(cell.y) + 0.5);
    let crossed = |two: &[Cell]| {
        let ((ax, ay), (bx, by)) = (middle(&two[0]), middle(&two[1]));
        let (x, y) = (f64::midpoint(ax, bx), f64::midpoint(ay, by));
        match two[0].dir_to(two[1]).unwrap() {
            Dir8::North | Dir8::South => ((x - 0.5, y), (x + 0.5, y)),
            Dir8::East | Dir8::West => ((x, y - 0.5), (x, y + 0.5)),
            _ => ((x, y), (x, y)),
        }
    };
    let [start, goal] = [path.first(), path.last()].map(|end| (middle(end.unwrap()), middle(end.unwrap())));
    let gates: Vec<_> = [start].into_iter().chain(path.windows(2).map(crossed)).chain([goal]).collect();
    let sees = |from: (usize, (f64, f64)), to: (usize, (f64, f64))| {
        let mut at = 0.0;
        let between = &gates[from.0 + 1..to.0];
        between.iter().all(|gate| match meets((from.1, to.1), *gate) {
            _ if from.1 == to.1 => [gate.0, gate.1].contains(&from.1),
            Some((low, high)) if at <= high + 1e-9 => {
                at = low.max(at);
                true
            }
            _ => false,
        })
    };
    let mut best = vec![[f64::INFINITY; 2]; gates.len()];
    best[0] = [0.0; 2];
    for to in 1..gates.len() {
        for (side, there) in [gates[to].0, gates[to].1].into_iter().enumerate() {
            for from in 0..to {
                for (other, here) in [gates[from].0, gates[from].1].into_iter().enumerate() {
                    let length = best[from][other] + (here.0 - there.0).hypot(here.1 - there.1);
                    if length < best[to][side] && sees((from, here), (to, there)) {
                        best[to][side] = length;
                    }
                }
            }
        }
    }
    best[gates.len() - 1][0]
}

/// The taut line is the shortest in its cells: on cheapest paths, and on random walks that wind and cross themselves.
#[test]
fn no_line_in_the_same_cells_is_shorter_than_the_taut_one() {
    let mut checked = 0;
    let mut check = |path: &[Cell]| {
        let taut = line_length(&line(path, LineForm::Corners)) as f64 / 1000.0;
        assert!((taut - shortest(path)).abs() < 0.002, "{path:?}: {taut}, but {}", shortest(path));
        checked += 1;
    };
    each_path(8, |_, path| {
        if path.len() < 60 {
            check(path);
        }
    });
    let mut dice = Dice(32);
    for round in 0..600 {
        let mut path = vec![Cell::new(40, 40)];
        while path.len() < 4 + dice.below(30) {
            // Every other walk has straight steps only, where the line has the most room.
            let dir = Dir8::ALL[if round % 2 == 0 { dice.below(8) } else { 2 * dice.below(4) }];
            let next = Size::new(81, 81).step(path[path.len() - 1], dir).unwrap();
            if path.len() < 2 || path[path.len() - 2] != next {
                path.push(next);
            }
        }
        check(&path);
    }
    assert!(checked > 800, "{checked}");
}

/// One right-angled turn: lengths that can be computed by hand.
#[test]
fn a_right_angle_is_walked_in_five_lengths() {
    let path = [(0, 0), (1, 0), (1, 1)].map(|(x, y)| Cell::new(x, y));
    let [centres, edges, corners, ..] = lengths(&path);
    // Twice a half plus the diagonal of half a cell; the string turns at the corner, half a cell from the middles of
    // both sides.
    assert_eq!((centres, edges, corners), (2000, 1707, 1414));
    let twice = lengths(&[(0, 0), (1, 1), (2, 2)].map(|(x, y)| Cell::new(x, y)));
    assert_eq!(twice, [2828; 5], "straight on they are one line");
    assert_eq!(lengths(&path[..1]), [0; 5]);
    assert!(LineForm::ALL.iter().all(|form| path_line(&[], *form) == Some(Vec::new())));
    let far = [Cell::new(0, 0), Cell::new(4095, 4095)];
    assert_eq!(line_length(&line(&far, LineForm::Centres)), 5_791_205, "the longest there is");
}

/// A step straight back is drawn, a wait is a point, and a jump has only the straight line.
#[test]
fn odd_paths_have_lines_too() {
    let there = [(3, 3), (4, 3), (4, 3), (5, 3), (4, 3), (4, 4)].map(|(x, y)| Cell::new(x, y));
    let [centres, edges, corners, soft, smooth] = lengths(&there);
    assert!(corners <= edges && edges <= soft + 1 && soft <= centres + 1 && centres <= smooth + 1);
    assert_eq!(centres, 4000);
    let jump = [Cell::new(0, 0), Cell::new(4, 3)];
    assert_eq!(path_line(&jump, LineForm::Soft), None);
    assert_eq!(line_length(&line(&jump, LineForm::Centres)), 5000);
    let land = suite("u-trap");
    let stops = row("theta", &land, at(&land, 8, 6), at(&land, 20, 6)).0.unwrap();
    assert_eq!(path_line(&cells(&land, &stops), LineForm::Corners), None);
}

/// Wide turns need room: on open ground the path is the usual one, round a wall it keeps its distance, and where a
/// one-wide passage turns off it is longer or does not exist.
#[test]
fn slow_turning_takes_wide_curves() {
    let sharpest_turn = |path: &[Cell]| {
        let turn = |three: &[Cell]| {
            let (a, b) = (three[0].dir_to(three[1]).unwrap(), three[1].dir_to(three[2]).unwrap());
            let by = (a as u8).abs_diff(b as u8);
            by.min(8 - by)
        };
        path.windows(3).map(turn).max().unwrap_or(0)
    };
    let (mut dearer, mut missed) = (0, 0);
    each_path(10, |land, path| {
        let ends = (land.node(path[0]), land.node(path[path.len() - 1]));
        let cost = |path: &[NodeId]| land.path_cost(path).unwrap();
        let best = cost(&path.iter().map(|cell| land.node(*cell)).collect::<Vec<_>>());
        if let Some(wide) = row("turn-limited", land, ends.0, ends.1).0 {
            assert!(sharpest_turn(&cells(land, &wide)) < 2 && cost(&wide) >= best, "{wide:?}");
            dearer += u32::from(cost(&wide) > best);
        } else {
            assert!(sharpest_turn(path) > 1, "{path:?} is gentle");
            missed += 1;
        }
    });
    assert!(dearer > 50 && missed > 50, "{dearer} {missed}");
    let bend = drawn(&["..@", "@.@", "@.."], EIGHT);
    assert_eq!(row("turn-limited", &bend, at(&bend, 0, 0), at(&bend, 2, 2)).0, None);
    // With a cell of room on the other side it swings into the passage.
    let room = drawn(&["....", "@.@@", "@.@@"], EIGHT);
    assert_eq!(row("turn-limited", &room, at(&room, 0, 0), at(&room, 1, 2)).0, None);
    let wide = drawn(&["....", "....", "@.@@"], EIGHT);
    assert!(row("turn-limited", &wide, at(&wide, 3, 0), at(&wide, 1, 2)).0.is_some());
}
