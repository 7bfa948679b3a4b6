#!/usr/bin/env bash
# Shows the metricore command on the files of examples/data. `make demo` runs it in the environment it sets up.
set -euo pipefail
export OMP_NUM_THREADS=1
cd "$(dirname "$0")/.."
data=examples/data

say() { printf '\n# %s\n' "$*"; }

# Prints a command as one would type it, then runs it.
run() {
    printf '$ %s\n' "$*"
    "$@"
}

say "What is installed: metrics by name, and the plugins that bring them"
run metricore plugins
run metricore list

say "Class probabilities of a wine classifier, a column each"
predictions=("$data/predictions.csv" --target label --preds p0 p1 p2 --task multiclass --num-classes 3 --average macro)
run metricore evaluate "${predictions[@]}" --metric accuracy f1_score
say "The same for each fold of the cross-validation"
run metricore evaluate "${predictions[@]}" --metric accuracy f1_score --by fold

say "Photographs after JPEG, paired with the originals by file name"
run metricore evaluate "$data/images/compressed" "$data/images/reference" --metric psnr ssim

say "Degraded speech, paired with the clean recordings by file name"
run metricore evaluate "$data/audio/degraded" "$data/audio/clean" --metric snr si_sdr

say "What a speech recogniser heard, line by line"
run metricore evaluate "$data/text/hypotheses.txt" "$data/text/references.txt" \
    --metric word_error_rate char_error_rate bleu_score

say "The wines again on two processes: each reads half, the printed values are over all"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
metricore evaluate "${predictions[@]}" --metric accuracy f1_score --json > "$work/one.json"
printf '$ torchrun --nproc-per-node 2 -m %s\n' "metricore evaluate ${predictions[*]} --metric accuracy f1_score --json"
torchrun --nproc-per-node 2 -m metricore evaluate "${predictions[@]}" --metric accuracy f1_score --json > "$work/two.json"
cat "$work/two.json"
python examples/same_values.py "$work/one.json" "$work/two.json"
