//! Scripted players: the builder's trips become shorter, the miser's do not, and no one can break the land.

use wayworn::grid::Size;
use wayworn_workbench::study::players::{PlayedYears, ScriptedPlayer, play_years};

/// Two years, with debt thrown in: nothing is corrupted, and what the builder has is sensible.
#[test]
fn scripted_players_leave_sound_lands() {
    let size = Size::new(96, 96);
    let played = |player| play_years(player, 7, size, 2).expect("a land");
    let check = |played: &PlayedYears| played.game.world.check().expect("sound");
    let builder = played(ScriptedPlayer::Builder);
    let greedy = played(ScriptedPlayer::Greedy);
    check(&builder);
    check(&greedy);
    assert!(builder.seasons.iter().any(|season| season.works.0 > 0), "the builder has built nothing");
    let wealth = builder.median_wealth().expect("something was offered");
    assert!((30..=500).contains(&wealth), "{wealth} % of the price of the cheapest work");
}
