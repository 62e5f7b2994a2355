"""Files of one member a line are TOML, and read as TOML reads them, without a parser."""

import tomllib
from importlib.resources import files

import pytest

from mcp_lab.contract import tables
from mcp_lab.contract.clauses import TOPICS

DATA = files("mcp_lab.contract")
FOLDER = DATA.joinpath("clauses")


@pytest.mark.parametrize("name", ["methods.toml", *(f"clauses/{each}.toml" for each in TOPICS)])
def test_a_file_reads_as_toml_reads_it(name):
    parsed = tomllib.loads(DATA.joinpath(name).read_text(encoding="utf-8"))
    assert tables.read_rows(name) == parsed


def test_every_file_is_a_topic():
    assert sorted(each.name for each in FOLDER.iterdir()) == sorted(
        f"{each}.toml" for each in TOPICS
    )


@pytest.mark.parametrize("line", ["open", 'open = "half', "terms = { code = 5 }"])
def test_a_line_that_is_no_member_is_named(monkeypatch, line):
    monkeypatch.setattr(tables, "_text", lambda _: f"# a topic\n[[clause]]\n{line}\n")
    with pytest.raises(ValueError, match=r"some\.toml, line 3"):
        tables.read_rows("some.toml")
