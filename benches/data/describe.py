#!/usr/bin/env python3
"""Prints the table of README.md: what the texts of the data sets are like."""

import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent


def main():
    cities = load("cities/cities.json")
    tokens = load("tokens/tokens.json")
    tags = load("tags/tags.json")
    names = load("names/names.json")
    print("| texts | number | ≤ 7 | ≤ 15 | ≤ 23 | longest | distinct |")
    print("| --- " + "| ---: " * 6 + "|")
    for name, texts in [
        ("cities: `city`", [city["city"] for city in cities]),
        ("cities: `state`", [city["state"] for city in cities]),
        ("tokens", tokens),
        ("tags: keys", [key for row in tags for key in row]),
        ("tags: values", [text(value) for row in tags for value in row.values()]),
        ("names: `symbol`", [row["symbol"] for row in names]),
        ("names: `language`", [row["language"] for row in names]),
        ("names: `name`", [row["name"] for row in names]),
    ]:
        print(f"| {name} | " + " | ".join(describe(texts)) + " |")


def load(path):
    return json.loads((HERE / path).read_text(encoding="utf-8"))


def text(value):
    """The value as JSON writes it. Rust displays the same, but `1` for `1.0`."""
    return value if isinstance(value, str) else json.dumps(value)


def describe(texts):
    lengths = [len(each.encode()) for each in texts]
    yield f"{len(texts):,}"
    for limit in (7, 15, 23):
        yield share(sum(length <= limit for length in lengths), len(texts))
    yield str(max(lengths))
    yield share(len(set(texts)), len(texts))


def share(part, whole):
    return f"{100 * part / whole:.1f}%"


if __name__ == "__main__":
    main()
