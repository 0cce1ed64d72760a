//! The lab's lists: choices for a part, each with the question that it answers, and maps.

use super::keymap::LabMode;
use super::state::{LabEffect, LabScreen};
use crate::lab::{PartChoice, SetupPart};
use crate::tui::kit::view::Reply;
use crate::tui::kit::{ListRow, ListSource, ListView};

/// Width and rows of a list, if they fit.
const SIZE_MAX: (u16, usize) = (96, 30);

/// The choices for a part of the setup.
#[derive(Clone, Debug)]
struct PartChoices(SetupPart);

impl ListSource<LabScreen> for PartChoices {
    const SIZE_MAX: (u16, usize) = SIZE_MAX;
    const MODE: LabMode = LabMode::List;

    fn heading(&self, _: &LabScreen, (): &()) -> String {
        format!("Which {}?", self.0.name())
    }

    fn rows(&self, screen: &LabScreen, (): &()) -> Vec<ListRow> {
        let row = |(item, choice): (usize, PartChoice)| {
            let says = match choice.unavailable_because {
                Some(why) => format!("({why})"),
                None => choice.question.to_owned(),
            };
            ListRow::new(item, choice.name, says)
        };
        let choices = screen.selected_lane().setup.choices(self.0, screen.session.ground());
        choices.into_iter().enumerate().map(row).collect()
    }

    fn choose(&mut self, item: usize, screen: &mut LabScreen, (): &()) -> Reply<LabScreen> {
        let mut setup = screen.selected_lane().setup;
        let lacks = setup.choices(self.0, screen.session.ground()).swap_remove(item).unavailable_because;
        if let Some(why) = lacks {
            screen.notices.refuse(format!("not available: {why}"));
            return Reply::stay();
        }
        setup.choose(self.0, item);
        screen.set_setup(setup);
        Reply::close()
    }
}

/// The maps.
#[derive(Clone, Debug)]
pub(super) struct LabMaps;

impl ListSource<LabScreen> for LabMaps {
    const SIZE_MAX: (u16, usize) = SIZE_MAX;
    const MODE: LabMode = LabMode::List;

    fn heading(&self, _: &LabScreen, (): &()) -> String {
        "Which map?".to_owned()
    }

    fn rows(&self, screen: &LabScreen, (): &()) -> Vec<ListRow> {
        let maps = screen.maps.iter().enumerate();
        maps.map(|(item, (name, says))| ListRow::new(item, name, says)).collect()
    }

    fn choose(&mut self, item: usize, _: &mut LabScreen, (): &()) -> Reply<LabScreen> {
        Reply::Close(vec![LabEffect::Load(item)])
    }
}

impl LabScreen {
    /// Opens the choices for a part, with the current one highlighted.
    pub(super) fn open_choices(&mut self, part: SetupPart) {
        let setup = self.selected_lane().setup;
        if setup.can_exchange(part) {
            self.views.open(ListView::at(PartChoices(part), setup.choice(part)));
        } else {
            self.notices.refuse(format!("{} has its own {}", setup.row().id, part.name()));
        }
    }
}
