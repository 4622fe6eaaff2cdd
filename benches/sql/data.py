"""The tables that the engines and string-kit profile, as files of JSON lines.

Each line has a number beside its texts, the half that it belongs to, by which an engine splits the table.
"""

import itertools
import json
import pathlib
import random

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


def tables():
    """Each table: its name, its fields in alphabetical order, and its records."""
    cities = load("cities/cities.json")
    yield "cities", ["city", "state"], [(city["city"], city["state"]) for city in cities]
    tags = [pair for record in load("tags/tags.json") for pair in record.items()]
    yield "tags", ["key", "value"], [(key, text(value)) for key, value in tags]
    yield "tokens", ["token"], [(token,) for token in load("tokens/tokens.json")]
    yield "hostile", ['A"b', "it's `c\\d"], hostile()


def write(path, fields, records):
    """Writes records; a field that is None is null in one line and absent in the next."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for number, record in enumerate(records):
            row = dict(zip(fields, record), half=number % 2)
            if number % 4 < 2:
                row = {field: value for field, value in row.items() if value is not None}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def load(path):
    return json.loads((DATA / path).read_text(encoding="utf-8"))


def text(value):
    """A value as string-kit keeps it: numbers and booleans are text."""
    return value if isinstance(value, str) else json.dumps(value)


# Texts that a cast, a reader, a collation or a quote might change.
ODD = [
    *["", " ", "  two  ", "\t", "\n", "\r\n", "\x01\x1f\x7f", "\u0085\u2028\u2029", "\ufeffmark"],
    *["'", '"', '""', "''", "`", "\\", "\\\\n", "\\u0041", "a,b", "a;b", '{"a": 1}', "%_", "--", "/*"],
    *["null", "NULL", "None", "\\N", "NaN", "true", "007", "1e3", "1.0", "2024-02-30", "2024-02-03"],
    *["A", "a", "\u00e4", "a\u0308", "\u00c4", "\u00df", "ss", "\u0131", "I", "i", "\u212a", "k"],
    *["\u65e5\u672c\u8a9e", "\U0001f600", "\U0001f926\U0001f3fc\u200d\u2642\ufe0f", "\u202eright"],
    *["x" * 1024, "x" * 1025, "\u00e9" * 512, "\u00e9" * 513, "\U0001f600" * 256, "y" * 200_000],
]


def hostile():
    """Records whose first field has 12,000 distinct texts: in each half some are frequent, the others single.

    Up to 16,384 distinct values, a file's own profile counts each exactly. Both halves have all values,
    so that their lists and bounds add up to those of the whole.
    """
    draw = random.Random(16)
    frequent = ODD + [f"user-{number}@example.org" for number in range(450)]
    single = [f"{draw.getrandbits(64):x}" for _ in range(12_000 - len(frequent))]
    halves = []
    for _ in range(2):
        texts = single + [text for text in frequent for _ in range(draw.randrange(5, 15))]
        texts += [None] * 100
        draw.shuffle(texts)
        halves.append(texts)
    first = [text for pair in itertools.zip_longest(*halves) for text in pair]
    return [(text, draw.choice([None, None, *ODD])) for text in first]
