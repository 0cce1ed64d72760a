//! Views on a stack: each lies over a screen, takes its keys and clicks while it is on top, and is drawn over it.

use super::layout::Layout;
use crate::tui::look::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use std::fmt::Debug;

/// A screen that views lie over: that of the land, or that of the lab.
pub trait Host: Sized + 'static {
    /// What the keyboard controls.
    type Mode: Copy;
    /// What a player asks for.
    type Intent: Copy + PartialEq;
    /// What the screen asks of the rest of the program.
    type Effect;
    /// What is shown.
    type Picture;
    /// What is asked of the next picture.
    type Request;

    /// The views over it.
    fn views(&self) -> &Views<Self>;
    /// The same, mutably.
    fn views_mut(&mut self) -> &mut Views<Self>;
    /// Carries out an intent.
    fn carry_out(&mut self, intent: Self::Intent, picture: &Self::Picture) -> Vec<Self::Effect>;
    /// What an intent means in a list.
    fn list_action(intent: Self::Intent) -> Option<ListAction>;
    /// Shows a refusal.
    fn show_refusal(&mut self, text: String);
    /// Colours and glyphs.
    fn looks(&self) -> Theme;
    /// The parts of the screen.
    fn parts(&self) -> Layout;
}

/// What a key does in a list or on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListAction {
    /// Moves the highlight, or scrolls, by this many rows.
    Row(i32),
    /// Types into the filter.
    Type(char),
    /// Deletes the last letter of the filter.
    Delete,
    /// Chooses the highlighted row.
    Confirm,
    /// Chooses the row with this number.
    Digit(u8),
}

/// What becomes of a view that has handled something.
pub enum Reply<H: Host> {
    /// It stays.
    Stay(Vec<H::Effect>),
    /// It closes.
    Close(Vec<H::Effect>),
    /// It stays, and the screen carries out an intent, as if its key had been pressed.
    Do(H::Intent),
}

impl<H: Host> Reply<H> {
    /// The view stays, and nothing else happens.
    pub fn stay() -> Reply<H> {
        Reply::Stay(Vec::new())
    }

    /// The view closes, and nothing else happens.
    pub fn close() -> Reply<H> {
        Reply::Close(Vec::new())
    }
}

/// Something that lies over a screen.
pub trait View<H: Host>: CloneView<H> + Debug {
    /// The mode whose keys apply.
    fn mode(&self) -> H::Mode;
    /// Where it lies. A click outside closes it.
    fn area(&self, host: &H, picture: &H::Picture) -> Rect;
    /// Handles an intent.
    fn key(&mut self, intent: H::Intent, host: &mut H, picture: &H::Picture) -> Reply<H>;
    /// Handles a click in its area.
    fn mouse(&mut self, _at: Position, _host: &mut H, _picture: &H::Picture) -> Reply<H> {
        Reply::close()
    }
    /// Draws it.
    fn draw(&self, buffer: &mut Buffer, host: &H, picture: &H::Picture);
    /// What is typed into its filter.
    fn filter(&self) -> Option<&str> {
        None
    }
    /// Notes what it needs of the next picture.
    fn request(&self, _request: &mut H::Request) {}
    /// Told that a new picture has come.
    fn take_picture(&mut self, _host: &mut H, _picture: &H::Picture) -> Vec<H::Effect> {
        Vec::new()
    }
    /// Does a slice of its work.
    fn tick(&mut self) {}
    /// Told when the player goes back from it.
    fn closed(&self, _host: &mut H) -> Vec<H::Effect> {
        Vec::new()
    }
}

/// A view that can be copied with its screen.
pub trait CloneView<H: Host> {
    /// A copy.
    fn boxed(&self) -> Box<dyn View<H>>;
}

impl<H: Host, V: View<H> + Clone + 'static> CloneView<H> for V {
    fn boxed(&self) -> Box<dyn View<H>> {
        Box::new(self.clone())
    }
}

/// The views over a screen, the topmost last.
#[derive(Debug)]
pub struct Views<H: Host>(Vec<Box<dyn View<H>>>);

impl<H: Host> Default for Views<H> {
    fn default() -> Self {
        Views(Vec::new())
    }
}

impl<H: Host> Clone for Views<H> {
    fn clone(&self) -> Self {
        Views(self.0.iter().map(|view| (**view).boxed()).collect())
    }
}

impl<H: Host> Views<H> {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The mode of the topmost view.
    pub fn mode(&self) -> Option<H::Mode> {
        self.0.last().map(|view| view.mode())
    }

    /// Whether something is typed into the filter of the topmost view.
    pub fn is_filtered(&self) -> bool {
        self.0.last().and_then(|view| view.filter()).is_some_and(|filter| !filter.is_empty())
    }

    /// Opens a view on top of the others.
    pub fn open(&mut self, view: impl View<H> + 'static) {
        self.0.push(Box::new(view));
    }

    /// Closes all of them.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Notes what they need of the next picture.
    pub fn request(&self, request: &mut H::Request) {
        for view in &self.0 {
            view.request(request);
        }
    }

    /// Lets the topmost view do a slice of its work.
    pub fn tick(&mut self) {
        if let Some(view) = self.0.last_mut() {
            view.tick();
        }
    }
}

/// Lets the topmost view handle an intent; `None` if there is no view.
pub(crate) fn key<H: Host>(host: &mut H, intent: H::Intent, picture: &H::Picture) -> Option<Vec<H::Effect>> {
    handle(host, picture, |view, host| view.key(intent, host, picture))
}

/// Lets the topmost view handle a click; one beside it closes it. `None` if there is no view.
pub(crate) fn mouse<H: Host>(host: &mut H, at: Position, picture: &H::Picture) -> Option<Vec<H::Effect>> {
    handle(host, picture, |view, host| {
        if view.area(host, picture).contains(at) {
            view.mouse(at, host, picture)
        } else {
            Reply::Close(view.closed(host))
        }
    })
}

/// Tells the topmost view that a new picture has come.
pub(crate) fn take_picture<H: Host>(host: &mut H, picture: &H::Picture) -> Vec<H::Effect> {
    let told = handle(host, picture, |view, host| Reply::Stay(view.take_picture(host, picture)));
    told.unwrap_or_default()
}

/// Closes the topmost view; `None` if there is no view.
pub(crate) fn back<H: Host>(host: &mut H) -> Option<Vec<H::Effect>> {
    let view = host.views_mut().0.pop()?;
    Some(view.closed(host))
}

/// Draws the topmost view.
pub(crate) fn draw<H: Host>(buffer: &mut Buffer, host: &H, picture: &H::Picture) {
    if let Some(view) = host.views().0.last() {
        view.draw(buffer, host, picture);
    }
}

/// Takes the topmost view off the stack while it handles something, so that what it does meets the screen below.
fn handle<H: Host>(
    host: &mut H,
    picture: &H::Picture,
    handle: impl FnOnce(&mut dyn View<H>, &mut H) -> Reply<H>,
) -> Option<Vec<H::Effect>> {
    let mut view = host.views_mut().0.pop()?;
    let at = host.views().0.len();
    let reply = handle(&mut *view, host);
    if !matches!(reply, Reply::Close(_)) {
        let views = &mut host.views_mut().0;
        views.insert(at.min(views.len()), view);
    }
    Some(match reply {
        Reply::Stay(effects) | Reply::Close(effects) => effects,
        Reply::Do(intent) => host.carry_out(intent, picture),
    })
}
