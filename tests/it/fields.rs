//! Fields over the land: exact against another library, equal after repair and rebuild, followed at the cost that
//! they state.

use crate::kit::Dice;
use pathfinding::directed::dijkstra::dijkstra_all;
use std::collections::HashMap;
use wayworn::graph::{Corner, CostModel, Graph, Grid8, NodeId, Visit};
use wayworn::grid::{Cell, Dir8, Size};
use wayworn::plan::field::{Extent, Field, FieldCache, FieldPrices, FieldWindow, FloodQueue};
use wayworn::sim::limits::{FIELD_BYTES_MAX, FIELDS_MAX};
use wayworn::world::{Kind, PeopleIx};

/// Land of synthetic prices: entering a cell, up and down by different amounts, walls, and a few forbidden steps.
struct Rough {
    size: Size,
    onto: Vec<u32>,
    heights: Vec<u32>,
}

impl Rough {
    fn new(size: Size, dice: &mut Dice) -> Self {
        let mut rough = Self { size, onto: vec![0; size.area()], heights: vec![0; size.area()] };
        (0..size.area()).for_each(|cell| rough.change(cell, dice));
        rough
    }

    /// Another price for a cell: often one of a few, so that many paths tie; sometimes a wall.
    fn change(&mut self, cell: usize, dice: &mut Dice) {
        self.onto[cell] = [0, 1000, 1000, 1000, 2000, 250 + dice.below(7000) as u32][dice.below(6)];
        self.heights[cell] = [0, 0, 0, 7, dice.below(90) as u32][dice.below(5)];
    }
}

impl CostModel for Rough {
    fn step_cost(&self, from: NodeId, to: NodeId, length: u32) -> Option<u32> {
        let (low, high) = (self.heights[from as usize], self.heights[to as usize]);
        let slope = 30 * high.saturating_sub(low) + 10 * low.saturating_sub(high);
        let is_forbidden = (u64::from(from) * 31 + u64::from(to)).is_multiple_of(97);
        (!is_forbidden && !self.is_blocked(to)).then(|| self.onto[to as usize] * length / 1000 + slope)
    }
    fn is_blocked(&self, node: NodeId) -> bool {
        self.onto[node as usize] == 0
    }
    fn cheapest(&self) -> u32 {
        250
    }
}

/// The least cost to a goal from every free cell of the window, by another library over the reversed steps of
/// `Grid8`.
fn reference(rough: &Rough, window: FieldWindow, goals: &[Cell]) -> HashMap<Cell, u64> {
    let size = rough.size;
    let graph = Grid8 { size, cost: rough, corner: Corner::BothFree };
    let mut onto: HashMap<NodeId, Vec<(NodeId, u64)>> = HashMap::new();
    let inside = |node: NodeId| window.contains(size.cell(node as usize));
    for node in (0..size.area() as NodeId).filter(|node| inside(*node) && !rough.is_blocked(*node)) {
        graph.successors(Visit { node, parent: node }, &mut |to, cost| {
            let corner = |x, y| !inside(size.index(Cell::new(x, y)) as NodeId);
            let (a, b) = (size.cell(node as usize), size.cell(to as usize));
            if inside(to) && !corner(a.x, b.y) && !corner(b.x, a.y) {
                onto.entry(to).or_default().push((node, cost));
            }
        });
    }
    let mut least: HashMap<Cell, u64> = HashMap::new();
    for goal in goals.iter().filter(|goal| window.contains(**goal)) {
        let start = size.index(*goal) as NodeId;
        let reached = dijkstra_all(&start, |node| onto.get(node).cloned().unwrap_or_default());
        least.insert(*goal, 0);
        for cell in size.cells() {
            let Some((_, cost)) = reached.get(&(size.index(cell) as NodeId)) else { continue };
            let known = least.entry(cell).or_insert(*cost);
            *known = (*cost).min(*known);
        }
    }
    least
}

/// The first direction clockwise from north whose step attains the least cost.
fn first_arrow(rough: &Rough, least: &HashMap<Cell, u64>, cell: Cell) -> Option<Dir8> {
    let graph = Grid8 { size: rough.size, cost: rough, corner: Corner::BothFree };
    let node = rough.size.index(cell) as NodeId;
    let mut arrow = None;
    graph.successors(Visit { node, parent: node }, &mut |to, step| {
        let next = rough.size.cell(to as usize);
        let attains = least.get(&next).is_some_and(|cost| cost + step == least[&cell]);
        arrow = arrow.or(cell.dir_to(next).filter(|_| attains));
    });
    arrow
}

/// A random place.
fn place(size: Size, dice: &mut Dice) -> Cell {
    Cell::new(dice.below(size.width.into()) as u16, dice.below(size.height.into()) as u16)
}

#[test]
fn a_field_is_exact_from_every_cell() {
    let mut dice = Dice(11);
    let mut flood = FloodQueue::default();
    let mut reached = 0;
    for (width, height) in [(1, 1), (14, 15), (15, 14), (1, 40), (40, 1), (29, 33), (57, 48), (64, 64)] {
        let size = Size::new(width, height);
        for count in [1, 3] {
            let rough = Rough::new(size, &mut dice);
            let windows = [FieldWindow::all(size), FieldWindow::within(size, place(size, &mut dice), 9)];
            for window in windows {
                let goals: Vec<Cell> = (0..count).map(|_| place(size, &mut dice)).collect();
                let mut entries = FieldPrices::new(size, window);
                let field = Field::build(&mut entries, &rough, &mut flood, &goals, Extent::All);
                let least = reference(&rough, window, &goals);
                for cell in size.cells() {
                    assert_eq!(
                        field.cost(cell).map(u64::from),
                        least.get(&cell).copied(),
                        "{cell:?} to {goals:?}"
                    );
                    let inner =
                        window == FieldWindow::all(size) && field.cost(cell).is_some_and(|cost| cost > 0);
                    if inner {
                        assert_eq!(field.arrow(cell), first_arrow(&rough, &least, cell), "{cell:?}");
                    }
                }
                reached += least.len();
            }
        }
    }
    assert!(reached > 10_000, "{reached}");
}

/// Checks that two fields agree on every cell.
fn assert_same(size: Size, one: &Field, other: &Field) {
    for cell in size.cells() {
        let says = |field: &Field| (field.cost(cell), field.arrow(cell));
        assert_eq!(says(one), says(other), "{cell:?}");
    }
}

/// Ten thousand cells made dearer, cheaper, walled up and opened, a few at a time; whole fields and parts of fields.
#[test]
fn a_repaired_field_is_a_rebuilt_one() {
    let mut dice = Dice(12);
    let mut flood = FloodQueue::default();
    let size = Size::new(47, 39);
    let (mut edits, mut lost, mut expanded, mut rebuilt) = (0, 0, 0, 0);
    while edits < 10_000 {
        let mut rough = Rough::new(size, &mut dice);
        let goals = [place(size, &mut dice), place(size, &mut dice)];
        let mut entries = FieldPrices::new(size, FieldWindow::all(size));
        let extent = [Extent::All, Extent::All, Extent::Cost(16_000)][dice.below(3)];
        let mut field = Field::build(&mut entries, &rough, &mut flood, &goals, extent);
        let settled = Extent::Cost(field.settled());
        for _ in 0..100 {
            let cells: Vec<Cell> = (0..=dice.below(8)).map(|_| place(size, &mut dice)).collect();
            for cell in &cells {
                rough.change(size.index(*cell), &mut dice);
            }
            edits += cells.len();
            let changed = entries.refresh(&rough, &cells);
            let repaired = field.repair(&mut entries, &rough, &mut flood, &changed, 800);
            lost += repaired.lost_cells;
            expanded += repaired.expanded;
            rebuilt += u32::from(repaired.is_rebuilt);
            let fresh = &mut FieldPrices::new(size, FieldWindow::all(size));
            let again = Field::build(fresh, &rough, &mut flood, &goals, settled);
            assert_same(size, &field, &again);
        }
    }
    assert!(lost > 10_000 && expanded > 20_000 && rebuilt > 5, "{lost} {expanded} {rebuilt}");
}

#[test]
fn followers_arrive_at_the_cost_that_was_promised() {
    let mut dice = Dice(13);
    let size = Size::new(61, 53);
    let rough = Rough::new(size, &mut dice);
    let goals = [place(size, &mut dice), place(size, &mut dice), place(size, &mut dice)];
    let mut entries = FieldPrices::new(size, FieldWindow::all(size));
    let field = Field::build(&mut entries, &rough, &mut FloodQueue::default(), &goals, Extent::All);
    let mut spots: Vec<u32> = size.cells().map(|cell| field.slot(cell)).collect();
    let mut paid = vec![0; size.area()];
    for _ in 0..size.area() {
        let before = spots.clone();
        field.advance_all(&mut spots);
        let cells =
            |spots: &[u32]| spots.iter().map(|spot| field.cell_of(*spot).unwrap()).collect::<Vec<_>>();
        for (i, (from, to)) in cells(&before).into_iter().zip(cells(&spots)).enumerate() {
            let Some(dir) = from.dir_to(to) else { continue };
            let node = |cell: Cell| size.index(cell) as NodeId;
            paid[i] += rough.step_cost(node(from), node(to), dir.length()).unwrap();
        }
        if before == spots {
            break;
        }
    }
    let mut arrived = 0;
    for (i, cell) in size.cells().enumerate() {
        let end = field.cell_of(spots[i]).unwrap();
        let path = field.path(&rough, &entries, cell);
        match field.cost(cell) {
            Some(cost) => {
                assert_eq!(paid[i], cost, "{cell:?}");
                assert!(goals.contains(&end) && path.unwrap().last() == Some(&end));
                arrived += 1;
            }
            None => assert_eq!((paid[i], end), (0, cell)),
        }
    }
    assert!(arrived > 1000, "{arrived}");
}

/// A field of many goals is the minimum of the fields of each, and leads to a goal that attains it.
#[test]
fn many_goals_are_as_near_as_the_nearest() {
    let mut dice = Dice(14);
    let mut flood = FloodQueue::default();
    let size = Size::new(60, 45);
    let rough = Rough::new(size, &mut dice);
    let goals: Vec<Cell> = (0..6).map(|_| place(size, &mut dice)).collect();
    let mut entries = FieldPrices::new(size, FieldWindow::all(size));
    let mut build = |goals: &[Cell]| Field::build(&mut entries, &rough, &mut flood, goals, Extent::All);
    let all = build(&goals);
    let each: Vec<Field> = goals.iter().map(|goal| build(&[*goal])).collect();
    for cell in size.cells() {
        let costs = each.iter().filter_map(|field| field.cost(cell));
        assert_eq!(all.cost(cell), costs.min());
        if all.cost(cell).is_some() {
            let path = all.path(&rough, &entries, cell).unwrap();
            let place = goals.iter().position(|goal| path.last() == Some(goal)).unwrap();
            assert_eq!(all.cost(cell), each[place].cost(cell));
        }
    }
}

/// Whatever its bound, a field agrees with the whole field within it.
#[test]
fn a_bounded_field_says_nothing_beyond_its_reach() {
    let mut dice = Dice(15);
    let mut flood = FloodQueue::default();
    let size = Size::new(80, 70);
    let mut rough = Rough::new(size, &mut dice);
    rough.onto[size.index(Cell::new(40, 35))] = 1000;
    let goal = [Cell::new(40, 35)];
    let mut entries = FieldPrices::new(size, FieldWindow::all(size));
    let all = Field::build(&mut entries, &rough, &mut flood, &goal, Extent::All);
    let far = size.cells().filter(|cell| all.cost(*cell).is_some_and(|cost| cost > 25_000)).count();
    assert!(far > 500, "{far}");
    let starts: Vec<Cell> = (0..4).map(|_| place(size, &mut dice)).collect();
    for extent in [Extent::Cost(25_000), Extent::Cells(&starts)] {
        let mut fresh = FieldPrices::new(size, FieldWindow::all(size));
        let field = Field::build(&mut fresh, &rough, &mut flood, &goal, extent);
        for cell in size.cells() {
            let within = |cost: &u32| *cost < field.settled();
            assert_eq!(field.cost(cell), all.cost(cell).filter(within));
            assert_eq!(field.arrow(cell), all.arrow(cell).filter(|_| field.cost(cell).is_some()));
        }
        match extent {
            Extent::Cells(cells) => assert!(cells.iter().all(|cell| field.cost(*cell) == all.cost(*cell))),
            _ => assert!((25_000..26_000).contains(&field.settled()) && fresh.bytes() <= entries.bytes()),
        }
    }
}

/// Three caches under the same reads and changes: one keeps everything, one next to nothing, one is cleared all the
/// time.
#[test]
fn what_is_kept_changes_nothing() {
    let mut dice = Dice(16);
    let size = Size::new(50, 44);
    let mut rough = Rough::new(size, &mut dice);
    let mut shelves = [(FIELDS_MAX, FIELD_BYTES_MAX), (2, FIELD_BYTES_MAX), (FIELDS_MAX, 1)]
        .map(|(fields, bytes)| FieldCache::new(size, fields, bytes));
    let goals: Vec<Cell> = (0..5).map(|_| place(size, &mut dice)).collect();
    let (mut paths, mut most) = (0, 0);
    for round in 0..300 {
        let cells: Vec<Cell> = (0..dice.below(7)).map(|_| place(size, &mut dice)).collect();
        for cell in &cells {
            rough.change(size.index(*cell), &mut dice);
        }
        let goals = [goals[dice.below(5)], goals[dice.below(5)]];
        let starts: Vec<Cell> = (0..3).map(|_| place(size, &mut dice)).collect();
        let said = shelves.each_mut().map(|shelf| {
            shelf.mark_changed(PeopleIx(3), &cells);
            if round % 40 == 0 {
                shelf.forget(PeopleIx(3));
            }
            let (field, entries) = shelf.field_toward((PeopleIx(3), Kind::Scout), &rough, &goals, &starts);
            let say = |start: &Cell| (field.cost(*start), field.path(&rough, entries, *start));
            starts.iter().map(say).collect::<Vec<_>>()
        });
        assert!(said.iter().all(|other| *other == said[0]));
        paths += said[0].iter().filter(|(cost, _)| cost.is_some()).count();
        most = most.max(shelves[0].len());
        assert!(shelves[1].len() <= 2 && shelves[2].len() == 1);
    }
    assert!(paths > 200 && most > 5, "{paths} {most}");
}
