import { growth } from '@helpdesk/testing/growth'
import { describe, expect, it } from 'vitest'
import { fixtures } from './fold-quotes.fixtures.ts'
import { foldQuotes } from './fold-quotes.ts'

describe('foldQuotes', () => {
  it.each(fixtures)('keeps only what was typed: $program', ({ typed, text }) => {
    const { content, quoted } = foldQuotes(text)
    expect(content).toBe(typed)
    // Folded, not lost: every line is in one of the two.
    const kept = `${content}\n${quoted}`
    for (const line of text.split('\n').map((one) => one.trim()))
      expect(kept, 'a line is lost').toContain(line)
  })

  it('folds a quote with the signature below it', () => {
    const text =
      'The left one.\n\nAm 24.11.26 um 10:12 schrieb Ada Agent:\n> Which one?\n\n-- \nPaul Post\nAcme GmbH'
    expect(foldQuotes(text)).toEqual({
      content: 'The left one.',
      quoted: 'Am 24.11.26 um 10:12 schrieb Ada Agent:\n> Which one?\n\n--\nPaul Post\nAcme GmbH',
    })
  })

  it('folds quoted messages below one another, as the mails of a workspace have them', () => {
    const history =
      'On 24 Nov 2026, 10:12 UTC, Ada Agent wrote:\n> Which one?\n\nOn 24 Nov 2026, 09:00 UTC, Paul Post wrote:\n> It burns.'
    expect(foldQuotes(`The left one.\n\n${history}`)).toEqual({ content: 'The left one.', quoted: history })
    // Between answers, each quote stays with its answer.
    const answered = '> Which one?\nThe left one.\n\n> Since when?\nSince Monday.'
    expect(foldQuotes(`${answered}\n\n${history}`)).toEqual({ content: answered, quoted: history })
  })

  it('keeps a mail that only forwards', () => {
    const text = '-----Original Message-----\nFrom: a@example.com\n\nPlease read.'
    expect(foldQuotes(text)).toEqual({ content: text, quoted: '' })
  })

  it.each([
    ['many quote marks', (n: number) => '>'.repeat(200 * n)],
    ['many lines', (n: number) => 'On 1 wrote\n'.repeat(50 * n)],
    ['one long line', (n: number) => `On ${'1 '.repeat(500 * n)} wrote:`],
    [
      'attributions without quotes',
      (n: number) => 'On 3 Apr 2012 at 16:19, Bob <b@c.example> wrote:\n'.repeat(5 * n),
    ],
    ['parts of attributions', (n: number) => 'On Tue, Apr 3, 2012 at\n'.repeat(5 * n)],
    ['names above addresses', (n: number) => 'Bob Miller\n<b@c.example>\n'.repeat(3 * n)],
    ['quotes with attributions', (n: number) => 'On 3 Apr 2012 Bob wrote:\n> a\n\nb\n'.repeat(n)],
    ['blank lines between quotes', (n: number) => `> a\n${'\n'.repeat(n)}`.repeat(5)],
    ['marks of signatures', (n: number) => '-- \nSent from my iPhone\n'.repeat(3 * n)],
    ['many header fields', (n: number) => 'From: x\n'.repeat(50 * n)],
  ])('takes linear time for %s', (_name, textOf) => {
    expect(growth((size) => foldQuotes(textOf(size)), 1_000)).toBeLessThan(3)
  })
})
