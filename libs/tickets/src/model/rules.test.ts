import { describe, expect, it } from 'vitest'
import { failureText, failureToasts, MISSING_USER_LOG, ticketErrorTexts } from './errors'
import {
  canAssign,
  canClaimTickets,
  canTakeOver,
  canTriage,
  canUpdateTicket,
  claimRefusal,
  hasManagementPanel,
} from './permissions'
import {
  DEFAULT_PRIORITY,
  isTicketPriority,
  MEDIUM_HINT,
  priorityChoice,
  priorityLabel,
  priorityRank,
  priorityWord,
  TICKET_PRIORITIES,
} from './priorities'
import { isTicketStatus, statusLabel, statusWord, TICKET_STATUSES } from './statuses'

describe('statuses', () => {
  it('lists the six statuses in order', () => {
    expect(TICKET_STATUSES).toEqual(['open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed'])
  })
  it.each([
    ['in_progress', 'in progress', 'In Progress'],
    ['on_hold', 'on hold', 'On Hold'],
    ['open', 'open', 'Open'],
  ] as const)('%s reads %s on a badge and %s in a menu', (status, word, label) => {
    expect(statusWord(status)).toBe(word)
    expect(statusLabel(status)).toBe(label)
  })
  it('rejects unknown statuses', () => {
    expect(isTicketStatus('on_hold')).toBe(true)
    expect(isTicketStatus('On Hold')).toBe(false)
    expect(isTicketStatus(null)).toBe(false)
  })
})

describe('priorities', () => {
  it('ranks from urgent 4 to low 0', () => {
    expect(['urgent', 'high', 'medium', 'normal', 'low'].filter(isTicketPriority).map(priorityRank)).toEqual([
      4, 3, 2, 1, 0,
    ])
  })
  it('read in lower case on a badge and capitalized in a menu', () => {
    expect([priorityWord('urgent'), priorityLabel('urgent')]).toEqual(['urgent', 'Urgent'])
  })
  it('are explained where they are chosen', () => {
    expect(MEDIUM_HINT).toBe('Medium is between Normal and High.')
    expect(TICKET_PRIORITIES.map(priorityChoice)).toEqual([
      'Urgent',
      'High',
      'Medium (between Normal and High)',
      'Normal',
      'Low',
    ])
  })
  it('lists the most urgent first and defaults to normal', () => {
    expect(TICKET_PRIORITIES.map(priorityRank)).toEqual([4, 3, 2, 1, 0])
    expect(DEFAULT_PRIORITY).toBe('normal')
    expect(isTicketPriority('critical')).toBe(false)
  })
})

describe('canUpdateTicket', () => {
  const ticket = { customer_id: 'c1', assigned_to: 'a1' }
  it.each([
    ['admin', 'anyone', true],
    ['agent', 'a1', true],
    ['agent', 'a2', false],
    ['customer', 'c1', true],
    ['customer', 'c2', false],
    ['customer', 'a1', false],
    ['agent', 'c1', false],
  ] as const)('for %s %s is %s', (role, id, expected) => {
    expect(canUpdateTicket({ id, role }, ticket)).toBe(expected)
  })
  it('refuses agents on unassigned and customers on ownerless tickets', () => {
    const orphan = { customer_id: null, assigned_to: null }
    expect(canUpdateTicket({ id: 'a1', role: 'agent' }, orphan)).toBe(false)
    expect(canUpdateTicket({ id: 'c1', role: 'customer' }, orphan)).toBe(false)
  })
})

describe('rights of agents', () => {
  const agent = { id: 'a1', role: 'agent' } as const
  const admin = { id: 'b1', role: 'admin' } as const
  const customer = { id: 'c1', role: 'customer' } as const
  const of = (assigned_to: string | null) => ({ customer_id: 'c1', assigned_to })

  it('include every ticket when the workspace says so', () => {
    expect(canUpdateTicket(agent, of('a2'), 'all')).toBe(true)
    expect(canUpdateTicket(agent, of(null), 'all')).toBe(true)
    expect(canTriage(agent, of('a2'), 'all')).toBe(true)
    expect(canUpdateTicket(customer, { ...of(null), customer_id: 'c2' }, 'all')).toBe(false)
  })

  it.each([
    ['own', 'a1', true],
    ['unassigned', null, true],
    ['a colleague’s', 'a2', false],
  ] as const)('to triage and assign: %s ticket', (_name, assignee, expected) => {
    expect(canTriage(agent, of(assignee))).toBe(expected)
    expect(canAssign(agent, of(assignee))).toBe(expected)
    expect(canTriage(admin, of(assignee))).toBe(true)
    expect(canTriage(customer, of(assignee), 'all')).toBe(false)
  })

  it('to take over: tickets of colleagues', () => {
    expect(canTakeOver(agent, of('a2'))).toBe(true)
    expect(canTakeOver(admin, of('a2'))).toBe(true)
    expect(canTakeOver(agent, of('a1'))).toBe(false)
    expect(canTakeOver(agent, of(null))).toBe(false)
    expect(canTakeOver(customer, of('a2'))).toBe(false)
  })
})

describe('claiming', () => {
  it.each([
    ['customer', false],
    ['agent', true],
    ['admin', true],
    [null, false],
  ] as const)('%s may claim: %s', (role, expected) => expect(canClaimTickets(role)).toBe(expected))

  it('refuses customers and the current assignee', () => {
    const agent = { id: 'a1', role: 'agent' } as const
    expect(claimRefusal(null, { assigned_to: null })).toBe('assign_agents_only')
    expect(claimRefusal({ id: 'c1', role: 'customer' }, { assigned_to: null })).toBe('assign_agents_only')
    expect(claimRefusal(agent, { assigned_to: 'a1' })).toBe('already_assigned')
    expect(claimRefusal(agent, { assigned_to: null })).toBeNull()
  })

  it('shows the management panel only to agents', () => {
    expect((['customer', 'agent', 'admin', null] as const).map(hasManagementPanel)).toEqual([
      false,
      true,
      false,
      false,
    ])
  })
})

describe('error texts', () => {
  it.each([
    ['create_unauthenticated', 'User must be logged in to create a ticket'],
    ['update_unauthenticated', 'User must be logged in to update a ticket'],
    ['ticket_forbidden', 'You do not have permission to update this ticket'],
    ['queue_agents_only', 'Must be logged in as an agent to view queue'],
    ['assign_agents_only', 'Must be logged in as an agent to assign tickets'],
    ['already_assigned', 'Ticket is already assigned to you'],
    ['dashboard_agents_only', 'Must be logged in as an agent to view dashboard'],
    ['file_required', 'File is required for creating attachments'],
  ] as const)('%s', (code, text) => expect(ticketErrorTexts[code]).toBe(text))

  it.each([
    ['comment', 'Failed to add comment. Please try again.'],
    ['agentDashboard', 'Failed to load dashboard data. Please try again.'],
    ['assistant', 'Failed to get response from AI assistant'],
    ['unknown', 'An unknown error occurred'],
  ] as const)('toast %s', (name, description) => {
    expect(failureToasts[name]).toEqual({ title: 'Error', description })
  })

  it('match the specification for the log of a missing user', () =>
    expect(MISSING_USER_LOG).toBe('User not authenticated'))

  it('replace only lost connections and missing messages', () => {
    expect(failureText(Object.assign(new Error('Failed to fetch'), { code: 'network' }))).toMatch(
      /could not be reached/,
    )
    expect(failureText(new Error('Too many files'))).toBe('Too many files')
    expect(failureText(new Error(''))).toBe('An unknown error occurred')
    expect(failureText(undefined)).toBe('An unknown error occurred')
  })
})
