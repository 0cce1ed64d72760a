//! The `wayworn` program: reads its arguments and calls the library.

fn main() {}
