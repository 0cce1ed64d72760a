//! Robberies that the player's people sees, and the feuds that they make (`world::event::Feuds`).

use crate::grid::Cell;
use crate::sim::{Game, events};
use crate::world::{DangerEvent, EventId, EventLink, PeopleIx, RobberyNews, UnitId};

/// Records a robbery, and tells of it or of the feud that it belongs to.
pub(super) fn record_robbery(game: &mut Game, at: Cell, robbery: DangerEvent, by: UnitId) -> Option<EventId> {
    let cause = events::cause_of_raider(&game.world, by);
    if !is_seen(game, at) {
        return events::record(game, at, robbery, cause);
    }
    let (tick, near) = (game.world.tick, game.world.nearest_known_town(at));
    let news = game.world.events.feuds.count_robbery((at, near), tick);
    if news == RobberyNews::Robbery {
        return events::record(game, at, robbery, cause);
    }
    let robbed = events::record_untold(&mut game.world, at, robbery, cause);
    if let RobberyNews::Feud(feud) = news {
        let band = game.world.bands.of(by).map(|band| band.id);
        let grew = DangerEvent::FeudGrew { band, loads: feud.loads, days: feud.days() };
        if let Some(grew) = events::tell_of(&mut game.world, feud.place, grew, robbed) {
            game.world.events.set_link(EventLink::Feud(feud.place), grew);
        }
    }
    robbed
}

/// Counts a traveller that a raider has killed.
pub(super) fn count_death(game: &mut Game, at: Cell) {
    if is_seen(game, at) {
        let (tick, near) = (game.world.tick, game.world.nearest_known_town(at));
        game.world.events.feuds.count_death((at, near), tick);
    }
}

/// Tells of the feuds that are over.
pub(super) fn end_feuds(game: &mut Game) {
    let tick = game.world.tick;
    for feud in game.world.events.feuds.take_ended(tick) {
        let link = EventLink::Feud(feud.place);
        if feud.is_told() {
            let over = DangerEvent::FeudEnded { loads: feud.loads, deaths: feud.deaths, days: feud.days() };
            let cause = game.world.events.link(link);
            events::tell_of(&mut game.world, feud.place, over, cause);
        }
        game.world.events.unlink(link);
    }
}

fn is_seen(game: &Game, at: Cell) -> bool {
    game.derived.visible[PeopleIx::PLAYER][at] > 0
}
