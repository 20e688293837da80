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
  ])('%s', (text, expected) => expect(links(text)).toEqual(expected))

  it.each(['', 'a\nb', 'x https://a.example/?q=1&r=2, y', 'https://a.example'])(
    'loses nothing of %j',
    (text) => {
      expect(
        autolink(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    },
  )
})
