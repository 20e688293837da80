// The error texts of the ticket store in the specification, section 8.
import { describe, expect, it } from 'vitest'
import { stubBackend } from '@helpdesk/tickets/testing'
import { claimTicket } from './claim-ticket'
import { takeNextTicket } from './take-next-ticket'

const ME = '00000000-0000-4000-8000-0000000000a1'
const agent = { id: ME, role: 'agent' } as const
const customer = { id: ME, role: 'customer' } as const
const conflict = (message: string, details: string) => ({
  status: 409,
  body: { message, code: 'PT409', details, hint: null },
})

it.each([
  ['Must be logged in as an agent to view queue', 'queue_agents_only', () => takeNextTicket(customer)],
  ['Must be logged in as an agent to view queue', 'queue_agents_only', () => takeNextTicket(null)],
  [
    'Must be logged in as an agent to assign tickets',
    'assign_agents_only',
    () => claimTicket(customer, { id: 't', assigned_to: null }),
  ],
  [
    'Ticket is already assigned to you',
    'already_assigned',
    () => claimTicket(agent, { id: 't', assigned_to: ME }),
  ],
])('fails without a request: %s (%s)', async (message, code, act) => {
  const sent = stubBackend(() => ({ body: null }))
  await expect(act()).rejects.toMatchObject({ message, code })
  expect(sent).toEqual([])
})

describe('claimTicket', () => {
  it.each([
    ['Ticket is already assigned to you', 'ticket_already_yours'],
    ['Ticket is already assigned to Jun Takahashi', 'ticket_already_assigned'],
  ])('passes on the conflict: %s', async (message, detail) => {
    stubBackend(() => conflict(message, detail))
    await expect(claimTicket(agent, { id: 't', assigned_to: null })).rejects.toMatchObject({
      message,
      status: 409,
    })
  })
})
