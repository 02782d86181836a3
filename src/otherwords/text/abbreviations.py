"""Abbreviations by language: words whose full stop is theirs and need not end a sentence.

Written by hand; each language has words that never end a sentence (a name or number follows), words that
may, words that are abbreviations only before a number ("No. 5", but "He said no."), and the words that often
begin a sentence: "the U.S. The" is a boundary, "the U.S. Senate" is none.
"""

from __future__ import annotations

from typing import NamedTuple


class Abbreviations(NamedTuple):
    """Words without their stop: `leading` and `final` as they are written, the others in lower case."""

    leading: frozenset[str]
    final: frozenset[str]
    numbered: frozenset[str]
    starters: frozenset[str]


def word_set(words: str) -> frozenset[str]:
    """The words of a string as a set; long lists read better so."""
    return frozenset(words.split())


_ENGLISH = Abbreviations(
    leading=word_set(
        "Mr Mrs Ms Mx Messrs Dr Drs Prof Rev Revd Hon Gov Sen Rep Reps Sens Gen Col Maj Capt Cpt Cmdr Lt"
        " Sgt Cpl Pvt Adm Pres Supt St Ste Mt Ft Fr Br Sr Insp Ald Amb Msgr Mme Mlle vs cf viz approx ca"
        " resp incl excl esp"
    ),
    final=word_set(
        "etc al Inc Ltd Co Corp Bros Jr Sr Ph.D PhD Esq Ave Blvd Rd Dept Univ Assn Mfg Intl Est Tel Ext"
        " Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur Thurs Fri Ala Ariz Ark"
        " Calif Colo Conn Fla Ga Ill Ind Kan Ky Md Mich Minn Miss Mont Neb Nev Okla Ore Penn Pa Tenn Tex Va"
        " Wash Wis Wyo a.m p.m"
    ),
    numbered=word_set(
        "no nos p pp vol vols ch chap fig figs sec sect art arts para paras eq eqs ex op ver v ca c"
    ),
    starters=word_set(
        "a an the this that these those it its he she they we you i his her their our your my who what"
        " when where why how which if in on at for from by with as after before because since while"
        " although though but and or so yet however then there here now not no yes one some many most all"
        " each every both another other such also is are was were do does did has have had can could will"
        " would should may might must let please mr mrs ms dr still even perhaps maybe meanwhile moreover"
        " furthermore nevertheless thus therefore"
    ),
)
_FRENCH = Abbreviations(
    leading=word_set(
        "M MM Mme Mmes Mlle Mlles Me Mgr Dr Drs Pr Prof St Ste cf ex env av bd boul p.ex tél adr éd coll"
        " dir trad"
    ),
    final=word_set("etc Cie Sté janv févr avr juil sept oct nov déc apr hab min max al"),
    numbered=word_set("no n nos p pp vol art chap fig t ch al §"),
    starters=word_set(
        "le la les l un une des du de d ce cet cette ces c il elle on ils elles je j tu nous vous mon ton"
        " son ma ta sa mes tes ses notre votre leur leurs et mais ou où donc or ni car que qu qui quoi"
        " quand comment pourquoi si s dans en au aux à par pour sur sous avec sans selon après avant depuis"
        " pendant alors ainsi cependant toutefois enfin puis ici là tout tous toute toutes chaque plusieurs"
        " certains quelques aucun aucune cela ceci ça non oui y"
    ),
)
_NONE = Abbreviations(frozenset(), frozenset(), frozenset(), frozenset())
ABBREVIATIONS = {"en": _ENGLISH, "fr": _FRENCH}


def abbreviations(language: str) -> Abbreviations:
    """The lists of one language; empty lists for a language without any."""
    return ABBREVIATIONS.get(language, _NONE)
