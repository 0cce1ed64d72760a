//! Goods, porters and maps.

use super::teller::Teller;
use crate::sim::counted;
use crate::world::TradeEvent;

pub(super) fn words(teller: &Teller, what: TradeEvent) -> String {
    match what {
        TradeEvent::Delivered { unit, good, from: Some(from), to } => {
            let (name, from, to) = (teller.unit(unit), teller.town(from), teller.town(to));
            format!("{name} brings {} from {from} to {to}", good.name())
        }
        TradeEvent::Delivered { unit, good, from: None, to } => {
            format!("{} sells {} at {}", teller.unit(unit), good.name(), teller.town(to))
        }
        TradeEvent::Stored { unit, good, town } => {
            format!("{} brings {} home to {}", teller.unit(unit), good.name(), teller.town(town))
        }
        TradeEvent::CaravanLeft { size, from, to } => {
            let (porters, from, to) = (counted(size as usize, "porter"), teller.town(from), teller.town(to));
            format!("a caravan of {porters} leaves {from} for {to}: the route is feared")
        }
        TradeEvent::PorterHired { unit, town } => {
            format!("{} becomes a porter at {}", teller.unit(unit), teller.town(town))
        }
        TradeEvent::PorterRetired { unit, town } => {
            format!("{} retires as a porter at {}", teller.unit(unit), teller.town(town))
        }
        TradeEvent::MapsExchanged { unit, stranger, people, cells } => {
            let (name, stranger, people) =
                (teller.unit(unit), teller.unit(stranger), &teller.world.people(people).name);
            let are = if cells == 1 { "is" } else { "are" };
            let cells = counted(cells as usize, "cell");
            format!("{name} and {stranger} of {people} exchange maps: {cells} {are} new")
        }
    }
}
