//! Scripted players: they fund works of a land by rules of their own, and nothing else. What is counted of them is the
//! coin, the works and the trips of their people.

use crate::grid::{Cell, Size};
use crate::land::LandError;
use crate::sim::Game;
use crate::world::{
    Command, DAY, Kind, Offer, PeopleIx, SEASON_DAYS, TOLL_MAX, WorkCommand, WorkId, YEAR_DAYS,
};

/// Who decides about works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptedPlayer {
    /// Nothing is ever funded.
    Absent,
    /// Funds only what costs a third of its coin, and only what repays within three seasons.
    Miser,
    /// Funds what repays itself soonest, as long as a season's upkeep is left, and removes what loses.
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
                offers.find(|offer| offer.price * 3 <= coin && offer.is_repaid_in(3)).map(fund)
            }
            ScriptedPlayer::Builder => loss_to_remove(game).or_else(|| {
                let affordable = offers.filter(|offer| offer.price + upkeep <= coin);
                affordable.min_by_key(|offer| (offer.repayment(), offer.id)).map(fund)
            }),
            ScriptedPlayer::Greedy => toll_to_set(game).or_else(|| {
                let affordable = offers.filter(|offer| offer.price <= coin);
                affordable.max_by_key(|offer| (offer.price, offer.id)).map(fund)
            }),
        };
        decision.map(Command::Works)
    }
}

/// A work of the player that loses, on the last day of a season.
fn loss_to_remove(game: &Game) -> Option<WorkCommand> {
    let tick = game.world.tick;
    let is_last_day = tick % (SEASON_DAYS * DAY) >= (SEASON_DAYS - 1) * DAY;
    let lost =
        game.world.works.of(PeopleIx::PLAYER).find(|work| work.is_losing(tick)).filter(|_| is_last_day)?;
    Some(WorkCommand::Remove(lost.id))
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

    /// The mean walking time of the trips that are made in this land or another one, between the same places, in percent
    /// of the other's: places, since settlements are founded in another order there. `None` without such a trip.
    pub fn times_percent_of(&self, other: &PlayedYears) -> Option<u64> {
        let (mut here, mut there) = (0, 0);
        for (ends, trips) in self.trips().chain(other.trips()) {
            if let (Some(now), Some(before)) = (self.trip_time(ends), other.trip_time(ends)) {
                (here, there) = (here + now * trips, there + before * trips);
            }
        }
        (there > 0).then(|| here * 100 / there)
    }

    /// The trips of the player's people in the last two seasons, by their ends.
    fn trips(&self) -> impl Iterator<Item = ([Cell; 2], u64)> {
        let world = &self.game.world;
        let own = world.works.trips.iter().filter(|((people, _), _)| *people == PeopleIx::PLAYER);
        own.map(|((_, (from, to)), count)| {
            ([*from, *to].map(|town| world.town(town).cell), u64::from(count.trips + count.trips_last))
        })
    }

    /// The walking time of a porter between two places with settlements of the player's people, in milli-steps.
    fn trip_time(&self, [from, to]: [Cell; 2]) -> Option<u64> {
        let world = &self.game.world;
        let is_settled = |cell: Cell| {
            let mut towns = world.living_towns().map(|town| world.town(town));
            towns.any(|town| town.cell == cell && town.people == PeopleIx::PLAYER)
        };
        let path = self.game.planner(PeopleIx::PLAYER, Kind::Porter, &[]).path(from, to);
        (is_settled(from) && is_settled(to) && path.reaches).then_some(path.terms.time as u64)
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
    Ok(PlayedYears { seasons, game })
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
