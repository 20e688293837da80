import { growth } from '@helpdesk/testing/growth'
import { expect, it } from 'vitest'
import { isReadInOneWay, relaxedBody } from './signed-body.ts'

const bytes = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'))
const certain = (lines: string[], type?: string, encoding?: string) =>
  isReadInOneWay(
    bytes('From: ann@example.org', '', ...lines),
    { types: type === undefined ? [] : [type], encodings: encoding === undefined ? [] : [encoding] },
    (type ?? '').startsWith('multipart/'),
  )
const parts = ['--a=b', 'Content-Type: text/plain', '', 'Hi', '--a=b--']

it.each([
  [true, 'a plain text', ['Hi', '-- ', 'Ann'], 'text/plain', undefined],
  [true, 'no type', ['Hi'], undefined, undefined],
  [true, 'lines of dashes', ['-----', 'Hi'], 'text/plain', '7bit'],
  [true, 'parts from the first line to the last', parts, 'multipart/mixed; boundary="a=b"', undefined],
  [true, 'base64', ['SGkgQW5u', 'SGk='], 'text/html', 'base64'],
  [true, 'quoted-printable', ['Gr=C3=BC=C3=9Fe =', 'an alle'], 'text/plain', 'quoted-printable'],
  [false, 'parts that are said to be one text', parts, 'text/plain', undefined],
  [false, 'parts without a type', parts, undefined, undefined],
  [false, 'another boundary', [...parts, '--c--'], 'multipart/mixed; boundary=c', undefined],
  [false, 'two boundaries', parts, 'multipart/mixed; boundary="a=b"; boundary=c', undefined],
  [false, 'text above the parts', ['Hi', ...parts], 'multipart/mixed; boundary="a=b"', undefined],
  [false, 'text below the parts', [...parts, 'Hi'], 'multipart/mixed; boundary="a=b"', undefined],
  [false, 'a mail of mails', parts, 'multipart/digest; boundary="a=b"', undefined],
  [false, 'encoded parts', parts, 'multipart/mixed; boundary="a=b"', 'base64'],
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

it.each([[' '], ['\t\n'], ['=']])('looks at a body of %j in linear time', (text) => {
  const look = (size: number) => {
    const raw = bytes('A: b', '', text.repeat(100 * size), 'x')
    return [relaxedBody(raw), isReadInOneWay(raw, { types: [], encodings: ['quoted-printable'] }, false)]
  }
  expect(growth(look, 1_000)).toBeLessThan(3)
})
