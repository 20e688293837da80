import { describe, expect, it } from 'vitest'
import { readAuthentication } from './authentication.ts'

const host = 'mx.desk.example'
const from = (address: string, ...values: string[]) =>
  readAuthentication(
    values.map((value) => ({ key: 'authentication-results', value })),
    address,
    host,
  ).authentication
const of = (...values: string[]) => from('ann@example.com', ...values)

describe('Authentication-Results', () => {
  it.each([
    [
      'a quoted local part',
      'spf=pass smtp.mailfrom="x; dmarc=pass header.from=example.com ("@evil.example; dmarc=fail header.from=example.com',
    ],
    [
      'an escaped quote',
      'spf=pass smtp.mailfrom="x\\"; dmarc=pass header.from=example.com; x=\\""@evil.example; dmarc=fail header.from=example.com',
    ],
    ['nested comments', 'dmarc=fail (a (b) ; dmarc=pass header.from=example.com) header.from=example.com'],
    [
      'an escaped end of a comment',
      'dmarc=fail (a \\) ; dmarc=pass header.from=example.com) header.from=example.com',
    ],
    [
      'a second verdict',
      'spf=pass smtp.mailfrom=x; dmarc=pass header.from=example.com; dmarc=fail header.from=example.com',
    ],
    [
      'a second verdict that fits',
      'dmarc=fail header.from=evil.example; spf=pass smtp.mailfrom=x; dmarc=pass header.from=example.com',
    ],
    [
      'a comment without an end',
      'dmarc=pass header.from=example.com; spf=pass smtp.mailfrom=x (@evil.example; dmarc=fail',
    ],
    ['a quoted string without an end', 'dmarc=pass header.from=example.com; spf=pass smtp.mailfrom="x'],
    ['a property that is there twice', 'dmarc=pass header.from=example.com header.from=evil.example'],
    ['a word without a value', 'dmarc=pass header.from=example.com evil'],
    ['a method without a result', 'dmarc; spf=pass smtp.mailfrom=ann@example.com'],
    ['none before a result', 'none; dmarc=pass header.from=example.com'],
    ['none behind a result', 'dmarc=pass header.from=example.com; none'],
    ['nothing at all', ''],
    ['a verdict about another domain', 'dmarc=pass header.from=evil.example; dkim=pass header.d=example.com'],
    ['a verdict about a subdomain', 'dmarc=pass header.from=a.example.com'],
    ['text behind a quoted string', 'spf=pass smtp.mailfrom="a"(x)b=c@example.com"'],
  ])('does not pass by %s', (_name, results) => {
    expect(of(`${host}; ${results}`)).toBe('fail')
  })

  it.each([
    [
      'a method version and comments everywhere',
      '(a) mx.desk.example (b) 1 (c); (d) dmarc (e) / (f) 1 (g) = (h) pass (i (j)) header.from (k) = (l) example.com (m)',
    ],
    ['a quoted host and value', '"mx.desk.example"; dmarc=pass header.from="example.com"'],
    [
      'folded lines',
      'MX.desk.example;\r\n\tspf=none smtp.mailfrom=x@y.example;\r\n\tdmarc=pass (p=NONE) header.from=example.com',
    ],
    [
      'Gmail',
      'mx.desk.example;\r\n dkim=pass header.i=@example.com header.s=20161025 header.b="ab/+"; spf=pass (mx: domain of a@example.com designates 1.2.3.4 as permitted sender) smtp.mailfrom=a@example.com; dmarc=pass (p=NONE sp=QUARANTINE dis=NONE) header.from=example.com',
    ],
    [
      'base64 and networks without quotes',
      'mx.desk.example; dkim=pass header.d=example.com header.b=aB/+cd==; iprev=pass policy.iprev=2001:db8::1/64 (mail)',
    ],
    [
      'Microsoft',
      'mx.desk.example; spf=fail (sender IP is 1.2.3.4) smtp.mailfrom=x.example; dkim=pass (signature was verified) header.d=example.com;dmarc=pass action=none header.from=example.com;compauth=pass reason=100',
    ],
    [
      'Yahoo',
      'mx.desk.example; dkim=unknown; spf=none smtp.mailfrom=; dmarc=pass(p=REJECT) header.from=example.com;',
    ],
    [
      'Fastmail',
      'mx.desk.example; x-tls=pass smtp.bits=256/256; dmarc=pass (p=none,d=none) policy.published-domain-policy=none header.from=example.com; x-return-mx=pass header.domain=example.com policy.is_org=yes (MX Records found: a,b)',
    ],
  ])('reads %s', (_name, value) => expect(of(value)).toBe('pass'))

  it.each([
    ['none', `${host} 1; none`],
    ['none and a semicolon', `${host}; none;`],
    ['an unknown version', `${host} 2; dmarc=pass header.from=example.com`],
    ['an unknown version of a method', `${host}; dmarc/2=pass header.from=example.com`],
    ['a verdict without a domain', `${host}; dmarc=pass`],
    ['a verdict about an empty domain', `${host}; dmarc=pass header.from=`],
    ['the name of another host', 'mx.des\u212a.example; dmarc=pass header.from=example.com'],
  ])('finds nothing in %s', (_name, value) => expect(of(value)).toBe('none'))

  it('takes a verdict for the very domain of the author alone, in any form of it', () => {
    const verdict = (domain: string) => `${host}; dmarc=pass header.from=${domain}`
    expect(from('ann@b\u00fccher.example', verdict('xn--bcher-kva.example'))).toBe('pass')
    expect(from('ann@xn--bcher-kva.example', verdict('B\u00dcCHER.example'))).toBe('pass')
    expect(from('ann@example.com', verdict('EXAMPLE.com.'))).toBe('pass')
    expect(from('ann@a.example.com', verdict('example.com'))).toBe('none')
    expect(from('ann@a.example.com', `${verdict('example.com')}; dkim=pass header.d=example.com`)).toBe(
      'pass',
    )
    expect(from('', verdict('example.com'))).toBe('none')
  })

  it.each([
    ['dkim=pass header.d', ''],
    ['dkim=pass header.i', '@'],
    ['spf=pass smtp.mailfrom', ''],
  ])('takes %s of the domain of the author and of one above it, never of one below', (method, before) => {
    const found = (domain: string, of = 'example.com') =>
      from(`ann@${of}`, `${host}; ${method}=${before}${domain}; dmarc=none header.from=${of}`)
    expect(found('example.com')).toBe('pass')
    expect(found('example.com', 'a.b.example.com')).toBe('pass')
    expect(found('evil.example.com')).toBe('none')
    expect(found('evil.a.example.com', 'a.example.com')).toBe('none')
    expect(found('evilexample.com')).toBe('none')
    expect(found('com')).toBe('none')
    expect(found('com.')).toBe('none')
    expect(found('.com')).toBe('none')
  })

  it('takes the topmost header of its host alone', () => {
    const pass = `${host}; dmarc=pass header.from=example.com`
    expect(of('mx.other.example; dmarc=fail', pass, `${host}; dmarc=fail`)).toBe('pass')
    expect(of(`${host}; dmarc=pass (`, pass)).toBe('fail')
    for (const top of ['none', 'dmarc=pass', 'spf=none smtp.mailfrom=x@y.example'])
      expect(of(`${host}; ${top}`, pass)).toBe('none')
    expect(of(`${host} 2; dmarc=pass header.from=example.com`, pass)).toBe('none')
    expect(of(`${host} dmarc=pass header.from=example.com`)).toBe('fail')
    expect(of('mx.desk.example.evil.example; dmarc=pass header.from=example.com')).toBe('none')
    expect(of('dmarc=pass header.from=example.com')).toBe('none')
    expect(of(`(${host}); dmarc=pass header.from=example.com`)).toBe('none')
  })

  it.each([
    [
      'is longer than 20,000 characters',
      `${host}; dmarc=fail header.from=example.com (${'x'.repeat(20_000)})`,
    ],
    ['begins with 20,000 characters of comments', `(${'x'.repeat(20_000)}) ${host}; dmarc=fail`],
    ['begins with a comment without an end', `(a ${host}; dmarc=fail`],
    ['escapes the end of its first comment', `(a\\) ${host}; dmarc=fail`],
    ['quotes its host without an end', `"${host}; dmarc=fail`],
    ['ends in the name of its host', `"${host}\\`],
  ])('fails for a topmost header that %s, whatever is below', (_name, top) => {
    expect(of(top, `${host}; dmarc=pass header.from=example.com`)).toBe('fail')
  })
})

describe('an envelope of another mailbox of the author’s domain', () => {
  const ann = 'ann@example.com'
  const found = (results: string, sender = '', returnPath = '') =>
    readAuthentication(
      [
        { key: 'return-path', value: returnPath },
        { key: 'authentication-results', value: `${host}; ${results}` },
      ],
      ann,
      host,
      sender,
    )
  const list = 'desk+bnc=x@example.com'
  const passed = 'dmarc=pass header.from=example.com'

  it('proves no author, wherever it is named', () => {
    const none = { authentication: 'none' }
    expect(found(`spf=pass smtp.mailfrom="${list}"; ${passed}`)).toEqual(none)
    expect(found(`spf=pass smtp.mailfrom="${list}"`)).toEqual(none)
    expect(found(`dkim=fail header.d=example.com; spf=pass smtp.mailfrom=${list}; ${passed}`)).toEqual(none)
    expect(found(`spf=pass smtp.mailfrom=example.com; ${passed}`, list)).toEqual(none)
    expect(found(`spf=pass smtp.mailfrom=example.com; ${passed}`, '', `<${list}>`)).toEqual(none)
    expect(found(passed, list)).toEqual(none)
    const below = [passed, `spf=pass smtp.mailfrom=${list}`].map((value) => `${host}; ${value}`)
    expect(from(ann, ...below)).toBe('none')
  })

  it('leaves it to a genuine signature', () => {
    expect(
      found(`dkim=pass header.d=example.com; spf=pass smtp.mailfrom=${list}; ${passed}`, list),
    ).toMatchObject({ authentication: 'pass', isSentByDomain: false, isUnsigned: false })
    expect(found(`dkim=pass header.i=@a.example.com; ${passed}`, list)).toMatchObject({ isUnsigned: false })
  })

  it('is not the author’s own, nor one that nobody tells', () => {
    for (const mailbox of [
      'ann@example.com',
      'ANN@example.com',
      'prvs=1234abcd=ann@example.com',
      'example.com',
    ])
      expect(found(`spf=pass smtp.mailfrom=${mailbox}; ${passed}`, mailbox)).toMatchObject({
        authentication: 'pass',
        isSentByDomain: true,
      })
    expect(found(`spf=pass smtp.mailfrom=example.com; ${passed}`, '', '<>')).toMatchObject({
      isSentByDomain: true,
    })
    expect(found(`spf=pass smtp.mailfrom=x@other.example; ${passed}`)).toMatchObject({
      authentication: 'pass',
      isSentByDomain: false,
    })
  })
})

it('signatures that the host did not find genuine say nothing', () => {
  const found = (results: string) =>
    readAuthentication(
      [{ key: 'authentication-results', value: `${host}; ${results}` }],
      'ann@example.com',
      host,
    ).isUnsigned
  const passed = 'dmarc=pass header.from=example.com'
  for (const dkim of ['fail header.d=example.com', 'none', 'pass header.d=other.example'])
    expect(found(`dkim=${dkim}; ${passed}`)).toBe(true)
  for (const dkim of ['pass header.d=example.com', 'pass header.d=mail.example.com', 'pass'])
    expect(found(`dkim=${dkim}; ${passed}`)).toBe(false)
  expect(found(passed)).toBe(false)
})
