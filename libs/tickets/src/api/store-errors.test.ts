// The error texts of the ticket store in the specification, section 8.
import { describe, expect, it } from 'vitest'
import { stubBackend } from '../testing'
import { updateTicket } from './update-ticket'
import { uploadAttachment } from './upload-attachment'

const ME = '00000000-0000-4000-8000-0000000000a1'
const databaseError = (message: string, detail: string, status = 400, code = 'P0001') => ({
  status,
  body: { message, code, details: detail, hint: null },
})

it.each([
  ['User must be logged in to update a ticket', 'update_unauthenticated', () => updateTicket(null, 't', {})],
  ['File is required for creating attachments', 'file_required', () => uploadAttachment('t', undefined)],
])('fails without a request: %s (%s)', async (message, code, act) => {
  const sent = stubBackend(() => ({ body: null }))
  await expect(act()).rejects.toMatchObject({ message, code })
  expect(sent).toEqual([])
})

describe('updateTicket', () => {
  const forbidden = 'You do not have permission to update this ticket'
  it.each([
    ['no updated row', { body: [] }],
    ['a refusal by the database', databaseError(forbidden, 'ticket_forbidden')],
  ])('reports %s as ticket_forbidden', async (_name, answer) => {
    stubBackend(() => answer)
    await expect(updateTicket(ME, 't', { status: 'closed' })).rejects.toMatchObject({
      message: forbidden,
      code: 'ticket_forbidden',
    })
  })
})
