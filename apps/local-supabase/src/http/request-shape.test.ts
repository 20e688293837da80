import { describe, expect, it } from 'vitest'
import { checkUrl, checkBody } from './request-shape'

const check = (body: string, type = 'application/json') => checkBody(Buffer.from(body), type)
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const list = (length: number, item = '{}') => `[${Array.from({ length }, () => item).join(',')}]`

describe('the shape of a body', () => {
  it.each([
    ['', ''],
    ['{}', 'application/json'],
    [nested(32), 'application/json'],
    [list(1_000), 'application/json'],
    ['{"text":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[,,,,"}', 'application/json'],
    [String.raw`{"path":"C:\\u0000"}`, 'application/json'],
    [String.raw`{"quote":"\"","half":"\ud800"}`, 'application/json'],
    ['a,b\n1,2', 'text/csv'],
    ['a=%2500', 'application/x-www-form-urlencoded'],
  ])('is accepted: %#', (body, type) => expect(() => check(body, type)).not.toThrow())

  it.each([
    ['too many levels', nested(33), 400],
    ['levels without an end', '['.repeat(4_000), 400],
    ['levels after spaces', ` \n\t${nested(33)}`, 400],
    ['levels of objects', '{"a":'.repeat(40), 400],
    ['a zero byte in a value', String.raw`{"a":"b\u0000"}`, 400],
    ['a zero byte in a name', String.raw`{"a\u0000":"b"}`, 400],
    ['a zero byte after an escaped backslash', String.raw`{"a":"\\\u0000"}`, 400],
    ['too many rows', list(1_001), 413],
    ['too many values', `{"a":${list(20_001, '1')}}`, 413],
  ])('is refused: %s', (_what, body, status) =>
    expect(() => check(body)).toThrow(expect.objectContaining({ status })),
  )

  it.each([
    ['a zero byte in CSV', 'a\0,b\n1,2', 'text/csv', 400],
    ['too many rows of CSV', 'a\n'.repeat(1_002), 'text/csv', 413],
    ['a zero byte in a form', 'a%00=b', 'application/x-www-form-urlencoded', 400],
  ])('is refused: %s', (_what, body, type, status) =>
    expect(() => check(body, type)).toThrow(expect.objectContaining({ status })),
  )
})

describe('the shape of a body of the data API', () => {
  const ask = (body: string, type = 'application/json') =>
    checkBody(Buffer.from(body), type, '/rest/v1/tickets')
  const refused = (status: number, code: string) => expect.objectContaining({ status, code })

  it.each([
    ['', 'application/json'],
    [' [ {"a":[1,"b"]} , {} ] ', 'application/json; charset=utf-8'],
    ['\uFEFF[{"a":1}]', 'application/json'],
    ['[]', ''],
    ['[a,"b\nc"\r\n1,2', 'text/csv'],
    [`a,b\n${'1,2\n'.repeat(999)}`, 'text/csv'],
    ['{'.repeat(99), 'text/plain'],
  ])('is accepted: %#', (body, type) => expect(() => ask(body, type)).not.toThrow())

  it.each([
    ['"aaaa"', 'Empty or invalid json'],
    ['\uFEFF "aaaa"', 'Empty or invalid json'],
    ['null', 'Empty or invalid json'],
    ['true', 'Empty or invalid json'],
    ['12', 'Empty or invalid json'],
    ['  ', 'Empty or invalid json'],
    ['["aaaa"]', 'All object keys must match'],
    ['[{"a":1},"aaaa"]', 'All object keys must match'],
    ['[[1]]', 'All object keys must match'],
    ['[1]', 'All object keys must match'],
  ])('has rows, not %s', (body, message) => {
    for (const type of ['application/json', '', 'text/csv; x=application/json', 'Application/JSON'])
      expect(() => ask(body, type)).toThrow(
        expect.objectContaining({ status: 400, code: 'PGRST102', message }),
      )
  })

  it.each([
    ['lines that end with CR', 'a\r'.repeat(1_002), 'text/csv'],
    ['lines of a text that begins like JSON', '[x\n' + 'a\n'.repeat(1_002), 'text/csv; charset=utf-8'],
    [
      'lines of a form that is read as CSV',
      'a\n'.repeat(1_002),
      'application/x-www-form-urlencoded; text/csv',
    ],
    [
      'lines of CSV whose header also names JSON',
      '{x\n' + 'a\n'.repeat(1_002),
      'text/csv; x=APPLICATION/JSON',
    ],
    ['columns of short lines', `${'c,'.repeat(19_000)}\n${'1\n'.repeat(999)}`, 'text/csv'],
    [
      'columns after a quoted line end',
      `x"y,"a\nb",${'c,'.repeat(19_000)}\n${'1\n'.repeat(900)}`,
      'text/csv',
    ],
    ['rows after a byte order mark', '\uFEFF' + list(1_001), 'application/json'],
    ['fields of a form', 'a&'.repeat(20_001), 'application/x-www-form-urlencoded'],
  ])('does not have too many %s', (_what, body, type) =>
    expect(() => ask(body, type)).toThrow(refused(413, 'body_too_large')),
  )

  it.each(['\r', '\n', ',', '"', '""x', 'a', '[', '{'])('of many %j is checked at once', (sign) => {
    for (const type of ['text/csv', 'application/json', 'application/x-www-form-urlencoded']) {
      const body = Buffer.from(`x\n${sign.repeat(Math.floor(5_000_000 / sign.length))}`)
      const began = process.cpuUsage()
      try {
        checkBody(body, type, '/rest/v1/tickets')
      } catch (error) {
        expect(error).toHaveProperty('name', 'HttpError')
      }
      expect(process.cpuUsage(began).user).toBeLessThan(500_000)
    }
  })
})

it('a body of backslashes is checked at once', () => {
  const body = Buffer.from(`{"a":"${'\\'.repeat(20_000_000)}"}`)
  const began = process.cpuUsage()
  checkBody(body, 'application/json')
  expect(process.cpuUsage(began).user).toBeLessThan(1_000_000)
})

describe('the address of a request', () => {
  const ask = (path: string) => {
    const request = new Request(`http://127.0.0.1:4200${path}`)
    return () => checkUrl(request, new URL(request.url))
  }
  it('is refused with a user name', () => {
    const url = new URL('https://a:b@127.0.0.1/healthz')
    expect(() => checkUrl(new Request('http://127.0.0.1/', { method: 'PUT' }), url)).toThrow(
      expect.objectContaining({ status: 400 }),
    )
  })
  it.each(['select=', 'select=id&or='])('is refused with many levels in %s', (query) =>
    expect(ask(`/rest/v1/tickets?${query}${'a('.repeat(4_000)}`)).toThrow(
      expect.objectContaining({ status: 400 }),
    ),
  )
  it.each([
    ['that has a value', `${'('.repeat(5_000)}=eq.1`],
    ['without a value', `a.or${'('.repeat(5_000)}`],
    ['in percent signs', `select=id&${'%28'.repeat(51)}=eq.1`],
    ['of a filter', `${'and('.repeat(51)}id.eq.1${')'.repeat(51)}=`],
  ])('is refused with many levels in a name %s', (_what, query) =>
    expect(ask(`/rest/v1/tickets?${query}`)).toThrow(expect.objectContaining({ status: 400 })),
  )
  it.each([
    `/rest/v1/tickets?${'('.repeat(50)}=eq.1`,
    `/rest/v1/tickets?select=${'a('.repeat(9)}id${')'.repeat(9)}`,
    `/rest/v1/tickets?or=(${'id.in.(1),'.repeat(200)})`,
    `/?q=${'('.repeat(100)}`,
  ])('is accepted with few levels: %#', (path) => expect(ask(path)).not.toThrow())
  it.each(['/a%00b', '/a?b=%00', '/a?%00=b', '/a%ff', '/a%', '/a%ED%A0%80'])('is refused: %s', (path) =>
    expect(ask(path)).toThrow(expect.objectContaining({ status: 400 })),
  )
  it.each(['/', '/a%20b/%C3%A4', '/a?b=100%25', '/a?b=%2500'])('is accepted: %s', (path) =>
    expect(ask(path)).not.toThrow(),
  )
})
