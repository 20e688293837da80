import { describe, expect, it } from 'vitest'
import { beyondBudget } from './page-budget'

const messages = (count: number, text: string) =>
  Array.from({ length: count }, (_, n) => ({ id: String(n), text }))

describe('beyondBudget', () => {
  it.each([
    [
      '300 messages with Markdown',
      300,
      'Hello,\n\n**please** restart:\n\n- one\n- two\n\n> quoted\n\nRegards, Pat',
    ],
    ['20 long lists', 20, '- an item of a list\n'.repeat(200)],
    ['messages of plain text', 500, 'Nothing to format, 2 - 1.\n'.repeat(300)],
    ['texts that stay as typed', 60, '- - - - -\n'.repeat(999)],
    ['300 messages with numbers of tickets', 300, 'As in #1001, #1002 and #1003:\n\n> **see** #1001'],
    [
      '300 messages with links',
      300,
      'Please see\nhttps://example.com/guide and https://example.com/faq, thanks.',
    ],
  ])('formats %s', (_name, count, text) => expect(beyondBudget(messages(count, text)).size).toBe(0))

  it.each([
    '- - - - -\n'.repeat(99),
    '*a* '.repeat(490),
    '# a\n'.repeat(990),
    '[a](http://a.b) '.repeat(480),
    'http://a.b '.repeat(900),
    `${'http://a.b '.repeat(95)}*a* `.repeat(9),
    '<a@b.c> '.repeat(990),
    '*a* #1001'.repeat(490),
    '#1001 '.repeat(5_000),
  ])('leaves the last of 60 messages as typed: %.12s', (text) => {
    const beyond = beyondBudget(messages(60, text))
    expect(beyond.has('0')).toBe(false)
    expect(beyond.has('59')).toBe(true)
    expect(beyond.size).toBeGreaterThan(20)
  })

  it('formats a short message behind one that does not fit', () => {
    const long = messages(30, '- - - - -\n'.repeat(99))
    const beyond = beyondBudget([...long, { id: 'short', text: '**a**' }])
    expect([beyond.has('29'), beyond.has('short')]).toEqual([true, false])
  })
})
