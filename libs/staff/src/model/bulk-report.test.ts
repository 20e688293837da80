import { describe, expect, it } from 'vitest'
import type { BulkChange, BulkResult } from './bulk'
import { bulkReport, heldReason } from './bulk-report'

const tickets = [
  { id: 'a', number: 1041, subject: 'Printer' },
  { id: 'b', number: 1042, subject: 'VPN' },
]
const report = (results: BulkResult[], change: BulkChange = { status: 'pending' }) =>
  bulkReport(results, change, tickets, 'me')
const ok = (...ids: string[]) => ids.map((id) => ({ id, ok: true }))

describe('bulkReport', () => {
  it.each<[string[], BulkChange, string | null]>([
    [[], { status: 'solved' }, null],
    [['a'], { status: 'solved' }, '#1041 set to Solved'],
    [['a', 'b'], { status: 'solved' }, '2 tickets set to Solved'],
    [['a', 'b'], { priority: 'high' }, '2 tickets set to High priority'],
    [['b'], { assigned_to: 'me', assignee_name: 'Me' }, '#1042 assigned to you'],
    [['a', 'b'], { assigned_to: 'bo', assignee_name: 'Bo Busy' }, '2 tickets assigned to Bo Busy'],
    [['a', 'b'], { assigned_to: null }, '2 tickets returned to the queue'],
    [['a', 'b'], { add_tags: ['x'] }, 'Tags of 2 tickets changed'],
    [['a'], { remove_tags: ['x'] }, 'Tags of #1041 changed'],
    [['a', 'b'], { take_over: true }, '2 tickets taken over'],
  ])('says of %j and %j: %s', (ids, change, done) =>
    expect(report(ok(...ids), change)).toEqual({ done, refused: [] }),
  )

  it('takes the number from the answer for a ticket that is not loaded', () => {
    expect(report([{ id: 'x', number: 1050, subject: 'Invoice', ok: true }]).done).toBe(
      '#1050 set to Pending',
    )
  })

  it('lists each reason once, with the numbers and subjects of its tickets', () => {
    const held = { ok: false, message: 'Assigned to Bo Busy. Take over to change.' }
    expect(
      report([
        { id: 'a', ...held },
        { id: 'b', ok: false, message: null },
        { id: 'c', number: 1050, subject: 'Invoice', ...held },
        { id: 'x', number: null, subject: null, ...held },
      ]),
    ).toEqual({
      done: null,
      refused: [
        { reason: held.message, tickets: ['#1041 Printer', '#1050 Invoice'], more: 1 },
        { reason: 'The change was refused', tickets: ['#1042 VPN'], more: 0 },
      ],
    })
  })
})

it('names the colleague who has a ticket', () => {
  expect(heldReason({ assignee_name: 'Bo Busy' })).toBe('Assigned to Bo Busy. Take over to change.')
  expect(heldReason({})).toBe('Assigned to a colleague. Take over to change.')
})
