// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { ticketFormDefaults } from '@helpdesk/tickets/model/forms'
import { createNewTicketDraftStore } from './new-ticket-draft'

const KEY = 'helpdesk-draft:u1:new-ticket'
const values = { ...ticketFormDefaults, subject: 'Printer' }

beforeEach(() => localStorage.clear())

describe('the keeper of a new ticket', () => {
  it('has one request for one form, also after a reload and further changes', () => {
    const keeper = createNewTicketDraftStore(KEY)
    keeper.save(values)
    const first = keeper.requestId()
    keeper.save({ ...values, subject: 'Printer again' })
    expect(keeper.requestId()).toBe(first)
    const reloaded = createNewTicketDraftStore(KEY)
    expect(reloaded.initial).toEqual({
      values: { ...values, subject: 'Printer again' },
      fileCount: 0,
      requestId: first,
    })
    expect(reloaded.requestId()).toBe(first)
  })

  it('has another one for the next ticket, and for a second tab on the same draft', () => {
    const keeper = createNewTicketDraftStore(KEY)
    keeper.save(values)
    const tab = createNewTicketDraftStore(KEY)
    const first = keeper.requestId()
    expect(tab.requestId()).not.toBe(first)
    keeper.clear()
    expect(localStorage).toHaveLength(0)
    keeper.save(values)
    expect(keeper.requestId()).not.toBe(first)
  })

  it('keeps nothing of an empty form, and works without anybody to keep it for', async () => {
    createNewTicketDraftStore(KEY).save(ticketFormDefaults)
    const nobody = createNewTicketDraftStore(null)
    nobody.save(values)
    expect(nobody.requestId()).toMatch(/^[0-9a-f-]{36}$/)
    expect(await nobody.files.read()).toEqual([])
    expect(localStorage).toHaveLength(0)
  })
})
