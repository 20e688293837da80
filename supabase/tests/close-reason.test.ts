import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectError,
  expectRows,
  type TestUser,
  insertTicket,
} from './support/backend'

const forbidden = 'You do not have permission to update this ticket'

describe('close_reason', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  const update = ({ client }: TestUser, id: string, values: object) =>
    client.from('tickets').update(values).eq('id', id).select('status, close_reason')
  const closedBy = async (customer: TestUser, reason: string | null) => {
    const id = await insertTicket(customer)
    await db`update public.tickets set status = 'closed', close_reason = ${reason} where id = ${id}`
    return id
  }

  it('is set by the customer when closing, and cleared by reopening', async () => {
    const { owner } = people
    const id = await insertTicket(owner)
    const closed = await update(owner, id, { status: 'closed', close_reason: ' It works again\n' })
    expect(closed.data).toEqual([{ status: 'closed', close_reason: 'It works again' }])
    const reopened = await update(owner, id, { status: 'open' })
    expect(reopened.data).toEqual([{ status: 'open', close_reason: null }])
  })

  it('allows a repeated closing, and null when reopening', async () => {
    const { owner } = people
    const id = await insertTicket(owner)
    const close = { status: 'closed', close_reason: 'Found it' }
    for (let n = 0; n < 2; n++) expectRows(await update(owner, id, close), 1)
    const reopened = await update(owner, id, { status: 'open', close_reason: null })
    expect(reopened.data).toEqual([{ status: 'open', close_reason: null }])
  })

  it('is set by the assigned agent and by admins', async () => {
    const { owner, agent, admin } = people
    for (const who of [agent, admin]) {
      const id = await insertTicket(owner, { assigned_to: agent.id })
      const closed = await update(who, id, { status: 'closed', close_reason: 'Duplicate' })
      expect(closed.data).toEqual([{ status: 'closed', close_reason: 'Duplicate' }])
    }
  })

  it('rejects other agents and customers, and later changes by the customer', async () => {
    const { owner, otherAgent, otherCustomer } = people
    const id = await closedBy(owner, 'Duplicate')
    expectError(await update(otherAgent, id, { close_reason: 'x' }), 'ticket_forbidden', forbidden)
    expectRows(await update(otherCustomer, id, { close_reason: 'x' }), 0)
    expectError(await update(owner, id, { close_reason: 'x' }), 'ticket_forbidden', forbidden)
    expectError(await update(owner, id, { close_reason: null }), 'ticket_forbidden', forbidden)
    const [row] = await db`select close_reason from public.tickets where id = ${id}`
    expect(row).toEqual({ close_reason: 'Duplicate' })
  })

  it.each(['open', 'in_progress', 'pending', 'on_hold', 'solved'])('is empty while %s', async (status) => {
    const { owner, admin } = people
    const id = await closedBy(owner, 'Duplicate')
    const changed = await update(admin, id, { status, close_reason: 'stays?' })
    expect(changed.data).toEqual([{ status, close_reason: null }])
  })

  it('has at most 500 characters; blank becomes null', async () => {
    const { owner } = people
    const id = await insertTicket(owner)
    const long = await update(owner, id, { status: 'closed', close_reason: 'x'.repeat(501) })
    expect(long.error?.code).toBe('23514')
    expectRows(await update(owner, id, { status: 'closed', close_reason: 'x'.repeat(500) }), 1)
    const blank = await update(owner, await insertTicket(owner), { status: 'closed', close_reason: ' \n\t' })
    expect(blank.data).toEqual([{ status: 'closed', close_reason: null }])
  })
})
