//! What waits on a wanderer's way, what came of its choices, and what it carries.

use super::super::words::capitalized;
use super::teller::Teller;
use crate::sim::counted;
use crate::world::{Choice, Chosen, Encounter, LifeEvent, Thing};

pub(super) fn words(teller: &Teller, what: LifeEvent) -> String {
    match what {
        LifeEvent::SignSeen { what, at } => sign_words(what, teller.direction(at)),
        LifeEvent::Met { what } => encounter_words(what).to_owned(),
        LifeEvent::Chose { what, choice, went_well } => outcome(what, choice, went_well).to_owned(),
        LifeEvent::LeftBehind { what } => format!("{} are behind you", encounter_name(what)),
        LifeEvent::Bought { thing, coin } => format!("you buy {} for {coin} coin", thing.row().name),
        LifeEvent::Spent { thing } => format!("your {} is gone", thing.row().name),
        LifeEvent::ParcelTaken { town, coin } => {
            format!("you carry a parcel to {}: {coin} coin", teller.town(town))
        }
        LifeEvent::ParcelDelivered { town, coin } => {
            format!("{} pays you {coin} coin for the parcel", teller.town(town))
        }
        LifeEvent::GraveFound { things } => {
            format!("you take {} from a wanderer's grave", counted(things.into(), "thing"))
        }
        LifeEvent::FamilyLeft { town } => {
            format!("a family leaves {}: you have been away for a season", teller.town(town))
        }
        LifeEvent::Used { thing, drawn, driven } => used_words(thing, drawn, driven),
        _ => String::new(),
    }
}

/// What came of a horn or a decoy, as far as the wanderer knows.
fn used_words(thing: Thing, drawn: u8, driven: u8) -> String {
    let (name, comes) = match thing {
        Thing::Horn => ("you blow the horn", "guard"),
        _ => ("you lay the decoy", "foe"),
    };
    let some = |count: u8, what: &str, does: &str, do_so: &str| {
        let verb = if count == 1 { does } else { do_so };
        (count > 0).then(|| format!("{} {verb}", counted(count.into(), what)))
    };
    let come = some(drawn, comes, "comes to it", "come to it");
    let run = some(driven, "raider", "runs", "run");
    let what: Vec<String> = come.into_iter().chain(run).collect();
    if what.is_empty() { format!("{name}: nothing stirs") } else { format!("{name}: {}", what.join(", ")) }
}

/// Its signs from afar, on this side.
pub fn sign_words(what: Encounter, side: Option<&str>) -> String {
    let sign = match what {
        Encounter::Wolves => "wolves have your scent: they howl",
        Encounter::Robbers => "crows rise from cover",
        Encounter::TollKeeper => "smoke stands over a narrow way",
        Encounter::Family => "a child cries",
        Encounter::Ford => "water roars",
    };
    format!("{sign} in the {}", side.unwrap_or("distance"))
}

/// What is at hand.
pub fn encounter_words(what: Encounter) -> &'static str {
    match what {
        Encounter::Wolves => "wolves have caught up with you",
        Encounter::Robbers => "robbers wait in cover",
        Encounter::TollKeeper => "a keeper of tolls bars the way",
        Encounter::Family => "a family asks for food",
        Encounter::Ford => "the ford is in flood",
    }
}

/// Its name in a sentence.
pub fn encounter_name(what: Encounter) -> &'static str {
    match what {
        Encounter::Wolves => "wolves",
        Encounter::Robbers => "robbers",
        Encounter::TollKeeper => "keepers of a toll",
        Encounter::Family => "the hungry",
        Encounter::Ford => "the waters of a ford",
    }
}

/// The name of a choice.
pub fn choice_name(what: Encounter, choice: Choice) -> &'static str {
    match (choice, what) {
        (Choice::GoRound, _) => "go round",
        (Choice::Face, Encounter::Ford) => "wade",
        (Choice::Face, _) => "fight",
        (Choice::Hide, Encounter::Wolves) => "climb a tree",
        (Choice::Hide, Encounter::TollKeeper) => "slip by",
        (Choice::Hide, Encounter::Family) => "pass by",
        (Choice::Hide, Encounter::Ford) => "wait",
        (Choice::Hide, Encounter::Robbers) => "hide",
        (Choice::Give, Encounter::Wolves | Encounter::Family) => "give a day's food",
        (Choice::Give, _) => "pay",
    }
}

/// What came of a choice.
fn outcome(what: Encounter, choice: Choice, went_well: bool) -> &'static str {
    match (what, choice, went_well) {
        (_, Choice::GoRound, true) => "you keep away from it",
        (_, Choice::GoRound, false) => "they have seen you, and come",
        (Encounter::Wolves, Choice::Face, true) => "you drive the wolves off",
        (Encounter::Wolves, Choice::Give, true) => "the wolves stay with the meat",
        (Encounter::Wolves, _, true) => "the wolves lose you",
        (Encounter::Wolves, _, false) => "the wolves are upon you",
        (Encounter::Robbers, Choice::Face, true) => "the robbers run, and leave 2 coin",
        (Encounter::Robbers, Choice::Give, true) => "the robbers let you go",
        (Encounter::Robbers, _, true) => "the robbers do not see you",
        (Encounter::Robbers, _, false) => "the robbers beat you, and take your coin",
        (Encounter::TollKeeper, Choice::Give, _) => "you pay, and pass",
        (Encounter::TollKeeper, _, true) => "you pass without paying",
        (Encounter::TollKeeper, _, false) => "they catch you, and strike",
        (Encounter::Family, Choice::Give, _) => "they eat, and tell you of the land around",
        (Encounter::Family, ..) => "you pass them by",
        (Encounter::Ford, Choice::Face, true) => "you wade through",
        (Encounter::Ford, _, true) => "the water falls",
        (Encounter::Ford, _, false) => "the current throws you on the stones",
    }
}

/// A choice that led to the end of a life.
pub fn chosen_words(chosen: &Chosen) -> String {
    let (name, choice) = (encounter_name(chosen.what), choice_name(chosen.what, chosen.choice));
    let came = if chosen.went_well { "went well" } else { "went wrong" };
    capitalized(&format!("{name}: to {choice}, at {} %, {came}.", chosen.odds))
}
