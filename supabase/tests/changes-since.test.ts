import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createUser,
  createUsers,
  db,
  expectError,
  insertComment,
  insertTicket,
  stack,
  type TestUser,
  type TestUsers,
} from './support/backend'
import { explain } from './support/explain'

interface Changes {
  cursor: string
  reset: boolean
  tickets: { id: string; kinds: string[]; row?: Record<string, unknown> }[]
}

async function changesSince({ client }: TestUser, since: string | null): Promise<Changes> {
  const { data, error } = await client.rpc('changes_since', { since })
  expect(error).toBeNull()
  return data as Changes
}

describe('the tickets that changed since a cursor', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  /** Lets the changes of a customer, or all, have been made that long ago. */
  const age = (interval: string, customer?: string) =>
    db`update private.change_commits set committed_at = now() - ${interval}::interval
      where ${customer ?? null}::uuid is null
        or xid in (select c.xid from private.ticket_changes c where c.customer_id = ${customer ?? null})`

  /** Reads the changes of each person from now on. */
  async function follow(...users: TestUser[]) {
    const from = new Map<TestUser, string>()
    for (const user of users) from.set(user, (await changesSince(user, null)).cursor)
    return async (user: TestUser) => {
      const { cursor, reset, tickets } = await changesSince(user, from.get(user) ?? null)
      from.set(user, cursor)
      expect(reset).toBe(false)
      return tickets
    }
  }

  it('are returned once, with what happened and the row as a list shows it', async () => {
    const { owner, agent } = people
    const id = await insertTicket(owner)
    const next = await follow(agent, owner)
    expect(await next(agent)).toEqual([])
    await db`update public.tickets set status = 'solved', priority = 'high' where id = ${id}`
    const [row] = await db<{ version: number }[]>`select version from public.tickets where id = ${id}`
    const told = [{ id, kinds: ['priority', 'status'], row: { id, version: row?.version, status: 'solved' } }]
    expect(await next(agent)).toMatchObject(told)
    expect(await next(owner)).toMatchObject(told)
    expect([await next(agent), await next(owner)]).toEqual([[], []])
  })

  it('are those of the last minutes without a cursor', async () => {
    const id = await insertTicket(people.owner)
    await age('11 minutes', people.owner.id)
    const recent = await insertTicket(people.owner)
    const { tickets } = await changesSince(people.owner, null)
    expect(tickets.map((ticket) => ticket.id)).toContain(recent)
    expect(tickets.map((ticket) => ticket.id)).not.toContain(id)
  })

  it('are none without a cursor when nothing changed in the seconds that are asked for', async () => {
    await age('11 minutes')
    for (const since of [null, '5'])
      expect(await changesSince(people.agent, since)).toMatchObject({ reset: false, tickets: [] })
    const id = await insertTicket(people.owner)
    await db`update private.change_commits set committed_at = now() - interval '20 seconds'
      where xid in (select c.xid from private.ticket_changes c where c.ticket_id = ${id})`
    expect((await changesSince(people.agent, '5')).tickets).toEqual([])
    expect((await changesSince(people.agent, '30')).tickets).toMatchObject([{ id }])
  })

  it('are those of the caller without a cursor, however many others changed', async () => {
    const { owner, otherCustomer, agent } = people
    await age('11 minutes')
    const id = await insertTicket(owner)
    await db`insert into public.tickets (subject, description, created_by, customer_id)
      select 'Many', 'More than anybody reads one by one.', ${otherCustomer.id}, ${otherCustomer.id} from generate_series(1, 1500)`
    // However long that took.
    await db`update private.change_commits set committed_at = now() where committed_at > now() - interval '5 minutes'`
    const answer = await changesSince(owner, '30')
    expect(answer).toMatchObject({ reset: false, tickets: [{ id }] })
    expect(await changesSince(agent, '30')).toMatchObject({ reset: true, tickets: [] })
    // More transactions than the question looks at, none of them about the owner's tickets.
    await db`insert into private.change_commits (xid) select (1000000 + n)::text::xid8 from generate_series(1, 1000) n`
    for (const user of [owner, agent])
      expect(await changesSince(user, '30')).toMatchObject({ reset: true, tickets: [] })
    await db`delete from private.change_commits where xid > '1000000'`
    await age('11 minutes')
  })

  it('have a customer know that tags changed the version, and not how', async () => {
    const { owner, agent } = people
    const id = await insertTicket(owner, { assigned_to: agent.id })
    const next = await follow(owner, agent)
    expect(
      (
        await agent.client
          .from('tickets')
          .update({ tags: ['vip'] })
          .eq('id', id)
      ).error,
    ).toBeNull()
    const [row] = await db<{ version: number }[]>`select version from public.tickets where id = ${id}`
    const told = await next(owner)
    expect(told).toMatchObject([{ id, kinds: ['updated'], row: { version: row?.version } }])
    expect(JSON.stringify(told)).not.toContain('vip')
    expect(await next(agent)).toMatchObject([{ id, kinds: ['tags', 'updated'], row: { desk_tags: ['vip'] } }])
  })

  it('leave out notes and tickets of other people for a customer', async () => {
    const { owner, otherCustomer, agent } = people
    const id = await insertTicket(owner)
    const next = await follow(owner, otherCustomer, agent)
    await insertComment(agent, id, true)
    expect([await next(owner), await next(otherCustomer)]).toEqual([[], []])
    expect(await next(agent)).toMatchObject([{ id, kinds: ['note_added'] }])
    await insertComment(agent, id)
    expect(await next(owner)).toMatchObject([{ id, kinds: ['comment_added'] }])
    expect(await next(otherCustomer)).toEqual([])
  })

  it('have the rows of list_tickets, for each caller as it shows them', async () => {
    const { owner, agent } = people
    const id = await insertTicket(owner, { assigned_to: agent.id })
    const next = await follow(owner, agent)
    await db`update public.tickets set priority = 'high' where id = ${id}`
    await db`insert into public.ticket_tags (ticket_id, tags) values (${id}, '{vip}')
      on conflict (ticket_id) do update set tags = excluded.tags`
    for (const user of [owner, agent]) {
      const { data } = await user.client.rpc('list_tickets', { max_rows: 1, sort_by: 'updated_at' })
      expect((await next(user))[0]?.row).toEqual(data[0])
    }
  })

  it('have no row for a customer who lost the ticket, and none for anybody once it is deleted', async () => {
    const { owner, otherCustomer, agent } = people
    const id = await insertTicket(owner)
    const next = await follow(owner, otherCustomer, agent)
    await db`update public.tickets set customer_id = ${otherCustomer.id} where id = ${id}`
    expect(await next(owner)).toEqual([{ id, kinds: ['customer_id'] }])
    expect(await next(otherCustomer)).toMatchObject([{ id, row: { id, customer_id: otherCustomer.id } }])
    await db`update public.tickets set status = 'pending' where id = ${id}`
    expect(await next(owner)).toEqual([])
    await next(agent)
    await db`delete from public.tickets where id = ${id}`
    expect(await next(agent)).toEqual([{ id, kinds: ['deleted'] }])
    expect(await next(owner)).toEqual([])
    expect(await next(otherCustomer)).toMatchObject([{ id, kinds: expect.arrayContaining(['deleted']) }])
  })

  it('end with the role that showed them', async () => {
    const agent = await createUser('agent', 'Dora Demoted')
    const next = await follow(agent)
    const id = await insertTicket(people.owner)
    expect(await next(agent)).toMatchObject([{ id }])
    await db`update public.profiles set role = 'customer' where id = ${agent.id}`
    await db`update public.tickets set priority = 'urgent' where id = ${id}`
    expect(await next(agent)).toEqual([])
    await db`update public.profiles set deactivated_at = now() where id = ${agent.id}`
    expectError(await agent.client.rpc('changes_since', {}), 'not_authenticated')
    expect((await people.visitor.rpc('changes_since', {})).error).not.toBeNull()
  })

  describe('from a transaction that began earlier and commits later', () => {
    let late: postgres.Sql
    beforeEach(() => void (late = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} })))
    afterEach(() => late.end())

    it('are returned, although a cursor by sequence would have passed them', async () => {
      const { owner, agent } = people
      const [slow, ...quick] = await Promise.all(Array.from({ length: 6 }, () => insertTicket(owner)))
      const next = await follow(agent, people.otherAgent, people.admin, owner)
      const before = await db<{ last: string }[]>`select max(id) as last from private.ticket_changes`
      await late`begin`
      await late`update public.tickets set status = 'pending' where id = ${slow ?? ''}`
      for (let n = 0; n < 200; n++)
        await Promise.all(
          quick.map(
            (id) => db`update public.tickets set priority = ${n % 2 ? 'low' : 'high'} where id = ${id}`,
          ),
        )
      expect((await next(agent)).map(({ id }) => id).toSorted()).toEqual(quick.toSorted())
      // nothing is returned twice while the slow one is open
      expect(await next(agent)).toEqual([])
      const [passed] = await db<{ last: string }[]>`select max(id) as last from private.ticket_changes`
      await late`commit`
      // what a cursor by sequence reads now
      expect(await db`select from private.ticket_changes where id > ${passed?.last ?? ''}`).toHaveLength(0)
      expect(Number(passed?.last)).toBeGreaterThan(Number(before[0]?.last))
      expect(await next(agent)).toMatchObject([{ id: slow, kinds: ['status'] }])
      for (const user of [people.otherAgent, people.admin, owner])
        expect((await next(user)).find((ticket) => ticket.id === slow)).toMatchObject({
          kinds: ['status'],
          row: { status: 'pending' },
        })
    })

    it('are returned to a page that read its list before the commit and asks for the first time after it', async () => {
      const { owner, agent } = people
      const [slow, early] = [await insertTicket(owner), await insertTicket(owner)]
      await late`begin`
      await late`update public.tickets set status = 'pending' where id = ${slow}`
      await db`update public.tickets set priority = 'high' where id = ${early}`
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      // The page begins to load, reads its list, and asks a moment later.
      const loaded = performance.now()
      const { data } = await owner.client.rpc('list_tickets', {})
      expect(data.find((ticket: { id: string }) => ticket.id === slow)).toMatchObject({ status: 'open' })
      await late`commit`
      const age = ((performance.now() - loaded) / 1000 + 0.25).toFixed(3)
      for (const user of [owner, agent]) {
        const { tickets } = await changesSince(user, age)
        expect(tickets).toMatchObject([{ id: slow, kinds: ['status'], row: { status: 'pending' } }])
      }
    })
  })

  it.each([
    ['nonsense', 'nonsense'],
    ['of a wrong form', '1/2/3/4'],
    ['with a wrong snapshot', '1/2/x:y:'],
  ])('are refused for a cursor that is %s', async (_, since) => {
    expectError(await people.agent.client.rpc('changes_since', { since }), 'cursor_invalid')
  })

  it('are not listed one by one after two days, on another server or when there are more than 100', async () => {
    const { agent, owner } = people
    const { cursor } = await changesSince(agent, null)
    const [server, time, snapshot] = cursor.split('/')
    const old = `${server}/${Number(time) - 3 * 86_400}/${snapshot}`
    for (const since of [old, `1/${time}/${snapshot}`, `${server}/${time}/1:9999999999999:`])
      expect(await changesSince(agent, since)).toMatchObject({ reset: true, tickets: [] })
    await db`insert into public.tickets (subject, description, created_by, customer_id)
      select 'Many', 'More than anybody reads one by one.', ${owner.id}, ${owner.id} from generate_series(1, 101)`
    expect(await changesSince(agent, cursor)).toMatchObject({ reset: true, tickets: [] })
  })

  it('are deleted from the feed after three days', async () => {
    const old = randomUUID()
    await db`insert into private.ticket_changes (id, ticket_id, kind, audience, changed_at)
      overriding system value values (-1, ${old}, 'status', 'public', now() - interval '4 days')`
    await db`insert into private.change_commits (committed_at) values (now() - interval '4 days')`
    await db`select private.prune_ticket_changes()`
    expect(
      await db`select from private.change_commits where committed_at < now() - interval '3 days'`,
    ).toHaveLength(0)
    await insertTicket(people.owner)
    expect(
      await db`select from private.ticket_changes where changed_at < now() - interval '3 days'`,
    ).toHaveLength(0)
    expect((await db`select from private.ticket_changes`).length).toBeGreaterThan(0)
  })

  it.each(['agent', 'owner'] as const)(
    'cost at most 25 buffers for an %s who knows them all',
    async (role) => {
      const user = people[role]
      await db`insert into private.ticket_changes (ticket_id, kind, audience, changed_at)
      select gen_random_uuid(), 'status', 'public', now() - interval '1 day' from generate_series(1, 50000)`
      await db`analyze private.ticket_changes`
      const { cursor } = await changesSince(user, null)
      const { buffers } = await db.begin(async (tx) => {
        await tx`select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: user.id, role: 'authenticated' })}, true)`
        return explain(tx, 'select public.changes_since($1)', [cursor])
      })
      expect(buffers).toBeLessThanOrEqual(25)
    },
  )
})
