#!/usr/bin/env python3
"""What the program is made of, read from Cargo.lock and the packages themselves.

supply.py sbom     a bill of materials (CycloneDX, JSON) of everything that is linked in
supply.py notices  the licences of all that, each text once
supply.py unsafe   the packages that use `unsafe`, and how often

`--target` and `--features` are those of the build. What only builds or tests use is not linked, and not listed.
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import uuid
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LICENCE_FILE = re.compile(r"^(licen[cs]e|copying|copyright|notice|unlicense)", re.IGNORECASE)
# C code that packages bring along: its name, licence and folder. The package's version ends in that of the code.
BUNDLED = {
    "zstd-sys": ("zstd", "BSD-3-Clause", "zstd"),
    "tikv-jemalloc-sys": ("jemalloc", "BSD-2-Clause", "jemalloc"),
}


def run(*command):
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def linked(target, features):
    """The packages that are linked in, by id, each with the ids it needs."""
    chosen = ["--locked", *(["--features", features] if features else [])]
    about = json.loads(run("cargo", "metadata", "--format-version", "1", "--filter-platform", target, *chosen))
    # The metadata has optional packages that no feature asks for; the tree has not.
    tree = run("cargo", "tree", "-p", "wayworn", "--edges", "normal,no-proc-macro", "--target", target,
               "--prefix", "none", "--format", "{p}", *chosen)
    inside = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
    packages = {package["id"]: package for package in about["packages"]
                if (package["name"], "v" + package["version"]) in inside}
    start = next(id for id, package in packages.items() if package["name"] == "wayworn")
    needs = {node["id"]: sorted(dependency["pkg"] for dependency in node["deps"]
                                if any(kind["kind"] is None for kind in dependency["dep_kinds"])
                                and dependency["pkg"] in packages)
             for node in about["resolve"]["nodes"] if node["id"] in packages}
    return start, packages, dict(sorted(needs.items()))


def licence(package):
    return re.sub(r" */ *", " OR ", package["license"] or "")


def folder(package):
    return Path(package["manifest_path"]).parent


def bundled(package):
    """The C library in a package, or None."""
    if package["name"] not in BUNDLED:
        return None
    name, terms, inside = BUNDLED[package["name"]]
    version = re.search(r"\d+\.\d+\.\d+", package["version"].split("+")[1]).group()
    return {"name": name, "version": version, "license": terms, "texts": texts(folder(package) / inside)}


def runtime(target):
    """Rust's standard library, and the C library if that is linked in, too."""
    version = run("rustc", "--version").split()[1]
    home = Path(run("rustc", "--print", "sysroot").strip())
    standard = [(home / "share/doc/rust/licenses" / name).read_text().strip() for name in ("MIT.txt", "Apache-2.0.txt")]
    parts = [{"name": "Rust standard library", "version": version, "license": "MIT OR Apache-2.0", "texts": standard}]
    if target.endswith("musl"):
        library = home / "lib/rustlib" / target / "lib/self-contained/libc.a"
        version = re.search(rb"\0(1\.\d\.\d+)\0", library.read_bytes()).group(1).decode()
        parts.append({"name": "musl", "version": version, "license": "MIT", "texts": texts(Path("/usr/share/doc/musl-dev"))})
    return parts


def fonts():
    return {"name": "DejaVu Sans Mono", "version": "2.37", "license": "Bitstream-Vera", "texts": texts(ROOT / "assets/font")}


def checksums():
    text = (ROOT / "Cargo.lock").read_text()
    found = re.findall(r'name = "(.+)"\nversion = "(.+)"\nsource = ".+"\nchecksum = "(.+)"', text)
    return {(name, version): checksum for name, version, checksum in found}


def sbom(target, features):
    start, packages, needs = linked(target, features)
    sums = checksums()
    refs = {id: f"pkg:cargo/{packages[id]['name']}@{packages[id]['version']}" for id in needs}
    components, depends = [], {refs[id]: [refs[other] for other in others] for id, others in needs.items()}
    for id in needs:
        package = packages[id]
        component = {
            "type": "application" if id == start else "library",
            "bom-ref": refs[id],
            "name": package["name"],
            "version": package["version"],
            "licenses": [{"expression": licence(package)}],
            "purl": refs[id],
        }
        checksum = sums.get((package["name"], package["version"]))
        if checksum:
            component["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        if package["repository"]:
            component["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
        components.append(component)
        part = bundled(package)
        if part:
            depends[refs[id]].append(add(components, part))
    depends[refs[start]].extend(add(components, part) for part in [*runtime(target), fonts()])
    own = next(component for component in components if component["bom-ref"] == refs[start])
    components.remove(own)
    commit = run("git", "rev-parse", "HEAD").strip()
    made = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", run("git", "log", "-1", "--format=%ct"))),
                                  timezone.utc)
    return json.dumps({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, f'wayworn/{commit}/{target}/{features}')}",
        "version": 1,
        "metadata": {
            "timestamp": made.isoformat().replace("+00:00", "Z"),
            "component": own,
            "properties": [{"name": "commit", "value": commit}, {"name": "target", "value": target},
                           {"name": "features", "value": features}],
        },
        "components": components,
        "dependencies": [{"ref": ref, "dependsOn": sorted(others)} for ref, others in depends.items()],
    }, indent=2)


def add(components, part):
    ref = f"pkg:generic/{part['name'].lower().replace(' ', '-')}@{part['version']}"
    terms = part["license"]
    is_expression = " OR " in terms
    components.append({
        "type": "library", "bom-ref": ref, "name": part["name"], "version": part["version"],
        "licenses": [{"expression": terms}] if is_expression else [{"license": {"id": terms}}], "purl": ref,
    })
    return ref


def texts(home):
    """The licence texts in a folder, its subfolders left out."""
    if not home.is_dir():
        return []
    files = [file for file in sorted(home.iterdir()) if file.is_file() and LICENCE_FILE.match(file.name)]
    return [file.read_text(errors="replace").strip() for file in files if file.suffix not in (".rs", ".html")]


def notices(target, features):
    start, packages, needs = linked(target, features)
    parts = [{"name": packages[id]["name"], "version": packages[id]["version"], "license": licence(packages[id]),
              "texts": texts(folder(packages[id])), "authors": packages[id]["authors"]} for id in needs]
    parts += [part for part in (bundled(packages[id]) for id in needs) if part] + [*runtime(target), fonts()]
    parts.sort(key=lambda part: (part["name"].lower(), part["version"]))
    lines = ["Wayworn and all that is linked into it, with the terms of each. Where a package offers several licences,",
             "any of them may be chosen. The texts follow, each once, under the names that they belong to.", ""]
    lines += [f"{part['name']} {part['version']}: {part['license']}" for part in parts]
    owners, without = {}, []
    for part in parts:
        for text in part["texts"]:
            same = hashlib.sha256(" ".join(text.split()).encode()).hexdigest()
            owners.setdefault(same, (text, []))[1].append(f"{part['name']} {part['version']}")
        if not part["texts"]:
            without.append(part)
    for text, names in owners.values():
        lines += ["", "=" * 80, ", ".join(names), "=" * 80, "", text]
    if without:
        lines += ["", "=" * 80, "Packages that name their licence and bring no text of it", "=" * 80, ""]
        lines += [f"{part['name']} {part['version']}: {part['license']}; by "
                  f"{', '.join(part.get('authors') or ['its authors'])}" for part in without]
    return "\n".join(lines)


def unsafe(target, features):
    start, packages, needs = linked(target, features)
    rows = []
    for id in needs:
        package = packages[id]
        sources = [folder(package) / "src"] if id == start else [folder(package)]
        skipped = ("tests", "benches", "examples", "fuzz")
        files = [file for source in sources for file in source.rglob("*.rs")
                 if not any(part in skipped for part in file.relative_to(source).parts[:-1])]
        code = "\n".join(re.sub(r"//.*", "", file.read_text(errors="replace")) for file in files)
        uses = len(re.findall(r"\bunsafe\s*(?:\{|fn|impl|extern|trait)", code))
        rows.append((uses, f"{package['name']} {package['version']}"))
    using = sorted((row for row in rows if row[0]), key=lambda row: (-row[0], row[1]))
    lines = [f"{uses:6}  {name}" for uses, name in using]
    return "\n".join([*lines, f"{len(using)} of {len(rows)} linked packages use `unsafe`"])


def main():
    kinds = {"sbom": sbom, "notices": notices, "unsafe": unsafe}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=kinds)
    parser.add_argument("--target", default="x86_64-unknown-linux-gnu")
    parser.add_argument("--features", default="")
    asked = parser.parse_args()
    sys.stdout.write(kinds[asked.kind](asked.target, asked.features) + "\n")


main()
