"""`metricore evaluate` on text files and on columns of text."""

import json

import jiwer
import pytest
import sacrebleu

from tests.core.cli.evaluating import complaint, json_of, torchrun

HEARD = ["the cat sat", "", "a dog barks at night", "naïve café"]
SAID = ["the cat sat down", "nothing", "the dog barks at night", "naive café"]
METRICS = ("--metric", "word_error_rate", "char_error_rate")


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "heard.txt").write_text("\n".join(HEARD) + "\n", encoding="utf-8")
    (tmp_path / "said.txt").write_text("\ufeff" + "\r\n".join(SAID), encoding="utf-8", newline="")
    return tmp_path


@pytest.mark.parametrize("batch_size", [1, 3, 100])
def test_line_by_line(here, capsys, batch_size):
    got = json_of(capsys, "evaluate", "heard.txt", "said.txt", *METRICS, "--batch-size", batch_size)
    expected = {"word_error_rate": jiwer.wer(SAID, HEARD), "char_error_rate": jiwer.cer(SAID, HEARD)}
    assert got == {"samples": 4, "values": pytest.approx(expected, rel=1e-6)}


def test_columns_of_a_table(here, capsys):
    rows = [{"h": heard, "s": said, "site": i % 2} for i, (heard, said) in enumerate(zip(HEARD, SAID, strict=True))]
    (here / "t.jsonl").write_text("\n".join(map(json.dumps, rows)))
    got = json_of(capsys, "evaluate", "t.jsonl", "--preds", "h", "--target", "s", *METRICS, "--by", "site")
    assert got["values"]["word_error_rate"] == pytest.approx(jiwer.wer(SAID, HEARD), rel=1e-6)
    assert got["groups"]["1"]["values"]["word_error_rate"] == pytest.approx(
        jiwer.wer(SAID[1::2], HEARD[1::2]), rel=1e-6
    )


def test_several_references(here, capsys):
    other = ["the cat sat on a mat", "", "a dog barks each night", "naïve café here"]
    (here / "other.txt").write_text("\n".join(other), encoding="utf-8")
    got = json_of(capsys, "evaluate", "heard.txt", "said.txt", "other.txt", "--metric", "bleu_score")
    expected = sacrebleu.corpus_bleu(HEARD, [SAID, other], tokenize="none", smooth_method="none").score / 100
    assert got["values"]["bleu_score"] == pytest.approx(expected, rel=1e-6)


def test_interval_holds_the_value(here, capsys):
    got = json_of(capsys, "evaluate", "heard.txt", "said.txt", *METRICS, "--ci", "--bootstrap", 100)
    for name, value in got["values"].items():
        low, high = got["intervals"][name]
        assert low <= value <= high


def test_two_processes(here):
    done = torchrun("evaluate", "heard.txt", "said.txt", *METRICS, "--json")
    assert done.returncode == 0, done.stderr
    got = json.loads(done.stdout)
    assert got["samples"] == 4
    assert got["values"]["word_error_rate"] == pytest.approx(jiwer.wer(SAID, HEARD), rel=1e-6)


def test_files_of_different_length(here, capsys):
    (here / "short.txt").write_text("one\n")
    for files, lengths in (
        (("heard.txt", "short.txt"), "heard.txt has 4, short.txt has 1"),
        (("short.txt", "said.txt"), "short.txt has 1, said.txt has 4"),
    ):
        expected = f"expected files with the same number of lines; {lengths}"
        assert complaint(capsys, "evaluate", *files, *METRICS) == expected


def test_bytes_that_are_no_text(here, capsys):
    (here / "said.txt").write_bytes(b"one\ntwo\nthr\xe9e\nfour\n")
    expected = "said.txt, line 3: expected UTF-8, got byte 0xe9 at position 4"
    assert complaint(capsys, "evaluate", "heard.txt", "said.txt", *METRICS) == expected


def test_options_that_name_columns(here, capsys):
    expected = "--by: expected a table, since columns are named; got text files"
    assert complaint(capsys, "evaluate", "heard.txt", "said.txt", *METRICS, "--by", "site") == expected
