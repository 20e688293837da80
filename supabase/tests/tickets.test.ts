import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  expectRows,
  insertTicket,
} from './support/backend'

const forbidden = 'You do not have permission to update this ticket'
const draft = { subject: 'No sound', description: 'The speakers stay silent.' }

describe('tickets', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  const row = async (id: string) => (await db`select * from public.tickets where id = ${id}`)[0]
  const update = (who: keyof Omit<TestUsers, 'visitor'>, id: string, values: object) =>
    people[who].client.from('tickets').update(values).eq('id', id).select()

  it('are created by customers for themselves', async () => {
    const { owner } = people
    const { data, error } = await owner.client
      .from('tickets')
      .insert({ ...draft, tags: ['audio'], metadata: { os: 'x' } })
      .select()
      .single()
    expect(error).toBeNull()
    expect(data).toMatchObject({
      ...draft,
      status: 'open',
      priority: 'normal',
      created_by: owner.id,
      customer_id: owner.id,
      assigned_to: null,
      closed_at: null,
      tags: ['audio'],
      metadata: { os: 'x' },
      version: 1,
    })
  })

  it('reject other customers, other authors and staff fields from a customer', async () => {
    const { owner, otherCustomer, agent, visitor } = people
    const insert = (values: object) => owner.client.from('tickets').insert({ ...draft, ...values })
    expectForbidden(await insert({ customer_id: otherCustomer.id }))
    expectForbidden(await insert({ created_by: otherCustomer.id }))
    expectForbidden(await insert({ customer_id: null }))
    for (const values of [
      { status: 'closed' },
      { assigned_to: agent.id },
      { id: randomUUID() },
      { created_at: '2020-01-01' },
      { version: 9 },
    ])
      expectForbidden(await insert(values))
    expectForbidden(await visitor.from('tickets').insert(draft))
  })

  it('reject inserts by staff', async () => {
    const { owner, agent, admin } = people
    for (const { client, id } of [agent, admin])
      for (const values of [{}, { customer_id: owner.id }, { customer_id: id }, { created_by: owner.id }])
        expectForbidden(await client.from('tickets').insert({ ...draft, ...values }))
  })

  it.each([
    [{ subject: '' }],
    [{ subject: '  ' }],
    [{ subject: 'x'.repeat(256) }],
    [{ description: 'too short' }],
    [{ description: 'x'.repeat(2001) }],
    [{ priority: 'asap' }],
  ])('reject values out of bounds: %o', async (values) => {
    const { error } = await people.owner.client.from('tickets').insert({ ...draft, ...values })
    expect(error?.code).toBe('23514')
  })

  it('accept values at their bounds', async () => {
    const { owner } = people
    const edge = { subject: 'x'.repeat(255), description: 'x'.repeat(2000), priority: 'urgent' }
    expectRows(
      await owner.client
        .from('tickets')
        .insert([edge, { subject: 'x', description: 'x'.repeat(10), priority: 'low' }])
        .select(),
      2,
    )
  })

  it('look missing to other customers', async () => {
    const { owner, otherCustomer, visitor } = people
    const id = await insertTicket(owner)
    expectRows(await owner.client.from('tickets').select('*, comments(*), attachments(*)').eq('id', id), 1)
    expectRows(await otherCustomer.client.from('tickets').select('*').eq('id', id), 0)
    const count = await otherCustomer.client
      .from('tickets')
      .select('id', { count: 'exact', head: true })
      .eq('id', id)
    expect(count.count).toBe(0)
    expectForbidden(await visitor.from('tickets').select('id'))
  })

  it('are all visible to staff', async () => {
    const id = await insertTicket(people.owner)
    for (const who of ['agent', 'otherAgent', 'admin'] as const)
      expectRows(await people[who].client.from('tickets').select('*').eq('id', id), 1)
  })

  it('take text while open, closing and reopening from the customer', async () => {
    const id = await insertTicket(people.owner)
    expectRows(await update('owner', id, { subject: 'Better subject' }), 1)
    expectRows(await update('owner', id, { status: 'closed' }), 1)
    expect((await row(id))?.closed_at).not.toBeNull()
    expectError(await update('owner', id, { subject: 'Too late' }), 'ticket_forbidden', forbidden)
    expectRows(await update('owner', id, { status: 'open' }), 1)
    expect(await row(id)).toMatchObject({ closed_at: null, subject: 'Better subject', version: 4 })
  })

  it.each(['in_progress', 'pending', 'on_hold'])(
    'refuse reopening by the customer while %s',
    async (status) => {
      const id = await insertTicket(people.owner, { status })
      expectError(await update('owner', id, { status: 'open' }), 'ticket_forbidden', forbidden)
      expect(await row(id)).toMatchObject({ status, version: 1 })
    },
  )

  it('refuse other changes by customers', async () => {
    const { owner, otherCustomer } = people
    const id = await insertTicket(owner)
    for (const values of [
      { priority: 'urgent' },
      { assigned_to: owner.id },
      { status: 'solved' },
      { tags: ['x'] },
      { metadata: {} },
    ])
      expectError(await update('owner', id, values), 'ticket_forbidden', forbidden)
    for (const values of [
      { customer_id: otherCustomer.id },
      { created_by: otherCustomer.id },
      { created_at: '2020-01-01' },
      { version: 1 },
    ])
      expectForbidden(await update('owner', id, values))
    expectRows(await update('otherCustomer', id, { status: 'closed' }), 0)
    expect(await row(id)).toMatchObject({ status: 'open', priority: 'normal', version: 1 })
  })

  it('are updated by the assigned agent and admins, not by other agents', async () => {
    const { owner, agent, otherAgent } = people
    const id = await insertTicket(owner, { assigned_to: agent.id })
    expectRows(await update('agent', id, { status: 'pending', priority: 'high' }), 1)
    expectError(await update('otherAgent', id, { status: 'open' }), 'ticket_forbidden', forbidden)
    expectError(await update('otherAgent', id, { assigned_to: otherAgent.id }), 'ticket_forbidden', forbidden)
    expectRows(await update('admin', id, { assigned_to: otherAgent.id }), 1)
    expectError(await update('agent', id, { status: 'open' }), 'ticket_forbidden')
    expect(await row(id)).toMatchObject({ status: 'pending', priority: 'high', assigned_to: otherAgent.id })
  })

  it('are assigned to active staff only', async () => {
    const { owner, agent } = people
    const id = await insertTicket(owner, { assigned_to: agent.id })
    expectError(await update('agent', id, { assigned_to: owner.id }), 'assignee_invalid')
    expectError(await update('admin', id, { assigned_to: randomUUID() }), 'assignee_invalid')
  })

  it("reject a whole update when one row is another agent's", async () => {
    const { owner, agent, otherAgent } = people
    const mine = await insertTicket(owner, { assigned_to: agent.id })
    const theirs = await insertTicket(owner, { assigned_to: otherAgent.id })
    expectError(
      await agent.client.from('tickets').update({ priority: 'low' }).in('id', [mine, theirs]),
      'ticket_forbidden',
    )
    expect(await row(mine)).toMatchObject({ priority: 'normal', version: 1 })
  })

  it('reject upserts over existing rows', async () => {
    const { owner, otherCustomer } = people
    const id = await insertTicket(owner)
    for (const { client } of [owner, otherCustomer])
      expectForbidden(await client.from('tickets').upsert({ id, ...draft }))
  })

  it('are deleted by admins only', async () => {
    const id = await insertTicket(people.owner, { assigned_to: people.agent.id })
    for (const who of ['owner', 'otherCustomer', 'agent'] as const)
      expectRows(await people[who].client.from('tickets').delete().eq('id', id).select(), 0)
    expectRows(await people.admin.client.from('tickets').delete().eq('id', id).select(), 1)
    expect(await row(id)).toBeUndefined()
  })

  it.each(['owner', 'agent', 'admin'] as const)('ignore closed_at sent by the %s', async (who) => {
    const sent = '2020-01-01T00:00:00Z'
    const id = await insertTicket(people.owner, { assigned_to: people.agent.id })
    expectRows(await update(who, id, { closed_at: sent }), 1)
    expect((await row(id))?.closed_at).toBeNull()
    expectRows(await update(who, id, { status: 'closed', closed_at: sent }), 1)
    const stamp = (await row(id))?.closed_at
    expect(Date.now() - stamp).toBeLessThan(3_600_000)
    for (const closed_at of [sent, null]) {
      expectRows(await update(who, id, { status: 'closed', closed_at }), 1)
      expectRows(await update(who, id, { closed_at }), 1)
      expect((await row(id))?.closed_at).toEqual(stamp)
    }
    expectRows(await update(who, id, { status: 'open', closed_at: sent }), 1)
    expect((await row(id))?.closed_at).toBeNull()
  })

  it('reject closed_at from callers who cannot update them', async () => {
    const id = await insertTicket(people.owner, { assigned_to: people.agent.id })
    expectError(await update('otherAgent', id, { closed_at: null }), 'ticket_forbidden', forbidden)
    expectRows(await update('otherCustomer', id, { closed_at: null }), 0)
  })

  it('have closed_at exactly while closed', async () => {
    const id = await insertTicket(people.owner)
    await update('admin', id, { status: 'closed' })
    const first = (await row(id))?.closed_at
    await update('admin', id, { priority: 'low' })
    expect((await row(id))?.closed_at).toEqual(first)
    await update('admin', id, { status: 'on_hold' })
    expect(await row(id)).toMatchObject({ closed_at: null, resolved_at: null, version: 4 })
  })
  it('keep closed_at and resolved_at through later changes', async () => {
    const { owner, agent } = people
    const id = await insertTicket(owner, { assigned_to: agent.id })
    const [closed_at, resolved_at] = [new Date('2026-01-02T03:04:05Z'), new Date('2026-01-01T00:00:00Z')]
    await db`update public.tickets set ${db({ status: 'closed', closed_at, resolved_at })} where id = ${id}`
    for (const who of ['agent', 'admin'] as const)
      for (const values of [
        { priority: 'low' },
        { subject: `By ${who}` },
        { tags: [who] },
        { status: 'closed' },
      ])
        expectRows(await update(who, id, values), 1)
    await db`update public.tickets set priority = 'high' where id = ${id}`
    expect(await row(id)).toMatchObject({ status: 'closed', closed_at, resolved_at })
  })
})
