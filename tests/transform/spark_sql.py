"""What Spark 3.5 would refuse, read otherwise or plan over and over in a text of SQL: found without Spark, by tokens and tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import sqlglot
from sqlglot import exp
from sqlglot.tokenizer_core import Token, TokenType

if TYPE_CHECKING:
    from collections.abc import Iterator

# What `show functions` of Spark 3.5.9 lists.
FUNCTIONS = frozenset((Path(__file__).parent / "spark_functions.txt").read_text(encoding="utf-8").split())
SPELT = frozenset(
    {"cast", "try_cast", "extract", "trim", "over", "in", "array", "map", "struct", "as", "string", "values"}
)
TYPES = frozenset({"decimal", "varchar", "char"})


def refused(sql: str) -> list[str]:
    """The constructs of `sql` that Spark 3.5 does not have, each with its place; DuckDB has all of them."""
    try:
        tokens = sqlglot.tokenize(sql, read="spark")
        found = list(_in_tokens(sql, tokens))
        trees = sqlglot.parse(sql, read="spark")
    except sqlglot.errors.SqlglotError as error:
        return [f"no SQL of Spark: {str(error).splitlines()[0]}"]
    for tree in trees:
        if tree is None:
            continue
        found += _in_tree(tree)
    return found


def tables_read(sql: str) -> int:
    """How many tables Spark plans to read: it works a CTE out for each that reads it."""
    return _read(sqlglot.parse_one(sql, read="spark"), {})


def _read(node: exp.Expr, of_ctes: dict[str, int]) -> int:
    ctes = node.args.get("with_")
    for cte in ctes.expressions if ctes else ():
        of_ctes = of_ctes | {cte.alias: _read(cte.this, of_ctes)}
    inside = sum(_read(child, of_ctes) for child in node.iter_expressions() if child is not ctes)
    if not isinstance(node, exp.Table):
        return inside
    return inside + (1 if node.db else of_ctes.get(node.name, 1))


def _in_tokens(sql: str, tokens: list[Token]) -> Iterator[str]:
    before = None
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        written = sql[token.start : token.end + 1]
        if written == "::":  # by the text: sqlglot makes a cast of `0L` too
            yield f"`::` in line {token.line}: write cast(x as type)"
        elif written.startswith('"'):
            yield f"{written} in line {token.line}: a text there, not a name"
        elif (
            before is not None
            and {before.token_type, token.token_type} == {TokenType.STRING}
            and before.end + 1 == token.start
        ):
            yield f"'' in line {token.line}: write text_of(), which keeps the quote"
        elif token.token_type is TokenType.L_BRACKET and not _has_elements(sql, before, token):
            yield f"[ in line {token.line}: a list is made by list_of()"
        elif after is not None and _is_call(written, token, after) and written.lower() not in FUNCTIONS | SPELT | TYPES:
            yield f"{written}() in line {token.line}: no function there"
        before = token


def _is_call(written: str, token: Token, after: Token) -> bool:
    return written.isidentifier() and after.token_type is TokenType.L_PAREN and token.end + 1 == after.start


def _has_elements(sql: str, before: Token | None, bracket: Token) -> bool:
    """Whether `[` stands right behind what it takes an element of."""
    return (
        before is not None
        and before.end + 1 == bracket.start
        and (sql[before.end].isalnum() or sql[before.end] in "_`)]")
    )


def _in_tree(tree: exp.Expr) -> Iterator[str]:
    for node in tree.walk():
        if isinstance(node, exp.Qualify):
            yield "qualify: number the rows in a subquery"
        elif isinstance(node, exp.Star) and (node.args.get("except_") or node.args.get("except")):
            yield "* exclude: write all_but()"
        elif isinstance(node, exp.Star) and node.args.get("replace"):
            yield "* replace: name the columns"
        elif isinstance(node, exp.SetOperation) and node.args.get("by_name"):
            yield "union by name: name the columns"
        elif isinstance(node, exp.With) and node.args.get("recursive"):
            yield "a CTE that reads itself"
        elif isinstance(node, exp.Distinct) and node.args.get("on"):
            yield "distinct on: number the rows in a subquery"
        elif isinstance(node, exp.Comprehension):
            yield "a list comprehension: write mapped() or filtered()"
        elif isinstance(node, exp.Explode | exp.Posexplode) and isinstance(node.parent, exp.Binary | exp.Func):
            yield "a generator inside an expression: unfold it first"
