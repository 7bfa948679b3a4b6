"""`metricore evaluate` on recordings."""

import json

import numpy as np
import pytest
import soundfile

from tests.core.cli.evaluating import complaint, json_of, torchrun

METRICS = ("--metric", "snr", "si_sdr")


def recording(seed, samples=800, channels=1):
    noise = np.random.default_rng(seed).normal(size=(samples, channels)) * 0.1
    return noise.astype(np.float32)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for i, samples in enumerate((800, 800, 500)):
        clean = recording(i, samples)
        for folder, content in (("clean", clean), ("noisy", clean + 0.1 * recording(10 + i, samples))):
            (tmp_path / folder).mkdir(exist_ok=True)
            soundfile.write(tmp_path / folder / f"{i}.wav", content, 16000, subtype="FLOAT")
    return tmp_path


def expected():
    snr, sdr = [], []
    for i, samples in enumerate((800, 800, 500)):
        clean, noise = recording(i, samples).astype(float), 0.1 * recording(10 + i, samples).astype(float)
        snr.append(10 * np.log10((clean**2).sum() / (noise**2).sum()))
        noisy = clean + noise
        scaled = (noisy * clean).sum() / (clean**2).sum() * clean
        sdr.append(10 * np.log10((scaled**2).sum() / ((noisy - scaled) ** 2).sum()))
    return {"snr": np.mean(snr), "si_sdr": np.mean(sdr)}


def test_folders_are_paired_by_name(here, capsys):
    got = json_of(capsys, "evaluate", "noisy", "clean", *METRICS)
    assert got == {"samples": 3, "values": pytest.approx(expected(), rel=1e-4)}


def test_two_processes_and_intervals(here, capsys):
    arguments = ("evaluate", "noisy", "clean", *METRICS, "--ci", "--bootstrap", 20)
    one = json_of(capsys, *arguments)
    done = torchrun(*arguments, "--json")
    assert done.returncode == 0, done.stderr
    two = json.loads(done.stdout)
    assert two["values"] == pytest.approx(one["values"], rel=1e-6)
    for name, bounds in one["intervals"].items():
        assert two["intervals"][name] == pytest.approx(bounds, rel=1e-6)


def test_several_channels(here, capsys):
    clean = recording(0, 300, 2)
    soundfile.write("p.flac", clean, 8000)
    soundfile.write("t.flac", clean, 8000)
    assert json_of(capsys, "evaluate", "p.flac", "t.flac", "--metric", "snr")["values"]["snr"] == "inf"


@pytest.mark.parametrize(
    ("content", "rate", "expected"),
    [
        (recording(0), 8000, "expected recordings of one rate, got p.wav (8000 Hz) and clean/0.wav (16000 Hz)"),
        (
            recording(0, 799),
            16000,
            "expected recordings of one length, got p.wav (799 samples) and clean/0.wav (800 samples)",
        ),
        (
            recording(0, 800, 2),
            16000,
            "expected recordings of one number of channels, got p.wav (2) and clean/0.wav (1)",
        ),
    ],
)
def test_recordings_that_do_not_belong_together(here, capsys, content, rate, expected):
    soundfile.write("p.wav", content, rate)
    assert complaint(capsys, "evaluate", "p.wav", "clean/0.wav", *METRICS) == expected


def test_files_that_cannot_be_read(here, capsys):
    (here / "p.wav").write_text("junk")
    said = complaint(capsys, "evaluate", "p.wav", "clean/0.wav", *METRICS)
    assert said.startswith("p.wav: expected a recording, it cannot be read as one")
