//! Names of units, settlements and places, as the player's people knows them.

use crate::grid::Cell;
use crate::sim;
use crate::world::{BandId, Event, Kind, NamedPlace, Nature, PeopleIx, TownIx, TownPair, UnitId, World};

/// Tells of one event.
pub(super) struct Teller<'a> {
    pub(super) world: &'a World,
    pub(super) event: &'a Event,
}

impl Teller<'_> {
    /// The name of a unit: `Ada`, `a wolf`, or `a traveller` if it is no longer known.
    pub(super) fn unit(&self, id: UnitId) -> String {
        self.named(id).map_or_else(|| "a traveller".to_owned(), |(name, kind, _)| unit_name(name, kind))
    }

    /// Name, kind and people of a unit: `Mor, porter of the Moor`, or `Skar, raider`.
    pub(super) fn title(&self, id: UnitId) -> String {
        let Some((name, kind, people)) = self.named(id) else { return "a traveller".to_owned() };
        let people = self.world.people(people);
        match people.nature {
            _ if kind.row().is_beast() => unit_name(name, kind),
            Nature::Raiders | Nature::Wild => format!("{name}, {}", kind.row().name),
            Nature::Settled | Nature::Lone => format!("{name}, {} of {}", kind.row().name, people.name),
        }
    }

    /// The name of a band of raiders, or `raiders` if it is forgotten.
    pub(super) fn band(&self, id: BandId) -> &str {
        self.world.bands.get(id).map_or("raiders", |band| band.name.as_str())
    }

    /// The people of a unit, if it is known.
    pub(super) fn people_of(&self, id: UnitId) -> Option<PeopleIx> {
        self.named(id).map(|(_, _, people)| people)
    }

    /// A unit as it was when an event last named it, or as it is.
    fn named(&self, id: UnitId) -> Option<(&str, Kind, PeopleIx)> {
        let kept = self.world.events.unit(id).map(|unit| (unit.name.as_str(), unit.kind, unit.people));
        kept.or_else(|| self.world.unit(id).map(|unit| (unit.name.as_str(), unit.kind, unit.people)))
    }

    /// The name of a settlement, if the player's people knows of it.
    pub(super) fn town(&self, id: TownIx) -> &str {
        if self.knows(id) { &self.world.town(id).name } else { "a place unknown" }
    }

    /// Whether the player's people knows of a settlement.
    pub(super) fn knows(&self, id: TownIx) -> bool {
        self.world.people(PeopleIx::PLAYER).knows_as(id).is_some()
    }

    /// `Mill and Ashby`.
    pub(super) fn pair(&self, (one, other): TownPair) -> String {
        format!("{} and {}", self.town(one), self.town(other))
    }

    /// The name of a place, or its coordinates.
    pub(super) fn place(&self, place: NamedPlace) -> String {
        sim::place_words(self.world, place.cell, place.town)
    }

    /// Where the event happened: `at Mill`, or `north-east of Mill`. Empty if it has no place.
    pub(super) fn whereabouts(&self) -> String {
        let place = self.event.place();
        place.map_or_else(String::new, |cell| sim::whereabouts_near(self.world, cell, self.event.near))
    }

    /// The direction from where the event happened to a cell; `None` within two steps.
    pub(super) fn direction(&self, cell: Cell) -> Option<&'static str> {
        sim::direction_to(self.event.at?, cell)
    }
}

/// The name of a unit; beasts have none but their kind's.
fn unit_name(name: &str, kind: Kind) -> String {
    if kind.row().is_beast() { with_article(kind.row().name) } else { name.to_owned() }
}

/// A noun with its indefinite article: `a hamlet`, `an inn`.
pub(super) fn with_article(what: &str) -> String {
    let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {what}")
}

/// A small count as a word: `two`, `three`, …
pub(super) fn number_word(count: u32) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    words.get(count as usize).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}
