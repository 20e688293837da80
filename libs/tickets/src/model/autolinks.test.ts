import { growth } from '@helpdesk/testing/growth'
import { describe, expect, it } from 'vitest'
import { autolink } from './autolinks'

const links = (text: string) => autolink(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []))

describe('autolink', () => {
  it.each([
    ['see https://a.example/x.', ['https://a.example/x']],
    ['(https://a.example/x)', ['https://a.example/x']],
    ['https://a.example/wiki_(b)', ['https://a.example/wiki_(b)']],
    ['http://a.example and https://b.example', ['http://a.example/', 'https://b.example/']],
    ['no link', []],
    ['javascript:alert(1)', []],
    ['data:text/html,<script>', []],
    ['https://', []],
    ['<a href="https://a.example/">', ['https://a.example/']],
    ['write to mailto:help@a.example.', ['mailto:help@a.example']],
    ['mailto:help@a.example?subject=x&body=y', []],
    ['mailto:nobody', []],
    ['JaVaScRiPt:alert(1) vbscript:x data:text/html;base64,PHN2Zz4= file:///etc/passwd', []],
    ['java\nscript:alert(1)', []],
    ['https://good.example@evil.example/', ['https://good.example@evil.example/']],
    ['HTTPS://A.example/"onmouseover=alert(1)', ['https://a.example/']],
    ['<img src=x onerror=alert(1)>', []],
    ['http://[::1', []],
  ])('finds the links of %j', (text, expected) => expect(links(text)).toEqual(expected))

  it('leaves the rest of very many addresses as text', () => {
    const text = 'http://a.example '.repeat(500)
    expect(links(text)).toHaveLength(100)
    expect(
      autolink(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text)
  })

  it('takes linear time on adversarial text', () => {
    const textOf = (n: number) =>
      `https://${'a).'.repeat(2 * n)} ${'mailto:'.repeat(n)} ${'http://'.repeat(n)}`
    expect(growth((size) => autolink(textOf(size)), 10_000)).toBeLessThan(3)
  })

  it.each(['', 'a\nb', 'x https://a.example/?q=1&r=2, y', 'https://a.example'])(
    'preserves the text %j',
    (text) => {
      expect(
        autolink(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    },
  )

  it.each([
    ['#1212', ['#1212']],
    ['Ticket #1212, [#1212] and (#1213).', ['#1212', '#1212', '#1213']],
    ['“#1212” „#1212“ «#1212» "#1212" \'#1212\'', Array(5).fill('#1212')],
    ['#1212,#1213;#1212:#1213 #1212! #1212? #1212—#1213', Array(8).fill(expect.stringMatching(/^#121[23]$/))],
    ["#1212's, #1212-\n#1213", ['#1212', '#1212', '#1213']],
    ['请看#1212号、#1213。', ['#1212', '#1213']],
    ['티켓 #1212를', ['#1212']],
    ['انظر \u200f#1212\u200f، من فضلك', ['#1212']],
    ['\u2068#1212\u2069', ['#1212']],
    ['a#1212 é#1212 1#1212 _#1212 C#1212', []],
    ['#1212a #1212é #1212_ #1212.pdf #1212-b #1212.5 #1212\u0301', []],
    ['https://x.example/#1212 http://x.example/a#1212', []],
    ['http://#1212 https://[#1212 mailto:#1212', []],
    ['ftp://x/#1212 x/#1212 #1212/x #1212\\x www.x.example/?a=#1212&b', []],
    ['#1212@x.example a+#1212@x.example a@#1212', []],
    ['&#1212; &#x1212; ##1212 #1212#1213', []],
    ['# 1212 #01212 #0 #-1212 #1e3 #12.12 № 1212 1212', []],
    ['#9999 #12122 #1212121212121212', []],
  ])('finds the known tickets of %j', (text, expected) => {
    const known = new Map([
      [1212, true],
      [1213, true],
    ])
    const parts = autolink(text, known)
    expect(parts.flatMap((part) => (part.kind === 'ticket' ? [part.text] : []))).toEqual(expected)
    expect(parts.map((part) => part.text).join('')).toBe(text)
  })

  it('finds no ticket without knowing some', () => {
    expect(autolink('#1212')).toEqual([{ kind: 'text', text: '#1212' }])
  })

  it('makes at most 100 links of 5,000 numbers, in linear time', () => {
    const known = new Map([[1, true]])
    for (const form of ['#1 ', '[#1]', '#1,', '#12345678901234567890', '#1#', '"#1', '#1-'])
      expect(growth((size) => autolink(form.repeat(size), known), 5_000)).toBeLessThan(3)
    const parts = autolink('#1 '.repeat(5_000), known)
    expect(parts.filter(({ kind }) => kind === 'ticket')).toHaveLength(100)
    expect(autolink('#2 '.repeat(5_000), known)).toHaveLength(1)
  })
})
