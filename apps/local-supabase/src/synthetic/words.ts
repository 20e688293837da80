import { Random } from './random'
import { wordLists, type WordList } from './word-lists'

export type Language = keyof typeof wordLists

/** Two thirds of the customers write in English. */
export const languages: readonly Language[] = ['en', 'de', 'fr', 'es']
export const drawLanguage = (random: Random): Language =>
  random.isBelow(2 / 3) ? 'en' : random.pick(['de', 'de', 'de', 'fr', 'es'])

const VOCABULARY_SIZE = 45_000

function makeWord(random: Random, { onsets, vowels, endings }: WordList): string {
  const syllable = () => random.pick(onsets) + random.pick(vowels)
  return (random.isBelow(0.5) ? syllable() : '') + syllable() + random.pick(endings)
}

/** Most frequent first: real function words, real words of a support desk, then synthetic words and compounds. */
function makeVocabulary(language: Language): readonly string[] {
  const list = wordLists[language]
  const random = new Random(languages.indexOf(language))
  const all = new Set([...list.common, ...list.topical])
  const stems = list.topical.filter((word) => word.length < 9)
  while (all.size < VOCABULARY_SIZE)
    all.add((random.isBelow(1 / 3) ? random.pick(stems) : '') + makeWord(random, list))
  return [...all]
}

const vocabularies = new Map<Language, readonly string[]>()

/** The language's vocabulary of 45,000 words. It is the same in every run. */
export function vocabularyOf(language: Language): readonly string[] {
  const vocabulary = vocabularies.get(language) ?? makeVocabulary(language)
  vocabularies.set(language, vocabulary)
  return vocabulary
}

/** A word by Zipf's law: the most frequent one is about every thirtieth. */
export function drawWord(language: Language, random: Random): string {
  const words = vocabularyOf(language)
  return words[random.ranked(words.length, 0.99, 1.5)]!
}

/** A word that is no function word. */
export function drawTopic(language: Language, random: Random): string {
  const words = vocabularyOf(language)
  const common = wordLists[language].common.length
  return words[common + random.ranked(words.length - common, 0.99)]!
}
