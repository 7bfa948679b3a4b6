# /// script
# requires-python = ">=3.10"
# dependencies = ["scikit-learn", "scikit-image", "pillow", "numpy", "soundfile", "pocketsphinx"]
# ///
"""Write the files of examples/data anew, from data that other packages ship.

    python examples/make_data.py [--out examples/data] [--only predictions images audio text]

Besides the Python packages named above, `audio` needs Debian's pocketsphinx-testdata, and `text` that and flite.
Nothing here is random except the noise on one recording, which has a fixed seed. Where each file comes from and under
which licence is told in examples/data/README.md.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import subprocess
import tempfile
from pathlib import Path

LIBRIVOX = Path("/usr/share/pocketsphinx/test/data/librivox")
ALICE = Path("/usr/share/doc/flite/examples/alice")
RECORDING = "sense_and_sensibility_01_austen_64kb-{}"

PHOTOGRAPHS = {"astronaut": 60, "chelsea": 30, "coffee": 10}  # JPEG quality of the compressed copy
SIDE = 192
VOICES = ("slt", "rms", "awb", "kal16")
SPOKEN_LINES = 15


def write_predictions(out: Path) -> None:
    """Class probabilities for the wines, each from a model that did not see it."""
    from sklearn.datasets import load_wine
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import StratifiedKFold
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    wine = load_wine()
    # All thirteen measurements separate the three cultivars almost perfectly; two leave errors to measure.
    columns = [wine.feature_names.index(name) for name in ("alcohol", "malic_acid")]
    features, labels = wine.data[:, columns], wine.target
    rows = []
    for fold, (train, test) in enumerate(StratifiedKFold(5, shuffle=True, random_state=0).split(features, labels)):
        model = make_pipeline(StandardScaler(), LogisticRegression()).fit(features[train], labels[train])
        scores = model.predict_proba(features[test])
        rows += [(row, labels[row], scores[place], fold) for place, row in enumerate(test)]
    rows.sort(key=lambda row: row[0])
    with (out / "predictions.csv").open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["label", "p0", "p1", "p2", "fold"])
        for _, label, probabilities, fold in rows:
            table.writerow([label, *(f"{value:.6f}" for value in probabilities), fold])


def write_images(out: Path) -> None:
    """The middle square of each photograph, and the same after JPEG."""
    import skimage.data
    from PIL import Image

    for folder in ("reference", "compressed"):
        (out / "images" / folder).mkdir(parents=True, exist_ok=True)
    for name, quality in PHOTOGRAPHS.items():
        whole = Image.fromarray(getattr(skimage.data, name)())
        side = min(whole.size)
        left, top = (whole.width - side) // 2, (whole.height - side) // 2
        square = whole.crop((left, top, left + side, top + side)).resize((SIDE, SIDE), Image.Resampling.LANCZOS)
        square.save(out / "images" / "reference" / f"{name}.png", optimize=True)
        square.save(out / "images" / "compressed" / f"{name}.jpg", quality=quality)


def write_audio(out: Path) -> None:
    """Three recordings: one through a lossy codec, one quantised coarsely, one with noise."""
    import numpy as np
    import soundfile as sf

    for folder in ("clean", "degraded"):
        (out / "audio" / folder).mkdir(parents=True, exist_ok=True)

    def vorbis(signal: np.ndarray, rate: int) -> np.ndarray:
        coded = io.BytesIO()
        sf.write(coded, signal, rate, format="OGG", subtype="VORBIS", compression_level=0.9)
        coded.seek(0)
        return sf.read(coded)[0]

    def six_bits(signal: np.ndarray, rate: int) -> np.ndarray:
        return np.round(signal * 2**5) / 2**5

    def noise_at_15_db(signal: np.ndarray, rate: int) -> np.ndarray:
        noise = np.random.default_rng(0).standard_normal(len(signal))
        return signal + noise * np.sqrt(np.mean(signal**2) / np.mean(noise**2) / 10**1.5)

    for number, name, degrade in (
        ("0880", "vorbis", vorbis),
        ("0930", "six-bits", six_bits),
        ("0920", "noise", noise_at_15_db),
    ):
        clean, rate = sf.read(LIBRIVOX / f"{RECORDING.format(number)}.wav", frames=round(3.2 * 16000))
        sf.write(out / "audio" / "clean" / f"{name}.wav", clean, rate, subtype="PCM_16")
        sf.write(out / "audio" / "degraded" / f"{name}.wav", degrade(clean, rate), rate, subtype="PCM_16")


def words_of(text: str) -> str:
    """Lower case, without punctuation: how a speech recogniser writes."""
    return " ".join(re.findall(r"[a-z']+", text.lower()))


def recognise(recording: Path) -> str:
    """What pocketsphinx hears, each recording on its own."""
    import soundfile as sf
    from pocketsphinx import Decoder

    signal, rate = sf.read(recording, dtype="int16")
    decoder = Decoder(samprate=rate, loglevel="FATAL")
    decoder.start_utt()
    decoder.process_raw(signal.tobytes(), full_utt=True)
    decoder.end_utt()
    return decoder.hyp().hypstr if decoder.hyp() else ""


def read_aloud() -> list[tuple[str, str]]:
    """Sentences that a person read: (what pocketsphinx heard, what was read)."""
    lines = (LIBRIVOX / "transcription").read_text().splitlines()
    read = [re.fullmatch(r"<s> (.*) </s> \((.*)\)", line.strip()) for line in lines]
    return [(recognise(LIBRIVOX / f"{line[2]}.wav"), words_of(line[1])) for line in read if line]


def synthesised() -> list[tuple[str, str]]:
    """Clauses of a book that flite speaks in turns of voices: (what pocketsphinx heard, what the book says)."""
    text = re.sub(r"`|'(?=\W)|--", ",", ALICE.read_text().split("Down the Rabbit-Hole.")[1])
    clauses = [words_of(clause.replace("-", " ")) for clause in re.split(r"[.,;:!?()]", text)]
    chosen = [clause for clause in clauses if 8 <= len(clause.split()) <= 16][:SPOKEN_LINES]
    heard = []
    with tempfile.TemporaryDirectory() as folder:
        spoken = Path(folder) / "spoken.wav"
        for number, clause in enumerate(chosen):
            voice = VOICES[number % len(VOICES)]
            subprocess.run(["flite", "-voice", voice, "-t", clause, "-o", str(spoken)], check=True)
            heard.append((recognise(spoken), clause))
    return heard


def write_text(out: Path) -> None:
    """Sentences, and what a speech recogniser made of them."""
    (out / "text").mkdir(parents=True, exist_ok=True)
    hypotheses, references = zip(*read_aloud(), *synthesised(), strict=True)
    (out / "text" / "hypotheses.txt").write_text("".join(f"{line}\n" for line in hypotheses))
    (out / "text" / "references.txt").write_text("".join(f"{line}\n" for line in references))


WRITERS = {"predictions": write_predictions, "images": write_images, "audio": write_audio, "text": write_text}


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the files of examples/data anew.")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "data")
    parser.add_argument("--only", nargs="+", choices=WRITERS, default=list(WRITERS))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.only:
        WRITERS[name](options.out)
        print(f"wrote {name}")


if __name__ == "__main__":
    main()
