//! Scripted players: they fund works of a land by rules of their own, and nothing else. What is counted of them is the
//! coin, the works and the trips of their people.

use crate::grid::Size;
use crate::land::LandError;
use crate::sim::Game;
use crate::world::{
    Command, DAY, Offer, PeopleIx, SEASON_DAYS, TOLL_MAX, TownIx, WorkCommand, WorkId, YEAR_DAYS,
};
use std::collections::BTreeMap;

/// Who decides about works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptedPlayer {
    /// Nothing is ever funded.
    Absent,
    /// Funds only what costs a third of its coin, and only what repays within three seasons.
    Miser,
    /// Funds the best offer as long as a season's upkeep is left.
    Builder,
    /// Funds the dearest offer that it can pay, and takes the highest toll everywhere.
    Greedy,
    /// The steward.
    Steward,
}

impl ScriptedPlayer {
    /// All of them.
    pub const ALL: [ScriptedPlayer; 5] = [
        ScriptedPlayer::Absent,
        ScriptedPlayer::Miser,
        ScriptedPlayer::Builder,
        ScriptedPlayer::Greedy,
        ScriptedPlayer::Steward,
    ];

    /// The command that it gives now, if any.
    fn command(self, game: &Game) -> Option<Command> {
        let works = &game.world.works;
        let coin = game.world.people(PeopleIx::PLAYER).coin;
        let upkeep: u32 =
            works.of(PeopleIx::PLAYER).filter(|work| work.is_open).map(|work| work.upkeep).sum();
        let fund = |offer: &Offer| WorkCommand::Fund(offer.id);
        let mut offers = works.offers.iter();
        let decision = match self {
            ScriptedPlayer::Absent | ScriptedPlayer::Steward => None,
            ScriptedPlayer::Miser => {
                offers.find(|offer| offer.price * 3 <= coin && is_repaid_in(offer, 3)).map(fund)
            }
            ScriptedPlayer::Builder => offers.find(|offer| offer.price + upkeep <= coin).map(fund),
            ScriptedPlayer::Greedy => toll_to_set(game).or_else(|| {
                let affordable = offers.filter(|offer| offer.price <= coin);
                affordable.max_by_key(|offer| (offer.price, offer.id)).map(fund)
            }),
        };
        decision.map(Command::Works)
    }
}

/// Whether an offer repays its price within so many seasons, by its own figures.
fn is_repaid_in(offer: &Offer, seasons: u64) -> bool {
    offer.gain() * seasons >= u64::from(offer.price)
}

/// A work of the player without the highest toll that could have one.
fn toll_to_set(game: &Game) -> Option<WorkCommand> {
    let mut own = game.world.works.of(PeopleIx::PLAYER);
    let id: WorkId = own.find(|work| work.kind.takes_toll() && work.is_open && work.toll < TOLL_MAX)?.id;
    Some(WorkCommand::Toll(id, TOLL_MAX))
}

/// What a season's end looks like.
#[derive(Clone, Debug)]
pub struct PlayedSeason {
    /// Coin at hand.
    pub coin: u32,
    /// The price of the cheapest work that would pay; 0 if none was offered yet.
    pub cheapest: u32,
    /// Open works, and closed ones.
    pub works: (usize, usize),
    /// Coin that works earned, and that they cost.
    pub earned: u32,
    /// See `earned`.
    pub upkeep: u32,
    /// Trips and their walking time since the beginning.
    pub trips: (u64, u64),
}

/// A land that a scripted player has played.
pub struct PlayedYears {
    /// By season.
    pub seasons: Vec<PlayedSeason>,
    /// Known walking times between settlements at the end, in milli-steps.
    pub times: BTreeMap<(TownIx, TownIx), u32>,
    /// The game at the end.
    pub game: Game,
}

impl PlayedYears {
    /// The median of coin in hand over the price of the cheapest work that would pay, in hundredths.
    pub fn median_wealth(&self) -> Option<u32> {
        let rated = self.seasons.iter().filter(|season| season.cheapest > 0);
        let mut shares: Vec<u32> = rated.map(|season| season.coin * 100 / season.cheapest).collect();
        shares.sort_unstable();
        shares.get(shares.len() / 2).copied()
    }

    /// The mean walking time of trips between settlements that another land has as well, in percent of that land's.
    pub fn times_percent_of(&self, other: &PlayedYears) -> u64 {
        let both = self
            .times
            .iter()
            .filter_map(|(pair, time)| Some((u64::from(*time), u64::from(*other.times.get(pair)?))));
        let (here, there) = both.fold((0, 0), |sum, times| (sum.0 + times.0, sum.1 + times.1));
        here * 100 / there.max(1)
    }
}

/// Lets a scripted player play a land for so many years.
///
/// # Errors
/// When the land cannot be made.
pub fn play_years(
    player: ScriptedPlayer,
    seed: u64,
    size: Size,
    years: u64,
) -> Result<PlayedYears, LandError> {
    let mut game = Game::new(seed, size)?;
    let _ = game.apply(&Command::Works(WorkCommand::Steward(player == ScriptedPlayer::Steward)));
    let mut seasons = Vec::new();
    for tick in 1..=years * YEAR_DAYS * DAY {
        game.tick();
        if tick % DAY == DAY / 2
            && let Some(command) = player.command(&game)
        {
            let _ = game.apply(&command);
        }
        if tick % (SEASON_DAYS * DAY) == SEASON_DAYS * DAY - 1 {
            seasons.push(season_of(&game));
        }
    }
    let times = game
        .world
        .people(PeopleIx::PLAYER)
        .trip_times
        .iter()
        .map(|(pair, trip)| (*pair, trip.time))
        .collect();
    Ok(PlayedYears { seasons, times, game })
}

fn season_of(game: &Game) -> PlayedSeason {
    let world = &game.world;
    let own = || world.works.of(PeopleIx::PLAYER);
    let open = own().filter(|work| work.is_open).count();
    PlayedSeason {
        coin: world.people(PeopleIx::PLAYER).coin,
        cheapest: world.works.cheapest,
        works: (open, own().count() - open),
        earned: own().map(|work| work.now.coin()).sum(),
        upkeep: own().filter(|work| work.is_open).map(|work| work.upkeep).sum(),
        trips: (world.tally.trips, world.tally.trip_time),
    }
}
