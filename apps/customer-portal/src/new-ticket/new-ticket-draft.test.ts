// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest'
import { ticketFormDefaults } from '@helpdesk/tickets/model/forms'
import { createNewTicketDraftStore } from './new-ticket-draft'

const KEY = 'helpdesk-draft:u1:new-ticket'
const values = { ...ticketFormDefaults, subject: 'Printer' }

beforeEach(() => localStorage.clear())

describe('createNewTicketDraftStore', () => {
  it('keeps one request id per form, also after changes and a reload', () => {
    const store = createNewTicketDraftStore(KEY)
    store.save(values)
    const first = store.requestId()
    store.save({ ...values, subject: 'Printer again' })
    expect(store.requestId()).toBe(first)
    const reloaded = createNewTicketDraftStore(KEY)
    expect(reloaded.initial).toEqual({
      values: { ...values, subject: 'Printer again' },
      fileCount: 0,
      requestId: first,
    })
    expect(reloaded.requestId()).toBe(first)
  })

  it('creates another request id for the next ticket and for a second tab', () => {
    const store = createNewTicketDraftStore(KEY)
    store.save(values)
    const tab = createNewTicketDraftStore(KEY)
    const first = store.requestId()
    expect(tab.requestId()).not.toBe(first)
    store.clear()
    expect(localStorage).toHaveLength(0)
    store.save(values)
    expect(store.requestId()).not.toBe(first)
  })

  it('stores nothing for an empty form or without a user', async () => {
    createNewTicketDraftStore(KEY).save(ticketFormDefaults)
    const signedOut = createNewTicketDraftStore(null)
    signedOut.save(values)
    expect(signedOut.requestId()).toMatch(/^[0-9a-f-]{36}$/)
    expect(await signedOut.files.read()).toEqual([])
    expect(localStorage).toHaveLength(0)
  })
})
