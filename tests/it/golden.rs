//! The saves in `saves/golden` load and play, and show accidental changes of a layout.

use crate::kit;
use std::path::PathBuf;
use wayworn::grid::Size;
use wayworn::land::Recipe;
use wayworn::level::Level;
use wayworn::save::{self, SaveMeta, VERSION};
use wayworn::sim::Game;
use wayworn::world::{Action, Command};

/// What makes a game.
type Maker = fn() -> Game;

/// How the golden saves are made, by name.
fn makers() -> [(&'static str, Maker); 4] {
    [
        ("land", || kit::played(21, 64, 4000)),
        ("peoples", || kit::played(8, 64, 1500)),
        ("level", || {
            let text = std::fs::read_to_string(kit::home().join("levels/fear/hold-the-pass.toml")).unwrap();
            let mut game = Game::from_level(&Level::parse(&text).unwrap());
            (0..200).for_each(|_| game.tick());
            game
        }),
        ("wanderer", || {
            let mut game = Game::wander(Recipe::default(), 11, Size::new(64, 64), &mut |_, _| ()).unwrap();
            (0..480).for_each(|_| game.tick());
            game.apply(&Command::NextLife).unwrap();
            for _ in 0..100 {
                if game.world.awaits_action() {
                    let _ = game.apply(&Command::TakeAction(Action::Wait));
                }
                game.tick();
            }
            game
        }),
    ]
}

/// The golden saves, in the order of their names.
pub(crate) fn kept() -> Vec<(PathBuf, Vec<u8>)> {
    let files = std::fs::read_dir(kit::home().join("saves/golden")).unwrap().map(|file| file.unwrap().path());
    let mut saves: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|kind| kind == "save")).collect();
    saves.sort();
    let read = |path: PathBuf| (path.clone(), std::fs::read(path).unwrap());
    saves.into_iter().map(read).collect()
}

/// Creates missing saves on request.
#[test]
fn there_are_golden_saves() {
    for (name, make) in makers() {
        let path = kit::home().join(format!("saves/golden/{name}.save"));
        if std::env::var_os("WAYWORN_KEEP").is_some() && !path.exists() {
            std::fs::write(&path, save::encode(&make().world)).unwrap();
        }
        assert!(path.exists(), "WAYWORN_KEEP=1 cargo test --test it golden makes {}", path.display());
    }
    assert_eq!(kept().len(), makers().len());
}

/// Golden saves load and can be played on.
#[test]
fn golden_saves_can_be_played_on() {
    for (path, bytes) in kept() {
        let world = save::decode(&bytes);
        let mut game = Game::from_world(world.unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        for _ in 0..5 {
            (0..100).for_each(|_| game.tick());
            let checked = game.world.check();
            checked.unwrap_or_else(|broken| panic!("{}: {broken}", path.display()));
        }
    }
}

/// Re-encoding a golden save gives the same bytes.
#[test]
fn the_layout_of_saves_does_not_change_by_accident() {
    let help = format!(
        "the layout of what is saved has changed: raise VERSION ({VERSION}) in crates/engine/src/save/codec.rs, remove \
         the golden saves, and make them again with WAYWORN_KEEP=1 cargo test --test it golden"
    );
    let mut chunks = 0;
    for (path, bytes) in kept() {
        let world =
            save::decode(&bytes).unwrap_or_else(|error| panic!("{}: {error}; {help}", path.display()));
        let (old, new) = (kit::take_apart(&bytes), kit::take_apart(&save::encode(&world)));
        // The metadata of a save names the game's version, and is tested below.
        for (old, new) in old.iter().zip(&new).skip(1) {
            let tag = String::from_utf8_lossy(&old.tag);
            assert!(old.tag == new.tag && old.raw == new.raw, "{}, chunk {tag}: {help}", path.display());
            chunks += 1;
        }
        assert_eq!(old.len(), new.len(), "{help}");
    }
    assert!(chunks > 30);
}

/// Nor does the layout of a save's metadata.
#[test]
fn what_a_save_says_of_itself_has_one_layout() {
    let size = Size::new(64, 200);
    let meta = SaveMeta { game: "0.1.0".to_owned(), seed: 300, tick: 1000, size, commands: Some(5) };
    let bytes = [5, b'0', b'.', b'1', b'.', b'0', 0xac, 2, 0xe8, 7, 64, 200, 1, 1, 5];
    assert_eq!(postcard::to_stdvec(&meta).unwrap(), bytes);
}
