import { growth } from '@helpdesk/testing/growth'
import { expect, it } from 'vitest'
import { isReadInOneWay, relaxedBody } from './signed-body.ts'

const bytes = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'))
const certain = (lines: string[], type?: string, encoding?: string) =>
  isReadInOneWay(
    bytes('From: ann@example.org', '', ...lines),
    {
      types: type === undefined ? [] : [type],
      encodings: encoding === undefined ? [] : [encoding],
      encoding: encoding ?? '',
      dispositions: [],
    },
    (type ?? '').startsWith('multipart/'),
  )
const parts = ['--a=b', 'Content-Type: text/plain', '', 'Hi', '--a=b--']

it.each([
  [true, 'a plain text', ['Hi', '-- ', 'Ann'], 'text/plain', undefined],
  [true, 'no type', ['Hi'], undefined, undefined],
  [true, 'lines of dashes', ['-----', 'Hi'], 'text/plain', '7bit'],
  [true, 'parts from the first line to the last', parts, 'multipart/mixed; boundary="a=b"', undefined],
  [true, 'base64', ['PHA+SGkg', 'QW5uPC9wPg=='], 'text/html; charset=UTF-8', 'base64'],
  [true, 'HTML', ['<!DOCTYPE html>', '<p>Hi'], 'text/html', undefined],
  [true, 'HTML in quoted-printable', ['<di=', 'v>Hi</div>'], 'text/html', 'quoted-printable'],
  [true, 'addresses of pages', ['<https://x.example/?a=AB>', 'Okay'], 'text/plain; charset=gbk', '8bit'],
  [true, 'quoted-printable', ['Gr=C3=BC=C3=9Fe =', 'an alle'], 'text/plain', 'quoted-printable'],
  [false, 'parts that are said to be one text', parts, 'text/plain', undefined],
  [false, 'parts without a type', parts, undefined, undefined],
  [false, 'another boundary', [...parts, '--c--'], 'multipart/mixed; boundary=c', undefined],
  [false, 'two boundaries', parts, 'multipart/mixed; boundary="a=b"; boundary=c', undefined],
  [false, 'text above the parts', ['Hi', ...parts], 'multipart/mixed; boundary="a=b"', undefined],
  [false, 'text below the parts', [...parts, 'Hi'], 'multipart/mixed; boundary="a=b"', undefined],
  [false, 'a mail of mails', parts, 'multipart/digest; boundary="a=b"', undefined],
  [false, 'encoded parts', parts, 'multipart/mixed; boundary="a=b"', 'base64'],
  [false, 'words as HTML', ['Hi', '> <p>Yes</p>'], 'text/html', undefined],
  [false, 'HTML as words', ['<p>No', 'Yes'], 'text/plain', undefined],
  [false, 'HTML as words in base64', ['PHA+SGkgQW5uPC9wPg=='], 'text/plain', 'base64'],
  [false, 'words in a charset that moves letters', ['Hi +AAo-'], 'text/plain; charset="utf-7"', undefined],
  [false, 'words in two charsets', ['Hi'], 'text/plain; charset=utf-8; charset=hz-gb-2312', undefined],
  [false, 'base64 as words', ['SGkgQW5uLCBob3cgYXJlIHlvdT8='], 'text/plain', undefined],
  [false, 'quoted-printable as words', ['Hi =', 'Ann'], 'text/plain', '7bit'],
  [false, 'parts as a report', parts, 'multipart/report; boundary="a=b"', undefined],
  [
    false,
    'parts of a report',
    parts,
    'multipart/mixed; report-type=delivery-status; boundary="a=b"',
    undefined,
  ],
  [false, 'a text of a report', ['Hi'], 'text/plain; report-type=delivery-status', undefined],
  [false, 'a mail as text', ['Hi'], 'message/rfc822', undefined],
  [false, 'words as base64', ['Hi Ann, how are you?'], 'text/plain', 'base64'],
  [false, 'words as quoted-printable', ['1 + 1 = 2, so =ZZ'], 'text/plain', 'quoted-printable'],
  [false, 'an unknown encoding', ['Hi'], 'text/plain', 'x-uuencode'],
] as const)('says %s of %s', (expected, _name, lines, type, encoding) => {
  expect(certain([...lines], type, encoding)).toBe(expected)
})

it('is the same with other blanks at the end and between words', () => {
  const of = (...lines: string[]) => new TextDecoder().decode(relaxedBody(bytes('A: b', '', ...lines)))
  expect(of('Hi  Ann \t', 'x', ' ', '')).toBe(of('Hi Ann', 'x'))
  expect(of('Hi Ann')).not.toBe(of('HiAnn'))
})

it('a text that is said to be a file, unsigned, may be read in two ways', () => {
  const read = (disposition: string) =>
    isReadInOneWay(
      bytes('From: ann@example.org', '', 'Hi'),
      { types: [], encodings: [], encoding: '', dispositions: [disposition] },
      false,
    )
  expect(read('attachment; filename=a.txt')).toBe(false)
  expect(read('inline; filename=a.txt')).toBe(false)
  expect(read('inline')).toBe(true)
})

it.each([[' '], ['\t\n'], ['=']])('looks at a body of %j in linear time', (text) => {
  const how = { types: [], encodings: ['quoted-printable'], encoding: 'quoted-printable', dispositions: [] }
  const look = (size: number) => {
    const raw = bytes('A: b', '', text.repeat(100 * size), 'x')
    return [relaxedBody(raw), isReadInOneWay(raw, how, false)]
  }
  expect(growth(look, 1_000)).toBeLessThan(3)
})
