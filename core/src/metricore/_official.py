"""What can be known about the official plugins without having them installed.

Which extra brings a metric is said in the message for an unknown name; which namespaces are theirs keeps another
distribution from passing as one of them.
"""

from __future__ import annotations

from metricore._spec import name_key

__all__ = [
    "DISTRIBUTIONS",
    "EXTRA_OF_NAME",
    "NAMESPACES",
    "OFFERED_EXTRAS",
    "PROVIDERS",
    "TO_COME",
    "install_command",
]

DISTRIBUTIONS = frozenset({"metricore-audio", "metricore-image", "metricore-text"})

NAMESPACES = {
    "metricore": "metricore",
    "local": "metricore",
    "audio": "metricore-audio",
    "image": "metricore-image",
    "text": "metricore-text",
}
"""Namespaces that are taken, and the distribution that has each."""

PROVIDERS = {
    "audio": "metricore-audio",
    "image": "metricore-image",
    "detection": "metricore-image",
    "multimodal": "metricore-image",
    "video": "metricore-image",
    "text": "metricore-text",
}
"""Extras of core, and the distribution that has the metrics of each."""

_OFFERED = {
    "audio": """
        scale_invariant_signal_distortion_ratio=si_sdr scale_invariant_signal_noise_ratio=si_snr signal_noise_ratio=snr
    """,
    "image": "peak_signal_noise_ratio=psnr structural_similarity_index_measure=ssim",
    "text": "bleu_score=bleu char_error_rate=cer word_error_rate=wer",
}
"""Names and aliases of the metrics that the official plugins have, by extra."""

_TO_COME = {
    "audio": """
        complex_scale_invariant_signal_noise_ratio=c_si_snr deep_noise_suppression_mean_opinion_score=dnsmos
        non_intrusive_speech_quality_assessment=nisqa perceptual_evaluation_speech_quality=pesq
        permutation_invariant_training=pit short_time_objective_intelligibility=stoi signal_distortion_ratio=sdr
        source_aggregated_signal_distortion_ratio=sa_sdr speech_reverberation_modulation_energy_ratio=srmr
    """,
    "image": """
        arniqa deep_image_structure_and_texture_similarity=dists error_relative_global_dimensionless_synthesis=ergas
        frechet_inception_distance=fid image_gradients inception_score kernel_inception_distance=kid
        learned_perceptual_image_patch_similarity=lpips memorization_informed_frechet_inception_distance=mifid
        multiscale_structural_similarity_index_measure=ms_ssim peak_signal_noise_ratio_with_blocked_effect=psnrb
        perceptual_path_length quality_with_no_reference=qnr relative_average_spectral_error=rase
        root_mean_squared_error_using_sliding_window=rmse_sw spatial_correlation_coefficient=scc
        spatial_distortion_index spectral_angle_mapper=sam spectral_distortion_index total_variation
        universal_image_quality_index=uqi visual_information_fidelity=vif
    """,
    "detection": """
        complete_intersection_over_union=ciou distance_intersection_over_union=diou
        generalized_intersection_over_union=giou intersection_over_union=iou mean_average_precision=map
        modified_panoptic_quality panoptic_quality
    """,
    "multimodal": "clip_image_quality_assessment=clip_iqa clip_score lip_vertex_error",
    "video": "video_multi_method_assessment_fusion=vmaf",
    "text": """
        bert_score chrf_score=chrf edit_distance extended_edit_distance infolm match_error_rate=mer perplexity
        rouge_score=rouge sacre_bleu_score=sacrebleu squad translation_edit_rate=ter word_info_lost=wil
        word_information_lost word_info_preserved=wip word_information_preserved
    """,
}
"""Those that they will have: nobody else may take these names, yet there is nothing to install for them."""


def _extra_of_name(names: dict[str, str]) -> dict[str, str]:
    return {name_key(name): extra for extra, text in names.items() for name in text.replace("=", " ").split()}


TO_COME = _extra_of_name(_TO_COME)
"""The extra of each name, by `name_key`, that an official plugin will offer."""

EXTRA_OF_NAME = {**_extra_of_name(_OFFERED), **TO_COME}
"""The extra of each name, by `name_key`, that an official plugin offers or will offer."""

OFFERED_EXTRAS = frozenset(_OFFERED)
"""Extras that bring metrics; the others stand for those to come."""


def install_command(*requirements: str) -> str:
    """Return the command that installs the requirements, quoted for any shell."""
    return "python -m pip install " + " ".join(f'"{requirement}"' for requirement in requirements)
