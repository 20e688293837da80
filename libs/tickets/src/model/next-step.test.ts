import { describe, expect, it } from 'vitest'
import { nextStepText, assigneeName } from './next-step'
import { TICKET_STATUSES } from './statuses'

const alex = { name: 'Alex Agent' }

describe('assigneeName', () => {
  it('is the name, or "Nobody yet" without an assignee', () => {
    expect(assigneeName(alex)).toBe('Alex Agent')
    expect(assigneeName(null)).toBe('Nobody yet')
  })
  it('falls back to "Support" for a blank name', () => expect(assigneeName({ name: ' ' })).toBe('Support'))
})

describe('nextStepText', () => {
  it.each([
    [
      'open',
      'Your ticket is in the queue. The next available agent will take it.',
      'Alex Agent has your ticket and will look at it next.',
    ],
    [
      'in_progress',
      'The support team is working on your ticket and will reply here.',
      'Alex Agent is working on your ticket and will reply here.',
    ],
    [
      'pending',
      'The support team is waiting for your reply. Reply below.',
      'Alex Agent is waiting for your reply. Reply below.',
    ],
    [
      'on_hold',
      'The support team is waiting for someone else and will continue when they reply. You do not need to do anything.',
      'Alex Agent is waiting for someone else and will continue when they reply. You do not need to do anything.',
    ],
    [
      'solved',
      'We believe this is solved. If not, reply below to reopen the ticket.',
      'We believe this is solved. If not, reply below to reopen the ticket.',
    ],
    [
      'closed',
      'This ticket is closed. If the problem returns, reply below to reopen it.',
      'This ticket is closed. If the problem returns, reply below to reopen it.',
    ],
  ] as const)('describes %s with and without an assignee', (status, unassigned, assigned) => {
    expect(nextStepText(status, null)).toBe(unassigned)
    expect(nextStepText(status, alex)).toBe(assigned)
  })
  it('differs for every status', () => {
    expect(new Set(TICKET_STATUSES.map((status) => nextStepText(status, null))).size).toBe(6)
  })
})
