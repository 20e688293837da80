import { describe, expect, it } from 'vitest'
import { decodeText } from './characters/characters.ts'
import { decodeWords } from './characters/encoded-words.ts'
import { foldQuotes } from './quotes/fold-quotes.ts'
import { parseMail } from './parse.ts'
import { rtfToText } from './parts/rtf.ts'
import type { Marks } from './quotes/structure-marks.ts'
import { readTnef } from './parts/tnef.ts'
import { object, tnef } from './parts/wrappers.fixtures.ts'

/** CPU time: far above what a linear reader takes, far below what these shapes once took. */
const MAX_MS = 1_000

async function millisecondsOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join('\n')
const rtf = (text: string) =>
  rtfToText(`{\\rtf1\\ansi${text}`, (bytes, codePage) => decodeText(bytes, `cp${codePage}`))
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

/** Messages of Outlook within one another, each level with as many. */
function nested(depth: number, width: number): Uint8Array {
  if (depth === 0) return tnef({ body: 'x' })
  const value = new Uint8Array([...new Uint8Array(16), ...nested(depth - 1, width)])
  return tnef({
    files: Array.from({ length: width }, () => ({ title: 'x', values: [object(0x3701, value)] })),
  })
}

function parts(type: string, text: string, count: number, encoding = '8bit'): Uint8Array {
  const content =
    encoding === 'base64' ? Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n') : text
  const part = `--x\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}\r\n`
  return latin1(
    `From: a@b.example\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${part.repeat(count)}--x--`,
  )
}

const attributions: Marks['attributions'] = new Map(
  Array.from({ length: 2_490 }, (_, n) => [2 * n, 2 * n + 1]),
)
const marks: Marks = {
  attributions,
  boxes: new Map([...attributions].map(([from]) => [from, from + 2])),
  cited: new Set(),
  rests: new Set(),
}

describe('a costly shape is read in time', () => {
  it.each<[string, () => unknown]>([
    [
      'attributions at each place of a line',
      () => foldQuotes(lines(1_660, (n) => (n % 2 ? '> x' : `a${n} wrote${' On 1'.repeat(117)}`))),
    ],
    [
      'lines that begin like an attribution',
      () =>
        foldQuotes(
          lines(4_900, (n) => `On Monday 3 4 2020 12:00 <a${n}@b.c> Bob Miller Jon Wei Xu Yo Za Wa`),
        ),
    ],
    [
      'lines that end like an attribution',
      () => foldQuotes(lines(4_900, (n) => `On ${'Xu '.repeat(28)}B${n} wrote`)),
    ],
    [
      'quotes with an attribution each',
      () =>
        foldQuotes(
          lines(4_980, (n) => `a${n}`),
          marks,
        ),
    ],
    [
      'code pages of RTF',
      () => rtf(Array.from({ length: 100_000 }, (_, n) => `\\ansicpg${n}\\'e9\\par`).join('')),
    ],
    ['characters of RTF with others', () => rtf("\\u1234 \\'e9\\'e9".repeat(120_000))],
    [
      'bytes of RTF between words',
      () =>
        rtf(
          Array.from({ length: 120_000 }, (_, n) => `\\'${(128 + (n % 128)).toString(16)}\\'e9\\tab`).join(
            '',
          ),
        ),
    ],
    ['bytes of UTF-7 in RTF', () => rtf(`\\ansicpg65000${"\\'83\\tab".repeat(180_000)}`)],
    [
      'labels of encoded words',
      () => decodeWords(Array.from({ length: 12_000 }, (_, n) => `=?x${n}?q?=e9?=`).join(' ')),
    ],
    [
      'header lines of eight bits',
      () =>
        parseMail(
          latin1(`From: a@b.example\n${lines(3_000, (n) => `X-${n}: \xe9\xe8 ${'\xe9'.repeat(60)}`)}\n\nx`),
          {},
        ),
    ],
    ['messages of Outlook, 3 deep', () => readTnef(nested(3, 20))],
    ['messages of Outlook, 5 deep', () => readTnef(nested(5, 6))],
    ['escaped signs of enriched text', () => parseMail(parts('text/enriched', '<<'.repeat(500_000), 20), {})],
    ['lines of calendars', () => parseMail(parts('text/calendar', 'a\n'.repeat(400_000), 10, 'base64'), {})],
  ])('%s', async (_name, run) => {
    expect(await millisecondsOf(run)).toBeLessThan(MAX_MS)
  })

  it('loses no word of a line with too many places for an attribution', () => {
    const text = lines(200, (n) => `answer ${n} wrote${' On 1'.repeat(50)}`)
    const { content, quoted } = foldQuotes(`${text}\n> x`)
    expect(quoted).not.toContain('answer')
    expect(content).toContain(text)
  })

  it('leaves encoded words beyond the bound as they are written', () => {
    const read = decodeWords(Array.from({ length: 600 }, (_, n) => `=?utf-8?q?a${n}?= b`).join(' '))
    expect(read).toContain('a499 b')
    expect(read.endsWith('=?utf-8?q?a599?= b')).toBe(true)
  })

  it('keeps the bytes of RTF beyond the code pages that it takes', () => {
    expect(rtf("\\ansicpg1251 \\'cf\\ansicpg1252 \\'cf")).toBe('ПÏ')
    expect(rtf(`${'\\ansicpg1252'.repeat(30)}\\ansicpg1251 Caf\\'e9`)).toBe('Café')
  })

  it('keeps messages of Outlook beyond the bound as files', () => {
    const files = readTnef(nested(3, 20))?.files ?? []
    expect(files).toHaveLength(20)
    expect(files.map(({ type }) => type)).toContain('application/ms-tnef')
    expect(readTnef(nested(2, 3))?.files.map(({ type }) => type)).toEqual(Array(3).fill('message/rfc822'))
  })
})
