"""Sentences of a language that nobody speaks, whose words have habits, so that n-grams repeat."""

import random


def sentences(count, seed=0, words=300, longest=14):
    draw = random.Random(seed)
    syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
    lexicon = ["".join(draw.choices(syllables, k=draw.randint(1, 3))) for _ in range(words)]
    habits = {word: draw.sample(lexicon, 5) for word in lexicon}
    for _ in range(count):
        word = lexicon[int(draw.paretovariate(0.7)) % words]
        sentence = [word]
        for _ in range(draw.randint(0, longest - 1)):
            word = (
                draw.choice(habits[word])
                if draw.random() < 0.7
                else lexicon[int(draw.paretovariate(0.7)) % words]
            )
            sentence.append(word)
        yield " ".join(sentence)
