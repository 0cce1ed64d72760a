//! The `wayworn` program.

/// The system's own keeps for good the room that it had at its fullest (see docs/decisions/0021).
#[cfg(all(target_os = "linux", feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    wayworn::app::main()
}
