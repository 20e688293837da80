import { Random, WeightedIndex, zipfWeights } from './random'
import { wordLists, type WordList } from './word-lists'

export type Language = keyof typeof wordLists

/** Share of the customers who write in each language. */
export const languageShares: Readonly<Record<Language, number>> = { en: 0.68, de: 0.19, fr: 0.07, es: 0.06 }

export const languages: readonly Language[] = ['en', 'de', 'fr', 'es']

/** The distribution's shift: without it the most frequent word would be every eleventh. */
export const ZIPF_SHIFT = 1.5

export interface Vocabulary {
  /** Most frequent first: real function words, real words of a support desk, then synthetic words. */
  words: readonly string[]
  /** Index of the first word that is not a function word. */
  topicalFrom: number
  /** Draws the index of any word, by Zipf's law. */
  any: WeightedIndex
  /** Draws a word's index, less `topicalFrom`, among those that are not function words. */
  topical: WeightedIndex
}

const VOCABULARY_SIZE = 45_000

function makeWord(random: Random, { onsets, vowels, endings }: WordList): string {
  const syllables = 1 + random.below(2)
  let word = ''
  for (let n = 0; n < syllables; n++) word += random.pick(onsets) + random.pick(vowels)
  return word + random.pick(endings)
}

/**
 * Every third synthetic word is a compound or a derivation of a real one, as names and terms of a trade are.
 * @param known - real words, to derive from
 */
function deriveWord(random: Random, list: WordList, known: readonly string[]): string {
  if (!random.isBelow(1 / 3)) return makeWord(random, list)
  return random.pick(known) + (random.isBelow(0.5) ? random.pick(known) : makeWord(random, list))
}

function makeVocabulary(language: Language): Vocabulary {
  const list = wordLists[language]
  const random = new Random(languages.indexOf(language), 0x776f7264)
  const topical = [...new Set(list.topical)]
  const stems = topical.filter((word) => word.length < 9)
  const all = new Set([...list.common, ...topical])
  while (all.size < VOCABULARY_SIZE) all.add(deriveWord(random, list, stems))
  const words = [...all]
  const topicalFrom = new Set(list.common).size
  const weights = zipfWeights(words.length, 1, ZIPF_SHIFT)
  return {
    words,
    topicalFrom,
    any: new WeightedIndex(weights),
    topical: new WeightedIndex(weights.slice(topicalFrom)),
  }
}

const made = new Map<Language, Vocabulary>()

/** The language's vocabulary of 45,000 words. It is the same in every run. */
export function vocabularyOf(language: Language): Vocabulary {
  const vocabulary = made.get(language) ?? makeVocabulary(language)
  made.set(language, vocabulary)
  return vocabulary
}
