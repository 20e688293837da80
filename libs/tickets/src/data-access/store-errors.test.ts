// The ticket store's row of the specification, section 8: each text where it is thrown, coded.
import { describe, expect, it, vi } from 'vitest'
import { stubBackend } from '../testing'
import { claimTicket, takeNextTicket } from './claim-ticket'
import { createTicket } from './create-ticket'
import { getAgentStats } from './get-agent-stats'
import { updateTicket } from './update-ticket'
import { uploadAttachment } from './upload-attachment'

const ME = '00000000-0000-4000-8000-0000000000a1'
const agent = { id: ME, role: 'agent' } as const
const customer = { id: ME, role: 'customer' } as const
const values = { subject: 'S', description: 'Ten characters', priority: 'normal' } as const
const says = (message: string, detail: string, status = 400, code = 'P0001') => ({
  status,
  body: { message, code, details: detail, hint: null },
})

describe('refused before anything is sent', () => {
  it.each([
    ['User must be logged in to create a ticket', 'create_unauthenticated', () => createTicket(null, values)],
    [
      'User must be logged in to update a ticket',
      'update_unauthenticated',
      () => updateTicket(null, 't', {}),
    ],
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
    [
      'Must be logged in as an agent to view dashboard',
      'dashboard_agents_only',
      () => getAgentStats('customer'),
    ],
    ['Must be logged in as an agent to view dashboard', 'dashboard_agents_only', () => getAgentStats(null)],
    ['File is required for creating attachments', 'file_required', () => uploadAttachment('t', undefined)],
  ])('%s (%s)', async (message, code, act) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const sent = stubBackend(() => ({ body: null }))
    await expect(act()).rejects.toMatchObject({ message, code })
    expect(sent).toEqual([])
    // A missing user is logged when a ticket is created, and there alone.
    expect(log.mock.calls).toEqual(code === 'create_unauthenticated' ? [['User not authenticated']] : [])
    log.mockRestore()
  })
})

describe('refused by the server', () => {
  const forbidden = 'You do not have permission to update this ticket'
  it.each([
    ['rows that one may not see', { body: [] }],
    ['a change that the rules forbid', says(forbidden, 'ticket_forbidden')],
  ])('%s', async (_name, answer) => {
    stubBackend(() => answer)
    await expect(updateTicket(ME, 't', { status: 'closed' })).rejects.toMatchObject({
      message: forbidden,
      code: 'ticket_forbidden',
    })
  })

  it.each([
    ['Ticket is already assigned to you', 'ticket_already_yours'],
    ['Ticket is already assigned to Jun Takahashi', 'ticket_already_assigned'],
  ])('%s', async (message, detail) => {
    stubBackend(() => says(message, detail, 409, 'PT409'))
    await expect(claimTicket(agent, { id: 't', assigned_to: null })).rejects.toMatchObject({
      message,
      status: 409,
    })
  })
})
