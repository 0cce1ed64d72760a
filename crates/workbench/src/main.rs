//! The `workbench` program.

fn main() -> std::process::ExitCode {
    wayworn_workbench::cli::main()
}
