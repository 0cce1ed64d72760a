//! Saves of every version that was ever given away, kept in `saves/golden` for ever: they are loaded and played, and those
//! of the present version tell when the layout of anything changes by accident.

use crate::kit;
use std::path::PathBuf;
use wayworn::grid::Size;
use wayworn::land::Recipe;
use wayworn::level::Level;
use wayworn::save::{self, Meta, VERSION};
use wayworn::sim::Game;
use wayworn::world::{Command, Deed};

/// What makes a game.
type Maker = fn() -> Game;

/// How the golden saves of the present version are made, by name.
fn makers() -> [(&'static str, Maker); 4] {
    [
        ("land", || kit::played(21, 64, 4000)),
        ("peoples", || kit::played(8, 64, 1500)),
        ("level", || {
            let text =
                std::fs::read_to_string(kit::home().join("levels/scenarios/hold-the-pass.toml")).unwrap();
            let mut game = Game::from_level(&Level::parse(&text).unwrap());
            (0..200).for_each(|_| game.tick());
            game
        }),
        ("wanderer", || {
            let mut game = Game::wander(Recipe::default(), 11, Size::new(64, 64), &mut |_, _| ()).unwrap();
            (0..480).for_each(|_| game.tick());
            game.apply(&Command::NextLife).unwrap();
            for _ in 0..100 {
                if game.may_act() {
                    let _ = game.apply(&Command::Do(Deed::Wait));
                }
                game.tick();
            }
            game
        }),
    ]
}

/// The golden saves and their versions, in the order of their names.
fn kept() -> Vec<(u16, PathBuf, Vec<u8>)> {
    let files = std::fs::read_dir(kit::home().join("saves/golden")).unwrap().map(|file| file.unwrap().path());
    let mut saves: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|kind| kind == "save")).collect();
    saves.sort();
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).unwrap();
        (kit::take_apart(&bytes)[0].version, path, bytes)
    };
    saves.into_iter().map(read).collect()
}

/// Whoever asks for it gets those made that are missing of the present version.
#[test]
fn there_are_golden_saves_of_every_version() {
    if std::env::var_os("WAYWORN_KEEP").is_some() {
        for (name, make) in makers() {
            let path = kit::home().join(format!("saves/golden/v{VERSION}-{name}.save"));
            if !path.exists() {
                std::fs::write(path, save::encode(&make().world)).unwrap();
            }
        }
    }
    for version in 6..=VERSION {
        let count = kept().iter().filter(|kept| kept.0 == version).count();
        assert!(
            count >= 3,
            "{count} golden saves are of version {version}: WAYWORN_KEEP=1 cargo test --test it golden makes them \
             while it is the present one"
        );
    }
}

/// Old saves load for ever, and can be played on.
#[test]
fn golden_saves_can_be_played_on() {
    for (version, path, bytes) in kept() {
        let world = save::decode(&bytes);
        let mut game = Game::from_world(world.unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        for _ in 0..5 {
            (0..100).for_each(|_| game.tick());
            let checked = game.world.check();
            checked.unwrap_or_else(|broken| panic!("{}, version {version}: {broken}", path.display()));
        }
    }
}

/// A golden save of the present version is written again byte for byte.
#[test]
fn the_layout_of_saves_does_not_change_by_accident() {
    let help = format!(
        "the layout of what is saved has changed: see the head of crates/engine/src/save/migrate/mod.rs, and write v{VERSION}.rs"
    );
    let mut chunks = 0;
    for (_, path, bytes) in kept().into_iter().filter(|kept| kept.0 == VERSION) {
        let world =
            save::decode(&bytes).unwrap_or_else(|error| panic!("{}: {error}; {help}", path.display()));
        let (old, new) = (kit::take_apart(&bytes), kit::take_apart(&save::encode(&world)));
        // What a save says of itself names the game's version, and is held below.
        for (old, new) in old.iter().zip(&new).skip(1) {
            let tag = String::from_utf8_lossy(&old.tag);
            assert!(old.tag == new.tag && old.raw == new.raw, "{}, chunk {tag}: {help}", path.display());
            chunks += 1;
        }
        assert_eq!(old.len(), new.len(), "{help}");
    }
    assert!(chunks > 30);
}

/// What a save says of itself is read before anything can be led from one version to the next: it never changes.
#[test]
fn what_a_save_says_of_itself_has_one_layout_for_ever() {
    let size = Size::new(64, 200);
    let meta = Meta { game: "0.1.0".to_owned(), seed: 300, tick: 1000, size, commands: Some(5) };
    let bytes = [5, b'0', b'.', b'1', b'.', b'0', 0xac, 2, 0xe8, 7, 64, 200, 1, 1, 5];
    assert_eq!(postcard::to_stdvec(&meta).unwrap(), bytes);
}
