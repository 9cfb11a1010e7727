"""Damage to files that the program reads: to their bytes, and to the structure of JSON."""

import hashlib
import json
import os
import re

NUMBERS = (0, -1, 1, 2, 7, 63, 64, 65, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 10**30, -(10**30), 0.5,
           -0.0, 1e-320, 1e300, 1e308, -1e308, 1e16, 3.5)
WORDS = ("", "nan", "inf", "-inf", "..", "../outside", "/", "a" * 3000, "x\ny", "\x00", "\u202e",
         "'", "\"", "<script>alert(1)</script>", "{{{x}}}", "%s", "\ud800", "0", "1e999")


def instead(path, how):
    """Replaces a path by something other than a regular file: how = 0 to 3."""
    if how == 0:
        path.mkdir()
    elif how == 1:
        os.mkfifo(path)
    elif how == 2:
        path.symlink_to(path.name)
    else:
        path.symlink_to("/dev/null")


def value(random):
    return random.choice((
        lambda: random.choice(NUMBERS), lambda: random.choice(NUMBERS),
        lambda: random.choice(WORDS), lambda: None, lambda: random.random() < 0.5,
        lambda: [], lambda: {}, lambda: [[]], lambda: {"": 0}, lambda: float("nan"),
        lambda: [random.choice(NUMBERS)] * random.randint(1, 5)))()


def damaged_bytes(random, data):
    """Returns the bytes with one change: bits or digits changed, a part cut, doubled or moved."""
    if not data:
        return random.randbytes(random.randint(0, 50))
    at = random.randrange(len(data))
    size = random.choice((1, 2, 10, 100, len(data)))
    part = data[at:at + size]

    def flipped():
        return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1:]

    def digit():
        digits = [i for i, byte in enumerate(data) if 48 <= byte <= 57]
        if not digits:
            return flipped()
        i = random.choice(digits)
        return data[:i] + bytes([random.choice(b"0123456789")]) + data[i + 1:]

    def inserted():
        junk = random.choice((b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"NaN", b"1e999", b"[" * 50000,
                              b'{"a":' * 50000, b"-", b",", b'"', b"\r\n", random.randbytes(20)))
        return data[:at] + junk + data[at:]

    return random.choice((
        flipped, flipped, digit, digit, digit, inserted, inserted, lambda: data[:at],
        lambda: data[:at] + data[at + size:], lambda: data[:at] + part + data[at:],
        lambda: data + data, lambda: b"", lambda: data + part,
        lambda: data.replace(b"\n", b"\r\n"), lambda: b"\xef\xbb\xbf" + data))()


def places(tree, limit=2000):
    """Returns (container, key) of the values in a tree, breadth first, at most `limit`."""
    found, level = [], [tree]
    while level and len(found) < limit:
        below = []
        for node in level:
            keys = node if isinstance(node, dict) else range(len(node))
            for key in keys:
                found.append((node, key))
                if isinstance(node[key], (dict, list)):
                    below.append(node[key])
        level = below
    return found


def damaged_tree(random, tree):
    """Changes one to three places of a tree and returns it."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        if not isinstance(tree, (dict, list)) or random.random() < 0.02:
            return value(random)
        known = places(tree)
        if not known:
            return value(random)
        node, key = random.choice(known)
        old = node[key]
        how = random.randrange(8)
        if how == 0:
            del node[key]
        elif how == 1 and isinstance(old, (int, float)) and not isinstance(old, bool):
            node[key] = random.choice((-old, old + 1, old - 1, old * 2, str(old), [old]))
        elif how == 2 and isinstance(node, dict):
            node[key + random.choice("_x0")] = node.pop(key)
        elif how == 2:
            node.insert(key, old)
        elif how == 3 and isinstance(old, list):
            node[key] = old[:random.randint(0, len(old))]
        elif how == 4 and isinstance(old, list):
            node[key] = old * random.choice((2, 3, 50))
        elif how == 5:
            other, other_key = random.choice(known)
            node[key] = json.loads(json.dumps(other[other_key]))
        else:
            node[key] = value(random)
    return tree


def json_bytes(tree, **layout):
    # A lone surrogate becomes bytes that are not UTF-8.
    return json.dumps(tree, **layout, ensure_ascii=False).encode("utf-8", "surrogatepass")


def damaged(random, data):
    """Returns the content of a file, damaged in its bytes or, for JSON, in its structure."""
    if random.random() < 0.5:
        return damaged_bytes(random, data)
    try:
        tree = json.loads(data)
    except ValueError:
        return damaged_bytes(random, data)
    if random.random() < 0.1 and isinstance(tree, dict) and tree:
        # A doubled key: allowed by JSON's grammar; readers differ in the value they use.
        key = random.choice(list(tree))
        return (json_bytes(tree)[:-1] + b", " + json_bytes(key) + b": " +
                json_bytes(value(random)) + b"}")
    return json_bytes(damaged_tree(random, tree), separators=(",", ":"))


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def sealed(data):
    """Returns a shard with its hash, the last entry, corrected."""
    text = data.rstrip()
    end = re.search(rb',"sha256":"[^"]*"}$', text)
    text = text[:end.start()] if end else text.removesuffix(b"}")
    return text + b',"sha256":"' + sha256(text).encode() + b'"}\n'
