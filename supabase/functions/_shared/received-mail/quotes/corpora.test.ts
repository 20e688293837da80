import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { foldQuotes } from './fold-quotes.ts'

const root = join(import.meta.dirname, '../corpora')
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

interface Case {
  name: string
  text: string
  expected: string
}

const parseReply: Case[] = readdirSync(join(root, 'parse-reply'))
  .filter((name) => name.endsWith('.input.txt'))
  .map((name) => ({
    name: `parse-reply/${name}`,
    text: read('parse-reply', name),
    expected: read('parse-reply', name.replace('input', 'output')),
  }))

/** What most texts of email-reply-parser begin with, and its tests expect alone. */
const common = read('email-reply-parser', 'email_12.txt')
  .split(/\r?\n/)
  .slice(0, 5)
  .map((line) => line.trimEnd())
  .join('\n')
const others: Record<string, string> = {
  correct_sig: 'this is an email with a correct -- signature.',
  sig_no_empty_line: 'this is an email with a signature with no empty line above.',
  email_sent_from:
    'Hi it can happen to any texts you type, as long as you type in between words or paragraphs.',
  email_emoji: '🎉',
  email_20: 'On Thursday.',
}
const emailReplyParser: Case[] = readdirSync(join(root, 'email-reply-parser')).map((file) => ({
  name: `email-reply-parser/${file}`,
  text: read('email-reply-parser', file),
  expected: others[file.replace('.txt', '')] ?? common,
}))

/** Where our rule is another one, on purpose. They count as misses. */
const differences = [
  // Text below "Sent from my phone" is kept: it may be what a person wrote.
  'email-reply-parser/email_15.txt',
  // A line between two quoted ones is kept unless it is the middle of a sentence: it may be an answer.
  'email-reply-parser/email_7.txt',
]

describe('published collections', () => {
  const cases = [...parseReply, ...emailReplyParser]
  const missed = cases
    .filter(({ text, expected }) => foldQuotes(text).content.trim() !== expected.trim())
    .map(({ name }) => name)

  it('are folded exactly in at least 94 of 100 texts', () => {
    const share = 1 - missed.length / cases.length
    console.log(
      `Folded exactly: ${cases.length - missed.length} of ${cases.length} (${(share * 100).toFixed(1)} %)`,
    )
    expect(cases).toHaveLength(34)
    expect(share).toBeGreaterThanOrEqual(0.94)
  })

  it('differ only where our rule does', () => expect(missed).toEqual(differences))

  it('lose no line', () => {
    for (const { name, text } of cases) {
      const { content, quoted } = foldQuotes(text)
      for (const line of text.split(/\r?\n/).map((one) => one.trim()))
        expect(`${content}\n${quoted}`, name).toContain(line)
    }
  })
})
