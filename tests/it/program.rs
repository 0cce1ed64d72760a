//! Runs a program as a command, and checks what it says and what it must never write: for the tests of all the
//! project's programs.

use crate::kit;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;
use wayworn::grid::Size;
use wayworn::save::{ReplayHeader, SaveSlot};
use wayworn::world;

/// The slot in the folder of [`home`].
pub(crate) const NAME: &str = "land-5-48x48";

/// What terminals obey or hide: ESC, BEL, CSI, OSC, a line end, DEL, C1 codes, marks of direction, no width, line
/// separator.
pub(crate) const HOSTILE: &str =
    "\x1b[2J\x1b]0;x\x07\u{202e}\u{2066}\u{200b}\u{2028}\u{9b}31m\u{7f}\n\r\u{85}\u{feff}z";

/// Most bytes that any command may print, whatever is in its files.
const SAID_MAX: usize = 8000;

/// A program, by its path.
#[derive(Clone, Copy)]
pub(crate) struct Program(pub &'static str);

impl Program {
    /// Runs it in a folder, where its data are, too.
    pub(crate) fn run(self, dir: &Path, args: &[&str]) -> Output {
        self.command(dir, args).output().unwrap()
    }

    fn command(self, dir: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(self.0);
        for variable in ["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"] {
            command.env(variable, dir.join("data"));
        }
        command.args(args).current_dir(dir);
        command
    }

    /// Runs commands whose reader has gone: each ends well and says nothing.
    pub(crate) fn ends_silently_without_a_reader(self, dir: &Path, commands: &[&[&str]]) {
        for args in commands {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            let output = self.command(dir, args).stdout(writer).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(output.status.success() && said.is_empty(), "{args:?}: {:?}: {said}", output.status);
        }
    }

    /// Checks that a command says in one line that its output cannot be written.
    #[cfg(target_os = "linux")]
    pub(crate) fn reports_a_full_device(self, dir: &Path, args: &[&str]) {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = self.command(dir, args).stdout(full).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{args:?}: {said}");
        assert!(said.contains("No space left"), "{args:?}: {said}");
    }

    /// The arguments of `sh` that run a command whose files may not grow.
    #[cfg(unix)]
    pub(crate) fn limited<'a>(self, args: &[&'a str]) -> Vec<&'a str> {
        [&["-c", "ulimit -f 0; exec \"$0\" \"$@\"", self.0], args].concat()
    }

    /// The one line of a command that is refused and changes nothing.
    pub(crate) fn refused(self, dir: &Path, args: &[&str]) -> String {
        let before = files(dir);
        let output = self.run(dir, args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{args:?}: {said}");
        assert!(output.stdout.is_empty() && files(dir) == before, "{args:?}: {said}");
        said
    }

    /// Runs a command with invalid input, and checks that it is refused in words fit for a terminal.
    pub(crate) fn refused_readably(self, dir: &Path, args: &[&str]) -> String {
        let output = self.run(dir, args);
        let text = said(&output, &args);
        assert!(!output.status.success() && !text.is_empty(), "{args:?}: {text}");
        text
    }

    /// Its exit code and output: it neither panics, nor takes long, nor uses much memory.
    pub(crate) fn answers(self, args: &[&str]) -> (Option<i32>, String) {
        let script = "ulimit -v 4000000; ulimit -t 100; exec \"$0\" \"$@\"";
        let output = Command::new("sh").args(["-c", script, self.0]).args(args).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert!(!errors.contains("panicked"), "{args:?}: {errors}");
        (output.status.code(), errors)
    }

    /// Gives commands hostile and endless values and arguments; returns how many refusals repeat them escaped or
    /// shortened, and how many options there were.
    pub(crate) fn refuses_hostile_arguments(self, dir: &Path, commands: &[&str]) -> (usize, usize) {
        let (mut repeated, mut options) = (0, 0);
        for hostile in [HOSTILE, &"x y".repeat(20_000)] {
            for command in commands {
                for option in self.options_with_values(dir, command) {
                    options += 1;
                    // An option that takes a file or a folder may accept it, and then work for long.
                    if ["--out", "--record", "--saves", "--dump", "--png", "--map"].contains(&&*option) {
                        continue;
                    }
                    let text = self.refused_readably(dir, &[command, &format!("{option}={hostile}")]);
                    repeated += usize::from(text.contains("\\u{202e}") || text.contains('…'));
                }
                let unknown = format!("--{hostile}");
                for args in [&[command, &*unknown][..], &[command, "tiny.map", hostile, hostile, hostile]] {
                    repeated += usize::from(self.refused_readably(dir, args).contains("\\u{"));
                }
            }
        }
        (repeated, options)
    }

    /// The options of a command that take a value, as its help lists them.
    fn options_with_values(self, dir: &Path, command: &str) -> Vec<String> {
        let help = String::from_utf8(self.run(dir, &[command, "--help"]).stdout).unwrap();
        let lines = help.lines().map(str::trim).filter(|line| line.starts_with("--") && line.contains('<'));
        lines.map(|line| line.split(' ').next().unwrap().to_owned()).collect()
    }

    /// Checks that long work reports its progress, in these words, where its errors are read as lines.
    pub(crate) fn tells_how_far(self, works: &[(Vec<&str>, &str)]) {
        use std::io::{BufRead, BufReader};
        let name = Path::new(self.0).file_stem().unwrap().to_str().unwrap();
        let begun: Vec<_> = works
            .iter()
            .map(|(args, far)| {
                let mut command = Command::new(self.0);
                let command = command.args(args).stdout(std::process::Stdio::null());
                (command.stderr(std::process::Stdio::piped()).spawn().unwrap(), args.join(" "), far)
            })
            .collect();
        for (mut child, args, far) in begun {
            let line = BufReader::new(child.stderr.take().unwrap()).lines().next().unwrap().unwrap();
            child.kill().unwrap();
            child.wait().unwrap();
            assert!(line.starts_with(&format!("{name}: ")) && line.contains(far), "{args}: {line}");
        }
    }

    /// Checks that commands, whose last argument is the output file, never replace a save, a record or a lock:
    /// neither with nor without `--force`, under any name.
    #[cfg(unix)]
    pub(crate) fn never_replaces_a_game(self, writers: &[Vec<&str>]) {
        use std::os::unix::fs::symlink;
        let home = home();
        let path = |name: &str| home.path().join(name);
        let saves = |ending: &str| path(&format!("saves/{NAME}.{ending}"));
        std::fs::create_dir(path("other")).unwrap();
        // As a killed game leaves it.
        std::fs::write(saves("lock"), "").unwrap();
        for ending in ["save", "replay", "lock"] {
            std::fs::copy(saves(ending), path(&format!("other/{NAME}.{ending}"))).unwrap();
        }
        std::fs::copy(saves("save"), path("copy.png")).unwrap();
        std::fs::copy(saves("replay"), path("copy.json")).unwrap();
        std::fs::hard_link(saves("save"), path("second")).unwrap();
        symlink(saves("save"), path("link")).unwrap();
        symlink(saves("lock"), path("link-of-a-lock")).unwrap();
        let own = ["save", "bak", "auto1", "auto3", "rescue", "damaged2", "replay", "lock"]
            .map(|ending| format!("saves/{NAME}.{ending}"));
        let others = ["save", "bak", "replay", "lock"].map(|ending| format!("other/{NAME}.{ending}"));
        let named = ["copy.png", "copy.json", "second", "link", "link-of-a-lock", "saves/new.save"];
        let targets = || own.iter().chain(&others).map(String::as_str).chain(named);
        for writer in writers {
            for target in targets() {
                for force in [&[][..], &["--force"]] {
                    let said = self.refused(home.path(), &[&writer[..], &[target], force].concat());
                    assert!(said.contains(target), "{writer:?}: {said}");
                    let is_explained =
                        said.contains("of a game") || said.contains("needs for something else");
                    assert!(is_explained && !said.contains("--force"), "{writer:?}: {said}");
                }
            }
        }
    }

    /// Checks that such commands write neither into a pipe nor a device nor over a folder.
    #[cfg(unix)]
    pub(crate) fn writes_plain_files_only(self, writers: &[Vec<&str>]) {
        let home = home();
        pipe(&home.path().join("pipe"));
        for writer in writers {
            for (target, what) in [("pipe", "a pipe"), ("/dev/null", "a device"), ("saves", "a folder")] {
                let said = self.refused(home.path(), &[&writer[..], &[target, "--force"]].concat());
                assert!(said.contains(target) && said.contains(what), "{said}");
            }
        }
    }

    /// Checks that commands, whose last argument is a file to read, neither wait for a pipe nor take in a device.
    #[cfg(unix)]
    pub(crate) fn reads_plain_files_only(self, readers: &[Vec<&str>]) {
        let home = home();
        pipe(&home.path().join("pipe"));
        for reader in readers {
            for target in ["pipe", "/dev/zero"] {
                let mut command = Command::new("timeout");
                command
                    .args(["60", "sh", "-c", "ulimit -v 4000000; exec \"$0\" \"$@\"", self.0])
                    .args(reader);
                let output = command.arg(target).current_dir(home.path()).output().unwrap();
                let errors = String::from_utf8(output.stderr).unwrap();
                assert_eq!(output.status.code(), Some(2), "{reader:?} {target}: {errors}");
                assert!(errors.contains(target) && errors.contains("a pipe or a device"), "{errors}");
            }
        }
    }

    /// Checks that a command whose last argument is a folder writes neither among saves nor over a file.
    pub(crate) fn takes_no_folder_of_saves(self, dir: &Path, args: &[&str]) {
        let refusals = [("saves", "only the game writes there"), ("letter.txt", "letter.txt could not")];
        for (target, what) in refusals {
            let said = self.refused(dir, &[args, &[target]].concat());
            assert!(said.contains(what), "{said}");
        }
    }
}

/// A named pipe.
#[cfg(unix)]
pub(crate) fn pipe(path: &Path) {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

/// A folder with a recorded and saved land in `saves`, a map, a level, and a user's own text.
pub(crate) fn home() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let slot = SaveSlot::open(&dir.path().join("saves"), NAME).unwrap();
    let mut game = kit::game(5, 48);
    let mut recorder = slot.start_record(&ReplayHeader::new(5, Size::new(48, 48), None));
    recorder.command(0, &world::Command::Undo);
    game.tick();
    recorder.flush().unwrap();
    slot.save(&game.world, recorder.commands()).unwrap();
    slot.autosave(&game.world, recorder.commands()).unwrap();
    for (from, to) in [("suite/tiny.map", "tiny.map"), ("see/u-trap.toml", "trap.toml")] {
        std::fs::copy(kit::home().join("levels").join(from), dir.path().join(to)).unwrap();
    }
    std::fs::write(dir.path().join("letter.txt"), "a letter").unwrap();
    dir
}

/// The files below a folder with their contents; special files by name alone.
fn files(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let (mut found, mut folders) = (Vec::new(), vec![dir.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
            let kind = entry.file_type().unwrap();
            if kind.is_dir() {
                folders.push(entry.path());
            }
            let bytes = if kind.is_file() { std::fs::read(entry.path()).unwrap() } else { Vec::new() };
            found.push((entry.path(), bytes));
        }
    }
    found.sort();
    found
}

/// The output of a command, checked to be fit for a terminal.
pub(crate) fn said(output: &Output, of: &dyn std::fmt::Debug) -> String {
    let bytes = [&output.stdout[..], &output.stderr].concat();
    let text = String::from_utf8(bytes).unwrap();
    let is_hidden = |c: char| {
        let marks = matches!(c, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}');
        c.is_control() && c != '\n' || marks || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    assert!(!text.contains(is_hidden), "{of:?}: {text:?}");
    assert!(text.len() < SAID_MAX, "{of:?}: {} bytes", text.len());
    assert!(!matches!(output.status.code(), None | Some(101)), "{of:?}: {text}");
    text
}
