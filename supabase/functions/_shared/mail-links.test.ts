import { growth } from '@helpdesk/testing/growth'
import { describe, expect, it } from 'vitest'
import { bareAddresses } from './mail-links.ts'
import { markdownToHtml, markdownToText } from './mail-markdown.ts'

const found = (text: string) =>
  bareAddresses(text).map(({ start, end, url }) => [text.slice(start, end), url])

describe('bareAddresses', () => {
  const url = 'https://a.example/x'
  it.each([
    [`see ${url}.`, url],
    [`(${url})`, url],
    [`[${url}]`, url],
    [`"${url}"`, url],
    [`„${url}“, and`, url],
    [`«${url}»`, url],
    [`${url}, ${url}!`, url, url],
    [`**${url}**`, url],
    ['https://a.example/wiki_(b)', 'https://a.example/wiki_(b)'],
    ['(see https://a.example/wiki_(b))', 'https://a.example/wiki_(b)'],
    ['https://a.example/?q=1&r=2#s?', 'https://a.example/?q=1&r=2#s'],
    ['http://a.example:8080/x;', 'http://a.example:8080/x'],
    ['https://bücher.example/ä', 'https://bücher.example/ä'],
  ])('finds the URLs of %j', (text, ...urls) => expect(found(text)).toEqual(urls.map((each) => [each, each])))

  it.each([
    ['Write to ann@a.example.', 'ann@a.example'],
    ['(ann.lee+x@mail.a.example)', 'ann.lee+x@mail.a.example'],
    ['<ann@a.example>,', 'ann@a.example'],
    ['**ann@a.example**', 'ann@a.example'],
    ["'ann@a.example'", 'ann@a.example'],
  ])('finds the mail address of %j', (text, address) =>
    expect(found(text)).toEqual([[address, `mailto:${address}`]]),
  )

  it('finds domains that begin with www. alone', () => {
    expect(found('www.a.berlin/x, or README.md and a.example')).toEqual([
      ['www.a.berlin/x', 'http://www.a.berlin/x'],
    ])
    expect(found('www.a and www. and awww.a.example')).toEqual([])
  })

  it.each([
    'no link',
    'javascript:alert(1)',
    'ftp://a.example',
    '//a.example/x',
    'https://',
    'a@b',
    'file:///etc/passwd',
  ])('finds none in %j', (text) => expect(found(text)).toEqual([]))

  it.each([
    'https://a.example/(',
    'https://a.example/!',
    'a@a.',
    'www.',
    'http://',
    '((((',
    'https://a.example/"',
    'a.a.',
    '!',
    '_',
    'mailto:',
  ])('takes linear time: %s', (part) => {
    const start = 'https://a.example/'
    expect(growth((size) => bareAddresses(start + part.repeat(size / part.length)), 50_000)).toBeLessThan(3)
  })
})

describe('bare addresses of messages', () => {
  it.each([
    [
      'See https://a.example/x.',
      'See <a href="https://a.example/x" class="hd-link" style="color:#2453c9">https://a.example/x</a>.',
    ],
    [
      '**ann@a.example**',
      '<strong><a href="mailto:ann@a.example" class="hd-link" style="color:#2453c9">ann@a.example</a></strong>',
    ],
    [
      'www.a.example',
      '<a href="http://www.a.example/" class="hd-link" style="color:#2453c9">www.a.example</a>',
    ],
    [
      '_https://a.example/x_.',
      '<em><a href="https://a.example/x" class="hd-link" style="color:#2453c9">https://a.example/x</a></em>.',
    ],
    ['https://a.example/_next_/*x*/y', '>https://a.example/_next_/*x*/y</a></p>'],
  ])('are links in %j', (text, html) => expect(markdownToHtml(text)).toContain(html))

  it.each(['`https://a.example`', '```\nhttps://a.example\n```', 'javascript:alert(1)'])(
    'are none in %j',
    (text) => expect(markdownToHtml(text)).not.toContain('<a '),
  )

  it('are one link within the text of a link, with its destination', () => {
    const html = markdownToHtml('[https://desk.example/x](https://evil.example/_y_)')
    expect(html.match(/<a /g)).toHaveLength(1)
    expect(html).toContain('href="https://evil.example/_y_"')
    expect(html).toContain('</a> (evil.example)')
  })

  it('escape what they are written with', () => {
    const html = markdownToHtml('https://a.example/?a=1&b="><img src=x>')
    expect(html).toContain('href="https://a.example/?a=1&amp;b="')
    expect(html).not.toContain('<img')
  })

  it('stay as they are in the text part', () => {
    const text = 'https://a.example/_next_/*x* ann@a.example'
    expect(markdownToText(text)).toBe(text)
  })
})
