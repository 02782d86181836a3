"""What exact search stands on: no step is better than its upper bound, from whatever history it is taken."""

from hypothesis import given
from hypothesis import strategies as st
from strategies import models


def contexts_of(model):
    """Each state, by the words of its context."""
    found = {(): 0}
    for ngram in model.naive.probability:
        if len(ngram) < model.naive.order:
            state = 0
            for word in ngram:
                state = model.query.step(state, word)[1]
            if model.query.order_of(state) == len(ngram):
                found[ngram] = state
    return found


@given(models(orders=(3, 4, 5)) | models(orders=(3, 4, 5), quantise=True))
def test_no_step_is_better_than_its_bound(model):
    contexts, query = contexts_of(model), model.query
    assert len(contexts) == query.contexts
    for longer, state in contexts.items():
        for word in range(query.unigrams):
            step = query.step(state, word)[0] - 1e-4
            for start in range(len(longer) + 1):
                shorter = contexts.get(longer[start:])
                if shorter is not None:
                    assert step <= query.bound(shorter, word)


@given(models(orders=(3, 4, 5)))
def test_the_bound_of_a_whole_context_is_reached_by_some_history(model):
    """A bound that is not is safe, but prunes nothing: of a model without gaps each is a step's score."""
    contexts, query = contexts_of(model), model.query
    suffixes = {ngram[1:] for ngram in model.naive.probability} | {()}
    if not suffixes <= {*model.naive.probability, ()} or any(b > 0 for b in model.naive.backoff.values()):
        return
    for context, state in contexts.items():
        for word in range(query.unigrams):
            steps = [
                query.step(longer, word)[0]
                for words, longer in contexts.items()
                if words[len(words) - len(context) :] == context
            ]
            assert abs(max(steps) - query.bound(state, word)) < 1e-4


@given(models(orders=(3, 4, 5)), st.lists(st.integers(0, 9), max_size=8))
def test_steps_and_bounds_along_a_sentence(model, ids):
    """The history's state ends with the state of its last word alone, which is what bounds are asked of."""
    query, state, alone = model.query, model.query.begin, model.query.begin
    for i, word in enumerate(ids):
        score, state = query.step(state, word)
        assert score <= query.bound(alone, word) + 1e-4
        assert abs(score - model.naive.step((1, *(known(w) for w in ids[:i])), known(word))) < 1e-4
        alone = query.step(0, word)[1]


def known(word):
    return word if word < 8 else 0
