import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  insertComment,
  db,
  type TestUser,
  createUser,
  insertTicket,
} from './support/backend'
import { whenBlocked } from './support/when-blocked'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const demote = async (who: TestUser) =>
  expect(
    (await people.admin.client.rpc('set_user_role', { target: who.id, new_role: 'customer' })).error,
  ).toBeNull()
const deactivate = async (who: TestUser) =>
  expect(
    (await people.admin.client.rpc('set_user_active', { target: who.id, active: false })).error,
  ).toBeNull()
const bySql = async (who: TestUser) =>
  void (await db`update public.profiles set role = 'customer' where id = ${who.id}`)
const write = async (who: TestUser, ticket: string) =>
  expect(
    (await who.client.from('comments').insert({ ticket_id: ticket, content: 'It burns again' })).error,
  ).toBeNull()
const mailsTo = (who: TestUser, ticket: string) =>
  db`select kind from public.notification_outbox where ticket_id = ${ticket} and recipient_id = ${who.id}`
const state = async (ticket: string) =>
  (await db`select status, assigned_to from public.tickets where id = ${ticket}`)[0]

describe.each([
  ['demoted', demote],
  ['deactivated', deactivate],
  ['demoted by SQL', bySql],
])('a person %s', (_, leave) => {
  it('loses active tickets at once and resolved ones on reopening', async () => {
    const { owner } = people
    const former = await createUser('agent', 'Fay Former')
    const active = await insertTicket(owner, { assigned_to: former.id, status: 'pending' })
    const solved = await insertTicket(owner, { assigned_to: former.id, status: 'solved' })
    const closed = await insertTicket(owner, { assigned_to: former.id, status: 'closed' })
    await leave(former)
    expect(await state(active)).toEqual({ status: 'open', assigned_to: null })
    // Reports still count tickets by their resolver.
    for (const ticket of [solved, closed])
      expect(await state(ticket)).toMatchObject({ assigned_to: former.id })
    for (const ticket of [solved, closed]) {
      const { error } = await owner.client.from('tickets').update({ status: 'open' }).eq('id', ticket)
      expect(error).toBeNull()
      expect(await state(ticket)).toEqual({ status: 'open', assigned_to: null })
    }
  })

  it('gets no mail about a comment on a ticket they solved', async () => {
    const { owner } = people
    const former = await createUser('agent', 'Fay Former')
    const ticket = await insertTicket(owner, { assigned_to: former.id, status: 'solved' })
    await leave(former)
    await write(owner, ticket)
    expect(await mailsTo(former, ticket)).toHaveLength(0)
  })
})

it('gets comments while the account is being changed, but no ticket', async () => {
  const { owner } = people
  const former = await createUser('agent', 'Fay Former')
  const held = await insertTicket(owner, { assigned_to: former.id })
  const free = await insertTicket(owner)
  let assigned: Promise<unknown> = Promise.resolve()
  await db.begin(async (tx) => {
    await tx`select private.lock_people(${former.id})`
    // The notification refers to the assignee.
    await write(owner, held)
    assigned = db`update public.tickets set assigned_to = ${former.id} where id = ${free}`.execute()
    expect(await whenBlocked(tx, assigned)).toBe(true)
    await tx`update public.profiles set role = 'customer' where id = ${former.id}`
  })
  await expect(assigned).rejects.toThrow('A ticket can only be assigned to an agent or admin')
  expect((await state(held))?.assigned_to).toBeNull()
})

it('opens a solved ticket of a former agent whatever active status it is given', async () => {
  const { owner, admin } = people
  const former = await createUser('agent', 'Fay Former')
  const ticket = await insertTicket(owner, { assigned_to: former.id, status: 'solved' })
  await bySql(former)
  await admin.client.from('tickets').update({ status: 'in_progress' }).eq('id', ticket)
  expect(await state(ticket)).toEqual({ status: 'open', assigned_to: null })
})

it('keeps the assignee of a reopened ticket who is still staff', async () => {
  const { owner, agent } = people
  const ticket = await insertTicket(owner, { assigned_to: agent.id, status: 'solved' })
  await owner.client.from('tickets').update({ status: 'open' }).eq('id', ticket)
  expect(await state(ticket)).toEqual({ status: 'open', assigned_to: agent.id })
})

it('hides a former agent’s unsent notes and drafts on tickets of others', async () => {
  const { owner } = people
  const former = await createUser('agent', 'Fay Former')
  const ticket = await insertTicket(owner)
  const own = await insertTicket(former)
  for (const on of [ticket, own])
    for (const kind of ['comment', 'note'])
      await former.client.rpc('save_draft', { ticket_id: on, kind, content: 'He wrote: help' })
  expect((await former.client.from('ticket_drafts').select('kind')).data).toHaveLength(4)
  await demote(former)
  expect((await former.client.from('ticket_drafts').select('ticket_id, kind')).data).toEqual([
    { ticket_id: own, kind: 'comment' },
  ])
})

describe('take_notifications', () => {
  /** Runs in a transaction that is rolled back, so that the backend's sender never sees the rows. */
  async function taken(prepare: (tx: TransactionSql) => Promise<unknown>) {
    const done = new Error('done')
    let rows: Record<string, unknown>[] = []
    await db
      .begin(async (tx) => {
        await tx`delete from public.notification_outbox`
        await prepare(tx)
        rows = [...(await tx`select * from public.take_notifications(20)`)]
        throw done
      })
      .catch((error: unknown) => {
        if (error !== done) throw error
      })
    return rows
  }
  const queue = (tx: TransactionSql, kind: string, to: TestUser, ticket: string, comment: string | null) =>
    tx`insert into public.notification_outbox (kind, recipient_id, recipient_email, recipient_name, ticket_id,
        ticket_subject, comment_id, actor_name, excerpt)
      values (${kind}, ${to.id}, ${to.email}, 'Old Name', ${ticket}, 'Old subject', ${comment}, 'Old Actor', 'old words')`
  const set = (tx: TransactionSql, who: TestUser, values: Record<string, string | null>) =>
    tx`update public.profiles set ${tx(values)} where id = ${who.id}`

  type Change = (tx: TransactionSql, who: TestUser, ticket: string, comment: string) => Promise<unknown>
  const changes: Record<string, Change> = {
    'was demoted': (tx, who) => set(tx, who, { role: 'customer' }),
    'was deactivated': (tx, who) => set(tx, who, { deactivated_at: '2026-01-01' }),
    'has an unconfirmed address': (tx, who) =>
      tx`update auth.users set email_confirmed_at = null where id = ${who.id}`,
    'switched this kind off': (tx, who) =>
      tx`update public.profiles set preferences = '{"notify_reply": false, "notify_assigned": false, "notify_status": false}' where id = ${who.id}`,
    'no longer has the ticket': (tx, _, ticket) =>
      tx`update public.tickets set assigned_to = null, customer_id = null where id = ${ticket}`,
    'would read a note': (tx, _, __, comment) =>
      tx`update public.comments set is_internal = true where id = ${comment}`,
    'would read a deleted comment': (tx, _, __, comment) =>
      tx`with gone as (delete from public.comments where id = ${comment})
        select set_config('session_replication_role', 'replica', true)`,
  }
  /** Changes that cancel each kind of mail. */
  it.each([
    [
      'comment',
      'agent',
      [
        'was demoted',
        'was deactivated',
        'has an unconfirmed address',
        'switched this kind off',
        'would read a note',
        'would read a deleted comment',
      ],
    ],
    [
      'assigned',
      'agent',
      [
        'was demoted',
        'was deactivated',
        'has an unconfirmed address',
        'switched this kind off',
        'no longer has the ticket',
      ],
    ],
    [
      'reply',
      'customer',
      [
        'was deactivated',
        'has an unconfirmed address',
        'switched this kind off',
        'no longer has the ticket',
        'would read a note',
        'would read a deleted comment',
      ],
    ],
    [
      'status',
      'customer',
      ['was deactivated', 'has an unconfirmed address', 'switched this kind off', 'no longer has the ticket'],
    ],
  ] as const)('drops a mail "%s" to a recipient (%s) who %j', async (kind, role, reasons) => {
    const { owner, otherAgent } = people
    const to = await createUser(role, 'Rita Reader')
    const customer = role === 'agent' ? owner : to
    const ticket = await insertTicket(customer, { assigned_to: role === 'agent' ? to.id : otherAgent.id })
    const isOfComment = kind === 'comment' || kind === 'reply'
    const comment = await insertComment(kind === 'comment' ? owner : otherAgent, ticket)
    const fill = (tx: TransactionSql) => queue(tx, kind, to, ticket, isOfComment ? comment : null)
    expect(await taken(fill)).toHaveLength(1)
    for (const reason of reasons) {
      const rows = await taken(async (tx) => {
        await fill(tx)
        await changes[reason]?.(tx, to, ticket, comment)
      })
      expect(rows, reason).toEqual([])
    }
  })

  it('sends current texts, names and addresses', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    const comment = await insertComment(owner, ticket)
    const address = `moved-${randomUUID()}@example.com`
    const [row] = await taken(async (tx) => {
      await queue(tx, 'comment', agent, ticket, comment)
      await tx`update auth.users set email = ${address} where id = ${agent.id}`
      await tx`update public.profiles set name = 'Renamed Owner' where id = ${owner.id}`
      await tx`update public.tickets set subject = 'New subject' where id = ${ticket}`
      await tx`update public.comments set content = 'new words' where id = ${comment}`
    })
    expect(row).toMatchObject({
      recipient_email: address,
      recipient_name: 'Ada Agent',
      ticket_subject: 'New subject',
      actor_name: 'Renamed Owner',
      excerpt: 'new words',
    })
  })
})
