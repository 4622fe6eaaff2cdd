#!/usr/bin/env python3
"""Makes names.json. See README.md beside this file."""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import package  # noqa: E402

# Ten languages, each with a script of its own.
LANGUAGES = ["ar", "el", "he", "hi", "ja", "ko", "ru", "ta", "th", "zh"]
# The number of countries, and of emoji.
SUBJECTS = 100
# Emoji begin with the pictures; the signs before them are ASCII or from one script.
FIRST_PICTURE = "\U0001f300"


def main():
    *territories, licence = package.npm(
        "cldr-localenames-full",
        "48.2.0",
        "7f2ac7fd3b5d90f56ad127f9ed5ae67b58b3e556818f55530b9f47bb81bcde57",
        [f"main/{language}/territories.json" for language in LANGUAGES] + ["LICENSE"],
    )
    annotations = package.npm(
        "cldr-annotations-full",
        "48.2.0",
        "28576e51225deb51e3ddd734b0f824a0079682cb5d8c27faa9f68149317a14d1",
        [f"annotations/{language}/annotations.json" for language in LANGUAGES],
    )
    countries, pictures = [], []
    for language, names, annotated in zip(LANGUAGES, territories, annotations):
        names = json.loads(names)["main"][language]["localeDisplayNames"]["territories"]
        countries.append({flag(code): name for code, name in names.items() if is_country(code)})
        annotated = json.loads(annotated)["annotations"]["annotations"]
        pictures.append({
            emoji: about["tts"][0]
            for emoji, about in annotated.items()
            if emoji >= FIRST_PICTURE and "tts" in about
        })

    rows = []
    for named in (countries, pictures):
        symbols = [symbol for symbol in named[0] if all(symbol in names for names in named)]
        # As far from each other as they can be: neighbours are alike.
        for at in range(SUBJECTS):
            symbol = symbols[at * len(symbols) // SUBJECTS]
            for language, names in zip(LANGUAGES, named):
                rows.append({"symbol": symbol, "language": language, "name": names[symbol]})
    package.write(HERE / "names.json", package.rows(rows))
    package.write(HERE / "LICENSE", licence)


def is_country(code):
    """Two letters are a country, but for the codes that CLDR adds: unions, tests, outlying places."""
    return len(code) == 2 and code.isalpha() and code not in {"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"}


def flag(code):
    """The emoji of a country's flag: a regional indicator for each letter of its code."""
    return "".join(chr(0x1F1E6 + ord(letter) - ord("A")) for letter in code)


if __name__ == "__main__":
    main()
