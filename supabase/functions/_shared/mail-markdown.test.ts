import { describe, expect, it } from 'vitest'
import { markdownToHtml, markdownToText } from './mail-markdown.ts'

const tags = (html: string) => [...html.matchAll(/<([a-z]+)/g)].map(([, tag]) => tag)

describe('markdownToHtml', () => {
  it('renders the subset of messages', () => {
    const html = markdownToHtml(
      '**b** _i_ `c`\n\n- one\n\n> q\n\n3. x\n\n```\n<pre>\n```\n[l](https://a.example/)',
    )
    expect(tags(html)).toEqual('p strong em code ul li p blockquote p ol li p pre p a'.split(' '))
    expect(html).toContain('start="3"')
    expect(html).toContain('&lt;pre&gt;')
    expect(html).toContain('href="https://a.example/"')
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '![x](https://evil.example/pixel.png)',
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '<javascript:alert(1)>',
    '[x](</y" onmouseover="alert(1)>)',
    '[x](https://a.example/"onmouseover="alert(1))',
    '[<img src=x onerror=alert(1)>](https://a.example)',
    '`<img src=x>` ```<img src=x>',
    '# <svg onload=alert(1)>',
  ])('escapes %j', (text) => {
    const html = markdownToHtml(text)
    for (const tag of tags(html)) expect(['p', 'strong', 'code', 'a', 'pre', 'em']).toContain(tag)
    for (const [, name] of html.matchAll(/<[a-z]+[^>]*?\s([a-z]+)=/g))
      expect(['style', 'href', 'start', 'class', 'dir']).toContain(name)
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^(https?:\/\/|mailto:)/)
    expect(html).not.toMatch(/"\s*onmouseover/)
  })

  it('lets each block go the way of its text', () => {
    const html = markdownToHtml('مرحبا\n\n- شكرا\n- ok\n\n> Hello\n\n> שלום\n\n```\nnpm i\n```')
    expect(html).toContain('<p dir="auto"')
    expect(html).toMatch(/<ul dir="rtl" style="[^"]*padding-right:24px">/)
    expect(html).toMatch(/<blockquote dir="ltr" [^>]*padding-left:12px;border-left:3px/)
    expect(html).toMatch(/<blockquote dir="rtl" [^>]*padding-right:12px;border-right:3px/)
    expect(html).toContain('<pre dir="ltr"')
  })

  it.each([
    [
      '[https://desk.example/sign-in](https://evil.example/sign-in)',
      'https://desk.example/sign-in</a> (evil.example)',
    ],
    ['[help](https://a.example/x)', 'help</a> (a.example)'],
    ['[https://a.example](https://a.example/x)', 'https://a.example</a></p>'],
    ['<https://a.example/x>', 'https://a.example/x</a></p>'],
    ['[Ann](mailto:ann@a.example)', 'Ann</a> (ann@a.example)'],
    ['<mailto:ann@a.example>', 'mailto:ann@a.example</a></p>'],
  ])('names the destination of %j unless its text does', (text, end) =>
    expect(markdownToHtml(text)).toContain(end),
  )

  it('shows marks that are text as typed, and keeps the backslash of a path', () => {
    const text = '5&#0042;3&#0042;2 in C:\\temp\\\n&#0060;b> `&#0042;` **x**'
    expect(markdownToHtml(text)).toContain('5*3*2 in C:\\temp\\\n&lt;b&gt; ')
    expect(markdownToHtml(text)).toContain('&amp;#0042;</code>')
    expect(markdownToText(text)).toBe('5*3*2 in C:\\temp\\\n<b> &#0042; x')
  })

  it('keeps line breaks', () => expect(markdownToHtml('a\nb')).toContain('a\nb'))
})

describe('markdownToText', () => {
  it.each([
    ['**b** and _i_', 'b and i'],
    ['[the guide](https://a.example)', 'the guide (https://a.example)'],
    ['<https://a.example>', 'https://a.example'],
    ['- one\n- **two**\n\n> q', '- one\n- two\n\n> q'],
    ['plain\n\n\ntext', 'plain\n\n\ntext'],
    ['# Title\n\nRun `npm *ci*`', 'Title\n\nRun npm *ci*'],
    ['```sh\na\n  b\n```', '    a\n      b'],
    ['> - ```\n>   a\n>   b\n>   ```', '> -     a\n>       b'],
    ['[Ann](mailto:ann@a.example)', 'Ann (ann@a.example)'],
    ['one  \ntwo\\\nthree', 'one\ntwo\\\nthree'],
  ])('%j reads %j', (text, expected) => expect(markdownToText(text)).toBe(expected))
})

describe('Markdown that is nested without end', () => {
  it.each([
    '>'.repeat(9_990),
    '- '.repeat(4_990),
    '*a_'.repeat(3_300),
    '['.repeat(9_990),
    '1. '.repeat(3_300),
    `${'*'.repeat(4_990)}a${'*'.repeat(4_990)}`,
  ])('is sent as typed: %.8s', (text) => {
    expect(markdownToText(text)).toBe(text)
    expect(markdownToHtml(text)).toContain(`>${text.replaceAll('>', '&gt;')}</p>`)
  })
})
