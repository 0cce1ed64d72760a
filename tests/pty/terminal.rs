//! A pseudo-terminal with the game in it, and a screen that interprets its output.

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::cell::{RefCell, RefMut};
use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Rounds of waiting after which a test fails (20 s).
const PATIENCE: u32 = 800;
/// One round.
const ROUND: Duration = Duration::from_millis(25);

/// The bit of a terminal's modes that says that it is not raw.
const ICANON: u64 = if cfg!(target_os = "macos") { 0x100 } else { 0x2 };

/// An environment in which a shell plays the game as a job: when that stops, the shell stops, too, and when it is resumed
/// it resumes the game. A game without such a shell cannot be stopped.
pub(crate) const JOB: (&str, &str) = ("JOB", "kill -STOP $$");
/// The same, resumed as soon as the shell notices.
pub(crate) const RESUMED_JOB: (&str, &str) = ("JOB", ":");

/// The time of now.
#[expect(clippy::disallowed_methods, reason = "some promises are about time")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// The game's output so far.
struct Output {
    bytes: Vec<u8>,
    /// What the screen does not show yet.
    pending: Vec<u8>,
    /// The reader closes the terminal too.
    gone: bool,
    /// The reader stays, but stops reading.
    deaf: bool,
}

/// The game in its terminal.
pub(crate) struct Terminal {
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Option<Box<dyn Write + Send>>,
    child: Box<dyn Child + Send + Sync>,
    output: Arc<Mutex<Output>>,
    /// Interpreted only when it is looked at: a reader that interprets keeps the game waiting, which then takes its line
    /// for a slow one.
    screen: RefCell<vt100::Parser>,
    reader: JoinHandle<()>,
    saves: Arc<TempDir>,
    modes: String,
    /// The child is a shell, and the game is its job.
    is_job: bool,
}

/// A side of the interpreting screen.
fn side(length: u16) -> NonZero<u16> {
    NonZero::new(length).unwrap_or(NonZero::<u16>::MIN)
}

/// All modes of a terminal, as text.
fn modes_of(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios())
}

/// The only child of a process.
fn child_of(id: &str) -> String {
    let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
    children.expect("its children").trim().to_owned()
}

fn send_signal(name: &str, id: &str) {
    let sent = std::process::Command::new("kill").args([&format!("-{name}"), id]).status();
    assert!(sent.is_ok_and(|status| status.success()), "kill -{name} {id}");
}

impl Terminal {
    /// Starts the game in a window of this size, with a folder of saves of its own.
    pub(crate) fn play(columns: u16, rows: u16, arguments: &[&str]) -> Terminal {
        Self::play_with(&[], (columns, rows), arguments)
    }

    /// The same, with more environment variables.
    pub(crate) fn play_with(environment: &[(&str, &str)], size: (u16, u16), arguments: &[&str]) -> Terminal {
        let saves = Arc::new(tempfile::tempdir().expect("a folder for saves"));
        Self::start(environment, size, arguments, saves, true)
    }

    /// The same in a window of 80 × 24. With `gets_hangup` the terminal is the game's controlling terminal, so the kernel
    /// signals a hang-up.
    pub(crate) fn play_apart(gets_hangup: bool, arguments: &[&str]) -> Terminal {
        let saves = Arc::new(tempfile::tempdir().expect("a folder for saves"));
        Self::start(&[], (80, 24), arguments, saves, gets_hangup)
    }

    /// A folder with a file in it, for [`Terminal::play_in`].
    pub(crate) fn folder_with(file: &str, text: &str) -> Arc<TempDir> {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join(file), text).expect("a file");
        Arc::new(folder)
    }

    /// Starts the game in an existing folder.
    pub(crate) fn play_in(folder: &Arc<TempDir>, size: (u16, u16), arguments: &[&str]) -> Terminal {
        Self::start(&[], size, arguments, Arc::clone(folder), true)
    }

    /// The same in a window of 80 × 24, with more environment variables.
    pub(crate) fn play_under(
        environment: &[(&str, &str)],
        folder: &Arc<TempDir>,
        arguments: &[&str],
    ) -> Terminal {
        Self::start(environment, (80, 24), arguments, Arc::clone(folder), true)
    }

    /// Starts the game again with the same saves.
    pub(crate) fn again(&self, columns: u16, rows: u16, arguments: &[&str]) -> Terminal {
        Self::start(&[], (columns, rows), arguments, Arc::clone(&self.saves), true)
    }

    fn start(
        environment: &[(&str, &str)],
        size: (u16, u16),
        arguments: &[&str],
        saves: Arc<TempDir>,
        gets_hangup: bool,
    ) -> Terminal {
        let (cols, rows) = size;
        let pair = native_pty_system()
            .openpty(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 })
            .expect("a pseudo-terminal");
        let program = env!("CARGO_BIN_EXE_wayworn");
        let find = |wanted| environment.iter().find_map(|(name, value)| (*name == wanted).then_some(value));
        // Shell commands to run before the game, or when it has stopped.
        let under = find("UNDER").map(|script| format!("{script}; exec \"$0\" \"$@\""));
        let job = find("JOB").map(|script| {
            format!(
                "set -m; \"$0\" \"$@\"; code=$?; while [ $code -ge 145 ] && [ $code -le 150 ]; do {script}; fg >/dev/null; code=$?; done; exit $code"
            )
        });
        let is_job = job.is_some();
        let script = under.or(job);
        let mut command = CommandBuilder::new(if script.is_some() { "sh" } else { program });
        if let Some(script) = script {
            command.args(["-c", &script, program]);
        }
        // As a newcomer starts it, without asking for a land.
        if !environment.iter().any(|(name, _)| *name == "BARE") {
            command.args(["--size", "128x128"]);
        }
        command.arg("--saves");
        command.arg(saves.path());
        command.args(arguments);
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        // No settings or memory but this test's own; and the terminal is on this machine.
        for name in ["NO_COLOR", "SSH_TTY", "SSH_CONNECTION", "LC_ALL", "LC_CTYPE"] {
            command.env_remove(name);
        }
        command.env("LANG", "C.UTF-8");
        for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
            command.env(name, saves.path());
        }
        command.cwd(saves.path());
        for (name, value) in environment {
            command.env(name, value);
        }
        command.set_controlling_tty(gets_hangup);
        let modes = modes_of(&*pair.master);
        let child = pair.slave.spawn_command(command).expect("the game starts");
        let mut source = pair.master.try_clone_reader().expect("a reader");
        let writer = pair.master.take_writer().expect("a writer");
        let output =
            Arc::new(Mutex::new(Output { bytes: Vec::new(), pending: Vec::new(), gone: false, deaf: false }));
        let written = Arc::clone(&output);
        let reader = std::thread::spawn(move || {
            let is_deaf = || written.lock().expect("no reader panics").deaf;
            let mut buffer = [0; 1 << 14];
            while let Ok(read @ 1..) = source.read(&mut buffer) {
                let mut written = written.lock().expect("no reader panics");
                written.bytes.extend(&buffer[..read]);
                written.pending.extend(&buffer[..read]);
                if written.gone {
                    return;
                }
                drop(written);
                while is_deaf() {
                    std::thread::sleep(ROUND);
                }
            }
        });
        Terminal {
            master: Some(pair.master),
            writer: Some(writer),
            child,
            output,
            screen: RefCell::new(vt100::Parser::new(side(rows), side(cols), 0)),
            reader,
            saves,
            modes,
            is_job,
        }
    }

    /// The game's own folder: its working directory, with its saves and its memory.
    pub(crate) fn folder(&self) -> &std::path::Path {
        self.saves.path()
    }

    /// Waits until a file exists.
    pub(crate) fn until_file(&mut self, path: &std::path::Path) {
        self.until_true(&path.display().to_string(), |_| path.exists());
    }

    /// Files with this ending in the folder of saves.
    pub(crate) fn kept(&self, ending: &str) -> Vec<std::path::PathBuf> {
        let files = std::fs::read_dir(self.saves.path()).expect("a folder of saves").flatten();
        files.map(|file| file.path()).filter(|path| path.to_string_lossy().ends_with(ending)).collect()
    }

    /// Types.
    pub(crate) fn send(&mut self, keys: &str) {
        self.send_bytes(keys.as_bytes());
    }

    /// Sends bytes; a closed terminal takes none.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(writer) = &mut self.writer {
            let _ = writer.write_all(bytes).and_then(|()| writer.flush());
        }
    }

    /// Waits a little, so that an Escape is read as a key of its own.
    pub(crate) fn settle() {
        std::thread::sleep(ROUND * 4);
    }

    /// Waits until a condition holds.
    pub(crate) fn until_true(&mut self, what: &str, mut is_true: impl FnMut(&mut Terminal) -> bool) {
        for _ in 0..PATIENCE {
            if is_true(self) {
                return;
            }
            std::thread::sleep(ROUND);
        }
        let screen = self.screen();
        let _ = self.child.kill();
        panic!("{what} never came; the screen was:\n{screen}");
    }

    /// Waits until one of the texts (separated by `|`) is on the screen; returns how long that took, to within a
    /// round.
    pub(crate) fn until(&mut self, texts: &str) -> Duration {
        let begun = now();
        self.until_true(texts, |terminal| {
            let screen = terminal.screen();
            texts.split('|').any(|text| screen.contains(text))
        });
        begun.elapsed()
    }

    /// Waits until the bytes were written.
    pub(crate) fn until_wrote(&mut self, bytes: &str) {
        self.until_true(&format!("{bytes:?}"), |terminal| terminal.wrote(bytes));
    }

    /// Waits until the game is stopped, and the shell with it that plays it as a [`JOB`].
    pub(crate) fn until_stopped(&mut self) {
        let stat = format!("/proc/{}/stat", self.child.process_id().expect("it runs"));
        self.until_true("a stopped game", |_| {
            let status = std::fs::read_to_string(&stat).unwrap_or_default();
            status.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
        });
    }

    /// Waits until the terminal is raw, and misses no moment in which it is.
    pub(crate) fn until_raw(&self) {
        let begun = now();
        while !self.is_raw() {
            assert!(begun.elapsed().as_secs() < 60, "the terminal is never raw");
        }
    }

    /// Waits until nothing is written any more.
    pub(crate) fn until_silent(&mut self) {
        let written = |terminal: &Terminal| terminal.output.lock().expect("no reader panics").bytes.len();
        self.until_true("silence", |terminal| {
            let before = written(terminal);
            std::thread::sleep(ROUND * 30);
            written(terminal) == before
        });
    }

    /// Whether a bell was rung. (The same byte also ends some sequences, which the game does not use.)
    pub(crate) fn has_rung(&self) -> bool {
        self.wrote("\x07")
    }

    /// The contents of the screen.
    pub(crate) fn screen(&self) -> String {
        self.interpreted().screen().contents()
    }

    /// The screen with all that was written so far.
    fn interpreted(&self) -> RefMut<'_, vt100::Parser> {
        let pending = std::mem::take(&mut self.output.lock().expect("no reader panics").pending);
        let mut screen = self.screen.borrow_mut();
        screen.process(&pending);
        screen
    }

    /// Whether these bytes were written since the start, or since `forget`.
    pub(crate) fn wrote(&self, bytes: &str) -> bool {
        self.written().windows(bytes.len()).any(|window| window == bytes.as_bytes())
    }

    /// All that was written since the start, or since `forget`.
    pub(crate) fn written(&self) -> Vec<u8> {
        self.output.lock().expect("no reader panics").bytes.clone()
    }

    /// Forgets what was written.
    pub(crate) fn forget(&mut self) {
        self.output.lock().expect("no reader panics").bytes.clear();
    }

    /// The game's process.
    fn id(&self) -> String {
        let id = self.child.process_id().expect("it runs").to_string();
        if self.is_job { child_of(&id) } else { id }
    }

    /// Sends it a signal by its name.
    pub(crate) fn signal(&self, name: &str) {
        send_signal(name, &self.id());
    }

    /// Resumes the shell that plays it as a [`JOB`].
    pub(crate) fn resume(&self) {
        send_signal("CONT", &self.child.process_id().expect("it runs").to_string());
    }

    /// Tells it to stop, and to go on before it can have.
    pub(crate) fn stop_and_go_on(&self) {
        let id = self.id();
        let command = format!("kill -TSTP {id}; kill -CONT {id}");
        let sent = std::process::Command::new("sh").args(["-c", &command]).status();
        assert!(sent.is_ok_and(|status| status.success()), "{command}");
    }

    /// Sends a signal to the process that guards the terminal, the game's only child.
    pub(crate) fn signal_guardian(&self, name: &str) {
        send_signal(name, &child_of(&self.id()));
    }

    /// From now on no file of the game can grow beyond this many bytes, as on a full disk.
    #[cfg(target_os = "linux")]
    pub(crate) fn fill_disk(&self, bytes: u64) {
        use rustix::process::{Pid, Resource, Rlimit, prlimit};
        let id = self.child.process_id().and_then(|id| Pid::from_raw(id as i32));
        let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
        prlimit(Some(id.expect("it runs")), Resource::Fsize, limit).expect("a limit");
    }

    /// Changes the window's size, and gives the game time to react.
    pub(crate) fn resize(&mut self, cols: u16, rows: u16) {
        self.resize_quickly(cols, rows);
        std::thread::sleep(ROUND);
    }

    /// Changes the window's size.
    pub(crate) fn resize_quickly(&mut self, cols: u16, rows: u16) {
        let size = PtySize { rows, cols, pixel_width: 0, pixel_height: 0 };
        // The interpreting screen first: output for the new size must find it resized.
        self.interpreted().screen_mut().set_size(side(rows), side(cols));
        if let Some(master) = &self.master {
            master.resize(size).expect("a new size");
        }
    }

    /// Closes the terminal's other end.
    pub(crate) fn hang_up(&mut self) {
        self.output.lock().expect("no reader panics").gone = true;
        self.writer = None;
        self.master = None;
    }

    /// From now on the game's output is not read.
    pub(crate) fn turn_deaf(&mut self) {
        self.output.lock().expect("no reader panics").deaf = true;
    }

    /// From now on it is read again.
    pub(crate) fn listen(&mut self) {
        self.output.lock().expect("no reader panics").deaf = false;
    }

    /// Waits only for the end of the game; returns the exit code.
    pub(crate) fn wait_deaf(&mut self) -> u32 {
        let mut code = None;
        self.until_true("the end", |terminal| {
            code = terminal.ended();
            code.is_some()
        });
        self.output.lock().expect("no reader panics").deaf = false;
        code.unwrap_or(u32::MAX)
    }

    /// The output after the screen was given back.
    pub(crate) fn after_the_screen(&self) -> String {
        let written =
            String::from_utf8_lossy(&self.output.lock().expect("no reader panics").bytes).into_owned();
        written.rsplit("\x1b[?25h").next().unwrap_or_default().to_owned()
    }

    /// Whether the terminal is raw.
    pub(crate) fn is_raw(&self) -> bool {
        let Some(modes) = self.master.as_ref().and_then(|master| master.get_termios()) else { return false };
        u64::from(modes.local_flags.bits()) & ICANON == 0
    }

    /// The terminal's modes now.
    pub(crate) fn modes(&self) -> String {
        self.master.as_ref().map_or_else(String::new, |master| modes_of(&**master))
    }

    /// The terminal's modes before the game began.
    pub(crate) fn modes_before(&self) -> String {
        self.modes.clone()
    }

    /// The exit code of the game, if it has ended.
    pub(crate) fn ended(&mut self) -> Option<u32> {
        self.child.try_wait().ok().flatten().map(|status| status.exit_code())
    }

    /// Whether every byte that was written is ASCII.
    pub(crate) fn is_plain(&self) -> bool {
        self.output.lock().expect("no reader panics").bytes.is_ascii()
    }

    /// Waits for the end, and until all output is read; returns the exit code.
    pub(crate) fn wait(&mut self) -> u32 {
        let mut code = None;
        self.until_true("the end", |terminal| {
            code = terminal.ended();
            code.is_some()
        });
        self.until_true("the last byte", |terminal| terminal.reader.is_finished());
        code.unwrap_or(u32::MAX)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
