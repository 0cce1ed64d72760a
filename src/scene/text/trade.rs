//! Caravans and maps.

use super::teller::Teller;
use crate::sim::counted;
use crate::world::TradeEvent;

pub(super) fn words(teller: &Teller, what: TradeEvent) -> String {
    match what {
        TradeEvent::CaravanLeft { size, from, to } => {
            let (porters, from, to) = (counted(size as usize, "porter"), teller.town(from), teller.town(to));
            format!("a caravan of {porters} leaves {from} for {to}: the route is feared")
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
