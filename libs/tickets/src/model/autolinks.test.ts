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
})
