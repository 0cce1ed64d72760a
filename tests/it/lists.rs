//! Lists with a special representation for faster reading behave like plain ones.

use crate::kit::{self, Dice};
use wayworn::grid::{Cell, Dir8, Size};
use wayworn::world::{Steps, Unit, UnitId, UnitIx, Units};

/// Some directions.
fn dirs(dice: &mut Dice, count: usize) -> Vec<Dir8> {
    (0..count).map(|_| Dir8::from_index(dice.below(8) as u8)).collect()
}

/// Steps are popped, pushed, replaced and appended; and saved as a list, the last first.
#[test]
fn steps_are_a_list_of_directions() {
    let dice = &mut Dice(23);
    for _ in 0..200 {
        let count = dice.below(60);
        let mut list = dirs(dice, count);
        let mut steps: Steps = list.iter().copied().collect();
        for _ in 0..60 {
            let count = dice.below(30);
            let more = dirs(dice, count);
            match dice.below(8) {
                0..=2 => {
                    list.drain(..list.len().min(1));
                    steps.pop();
                }
                3..=5 => {
                    list.splice(..0, more.iter().copied().take(1));
                    more.iter().take(1).for_each(|dir| steps.push(*dir));
                }
                6 => {
                    let replaced = dice.below(list.len() + 1);
                    list.splice(..replaced, more.iter().copied());
                    steps.replace(replaced, &more.into_iter().collect());
                }
                _ => {
                    list.extend(&more);
                    steps.extend(more.into_iter().collect());
                }
            }
            assert_eq!(steps.iter().collect::<Vec<_>>(), list);
            assert_eq!((steps.len(), steps.is_empty()), (list.len(), list.is_empty()));
            assert_eq!(steps, list.iter().copied().collect(), "whatever the representation");
        }
        let saved: Vec<u8> = list.iter().rev().map(|dir| *dir as u8).collect();
        let bytes = postcard::to_stdvec(&steps).unwrap();
        assert_eq!(bytes, postcard::to_stdvec(&saved).unwrap());
        assert_eq!(postcard::from_bytes::<Steps>(&bytes).unwrap(), steps);
    }
    let east: Steps = [Dir8::East; 5].into_iter().collect();
    let cells: Vec<Cell> = east.cells_after(Cell::new(6, 1), Size::new(9, 3)).collect();
    assert_eq!(cells, [Cell::new(7, 1), Cell::new(8, 1)], "they end at the map's edge");
}

/// Every unit is found by its number, and none by the number of one that is gone or never was, however sparse the
/// numbers are.
#[test]
fn every_unit_is_found_by_its_number() {
    let model = kit::game(3, 64).world.units[UnitIx(0)].clone();
    let dice = &mut Dice(29);
    for _ in 0..40 {
        let (mut units, mut ids, mut last) = (Units::default(), Vec::new(), 0);
        let stride = 1 << dice.below(24);
        for _ in 0..200 {
            let place = dice.below(ids.len() + 1);
            match dice.below(9) {
                0..=4 => {
                    last += 1 + dice.below(stride) as u32;
                    ids.push(last);
                    units.push(Unit { id: UnitId(last), ..model.clone() });
                }
                5 if place > 0 && ids[place - 1] + 1 < last && !ids.contains(&(ids[place - 1] + 1)) => {
                    let id = ids[place - 1] + 1;
                    ids.insert(place, id);
                    units.insert(Unit { id: UnitId(id), ..model.clone() });
                }
                6 if place < ids.len() => assert_eq!(units.remove(UnitIx(place)).id.0, ids.remove(place)),
                7 if dice.below(9) == 0 => {
                    let odd = dice.below(2) as u32;
                    ids.retain(|id| id % 3 != odd);
                    units.retain(|unit| unit.id.0 % 3 != odd);
                }
                _ if dice.below(20) == 0 => {
                    ids.truncate(place);
                    units.truncate(place);
                }
                _ => {}
            }
            for (place, id) in ids.iter().enumerate() {
                assert_eq!(units.index_of(UnitId(*id)), Some(UnitIx(place)));
                let next = ids.get(place + 1) == Some(&(id + 1));
                assert_eq!(units.index_of(UnitId(id + 1)), next.then_some(UnitIx(place + 1)));
            }
            assert_eq!(units.index_of(UnitId(last + 1 + dice.below(stride) as u32)), None);
        }
        let read = Units::from(units.iter().cloned().collect::<Vec<_>>());
        assert_eq!(read, units);
        assert!(read.indices().zip(&ids).all(|(index, id)| read.index_of(UnitId(*id)) == Some(index)));
    }
    let far = Units::from(vec![Unit { id: UnitId(u32::MAX), ..model }]);
    assert_eq!((far.index_of(UnitId(u32::MAX)), far.index_of(UnitId(0))), (Some(UnitIx(0)), None));
}
