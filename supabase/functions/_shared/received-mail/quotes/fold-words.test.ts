import { describe, expect, it } from 'vitest'
import { attributions } from './attributions.fixtures.ts'
import { foldQuotes } from './fold-quotes.ts'
import { parseMail } from '../parse.ts'

const quoted = '> Hello Ann,\n> we changed your plan.'
const unquoted = 'Hello Ann,\nwe changed your plan.'

const replies = [
  'Thanks',
  'My order number is 4711\nPlease call me today\nKind regards',
  'On Monday I called\n3 times, nobody answered\nAnn Smith',
  'Am I right?\n\nAnn',
  'Ja\nAm Montag',
]

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
/** Lines of the writer that are not shown, as often as they were written. */
function lost(content: string, typed: readonly string[]): string[] {
  const shown = linesOf(content)
  return typed.flatMap(linesOf).filter((line) => {
    const at = shown.indexOf(line)
    if (at >= 0) shown.splice(at, 1)
    return at < 0
  })
}

describe.each(Object.entries(attributions))('the attribution of %s', (_program, attribution) => {
  it('is folded above quoted lines, whatever is beside it', () => {
    for (const reply of replies)
      for (const text of [
        `${reply}\n\n${attribution}\n\n${quoted}`,
        `${reply}\n${attribution}\n${quoted}`,
        `${attribution}\n${quoted}\n\n${reply}`,
        `${attribution}\n${quoted}\n${reply}`,
      ])
        expect(foldQuotes(text).content).toBe(reply)
  })

  it.runIf(/\d.*@|@.*\d/.test(attribution) && !attribution.startsWith('>'))(
    'is folded above lines without marks',
    () => {
      for (const reply of replies) {
        expect(foldQuotes(`${reply}\n\n${attribution}\n\n${unquoted}`).content).toBe(reply)
        expect(foldQuotes(`${reply}\n\n${attribution}\n${unquoted}`).content).toBe(reply)
      }
    },
  )
})

it('folds attributions that a program broke, and takes no word with them', () => {
  let [exact, all] = [0, 0]
  const broken = Object.values(attributions).filter((one) => !one.startsWith('>'))
  for (const attribution of broken)
    for (const space of attribution.matchAll(/ /g))
      for (const reply of replies)
        for (const gap of ['\n\n', '\n']) {
          const text = `${reply}${gap}${attribution.slice(0, space.index)}\n${attribution.slice(space.index + 1)}\n${quoted}`
          const { content } = foldQuotes(text)
          expect(lost(content, [reply]), text).toEqual([])
          all += 1
          if (content === reply) exact += 1
        }
  console.log(
    `Broken attributions folded exactly: ${exact} of ${all} (${((exact / all) * 100).toFixed(1)} %)`,
  )
  expect(exact / all).toBeGreaterThan(0.92)
})

/** Lines that look like others, and are the writer's. */
const own = [
  ...replies,
  'The log says:\n> 10:00 start\n> 10:01 error',
  'Your colleague Bob <bob@example.com> wrote:\nturn it off. I did.',
  'This is what Bob wrote:\nnothing at all',
  'Sent from my desk, because my phone is broken - please call 555 123.',
  'Sent via DHL',
  'Please book\nFrom: Vienna\nTo: Berlin\nDate: 12 May 2026 at noon',
  'Date: Wednesday 3, October 2011\nTime: 7:00am\nAddress: 130 Fox St',
  'From: Monday\nTo: Friday\nSubject to change',
  'On your remote host you can run:\n  telnet 127.0.0.1 52698',
  '10/19/2017 @ 9:30 am for physical therapy\nBla',
  'It broke on 3 April 2012 at 10:00 and I wrote:\nnothing',
  '--- see below ---\nand this',
  '* one\n* two\n\n1. three',
  'Call 4711: it rings\nor write to ann@example.com:\nboth work',
  'Order\n-----\n2 pens',
  '$ cat a\n> b\n> c',
  '10 > 5\n> 3',
  'Von: Wien\nAn: Rom\nDatum: 3.4.2012 um 16:19\nBetreff: Reise',
  'Date: 03.04.2012 16:19\nTo: Rome',
  '-----Original Message----- is what I see',
  'On 3 April 2012 at 16:19 ann@example.com got:\nan error',
  'On Monday at 10 I sent:\n> order 4711',
  'On 3 April 2012 at 10:00 I wrote:\n> order 4711',
  'On 3 April 2012 your colleague wrote:\n> turn it off',
  'Da: Roma\nData: 3 maggio 2012\nA: Milano\nOggetto: viaggio',
  'The invoice is missing\n--\nPlease also send it to my colleague in Rome',
  'It works!\n--\nBut what about the other one?',
]

describe('text of the writer', () => {
  it.each(own)('is never folded alone: %s', (text) =>
    expect(foldQuotes(text)).toEqual({ content: text, quoted: '' }),
  )

  it('is shown between long quoted lines', () => {
    const long = (text: string) => `> ${text.padEnd(74, ' and more')}`
    const text = `On Tue, Apr 3, 2012 at 4:19 PM, Bob <bob@example.com> wrote:\n${long('Which printer')}\nYes\n${long('Since when')}\nMonday\n${long('Bob')}`
    expect(lost(foldQuotes(text).content, ['Yes', 'Monday'])).toEqual([])
  })

  it('is shown above, below and between quotes', () => {
    // A fixed row of numbers, so that what fails once fails again.
    let seed = 42
    const any = <T>(values: readonly T[]): T => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return values[Math.floor((seed / 2_147_483_648) * values.length)] as T
    }
    const introductions = Object.values(attributions).filter((one) => !one.startsWith('>'))
    for (let round = 0; round < 4_000; round += 1) {
      const typed: string[] = []
      const parts: string[] = []
      for (let count = any([1, 2, 3, 4]); count > 0; count -= 1) {
        if (any([true, true, false])) {
          const text = any(own)
          typed.push(text)
          parts.push(text, any(['\n', '\n\n', '\n\n\n']))
        }
        parts.push(
          any(introductions),
          any(['\n', '\n\n']),
          any([quoted, `${quoted}\n>\n>> older\n>> text`]),
          any(['\n', '\n\n']),
        )
      }
      const below = any([undefined, ...own])
      if (below !== undefined) {
        typed.push(below)
        parts.push(below)
      }
      const text = parts.join('')
      expect(lost(foldQuotes(text).content, typed), text).toEqual([])
    }
  })
})

const htmlMail = (html: string) =>
  new TextEncoder().encode(`From: ann@example.com\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`)

describe('text of the writer in HTML', () => {
  const answers = ['Order 4711', 'Please call me', 'On Monday at 9', 'Ann']
  const message = '<div>Hi Ann</div><div>we changed your plan</div>'
  const attribution = 'On Tue, Apr 3, 2012 at 4:19 PM Bob &lt;bob@example.com&gt; wrote:'
  const [one, two, three, four] = answers.map((answer) => `<div>${answer}</div>`)
  it.each([
    [
      'Gmail, answers between quotes',
      `<div>${one}</div><div class="gmail_quote"><div class="gmail_attr">${attribution}<br></div><blockquote class="gmail_quote">${message}</blockquote>${two}<blockquote class="gmail_quote">${message}</blockquote>${three}${four}</div>`,
    ],
    [
      'Gmail, an answer in the box of a deleted quote',
      `<div class="gmail_quote">${one}${two}${three}${four}</div>`,
    ],
    [
      'Gmail, an answer in the box above the quote',
      `<div class="gmail_quote">${one}${two}${three}${four}<div class="gmail_attr">${attribution}</div><blockquote class="gmail_quote">${message}</blockquote></div>`,
    ],
    [
      'Gmail, an answer below the box',
      `<div class="gmail_quote"><div class="gmail_attr">${attribution}</div><blockquote class="gmail_quote">${message}</blockquote></div>${one}${two}${three}${four}`,
    ],
    ['a quote of the writer', `${one}<blockquote>${two}</blockquote>${three}${four}`],
    [
      'Yahoo, text below the box',
      `${one}${two}<div class="yahoo_quoted"><div>${attribution}</div>${message}</div>${three}${four}`,
    ],
    ['Outlook, an empty mark', `${one}${two}<div id="appendonsend"></div>${three}${four}`],
    ['Outlook, a signature with a rule', `${one}${two}<hr>${three}${four}`],
    [
      'a box within a box',
      `${one}<div class="gmail_quote"><div class="gmail_quote">${two}</div>${three}</div>${four}`,
    ],
    [
      'Thunderbird, an answer in the place of the quote',
      `<div class="moz-cite-prefix">${attribution}</div>${one}${two}${three}${four}`,
    ],
    [
      'Gmail, an answer in the place of the quote',
      `${one}<div class="gmail_quote"><div class="gmail_attr">${attribution}</div>${two}${three}${four}</div>`,
    ],
    ['Apple Mail, a log as a quote', `${one}<blockquote type="cite">${two}</blockquote>${three}${four}`],
    [
      'Apple Mail, a log as a quote at the end',
      `<div>The log:</div><blockquote type="cite">${one}${two}${three}${four}</blockquote>`,
    ],
    [
      'boxes in a table',
      `<table><tr><td>${one}<div class="protonmail_quote">${two}</div></td><td>${three}</td></tr></table>${four}`,
    ],
  ])('is shown: %s', async (_name, html) => {
    const { content } = await parseMail(htmlMail(html ?? ''), {})
    expect(lost(content.replace(/^> /gm, ''), answers), content).toEqual([])
  })
})
