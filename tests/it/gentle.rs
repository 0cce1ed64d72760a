//! Gentle lands: the same lands without inland obstacles.

use crate::ground::{EIGHT, row};
use crate::kit::Dice;
use wayworn::graph::{Components, NodeId, Terrain};
use wayworn::grid::Size;
use wayworn::land::{self, Land, Preset, Recipe, Surface};
use wayworn::save::{Replay, ReplayHeader, first_game};
use wayworn::sim::Game;

/// The recipe of gentle lands.
const GENTLE: Recipe = Recipe { gentle: true, ..Recipe::of(Preset::Continent) };

fn terrain(land: &Land) -> Terrain {
    let prices = land.size.cells().map(|cell| if land.is_blocked(cell) { 0 } else { 1000 });
    Terrain::new(land.size, prices.collect(), EIGHT).unwrap()
}

/// A walker without a plan solves more of the same queries. Only peaks and lakes differ from the normal land.
#[test]
fn on_a_gentle_land_instinct_arrives() {
    let size = Size::new(128, 128);
    let (mut asked, mut arrived) = (0, [0; 2]);
    for seed in [3, 7, 21] {
        let rough = land::generate(seed, size).unwrap();
        let gentle = land::generate_with(GENTLE, seed, size, &mut |_, _| ()).unwrap();
        assert_eq!(rough.height, gentle.height);
        for cell in size.cells() {
            let (before, after) = (rough.surface[cell], gentle.surface[cell]);
            let is_sea = rough.height[cell] == Land::SEA;
            match before {
                Surface::Peak => assert_eq!(after, Surface::Rock),
                // Lakes, and the middle of a great river, which is then a ford.
                Surface::ShallowWater if !is_sea => {
                    assert!(matches!(after, Surface::Swamp | Surface::River), "{after:?} at {cell:?}");
                }
                _ => assert_eq!(before, after),
            }
            assert!(is_sea || !gentle.is_blocked(cell), "{cell:?}");
        }
        let terrains = [rough, gentle].map(|land| terrain(&land));
        let (parts, mut dice) = (Components::of(&terrains[0]), Dice(seed));
        let area = terrains[0].size().area();
        for _ in 0..150 {
            let [from, to] = [0, 1].map(|_| dice.below(area) as NodeId);
            if terrains[0].is_wall(from) || terrains[0].is_wall(to) || !parts.are_connected(from, to) {
                continue;
            }
            asked += 1;
            for (terrain, arrived) in terrains.iter().zip(&mut arrived) {
                *arrived += u32::from(row("move-loop", terrain, from, to).0.is_some());
            }
        }
    }
    assert!(asked > 100 && arrived[1] > arrived[0] + asked / 20, "{arrived:?} of {asked}");
}

/// A record of a gentle land says so, and starts with it.
#[test]
fn a_record_of_a_gentle_land_begins_with_it() {
    let size = Size::new(64, 64);
    let gentle = Game::with_recipe(GENTLE, 5, size, &mut |_, _| ()).unwrap();
    assert_ne!(gentle.world.hash(), Game::new(5, size).unwrap().world.hash());
    let header = ReplayHeader::new(5, size, None).recipe(GENTLE);
    let read = Replay::parse(&header.text()).unwrap().header;
    assert_eq!(read, header);
    assert_eq!(first_game(&read).unwrap().world.hash(), gentle.world.hash());
    assert!(!Replay::parse(&ReplayHeader::new(5, size, None).text()).unwrap().header.recipe.gentle);
}
