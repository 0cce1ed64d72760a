//! `measure works`: how a land fares in the hands of scripted players who fund works, season by season.

use super::{Figures, MeasureArgs, MeasureError};
use crate::study::players::{PlayedSeason, PlayedYears, ScriptedPlayer, play_years};
use crate::world::{DAY, PeopleIx, Work, YEAR_DAYS};
use serde_json::json;

/// Lets each scripted player play a land for `ticks`.
pub(super) fn measure(args: &MeasureArgs) -> Result<Figures, MeasureError> {
    let years = (u64::from(args.ticks) / (YEAR_DAYS * DAY)).max(1);
    let mut figures = Figures::new();
    let mut absent: Option<PlayedYears> = None;
    for player in ScriptedPlayer::ALL {
        let played = play_years(player, args.seed, args.size, years)?;
        let name = format!("{player:?}").to_lowercase();
        let others = absent.as_ref().unwrap_or(&played);
        put_player(&mut figures, &name, &played, others);
        let world = &played.game.world;
        world.check().map_err(|why| MeasureError::UnsoundWorld(world.tick, why))?;
        absent.get_or_insert(played);
    }
    Ok(figures)
}

/// Adds the figures of a player, compared with a land that has none.
fn put_player(figures: &mut Figures, name: &str, played: &PlayedYears, absent: &PlayedYears) {
    let column =
        |of: &dyn Fn(&PlayedSeason) -> String| played.seasons.iter().map(of).collect::<Vec<_>>().join(" ");
    let work = |work: &Work| {
        let (kind, cells) = (work.kind.name(), work.cells.len());
        format!("{kind}×{cells}:{}/{}/{}", work.price, work.last.coin(), work.upkeep)
    };
    let works: Vec<String> = played.game.world.works.of(PeopleIx::PLAYER).map(work).collect();
    let mut put = |what: &str, value: serde_json::Value| figures.insert(format!("{name}_{what}"), value);
    put("coin", json!(column(&|season| season.coin.to_string())));
    put("cheapest", json!(column(&|season| season.cheapest.to_string())));
    put("works", json!(column(&|season| format!("{}+{}", season.works.0, season.works.1))));
    put("earned", json!(column(&|season| season.earned.to_string())));
    put("upkeep", json!(column(&|season| season.upkeep.to_string())));
    put("trips", json!(played.seasons.last().map_or(0, |season| season.trips.0)));
    put("wealth_percent", json!(played.median_wealth()));
    put("times_percent", json!(played.times_percent_of(absent)));
    put("list", json!(works.join(" ")));
}
