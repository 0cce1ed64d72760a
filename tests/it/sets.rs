//! The data structures of a search: counted operations, the sizes that matter, cleared bits.

use crate::ground::{EIGHT, at, open, row, suite};
use crate::kit::Dice;
use wayworn::graph::{Graph, Terrain};
use wayworn::search::frontiers::{Counted, LinkedList, SplayTree, UnsortedList};
use wayworn::search::{
    BitmapLabels, FrontierKind, GridTarget, HashLabels, HeapFrontier, LabelTable, NoObserver, PriorityQueue,
    Rank, Search, StampedLabels, Step, run,
};

/// All counts of a search with this frontier: of the frontier, of the labels, and expansions.
fn count(land: &Terrain, aim: &GridTarget, frontier: impl PriorityQueue) -> [u64; 9] {
    let labels = Counted::new(StampedLabels::new(land.node_count()));
    let mut search = Search::from_parts(Counted::new(frontier), labels);
    search.restart(0, Rank::AStar, aim);
    run(&mut search, land, aim, u32::MAX, &mut NoObserver);
    let (queue, labels) = (search.frontier().operations(), search.labels().operations());
    assert_eq!(labels.inserts, u64::from(search.labels().label_count()));
    assert_eq!(queue.inserts + queue.moves, labels.inserts + labels.moves, "what is labelled waits");
    // Every pop is looked up once, and every neighbour of every expansion.
    assert!(labels.lookups > queue.removals + 2 * u64::from(search.expansions()));
    let expansions = u64::from(search.expansions());
    [
        queue.inserts,
        queue.removals,
        queue.lookups,
        queue.moves,
        queue.peak,
        labels.lookups,
        labels.moves,
        labels.peak,
        expansions,
    ]
}

/// Each operation is counted, in any frontier and in any labels: a look-up per neighbour, an insert per node, a
/// removal per expansion, and now and then a node that is improved. All frontiers see the same operations.
#[test]
fn every_operation_is_counted() {
    let land = suite("hills");
    let mut aim = GridTarget::new(&land);
    aim.set(0, land.node_count() - 1);
    let [heap, list, linked, splay] = [
        count(&land, &aim, HeapFrontier::default()),
        count(&land, &aim, UnsortedList::default()),
        count(&land, &aim, LinkedList::default()),
        count(&land, &aim, SplayTree::default()),
    ];
    assert!(heap == list && heap == linked && heap == splay);
    let [inserts, removals, lookups, moves, peak, asked, moved, labelled, expansions] = heap;
    assert!(inserts > 100 && moves > 0 && moves < inserts && moved >= moves && lookups == 0);
    assert!(
        removals > expansions && removals <= inserts + moves && peak < labelled && asked > 4 * expansions
    );
}

/// The order of growth is not all: 10,000 · log₂ n and 2 · n meet at 81,580, not at 200,000; at 256 it is 80,000 to
/// 512.
#[expect(clippy::disallowed_methods, reason = "a figure for people; no land is made from it")]
#[test]
fn a_better_order_of_growth_can_be_worse() {
    let (slow, fast) = (|n: f64| 10_000.0 * n.log2(), |n: f64| 2.0 * n);
    assert_eq!((slow(256.0), fast(256.0)), (80_000.0, 512.0));
    let first = (256..300_000).find(|n| slow(f64::from(*n)) < fast(f64::from(*n)));
    assert_eq!(first, Some(81_580));
    let kinds = [0, 16, 17, 9_999, 10_000, 1 << 20].map(FrontierKind::for_peak);
    let [tiny, heap, large] = [FrontierKind::Unsorted, FrontierKind::BinaryHeap, FrontierKind::Buckets];
    assert_eq!(kinds, [tiny, tiny, heap, heap, large, large]);
    let corridor = suite("corridor");
    assert_eq!(FrontierKind::for_peak(row("astar", &corridor, 0, 39).1.frontier_peak), tiny);
    let field = open(300, 300, EIGHT);
    let peak = row("dijkstra", &field, at(&field, 150, 150), at(&field, 299, 299)).1.frontier_peak;
    assert_eq!(FrontierKind::for_peak(peak), heap, "{peak}");
}

/// Only touched entries are cleared: a thousand searches give the same results as fresh ones.
#[test]
fn only_what_was_touched_is_cleared() {
    let land = open(200, 200, EIGHT);
    let mut aim = GridTarget::new(&land);
    let mut dice = Dice(61);
    let mut lasting = Search::from_parts(HeapFrontier::default(), BitmapLabels::new(land.node_count()));
    let mut most = 0;
    for _ in 0..1000 {
        let (x, y) = (dice.below(180) as u16, dice.below(180) as u16);
        let (start, goal) =
            (at(&land, x, y), at(&land, x + dice.below(20) as u16, y + dice.below(20) as u16));
        aim.set(start, goal);
        lasting.restart(start, Rank::AStar, &aim);
        let end = run(&mut lasting, &land, &aim, u32::MAX, &mut NoObserver);
        assert_eq!(end, Step::Found(goal));
        let mut fresh = Search::from_parts(HeapFrontier::default(), HashLabels::new(land.node_count()));
        fresh.restart(start, Rank::AStar, &aim);
        run(&mut fresh, &land, &aim, u32::MAX, &mut NoObserver);
        assert_eq!(
            (lasting.expansions(), lasting.labels().label_count(), lasting.path_to(goal)),
            (fresh.expansions(), fresh.labels().label_count(), fresh.path_to(goal))
        );
        let (touched, all) = lasting.labels().used_words();
        assert!(touched as u32 <= lasting.labels().label_count() && all == 625);
        most = most.max(touched);
    }
    assert!(most > 10 && most < 150, "{most} of 625 words at most");
    let mut labels = BitmapLabels::new(130);
    labels.relax(64, 5, 64);
    labels.relax(129, 6, 64);
    assert_eq!(labels.used_words(), (2, 3));
    labels.clear();
    assert!(labels.used_words() == (0, 3) && labels.get(64).is_none() && labels.label_count() == 0);
}
