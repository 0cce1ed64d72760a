//! The help of a screen: every key by topic, generated from its key table. A click on a row does what its key does.

use crate::tui::input::keymap::{Binding, Topic};
use crate::tui::kit::sheet::{self, Sheet, SheetRow};
use crate::tui::kit::view::{Host, ListAction, Reply, View};
use crate::tui::look::theme::ACCENT;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

/// A row of a screen's key table.
pub(super) type BindingOf<H> = Binding<<H as Host>::Mode, <H as Host>::Intent>;

/// A screen with a key table.
pub(crate) trait HelpHost: Host<Mode: PartialEq> {
    /// The key table.
    const TABLE: &'static [BindingOf<Self>];
    /// The mode of the help, and the intent that opens it.
    const HELP: (Self::Mode, Self::Intent);

    /// The topics of the help, in its order.
    fn topics(&self) -> Vec<Topic>;
    /// Signs of the map with what they stand for.
    fn signs(&self) -> Vec<(String, &'static str)> {
        Vec::new()
    }
    /// The mode that receives the keys.
    fn mode_of_keys(&self) -> Self::Mode;
    /// A mode's name.
    fn mode_name(mode: Self::Mode) -> &'static str;
    /// A row's key as text.
    fn key_name(&self, binding: &'static BindingOf<Self>) -> &str {
        binding.label
    }
    /// The key that scrolls down, as text.
    fn down_key(&self) -> String {
        "Down".to_owned()
    }
    /// The heading of a topic.
    fn heading(&self, topic: Topic) -> String {
        topic.heading().to_owned()
    }
    /// Rows of a topic that are not in the table: those before it, and those after it.
    fn extra_rows(&self, topic: Topic) -> [Vec<(&'static str, String)>; 2];
}

/// The help on a screen, scrolled by this many rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct HelpView(pub u16);

impl HelpView {
    /// The help laid out on a screen of this size.
    pub(crate) fn sheet<H: HelpHost>(&self, host: &H) -> Sheet<&'static BindingOf<H>> {
        Sheet::new(&host.parts(), self.0, |width| rows(host, width))
    }
}

impl<H: HelpHost> View<H> for HelpView {
    fn mode(&self) -> H::Mode {
        H::HELP.0
    }

    fn area(&self, host: &H, _: &H::Picture) -> Rect {
        self.sheet(host).area
    }

    fn key(&mut self, intent: H::Intent, host: &mut H, _: &H::Picture) -> Reply<H> {
        match H::list_action(intent) {
            Some(ListAction::Row(by)) => self.0 = self.sheet(host).scrolled_by(by),
            Some(ListAction::Confirm | ListAction::Delete) => return Reply::close(),
            _ => {}
        }
        Reply::stay()
    }

    fn mouse(&mut self, at: Position, host: &mut H, picture: &H::Picture) -> Reply<H> {
        let Some(&binding) = self.sheet(host).item_at(at) else { return Reply::stay() };
        if !binding.modes.contains(&host.mode_of_keys()) {
            let modes: Vec<&str> = binding.modes.iter().map(|mode| H::mode_name(*mode)).collect();
            host.show_refusal(format!("{} only works in: {}", host.key_name(binding), modes.join(", ")));
            return Reply::stay();
        }
        let opens_help = binding.intent == H::HELP.1;
        Reply::Close(if opens_help { Vec::new() } else { host.carry_out(binding.intent, picture) })
    }

    fn draw(&self, buffer: &mut Buffer, host: &H, _: &H::Picture) {
        let heading = "Keys: press one, or click its row";
        self.sheet(host).draw(buffer, host.looks(), heading, &host.down_key());
    }
}

/// Every topic with its keys, `width` columns wide.
fn rows<H: HelpHost>(host: &H, width: usize) -> Vec<SheetRow<&'static BindingOf<H>>> {
    let theme = host.looks();
    let mut rows = Vec::new();
    for topic in host.topics() {
        if !rows.is_empty() {
            rows.push(SheetRow { line: Line::default(), item: None });
        }
        rows.push(SheetRow { line: Line::styled(host.heading(topic), theme.bold(ACCENT)), item: None });
        let bound = H::TABLE.iter().filter(|b| b.topic == topic && !b.help.is_empty());
        let bound = bound.map(|b| (host.key_name(b), b.help.to_owned(), Some(b)));
        let [before, after] =
            host.extra_rows(topic).map(|rows| rows.into_iter().map(|(key, says)| (key, says, None)));
        for (key, says, binding) in before.chain(bound).chain(after) {
            rows.extend(sheet::rows(theme, (key, &says), binding, width));
        }
    }
    let signs = host.signs();
    if !signs.is_empty() {
        rows.push(SheetRow { line: Line::default(), item: None });
        rows.push(SheetRow { line: Line::styled("Signs on the map", theme.bold(ACCENT)), item: None });
    }
    for (sign, says) in &signs {
        rows.extend(sheet::rows(theme, (sign, says), None, width));
    }
    rows
}
