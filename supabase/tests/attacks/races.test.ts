import { connectAs } from '@helpdesk/testing/connect-as'
import { randomUUID } from 'node:crypto'
import { anonClient, DEMO_PASSWORD } from '@helpdesk/testing/stack'
import postgres from 'postgres'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  type TestUser,
  createUser,
  stack,
  insertStoredFile,
  insertTicket,
} from '../support/backend'
import { freshEmail } from './support/attack'
import { whenBlocked } from '../support/when-blocked'
import { resetAfterAll } from './support/reset'

resetAfterAll()

type Session = postgres.Sql
type Connection = postgres.Sql | postgres.TransactionSql
const connections: Session[] = []
/** Opens a connection that acts as the user until the test ends. */
async function sessionOf({ id }: TestUser): Promise<Session> {
  const connection = await connectAs(stack, id)
  connections.push(connection)
  return connection
}
// Closed after each test, because the server limits connections.
afterEach(async () => void (await Promise.all(connections.splice(0).map((connection) => connection.end()))))

/** `done`, or the error code. */
const outcomeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === 'fulfilled'
    ? 'done'
    : result.reason instanceof postgres.PostgresError
      ? (result.reason.detail ?? result.reason.code)
      : String(result.reason)
const race = async (...attempts: Promise<unknown>[]) => (await Promise.allSettled(attempts)).map(outcomeOf)

/** Starts `act` while a transaction is open. @returns its outcome after the commit */
async function attemptDuring<T>(
  connection: Session,
  first: (tx: postgres.TransactionSql) => Promise<unknown>,
  act: () => Promise<T>,
) {
  let pending: Promise<PromiseSettledResult<T>[]> | undefined
  await connection.begin(async (tx) => {
    await first(tx)
    pending = Promise.allSettled([act()])
    await whenBlocked(tx, pending)
  })
  const [result] = (await pending) ?? []
  return result ? outcomeOf(result) : 'nothing'
}

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

describe('concurrent calls', () => {
  it('create one staff member from two sign-ups with one invite', async () => {
    for (let n = 0; n < 3; n++) {
      const email = freshEmail()
      const { data } = await people.admin.client
        .rpc('create_invite', { email, role: 'agent' })
        .single<{ token: string }>()
      const signUp = (address: string) =>
        anonClient(stack).auth.signUp({
          email: address,
          password: DEMO_PASSWORD,
          options: { data: { invite_token: data?.token } },
        })
      await Promise.all([signUp(email), signUp(email.toUpperCase()), signUp(freshEmail()), signUp(email)])
      const made = await db`select role from public.profiles where email = ${email}`
      expect([...made]).toEqual([{ role: 'agent' }])
      expect(
        await db`select 1 from public.invites where email = ${email} and used_by is not null`,
      ).toHaveLength(1)
    }
  })

  it('either revoke or use an invite', async () => {
    const admin = await sessionOf(people.admin)
    for (let n = 0; n < 10; n++) {
      const [email, id] = [freshEmail(), randomUUID()]
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

  it('store five of eight attachments', async () => {
    const ticket = await insertTicket(people.owner)
    const sessions = await Promise.all(Array.from({ length: 8 }, () => sessionOf(people.owner)))
    const files = await Promise.all(sessions.map(() => insertStoredFile(ticket, people.owner)))
    const outcomes = await race(
      ...sessions.map((by, n) => by`insert into public.attachments ${by(files[n] ?? {})}`),
    )
    expect(outcomes.filter((text) => text === 'done')).toHaveLength(5)
    expect(new Set(outcomes)).toEqual(new Set(['done', 'attachment_limit']))
  })

  it('keep one of several admins who demote each other', async () => {
    const others = await Promise.all(Array.from({ length: 3 }, () => createUser('admin', 'Ann Admin')))
    await db`update public.profiles set role = 'agent' where role = 'admin' and not (id = any (${others.map(({ id }) => id)}))`
    const sessions = await Promise.all(others.map(sessionOf))
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

  it('reject an admin who is demoted meanwhile', async () => {
    const [demoter, other, agent] = await Promise.all([
      createUser('admin', 'Bea Boss'),
      createUser('admin', 'Olga Other'),
      createUser('agent', 'Ada Agent'),
    ])
    const [first, second] = [await sessionOf(demoter), await sessionOf(other)]
    const result = await attemptDuring(
      first,
      (tx) => tx`select public.set_user_role(${other.id}, 'customer')`,
      () => second`select public.set_user_role(${agent.id}, 'admin')`,
    )
    expect(result).toBe('admin_required')
    expect([...(await db`select role from public.profiles where id = ${agent.id}`)]).toEqual([
      { role: 'agent' },
    ])
  })

  it('store one of four ratings of a ticket', async () => {
    const ticket = await insertTicket(people.owner, { status: 'solved' })
    const sessions = await Promise.all(Array.from({ length: 4 }, () => sessionOf(people.owner)))
    const outcomes = await race(
      ...sessions.map(
        (by, n) => by`insert into public.ticket_ratings (ticket_id, score) values (${ticket}, ${n + 1})`,
      ),
    )
    expect(outcomes.filter((text) => text === 'done')).toHaveLength(1)
    expect(await db`select 1 from public.ticket_ratings where ticket_id = ${ticket}`).toHaveLength(1)
  })

  it('rate a reopened ticket only if the rating came first', async () => {
    const ticket = await insertTicket(people.owner, { status: 'solved' })
    const [first, second] = [await sessionOf(people.owner), await sessionOf(people.owner)]
    const result = await attemptDuring(
      first,
      (tx) => tx`update public.tickets set status = 'open' where id = ${ticket}`,
      () => second`insert into public.ticket_ratings (ticket_id, score) values (${ticket}, 5)`,
    )
    // Allowed when the ticket was still solved as the rating arrived.
    expect(['done', '42501']).toContain(result)
    expect(
      await db`select 1 from public.ticket_events where ticket_id = ${ticket} and kind = 'rated'`,
    ).toHaveLength(result === 'done' ? 1 : 0)
  })

  it.each([
    ['claims', (by: Connection, ticket: string) => by`select public.claim_ticket(${ticket})`],
    ['takes the next', (by: Connection) => by`select public.next_ticket()`],
  ])('assign no ticket to an agent who %s while being demoted or deactivated', async (_, take) => {
    for (const change of ['role', 'active'] as const) {
      const leaver = await createUser('agent', 'Lea Leaver')
      const ticket = await insertTicket(people.owner, { priority: 'urgent' })
      // Sorts the ticket first in the queue.
      await db`update public.tickets set created_at = '1970-01-01' where id = ${ticket}`
      const [admin, agent] = [await sessionOf(people.admin), await sessionOf(leaver)]
      const leave = (by: Connection) =>
        change === 'role'
          ? by`select public.set_user_role(${leaver.id}, 'customer')`
          : by`select public.set_user_active(${leaver.id}, false)`
      // The claim comes second and is rejected.
      expect(await attemptDuring(admin, leave, () => take(agent, ticket))).toMatch(
        /assignee_invalid|agent_required/,
      )
      await db`update public.profiles set role = 'agent', deactivated_at = null where id = ${leaver.id}`
      // The claim comes first, and the ticket returns to the queue.
      expect(
        await attemptDuring(
          agent,
          (tx) => Promise.resolve(take(tx, ticket)),
          () => leave(admin),
        ),
      ).toBe('done')
      const [row] = await db`select assigned_to, status from public.tickets where id = ${ticket}`
      expect(row).toEqual({ assigned_to: null, status: 'open' })
    }
  })

  it('apply a lost role to the next statement of a transaction', async () => {
    const leaver = await createUser('agent', 'Lea Leaver')
    const ticket = await insertTicket(people.owner)
    const agent = await sessionOf(leaver)
    await expect(
      agent.begin(async (tx) => {
        expect(await tx`select 1 from public.tickets where id = ${ticket}`).toHaveLength(1)
        await db`update public.profiles set role = 'customer' where id = ${leaver.id}`
        expect(await tx`select 1 from public.tickets where id = ${ticket}`).toHaveLength(0)
        await tx`insert into public.comments (ticket_id, content, is_internal) values (${ticket}, 'x', true)`
      }),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('store and log two edits of a comment', async () => {
    const ticket = await insertTicket(people.owner)
    const [first, second] = [await sessionOf(people.owner), await sessionOf(people.owner)]
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

  it('create one row from a submission sent five times', async () => {
    const request_id = randomUUID()
    const sessions = await Promise.all(Array.from({ length: 5 }, () => sessionOf(people.owner)))
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
