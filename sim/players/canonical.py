"""What source code says, as text that any version of Python gives alike, whatever its comments and formatting.

Only the standard library is used. Docstrings, annotations and decorators say nothing of what a function does when it is
called (a decorator's work is seen in the function that came of it), so they are left out.
"""

import ast
from collections.abc import Iterator
from types import CodeType
from typing import Any, Final

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_FUNCTIONS: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LEFT_OUT: Final = frozenset(
    ("annotation", "ctx", "decorator_list", "kind", "returns", "simple", "type_comment", "type_ignores", "type_params")
)


def canonical(node: ast.AST) -> str:
    """A piece of code as text.

    >>> canonical(ast.parse("x = 0x10  # sixteen")) == canonical(ast.parse("x=(16)"))
    True
    """
    if isinstance(node, ast.Constant):
        return f"{type(node.value).__name__} {node.value!r}"
    if isinstance(node, ast.JoinedStr):
        return f"JoinedStr({', '.join(_pieces(node))})"
    if isinstance(node, ast.AnnAssign) and node.value is not None:
        return f"Assign(targets=[{canonical(node.target)}], value={canonical(node.value)})"
    parts = []
    for name in sorted(node._fields):  # newer versions may have them in another order
        value = getattr(node, name, None)
        if name not in _LEFT_OUT and value is not None and value != []:
            parts.append(f"{name}={_text(value)}")
    return f"{type(node).__name__}({', '.join(parts)})"


def _pieces(node: ast.JoinedStr) -> Iterator[str]:
    """The parts of a formatted text; versions cut what stands between the values in other ways."""
    plain = ""
    for part in node.values:
        if isinstance(part, ast.Constant):
            plain += str(part.value)
        else:
            yield from ([repr(plain)] if plain else [])
            yield canonical(part)
            plain = ""
    yield from ([repr(plain)] if plain else [])


def _text(value: Any) -> str:
    if isinstance(value, ast.AST):
        return canonical(value)
    if isinstance(value, list):
        return f"[{', '.join(_text(item) for item in value if not _says_nothing(item))}]"
    return repr(value)


def _says_nothing(node: Any) -> bool:
    """Whether a statement does nothing: a docstring, another bare constant, `pass`, or an annotation alone."""
    constant = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return constant or isinstance(node, ast.Pass) or (isinstance(node, ast.AnnAssign) and node.value is None)


class SourceText:
    """The text of a file, parsed, with its functions to be found by their compiled code."""

    def __init__(self, text: str | bytes, file: str) -> None:
        self.tree = ast.parse(text, file)
        self._nodes: dict[tuple[str, int], list[Function]] = {}
        self._codes: dict[tuple[str, int], list[CodeType]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, _FUNCTIONS):
                self._nodes.setdefault(_place(node), []).append(node)
        for code in _codes_in(compile(self.tree, file, "exec", dont_inherit=True)):
            self._codes.setdefault((code.co_name, code.co_firstlineno), []).append(code)

    def function(self, code: CodeType) -> Function | None:
        """The function or lambda that was compiled to `code`; None where this is not its source (any more)."""
        place = code.co_name, code.co_firstlineno
        nodes, codes = self._nodes.get(place, []), self._codes.get(place, [])
        if code not in codes or len(nodes) != len(codes):
            return None
        return sorted(nodes, key=lambda node: (node.lineno, node.col_offset))[codes.index(code)]


def _place(node: Function) -> tuple[str, int]:
    """Name and first line of a function as its compiled code has them."""
    if isinstance(node, ast.Lambda):
        return "<lambda>", node.lineno
    return node.name, min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _codes_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes_in(constant)


def attributes_in(node: ast.AST) -> set[str]:
    """The names that a piece of code looks up in anything, as `few` in `limits.few`."""
    return {found.attr for found in ast.walk(node) if isinstance(found, ast.Attribute)}


def names_from_outside(function: Function) -> set[str]:
    """The variables that a function takes from around it: those of its file, enclosed ones and built-in ones."""
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    body: list[ast.AST] = [function.body] if isinstance(function, ast.Lambda) else list(function.body)
    names = _Names()
    for node in body:
        names.visit(node)
    own = {argument.arg for argument in named if argument is not None} | (names.bound - names.outer)
    return names.used - own


class _Names(ast.NodeVisitor):
    """The variables that the code of one scope uses and binds."""

    def __init__(self) -> None:
        self.used: set[str] = set()
        self.bound: set[str] = set()
        self.outer: set[str] = set()

    def visit_Name(self, node: ast.Name) -> None:  # named by the standard library
        (self.used if isinstance(node.ctx, ast.Load) else self.bound).add(node.id)

    def visit_Global(self, node: ast.Global | ast.Nonlocal) -> None:
        self.outer.update(node.names)
        self.used.update(node.names)

    visit_Nonlocal = visit_Global  # noqa: N815

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        if node.value is not None:
            self.visit(node.value)

    def _function(self, node: Function) -> None:
        if not isinstance(node, ast.Lambda):
            self.bound.add(node.name)
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(default)
        self.used |= names_from_outside(node)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _function  # noqa: N815

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        first, *others = node.generators
        self.visit(first.iter)
        inside = _Names()
        for generator in node.generators:
            inside.visit(generator.target)
            for condition in generator.ifs:
                inside.visit(condition)
        for generator in others:
            inside.visit(generator.iter)
        for value in (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,):
            inside.visit(value)
        self.used |= inside.used - inside.bound
        self.outer |= inside.outer

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815
