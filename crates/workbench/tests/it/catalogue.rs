//! The catalogue of lands in `saves/golden`: the same seed makes the same land.

use crate::kit;
use wayworn::land::Preset;
use wayworn_workbench::catalogue;

/// Seeds of each kind.
const SEEDS: u64 = 25;

/// After an *intended* change of the land, write the catalogue again: `cargo run --release -p wayworn-workbench --
/// catalogue > saves/golden/catalogue.txt`.
#[test]
fn the_same_seeds_make_the_same_lands() {
    let text = std::fs::read_to_string(kit::home().join("saves/golden/catalogue.txt")).unwrap();
    let kept: Vec<&str> = text.lines().collect();
    assert_eq!(kept.len() as u64, SEEDS * Preset::ALL.len() as u64);
    for (preset, lines) in Preset::ALL.into_iter().zip(kept.chunks(SEEDS as usize)) {
        for (seed, kept) in (1..=SEEDS).zip(lines) {
            assert_eq!(catalogue::land_line(preset, seed), *kept);
        }
    }
}
