import { describe, expect, it } from 'vitest'
import { decodeWords } from './encoded-words.ts'
import { parameterOf } from '../mime/parameters.ts'

/** Far above what a linear reader takes for as many pieces, far below a quadratic one. */
const MAX_MS = 600
const PIECES = 50_000

function millisecondsOf(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe('encoded words', () => {
  it.each([
    ['a character over two words', '=?utf-8?B?5pel5pw=?= =?utf-8?B?rA==?=', '日本'],
    ['a character over two words of Q', '=?UTF-8?Q?Gr=C3?= =?utf-8?Q?=BC=C3=9Fe?=', 'Grüße'],
    ['a unit of base64 over two words', '=?utf-8?B?R3L?= =?utf-8?B?DtsOfZQ==?=', 'Größe'],
    ['a character over words of B and Q', '=?utf-8?B?R3LD?= =?utf-8?Q?=BC?=', 'Grü'],
    ['words of UTF-7, each of which ends in ASCII', '=?utf-7?Q?+IKw?= =?utf-7?Q?abc?=', '€abc'],
    ['words of two charsets', '=?iso-8859-1?Q?=FC?= =?koi8-r?Q?=F0?=', 'üП'],
    ['a language', '=?utf-8*de?Q?=C3=BC?=', 'ü'],
    ['text beside words', 'Re:=?utf-8?B?w7w=?=x', 'Re:üx'],
    ['blanks beside text', '=?utf-8?Q?a?=  b  =?utf-8?Q?c?=', 'a  b  c'],
    ['a blank within a word', '=?utf-8?Q?Hello World_!?=', 'Hello World !'],
    ['bare characters within a word', '=?iso-8859-1?Q?Größe?=', 'Größe'],
    ['an empty word', 'a =?utf-8?Q??= b', 'a  b'],
    ['base64 without padding', '=?utf-8?B?w7w?=', 'ü'],
    ['a word that is no base64', '=?utf-8?B?!?=', '=?utf-8?B?!?='],
    ['a word of another encoding', '=?utf-8?X?abc?=', '=?utf-8?X?abc?='],
    ['a word without an end', '=?utf-8?Q?abc', '=?utf-8?Q?abc'],
    ['a wrong escape', '=?utf-8?Q?a=G1b=?=', 'a=G1b='],
  ])('%s', (_name, value, text) => expect(decodeWords(value)).toBe(text))

  it.each([
    '=?utf-8?q?a?= ',
    '=?utf-8?b?',
    '=?',
    '=?a?q?',
    '=?a?q? ',
    '=?utf-8?B?YQ?= ',
    '?=',
    '=?a*',
    '=?a?b??=',
    '=?a?q?a?= =?b?q?b?= ',
  ])('are read in time: %s', (piece) => {
    expect(millisecondsOf(() => decodeWords(piece.repeat(PIECES)))).toBeLessThan(MAX_MS)
  })
})

describe('file names', () => {
  it.each([
    ['plain', 'attachment; filename=report.pdf', 'report.pdf'],
    ['quoted', 'attachment; filename="a; b \\"c\\".pdf"', 'a; b "c".pdf'],
    ['without a second quote', 'attachment; filename="a b.pdf', 'a b.pdf'],
    ['with a charset', "attachment; filename*=iso-8859-1'de'Gr%F6%DFe.pdf", 'Größe.pdf'],
    [
      'with a charset and a plain one',
      'attachment; filename="Gr__e.pdf"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe.pdf',
      'Größe.pdf',
    ],
    ['in pieces out of order', "attachment; filename*1*=%BC.pdf; filename*0*=utf-8''Gr%C3", 'Grü.pdf'],
    [
      'in encoded and plain pieces',
      'attachment; filename*0*=utf-8\'\'%C3%BC; filename*1="%20.pdf"',
      'ü%20.pdf',
    ],
    ['in plain pieces', 'attachment; filename*0="Annual "; filename*1="Report.pdf"', 'Annual Report.pdf'],
    ['in encoded words', 'attachment; filename="=?utf-8?B?R3LDvMOf?= =?utf-8?Q?e.pdf?="', 'Grüße.pdf'],
    ['in an encoded word without quotes', 'attachment; filename==?windows-1252?Q?5_=80.pdf?=', '5 €.pdf'],
    [
      'in encoded words over pieces',
      'attachment; filename*0="=?utf-8?B?R3LD"; filename*1="vA==?=.pdf"',
      'Grü.pdf',
    ],
    ['with a wrong escape', "attachment; filename*=utf-8''100%.pdf", '100%.pdf'],
    ['without a charset', 'attachment; filename*=%C3%BC.pdf', 'ü.pdf'],
    ['twice', 'attachment; filename=a.pdf; filename=b.pdf', 'a.pdf'],
    ['missing', 'attachment; name=a.pdf', undefined],
  ])('%s', (_name, header, name) => expect(parameterOf(header, 'filename')).toBe(name))

  it.each([
    ';filename*0*=a',
    ';',
    '; a',
    ';a="',
    ';a="\\',
    "; filename*=a'b'%41",
    '; filename=%',
    ';filename*1=',
  ])('are read in time: %s', (piece) => {
    expect(millisecondsOf(() => parameterOf(piece.repeat(PIECES), 'filename'))).toBeLessThan(MAX_MS)
  })
})
