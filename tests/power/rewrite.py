"""Sources with switches: marks each sign, term, factor, index, transposition and function of C++
code, found in clang's syntax tree, as a call of tests/power/switches.hpp."""

import dataclasses
import re

import clang.cindex
from clang.cindex import CursorKind as Kind

SUMS, PRODUCTS = ("+", "-"), ("*", "/")
ASSIGNMENTS = {"+=": "term", "-=": "term", "*=": "factor", "/=": "divisor"}
OPERATIONS = (Kind.BINARY_OPERATOR, Kind.CALL_EXPR, Kind.COMPOUND_ASSIGNMENT_OPERATOR)
FUNCTIONS = (Kind.LAMBDA_EXPR, Kind.FUNCTION_DECL, Kind.CXX_METHOD, Kind.FUNCTION_TEMPLATE,
             Kind.CONSTRUCTOR, Kind.CONVERSION_FUNCTION)
# Switches of a mark, in the order of their ids.
KINDS = {"term": ("sign", "term left out"), "sign": ("sign",), "factor": ("factor left out",),
         "divisor": ("divisor left out", "divisor as factor"), "index": ("index",),
         "exponent": ("power",), "quarter": ("sine for cosine",), "untransposed": ("transposition",)}
ONE = re.compile(r"(\w+\()?1(\.0*)?[QLf]?\)?")
INTEGER = re.compile(r"\d+")


@dataclasses.dataclass(frozen=True)
class Mark:
    start: int
    end: int
    function: str  # of switches.hpp; `plain`, `row` and `control` have no switch


class Rewriter:
    """Finds the marks of one file. `left_out` counts places in macros and constant expressions."""

    def __init__(self, unit, path):
        self.path = path
        self.text = path.read_bytes()
        self.marks, self.left_out = [], 0
        self.macros = [self.range(c) for c in unit.cursor.get_children()
                       if c.kind == Kind.MACRO_INSTANTIATION and self.is_here(c)]
        for cursor in unit.cursor.get_children():
            if self.is_here(cursor) and not cursor.kind.is_preprocessing():
                self.walk(cursor, None, False)
        # Templates may appear twice in the tree.
        self.marks = sorted(set(self.marks), key=lambda m: (m.start, -m.end, m.function))

    def is_here(self, cursor):
        file = cursor.location.file
        return file is not None and file.name == str(self.path)

    def range(self, cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def source(self, start, end):
        return self.text[start:end].decode()

    def operator(self, cursor):
        """Returns (operator, left, right) of a binary operation, else None."""
        if cursor.kind not in OPERATIONS:
            return None
        children = list(cursor.get_children())
        if cursor.kind == Kind.CALL_EXPR and len(children) == 3:
            # An overloaded operator: its name stands between the operands.
            children = sorted(children, key=lambda c: c.extent.start.offset)
            if self.range(children[0]) == self.range(children[1]):
                return None
            children = [children[0], children[2]]
        if len(children) != 2:
            return None
        left, right = children
        between = self.source(left.extent.end.offset, right.extent.start.offset).strip()
        between = re.sub(r"//[^\n]*\n", "", between).strip()
        if between not in (*SUMS, *PRODUCTS, *ASSIGNMENTS):
            return None
        return between, left, right

    @staticmethod
    def bare(cursor):
        """Skips nodes that the source does not show."""
        while cursor.kind == Kind.UNEXPOSED_EXPR:
            inner = list(cursor.get_children())
            if len(inner) != 1 or inner[0].extent != cursor.extent:
                break
            cursor = inner[0]
        return cursor

    def mark(self, cursor, function):
        start, end = self.range(cursor)
        if start >= end or any(a < end and start < b for a, b in self.macros) or \
                not self.is_here(cursor):
            self.left_out += 1
            return
        self.marks.append(Mark(start, end, function))

    def first_factor(self, cursor):
        """Returns the operand of a product at which the term changes: the product is evaluated as before."""
        cursor = self.bare(cursor)
        found = self.operator(cursor)
        return self.first_factor(found[1]) if found and found[0] in PRODUCTS else cursor

    def terms(self, cursor, is_first):
        cursor = self.bare(cursor)
        found = self.operator(cursor)
        if found and found[0] in SUMS:
            self.terms(found[1], is_first)
            self.terms(found[2], False)
        else:
            self.mark(self.first_factor(cursor), "term")

    def factors(self, cursor, function):
        cursor = self.bare(cursor)
        found = self.operator(cursor)
        if found and found[0] in PRODUCTS and function == "factor":
            self.factors(found[1], "factor")
            self.factors(found[2], "factor" if found[0] == "*" else "divisor")
        elif not ONE.fullmatch(self.source(*self.range(cursor))):
            self.mark(cursor, function)

    def constants(self, cursor):
        """True if the cursor is a constant expression or a template's argument."""
        if cursor.kind in (Kind.STATIC_ASSERT, Kind.ENUM_DECL, Kind.CASE_STMT, Kind.CONCEPT_DECL
                           if hasattr(Kind, "CONCEPT_DECL") else Kind.ENUM_DECL):
            return True
        if cursor.kind in (Kind.VAR_DECL, Kind.FIELD_DECL):
            start, _ = self.range(cursor)
            return bool(re.search(r"\bconstexpr\b", self.source(start, start + 60).split("=")[0]))
        return False

    def is_lazy(self, cursor):
        """True if the type may be an unevaluated expression of Eigen."""
        name = cursor.type.get_canonical().spelling
        return "dependent" in name or name == "auto" or (
            "Eigen::" in name and not re.match(r"(const )?Eigen::(Matrix|Array)<", name))

    def walk(self, cursor, parent, in_function):
        kind = cursor.kind
        if self.constants(cursor):
            self.left_out += 1
            return
        in_function = in_function or kind in FUNCTIONS
        children = list(cursor.get_children())
        found = self.operator(cursor)
        outer = parent and self.operator(parent)
        if found and in_function:
            what = found[0]
            if what in SUMS and not (outer and outer[0] in SUMS):
                self.terms(cursor, True)
            if what in PRODUCTS and not (outer and outer[0] in PRODUCTS and
                                         self.bare(outer[1]) == cursor):
                self.factors(cursor, "factor")
            if what in ("+=", "-="):
                if self.operator(self.bare(found[2])) is None or \
                        self.operator(self.bare(found[2]))[0] in PRODUCTS:
                    self.mark(self.first_factor(found[2]), "term")
            elif what in ASSIGNMENTS:
                self.factors(found[2], ASSIGNMENTS[what])
        elif in_function:
            self.single(cursor, children, outer)
        for child in children:
            self.walk(child, cursor if cursor.kind != Kind.UNEXPOSED_EXPR or
                      self.bare(cursor) == cursor else parent, in_function)

    def single(self, cursor, children, outer):
        kind = cursor.kind
        start, end = self.range(cursor)
        text = self.source(start, end)
        is_minus = kind == Kind.UNARY_OPERATOR or (kind == Kind.CALL_EXPR and len(children) == 2)
        if is_minus and text.startswith("-") and not text.startswith("--") and \
                not re.fullmatch(r"-[\d.]\S*", text) and not (outer and outer[0] in SUMS):
            self.mark(cursor, "sign")
        elif kind == Kind.VAR_DECL and children and re.search(
                r"\bauto\b(?!\s*(const\s*)?&\s*\w)", self.source(start, start + 40).split("=")[0]):
            if self.is_lazy(children[-1]) and children[-1].kind.is_expression():
                self.plain(children[-1])
        elif kind == Kind.RETURN_STMT and children and self.is_lazy(children[0]):
            self.plain(children[0])
        elif kind in (Kind.CALL_EXPR, Kind.ARRAY_SUBSCRIPT_EXPR):
            self.call(cursor, children, text)
        elif kind == Kind.DECL_REF_EXPR and text == "statement" and \
                cursor.referenced.kind == Kind.PARM_DECL:
            function = cursor.referenced.semantic_parent.spelling
            self.mark(cursor, "control" if "control" in function else "row")

    def plain(self, cursor):
        if self.bare(cursor).kind not in (Kind.LAMBDA_EXPR, Kind.INIT_LIST_EXPR):
            start, end = self.range(cursor)
            if not any(a < end and start < b for a, b in self.macros):
                self.marks.append(Mark(start, end, "plain"))

    def call(self, cursor, children, text):
        if not children:
            return
        name = re.search(r"\b(\w+)\s*$", self.source(*self.range(children[0])))
        name = name.group(1) if name else ""
        if name in ("transpose", "adjoint") and text.endswith("()"):
            member = self.bare(children[0])
            objects = list(member.get_children())
            if objects:
                self.mark(objects[0], "untransposed")
        elif name in ("sin", "cos") and len(children) == 2:
            self.mark(children[1], "quarter")
        elif name == "pow" and len(children) == 3:
            self.mark(children[2], "exponent")
        elif text.endswith("]") or (text.endswith(")") and (name in ("col", "row") or (
                children[0].kind.is_expression() and
                re.match(r"(const )?Eigen::[^(]*$", children[0].type.get_canonical().spelling)))):
            for child in children[1:]:
                if INTEGER.fullmatch(self.source(*self.range(child))):
                    self.mark(child, "index")


def rewritten(text, marks, kept, first):
    """Returns the text with its kept marks as calls. Switches are numbered from `first`, in order."""
    inserts, number = [], first
    for mark, is_kept in zip(marks, kept):
        count = len(KINDS.get(mark.function, ()))
        if is_kept:
            arguments = f"{number}, " if count else ""
            inserts += [(mark.start, 1, -mark.end, f"::rattleback::power::{mark.function}({arguments}"),
                        (mark.end, 0, -mark.start, ")")]
        number += count
    # At one place, calls are closed, the inner ones first, before the outer ones are opened.
    parts, at = [], 0
    for place, _, _, inserted in sorted(inserts, key=lambda i: i[:3]):
        parts += [text[at:place], inserted.encode()]
        at = place
    return b"".join([*parts, text[at:]])


def parse(index, path, arguments):
    return index.parse(str(path), args=arguments,
                       options=clang.cindex.TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD)
