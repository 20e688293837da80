import { growth } from '@helpdesk/testing/growth'
import { describe, expect, it } from 'vitest'
import { threadIndexOf } from '../../send-notifications/thread-index.ts'
import { MAX_REFERENCES, referencesOf } from './message-ids.ts'

const of = (values: Partial<Parameters<typeof referencesOf>[0]>) =>
  referencesOf({ inReplyTo: [], references: [], threadIndex: '', ...values })
const ids = (count: number) => Array.from({ length: count }, (_, n) => `<${n}@x.example>`)

describe('the Message-IDs that a mail answers', () => {
  it('are the nearest first, each once', () => {
    expect(of({ inReplyTo: ['<c@x>'], references: ['<a@x> <b@x>', '<c@x>'] })).toEqual(['c@x', 'b@x', 'a@x'])
  })

  it.each([
    ['words', 'Your message of Tue', []],
    ['a word in brackets, and one of several', '<abc> <a b>', ['abc']],
    ['empty and too long ones', `<> <${'a'.repeat(500)}@x> <b@x>`, ['b@x']],
    ['brackets in brackets', '<<a@x>>', ['a@x']],
    ['an open bracket', '<a@x> <b@x', ['a@x', 'b@x']],
  ])('leave out %s', (_name, value, expected) => {
    expect(of({ inReplyTo: [value] })).toEqual(expected)
  })

  it('are the newest and the root of too many', () => {
    const found = of({ references: [ids(200).join(' ')] })
    expect(found).toHaveLength(MAX_REFERENCES)
    expect([found[0], found.at(-2), found.at(-1)]).toEqual(['199@x.example', '51@x.example', '0@x.example'])
  })

  it('are read from both ends of a header without end', () => {
    const found = of({ references: [`<root@x> ${ids(20_000).join('\r\n ')}`] })
    expect([found[0], found.at(-1)]).toEqual(['19999@x.example', 'root@x'])
  })

  it.each([
    ['open brackets', '<'],
    ['open brackets and words', '<a '],
    ['addresses', 'a@'],
    ['one word', 'a'],
    ['encoded words', '=?utf-8?q?=3C?= '],
    ['open encoded words', '=?utf-8?q?'],
    ['escaped brackets', '&lt;'],
    ['open comments', '(('],
  ])('are read in linear time from %s', (_name, piece) => {
    // Below what is cut off.
    expect(growth((size) => of({ references: [piece.repeat(size)] }), 3_000)).toBeLessThan(3)
  })
})

describe('a Thread-Index', () => {
  const ticket = '3f0c9c1e-0000-4000-8000-000000000002'
  const index = threadIndexOf(ticket) ?? ''

  it('names the ticket of our mails, also after more turns', () => {
    const root = `ticket.${ticket}@thread-index`
    const grown = Buffer.concat([Buffer.from(index, 'base64'), Buffer.alloc(10, 255)]).toString('base64')
    for (const threadIndex of [index, grown, grown.replace(/.{10}/g, '$&\r\n\t')])
      expect(of({ threadIndex })).toEqual([root])
  })

  it.each(['', 'AdwA', 'not base64!', 'é'.repeat(40)])('that is none names nothing: %s', (threadIndex) => {
    expect(of({ threadIndex })).toEqual([])
  })

  it('is made of no other id', () => {
    expect(threadIndexOf('')).toBeUndefined()
    expect(threadIndexOf('1042')).toBeUndefined()
  })
})
