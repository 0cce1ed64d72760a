//! Representations for straight lines: corners, meshes, triangles, axes, fixed points, and walkers of other sizes.

use crate::ground::{EIGHT, at, drawn, free, open, row, suite, way_of};
use crate::kit::Dice;
use wayworn::graph::shapes::{
    MedialAxis, Mesh, Triangulation, distance_to_walls, has_wide_line_of_sight, is_open_square,
};
use wayworn::graph::{NodeId, Rectangles, Terrain};
use wayworn::grid::Cell;
use wayworn::search::any_angle::{LineOfSightCheck, ThetaStar};
use wayworn::search::catalogue::find;
use wayworn::search::comparison::{REPRESENTATIONS, compare_representations};
use wayworn::search::shapes::mesh_search::{MeshNodes, MeshSearch};
use wayworn::search::shapes::tile_parts::{TilePart, TilePartSearch};
use wayworn::search::shapes::triangle_search::{TriangleNodes, TriangleSearch};
use wayworn::search::shapes::visibility::{KeptEdges, VisibilityGraph};
use wayworn::search::shapes::waypoints::WaypointTable;
use wayworn::search::{Algorithm, HalfCell};

/// Maps of the suite of one price.
const MAPS: [&str; 9] =
    ["hook", "maze", "noise-20", "noise-40", "open", "pillars", "rooms", "smoothed", "u-trap"];

/// Each of these maps with random ends on it.
fn questions(count: usize) -> Vec<(Terrain, Vec<(NodeId, NodeId)>)> {
    let mut dice = Dice(61);
    let maps = MAPS.iter().map(|name| suite(name));
    maps.map(|terrain| {
        let free = free(&terrain);
        let ends = (0..count).map(|_| (free[dice.below(free.len())], free[dice.below(free.len())]));
        let ends = ends.collect();
        (terrain, ends)
    })
    .collect()
}

/// Length of lines between cells.
fn length(terrain: &Terrain, path: &[NodeId]) -> u64 {
    path.windows(2).map(|two| ThetaStar::line_cost(terrain, two[0], two[1])).sum()
}

/// Length of a row's path in lines, if it finds one.
fn length_of(id: &str, terrain: &Terrain, (start, goal): (NodeId, NodeId)) -> Option<u64> {
    row(id, terrain, start, goal).0.map(|path| length(terrain, &path))
}

/// Lengths of all questions of all maps together, of a row that always finds a path where there is one.
fn total(id: &str, maps: &[(Terrain, Vec<(NodeId, NodeId)>)]) -> u64 {
    let lengths =
        maps.iter().flat_map(|(terrain, ends)| ends.iter().map(move |ends| length_of(id, terrain, *ends)));
    lengths.flatten().sum()
}

/// Only tangents matter: fewer edges, and the same lengths. No other lines of a walker one cell wide are shorter.
#[test]
fn tangents_are_all_that_shortest_lines_need() {
    const OTHERS: [&str; 12] = [
        "astar",
        "mesh-centres",
        "mesh-middles",
        "mesh-ends",
        "mesh-hybrid",
        "mesh-funnel",
        "quadtree",
        "framed-quadtree",
        "triangulation-astar",
        "corridor-map",
        "waypoint-table",
        "random-road-map",
    ];
    let (mut all, mut tangents, mut compared) = (0, 0, 0);
    for (terrain, ends) in questions(8) {
        all += VisibilityGraph::new(&terrain, KeptEdges::All).drawing().edge_count;
        tangents += VisibilityGraph::new(&terrain, KeptEdges::Tangents).drawing().edge_count;
        for ends in ends {
            let Some(best) = length_of("visibility", &terrain, ends) else { continue };
            assert!(best.abs_diff(length_of("tangents", &terrain, ends).unwrap()) <= 20, "{ends:?}");
            for other in OTHERS.iter().filter_map(|id| length_of(id, &terrain, ends)) {
                assert!(other + 60 >= best, "{ends:?}: {other} is shorter than {best}");
                compared += 1;
            }
        }
    }
    assert!(tangents * 10 < all * 9 && compared > 500, "{tangents} of {all} edges, {compared} compared");
}

/// Every division covers each free cell once, and no wall. Rectangles of any size are far fewer than squares.
#[test]
fn divisions_cover_each_free_cell_once() {
    let mut counts = [0; 3];
    for name in MAPS.iter().chain(&["hills", "last-ford"]) {
        let terrain = suite(name);
        let divisions =
            [Rectangles::of(&terrain), Rectangles::largest_first(&terrain), Rectangles::quadtree(&terrain)];
        for (count, division) in counts.iter_mut().zip(divisions) {
            let mut covered = vec![0; terrain.size().area()];
            for (index, rectangle) in division.all().iter().enumerate() {
                for node in rectangle.cells().map(|cell| terrain.node(cell)) {
                    covered[node as usize] += 1;
                    assert_eq!(division.rectangle_of(node), index as u32);
                    assert_eq!(
                        terrain.price(node),
                        terrain.price(terrain.node(rectangle.from)),
                        "of one price"
                    );
                }
            }
            let expected = terrain.prices().iter().map(|price| u32::from(*price > 0));
            assert!(covered.into_iter().eq(expected), "{name}");
            *count += division.all().len();
        }
    }
    assert!(counts[0].max(counts[1]) * 3 < counts[2], "{counts:?}");
}

/// Centres are worst, middles of portals close to the best, ends hug walls, both together are best.
#[test]
fn nodes_of_a_mesh_decide_how_good_paths_are() {
    let maps = questions(10);
    let [centres, middles, ends, hybrid, taut, best] =
        ["mesh-centres", "mesh-middles", "mesh-ends", "mesh-hybrid", "mesh-funnel", "tangents"]
            .map(|id| total(id, &maps));
    assert!(centres > middles && middles > hybrid && ends >= hybrid && hybrid >= best);
    assert!(taut < hybrid && taut >= best);
}

/// Through one row of regions, nothing is shorter than the funnel's line: not lines of sight, nor any other.
#[test]
fn funnels_are_no_longer_than_smoothing() {
    let (mut compared, mut shorter) = (0, 0);
    for (terrain, ends) in questions(20) {
        let rectangles = || Rectangles::largest_first(&terrain);
        let mut plain = MeshSearch::new(&terrain, rectangles(), MeshNodes::Middles);
        let mut taut = MeshSearch::new(&terrain, rectangles(), MeshNodes::Middles).pulled_taut();
        for (start, goal) in ends {
            let (Some(path), Some(line)) =
                (way_of(&mut plain, start, goal).0, way_of(&mut taut, start, goal).0)
            else {
                continue;
            };
            let Some(passed) = only_these_regions(&terrain, plain.mesh(), &plain.regions()) else { continue };
            let (funnel, smoothed) = (length(&terrain, &line), length(&terrain, &smoothed(&passed, &path)));
            let best = length_of("visibility", &passed, (start, goal)).unwrap();
            assert!(funnel <= smoothed + 20 && funnel.abs_diff(best) <= 20, "{funnel}, {smoothed}, {best}");
            compared += 1;
            shorter += u32::from(funnel + 20 < smoothed);
        }
    }
    assert!(compared > 60 && shorter > 20, "{shorter} of {compared} were shorter");
}

/// The ground with walls outside a row of regions; `None` if two touch that do not follow each other.
fn only_these_regions(terrain: &Terrain, mesh: &Mesh, regions: &[u32]) -> Option<Terrain> {
    let touch = |a: u32, b: u32| mesh.portal_between(a, b).is_some();
    for (i, a) in regions.iter().enumerate() {
        if regions.iter().skip(i + 2).any(|b| touch(*a, *b)) {
            return None;
        }
    }
    let is_in = |node: NodeId| !terrain.is_wall(node) && regions.contains(&mesh.rectangle_of(node));
    let prices = (0..terrain.size().area() as NodeId).map(|node| if is_in(node) { 1000 } else { 0 });
    Terrain::new(terrain.size(), prices.collect(), EIGHT)
}

/// The path without stops between stops in line of sight, until none is left.
fn smoothed(terrain: &Terrain, path: &[NodeId]) -> Vec<NodeId> {
    let mut stops = path.to_vec();
    let needless = |stops: &[NodeId]| {
        stops.windows(3).position(|three| has_wide_line_of_sight(terrain, three[0], three[2]))
    };
    while let Some(i) = needless(&stops) {
        stops.remove(i + 1);
    }
    stops
}

/// Large open squares are one node. A frame around each costs more nodes, and gives better paths.
#[test]
fn quadtrees_have_few_nodes_and_frames_good_paths() {
    let maps = questions(10);
    let [whole, framed, best] = ["quadtree", "framed-quadtree", "tangents"].map(|id| total(id, &maps));
    let cells: usize = maps.iter().map(|(terrain, _)| free(terrain).len()).sum();
    let nodes = |kind| {
        let count = |terrain: &Terrain| {
            MeshSearch::new(terrain, Rectangles::quadtree(terrain), kind).drawing().node_count
        };
        maps.iter().map(|(terrain, _)| count(terrain)).sum::<u64>()
    };
    let (centres, frames) = (nodes(MeshNodes::Centres), nodes(MeshNodes::Frame));
    assert!(centres < frames && frames <= cells as u64, "{centres}, {frames} of {cells} cells");
    assert!(framed < whole && framed * 100 <= best * 105, "{whole}, {framed}, {best}");
}

/// Whether a point lies inside the circle through the corners of a triangle that are clockwise on screen.
fn is_in_circle([a, b, c]: [Cell; 3], point: Cell) -> bool {
    let row = |corner: Cell| {
        let by = |from: u16, to: u16| i64::from(to) - i64::from(from);
        let (x, y) = (by(point.x, corner.x), by(point.y, corner.y));
        [x, y, x * x + y * y]
    };
    let [a, b, c] = [a, b, c].map(row);
    let minor = |p: [i64; 3], q: [i64; 3], i: usize, j: usize| p[i] * q[j] - p[j] * q[i];
    a[0] * minor(b, c, 1, 2) - a[1] * minor(b, c, 0, 2) + a[2] * minor(b, c, 0, 1) > 0
}

/// Triangles cover the squares between four free cells once, edge to edge, and none has a neighbour's corner in its
/// circle (Delaunay 1934). Without those that leave no choice, paths cost the same, and less is expanded.
#[test]
fn triangles_without_a_choice_are_left_out() {
    let (mut compared, mut circles, mut expanded) = (0, 0, [0; 2]);
    for (terrain, ends) in questions(10) {
        let triangles = Triangulation::of(&terrain);
        let area = |corners: &[Cell]| {
            let [a, b, c] =
                [corners[0], corners[1], corners[2]].map(|cell| (i64::from(cell.x), i64::from(cell.y)));
            (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
        };
        let areas: Vec<i64> = triangles
            .elements()
            .iter()
            .filter(|of| of.corners.len() == 3)
            .map(|of| area(&of.corners))
            .collect();
        let is_open = |cell: &Cell| is_open_square(&terrain, cell.x.into(), cell.y.into());
        let squares = terrain.size().cells().filter(is_open).count() as i64;
        assert!(areas.iter().all(|area| *area > 0));
        assert_eq!(areas.iter().sum::<i64>(), 2 * squares);
        let of = |index: u32| triangles.elements()[index as usize].corners.as_slice();
        for index in 0..triangles.elements().len() as u32 {
            let (Ok(own), near) = (<[Cell; 3]>::try_from(of(index)), triangles.neighbours(index)) else {
                continue;
            };
            for other in near.iter().map(|near| of(*near)).filter(|other| other.len() == 3) {
                assert!(!other.iter().any(|corner| is_in_circle(own, *corner)), "{own:?} {other:?}");
                circles += 1;
            }
        }
        let mut searches =
            [TriangleNodes::All, TriangleNodes::Junctions].map(|kept| TriangleSearch::new(&terrain, kept));
        for (start, goal) in ends {
            let results = searches.each_mut().map(|search| way_of(search, start, goal));
            if results.iter().all(|(path, _)| path.is_some()) && start != goal {
                let [all, reduced] = searches.each_ref().map(TriangleSearch::cost);
                assert!(all.abs_diff(reduced) <= 1 + all / 500, "{all}, {reduced}");
                compared += 1;
            }
            (0..2).for_each(|i| expanded[i] += results[i].1.expanded);
        }
    }
    assert!(compared > 60 && circles > 500 && expanded[1] < expanded[0], "{circles} {expanded:?}");
}

/// Each free cell sees a point. Nothing is searched, and a path is longer than need be.
#[test]
fn waypoints_lead_by_a_detour() {
    let maps = questions(10);
    for (terrain, _) in &maps {
        let table = WaypointTable::new(terrain);
        let sees =
            |cell: &NodeId| table.points().iter().any(|point| has_wide_line_of_sight(terrain, *cell, *point));
        assert!(free(terrain).iter().all(sees));
    }
    let (along, best) = (total("waypoint-table", &maps), total("tangents", &maps));
    assert!(along * 100 > best * 105, "{along}, {best}");
}

/// A gap of one cell lets a walker of one cell pass, a gap of two one of two; a fringe needs three.
#[test]
fn large_walkers_need_wide_gaps() {
    for (gap, walkers) in [(1, [true, false, false]), (2, [true, true, false]), (3, [true, true, true])] {
        let wall = |y: u16| {
            if (4..4 + gap).contains(&y) { "...........".to_owned() } else { ".....@.....".to_owned() }
        };
        let rows: Vec<String> = (0..11).map(wall).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let terrain = drawn(&rows, EIGHT);
        let (start, goal) = (at(&terrain, 1, 5), at(&terrain, 9, 5));
        let found = ["astar", "wide-walker", "fringe-tiles"].map(|id| row(id, &terrain, start, goal).0);
        assert_eq!(found.each_ref().map(Option::is_some), walkers, "a gap of {gap}");
        let widths = distance_to_walls(&terrain);
        let least = |path: &Vec<NodeId>| path.iter().map(|node| widths.values()[*node as usize]).min();
        assert!(found[2].as_ref().is_none_or(|path| least(path) >= Some(2)), "nothing is touched");
    }
}

/// Axes keep to the middle, and the narrowest place of an axis between two rooms is the pass.
#[test]
fn axes_keep_to_the_middle_and_find_passes() {
    let hall = open(31, 5, EIGHT);
    let path = row("medial-axis", &hall, at(&hall, 3, 0), at(&hall, 27, 4)).0.unwrap();
    let middle = path.iter().filter(|node| hall.cell(**node).y == 2).count();
    assert!(middle >= 20, "{middle} cells are in the middle");
    let rooms = drawn(
        &[
            "...........@...........",
            "...........@...........",
            "...........@...........",
            "...........@...........",
            ".......................",
            "...........@...........",
            "...........@...........",
            "...........@...........",
            "...........@...........",
        ],
        EIGHT,
    );
    let passes: Vec<Cell> =
        MedialAxis::of(&rooms).passes().iter().map(|pass| rooms.cell(pass.cell)).collect();
    assert_eq!(passes, [Cell::new(11, 4)]);
    let widths = |id: &str, terrain: &Terrain, ends: (NodeId, NodeId)| {
        let widths = distance_to_walls(terrain);
        let path = row(id, terrain, ends.0, ends.1).0?;
        let sum: u64 = path.iter().map(|node| u64::from(widths.values()[*node as usize])).sum();
        Some(sum * 1000 / path.len() as u64)
    };
    let maps = questions(10);
    let mean = |id: &str| {
        let all = maps.iter().flat_map(|(terrain, ends)| ends.iter().map(|ends| widths(id, terrain, *ends)));
        all.flatten().sum::<u64>()
    };
    let (axis, shortest) = (mean("medial-axis"), mean("astar"));
    assert!(axis * 10 > shortest * 11, "{axis}, {shortest}");
}

/// Points thrown at random find most paths, and always the same; a corridor is pulled nearly as taut as can be.
#[test]
fn random_points_find_most_paths() {
    let (mut found, mut asked) = (0, 0);
    let maps = questions(20);
    for (terrain, ends) in &maps {
        for ends in ends.iter().filter(|ends| length_of("visibility", terrain, **ends).is_some()) {
            asked += 1;
            let first = row("random-road-map", terrain, ends.0, ends.1).0;
            assert_eq!(first, row("random-road-map", terrain, ends.0, ends.1).0);
            found += u32::from(first.is_some());
        }
    }
    assert!(found < asked && found * 10 > asked * 5, "{found} of {asked}");
    let [corridor, axis, best] = ["corridor-map", "medial-axis", "tangents"].map(|id| total(id, &maps));
    assert!(corridor < axis && corridor * 100 <= best * 120, "{corridor}, {axis}, {best}");
}

/// Where the ground changes, the sines of a line's angles are as the inverse of the prices, to the cell. The step
/// across the border costs at most a half percent over Theta*, which looks at all cells.
#[test]
fn lines_are_refracted_where_the_ground_changes() {
    for dear in [2, 3, 5] {
        let size = wayworn::grid::Size::new(90, 60);
        let prices = size.cells().map(|cell| if cell.y < 30 { 1000 } else { 1000 * dear });
        let terrain = Terrain::new(size, prices.collect(), EIGHT).unwrap();
        for (from, to) in [((5, 3), (80, 55)), ((2, 20), (60, 58)), ((85, 1), (4, 40))] {
            let (start, goal) = (at(&terrain, from.0, from.1), at(&terrain, to.0, to.1));
            let path = row("refraction", &terrain, start, goal).0.unwrap();
            let cells: Vec<Cell> = path.iter().map(|node| terrain.cell(*node)).collect();
            let crossing = cells.windows(2).find(|two| two[0].y == 29 && two[1].y == 30).unwrap();
            // The square of the sine of the angle between a line from this end and the normal, in millionths, if the
            // crossing were farther from the end by so many cells.
            let sine = |end: Cell, crossing: Cell, farther: i64| {
                let along = i64::from(end.x.abs_diff(crossing.x)) + farther;
                let away = i64::from(end.y.abs_diff(crossing.y));
                along * along * 1_000_000 / (along * along + away * away)
            };
            let (first, last) = (cells[0], cells[cells.len() - 1]);
            let law = |by: i64| {
                sine(first, crossing[0], by) - i64::from(dear * dear) * sine(last, crossing[1], -by)
            };
            assert!(law(-1) <= 0 && law(1) >= 0, "the law holds within a cell: {cells:?}");
            let mut theta = ThetaStar::new(&terrain, LineOfSightCheck::Eager);
            let other = length(&terrain, &way_of(&mut theta, start, goal).0.unwrap());
            assert!(
                length(&terrain, &path) * 1000 <= other * 1005,
                "{} and {other}",
                length(&terrain, &path)
            );
        }
    }
}

/// From edge to edge is shorter than from centre to centre over the same tiles, and from corner to corner no longer
/// than steps of a king. Where there is no room, corners find nothing.
#[test]
fn parts_of_tiles_waste_less_motion() {
    let terrain = open(20, 20, EIGHT);
    let mut edges = TilePartSearch::new(&terrain, TilePart::Edges);
    let mut corners = TilePartSearch::new(&terrain, TilePart::Corners);
    for (x, y) in [(19, 19), (19, 7), (3, 19), (10, 0)] {
        let (start, goal) = (at(&terrain, 0, 0), at(&terrain, x, y));
        let centres = 1000 * u64::from(x + y);
        let path = way_of(&mut edges, start, goal).0.unwrap();
        assert_eq!(path.len() as u16, x + y + 1, "each tile on the way is crossed");
        let length = edges.length().unwrap();
        assert!(length <= centres && (length < centres) == (x > 0 && y > 0), "{length} of {centres}");
        let king = terrain.path_cost(&row("astar", &terrain, start, goal).0.unwrap()).unwrap();
        assert!(way_of(&mut corners, start, goal).0.is_some());
        assert!(corners.length().unwrap() <= king + 600, "{:?} of {king}", corners.length());
    }
    let lane = open(20, 1, EIGHT);
    assert!(row("edge-tiles", &lane, 0, 19).0.is_some() && row("corner-tiles", &lane, 0, 19).0.is_none());
}

/// A town behind a wall, with a gate to each side and streets between its houses.
const TOWN: [&str; 20] = [
    "................................",
    "................................",
    "..@@@@@@@@@@@@.....@@@@@@@@@@@..",
    "..@.........................@@..",
    "..@..@@@@@..@@@@@@..@@@@@@..@@..",
    "..@..@@@@@..@@@@@@..@@@@@@...@..",
    "..@..@@@@@..@@@@@@..@@@@@@...@..",
    "..@..........................@..",
    "..@..@@@@............@@@@@...@..",
    ".....@@@@....@@@@....@@@@@......",
    ".....@@@@....@@@@....@@@@@......",
    "..@..........@@@@............@..",
    "..@..@@@@@@..........@@@@@...@..",
    "..@..@@@@@@..@@@@@...@@@@@...@..",
    "..@..@@@@@@..@@@@@...@@@@@...@..",
    "..@..........@@@@@...........@..",
    "..@..........................@..",
    "..@@@@@@@@@@@@.....@@@@@@@@@@@..",
    "................................",
    "................................",
];

/// The table of representations on a town: sizes, work and lengths of each.
#[test]
fn representations_are_compared_on_a_town() {
    let town = drawn(&TOWN, EIGHT);
    let (mut dice, free) = (Dice(71), free(&town));
    let ends: Vec<(NodeId, NodeId)> =
        (0..30).map(|_| (free[dice.below(free.len())], free[dice.below(free.len())])).collect();
    let table = compare_representations(&town, &ends);
    assert_eq!(table.iter().map(|row| row.id).collect::<Vec<_>>(), REPRESENTATIONS);
    for row in &table {
        let promise = find(row.id).unwrap().promise;
        assert!(row.found == 30 || !promise.finds_any(), "{row:?}");
        assert!(row.node_count > 0 && row.edge_count > 0 && row.cost + 600 >= row.shortest, "{row:?}");
    }
    let of = |id: &str| *table.iter().find(|row| row.id == id).unwrap();
    let best = of("tangents").expanded;
    assert!(of("mesh-funnel").node_count < of("astar").node_count && best < of("astar").expanded);
    assert!(of("tangents").edge_count < of("visibility").edge_count);
    assert!(of("tra-star").node_count < of("triangulation-astar").node_count);
    let points = WaypointTable::new(&town).points().len();
    let regions = Rectangles::largest_first(&town).all().len();
    // By hand, for a town in a game of three dimensions, 28 and 14 have been counted (Tozour 2008). Points that see
    // every cell, and rectangles, are more; still a third fewer regions than points.
    assert_eq!((points, regions), (39, 28), "waypoints and regions");
    assert_eq!(HalfCell::centre(Cell::new(3, 4)), HalfCell { x: 7, y: 9 });
}
