//! A cold land: bare ground reaches lower and woods grow thin, most of all in the north; sea and heights stay.

use wayworn::grid::{Cell, Size};
use wayworn::land::{Land, Preset, Recipe, Surface, generate, generate_with};

const SIDE: u16 = 160;

fn land(seed: u64, cold: u8) -> Land {
    let recipe = Recipe { cold, ..Recipe::of(Preset::Continent) };
    generate_with(recipe, seed, Size::new(SIDE, SIDE), &mut |_, _| ()).unwrap()
}

/// Number of such cells in the northern and in the southern half.
fn halves(land: &Land, is_such: impl Fn(Surface) -> bool) -> [usize; 2] {
    let count = |rows: std::ops::Range<u16>| {
        let cells = rows.flat_map(|y| (0..SIDE).map(move |x| Cell::new(x, y)));
        cells.filter(|cell| is_such(land.surface[*cell])).count()
    };
    [count(0..SIDE / 2), count(SIDE / 2..SIDE)]
}

#[test]
fn cold_bares_the_north_and_leaves_sea_and_heights_alone() {
    let bare = |surface: Surface| matches!(surface, Surface::Hill | Surface::Rock | Surface::Peak);
    let wood = |surface: Surface| matches!(surface, Surface::Forest | Surface::DeepWood);
    let mut more = [0; 2];
    for seed in [3, 7, 12, 21] {
        let [warm, usual, cold] = [0, 50, 100].map(|cold| land(seed, cold));
        assert_eq!(usual.surface, generate(seed, Size::new(SIDE, SIDE)).unwrap().surface, "50 is usual");
        for other in [&warm, &cold] {
            assert_eq!((&other.height, other.size), (&usual.height, usual.size));
            assert!(other.largest_part_percent() >= 85 && other.sites.len() >= 3, "seed {seed}");
        }
        let counts = [&warm, &usual, &cold].map(|land| halves(land, bare));
        for half in 0..2 {
            assert!(counts[0][half] <= counts[1][half] && counts[1][half] <= counts[2][half], "{counts:?}");
            more[half] += counts[2][half] - counts[1][half];
        }
        let [woods, thin] = [&usual, &cold].map(|land| halves(land, wood));
        assert!(thin[0] < woods[0] && thin[1] <= woods[1], "seed {seed}: {woods:?} {thin:?}");
    }
    assert!(more[0] > 200 && more[0] > more[1] * 5 / 4, "{more:?}");
}
