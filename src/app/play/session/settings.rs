//! The settings: a file that the player writes and the game only reads.
//!
//! Preferences that the game remembers by itself do not live here (`remembered`).

use crate::save::{Disk, copy_bad_on};
use crate::text::Printable;
use crate::tui::{Glyphs, Keys, Palette, key_of};
use clap::ValueEnum;
use etcetera::BaseStrategy;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toml::Spanned;

/// The file's name in the current folder.
const LOCAL_FILE: &str = "wayworn.toml";

/// How many colours to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorChoice {
    /// As the terminal reports.
    #[default]
    Auto,
    /// True colour.
    True,
    /// 256 colours.
    #[value(name = "256")]
    #[serde(rename = "256")]
    Indexed,
    /// Sixteen colours.
    #[value(name = "16")]
    #[serde(rename = "16")]
    Sixteen,
    /// Monochrome.
    Mono,
}

/// Largest size of a settings file, in bytes.
pub const BYTES_MAX: usize = 1 << 16;
/// Default frames per second.
const FPS_DEFAULT: u16 = 30;
/// Highest frames per second.
pub const FPS_MAX: u16 = 120;
/// Default seconds between two autosaves.
pub const AUTOSAVE_SECONDS_DEFAULT: u16 = 60;
/// Most seconds between two autosaves.
pub const AUTOSAVE_SECONDS_MAX: u16 = 3600;

/// A player's settings. `None` leaves a choice to the game.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Settings {
    /// The file that they were read from, if any.
    pub path: Option<PathBuf>,
    /// The palette at the start.
    pub palette: Option<Palette>,
    /// Number of colours.
    pub color: ColorChoice,
    /// Glyphs; `None` lets the start-up probe decide.
    pub glyphs: Option<Glyphs>,
    /// Whether the map is drawn at pixels where the terminal shows pictures.
    pub has_pixels: bool,
    /// Maximum frames per second.
    pub fps: u16,
    /// Whether anything moves by itself: the camera, water, weather, marks of what happens.
    pub has_motion: bool,
    /// Whether the map has day and night.
    pub has_light: bool,
    /// Whether the map has seasons and weather.
    pub has_weather: bool,
    /// Whether the mouse is captured.
    pub mouse: Option<bool>,
    /// Whether the camera follows a unit after a while without keys.
    pub auto_follow: bool,
    /// Whether the bottom line hints at unused keys.
    pub shows_hints: bool,
    /// Interval of autosaves, if any.
    pub autosave: Option<Duration>,
    /// The keys.
    pub keys: Keys,
    /// A message for the player about the file.
    pub notice: Option<String>,
}

impl Default for Settings {
    fn default() -> Self {
        SettingsFile::default().settings(Keys::default())
    }
}

/// What is wrong with a settings file, and where.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// It cannot be read.
    #[error("{}: {why} — `wayworn settings` prints a file to start from", Printable(path))]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// Something in it is wrong.
    #[error("{}:{line}:{column}: {why}", Printable(path))]
    Wrong {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// Column, from 1, in characters.
        column: usize,
        /// What is wrong, and what to write instead.
        why: String,
    },
}

/// The file's structure.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct SettingsFile {
    palette: Option<Palette>,
    color: Option<ColorChoice>,
    glyphs: Option<GlyphsName>,
    pixels: Option<PixelsName>,
    fps: Option<Spanned<u16>>,
    motion: Option<Switch>,
    light: Option<Switch>,
    weather: Option<Switch>,
    mouse: Option<bool>,
    auto_follow: Option<bool>,
    hints: Option<bool>,
    autosave: Option<Spanned<u16>>,
    keys: BTreeMap<Spanned<String>, Spanned<KeyNames>>,
}

impl SettingsFile {
    /// The settings with these keys; what the file does not say is as usual.
    fn settings(self, keys: Keys) -> Settings {
        let every = self.autosave.map_or(AUTOSAVE_SECONDS_DEFAULT, Spanned::into_inner);
        Settings {
            path: None,
            palette: self.palette,
            color: self.color.unwrap_or_default(),
            glyphs: self.glyphs.and_then(|word| match word {
                GlyphsName::Auto => None,
                GlyphsName::Unicode => Some(Glyphs::Unicode),
                GlyphsName::Sextants => Some(Glyphs::Sextants),
                GlyphsName::Octants => Some(Glyphs::Octants),
                GlyphsName::Ascii => Some(Glyphs::Ascii),
            }),
            has_pixels: self.pixels != Some(PixelsName::Off),
            fps: self.fps.map_or(FPS_DEFAULT, Spanned::into_inner),
            has_motion: Switch::is_on(self.motion),
            has_light: Switch::is_on(self.light),
            has_weather: Switch::is_on(self.weather),
            mouse: self.mouse,
            auto_follow: self.auto_follow.unwrap_or(true),
            shows_hints: self.hints.unwrap_or(true),
            autosave: (every > 0).then(|| Duration::from_secs(every.into())),
            keys,
            notice: None,
        }
    }
}

/// One key, or several.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a key such as \"e\" or \"PgUp\", or a list of keys")]
enum KeyNames {
    One(String),
    Several(Vec<String>),
}

/// Glyphs by name.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum GlyphsName {
    Auto,
    Unicode,
    Sextants,
    Octants,
    Ascii,
}

/// Whether the map is drawn at pixels, by name.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PixelsName {
    Auto,
    Off,
}

/// Something that is on or off, by word or as a truth value.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "\"on\" or \"off\"")]
enum Switch {
    Value(bool),
    Word(SwitchWord),
}

/// A position of a switch.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum SwitchWord {
    On,
    Off,
}

impl Switch {
    /// Whether it is on; a switch that is not set is on.
    fn is_on(switch: Option<Switch>) -> bool {
        !matches!(switch, Some(Switch::Value(false) | Switch::Word(SwitchWord::Off)))
    }
}

/// Reads the settings: the named file, else the one in this folder, else the one in the user's settings folder.
///
/// # Errors
/// When a named file does not exist, or a file is wrong.
pub fn read(named: Option<&Path>) -> Result<Settings, SettingsError> {
    read_on(&Disk::default(), named)
}

fn read_on(disk: &Disk, named: Option<&Path>) -> Result<Settings, SettingsError> {
    let here = PathBuf::from(LOCAL_FILE);
    let own =
        || etcetera::choose_base_strategy().ok().map(|base| base.config_dir().join("wayworn/settings.toml"));
    let found = named
        .map(Path::to_owned)
        .or_else(|| here.exists().then_some(here))
        .or_else(|| own().filter(|p| p.exists()));
    let Some(path) = found else { return Ok(Settings::default()) };
    let unreadable = |why: String| SettingsError::Unreadable { path: path.clone(), why };
    let read = disk.read(&path, BYTES_MAX as u64 + 1);
    let (bytes, _) = read.map_err(|error| unreadable(error.to_string()))?;
    if bytes.len() > BYTES_MAX {
        return Err(unreadable("the file is too long".to_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|_| unreadable("the file is not UTF-8 text".to_owned()))?;
    let settings = parse(&text).map_err(|(at, why)| {
        let (line, column) = line_and_column(&text, at.start);
        SettingsError::Wrong { path: path.clone(), line, column, why }
    })?;
    Ok(Settings { path: Some(path), ..settings })
}

/// The same, but a damaged file does not prevent playing: defaults are used, the file is copied to one that ends in
/// `.bad`, and the notice says so.
///
/// # Errors
/// When a named file does not exist.
pub fn read_or_default(named: Option<&Path>) -> Result<Settings, SettingsError> {
    read_or_default_on(&Disk::default(), named)
}

fn read_or_default_on(disk: &Disk, named: Option<&Path>) -> Result<Settings, SettingsError> {
    let error = match read_on(disk, named) {
        Err(SettingsError::Unreadable { path, why }) if !path.exists() => {
            return Err(SettingsError::Unreadable { path, why });
        }
        Err(error) => error,
        read => return read,
    };
    let (SettingsError::Unreadable { path, .. } | SettingsError::Wrong { path, .. }) = &error;
    let kept = copy_damaged(disk, path);
    Ok(Settings {
        notice: Some(format!("default settings used, because {error}{kept}")),
        ..Settings::default()
    })
}

/// Copies a damaged file; returns words about the copy, empty if there is none.
pub(super) fn copy_damaged(disk: &Disk, path: &Path) -> String {
    copy_bad_on(disk, path).map_or_else(|_| String::new(), |bad| format!("; a copy is {}", Printable(bad)))
}

/// The message of a syntax error, in one line.
pub(super) fn error_line(error: &toml::de::Error) -> String {
    error.message().lines().collect::<Vec<_>>().join(", ")
}

/// Line and column of a byte offset, from 1.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or("");
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

/// Parses settings.
///
/// # Errors
/// The byte range of the mistake, and what is wrong.
pub fn parse(text: &str) -> Result<Settings, (Range<usize>, String)> {
    let file: SettingsFile =
        toml::from_str(text).map_err(|error| (error.span().unwrap_or_default(), error_line(&error)))?;
    if let Some(wrong) = file.fps.as_ref().filter(|fps| !(1..=FPS_MAX).contains(fps.get_ref())) {
        return Err((wrong.span(), format!("fps must be 1 to {FPS_MAX}, not {}", wrong.get_ref())));
    }
    if let Some(wrong) = file.autosave.as_ref().filter(|wish| *wish.get_ref() > AUTOSAVE_SECONDS_MAX) {
        let why = format!(
            "autosave must be 1 to {AUTOSAVE_SECONDS_MAX} seconds, or 0 for never, not {}",
            wrong.get_ref()
        );
        return Err((wrong.span(), why));
    }
    let keys = parse_keys(&file.keys)?;
    Ok(file.settings(keys))
}

/// The key bindings of the file.
fn parse_keys(wanted: &BTreeMap<Spanned<String>, Spanned<KeyNames>>) -> Result<Keys, (Range<usize>, String)> {
    let mut keys = Keys::default();
    for (name, words) in wanted {
        let words_of = match words.get_ref() {
            KeyNames::One(word) => std::slice::from_ref(word),
            KeyNames::Several(words) => words,
        };
        let mut codes = Vec::new();
        for word in words_of {
            let unknown = || {
                let why = format!(
                    "'{}' is not a key: write one character, or a name such as Space, Tab, Enter, PgUp, F5",
                    Printable(word)
                );
                (words.span(), why)
            };
            codes.push(key_of(word).ok_or_else(unknown)?);
        }
        keys.rebind(name.get_ref(), &codes).map_err(|why| (name.span(), why))?;
    }
    let Some((names, why)) = keys.find_clash() else { return Ok(keys) };
    // The default bindings have no clash, so one of the names is in the file.
    let at = wanted.keys().find(|name| names.contains(name.get_ref())).map(Spanned::span);
    Err((at.unwrap_or_default(), format!("{why} — give one of them another key")))
}

/// The settings as a file to start from: every line has a comment, and defaults are commented out.
pub fn settings_text(settings: &Settings) -> String {
    let mut out = settings_head(settings.path.as_deref());
    for (changed, setting, words) in setting_rows(settings) {
        out.push_str(&setting_line(changed, &setting, words));
    }
    out.push_str(
        "\n# Keys: one character or a name (Space, Tab, Shift+Tab, Enter, Home, PgUp, F5), \
         or a list of them.\n[keys]\n",
    );
    for (row, usual) in settings.keys.bindings().into_iter().zip(Keys::default().bindings()) {
        let keys: Vec<String> = row.1.iter().map(|key| format!("{key:?}")).collect();
        let value = if keys.len() == 1 { keys.concat() } else { format!("[{}]", keys.join(", ")) };
        out.push_str(&setting_line(row.1 != usual.1, &format!("{} = {value}", row.0), row.2));
    }
    out
}

/// The head of the file, with the path of the current settings.
fn settings_head(path: Option<&Path>) -> String {
    let from = path.map_or_else(String::new, |path| format!("# Current file: {}.\n", Printable(path)));
    format!(
        "# Settings of Wayworn. Lines that start with # are defaults; remove the # to change them.\n{from}\
         # Save this as ./wayworn.toml, or as wayworn/settings.toml in your settings folder \
         (~/.config).\n\n"
    )
}

/// A line of the file with a comment; commented out if unchanged.
fn setting_line(changed: bool, setting: &str, words: &str) -> String {
    let mark = if changed { "" } else { "# " };
    format!("{:<40} # {words}\n", format!("{mark}{setting}"))
}

/// The word for a value, on the command line and in the file.
fn word_for(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or_else(String::new, |word| word.get_name().to_owned())
}

/// Every setting except keys: whether it differs from the default, its text, and its comment.
fn setting_rows(settings: &Settings) -> [(bool, String, &'static str); 12] {
    let usual = Settings::default();
    let palette = word_for(&settings.palette.unwrap_or_default());
    let glyphs = match settings.glyphs {
        None => "auto",
        Some(Glyphs::Unicode) => "unicode",
        Some(Glyphs::Sextants) => "sextants",
        Some(Glyphs::Octants) => "octants",
        Some(Glyphs::Ascii) => "ascii",
    };
    let word = |is_on: bool| if is_on { "on" } else { "off" };
    let Settings { has_pixels, has_motion, has_light, has_weather, .. } = *settings;
    let pixels = if has_pixels { "auto" } else { "off" };
    let Settings { color, fps, auto_follow, shows_hints: hints, .. } = *settings;
    let mouse = settings.mouse.unwrap_or(true);
    let autosave = settings.autosave.map_or(0, |every| every.as_secs());
    [
        (settings.palette.is_some(), format!("palette = \"{palette}\""), "natural, contrast or mono"),
        (color != usual.color, format!("color = \"{}\"", word_for(&color)), "auto, true, 256, 16 or mono"),
        (
            settings.glyphs.is_some(),
            format!("glyphs = \"{glyphs}\""),
            "auto (probes the terminal), unicode, ascii, or for a finer map sextants or octants",
        ),
        (
            !has_pixels,
            format!("pixels = \"{pixels}\""),
            "auto (a map at pixels where the terminal shows pictures) or off",
        ),
        (fps != usual.fps, format!("fps = {fps}"), "maximum frames per second"),
        (!has_motion, format!("motion = \"{}\"", word(has_motion)), "off: nothing moves by itself"),
        (!has_light, format!("light = \"{}\"", word(has_light)), "off: it is always noon"),
        (!has_weather, format!("weather = \"{}\"", word(has_weather)), "off: no seasons, rain or snow"),
        (settings.mouse.is_some(), format!("mouse = {mouse}"), "false: do not capture the mouse"),
        (
            !auto_follow,
            format!("auto-follow = {auto_follow}"),
            "show what is worth watching after a while without keys",
        ),
        (!hints, format!("hints = {hints}"), "show one unused key at a time"),
        (
            settings.autosave != usual.autosave,
            format!("autosave = {autosave}"),
            "seconds between two autosaves; 0: never",
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::save::on_failing_disks;
    use crate::tui::KeyIntent;

    fn wrong(text: &str) -> (usize, usize, String) {
        let (at, why) = parse(text).expect_err("this is wrong");
        assert!(!why.contains('\n') && !why.is_empty(), "{why}");
        let (line, column) = line_and_column(text, at.start);
        (line, column, why)
    }

    #[test]
    fn mistakes_are_reported_with_their_place() {
        let (line, column, why) = wrong("fps = 30\ncolour = \"true\"\n");
        assert_eq!((line, column), (2, 1), "{why}");
        assert!(why.contains("colour") && why.contains("color"));
        assert_eq!(wrong("fps = 0").0, 1);
        let (line, column, why) = wrong("[keys]\n\nexplian = \"x\"\n");
        assert_eq!((line, column), (3, 1));
        assert!(why.contains("did you mean 'explain'"));
        let (line, _, why) = wrong("[keys]\nexplain = \"g\"\n");
        assert!(line == 2 && why.contains("go") && why.contains("explain"), "{why}");
        assert!(wrong("[keys]\nleft = \"\"\n").2.contains("not a key"));
        assert!(wrong("[keys]\nleft = []\n").2.contains("letter"));
        assert!(wrong("[keys]\nexplain = \"xx\"\n").2.contains("'xx'"));
        assert_eq!(wrong("fps = \n").0, 1);
        assert!(wrong("autosave = 3601").2.contains("3600"));
        assert_eq!(wrong("palette = \"pink\"\n").0, 1);
    }

    #[test]
    fn on_failing_disks_the_game_starts_and_the_file_is_unchanged() {
        let (mut copied, mut applied) = (0, 0);
        for (text, is_right) in [("fps = 0\n", false), ("fps = 12\n", true)] {
            let times = on_failing_disks(|disk, how| {
                let folder = tempfile::tempdir().expect("a folder");
                let (path, bad) = (folder.path().join("mine.toml"), folder.path().join("mine.toml.bad"));
                std::fs::write(&path, text).expect("a file");
                let settings = read_or_default_on(disk, Some(&path)).expect("a game without complaint");
                let notice = settings.notice.unwrap_or_default();
                applied += u32::from(settings.fps == 12);
                assert!(settings.fps == 12 && is_right || notice.contains("mine.toml"), "{how}: {notice}");
                // A copy that may not be on the disk is not mentioned.
                assert!(bad.exists() || !notice.contains("mine.toml.bad"), "{how}: {notice}");
                copied += u32::from(notice.contains("mine.toml.bad"));
                assert_eq!(std::fs::read_to_string(&path).expect("the file"), text, "{how}");
                assert!(!bad.exists() || std::fs::read_to_string(&bad).expect("a copy") == text, "{how}");
            });
            assert!(times > 8, "{times}");
        }
        assert!(copied > 4 && applied > 4, "{copied} {applied}");
    }

    #[test]
    fn printed_settings_are_read_back() {
        let text = "palette = \"contrast\"\ncolor = \"256\"\npixels = \"off\"\nfps = 12\nmouse = false\n\n\
            [keys]\nexplain = [\"ü\", \"F5\"]\nleft = \"ö\"\n";
        let settings = parse(text).expect("these are right");
        let printed = settings_text(&settings);
        let again = parse(&printed).unwrap_or_else(|(_, why)| panic!("{why}\n{printed}"));
        assert_eq!(again.keys, settings.keys);
        assert_eq!(again.keys.key_for(KeyIntent::Explain), "ü");
        assert_eq!((again.fps, again.mouse, again.color), (12, Some(false), ColorChoice::Indexed));
        assert!(!again.has_pixels && Settings::default().has_pixels);
        let uncommented: String = settings_text(&Settings::default())
            .lines()
            .map(|line| {
                line.strip_prefix("# ").filter(|rest| rest.contains(" = ")).unwrap_or(line).to_owned() + "\n"
            })
            .collect();
        let all = parse(&uncommented).unwrap_or_else(|(_, why)| panic!("{why}\n{uncommented}"));
        assert_eq!(all.keys.bindings(), Keys::default().bindings());
    }
}
