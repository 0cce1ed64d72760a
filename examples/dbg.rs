use std::collections::BTreeMap;
use wayworn::{grid::Size, sim::Game};
fn main() {
    let a: Vec<u64> = std::env::args().skip(1).map(|x| x.parse().unwrap()).collect();
    let mut g = Game::new(a[0], Size::new(256, 256)).unwrap();
    let mut last = BTreeMap::new();
    for t in 0..a[1] {
        g.tick();
        if t % 240 == 0 {
            last = g.world.units.iter().map(|u| (u.id, (u.asked, u.steps))).collect();
        }
    }
    for u in &g.world.units {
        println!(
            "#{} {} {:?} at {:?} next {:?} stack {:?} ord{} path {:?} await {:?} asked {} blocked {:?} setb {} fat {} cargo {:?} steps {} (+{})",
            u.id.0,
            u.name,
            u.kind,
            u.cell,
            u.next,
            u.stack,
            u.orders.len(),
            u.path.as_ref().map(|p| (p.steps.len(), p.goal, p.reaches, p.length, p.time, p.unknown)),
            u.awaiting,
            u.asked,
            u.blocked,
            u.setbacks,
            u.fatigue,
            u.cargo.map(|c| c.good),
            u.steps,
            u.steps - last.get(&u.id).map(|x: &(u64, u32)| x.1).unwrap_or(0)
        );
    }
    println!("waiting {} live {}", g.world.plans.waiting.len(), g.world.plans.live.len());
    let mut by = BTreeMap::new();
    for l in &g.world.plans.live {
        *by.entry(format!("{:?} {:?}", l.request.asker, l.request.target)).or_insert(0) += 1;
    }
    println!("{by:?}");
    for t in &g.world.towns {
        println!(
            "{} {:?} {:?} res{} trade{} stock{:?}",
            t.name, t.kind, t.cell, t.residents, t.trade, t.stock
        );
    }
}
