//! What the environment's variables tell about the terminal: its colours, its glyphs, and whether it is remote.
//!
//! What the terminal itself answers does not live here (`probe`).

use crate::app::play::session::settings::ColorChoice;
use crate::tui::Depth;

/// Whether the locale lacks Unicode; false if none is set.
pub(in crate::app::play) fn is_plain_locale() -> bool {
    let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
    ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).is_some_and(|locale| is_plain(&locale))
}

fn is_plain(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    let is_c = matches!(locale.as_str(), "c" | "posix");
    is_c || locale.contains('.') && !locale.contains("utf-8") && !locale.contains("utf8")
}

/// Whether the terminal is remote.
pub(in crate::app::play) fn is_remote() -> bool {
    ["SSH_TTY", "SSH_CONNECTION"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Whether the terminal may be asked whether it shows pictures. The console of Linux would print the question; tmux and
/// screen keep pictures from the terminal behind them, or forget them.
pub(in crate::app::play) fn may_show_pictures() -> bool {
    let variable = |name| std::env::var(name).unwrap_or_default();
    is_for_pictures(&variable("TERM"), &variable("TMUX"))
}

fn is_for_pictures(term: &str, tmux: &str) -> bool {
    tmux.is_empty() && !["linux", "tmux", "screen"].into_iter().any(|name| term.starts_with(name))
}

impl ColorChoice {
    /// The colour depth on this terminal.
    pub fn depth(self) -> Depth {
        let variable = |name| std::env::var(name).unwrap_or_default();
        match self {
            ColorChoice::True => Depth::True,
            ColorChoice::Indexed => Depth::Indexed,
            ColorChoice::Sixteen => Depth::Sixteen,
            ColorChoice::Mono => Depth::Mono,
            ColorChoice::Auto => depth(&variable("NO_COLOR"), &variable("COLORTERM"), &variable("TERM")),
        }
    }
}

/// The colour depth that the environment reports.
fn depth(no_color: &str, colorterm: &str, term: &str) -> Depth {
    if !no_color.is_empty() {
        Depth::Mono
    } else if colorterm.contains("truecolor") || colorterm.contains("24bit") || term.contains("direct") {
        Depth::True
    } else if term.contains("256color") || term.contains("kitty") || term.contains("alacritty") {
        Depth::Indexed
    } else {
        Depth::Sixteen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_say_whether_there_is_more_than_ascii() {
        for plain in ["C", "POSIX", "de_DE.ISO-8859-1", "ja_JP.eucJP"] {
            assert!(is_plain(plain), "{plain}");
        }
        for full in ["C.UTF-8", "en_US.utf8", "de_DE", "sr_RS.UTF-8@latin"] {
            assert!(!is_plain(full), "{full}");
        }
    }

    #[test]
    fn terminals_within_terminals_are_not_asked_for_pictures() {
        assert!(is_for_pictures("xterm-kitty", "") && is_for_pictures("xterm-256color", ""));
        assert!(!is_for_pictures("xterm-kitty", "/tmp/tmux-1000/default,1,0"));
        assert!(!["tmux-256color", "screen", "linux"].into_iter().any(|term| is_for_pictures(term, "")));
    }

    #[test]
    fn colours_are_what_the_terminal_says() {
        assert_eq!(depth("1", "truecolor", "xterm-256color"), Depth::Mono);
        assert_eq!(depth("", "truecolor", "xterm"), Depth::True);
        assert_eq!(depth("", "", "screen-256color"), Depth::Indexed);
        assert_eq!(depth("", "", "linux"), Depth::Sixteen);
    }
}
