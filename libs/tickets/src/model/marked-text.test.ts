import { expect, it } from 'vitest'
import { markedParts, withShortLead } from './marked-text'

const hit = (text: string) => `\uE000${text}\uE001`
const show = (marked: string) =>
  markedParts(marked)
    .map(({ text, hit: isHit }) => (isHit ? `[${text}]` : text))
    .join('|')
const lead = (before: string) => withShortLead(markedParts(`${before}${hit('vpn')}`))[0]?.text

it.each([
  ['', ''],
  ['no hit', 'no hit'],
  [hit('vpn'), '[vpn]'],
  [`The ${hit('vpn')} is ${hit('down')}.`, 'The |[vpn]| is |[down]|.'],
  [`${hit('a')}${hit('b')}`, '[a]|[b]'],
  ['cut \uE000off', 'cut |[off]'],
  ['a stray \uE001 end', 'a stray  end'],
  ['<b>\uE000<i>\uE001', '<b>|[<i>]'],
])('splits %j', (marked, expected) => expect(show(marked)).toBe(expected))

it('keeps a short lead and cuts a long one at a word', () => {
  expect(lead('x'.repeat(39) + ' ')).toBe('x'.repeat(39) + ' ')
  expect(lead('Since the update of last week we cannot open the ')).toBe(
    '… update of last week we cannot open the ',
  )
  expect(lead('x'.repeat(60))).toBe(`… ${'x'.repeat(40)}`)
  expect(lead('x'.repeat(60) + ' ')).toBe(`… ${'x'.repeat(39)} `)
})

it('changes nothing without a hit or before a leading one', () => {
  const plain = markedParts('x '.repeat(60))
  expect(withShortLead(plain)).toEqual(plain)
  const leading = markedParts(`${hit('vpn')} ${'x '.repeat(60)}`)
  expect(withShortLead(leading)).toEqual(leading)
})
