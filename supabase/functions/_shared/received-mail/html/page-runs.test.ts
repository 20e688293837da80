import { growth } from '@helpdesk/testing/growth'
import { expect, it } from 'vitest'
import { showMail } from '../show.ts'
import { breakShapedPage } from './page-runs.ts'

const word = 'مرحبا '
const breaksIn = (html: string) => breakShapedPage(html).match(/<br>/g)?.length ?? 0

it.each([
  ['a page of another script', `<p>${'hello '.repeat(20_000)}</p>`],
  ['paragraphs', `<p dir="rtl">${word.repeat(350)}</p>`.repeat(20)],
  ['lines', `${word.repeat(350)}<br />`.repeat(20)],
  ['cells', `<table><tr>${`<td>${word.repeat(350)}</td>`.repeat(9)}</tr></table>`],
  ['attributes', `<a href="https://example.org/${'م'.repeat(500)}">a</a>`],
])('leaves %s', (_name, html) => expect(breakShapedPage(html)).toBe(html))

it('ends a paragraph for which a browser would take seconds, also one of many elements', () => {
  expect(breaksIn(`<p>${word.repeat(1_000)}</p>`)).toBe(2)
  expect(breaksIn(`<p>${`<b>${word}</b>\n`.repeat(1_000)}</p>`)).toBe(2)
})

it('is cut where it has more letters than a browser can lay out', () => {
  const page = breakShapedPage(`<p>${`<b>${word}</b>`.repeat(100_000)}</p>`)
  expect(page.match(/م/g)?.length).toBe(40_001)
})

it('takes linear time', () => {
  for (const html of ['<', '<b>م', 'م', '<a ', '>'])
    expect(growth((size) => breakShapedPage(html.repeat(size * 20)), 1_000)).toBeLessThan(3)
})

it.each(['text/plain', 'text/html'])('is done with a mail of %s that is shown', async (type) => {
  const raw = `From: olive@example.org\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${'م'.repeat(50_000)}`
  const { html, text } = await showMail(new TextEncoder().encode(raw))
  for (const shown of type === 'text/html' ? [html] : [text]) {
    expect(shown).toContain('م'.repeat(100))
    expect(shown).not.toContain('م'.repeat(101))
    expect(shown.split(/<br>|\n/).length).toBeGreaterThan(20)
  }
})
