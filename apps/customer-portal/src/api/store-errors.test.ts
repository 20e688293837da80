// The ticket store's row of the specification, section 8: each text where it is thrown, coded.
import { expect, it, vi } from 'vitest'
import { stubBackend } from '@helpdesk/tickets/testing'
import { createTicket } from './create-ticket'

const values = { subject: 'S', description: 'Ten characters', priority: 'normal' } as const

it('refuses and logs a missing user before anything is sent', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const sent = stubBackend(() => ({ body: null }))
  await expect(createTicket(null, values)).rejects.toMatchObject({
    message: 'User must be logged in to create a ticket',
    code: 'create_unauthenticated',
  })
  expect(sent).toEqual([])
  // A missing user is logged when a ticket is created, and there alone.
  expect(log.mock.calls).toEqual([['User not authenticated']])
  log.mockRestore()
})
