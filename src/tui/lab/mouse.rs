//! The mouse in the lab: what is visible can be clicked, start, goal and walls can be dragged.
//!
//! Every position is checked against the screen first, because terminals send invalid ones.

use super::keymap::LabIntent;
use super::state::{LabEffect, LabHeld, LabScreen};
use super::{bottom_line, chrome, panel};
use crate::grid::Cell;
use crate::tui::kit::{timeline_position, view};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

impl LabScreen {
    /// Handles a mouse event.
    pub fn mouse(&mut self, event: &MouseEvent) -> Vec<LabEffect> {
        let (column, row) = (event.column, event.row);
        if !self.mouse || self.panes().layout.too_small || !self.area.contains((column, row).into()) {
            return Vec::new();
        }
        match event.kind {
            MouseEventKind::ScrollUp => self.wheel(-1, column, row),
            MouseEventKind::ScrollDown => self.wheel(1, column, row),
            MouseEventKind::ScrollLeft => self.pan(-8, 0),
            MouseEventKind::ScrollRight => self.pan(8, 0),
            MouseEventKind::Down(MouseButton::Left) => return self.press(column, row),
            MouseEventKind::Down(_) => self.held = Some(LabHeld::Map(column, row)),
            MouseEventKind::Drag(_) => self.drag(column, row),
            MouseEventKind::Up(_) => self.held = None,
            MouseEventKind::Moved => self.hover(column, row),
        }
        Vec::new()
    }

    /// The wheel scrolls a list, changes the speed over the top line, steps over the timeline, and zooms elsewhere.
    fn wheel(&mut self, by: i32, column: u16, row: u16) {
        let panes = self.panes();
        let at = (column, row).into();
        let intent = match by {
            _ if !self.views.is_empty() || panes.text.contains(at) => LabIntent::Row(by),
            _ if panes.timeline.contains(at) => LabIntent::Step(by),
            -1 if panes.layout.top.contains(at) => LabIntent::Faster,
            _ if panes.layout.top.contains(at) => LabIntent::Slower,
            -1 => LabIntent::ZoomIn,
            _ => LabIntent::ZoomOut,
        };
        self.update(intent);
    }

    /// The cell at a screen position on any lane's map; of the two cells of a half block, start or goal has priority.
    pub(super) fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        let window = self.window(self.panes().lane_at(column, row)?);
        let both = [false, true].map(|lower| window.cell_at(column, row, lower, self.land()));
        let ground = self.ground();
        let is_end = |cell: &Cell| *cell == ground.start() || *cell == ground.goal();
        both.into_iter().flatten().find(is_end).or(both[0]).or(both[1])
    }

    fn hover(&mut self, column: u16, row: u16) {
        if let Some(cell) = self.cell_at(column, row).filter(|_| self.mode().moves_cursor()) {
            self.cursor = cell;
        }
    }

    fn press(&mut self, column: u16, row: u16) -> Vec<LabEffect> {
        self.held = None;
        let panes = self.panes();
        let at = (column, row).into();
        if panes.layout.keys.contains(at) {
            return bottom_line::intent_at(self, column).map_or_else(Vec::new, |intent| self.update(intent));
        }
        if let Some(effects) = view::mouse(self, at, &()) {
            return effects;
        }
        if let Some(effect) = self.click_on_page(column, row) {
            return vec![effect];
        }
        if panes.layout.top.contains(at) || panes.timeline.contains(at) && column < panes.bar().x {
            return self.update(LabIntent::Pause);
        }
        if panes.bar().contains(at) {
            self.held = Some(LabHeld::Time);
            self.drag(column, row);
            return Vec::new();
        }
        if let Some(intent) =
            panel::intent_at(self, column, row).or_else(|| chrome::intent_at(self, column, row))
        {
            return self.update(intent);
        }
        if let Some(lane) = panes.lane_at(column, row).filter(|lane| panes.caption_of(*lane).contains(at)) {
            return self.update(LabIntent::SelectLane(lane));
        }
        if let Some(cell) = self.cell_at(column, row) {
            self.press_map(cell);
        }
        Vec::new()
    }

    /// Grabs start or goal; else applies the brush or, outside draw mode, toggles a wall.
    fn press_map(&mut self, cell: Cell) {
        self.cursor = cell;
        let ground = self.ground();
        let held = if cell == ground.start() {
            LabHeld::Start
        } else if cell == ground.goal() {
            LabHeld::Goal
        } else if self.is_drawing {
            LabHeld::Brush(self.brush.price(), cell)
        } else {
            LabHeld::Brush(if ground.is_free(cell) { 0 } else { PLAIN_MILLISTEPS }, cell)
        };
        self.held = Some(held);
        self.push_undo();
        if let LabHeld::Brush(price, _) = held {
            self.paint(cell, cell, price);
        }
    }

    fn drag(&mut self, column: u16, row: u16) {
        match self.held {
            Some(LabHeld::Time) => {
                let at =
                    timeline_position(self.panes().bar(), column, self.session.expansion_count() as usize);
                self.seek(at as u32);
            }
            Some(LabHeld::Map(from, at)) => {
                self.held = Some(LabHeld::Map(column, row));
                self.pan(i32::from(from) - i32::from(column), i32::from(at) - i32::from(row));
            }
            Some(held) => {
                if let Some(cell) = self.cell_at(column, row) {
                    self.drag_to(held, cell);
                }
            }
            None => {}
        }
    }

    fn drag_to(&mut self, held: LabHeld, cell: Cell) {
        self.cursor = cell;
        match held {
            LabHeld::Start => {
                self.edit_ground().move_start(cell);
            }
            LabHeld::Goal => {
                self.edit_ground().move_goal(cell);
            }
            LabHeld::Brush(price, last) => {
                self.paint(last, cell, price);
                self.held = Some(LabHeld::Brush(price, cell));
            }
            LabHeld::Time | LabHeld::Map(..) => {}
        }
    }

    /// Moves the camera by this many characters.
    fn pan(&mut self, columns: i32, rows: i32) {
        let (area, land) = (self.panes().map_of(0), self.land());
        self.camera.pan(area, land, (columns, rows));
    }
}

/// Cost of ground after a wall is erased, in milli-steps.
const PLAIN_MILLISTEPS: u16 = 1000;
