import { describe, expect, it } from 'vitest'
import { isolate, textDirection } from './text-direction'

describe('textDirection', () => {
  it.each([
    ['Hello سلام', 'ltr'],
    ['#1251: سلام hello', 'rtl'],
    ['- שלום', 'rtl'],
    ['> «Привет»', 'ltr'],
    ['123 …', undefined],
    ['', undefined],
  ])('of %j is %s', (text, direction) => expect(textDirection(text)).toBe(direction))

  it('looks at the first thousand characters', () => {
    expect(textDirection(`${'-'.repeat(1000)}a`)).toBeUndefined()
  })
})

it('isolate wraps what is written from right to left, and leaves the rest', () => {
  expect(isolate('Ada Agent')).toBe('Ada Agent')
  expect(isolate('سارة (2)')).toBe('\u2068سارة (2)\u2069')
})
