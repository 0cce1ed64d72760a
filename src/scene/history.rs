//! The land as the player's people knew it at an earlier time: decoded keyframes, and pictures of them.

use super::atlas::Atlas;
use super::features::feature_markers;
use super::pixels::{Pixel, ViewFrame, Visibility, cell_pixel, known_ground};
use super::townscape::{CELLS_PER_PIXEL_MAX, FormChart, TownSite, forms_of, name_on_map};
use super::words::{counted, date};
use super::{Card, Feature, HistoryPosition, Landmarks, Scene, TownMarker, Viewport};
use crate::grid::{Cell, Layer};
use crate::sim::Game;
use crate::world::{Believed, PeopleIx, Tier, TownIx, TownKind, World, tier_of};

/// What the player's people knew at one time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HistoryFrame {
    /// Its tick.
    pub tick: u64,
    /// Known roads; none on unknown cells.
    pub tiers: Layer<Tier>,
    /// Cells seen by then.
    pub known: Layer<bool>,
    /// Known settlements, in the order of their founding.
    pub towns: Vec<TownMarker>,
}

impl HistoryFrame {
    /// The trunk roads and realms of that time.
    pub(super) fn atlas(&self, world: &World) -> Atlas {
        let standing = self.towns.iter().filter(|town| town.kind != TownKind::Ruin);
        let places: Vec<_> = standing.map(|town| (town.id, town.cell, town.kind)).collect();
        Atlas::of(world, &places, |cell| self.tiers[cell], 1)
    }

    /// The settlements known then that a view shows, largest first.
    pub(super) fn town_markers(&self, frame: &ViewFrame) -> Vec<TownMarker> {
        let shown = self.towns.iter().filter(|town| frame.shows(town.cell) && self.known[town.cell]);
        let mut markers: Vec<TownMarker> = shown.cloned().collect();
        markers.sort_by_key(|place| (std::cmp::Reverse(place.kind), place.cell));
        markers
    }

    /// The named rivers and heights known then that a view shows.
    pub(super) fn feature_markers(&self, game: &Game, frame: &ViewFrame) -> Vec<Feature> {
        let ground = |cell: Cell| Some(known_ground(game, false, cell)?.0);
        feature_markers(game, frame, |cell| ground(cell).filter(|_| self.known[cell]))
    }

    /// Draws what stood around settlements.
    pub(super) fn draw_towns(&self, world: &World, pixels: &mut [Pixel], frame: &ViewFrame) {
        if frame.cells_per_pixel() > CELLS_PER_PIXEL_MAX {
            return;
        }
        let belief = &world.people(PeopleIx::PLAYER).belief;
        let ground = |cell: Cell| match belief.at(cell) {
            Believed::Known { surface, .. } if self.known[cell] => Some((surface, self.tiers[cell])),
            _ => None,
        };
        let frames = world.history.frames.partition_point(|frame| frame.tick <= self.tick);
        let mut chart = FormChart::new(pixels, frame);
        for town in self.towns.iter().filter(|town| frame.shows(town.cell)) {
            let site = TownSite::in_history(world, town.id, town.kind, frames, self.tick);
            chart.add(world.town(town.id).people, &forms_of(&site, world.size(), ground));
        }
        chart.finish();
    }
}

/// Number of frames for [`history_frame`]: the keyframes, and now.
pub fn history_len(world: &World) -> usize {
    let frames = &world.history.frames;
    let has_frame_of_now = frames.last().is_some_and(|frame| frame.tick == world.tick);
    frames.len() + usize::from(!has_frame_of_now)
}

/// The first frame at or after a tick.
pub(super) fn frame_after(world: &World, tick: u64) -> usize {
    let frames = &world.history.frames;
    frames.partition_point(|frame| frame.tick < tick).min(history_len(world).saturating_sub(1))
}

/// The frame with this index: 0 is the first day, the last one is now; `None` beyond it.
pub fn history_frame(world: &World, index: usize) -> Option<HistoryFrame> {
    let frames = &world.history.frames;
    let us = &world.peoples[PeopleIx::PLAYER];
    let (tick, glances, kinds) = if let Some(frame) = frames.get(index) {
        (frame.tick, world.history.ground_at(world.size(), index), world.history.towns_at(index + 1))
    } else if index < history_len(world) {
        let known = us.sightings.iter();
        (world.tick, us.belief.glances(), known.map(|(id, seen)| (*id, seen.kind)).collect())
    } else {
        return None;
    };
    let town = |(id, kind): (TownIx, TownKind)| {
        let name = name_on_map(world, id, kind, (frames.len().min(index + 1), tick));
        let town = world.town(id);
        let is_own = town.people == PeopleIx::PLAYER;
        TownMarker { id, rally_points: Vec::new(), name, kind, is_own, cell: town.cell, residents: 0 }
    };
    let towns = kinds.into_iter().map(town).collect();
    let tiers = glances.map(|glance| tier_of(*glance).unwrap_or_default());
    let known = glances.map(|glance| tier_of(*glance).is_some());
    Some(HistoryFrame { tick, tiers, known, towns })
}

/// Puts a scene back to the frame with this index, or to the last: land, roads and settlements. Units, camps and
/// everything else that keyframes lack is left out.
pub(super) fn show_past(scene: &mut Scene, game: &Game, view: &Viewport, frame: &ViewFrame, index: usize) {
    let len = history_len(&game.world);
    let index = index.min(len.saturating_sub(1));
    let Some(past) = history_frame(&game.world, index) else { return };
    scene.pixels = frame.pixels(&|cell| past_pixel(game, view.reveal, &past, cell));
    if frame.is_far() {
        past.atlas(&game.world).draw(&mut scene.pixels, frame);
    }
    past.draw_towns(&game.world, &mut scene.pixels, frame);
    scene.town_markers = past.town_markers(frame);
    scene.landmarks = Landmarks { features: past.feature_markers(game, frame), ..Landmarks::default() };
    scene.unit_markers.clear();
    scene.routes.clear();
    scene.foretold.clear();
    scene.past = Some(HistoryPosition { tick: past.tick, card: history_card(&past) });
    scene.view = view.clone();
}

/// The ground as known now (or the true ground if `reveal`) with the roads of that time; dim where it was not known
/// yet.
pub(super) fn past_pixel(game: &Game, reveal: bool, past: &HistoryFrame, cell: Cell) -> Pixel {
    let now = cell_pixel(game, reveal, cell);
    let is_road = |(_, other): (_, Cell)| past.tiers[other].is_road();
    let light = match (past.known[cell], now.visibility) {
        (true, _) => Visibility::Visible,
        (false, Visibility::Remembered | Visibility::Visible) => Visibility::SeenLater,
        (false, light) => light,
    };
    let beside_road = past.known.size().neighbours(cell).any(is_road);
    Pixel { tier: past.tiers[cell], visibility: light, is_beside_road: beside_road, ..now }
}

fn history_card(past: &HistoryFrame) -> Card {
    let count = |tier: Tier| past.tiers.values().iter().filter(|other| **other == tier).count();
    let known = past.known.values().iter().filter(|known| **known).count();
    let kinds = |kind: TownKind| past.towns.iter().filter(|town| town.kind == kind).count();
    let mut facts =
        vec![("known", format!("{} % of the land", known * 100 / past.known.values().len().max(1)))];
    let largest =
        [TownKind::City, TownKind::Town, TownKind::Village, TownKind::Hamlet, TownKind::Inn, TownKind::Ruin];
    let words: Vec<String> = largest
        .into_iter()
        .filter(|kind| kinds(*kind) > 0)
        .map(|kind| counted(kinds(kind), kind.name()))
        .collect();
    facts.push(("places", if words.is_empty() { "none".to_owned() } else { words.join(", ") }));
    for (label, tier) in
        [("path", Tier::Path), ("dirt", Tier::Dirt), ("paved", Tier::Paved), ("highway", Tier::Highway)]
    {
        facts.push((label, counted(count(tier), "cell")));
    }
    Card { title: date(past.tick), facts, ..Card::default() }
}
