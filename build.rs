//! The levels are part of the program: it is built anew when one of them is added or changed.

fn main() {
    println!("cargo::rerun-if-changed=levels");
}
