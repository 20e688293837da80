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
      'Your ticket is in the queue. The next free person of the support team takes it.',
      'Alex Agent has your ticket and gets to it next.',
    ],
    [
      'in_progress',
      'The support team is working on it and answers you here.',
      'Alex Agent is working on it and answers you here.',
    ],
    [
      'pending',
      'The support team is waiting for your answer. Write it below.',
      'Alex Agent is waiting for your answer. Write it below.',
    ],
    [
      'on_hold',
      'The support team is waiting for somebody else, and goes on as soon as they answer. You need to do nothing.',
      'Alex Agent is waiting for somebody else, and goes on as soon as they answer. You need to do nothing.',
    ],
    [
      'solved',
      'We think that this is solved. If it is not, reopen the ticket.',
      'We think that this is solved. If it is not, reopen the ticket.',
    ],
    [
      'closed',
      'This ticket is closed. If the problem comes back, reopen it.',
      'This ticket is closed. If the problem comes back, reopen it.',
    ],
  ] as const)('describes %s with and without an assignee', (status, unassigned, assigned) => {
    expect(nextStepText(status, null)).toBe(unassigned)
    expect(nextStepText(status, alex)).toBe(assigned)
  })
  it('differs for every status', () => {
    expect(new Set(TICKET_STATUSES.map((status) => nextStepText(status, null))).size).toBe(6)
  })
})
