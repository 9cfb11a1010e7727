"""Damage to files that the program reads: to their bytes, to the structure of JSON, and to their kind."""

import hashlib
import json
import os
import re

from hypothesis import strategies as st

NUMBERS = (0, -1, 1, 2, 7, 63, 64, 65, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 10**30, -(10**30), 0.5,
           -0.0, 1e-320, 1e300, 1e308, -1e308, 1e16, 3.5)
WORDS = ("", "nan", "inf", "-inf", "..", "../outside", "/", "a" * 3000, "x\ny", "\x00", "\u202e",
         "'", "\"", "<script>alert(1)</script>", "{{{x}}}", "%s", "\ud800", "0", "1e999")
JUNK = (b"", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"NaN", b"1e999", b"[" * 50000, b'{"a":' * 50000, b"-", b",",
        b'"', b"\r\n")
VALUES = st.recursive(
    st.sampled_from(NUMBERS) | st.sampled_from(WORDS) | st.none() | st.booleans() | st.floats(),
    lambda inside: st.lists(inside, max_size=5) | st.dictionaries(st.text(max_size=3), inside, max_size=2),
    max_leaves=5)


@st.composite
def damaged_bytes(draw, content):
    """Returns the bytes with a part replaced by junk or doubled, or with another digit."""
    digits = [found.start() for found in re.finditer(rb"\d", content)]
    if digits and draw(st.integers(0, 3)) == 0:
        at = draw(st.sampled_from(digits))
        return content[:at] + draw(st.sampled_from([b"%d" % digit for digit in range(10)])) + content[at + 1:]
    at = draw(st.integers(0, len(content)))
    part = content[at:at + draw(st.sampled_from((0, 1, 2, 10, 100, len(content))))]
    new = draw(st.sampled_from((*JUNK, 2 * part)) | st.binary(max_size=20))
    return content[:at] + new + content[at + len(part):]


@st.composite
def damaged_json(draw, content):
    """Returns JSON with another value or name, an emptied or doubled list, or without an entry."""
    text = content.decode()
    part = draw(st.sampled_from([re.match("", text), *re.finditer(
        r'"\w+": ?[^][{}",]+,|"[^"\\]*"|[-\d][-+.\deE]*|\[[^][]*\],?', text)]))
    new = st.sampled_from(("[]", 2 * part[0], '"x"', "")) | VALUES.map(lambda new: json.dumps(new, ensure_ascii=False))
    # A lone surrogate becomes bytes that are not UTF-8.
    return (text[:part.start()] + draw(new) + text[part.end():]).encode("utf-8", "surrogatepass")


@st.composite
def damaged(draw, content):
    """Returns the content of a file, damaged in its bytes or, for JSON, in its structure."""
    if content[:1] in (b"{", b"[") and draw(st.booleans()):
        return draw(damaged_json(content))
    return draw(damaged_bytes(content))


def replace(path, kind):
    """Replaces a path by something other than a regular file, or by nothing."""
    if kind == "folder":
        path.mkdir()
    elif kind == "fifo":
        os.mkfifo(path)
    elif kind != "nothing":
        path.symlink_to({"loop": path.name, "device": "/dev/null"}[kind])


KINDS = ("nothing", "folder", "fifo", "loop", "device")


def spoil(draw, path, change=lambda content: content):
    """Damages a file, and then applies `change` to its content. Returns False if the result is not readable."""
    if not path.is_file():
        return False
    if draw(st.integers(0, 14)):
        path.write_bytes(change(draw(damaged(path.read_bytes()))))
        return True
    path.unlink()
    kind = draw(st.sampled_from(KINDS))
    replace(path, kind)
    return kind == "nothing"


def sealed(content):
    """Returns a shard with its hash, the last entry, corrected."""
    text = content.rstrip()
    end = re.search(rb',"sha256":"[^"]*"}$', text)
    text = text[:end.start()] if end else text.removesuffix(b"}")
    return text + b',"sha256":"' + hashlib.sha256(text).hexdigest().encode() + b'"}\n'
