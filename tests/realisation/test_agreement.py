"""Agreement: which form is right before which word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from otherwords.realisation import Agreement

AN = """
    hour honest honour heir herb historic umbrella uncle unimportant uninvited unidentified urgent usher
    utter upper MBA FBI HIV SUV LED NGO EU X-ray x f e-mail F-16 mba 8 80 8,000 11 18 11,000 18000 8-bit
    11-year-old 8.5 $8 1865 élite Œuvre onerous only open apple eye idea übung IBM FAQ
"""
A = """
    house hotel horse historic herb university unit union unilateral user usual utility Utah European
    euro ewe one one-off once UN USA UK UFO UNESCO NATO NASA RAM BBC U-turn u 1 7 110 1,800 100 0.5 1865
    year yellow dog ça led la FAQ ukulele
"""


def test_a_and_an():
    english = Agreement("en")
    assert [word for word in AN.split() if not english.agrees("an", word)] == []
    assert [word for word in A.split() if not english.agrees("a", word)] == []
    both = {"historic", "herb", "1865", "FAQ"}
    assert {word for word in AN.split() if english.agrees("a", word)} == both
    assert {word for word in A.split() if english.agrees("an", word)} == both


ELIDING = (
    "homme héroïne heure hôtel habit herbe ami île œuf état yeux y Yvelines ONU un eau haleine hésiter Hélène"
)
NOT_ELIDING = """
    héros haricot hibou honte haut hasard hache hall handicap harpe hausse hérisson hockey Hollande
    homard Hongrie hors huit hurler onze oui yaourt yacht ouistiti HLM SNCF 8 11 chien hanche haïr halte
    hamster hareng hiérarchie housse
"""


def test_elision():
    french = Agreement("fr")
    for short, full in (("l'", "le"), ("l'", "la"), ("d'", "de"), ("j'", "je"), ("qu'", "que"), ("n'", "ne")):
        assert [
            word for word in ELIDING.split() if not french.agrees(short, word) or french.agrees(full, word)
        ] == []
        assert [
            word
            for word in NOT_ELIDING.split()
            if french.agrees(short, word) or not french.agrees(full, word)
        ] == []


@pytest.mark.parametrize(
    ("word", "following", "right"),
    [
        ("ce", "est", False),
        ("c'", "est", True),
        ("c'", "homme", False),
        ("ce", "homme", False),
        ("cet", "homme", True),
        ("cet", "chien", False),
        ("ce", "à", True),
        ("ce", "qui", True),
        ("s'", "il", True),
        ("si", "il", False),
        ("si", "elle", True),
        ("beau", "homme", False),
        ("bel", "homme", True),
        ("beau", "et", True),
        ("bel", "et", False),
        ("vieux", "hibou", True),
        ("ma", "amie", False),
        ("mon", "amie", True),
        ("ma", "chatte", True),
    ],
)
def test_other_french_words(word, following, right):
    assert Agreement("fr").agrees(word, following) is right


def test_variants():
    assert Agreement("en").variants("an") == ("an", "a")
    assert Agreement("fr").variants("l'") == ("l'", "le", "la")
    assert Agreement("fr").variants("chien") == ("chien",)
    none = Agreement.none()
    assert none.variants("a") == ("a",)
    assert none.agrees("a", "hour")
    assert not none.varies("a")
    assert Agreement("de").variants("le") == ("le",)


@pytest.mark.parametrize("language", ["en", "fr"])
@given(following=st.text(max_size=8))
def test_some_form_is_always_right(language, following):
    agreement = Agreement(language)
    for word in ("a", "an", "le", "de", "que", "beau", "ce", "c'", "l'", "si"):
        variants = agreement.variants(word)
        assert variants[0] == word
        assert any(agreement.agrees(variant, following) for variant in variants)
