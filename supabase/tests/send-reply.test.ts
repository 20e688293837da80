import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  insertComment,
  db,
  expectForbidden,
  expectError,
  type TestUser,
  stack,
  insertTicket,
} from './support/backend'
import { whenBlocked } from './support/when-blocked'

describe('send_reply', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  const send = ({ client }: Pick<TestUser, 'client'>, ticket: string, more: object = {}) =>
    client.rpc('send_reply', { ticket_id: ticket, content: 'Please try again.', ...more })
  const mine = (more: object = {}) => insertTicket(people.owner, { assigned_to: people.agent.id, ...more })
  const comments = async (ticket: string) =>
    (await db`select content from public.comments where ticket_id = ${ticket}`).length
  const clock = async () => {
    const [row] = await db<{ at: string }[]>`select clock_timestamp()::text as at`
    return row?.at ?? ''
  }

  it('replies and sets status, priority and tags together', async () => {
    const { agent } = people
    const ticket = await mine()
    const { data, error } = await send(agent, ticket, {
      new_status: 'solved',
      new_priority: 'low',
      add_tags: ['vpn'],
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({
      comment: { ticket_id: ticket, user_id: agent.id, author_name: 'Ada Agent', is_internal: false },
      ticket: { id: ticket, status: 'solved', priority: 'low', tags: ['vpn'] },
    })
    expect(data.ticket.first_response_at).not.toBeNull()
  })

  it('sends one mail for a reply and its status, or the one that the customer chose', async () => {
    const { agent, owner } = people
    const mails = async (ticket: string) => [
      ...(await db`select kind, excerpt, new_status from public.notification_outbox
        where ticket_id = ${ticket} and recipient_id = ${owner.id}`),
    ]
    const solved = await mine()
    expect((await send(agent, solved, { new_status: 'solved' })).error).toBeNull()
    expect(await mails(solved)).toEqual([
      { kind: 'reply', excerpt: 'Please try again.', new_status: 'solved' },
    ])
    const plain = await mine()
    expect((await send(agent, plain)).error).toBeNull()
    expect(await mails(plain)).toEqual([{ kind: 'reply', excerpt: 'Please try again.', new_status: null }])
    await db`update public.profiles set preferences = '{"notify_reply": false}' where id = ${owner.id}`
    const chosen = await mine()
    expect((await send(agent, chosen, { new_status: 'solved' })).error).toBeNull()
    expect(await mails(chosen)).toEqual([{ kind: 'status', excerpt: 'solved', new_status: null }])
    await db`update public.profiles set preferences = '{}' where id = ${owner.id}`
    const noted = await mine()
    expect((await send(agent, noted, { is_internal: true, new_status: 'pending' })).error).toBeNull()
    expect(await mails(noted)).toEqual([{ kind: 'status', excerpt: 'pending', new_status: null }])
  })

  it('writes a note that leaves no trace for the customer', async () => {
    const { agent, owner } = people
    const ticket = await mine()
    const { data } = await send(agent, ticket, { is_internal: true })
    expect(data).toMatchObject({
      comment: { is_internal: true },
      ticket: { version: 1, first_response_at: null },
    })
    const seen = await owner.client.from('comments').select('id').eq('ticket_id', ticket)
    expect(seen.data).toEqual([])
  })

  it('writes nothing when the status is rejected', async () => {
    const { otherAgent } = people
    const ticket = await mine()
    expectError(
      await send(otherAgent, ticket, { new_status: 'closed' }),
      'ticket_forbidden',
      'You do not have permission to update this ticket',
    )
    expect(await comments(ticket)).toBe(0)
    expect((await send(otherAgent, ticket)).error).toBeNull()
    expect((await send(people.admin, ticket, { new_status: 'closed' })).error).toBeNull()
  })

  it.each(['reply', 'note', 'status'] as const)(
    'is stopped when somebody else’s %s is newer than what was seen',
    async (what) => {
      const { agent, owner, otherAgent } = people
      const ticket = await mine()
      const seen_at = await clock()
      if (what === 'reply') await owner.client.from('comments').insert({ ticket_id: ticket, content: 'And?' })
      else if (what === 'note')
        expect((await send(otherAgent, ticket, { is_internal: true })).error).toBeNull()
      else await owner.client.from('tickets').update({ status: 'closed' }).eq('id', ticket)
      const before = await comments(ticket)
      const stopped = await send(agent, ticket, { seen_at })
      expectError(stopped, 'ticket_changed', 'The ticket has changed since you opened it')
      expect(stopped.status).toBe(409)
      expect(await comments(ticket)).toBe(before)
      // Succeeds after a reload, or without the check.
      expect((await send(agent, ticket, { seen_at: await clock() })).error).toBeNull()
      expect((await send(agent, ticket)).error).toBeNull()
    },
  )

  it('ignores changes by the sender', async () => {
    const { agent } = people
    const ticket = await mine()
    const seen_at = await clock()
    await insertComment(agent, ticket)
    expect((await send(agent, ticket, { new_status: 'pending' })).error).toBeNull()
    // insertComment writes without a session, so the events have no actor.
    await db`delete from public.ticket_events where ticket_id = ${ticket} and actor_id is null`
    expect((await send(agent, ticket, { seen_at })).error).toBeNull()
  })

  it('creates one comment for a repeated request, also concurrently and after other comments', async () => {
    const { agent, owner } = people
    const ticket = await mine()
    const more = { request_id: randomUUID(), seen_at: await clock() }
    const answers = await Promise.all([send(agent, ticket, more), send(agent, ticket, more)])
    await owner.client.from('comments').insert({ ticket_id: ticket, content: 'Thanks' })
    answers.push(await send(agent, ticket, more))
    expect(answers.map(({ error }) => error)).toEqual([null, null, null])
    expect(new Set(answers.map(({ data }) => data.comment.id)).size).toBe(1)
    expect(await comments(ticket)).toBe(2)
  })

  describe('concurrent changes', () => {
    /** A page loaded during an uncommitted change: it has the old version and a later time. */
    async function loadedDuring(
      by: TestUser,
      ticket: string,
      act: (tx: postgres.TransactionSql) => Promise<unknown>,
    ) {
      const other = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} })
      const claims = JSON.stringify({ sub: by.id, role: 'authenticated' })
      try {
        return await other.begin(async (tx) => {
          await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
          await act(tx)
          const { data } = await people.agent.client.rpc('get_ticket_detail', { ticket_id: ticket })
          return { seen_at: String(data.loaded_at), seen_version: Number(data.ticket.version) }
        })
      } finally {
        await other.end()
      }
    }
    const acts = (ticket: string) => ({
      status: (tx: postgres.TransactionSql) =>
        tx`update public.tickets set status = 'closed' where id = ${ticket}`,
      reply: (tx: postgres.TransactionSql) =>
        tx`insert into public.comments (ticket_id, user_id, content) values (${ticket}, ${people.owner.id}, 'And?')`,
    })

    it.each(['status', 'reply'] as const)(
      'somebody’s %s is recognised by the version, not by the time',
      async (what) => {
        const { agent, owner } = people
        const ticket = await mine()
        const seen = await loadedDuring(owner, ticket, acts(ticket)[what])
        const before = await comments(ticket)
        const stopped = await send(agent, ticket, seen)
        expectError(stopped, 'ticket_changed', 'The ticket has changed since you opened it')
        expect(await comments(ticket)).toBe(before)
        expect((await send(agent, ticket, { seen_at: seen.seen_at })).error).toBeNull()
      },
    )

    it('block the reply until they are committed', async () => {
      const { agent, owner } = people
      const ticket = await mine()
      let sent: ReturnType<typeof send> | undefined
      await loadedDuring(owner, ticket, async (tx) => {
        await acts(ticket).status(tx)
        sent = send(agent, ticket, { seen_at: await clock(), seen_version: 1 }).then(
          (answer) => answer,
        ) as typeof sent
        expect(await whenBlocked(tx, sent!)).toBe(true)
      })
      expectError(await sent!, 'ticket_changed')
    })

    it('by the sender do not conflict', async () => {
      const { agent } = people
      const ticket = await mine()
      const seen = await loadedDuring(
        agent,
        ticket,
        (tx) => tx`update public.tickets set priority = 'low' where id = ${ticket}`,
      )
      expect((await send(agent, ticket, { new_status: 'pending' })).error).toBeNull()
      expect(seen.seen_version).toBe(1)
      expect((await send(agent, ticket, seen)).error).toBeNull()
    })

    it('by a note do not conflict', async () => {
      const { agent, otherAgent } = people
      const ticket = await mine()
      expect((await send(otherAgent, ticket, { is_internal: true })).error).toBeNull()
      expect((await send(agent, ticket, { seen_version: 1 })).error).toBeNull()
      expect((await send(otherAgent, ticket, { is_internal: false, seen_version: 1 })).status).toBe(409)
    })
  })

  it('by a second agent conflict', async () => {
    const { agent, otherAgent } = people
    for (let n = 0; n < 10; n++) {
      const ticket = await mine()
      const seen_at = await clock()
      const answers = await Promise.all([
        send(agent, ticket, { seen_at }),
        send(otherAgent, ticket, { seen_at }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    }
  })

  it('rejects customers, missing tickets and blank replies', async () => {
    const { agent, owner, visitor } = people
    const ticket = await mine()
    expectError(await send(owner, ticket), 'agent_required')
    expectForbidden(await send({ client: visitor }, ticket))
    expectError(await send(agent, randomUUID()), 'ticket_not_found')
    expect((await send(agent, ticket, { content: '  ' })).error?.code).toBe('23514')
    expect((await send(agent, ticket, { new_status: 'done' })).error?.code).toBe('23514')
    expect(await comments(ticket)).toBe(0)
  })
})
