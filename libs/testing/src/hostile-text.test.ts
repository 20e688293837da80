import { expect, it } from 'vitest'
import { hostileTexts, slowest } from './hostile-text'

it('has texts of the asked length with names of their own', () => {
  for (const [name, textOf] of hostileTexts) expect(textOf(1_000), name).toHaveLength(1_000)
  expect(new Set(hostileTexts.map(([name]) => name)).size).toBe(hostileTexts.length)
})

it('finds a text that a quadratic expression is slow for', async () => {
  const [name, milliseconds] = await slowest((text) => /-{3,}!/.test(text), 20_000)
  expect(name).toBe('"-"')
  expect(milliseconds).toBeGreaterThan(100)
})
