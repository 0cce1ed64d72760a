//! Lands from noise: random streams that stay the same for good, water that drains, decks of bridges, and recipes in
//! words.

use wayworn::grid::Size;
use wayworn::land::{MIDDLE, Preset, Recipe, SLIDERS, SimRng, deck, mix, survey};

#[test]
fn the_stream_is_the_one_that_replays_were_made_with() {
    let mut rng = SimRng::new(7, 1);
    let drawn: Vec<u32> = (0..6).map(|_| rng.below(1000)).collect();
    assert_eq!(drawn, [12, 347, 490, 477, 798, 986]);
    assert_eq!(mix(&[1, 2, 3]), 0x9434_5a36_200c_08e7);
}

#[test]
fn every_land_cell_drains_to_the_sea_along_levels_that_never_rise() {
    for (seed, preset) in (1..).zip(Preset::ALL) {
        let size = Size::new(96, 80);
        let made = survey(Recipe::of(preset), seed, size, &mut |_, _| ()).unwrap();
        let (relief, drainage) = (made.relief, made.drainage);
        for start in size.cells().filter(|cell| !relief.is_sea(*cell)) {
            let (mut here, mut steps) = (start, 0);
            while let Some(below) = drainage.down[here].and_then(|dir| size.step(here, dir)) {
                assert!(drainage.spill[below] <= drainage.spill[here], "water rises at {below:?}");
                here = below;
                steps += 1;
                assert!(steps <= size.area(), "a river runs in a circle at {start:?}");
            }
            let at_edge = here.x == 0 || here.y == 0 || here.x + 1 == size.width || here.y + 1 == size.height;
            assert!(relief.is_sea(here) || at_edge, "{start:?} drains nowhere");
        }
    }
}

#[test]
fn planks_lie_as_high_as_the_lower_bank_of_the_highest_two() {
    let size = Size::new(3, 3);
    let gorge = [90, 10, 30, 50, 5, 40, 20, 10, 60];
    assert_eq!(deck(size, &gorge, 4, |_| true), 60, "from 90 to 60");
    assert_eq!(deck(size, &gorge, 4, |near| near != 0), 40, "from 50 to 40");
    assert_eq!(deck(size, &gorge, 4, |_| false), 5);
    assert_eq!(deck(size, &gorge, 0, |_| true), 90, "nothing faces anything at the corner of the land");
}

#[test]
fn a_recipe_is_what_its_words_say() {
    for preset in Preset::ALL {
        for sliders in [[MIDDLE; SLIDERS], [0, 100, 50, 7, 93, MIDDLE], [50, 50, 50, 50, 50, 90]] {
            let recipe = Recipe::of(preset).with_sliders(sliders);
            assert_eq!(Recipe::parse(&recipe.words(" ")), Some(recipe));
        }
    }
    for wrong in ["", "moon", "plains 1", "plains 1 2 3 4 101", "plains 1 2 3 4 5 6 7", "plains  50 50 50 50"]
    {
        assert_eq!(Recipe::parse(wrong), None, "{wrong}");
    }
}
