//! What those found who doubt: each a small land in which what is derived once went stale; and that `wayworn torture`
//! itself plays and finds nothing.

use crate::kit::{self, Tier};
use crate::orders::{level, meadow, order, until};
use std::process::Command;
use wayworn::world::{Kind, Order, Queue};

/// A porter sees less far than a settler: whoever founds a hamlet looks around anew.
#[test]
fn who_changes_his_trade_sees_as_those_of_the_new_one() {
    let mut game = level(&meadow(40, 24), true, &[("settler", 20, 12)]);
    let (id, goal) = (game.world.units[0].id, wayworn::grid::Cell::new(24, 12));
    order(&mut game, id, vec![Order::Settle(goal)], Queue::Replace);
    let is_porter = |game: &wayworn::sim::Game| game.world.units[0].kind == Kind::Porter;
    assert!(until(&mut game, 200, is_porter), "nobody settled");
    game.doubt().unwrap_or_else(|stale| panic!("{stale}"));
}

/// Players without sense on lands of every kind.
#[test]
fn random_players_find_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (seeds, ticks) = match kit::tier() {
        Tier::Quick => ("1..50", "100"),
        Tier::Nightly => ("1..1000", "2000"),
        Tier::Release => ("1..5000", "2000"),
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayworn"));
    command.args(["torture", "--jobs", "2", "--size", "48x48", "--seeds", seeds, "--ticks", ticks, "--out"]);
    let output = command.arg(dir.path()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("wrong in 0"),
        "{said}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
