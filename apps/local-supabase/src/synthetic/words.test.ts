import { describe, expect, it } from 'vitest'
import { Random, WeightedIndex } from './random'
import { languages, vocabularyOf, ZIPF_SHIFT } from './words'

describe.each(languages)('the vocabulary %s', (language) => {
  const { words, topicalFrom } = vocabularyOf(language)

  it('has 45,000 different words, function words first', () => {
    expect(new Set(words).size).toBe(45_000)
    expect(topicalFrom).toBeGreaterThan(50)
  })

  it('has lower case words without signs of their own', () => {
    expect(words.filter((word) => !/^[\p{Ll}'-]{1,40}$/u.test(word))).toEqual([])
  })
})

describe('word frequencies', () => {
  const drawn = new Map<number, number>()
  const random = new Random(7)
  const { any } = vocabularyOf('en')
  const draws = 300_000
  for (let n = 0; n < draws; n++) {
    const index = any.draw(random)
    drawn.set(index, (drawn.get(index) ?? 0) + 1)
  }
  const count = (rank: number) => drawn.get(rank - 1) ?? 0

  it.each([2, 10, 50])('falls with the rank by the law of Zipf and Mandelbrot: rank %i', (rank) => {
    const expected = (rank + ZIPF_SHIFT) / (1 + ZIPF_SHIFT)
    expect(count(1) / count(rank)).toBeGreaterThan(expected * 0.9)
    expect(count(1) / count(rank)).toBeLessThan(expected * 1.1)
  })

  it('gives the most frequent word 3 to 6 percent of a text', () => {
    expect(count(1) / draws).toBeGreaterThan(0.03)
    expect(count(1) / draws).toBeLessThan(0.06)
  })

  it('has a long tail of words that occur once', () => {
    expect([...drawn.values()].filter((times) => times === 1).length).toBeGreaterThan(5000)
  })
})

describe('Random', () => {
  it('repeats its numbers for equal keys only', () => {
    const first = (...keys: number[]) => new Random(...keys).uuid()
    expect(first(1, 2)).toBe(first(1, 2))
    expect(new Set([first(1), first(2), first(1, 2), first(2, 1), first(1, 2, 0)]).size).toBe(5)
  })

  it('makes version 4 UUIDs without repetition', () => {
    const ids = Array.from({ length: 20_000 }, (_, n) => new Random(1, n).uuid())
    expect(new Set(ids).size).toBe(20_000)
    expect(
      ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toBe(true)
  })

  it('draws indexes by their weights', () => {
    const index = new WeightedIndex([1, 0.5, 2.5])
    const random = new Random(3)
    const counts = [0, 0, 0]
    for (let n = 0; n < 40_000; n++) counts[index.draw(random)]!++
    expect(counts.map((count) => Math.round(count / 1000))).toEqual([10, 5, 25])
  })
})
