import { randomUUID } from 'node:crypto'
import { anonClient, DEMO_PASSWORD } from '@helpdesk/testing/stack'
import postgres from 'postgres'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cast, type Cast, db, type Person, person, stack, storedValues, ticketOf } from '../support/world'
import { fresh } from './support/scene'
import { retireAfterwards } from './support/retire'

retireAfterwards()

type Session = postgres.Sql
type Speaker = postgres.Sql | postgres.TransactionSql
const open: Session[] = []
/** A connection of its own on which everything is done as that person. */
async function session(who: Person): Promise<Session> {
  const connection = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} })
  open.push(connection)
  const claims = JSON.stringify({ sub: who.id, role: 'authenticated' })
  await connection`select set_config('role', 'authenticated', false), set_config('request.jwt.claims', ${claims}, false)`
  return connection
}
// As they come: the server has a limit of connections.
afterEach(async () => void (await Promise.all(open.splice(0).map((connection) => connection.end()))))

/** `fulfilled`, or the code of the refusal. */
const outcome = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled'
    ? 'done'
    : result.reason instanceof postgres.PostgresError
      ? (result.reason.detail ?? result.reason.code)
      : String(result.reason)
const race = async (...acts: Promise<unknown>[]) => (await Promise.allSettled(acts)).map(outcome)

/** Runs `act` while the transaction is open; gives its result after the commit. */
async function during<T>(
  holder: Session,
  first: (tx: postgres.TransactionSql) => Promise<unknown>,
  act: () => Promise<T>,
) {
  let late: Promise<PromiseSettledResult<T>[]> | undefined
  await holder.begin(async (tx) => {
    await first(tx)
    late = Promise.allSettled([act()])
    await new Promise((done) => setTimeout(done, 150))
  })
  const [result] = (await late) ?? []
  return result ? outcome(result) : 'nothing'
}

let people: Cast
beforeAll(async () => void (people = await cast()))

describe('concurrently', () => {
  it('two sign-ups with one invite create one member of staff', async () => {
    for (let n = 0; n < 3; n++) {
      const email = fresh()
      const { data } = await people.admin.client
        .rpc('create_invite', { email, role: 'agent' })
        .single<{ token: string }>()
      const signUp = (address: string) =>
        anonClient(stack).auth.signUp({
          email: address,
          password: DEMO_PASSWORD,
          options: { data: { invite_token: data?.token } },
        })
      await Promise.all([signUp(email), signUp(email.toUpperCase()), signUp(fresh()), signUp(email)])
      const made = await db`select role from public.profiles where email = ${email}`
      expect([...made]).toEqual([{ role: 'agent' }])
      expect(
        await db`select 1 from public.invites where email = ${email} and used_by is not null`,
      ).toHaveLength(1)
    }
  })

  it('revoking and using an invite do not both succeed', async () => {
    const admin = await session(people.admin)
    for (let n = 0; n < 10; n++) {
      const [email, id] = [fresh(), randomUUID()]
      const [made] = await admin<
        { id: string; token: string }[]
      >`select * from public.create_invite(${email}, 'agent')`
      const use = db`insert into auth.users (id, email, raw_user_meta_data, is_sso_user)
        values (${id}, ${email}, ${db.json({ invite_token: made?.token ?? '' })}, true)`
      await race(use, admin`select public.revoke_invite(${made?.id ?? ''})`)
      const [row] = await db<{ used: boolean; revoked: boolean; staff: boolean }[]>`
        select used_at is not null as used, revoked_at is not null as revoked,
          exists (select from public.profiles p where p.id = ${id} and p.role = 'agent') as staff
        from public.invites where id = ${made?.id ?? ''}`
      expect(row?.used).toBe(!row?.revoked)
      expect(row?.staff).toBe(row?.used)
    }
  })

  it('eight added files end at the limit of five', async () => {
    const ticket = await ticketOf(people.owner)
    const sessions = await Promise.all(Array.from({ length: 8 }, () => session(people.owner)))
    const files = await Promise.all(sessions.map(() => storedValues(ticket, people.owner)))
    const outcomes = await race(
      ...sessions.map((by, n) => by`insert into public.attachments ${by(files[n] ?? {})}`),
    )
    expect(outcomes.filter((text) => text === 'done')).toHaveLength(5)
    expect(new Set(outcomes)).toEqual(new Set(['done', 'attachment_limit']))
  })

  it('admins demoting each other leave one admin', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => person('admin', 'Ann Admin')))
    await db`update public.profiles set role = 'agent' where role = 'admin' and not (id = any (${others.map(({ id }) => id)}))`
    const sessions = await Promise.all(others.map(session))
    await race(
      ...sessions.flatMap((by, n) =>
        others.filter((_, m) => m !== n).map(({ id }) => by`select public.set_user_role(${id}, 'customer')`),
      ),
      ...sessions.map((by, n) => by`select public.set_user_active(${others[(n + 1) % 3]?.id ?? ''}, false)`),
    )
    const left = await db`select id from public.profiles where role = 'admin' and deactivated_at is null`
    expect(left).toHaveLength(1)
    await db`update public.profiles set role = 'admin' where id = ${people.admin.id}`
  })

  it('an admin cannot act once demoted', async () => {
    const [boss, other, agent] = await Promise.all([
      person('admin', 'Bea Boss'),
      person('admin', 'Olga Other'),
      person('agent', 'Ada Agent'),
    ])
    const [first, second] = [await session(boss), await session(other)]
    const result = await during(
      first,
      (tx) => tx`select public.set_user_role(${other.id}, 'customer')`,
      () => second`select public.set_user_role(${agent.id}, 'admin')`,
    )
    expect(result).toBe('admin_required')
    expect([...(await db`select role from public.profiles where id = ${agent.id}`)]).toEqual([
      { role: 'agent' },
    ])
  })

  it('two ratings of one ticket end as one', async () => {
    const ticket = await ticketOf(people.owner, { status: 'solved' })
    const sessions = await Promise.all(Array.from({ length: 4 }, () => session(people.owner)))
    const outcomes = await race(
      ...sessions.map(
        (by, n) => by`insert into public.ticket_ratings (ticket_id, score) values (${ticket}, ${n + 1})`,
      ),
    )
    expect(outcomes.filter((text) => text === 'done')).toHaveLength(1)
    expect(await db`select 1 from public.ticket_ratings where ticket_id = ${ticket}`).toHaveLength(1)
  })

  it('rating and reopening a ticket do not rate an open one', async () => {
    const ticket = await ticketOf(people.owner, { status: 'solved' })
    const [first, second] = [await session(people.owner), await session(people.owner)]
    const result = await during(
      first,
      (tx) => tx`update public.tickets set status = 'open' where id = ${ticket}`,
      () => second`insert into public.ticket_ratings (ticket_id, score) values (${ticket}, 5)`,
    )
    // It was still solved when the rating was sent.
    expect(['done', '42501']).toContain(result)
    expect(
      await db`select 1 from public.ticket_events where ticket_id = ${ticket} and kind = 'rated'`,
    ).toHaveLength(result === 'done' ? 1 : 0)
  })

  it.each([
    ['claims', (by: Speaker, ticket: string) => by`select public.claim_ticket(${ticket})`],
    ['takes the next', (by: Speaker) => by`select public.next_ticket()`],
  ])('an agent who %s while leaving the staff keeps no ticket', async (_, take) => {
    for (const change of ['role', 'active'] as const) {
      const leaver = await person('agent', 'Lea Leaver')
      const ticket = await ticketOf(people.owner, { priority: 'urgent' })
      // First in the queue, whatever else waits there.
      await db`update public.tickets set created_at = '1970-01-01' where id = ${ticket}`
      const [admin, agent] = [await session(people.admin), await session(leaver)]
      const leave = (by: Speaker) =>
        change === 'role'
          ? by`select public.set_user_role(${leaver.id}, 'customer')`
          : by`select public.set_user_active(${leaver.id}, false)`
      // Who takes comes second: refused, or nothing is left to take.
      expect(await during(admin, leave, () => take(agent, ticket))).toMatch(/assignee_invalid|agent_required/)
      await db`update public.profiles set role = 'agent', deactivated_at = null where id = ${leaver.id}`
      // Who takes comes first: the ticket goes back to the queue.
      expect(
        await during(
          agent,
          (tx) => Promise.resolve(take(tx, ticket)),
          () => leave(admin),
        ),
      ).toBe('done')
      const [row] = await db`select assigned_to, status from public.tickets where id = ${ticket}`
      expect(row).toEqual({ assigned_to: null, status: 'open' })
    }
  })

  it('losing a role in a transaction affects its next statement', async () => {
    const leaver = await person('agent', 'Lea Leaver')
    const ticket = await ticketOf(people.owner)
    const agent = await session(leaver)
    await expect(
      agent.begin(async (tx) => {
        expect(await tx`select 1 from public.tickets where id = ${ticket}`).toHaveLength(1)
        await db`update public.profiles set role = 'customer' where id = ${leaver.id}`
        expect(await tx`select 1 from public.tickets where id = ${ticket}`).toHaveLength(0)
        await tx`insert into public.comments (ticket_id, content, is_internal) values (${ticket}, 'x', true)`
      }),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('two edits of one comment both succeed and are logged', async () => {
    const ticket = await ticketOf(people.owner)
    const [first, second] = [await session(people.owner), await session(people.owner)]
    const [row] = await first<{ id: string }[]>`
      insert into public.comments (ticket_id, content) values (${ticket}, 'first words') returning id`
    const edit = (by: Session, text: string) =>
      by`update public.comments set content = ${text} where id = ${row?.id ?? ''}`
    expect(await race(edit(first, 'aaaa'), edit(second, 'bbbb'))).toEqual(['done', 'done'])
    const [now] = await db<
      { content: string }[]
    >`select content from public.comments where id = ${row?.id ?? ''}`
    expect(['aaaa', 'bbbb']).toContain(now?.content)
    const events =
      await db`select 1 from public.ticket_events where ticket_id = ${ticket} and kind = 'comment_edited'`
    expect(events).toHaveLength(2)
  })

  it('one submission sent five times creates one row', async () => {
    const request_id = randomUUID()
    const sessions = await Promise.all(Array.from({ length: 5 }, () => session(people.owner)))
    await race(
      ...sessions.map(
        (by) => by`insert into public.tickets (subject, description, request_id)
          values ('Twice?', 'A double click.', ${request_id})`,
      ),
    )
    const [ticket, ...more] = await db<
      { id: string }[]
    >`select id from public.tickets where request_id = ${request_id}`
    expect(more).toEqual([])
    await race(
      ...sessions.map(
        (by) => by`insert into public.comments (ticket_id, content, request_id)
          values (${ticket?.id ?? ''}, 'Hello?', ${request_id})`,
      ),
    )
    expect(await db`select 1 from public.comments where request_id = ${request_id}`).toHaveLength(1)
  })
})
