//! What the mouse means in the lab: what can be seen can be clicked, ends and walls can be dragged.
//!
//! Every position is checked against the screen first, because terminals send impossible ones.

use super::keymap::Intent;
use super::state::{Effect, Held, LabScreen, Overlay};
use super::{bottom, chrome, help, panel, question};
use crate::grid::Cell;
use crate::tui::history::time_at;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

impl LabScreen {
    /// The mouse did something.
    pub fn mouse(&mut self, event: &MouseEvent) -> Vec<Effect> {
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
            MouseEventKind::Down(_) => self.held = Some(Held::Map(column, row)),
            MouseEventKind::Drag(_) => self.dragged(column, row),
            MouseEventKind::Up(_) => self.held = None,
            MouseEventKind::Moved => self.hover(column, row),
        }
        Vec::new()
    }

    /// The wheel walks through a list, changes speed over the top line, steps over the line of time, and zooms.
    fn wheel(&mut self, by: i32, column: u16, row: u16) {
        let panes = self.panes();
        let at = (column, row).into();
        let intent = match by {
            _ if self.overlay.is_some() => Intent::Row(by),
            _ if panes.time.contains(at) => Intent::Step(by),
            -1 if panes.layout.top.contains(at) => Intent::Faster,
            _ if panes.layout.top.contains(at) => Intent::Slower,
            -1 => Intent::ZoomIn,
            _ => Intent::ZoomOut,
        };
        self.update(intent);
    }

    /// The cell at a character of any lane's map: of the two of a half block an end of the search first.
    fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        let window = self.window(self.panes().lane_at(column, row)?);
        let both = [false, true].map(|lower| window.cell_at(column, row, lower, self.land()));
        let ground = self.ground();
        let is_end = |cell: &Cell| *cell == ground.start() || *cell == ground.goal();
        both.into_iter().flatten().find(is_end).or(both[0]).or(both[1])
    }

    fn hover(&mut self, column: u16, row: u16) {
        if let Some(cell) = self.cell_at(column, row).filter(|_| self.overlay.is_none()) {
            self.cursor = cell;
        }
    }

    fn press(&mut self, column: u16, row: u16) -> Vec<Effect> {
        self.held = None;
        let panes = self.panes();
        let at = (column, row).into();
        if panes.layout.keys.contains(at) {
            return bottom::intent_at(self, column).map_or_else(Vec::new, |intent| self.update(intent));
        }
        match &self.overlay {
            Some(Overlay::Choices(..) | Overlay::Maps(_)) => return self.press_list(column, row),
            Some(Overlay::Help(scroll)) => return help::press(self, *scroll, column, row),
            Some(Overlay::Ask(_)) => {
                return question::intent_at(self, column, row).map_or_else(Vec::new, |i| self.update(i));
            }
            Some(Overlay::Break(_)) => return Vec::new(),
            None => {}
        }
        if panes.layout.top.contains(at) || panes.time.contains(at) && column < panes.bar().x {
            return self.update(Intent::Pause);
        }
        if panes.bar().contains(at) {
            self.held = Some(Held::Time);
            self.dragged(column, row);
            return Vec::new();
        }
        if let Some(intent) =
            panel::intent_at(self, column, row).or_else(|| chrome::intent_at(self, column, row))
        {
            return self.update(intent);
        }
        if let Some(lane) = panes.lane_at(column, row).filter(|lane| panes.caption_of(*lane).contains(at)) {
            return self.update(Intent::Lane(lane));
        }
        if let Some(cell) = self.cell_at(column, row) {
            self.press_map(cell);
        }
        Vec::new()
    }

    /// Ends are taken; else free ground becomes a wall and a wall free, or what the brush makes of it.
    fn press_map(&mut self, cell: Cell) {
        self.cursor = cell;
        let ground = self.ground();
        let held = if cell == ground.start() {
            Held::Start
        } else if cell == ground.goal() {
            Held::Goal
        } else if self.draws {
            Held::Brush(self.brush.price(), cell)
        } else {
            Held::Brush(if ground.is_free(cell) { 0 } else { PLAIN }, cell)
        };
        self.held = Some(held);
        self.remember();
        if let Held::Brush(price, _) = held {
            self.paint(cell, cell, price);
        }
    }

    fn dragged(&mut self, column: u16, row: u16) {
        match self.held {
            Some(Held::Time) => {
                let at = time_at(self.panes().bar(), column, self.session.pops() as usize);
                self.seek(at as u32);
            }
            Some(Held::Map(from, at)) => {
                self.held = Some(Held::Map(column, row));
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

    fn drag_to(&mut self, held: Held, cell: Cell) {
        self.cursor = cell;
        match held {
            Held::Start => {
                self.changing().move_start(cell);
            }
            Held::Goal => {
                self.changing().move_goal(cell);
            }
            Held::Brush(price, last) => {
                self.paint(last, cell, price);
                self.held = Some(Held::Brush(price, cell));
            }
            Held::Time | Held::Map(..) => {}
        }
    }

    /// Moves the camera by so many characters.
    fn pan(&mut self, columns: i32, rows: i32) {
        let (area, land) = (self.panes().map_of(0), self.land());
        self.camera.settle(area, land);
        let window = self.window(0);
        let (dx, dy) = window.cells(columns, rows);
        let moved =
            |at: u16, by: i32, size: u16| (i32::from(at) + by).clamp(0, i32::from(size.max(1)) - 1) as u16;
        let centre = self.camera.centre;
        self.camera.centre = Cell::new(moved(centre.x, dx, land.0), moved(centre.y, dy, land.1));
    }
}

/// Price of ground where a wall was, in milli-steps.
const PLAIN: u16 = 1000;
