import { growth } from '@helpdesk/testing/growth'
import { describe, expect, it } from 'vitest'
import { decodeFlowed } from './flowed.ts'

describe('flowed text', () => {
  it.each([
    ['joins what was broken', 'one \r\ntwo\r\nthree', 'one two\nthree'],
    ['joins quoted lines', '> one \r\n> two\r\n>> older \r\n>> text', '> one two\n>> older text'],
    ['never joins over quote marks', '> one? \r\nYes. \r\n> two?', '> one? \nYes. \n> two?'],
    ['keeps the line of a signature', 'Yes. \r\n-- \r\nAnn \r\nSmith', 'Yes. \n-- \nAnn Smith'],
    ['takes the stuffed space away', ' > no quote\r\n From here', '> no quote\nFrom here'],
    ['keeps empty lines', 'one \r\n\r\ntwo', 'one \n\ntwo'.replace('one \n\n', 'one \n')],
  ])('%s', (_name, text, expected) => expect(decodeFlowed(text, false)).toBe(expected))

  it('deletes the space at the end when it is none of the text', () => {
    expect(decodeFlowed('電源 \r\nを切る\r\n> 一 \r\n> 二', true)).toBe('電源を切る\n> 一二')
  })

  it.each([
    ['lines that go on', (n: number) => 'a \n'.repeat(n)],
    ['quote marks', (n: number) => `${'>'.repeat(n)}\n`],
    ['levels', (n: number) => '> a \n>> b \n'.repeat(n)],
  ])('is read in linear time: %s', (_name, text) => {
    expect(growth((size) => decodeFlowed(text(size), false), 20_000)).toBeLessThan(3)
  })
})
