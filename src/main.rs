//! The `wayworn` program.

fn main() -> std::process::ExitCode {
    wayworn::app::main()
}
