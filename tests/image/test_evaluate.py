"""`metricore evaluate` on images."""

import json
import math

import numpy as np
import pytest
from PIL import Image
from skimage.metrics import structural_similarity

from tests.core.cli.evaluating import complaint, json_of, torchrun

METRICS = ("--metric", "psnr", "ssim")


def photograph(seed, shape=(24, 32, 3)):
    return np.random.default_rng(seed).integers(0, 256, shape, dtype=np.uint8)


def degraded(pixels):
    return (pixels // 16) * 16


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in ("a", "b/sub"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "a/sub").mkdir()
    for name, shape in (("x", (24, 32, 3)), ("sub/y", (24, 32, 3)), ("z", (40, 30, 3))):
        Image.fromarray(photograph(0, shape)).save(tmp_path / f"a/{name}.png")
        Image.fromarray(degraded(photograph(0, shape))).save(tmp_path / f"b/{name}.bmp")
    return tmp_path


def expected():
    squares, count, similar = 0.0, 0, []
    for shape in ((24, 32, 3), (24, 32, 3), (40, 30, 3)):
        one, two = photograph(0, shape), degraded(photograph(0, shape))
        squares += float(((one.astype(float) - two) ** 2).sum())
        count += one.size
        similar.append(
            structural_similarity(
                one, two, channel_axis=2, data_range=255, gaussian_weights=True, sigma=1.5, use_sample_covariance=False
            )
        )
    return {"psnr": 10 * math.log10(255**2 * count / squares), "ssim": float(np.mean(similar))}


@pytest.mark.parametrize("batch_size", [1, 8])
def test_folders_are_paired_by_name(here, capsys, batch_size):
    got = json_of(capsys, "evaluate", "b", "a", *METRICS, "--batch-size", batch_size)
    assert got == {"samples": 3, "values": pytest.approx(expected(), rel=1e-4)}


def test_two_processes(here):
    done = torchrun("evaluate", "b", "a", *METRICS, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["values"] == pytest.approx(expected(), rel=1e-4)


def test_interval_and_range(here, capsys):
    got = json_of(capsys, "evaluate", "b", "a", "--metric", "psnr", "--data-range", 510, "--ci", "--bootstrap", 50)
    assert got["values"]["psnr"] == pytest.approx(expected()["psnr"] + 20 * math.log10(2), rel=1e-4)
    low, high = got["intervals"]["psnr"]
    assert low <= got["values"]["psnr"] <= high


@pytest.mark.parametrize("mode", ["L", "1", "P", "RGBA"])
def test_modes_are_brought_together(here, capsys, mode):
    pixels = photograph(1, (16, 16)) // 128 * 255
    Image.fromarray(pixels).convert(mode).save("p.png")
    Image.fromarray(pixels).save("t.png")
    got = json_of(capsys, "evaluate", "p.png", "t.png", "--metric", "psnr")
    assert got["values"]["psnr"] == "inf"


def test_images_of_different_size(here, capsys):
    Image.fromarray(photograph(0, (10, 20, 3))).save("p.png")
    Image.fromarray(photograph(0, (20, 10, 3))).save("t.png")
    said = complaint(capsys, "evaluate", "p.png", "t.png", *METRICS)
    assert said == "expected images of one size, got p.png (20 x 10) and t.png (10 x 20)"


@pytest.mark.parametrize(
    ("image", "expected"),
    [
        (
            Image.new("RGBA", (4, 4), (1, 2, 3, 100)),
            "p.png: expected an opaque image, it has transparency; flatten it first",
        ),
        (Image.new("I;16", (4, 4)), "p.png: expected an image with 8 bits a channel, got mode {mode}"),
    ],
)
def test_images_that_leave_a_question(here, capsys, image, expected):
    image.save("p.png")
    with Image.open("p.png") as read:
        expected = expected.format(mode=read.mode)  # older versions of Pillow have another one for 16 bits
    assert complaint(capsys, "evaluate", "p.png", "p.png", *METRICS) == expected


def test_files_that_cannot_be_paired_or_read(here, capsys):
    (here / "a/x.png").rename(here / "a/w.png")
    assert complaint(capsys, "evaluate", "b", "a", *METRICS) == (
        "expected a file of each name in b in a too, none for b/x.bmp"
    )
    assert complaint(capsys, "evaluate", "b", "a/w.png", *METRICS) == (
        "expected two files or two folders, only b is a folder"
    )
    (here / "junk.png").write_text("junk")
    assert complaint(capsys, "evaluate", "junk.png", "junk.png", *METRICS).startswith("junk.png: expected an image")
    (here / "empty").mkdir()
    said = complaint(capsys, "evaluate", "empty", "a", *METRICS)
    assert said.startswith("empty: expected files with one of .png .jpg")
    assert complaint(capsys, "evaluate", "a", *METRICS) == (
        "psnr: expected preds, target, got no target; give a second file or folder"
    )
