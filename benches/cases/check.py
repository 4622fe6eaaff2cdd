#!/usr/bin/env python3
"""Asks the advisor about the data of known projects, and compares its picks with their choices.

Usage: check.py STRING-KIT FOLDER [--quick] [--write]. Data and runs are written to the folder, with
--write also to docs/runs, and a table of them to docs/CASES.md. The exit code is 1 if the advisor
disagrees in more than one case of five, and 2 if it does and the machine was not calm.
"""

import csv
import json
import os
import pathlib
import shutil
import subprocess
import sys
from dataclasses import dataclass

import data

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A type whose product is at most 5 % above the pick's counts as equal, as in the advisor's rule.
EQUAL = 1.05
# Types that free a text with its last handle.
FORGETTING = (
    "arc_str,arcstr,smol_str,compact_string,eco_string,lean_str,char_str,shared_str,cold_string,"
    "arc_cold_string,str_list,arc_str_set,pool,arc_intern"
)


@dataclass
class Case:
    name: str
    project: str
    texts: str
    choice: str
    # The types that the project compared, without String, as names for --type.
    considered: str
    # The input and the use.
    flags: str
    # The types that it could take today: all if empty.
    today: str = ""


CASES = [
    Case(
        "ruff",
        "[Ruff](https://github.com/astral-sh/ruff/pull/26594)",
        "identifiers of Python",
        "CharStr",
        "compact_string,arcstr,lean_string,char_str",
        "identifiers.txt --preset tokens --no-interner",
    ),
    Case(
        "uv",
        "[uv](https://github.com/astral-sh/uv/pull/10475)",
        "package names",
        "ArcStr",
        "compact_string,arc_str,arcstr,flex_str",
        "--profile graphs.record --no-interner",
    ),
    Case(
        "polars",
        "[polars](https://github.com/pola-rs/polars/pull/18508)",
        "column names",
        "CompactString",
        "arc_str,compact_string,smart_lazy",
        "columns.txt --preset shared --no-interner",
    ),
    Case(
        "valkey",
        "[valkey-timeseries](https://github.com/opensource-for-valkey/valkey-timeseries/pull/111)",
        "labels of series",
        # Its own type is of this design: a table of the process, handles of 16 bytes that are
        # counted and compared by pointer.
        "ArcIntern",
        "arc_str,arc_str_set,arc_intern",
        "series.jsonl --preset tags",
        FORGETTING,
    ),
    Case(
        "apollo",
        "[apollo-rs](https://github.com/apollographql/apollo-rs/pull/868)",
        "names of a GraphQL schema",
        "Arc<str>",
        "arc_str",
        "names.txt --preset tags --no-interner",
    ),
    Case(
        "neon",
        "[Neon](https://github.com/neondatabase/neon/pull/5786)",
        "ids of a database host",
        "SmolStr",
        "boxed_str,arc_str,smol_str",
        "endpoints.jsonl --preset tags --no-interner",
    ),
]


def main(program, folder, quick, write):
    folder.mkdir(parents=True, exist_ok=True)
    data.write(folder)
    subprocess.run(
        [program.parent / "examples/resolver", "graphs.txt", "graphs.record"],
        cwd=folder,
        check=True,
    )
    rows, agreed, calm, origin = [], 0, True, ""
    for case in CASES:
        ask = f"advise {case.flags} --max-types 1"
        considered = f"case-{case.name}-considered"
        today = f"case-{case.name}"
        types = f" --type string,{case.today}" if case.today else ""
        asked = {
            considered: f"{ask} --type string,{case.considered} "
            + ("--quick" if quick else "--seconds 20"),
            today: f"{ask}{types} " + ("--quick" if quick else "--seconds 45"),
        }
        verdicts = {}
        for run, arguments in asked.items():
            verdicts[run], header = verdict(program, folder, run, arguments.split())
            doubts = ("other processes", "CPU steal")
            calm &= not any(doubt.startswith(doubts) for doubt in header["doubts"])
            origin = describe(header)
        picks = {run: pick(products) for run, products in verdicts.items()}
        own, best = (verdicts[considered][name][0] for name in (case.choice, picks[considered]))
        agrees = own <= EQUAL * best
        agreed += agrees
        yes = "yes" if agrees else "no"
        print(
            f"{case.name}: {case.choice} ({own:.3f}); of what it compared: {picks[considered]} "
            f"({best:.3f}), agree: {yes}; of all types: {picks[today]} "
            f"({verdicts[today][picks[today]][0]:.3f})",
            flush=True,
        )
        cells = [case.project, case.texts]
        for run, name in [
            (considered, case.choice),
            (considered, picks[considered]),
            (today, picks[today]),
        ]:
            product = f"{verdicts[run][name][0]:.2f}"
            row = name.replace("<", "\\<")
            cells.append(f"`{name}` <!--= {run}; {row}; product -->{product}<!--/-->")
        rows.append(cells[:4] + [yes] + cells[4:])
    print(f"the advisor agrees in {agreed} cases of {len(CASES)}")
    if write:
        for case in CASES:
            for run in (f"case-{case.name}-considered.jsonl", f"case-{case.name}.jsonl"):
                shutil.copy(folder / run, ROOT / "docs/runs" / run)
        write_table(rows, origin)
    if 5 * agreed >= 4 * len(CASES):
        return 0
    return 1 if calm else 2


def verdict(program, folder, run, arguments):
    """The product of each type in the advisor's verdict with what it is, and the run's header."""
    file = folder / f"{run}.jsonl"
    whole = folder / "whole.jsonl"
    # The name that a run has for its program is then no path of this machine.
    environment = {**os.environ, "CARGO": "cargo"}
    report = subprocess.run(
        [program, *arguments, "--json", whole.name],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    (folder / f"{run}.txt").write_bytes(report.stdout)
    command = [program, "report", whole, "--format", "csv", "--condensed", file]
    table = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    lines = list(csv.reader(table.splitlines()))
    heading = next(line for line in lines if line[:3] == ["table", "type", "memory"])
    product, kind = heading.index("product"), heading.index("it is")
    products = {
        line[1]: (float(line[product]), line[kind])
        for line in lines
        if line[0] == "verdict 1" and len(line) == len(heading) and line[product]
    }
    with file.open(encoding="utf-8") as text:
        return products, json.loads(text.readline())


def pick(products):
    """The type that the advisor picks; of those of which it is not certain the first."""
    for word in ("the pick", "perhaps"):
        for name, (_, kind) in products.items():
            if kind.startswith(word):
                return name
    raise ValueError(f"no pick: {products}")


def describe(header):
    machine = header["machine"]
    rustc = machine["rustc"].split(" (")[0]
    return (
        f"`.ci/cases`, {header['date']}: {machine['cpu']}, {machine['cores']} threads; "
        f"{machine['os']}; {rustc}; commit {header['commit']}."
    )


def write_table(rows, origin):
    page = ROOT / "docs/CASES.md"
    before, rest = page.read_text(encoding="utf-8").split("<!-- cases -->\n")
    _, after = rest.split("<!-- end -->\n")
    heading = ["project", "texts", "its choice", "the pick of what it compared", "agree"]
    table = [[*heading, "the pick of all types"], ["---"] * 6, *rows]
    lines = "".join(f"| {' | '.join(cells)} |\n" for cells in table)
    text = f"{before}<!-- cases -->\n{lines}\n{origin}\n<!-- end -->\n{after}"
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    program, folder, *flags = sys.argv[1:]
    paths = pathlib.Path(program).resolve(), pathlib.Path(folder).resolve()
    sys.exit(main(*paths, "--quick" in flags, "--write" in flags))
