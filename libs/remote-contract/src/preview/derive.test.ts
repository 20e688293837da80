// @vitest-environment jsdom
import { expect, it, onTestFinished, vi } from 'vitest'
import { deriveTemplate, merge, sampleAnswer, simplify, type SampleRows } from './derive'
import { fill } from './fill'
import { asCondition, type Fields } from './template'

const sample: SampleRows = {
  row: {
    id: '',
    number: 7654321,
    subject: 'Sample subject',
    status: 'open',
    created_at: '2001-02-03',
    unread: false,
  },
  variants: { status: ['solved', 'closed'], unread: [true] },
}
const formats = { created_at: { year: (time: string) => `in ${time.slice(0, 4)}` } }

/** A screen as a component would render it, with a table of rows. */
function render(rows: readonly Fields[], layout = 'wide'): Element {
  const screen = document.createElement('div')
  const badge = (status: unknown) =>
    status === 'open' ? '<svg><path d="M1"></path></svg>Open' : `<b>${status}</b>`
  screen.innerHTML = `<h1 class="css-1" title="Tip">Tickets</h1><table data-layout="${layout}"><tbody>${rows
    .map(
      ({ id, number, subject, status, created_at, unread }) =>
        `<tr${unread ? ' data-unread="true"' : ''}><td>${unread ? '<i>New</i>' : ''}#${number} <a href="/tickets/${id}">${subject}</a></td>
<td data-mark="is-${status}"><span>${badge(status)}</span></td><td>Raised ${formats.created_at.year(String(created_at))}.</td></tr>`,
    )
    .join('')}</tbody></table><p>${rows.length} tickets</p>`
  return screen
}

function template() {
  const whole = deriveTemplate(render(sampleAnswer(sample)), sample, formats)
  merge(whole, deriveTemplate(render(sampleAnswer(sample), 'cards'), sample, formats), 'width', '0')
  for (const [field, values] of Object.entries(sample.variants))
    simplify(whole, field, values.map(asCondition), asCondition(sample.row[field]))
  return { css: '.css-1{color:red}', nodes: whole.children ?? [] }
}

function filled(answer: unknown) {
  const main = document.createElement('main')
  const drawn = fill(template(), formats, answer, main)
  return { drawn, main, article: main.querySelector('article') }
}

const row = {
  id: 'a',
  number: 42,
  subject: 'Printer',
  status: 'open',
  created_at: '2026-11-29',
  unread: false,
}
const without = (element: Element | null) => element?.innerHTML.replace(/ title="Tip"|<p>.*<\/p>/g, '')

it.each([
  ['the values of the sample row', row],
  ['a value that was rendered for one row', { ...row, status: 'closed' }],
  ['two values that were never rendered together', { ...row, status: 'solved', unread: true }],
])('shows %s as the component does', (_, fields) => {
  const rows = [fields, { ...row, subject: 'Second' }]
  expect(without(filled(rows).article)).toBe(without(render(rows)))
})

it('shows no part for a value that no sample row had', () => {
  const { article } = filled([{ ...row, status: 'parked' }])
  expect(article?.querySelector('span')?.textContent).toBe('')
  expect(article?.querySelector('td:nth-child(2)')?.hasAttribute('data-mark')).toBe(false)
})

it('follows the width of the window', () => {
  expect(filled([row]).article?.querySelector('table')?.dataset['layout']).toBe('wide')
  vi.stubGlobal('innerWidth', 360)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(filled([row]).article?.querySelector('table')?.dataset['layout']).toBe('cards')
})

it('draws markup and slots in values as text', () => {
  const subject = '<img src=x onerror=alert(1)> {number}'
  const { article } = filled([{ ...row, subject, id: 'b/../c' }])
  expect(article?.querySelector('img')).toBeNull()
  expect(article?.querySelector('a')?.textContent).toBe(subject)
  expect(article?.querySelector('a')?.getAttribute('href')).toBe('/tickets/b%2F..%2Fc')
})

it('draws drawings as such, and at most 16 rows', () => {
  const { article } = filled(Array.from({ length: 50 }, () => row))
  expect(article?.querySelectorAll('tr')).toHaveLength(16)
  expect(article?.querySelector('path')).toBeInstanceOf(SVGElement)
})

it.each([
  ['no rows', []],
  ['an error', { code: '42501', message: 'permission denied' }],
  ['nothing', null],
  ['values that are no rows', ['b', null, { subject: 'No id' }]],
])('draws nothing from %s', (_, answer) => {
  const { drawn, main } = filled(answer)
  expect(drawn).toBe(false)
  expect(main.childElementCount).toBe(0)
})

it('fails for a screen that shows fewer rows', () => {
  const screen = render(sampleAnswer(sample).slice(0, 2))
  expect(() => deriveTemplate(screen, sample, formats)).toThrow('sample row 2')
})
