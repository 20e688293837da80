import { growth } from '@helpdesk/testing/growth'
import { describe, expect, it } from 'vitest'
import { safeHtml, htmlToText } from './html/html.ts'
import { parseMail } from './parse.ts'
import type { Delivery } from './received-mail.ts'
import { showMail } from './show.ts'

const bytes = (...lines: string[]) => new TextEncoder().encode(lines.join('\r\n'))
const parse = (lines: string[], delivery: Delivery = {}) =>
  parseMail(bytes('From: Olive <olive@example.org>', ...lines), delivery)
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('the text of a mail', () => {
  it.each([
    [
      'ISO-8859-1, quoted-printable',
      [
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Gr=FC=DFe',
      ],
      'Grüße',
    ],
    [
      'Windows-1251, base64',
      ['Content-Type: text/plain; charset=windows-1251', 'Content-Transfer-Encoding: base64', '', 'z/Do4uXy'],
      'Привет',
    ],
    [
      'Shift_JIS, base64',
      [
        'Content-Type: text/plain; charset=shift_jis',
        'Content-Transfer-Encoding: base64',
        '',
        'grGC8YLJgr+CzQ==',
      ],
      'こんにちは',
    ],
    [
      'right-to-left',
      ['Content-Type: text/plain; charset=utf-8', '', 'שלום, المدفأة لا تعمل'],
      'שלום, المدفأة لا تعمل',
    ],
    [
      'HTML alone',
      [
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p>Hello <b>you</b></p><p>See <a href="https://example.com/x">this</a></p>',
      ],
      'Hello you\n\nSee this (https://example.com/x)',
    ],
  ])('is read from %s', async (_name, lines, content) => {
    expect((await parse(lines)).content).toBe(content)
  })

  it('prefers the plain part, and says where inline images stand', async () => {
    const alternative = (html: string) => [
      'Content-Type: multipart/related; boundary=r',
      ...['', '--r', 'Content-Type: multipart/alternative; boundary=a', ''],
      ...[
        '--a',
        'Content-Type: text/plain',
        '',
        'Plain text',
        '--a',
        'Content-Type: text/html',
        '',
        html,
        '--a--',
      ],
      ...[
        '--r',
        'Content-Type: image/png; name="Screen shot.png"',
        'Content-ID: <p1@x>',
        'Content-Disposition: inline',
        'Content-Transfer-Encoding: base64',
        '',
        png,
        '--r--',
      ],
    ]
    const without = await parse(alternative('<p>HTML text</p>'))
    expect(without).toMatchObject({
      content: 'Plain text',
      files: [{ name: 'Screen shot.png', type: 'image/png' }],
    })
    const within = await parse(
      alternative('<p>Before</p><img src="cid:p1@x"><p>After</p><img src="https://tracker.example/x.gif">'),
    )
    expect(within.content).toMatch(/^Before\s+\[image: Screen shot\.png\]\s+After$/)
  })

  it.each(['-', '_', '='])('may be one line of millions of %s', async (mark) => {
    const raw = new TextEncoder().encode(`From: olive@example.org\r\n\r\n${mark.repeat(24_000_000)}`)
    const { content } = await parseMail(raw, { sender: '' })
    expect(content).toMatch(/^([-_=])\1{9000}/)
  })

  it('is shortened beyond 10,000 characters', async () => {
    const { content } = await parse(['', 'word '.repeat(4_000)])
    expect(content.length).toBeLessThan(10_000)
    expect(content).toContain('the original email is available')
  })
})

it('a reply address behind many others in To is a place of the mail', async () => {
  const to = Array.from({ length: 200 }, (_, n) => `desk+${n}.x@desk.example`)
  const mail = await parse([`To: ${to.join(', ')}`, '', 'x'])
  expect(new Set([...mail.to.map(({ address }) => address), ...mail.delivered_to])).toEqual(new Set(to))
})

describe('the HTML of a mail', () => {
  it('is read above a quoted page that has a body of its own', () => {
    const html =
      '<div>The left one.</div><blockquote><html><head><title>Desk</title></head><body><p>Which one?</p></body></html></blockquote>'
    expect(htmlToText(html)).toBe('The left one.\n\n> Which one?')
  })

  it.each([
    ['<script>alert(1)</script>x'],
    ['<img src=x onerror=alert(1)>'],
    ['<svg onload=alert(1)><a href="javascript:alert(1)">x</a>'],
    ['<a href="java\nscript:alert(1)">x</a>'],
    ['<style>@import "https://evil.example"; body{background:url(https://evil.example)}</style>'],
    ['<div style="position:fixed;background:url(https://evil.example)">x</div>'],
    [
      '<link rel=stylesheet href="https://evil.example"><base href="https://evil.example"><meta http-equiv=refresh content="0;url=https://evil.example">',
    ],
    [
      '<iframe srcdoc="<script>alert(1)</script>"></iframe><object data="https://evil.example"></object><embed src="https://evil.example">',
    ],
    ['<form action="https://evil.example"><input name=password></form>'],
    [
      '<img src="https://evil.example/pixel.gif"><img srcset="https://evil.example/x 2x"><video poster="https://evil.example/x">',
    ],
    ['<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">'],
  ])('loses what acts or loads: %s', (html) => {
    expect(safeHtml(html, new Map())).not.toMatch(
      /script|alert\(|onerror=|onload=|style|url\(|<(iframe|object|embed|form|input|link|base|meta|svg|math|video|img)|evil\.example/i,
    )
  })

  it('keeps text, tables, links and inline images', () => {
    const images = new Map([['p1', 'data:image/png;base64,AAAA']])
    const html = safeHtml(
      '<table><tr><td>Hi <a href="https://example.com">x</a> <img src="cid:p1" alt="A"></td></tr></table>',
      images,
    )
    expect(html).toContain('<td>Hi <a href="https://example.com"')
    expect(html).toContain('rel="noopener noreferrer nofollow"')
    expect(html).toContain('<img src="data:image/png;base64,AAAA"')
  })

  it.each([
    ['nested elements', (n: number) => '<div>'.repeat(10 * n)],
    ['nested tables', (n: number) => '<table><tr><td>'.repeat(3 * n)],
    ['open links', (n: number) => '<a href=x>'.repeat(10 * n)],
    ['open tags', (n: number) => '<'.repeat(100 * n)],
  ])(
    'converts %s in linear time',
    (_name, htmlOf) => {
      const convert = (size: number) => [htmlToText(htmlOf(size)), safeHtml(htmlOf(size), new Map())]
      expect(growth(convert, 5_000)).toBeLessThan(3)
    },
    60_000,
  )
})

describe('authentication', () => {
  const host = 'mx.desk.example'
  const of = (...headers: string[]) =>
    parseMail(bytes(...headers, 'From: olive@example.org', '', 'x'), { trustedHost: host }).then(
      ({ authentication }) => authentication,
    )
  const result = (text: string, by = host) => `Authentication-Results: ${by}; ${text}`

  it.each([
    [
      'DMARC',
      [result('spf=pass smtp.mailfrom=example.org; dmarc=pass (p=reject) header.from=example.org')],
      'pass',
    ],
    [
      'DMARC of an envelope and signatures that nobody knows',
      [result('dmarc=pass header.from=example.org')],
      'none',
    ],
    ['DMARC of another domain', [result('dmarc=pass header.from=evil.example')], 'fail'],
    ['failed DMARC', [result('dmarc=fail header.from=example.org; dkim=pass header.d=example.org')], 'fail'],
    [
      'aligned DKIM',
      [
        result('dkim=pass header.d=example.org; spf=fail smtp.mailfrom=x@list.example'),
        'DKIM-Signature: v=1; d=example.org; h=from:to:subject:date:message-id; b=AAAA',
        ...['To: desk@desk.example', 'Message-ID: <1@example.org>'],
      ],
      'pass',
    ],
    ['DKIM without what was signed', [result('dkim=pass header.d=example.org')], 'none'],
    ['DKIM of a host below', [result('dkim=pass header.d=evil.example.org')], 'none'],
    ['foreign DKIM', [result('dkim=pass header.d=evil.example')], 'none'],
    ['a bare suffix as domain', [result('dkim=pass header.d=org')], 'none'],
    ['aligned SPF', [result('spf=pass smtp.mailfrom=olive@example.org')], 'pass'],
    ['SPF of another mailbox there', [result('spf=pass smtp.mailfrom=bounce@example.org')], 'none'],
    ['foreign SPF', [result('spf=pass smtp.mailfrom=x@evil.example')], 'none'],
    ['failed SPF', [result('spf=fail smtp.mailfrom=olive@example.org; dkim=none')], 'fail'],
    [
      'a comment that lies',
      [result('dmarc=fail (dmarc=pass; header.from=example.org) header.from=example.org')],
      'fail',
    ],
    [
      'another host',
      [result('spf=pass smtp.mailfrom=example.org; dmarc=pass header.from=example.org', 'mx.evil.example')],
      'none',
    ],
    [
      "a pass below the host's own fail",
      [
        result('dmarc=fail header.from=example.org'),
        result('spf=pass smtp.mailfrom=example.org; dmarc=pass header.from=example.org'),
      ],
      'fail',
    ],
    ['nothing', [], 'none'],
  ] as const)('reads %s', async (_name, headers, expected) => expect(await of(...headers)).toBe(expected))

  it('believes nothing without a configured host, except who signed in', async () => {
    const raw = bytes(
      result('spf=pass smtp.mailfrom=example.org; dmarc=pass header.from=example.org'),
      'From: olive@example.org',
      '',
      'x',
    )
    expect((await parseMail(raw, {})).authentication).toBe('unchecked')
    expect((await parseMail(raw, { signedInAs: 'olive@example.org' })).authentication).toBe('pass')
    expect((await parseMail(raw, { signedInAs: 'eve@example.org' })).authentication).toBe('unchecked')
  })
})

describe('showMail', () => {
  it('shows headers, safe HTML and the names of files', async () => {
    const shown = await showMail(
      bytes(
        'From: Olive <olive@example.org>',
        'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
        'X-Secret: x',
        'Content-Type: text/html',
        '',
        '<p onclick=x>Hi<script>1</script></p>',
      ),
    )
    expect(shown.headers).toEqual([
      { name: 'From', value: 'Olive <olive@example.org>' },
      { name: 'Subject', value: 'Grüße' },
    ])
    expect(shown.html.trim()).toBe('<p>Hi</p>')
  })

  it('breaks up more marks on one letter than a browser can lay out', async () => {
    const marks = `a${'\u0301'.repeat(90)}`
    const { html, text, headers } = await showMail(
      bytes(
        `Subject: ${marks}`,
        'Content-Type: text/html; charset=utf-8',
        '',
        `<p>${'&#769;'.repeat(90)}</p>`,
      ),
    )
    for (const shown of [html, text, headers[0]?.value]) {
      expect(shown).toContain('\u0301'.repeat(30))
      expect(shown).not.toContain('\u0301'.repeat(31))
    }
  })
})
