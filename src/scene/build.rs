//! Fills a scene.

use super::{Scene, View};
use crate::sim::Game;

/// The picture of one tick for a view.
pub fn build(game: &Game, view: &View) -> Scene {
    let size = game.world.size();
    Scene { land: (size.width, size.height), view: view.clone(), ..Scene::default() }
}
