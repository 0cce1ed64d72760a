//! The rows of the catalogue that search other shapes than cells, simplest first; their type is in `row.rs`.

use super::super::shapes::axis_search::{AxisPath, AxisSearch};
use super::super::shapes::mesh_search::{MeshNodes, MeshSearch};
use super::super::shapes::random_road_map::RandomRoadMap;
use super::super::shapes::refraction::Refraction;
use super::super::shapes::tile_parts::{TilePart, TilePartSearch};
use super::super::shapes::triangle_search::{TriangleNodes, TriangleSearch};
use super::super::shapes::visibility::{KeptEdges, VisibilityGraph};
use super::super::shapes::waypoints::WaypointTable;
use super::super::shapes::wide_walker::WideWalker;
use super::row::{CatalogueRow, Constructor, Need, Promise};
use crate::graph::Rectangles;
use crate::graph::shapes::Footprint;

/// The walker of `wide-walker`: two by two cells.
const WIDE: Footprint = Footprint { before: 0, after: 1 };
/// The walker of `fringe-tiles`: its cell and a ring around it.
const RINGED: Footprint = Footprint { before: 1, after: 1 };

/// What searches for straight lines need that are prepared for a map.
const STRAIGHT: &[Need] = &[Need::OnePrice, Need::BothCorners, Need::Preparation];
/// The same on a map of few corners.
const STRAIGHT_FEW: &[Need] = &[Need::OnePrice, Need::BothCorners, Need::Preparation, Need::FewCorners];

/// The algorithms on other shapes, simplest first.
pub(super) const SHAPE_ROWS: &[CatalogueRow] = &[
    CatalogueRow {
        id: "edge-tiles",
        name: "From edge to edge of tiles",
        question: "What if a walker goes from edge to edge of tiles?",
        paper: "Patel, Amit's thoughts on pathfinding: map representations",
        promise: Promise::Complete,
        needs: &[Need::BothCorners],
        constructor: Constructor::Custom(|terrain| Box::new(TilePartSearch::new(terrain, TilePart::Edges))),
    },
    CatalogueRow {
        id: "corner-tiles",
        name: "From corner to corner of tiles",
        question: "What if a walker keeps to the lines between tiles?",
        paper: "Patel, Amit's thoughts on pathfinding: map representations",
        promise: Promise::Maybe,
        needs: &[],
        constructor: Constructor::Custom(|terrain| Box::new(TilePartSearch::new(terrain, TilePart::Corners))),
    },
    CatalogueRow {
        id: "fringe-tiles",
        name: "A* with a fringe around obstacles",
        question: "How does a walker never touch a wall?",
        paper: "Patel, Amit's thoughts on pathfinding: map representations",
        promise: Promise::Fitting(RINGED),
        needs: &[Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(WideWalker::new(terrain, RINGED))),
    },
    CatalogueRow {
        id: "wide-walker",
        name: "A* with clearance, two by two cells",
        question: "Where does a large unit fit?",
        paper: "Harabor & Botea 2008, Hierarchical path planning for multi-size agents in heterogeneous environments",
        promise: Promise::Fitting(WIDE),
        needs: &[Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(WideWalker::new(terrain, WIDE))),
    },
    CatalogueRow {
        id: "visibility",
        name: "Visibility graph",
        question: "What if only corners of walls are nodes?",
        paper: "Lozano-Pérez & Wesley 1979, An algorithm for planning collision-free paths among polyhedral obstacles",
        promise: Promise::ShortestLines,
        needs: STRAIGHT_FEW,
        constructor: Constructor::Custom(|terrain| Box::new(VisibilityGraph::new(terrain, KeptEdges::All))),
    },
    CatalogueRow {
        id: "tangents",
        name: "Visibility graph of tangents",
        question: "Which lines between corners are never followed?",
        paper: "Liu & Arimoto 1992, Path planning using a tangent graph for mobile robots among polygonal and curved obstacles",
        promise: Promise::ShortestLines,
        needs: STRAIGHT_FEW,
        constructor: Constructor::Custom(|terrain| {
            Box::new(VisibilityGraph::new(terrain, KeptEdges::Tangents))
        }),
    },
    CatalogueRow {
        id: "mesh-centres",
        name: "Navigation mesh, centres of regions",
        question: "What if a walker goes from room centre to room centre?",
        paper: "Snook 2000, Simplified 3D movement and pathfinding using navigation meshes",
        promise: Promise::SomeLines,
        needs: STRAIGHT,
        constructor: Constructor::Custom(|terrain| {
            Box::new(MeshSearch::new(terrain, Rectangles::largest_first(terrain), MeshNodes::Centres))
        }),
    },
    CatalogueRow {
        id: "mesh-middles",
        name: "Navigation mesh, middles of portals",
        question: "What if a walker goes from door to door?",
        paper: "Snook 2000, Simplified 3D movement and pathfinding using navigation meshes",
        promise: Promise::SomeLines,
        needs: STRAIGHT,
        constructor: Constructor::Custom(|terrain| {
            Box::new(MeshSearch::new(terrain, Rectangles::largest_first(terrain), MeshNodes::Middles))
        }),
    },
    CatalogueRow {
        id: "mesh-ends",
        name: "Navigation mesh, ends of portals",
        question: "What if a walker goes from door post to door post?",
        paper: "Patel, Amit's thoughts on pathfinding: map representations",
        promise: Promise::SomeLines,
        needs: STRAIGHT,
        constructor: Constructor::Custom(|terrain| {
            Box::new(MeshSearch::new(terrain, Rectangles::largest_first(terrain), MeshNodes::Ends))
        }),
    },
    CatalogueRow {
        id: "mesh-hybrid",
        name: "Navigation mesh, middles and ends of portals",
        question: "Which points of a mesh are worth being nodes?",
        paper: "Patel, Amit's thoughts on pathfinding: map representations",
        promise: Promise::SomeLines,
        needs: STRAIGHT,
        constructor: Constructor::Custom(|terrain| {
            Box::new(MeshSearch::new(terrain, Rectangles::largest_first(terrain), MeshNodes::Hybrid))
        }),
    },
    CatalogueRow {
        id: "mesh-funnel",
        name: "Navigation mesh with the funnel algorithm",
        question: "What is the shortest line through a row of doors?",
        paper: "Mononen 2010, Simple stupid funnel algorithm",
        promise: Promise::SomeLines,
        needs: STRAIGHT,
        constructor: Constructor::Custom(|terrain| {
            Box::new(
                MeshSearch::new(terrain, Rectangles::largest_first(terrain), MeshNodes::Middles)
                    .pulled_taut(),
            )
        }),
    },
    CatalogueRow {
        id: "quadtree",
        name: "Quadtree",
        question: "What if large open squares are one node?",
        paper: "Kambhampati & Davis 1986, Multiresolution path planning for mobile robots",
        promise: Promise::SomeLines,
        needs: STRAIGHT,
        constructor: Constructor::Custom(|terrain| {
            Box::new(MeshSearch::new(terrain, Rectangles::quadtree(terrain), MeshNodes::Centres))
        }),
    },
    CatalogueRow {
        id: "framed-quadtree",
        name: "Framed quadtree",
        question: "What if a square is crossed from any border cell?",
        paper: "Chen, Szczerba & Uhran 1995, Planning conditional shortest paths through an unknown environment",
        promise: Promise::SomeLines,
        needs: STRAIGHT,
        constructor: Constructor::Custom(|terrain| {
            Box::new(MeshSearch::new(terrain, Rectangles::quadtree(terrain), MeshNodes::Frame))
        }),
    },
    CatalogueRow {
        id: "triangulation-astar",
        name: "Triangulation A*",
        question: "What if open ground is a few triangles?",
        paper: "Demyen & Buro 2006, Efficient triangulation-based pathfinding",
        promise: Promise::SomeLines,
        needs: STRAIGHT,
        constructor: Constructor::Custom(|terrain| {
            Box::new(TriangleSearch::new(terrain, TriangleNodes::All))
        }),
    },
    CatalogueRow {
        id: "tra-star",
        name: "Triangulation reduction A* (TRA*)",
        question: "Which triangles leave no choice?",
        paper: "Demyen & Buro 2006, Efficient triangulation-based pathfinding",
        promise: Promise::SomeLines,
        needs: STRAIGHT,
        constructor: Constructor::Custom(|terrain| {
            Box::new(TriangleSearch::new(terrain, TriangleNodes::Junctions))
        }),
    },
    CatalogueRow {
        id: "medial-axis",
        name: "A* along medial axes (generalized cylinders)",
        question: "What if a walker keeps to the middle between walls?",
        paper: "Brooks 1983, Solving the find-path problem by good representation of free space",
        promise: Promise::Complete,
        needs: &[Need::BothCorners, Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(AxisSearch::new(terrain, AxisPath::Cells))),
    },
    CatalogueRow {
        id: "corridor-map",
        name: "Corridor map",
        question: "What if a path is a corridor instead of a line?",
        paper: "Geraerts & Overmars 2007, The corridor map method",
        promise: Promise::SomeLines,
        needs: STRAIGHT,
        constructor: Constructor::Custom(|terrain| Box::new(AxisSearch::new(terrain, AxisPath::Corridor))),
    },
    CatalogueRow {
        id: "waypoint-table",
        name: "Waypoints with a table of ways",
        question: "What if all walkers follow a few fixed points?",
        paper: "van Waveren 2001, The Quake III Arena bot",
        promise: Promise::SomeLines,
        needs: STRAIGHT_FEW,
        constructor: Constructor::Custom(|terrain| Box::new(WaypointTable::new(terrain))),
    },
    CatalogueRow {
        id: "random-road-map",
        name: "Probabilistic road map (PRM)",
        question: "Do points thrown at random make a road map?",
        paper: "Kavraki, Švestka, Latombe & Overmars 1996, Probabilistic roadmaps for path planning in high-dimensional configuration spaces",
        promise: Promise::MaybeLines,
        needs: STRAIGHT_FEW,
        constructor: Constructor::Custom(|terrain| Box::new(RandomRoadMap::new(terrain))),
    },
    CatalogueRow {
        id: "refraction",
        name: "Refraction at borders of ground",
        question: "Where does a line turn when the ground changes?",
        paper: "Rowe & Richbourg 1990, An efficient Snell's law method for optimal-path planning across multiple two-dimensional, irregular, homogeneous-cost regions",
        promise: Promise::SomeLines,
        needs: &[Need::BothCorners, Need::Preparation],
        constructor: Constructor::Custom(|terrain| Box::new(Refraction::new(terrain))),
    },
];
