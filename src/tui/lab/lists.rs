//! The lab's lists, filtered by typing: choices for a part, each with the question that it answers, and maps.

use super::keymap::LabIntent;
use super::state::{LabEffect, LabOverlay, LabScreen};
use crate::lab::{PartChoice, SetupPart};
use crate::tui::kit::{Picker, draw_list, first_visible_row, list_frame_area, list_rows_area, shorten};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Columns of a list, if they fit.
const WIDTH: u16 = 96;
/// Rows of a list, if they fit.
const HEIGHT: u16 = 30;

/// A line of an open list: its index in the whole list, its name and its description.
type ListLine = (usize, String, String);

impl LabScreen {
    /// Opens the choices for a part, with the current one highlighted.
    pub(super) fn open_choices(&mut self, part: SetupPart) {
        let setup = self.selected_lane().setup;
        if !setup.can_exchange(part) {
            self.refuse(format!("{} has its own {}", setup.row().id, part.name()));
            return;
        }
        self.overlay =
            Some(LabOverlay::Choices(part, Picker { row: setup.choice(part), ..Picker::default() }));
    }

    /// Changes the filter of the open list, or its highlighted row.
    pub(super) fn type_into(&mut self, intent: LabIntent) {
        let Some(picker) = self.overlay.as_mut().and_then(LabOverlay::picker_mut) else { return };
        match intent {
            LabIntent::Type(letter) => picker.type_letter(letter),
            LabIntent::Undo => picker.delete_letter(),
            LabIntent::Row(by) => picker.move_by(by),
            _ => {}
        }
    }

    /// The open list: its heading, its picker, and the rows that match the filter.
    fn open_list(&self) -> Option<(String, &Picker, Vec<ListLine>)> {
        let (heading, picker, rows): (String, &Picker, Vec<(String, String)>) = match &self.overlay {
            Some(LabOverlay::Choices(part, picker)) => {
                let choices = self.selected_lane().setup.choices(*part, self.session.ground());
                let row = |choice: PartChoice| {
                    let says = match choice.unavailable_because {
                        Some(why) => format!("({why})"),
                        None => choice.question.to_owned(),
                    };
                    (choice.name.to_owned(), says)
                };
                (format!("Which {}?", part.name()), picker, choices.into_iter().map(row).collect())
            }
            Some(LabOverlay::Maps(picker)) => ("Which map?".to_owned(), picker, self.maps.clone()),
            _ => return None,
        };
        let wanted = picker.filter.to_lowercase();
        let fits = |(_, name, says): &ListLine| {
            name.to_lowercase().contains(&wanted) || says.to_lowercase().contains(&wanted)
        };
        let lines = rows.into_iter().enumerate().map(|(i, (name, says))| (i, name, says));
        Some((heading, picker, lines.filter(fits).collect()))
    }

    /// Chooses the highlighted row of the open list.
    pub(super) fn choose_row(&mut self) -> Vec<LabEffect> {
        let Some((_, picker, rows)) = self.open_list() else { return Vec::new() };
        let Some(index) = rows.get(picker.highlighted(rows.len())).map(|row| row.0) else {
            return Vec::new();
        };
        match self.overlay.take() {
            Some(LabOverlay::Choices(part, picker)) => {
                let mut setup = self.selected_lane().setup;
                let lacks = setup.choices(part, self.session.ground()).swap_remove(index).unavailable_because;
                if let Some(why) = lacks {
                    self.refuse(format!("not available: {why}"));
                    self.overlay = Some(LabOverlay::Choices(part, picker));
                    return Vec::new();
                }
                setup.choose(part, index);
                self.set_setup(setup);
                Vec::new()
            }
            Some(LabOverlay::Maps(_)) => vec![LabEffect::Load(index)],
            _ => Vec::new(),
        }
    }

    /// The area of the open list's rows.
    fn list_area(&self, rows: usize) -> Rect {
        list_rows_area(self.panes().layout.centred(WIDTH, HEIGHT.min(rows as u16) + 3))
    }

    /// A click while a list is open: on a row it chooses it, outside it closes the list.
    pub(super) fn press_list(&mut self, column: u16, row: u16) -> Vec<LabEffect> {
        let Some((_, picker, rows)) = self.open_list() else { return Vec::new() };
        let area = self.list_area(self.unfiltered_count());
        let hit = first_visible_row(picker, area) + usize::from(row.saturating_sub(area.y));
        if !list_frame_area(area).contains((column, row).into()) {
            self.overlay = None;
        } else if area.contains((column, row).into()) && hit < rows.len() {
            if let Some(picker) = self.overlay.as_mut().and_then(LabOverlay::picker_mut) {
                picker.row = hit;
            }
            return self.choose_row();
        }
        Vec::new()
    }

    /// The number of rows without a filter: it keeps the frame's size constant while typing.
    fn unfiltered_count(&self) -> usize {
        match &self.overlay {
            Some(LabOverlay::Choices(part, _)) => {
                self.selected_lane().setup.choices(*part, self.session.ground()).len()
            }
            Some(LabOverlay::Maps(_)) => self.maps.len(),
            _ => 0,
        }
    }
}

/// Draws the open list.
pub(super) fn draw(buffer: &mut Buffer, screen: &LabScreen) {
    let Some((heading, picker, rows)) = screen.open_list() else { return };
    let area = screen.list_area(screen.unfiltered_count());
    let most = usize::from(area.width) * 2 / 5;
    let width = rows.iter().map(|row| row.1.chars().count()).max().unwrap_or(0).min(most);
    let name = |name: &str| format!("{:<width$} ", shorten(name, width));
    let rows: Vec<(String, String)> = rows.iter().map(|(_, of, says)| (name(of), says.clone())).collect();
    draw_list(buffer, screen.theme, area, (&heading, picker), &rows);
}
