// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { drawList, type ListPreview } from './draw-list'
import { priorityOf, statusOf, subjectLine, timeOf } from './lines'

const sizes = { top: 100, head: 30, row: 40 }
const preview: ListPreview = {
  heading: 'My Tickets',
  subtitle: 'View and manage your support tickets',
  sizes: { narrow: { ...sizes, row: 98 }, wide: sizes },
  columns: [
    { width: '2rem' },
    { title: 'Subject', always: true, lines: (row) => [subjectLine(row)] },
    { title: 'Status', width: '7.5rem', lines: (row) => [statusOf(row), priorityOf(row)] },
  ],
}
const row = { id: 'a', number: 1042, subject: 'Printer on fire', status: 'in_progress', priority: 'high' }

function draw(answer: unknown) {
  const main = document.createElement('main')
  return { drawn: drawList(answer, main, preview), main }
}

describe('drawList', () => {
  it('draws each row with a link to its ticket', () => {
    const { drawn, main } = draw([row, { ...row, id: 'b/../c', subject: 'Second' }])
    expect(drawn).toBe(true)
    expect(main.querySelector('h1')?.textContent).toBe('My Tickets')
    const links = [...main.querySelectorAll('tbody tr a')]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/tickets/a', '/tickets/b%2F..%2Fc'])
    const cells = [...main.querySelectorAll('tbody tr:first-child td')].map(({ textContent }) => textContent)
    expect(cells).toEqual(['', '#1042Printer on fire', 'In ProgressHigh'])
  })

  it('names the lengths of both layouts and hides columns from narrow screens', () => {
    const { main } = draw([row])
    const list = main.querySelector('article')
    expect(list?.style.getPropertyValue('--narrow-row')).toBe('98px')
    expect(list?.style.getPropertyValue('--wide-row')).toBe('40px')
    const hidden = [...main.querySelectorAll('thead th')].map((cell) => cell.hasAttribute('data-wide-only'))
    expect(hidden).toEqual([true, false, true])
  })

  it('draws markup as text', () => {
    const subject = '<img src=x onerror=alert(1)>'
    const { main } = draw([{ ...row, subject }])
    expect(main.querySelector('img')).toBeNull()
    expect(main.querySelector('tbody a')?.textContent).toBe(subject)
  })

  it('draws at most 16 rows', () => {
    expect(draw(Array.from({ length: 50 }, () => row)).main.querySelectorAll('tbody tr')).toHaveLength(16)
  })

  it.each([
    ['no rows', []],
    ['an error', { code: '42501', message: 'permission denied' }],
    ['nothing', null],
    ['rows of something else', [{ id: 'a' }, 'b', null]],
  ])('draws nothing from %s', (_, answer) => {
    const { drawn, main } = draw(answer)
    expect(drawn).toBe(false)
    expect(main.childElementCount).toBe(0)
  })
})

describe('lines', () => {
  it('show nothing instead of unexpected values', () => {
    const strange = { status: 'burning', priority: 7, created_at: 'yesterday' }
    expect([statusOf(strange), priorityOf(strange), timeOf(strange, 'created_at', String)]).toEqual([
      '',
      '',
      '',
    ])
  })
})
