from hypothesis import given
from hypothesis import strategies as st

from otherwords.vocabulary import Vocabulary, write_vocabulary

words = st.lists(st.text(st.characters(exclude_categories=["Cs"])), unique=True)


@given(known=words, others=words)
def test_ids_and_words_are_inverse_and_others_are_unknown(tmp_path_factory, known, others):
    path = tmp_path_factory.mktemp("v") / "vocabulary.bin"
    every = ["<unk>", "<s>", "</s>", *(w for w in known if w not in ("<unk>", "<s>", "</s>"))]
    write_vocabulary(path, every)
    vocabulary = Vocabulary(path)
    assert list(vocabulary) == every
    assert vocabulary.ids(every) == list(range(len(every)))
    assert all((word in vocabulary) == (word in every) for word in others)
