"""Image, audio and text metrics beside the libraries that specialise in them."""

from __future__ import annotations

import random
from collections.abc import Callable

import torch

from benchmarks.row import Row


def ssim() -> Row:
    import torchmetrics.functional.image
    from skimage.metrics import structural_similarity

    import metricore.functional.image

    preds, target = torch.rand(2, 8, 3, 256, 256)
    pairs = list(zip(preds.numpy(), target.numpy(), strict=True))
    return Row(
        ours=lambda: metricore.functional.image.structural_similarity_index_measure(preds, target, data_range=1.0),
        others={
            "torchmetrics": lambda: torchmetrics.functional.image.structural_similarity_index_measure(
                preds, target, data_range=1.0
            ),
            "specialist": lambda: [
                structural_similarity(
                    one, two, data_range=1.0, channel_axis=0, gaussian_weights=True, use_sample_covariance=False
                )
                for one, two in pairs
            ],
        },
        goal=1.0,
        against="specialist",
    )


def si_sdr() -> Row:
    import torchmetrics.functional.audio

    import metricore.functional.audio

    preds, target = torch.randn(2, 8, 2, 32000)
    return Row(
        ours=lambda: metricore.functional.audio.scale_invariant_signal_distortion_ratio(preds, target),
        others={
            "torchmetrics": lambda: torchmetrics.functional.audio.scale_invariant_signal_distortion_ratio(preds, target)
        },
        goal=1.0,
        against="torchmetrics",
    )


def sentences(number: int, length: int = 25) -> tuple[list[str], list[str]]:
    """Sentences of invented words, and the same with every tenth word replaced."""
    chance = random.Random(0)
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(chance.choices(letters, k=chance.randint(2, 9))) for _ in range(2000)]
    target = [chance.choices(words, k=length) for _ in range(number)]
    preds = [[chance.choice(words) if chance.random() < 0.1 else word for word in line] for line in target]
    return [" ".join(line) for line in preds], [" ".join(line) for line in target]


def word_error_rate() -> Row:
    import jiwer
    import torchmetrics.functional.text

    import metricore.functional.text

    preds, target = sentences(1000)
    return Row(
        ours=lambda: metricore.functional.text.word_error_rate(preds, target),
        others={
            "torchmetrics": lambda: torchmetrics.functional.text.word_error_rate(preds, target),
            "specialist": lambda: jiwer.wer(target, preds),
        },
        goal=0.5,
        against="specialist",
    )


def char_error_rate() -> Row:
    import jiwer
    import torchmetrics.functional.text

    import metricore.functional.text

    preds, target = sentences(200)
    return Row(
        ours=lambda: metricore.functional.text.char_error_rate(preds, target),
        others={
            "torchmetrics": lambda: torchmetrics.functional.text.char_error_rate(preds, target),
            "specialist": lambda: jiwer.cer(target, preds),
        },
        goal=0.8,
        against="specialist",
    )


def bleu() -> Row:
    import torchmetrics.functional.text
    from sacrebleu.metrics import BLEU

    import metricore.functional.text

    preds, target = sentences(1000)
    references = [[line] for line in target]
    specialist = BLEU(tokenize="none")
    return Row(
        ours=lambda: metricore.functional.text.bleu_score(preds, references),
        others={
            "torchmetrics": lambda: torchmetrics.functional.text.bleu_score(preds, references),
            "specialist": lambda: specialist.corpus_score(preds, [target]),
        },
        goal=0.65,
        against="specialist",
    )


ROWS: dict[str, Callable[[], Row]] = {
    "ssim 8x3x256x256": ssim,
    "si_sdr 8x2x32000": si_sdr,
    "wer 1000 sentences": word_error_rate,
    "cer 200 sentences": char_error_rate,
    "bleu 1000 sentences": bleu,
}
