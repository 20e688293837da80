import { describe, expect, it } from 'vitest'
import { afterChange, bulkReport } from './bulk'

const subjects: Record<string, string> = { a: 'Printer', b: 'VPN', c: 'Invoice' }
const report = (results: Parameters<typeof bulkReport>[0]) =>
  bulkReport(results, 'updated', (id) => subjects[id])

describe('bulkReport', () => {
  it.each([
    [[], null],
    [[{ id: 'a', ok: true }], '1 ticket updated'],
    [
      [
        { id: 'a', ok: true },
        { id: 'b', ok: true },
      ],
      '2 tickets updated',
    ],
  ])('summarises %j as %s', (results, done) => expect(report(results)).toEqual({ done, refused: [] }))

  it('lists each reason once, with the subjects of its tickets', () => {
    const mine = { ok: false, message: 'You do not have permission to update this ticket' }
    expect(
      report([
        { id: 'a', ...mine },
        { id: 'b', ok: false, message: null },
        { id: 'c', ...mine },
        { id: 'x', ...mine },
      ]),
    ).toEqual({
      done: null,
      refused: [
        { reason: mine.message, subjects: ['Printer', 'Invoice', 'A ticket'] },
        { reason: 'The change was refused', subjects: ['VPN'] },
      ],
    })
  })
})

describe('afterChange', () => {
  const row = { id: 'a', status: 'open', priority: 'low', assigned_to: null } as const

  it('applies the change and keeps other fields', () => {
    expect(afterChange(row, { priority: 'high' }, 'me')).toEqual({ ...row, priority: 'high' })
    expect(afterChange({ ...row, assigned_to: 'you' }, { assigned_to: null }, 'me')).toEqual(row)
    expect(afterChange(row, { add_tags: ['x'] }, 'me')).toEqual(row)
  })

  it('sets in progress only when you claim an unassigned ticket', () => {
    const status = (before: string | null, to: string, change = {}) =>
      afterChange({ ...row, assigned_to: before }, { assigned_to: to, ...change }, 'me').status
    expect(status(null, 'me')).toBe('in_progress')
    expect(status(null, 'you')).toBe('open')
    expect(status('you', 'me')).toBe('open')
    expect(status(null, 'me', { status: 'pending' })).toBe('pending')
  })
})
