#!/usr/bin/env python3
"""Asks the advisor about the data of known projects, and compares its picks with their choices.

Usage: check.py STRING-KIT FOLDER [--quick] [--write]. Data and runs are written to the folder, with
--write also to docs/runs, and a table of them to docs/CASES.md. The exit code is 1 if the advisor
disagrees in more than one case of five, and 2 if it does and the machine was not calm.
"""

import argparse
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
KINDS = ["of what it named", "of all types"]
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
    # The types that the project named, without String, as names for --type.
    compared: str
    # The input and the use.
    flags: str
    # The types that it could take today: all if empty.
    today: str = ""

    def runs(self):
        """The name, the types and the seconds of the runs: what it compared, and all types."""
        compared = ["--type", f"string,{self.compared}"]
        today = ["--type", f"string,{self.today}"] if self.today else []
        return [
            (f"case-{self.name}-compared", compared, "20"),
            (f"case-{self.name}", today, "45"),
        ]


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
    resolver = program.parent / "examples/resolver"
    subprocess.run([resolver, "graphs.txt", "graphs.record"], cwd=folder, check=True)
    rows, agreed, headers = [], [0, 0], []
    for case in CASES:
        products = []
        for run, types, seconds in case.runs():
            time = ["--quick"] if quick else ["--seconds", seconds]
            arguments = [*case.flags.split(), *types, "--max-types", "1", *time]
            found, column, header = verdict(program, folder, run, arguments)
            products.append((run, found))
            headers.append(header)
        (run, found), _ = products
        own = found[case.choice]
        line = f"{case.name}: {case.choice} ({own:.3f})"
        rows.append([case.project, case.texts, marked(run, case.choice, column, own)])
        for at, (run, found) in enumerate(products):
            pick, least = next(iter(found.items()))
            # Two types are compared in one run if it has both.
            agrees = found.get(case.choice, own) <= EQUAL * least
            agreed[at] += agrees
            word = "yes" if agrees else "no"
            rows[-1] += [marked(run, pick, column, least), word]
            line += f"; {KINDS[at]} {pick} ({least:.3f}), agree: {word}"
        print(line, flush=True)
    result = (
        f"The advisor agrees in {agreed[0]} cases of {len(CASES)} with the types that the project "
        f"named,\nand in {agreed[1]} with all types."
    )
    print(result)
    if write:
        for run in (run for case in CASES for run, _, _ in case.runs()):
            shutil.copy(folder / f"{run}.jsonl", ROOT / "docs/runs")
        write_table(rows, f"{result}\n\n{describe(headers[-1])}")
    if 5 * agreed[0] >= 4 * len(CASES):
        return 0
    busy = ("other processes", "CPU steal")
    doubts = [doubt for header in headers for doubt in header["doubts"]]
    return 2 if any(doubt.startswith(busy) for doubt in doubts) else 1


def verdict(program, folder, run, arguments):
    """The product of each type in the advisor's verdict, the pick first, or its share of String's
    memory for a record of a program, of which no time is said; its column, and the run's header."""
    file = folder / f"{run}.jsonl"
    whole = folder / "whole.jsonl"
    # The name that a run has for its program is then no path of this machine.
    environment = {**os.environ, "CARGO": "cargo"}
    report = subprocess.run(
        [program, "advise", *arguments, "--json", whole.name],
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
    column = "product" if "product" in heading else "% of String"
    product, kind = heading.index(column), heading.index("it is")
    types = [
        line
        for line in lines
        if line[0] == "verdict 1" and len(line) == len(heading) and line[product]
    ]
    types.sort(key=lambda line: not line[kind].startswith("the pick"))
    with file.open(encoding="utf-8") as text:
        header = json.loads(text.readline())
    return {line[1]: float(line[product]) for line in types}, column, header


def marked(run, name, column, product):
    """A type and its product, with the marker by which .ci/numbers knows it."""
    row = name.replace("<", "\\<")
    shown = f"{product:.2f}" if column == "product" else f"{product:.0%}".replace("%", " %")
    return f"`{name}` <!--= {run}; {row}; {column} -->{shown}<!--/-->"


def describe(header):
    machine = header["machine"]
    rustc = machine["rustc"].split(" (")[0]
    return (
        f"`.ci/cases`, {header['date']}: {machine['cpu']}, {machine['cores']} threads; "
        f"{machine['os']}; {rustc}; commit {header['commit']}."
    )


def write_table(rows, result):
    page = ROOT / "docs/CASES.md"
    before, rest = page.read_text(encoding="utf-8").split("<!-- cases -->\n")
    _, after = rest.split("<!-- end -->\n", 1)
    heading = ["project", "texts", "its choice"]
    for kind in KINDS:
        heading += [f"the pick {kind}", "agree"]
    table = [heading, ["---"] * len(heading), *rows]
    lines = "".join(f"| {' | '.join(cells)} |\n" for cells in table)
    text = f"{before}<!-- cases -->\n{lines}\n{result}\n<!-- end -->\n{after}"
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true", help="rough times, in two minutes")
    parser.add_argument("--write", action="store_true", help="write the runs and the table to docs")
    asked = parser.parse_args()
    sys.exit(main(asked.program.resolve(), asked.folder.resolve(), asked.quick, asked.write))
