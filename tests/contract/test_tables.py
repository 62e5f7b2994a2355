"""The files of clauses are TOML, and read as TOML reads them, without a parser."""

import tomllib
from importlib.resources import files

import pytest

from mcp_lab.contract import tables
from mcp_lab.contract.clauses import TOPICS

FOLDER = files("mcp_lab.contract").joinpath("clauses")


@pytest.mark.parametrize("topic", TOPICS)
def test_a_file_reads_as_toml_reads_it(topic):
    parsed = tomllib.loads(FOLDER.joinpath(f"{topic}.toml").read_text(encoding="utf-8"))
    assert tables.read_clauses(f"clauses/{topic}.toml") == parsed["clause"]


def test_every_file_is_a_topic():
    assert sorted(each.name for each in FOLDER.iterdir()) == sorted(
        f"{each}.toml" for each in TOPICS
    )


@pytest.mark.parametrize("line", ["open", 'open = "half', "terms = { code = 5 }"])
def test_a_line_that_is_no_member_is_named(monkeypatch, line):
    monkeypatch.setattr(tables, "_text", lambda _: f"# a topic\n[[clause]]\n{line}\n")
    with pytest.raises(ValueError, match=r"some\.toml, line 3"):
        tables.read_clauses("some.toml")
