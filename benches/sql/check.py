#!/usr/bin/env python3
"""Compares profiles that SQL engines make with string-kit's own of the same files.

Usage: check.py STRING-KIT FOLDER. Files are written to the folder.
"""

import json
import pathlib
import subprocess
import sys

from data import tables, write
from engines import ENGINES

# The table that an engine profiles, and its halves.
WHOLE = ["--table", "events"]
HALVES = [["--from", f"(SELECT * FROM events WHERE half = {half}) AS part"] for half in range(2)]


def main(program, folder):
    folder.mkdir(parents=True, exist_ok=True)
    engines = [engine() for engine in ENGINES]
    is_same = True
    for name, fields, records in tables():
        file = folder / f"{name}.jsonl"
        write(file, fields, records)
        selected = ["--field", ",".join(fields)]
        expected = read(program, [file, *selected], folder)
        for engine in engines:
            engine.open(file, fields)
            profiles = []
            for number, source in enumerate([WHOLE, *HALVES]):
                profile = folder / f"{name}-{engine.name}-{number}.jsonl"
                query = run(program, "--sql", engine.name, *source, *selected)
                engine.write(query, profile)
                profiles.append(profile)
            whole, *halves = profiles
            for what, parts in [("the table", [whole]), ("its merged halves", halves)]:
                actual = read(program, ["--profile", *parts], folder)
                for output, text in actual.items():
                    outcome = "the same" if text == expected[output] else "DIFFERENT"
                    is_same &= outcome == "the same"
                    print(f"{name}: {output} of {what} by {engine.name}: {outcome}", flush=True)
    return is_same


def read(program, source, folder):
    """The rows that string-kit writes, the memory that it computes, and its verdict."""
    rows = folder / "rows.jsonl"
    report = run(program, *source, "--no-times", "--save-profile", rows)
    # What follows the first name of a file is not about memory.
    verdict, _, _ = report.partition(str(folder))
    header = run(program, *source, "--no-times", "--json", "-").splitlines()[0]
    [facts] = json.loads(header)["facts"]["sets"]
    memory = [facts["fields"], facts["record"]]
    return {"rows": rows.read_bytes(), "memory": memory, "verdict": verdict}


def run(program, *arguments):
    done = subprocess.run([program, "advise", *arguments], stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1], pathlib.Path(sys.argv[2])))
