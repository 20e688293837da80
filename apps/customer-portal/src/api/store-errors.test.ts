// The error texts of the ticket store in the specification, section 8.
import { expect, it, vi } from 'vitest'
import { stubBackend } from '@helpdesk/tickets/testing'
import { createTicket } from './create-ticket'

const values = { subject: 'S', description: 'Ten characters', priority: 'normal' } as const

it('logs and refuses a missing user without a request', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const sent = stubBackend(() => ({ body: null }))
  await expect(createTicket(null, values)).rejects.toMatchObject({
    message: 'User must be logged in to create a ticket',
    code: 'create_unauthenticated',
  })
  expect(sent).toEqual([])
  expect(log.mock.calls).toEqual([['User not authenticated']])
  log.mockRestore()
})
