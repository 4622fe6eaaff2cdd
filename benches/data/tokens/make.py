#!/usr/bin/env python3
"""Makes tokens.json. See README.md beside this file."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
sys.dont_write_bytecode = True
import package  # noqa: E402

# The first that matches is the token. What it is not asked to tell apart, such as a keyword from
# another name, is one rule.
TOKEN = re.compile(
    r"""
      \s+                                                # white space, lines and indentation in one
    | //[^\n]*                                           # a comment to the end of its line
    | (?P<block>/\*)                                     # a comment in a comment: see `block_end`
    | (?:b|c)?r(?P<hashes>\#*)"(?s:.*?)"(?P=hashes)      # a raw string
    | (?:b|c)?"(?s:\\.|[^"\\])*"                         # a string
    | b?'(?:\\(?:x[0-9a-fA-F]{2}|u\{[^}]*\}|.)|[^'\\])'  # a character
    | '[A-Za-z_]\w*                                      # a lifetime
    | (?:r\#)?[^\W\d]\w*                                 # a name or keyword
    | 0[xob][0-9a-fA-F_]+\w*                             # a number
    | \d[\d_]*(?:\.(?![.A-Za-z_])[\d_]*)?(?:[eE][+-]?[\d_]+)?\w*
    | \.\.\.|\.\.=|\.\.|::|->|=>|==|!=|<=|>=|&&|\|\||[-+*/%^&|]=
    | [-!#$%&()*+,./:;<=>?@\[\]^{|}~]
    """,
    re.VERBOSE,
)


def main():
    *sources, licence = package.crate(
        "serde_json",
        "1.0.154",
        "e7e9cc8b1b85264074fbcc02a88680c4096b1e47df8f739dceb03bf482f04bd6",
        ["src/read.rs", "src/map.rs", "src/error.rs", "LICENSE-MIT"],
    )
    tokens = [token for source in sources for token in lex(source.decode())]
    assert "".join(tokens).encode() == b"".join(sources)
    package.write(HERE / "tokens.json", package.rows(tokens))
    package.write(HERE / "LICENSE-MIT", licence)


def lex(text):
    tokens, at = [], 0
    while at < len(text):
        found = TOKEN.match(text, at)
        assert found, f"no token at byte {at}: {text[at:at + 40]!r}"
        end = block_end(text, at) if found["block"] else found.end()
        tokens.append(text[at:end])
        at = end
    return tokens


def block_end(text, start):
    depth, at = 0, start
    while True:
        if text.startswith("/*", at):
            depth, at = depth + 1, at + 2
        elif text.startswith("*/", at):
            depth, at = depth - 1, at + 2
            if depth == 0:
                return at
        else:
            at += 1


if __name__ == "__main__":
    main()
