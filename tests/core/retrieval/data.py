"""Rankings, and what other libraries say of them."""

import pytrec_eval
import torch

NOBODY_ASKED = -1


def rankings(queries=12, documents=200, seed=0, share=0.25, grades=2):
    """Scores, no two of them equal, relevance below `grades`, and queries, in any order."""
    g = torch.Generator().manual_seed(seed)
    preds = torch.randperm(documents, generator=g) - documents / 2
    relevant = torch.rand(documents, generator=g) < share
    target = torch.where(relevant, torch.randint(1, grades, (documents,), generator=g), 0)
    return preds, target, torch.randint(queries, (documents,), generator=g)


def by_query(preds, target, indexes):
    """Scores and relevance of each query, by name."""
    return {int(name): (preds[indexes == name], target[indexes == name]) for name in indexes.unique()}


def ranked(preds, target):
    """Relevance from the highest score down, as a list; equal scores as they came."""
    return target[preds.argsort(descending=True, stable=True)].tolist()


def trec_eval(measure, preds, target, indexes):
    """The values that trec_eval gives to queries with relevant documents."""
    run, judged = {}, {}
    for name, (scores, relevance) in by_query(preds, target, indexes).items():
        run[str(name)] = {f"d{i}": float(score) for i, score in enumerate(scores)}
        judged[str(name)] = {f"d{i}": int(r) for i, r in enumerate(relevance) if r != NOBODY_ASKED}
    name, _, cutoffs = measure.partition(".")
    found = pytrec_eval.RelevanceEvaluator(judged, {measure}).evaluate(run)
    key = f"{name}_{cutoffs}" if cutoffs else name
    relevant = {str(n) for n, (_, relevance) in by_query(preds, target, indexes).items() if (relevance > 0).any()}
    return torch.tensor([values[key] for query, values in found.items() if query in relevant])
