import { describe, expect, it } from 'vitest'
import { Random } from './random'
import { drawWords, makeComment, makeDescription, makeSubject, misspell } from './text'
import { languages, vocabularyOf } from './words'

const many = <T>(count: number, make: (random: Random) => T) =>
  Array.from({ length: count }, (_, n) => make(new Random(11, n)))

describe.each(languages)('texts in %s', (language) => {
  it('fit the limits of their columns', () => {
    const lengths = (make: typeof makeSubject) => many(2000, (random) => make(language, random).length)
    expect(Math.max(...lengths(makeSubject))).toBeLessThanOrEqual(255)
    expect(Math.min(...lengths(makeDescription))).toBeGreaterThanOrEqual(10)
    expect(Math.max(...lengths(makeDescription))).toBeLessThanOrEqual(2000)
    expect(Math.min(...lengths(makeComment))).toBeGreaterThan(5)
  })

  it('consist of words of the language, 1 in 100 misspelt', () => {
    const known = new Set(vocabularyOf(language).words)
    const words = drawWords(language, 50_000, new Random(5))
    const wrong = words.filter((word) => !known.has(word)).length
    expect(wrong / words.length).toBeGreaterThan(0.005)
    expect(wrong / words.length).toBeLessThan(0.012)
  })

  it('contain order numbers, addresses, file names and error codes', () => {
    const text = many(500, (random) => makeDescription(language, random)).join('\n')
    for (const pattern of [/ORD-\d{4,5}\b/, /\w@\w+\.example\b/, /\S+\.(pdf|png)/, /\bE-\d{4}\b/]) {
      expect(text).toMatch(pattern)
    }
  })
})

it('makes the same texts from the same seed, and others from another', () => {
  const texts = (seed: number) => [makeSubject, makeComment].map((make) => make('de', new Random(seed, 4)))
  expect(texts(1)).toEqual(texts(1))
  expect(texts(1)).not.toEqual(texts(2))
})

it('leaves no placeholder in a text', () => {
  const texts = languages.flatMap((language) =>
    many(500, (random) => makeSubject(language, random) + makeDescription(language, random)),
  )
  expect(texts.filter((text) => /[{}]|undefined/.test(text))).toEqual([])
})

it('misspells a word by one edit', () => {
  for (const word of many(300, (random) => misspell('printer', random))) {
    expect(Math.abs(word.length - 'printer'.length)).toBeLessThanOrEqual(1)
  }
  expect(misspell('a', new Random(1))).toBe('aa')
})
