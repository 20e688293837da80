import { connectAs } from '@helpdesk/testing/connect-as'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db, type TestUser, createUser, stack, insertObject } from '../support/backend'
import { untilNoDeadlock } from '../support/empty-tickets'
import { resetAfterAll } from './support/reset'
import {
  followComment,
  isStaff,
  mayChangeStatus,
  mayManage,
  names,
  roles,
  statuses,
  type Model,
  type Name,
} from './support/ticket-model'

resetAfterAll()

/**
 * Property-based tests: random actions run against the database and a small model, then everything that customers can
 * read is compared with the model.
 */
type Sql = postgres.Sql
let sessions: Record<Name, Sql>
let people: Record<Name, TestUser>

async function each<T>(make: (name: Name) => Promise<T>): Promise<Record<Name, T>> {
  const [olive, stan, ada, rick, amy] = await Promise.all([
    make('olive'),
    make('stan'),
    make('ada'),
    make('rick'),
    make('amy'),
  ])
  return { olive, stan, ada, rick, amy }
}

beforeAll(async () => {
  people = await each((name) => createUser(roles[name], name))
  sessions = await each((name) => connectAs(stack, people[name].id))
})
afterAll(async () => void (await Promise.all(Object.values(sessions).map((connection) => connection.end()))))

/** Whether the action affected at least one row; false when it was rejected. */
async function succeeds(act: Promise<readonly unknown[]>): Promise<boolean> {
  try {
    return (await act).length > 0
  } catch (error) {
    if (error instanceof postgres.PostgresError && /^(42501|P0001|PT4\d\d|23\d\d\d)$/.test(error.code))
      return false
    throw error
  }
}

const who = fc.constantFrom(...names)
const which = fc.nat({ max: 20 })
const action = fc.oneof(
  fc.record({ do: fc.constant('open' as const), who }),
  fc.record({ do: fc.constant('status' as const), who, which, to: fc.constantFrom(...statuses) }),
  fc.record({ do: fc.constant('comment' as const), who, which, internal: fc.boolean() }),
  fc.record({ do: fc.constant('file' as const), who, which, at: which }),
  fc.record({ do: fc.constant('claim' as const), who, which }),
  fc.record({ do: fc.constant('unassign' as const), who, which }),
  fc.record({ do: fc.constant('uncomment' as const), who, which, at: which }),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

const pick = <T>(from: Iterable<T>, n: number): T | undefined => {
  const list = [...from]
  return list[n % Math.max(list.length, 1)]
}

/** Applies a step to the database and the model, which must agree on whether it is allowed. */
async function applyStep(step: Action, model: Model): Promise<void> {
  const by = sessions[step.who]
  const seen = [...model.values()].filter((ticket) => isStaff(step.who) || ticket.owner === step.who)
  if (step.do === 'open') {
    const id = randomUUID()
    const ok = await succeeds(by`
      insert into public.tickets (subject, description, request_id) values ('Random', 'Something random.', ${id}) returning id`)
    expect(ok, JSON.stringify(step)).toBe(!isStaff(step.who))
    const [row] = await db<{ id: string }[]>`select id from public.tickets where request_id = ${id}`
    if (!row) return
    model.set(row.id, {
      id: row.id,
      owner: step.who,
      status: 'open',
      assignee: null,
      changes: 0,
      comments: new Map(),
      files: new Map(),
    })
    return
  }
  // Includes tickets of other customers.
  const ticket = pick(model.values(), step.which)
  if (!ticket) return
  const reach = seen.includes(ticket)
  if (step.do === 'status') {
    const ok = await succeeds(
      by`update public.tickets set status = ${step.to} where id = ${ticket.id} returning id`,
    )
    expect(ok, JSON.stringify(step)).toBe(reach && mayChangeStatus(ticket, step.who, step.to))
    if (ok && ticket.status !== step.to) ticket.changes += 1
    if (ok) ticket.status = step.to
  } else if (step.do === 'comment') {
    const id = randomUUID()
    const ok = await succeeds(by`
      insert into public.comments (ticket_id, content, is_internal, request_id)
      values (${ticket.id}, 'random words', ${step.internal}, ${id}) returning id`)
    expect(ok, JSON.stringify(step)).toBe(reach && (isStaff(step.who) || !step.internal))
    if (ok) {
      const [row] = await db<{ id: string }[]>`select id from public.comments where request_id = ${id}`
      ticket.comments.set(row?.id ?? '', { author: step.who, internal: step.internal })
      if (!step.internal) followComment(ticket, step.who)
    }
  } else if (step.do === 'file') {
    const [comment, meta] = pick(ticket.comments, step.at) ?? []
    const id = `${ticket.id}/${randomUUID()}.txt`
    const all = [...ticket.files.values()]
    const internal = meta?.internal ?? false
    const room = internal ? all.length < 5 : all.filter((file) => !file.internal).length < 5
    const values = { file_type: 'text/plain', file_size: 1, storage_path: id }
    await insertObject({ ...values, uploaded_by: people[step.who].id })
    const ok = await succeeds(by`
      insert into public.attachments (ticket_id, comment_id, file_name, file_type, file_size, storage_path)
      values (${ticket.id}, ${comment ?? null}, 'a.txt', 'text/plain', 1, ${id}) returning id`)
    expect(ok, JSON.stringify(step)).toBe(reach && room && (!meta || meta.author === step.who))
    if (ok) ticket.files.set(id, { internal })
  } else if (step.do === 'claim') {
    const ok = await succeeds(by`select public.claim_ticket(${ticket.id})`)
    expect(ok, JSON.stringify(step)).toBe(isStaff(step.who) && ticket.assignee === null)
    if (ok) {
      if (ticket.status !== 'in_progress') ticket.changes += 1
      ticket.assignee = step.who
      ticket.status = 'in_progress'
    }
  } else if (step.do === 'unassign') {
    const ok = await succeeds(
      by`update public.tickets set assigned_to = null where id = ${ticket.id} returning id`,
    )
    const own = ticket.owner === step.who && ticket.assignee === null
    expect(ok, JSON.stringify(step)).toBe(mayManage(ticket, step.who) || own)
    if (ok) ticket.assignee = null
  } else {
    const [comment, meta] = pick(ticket.comments, step.at) ?? []
    if (!comment || !meta) return
    const ok = await succeeds(by`delete from public.comments where id = ${comment} returning id`)
    expect(ok, JSON.stringify(step)).toBe(step.who === 'amy' || (meta.author === step.who && reach))
    if (ok) {
      ticket.comments.delete(comment)
      // Deleting a comment deletes its files.
      const left = await db<{ path: string }[]>`
        select storage_path as path from public.attachments where ticket_id = ${ticket.id}`
      for (const path of ticket.files.keys())
        if (!left.some((row) => row.path === path)) ticket.files.delete(path)
    }
  }
}

/** Deletes the tickets of the run before. */
async function deleteTickets(): Promise<void> {
  const authors = names.map((name) => people[name].id)
  await untilNoDeadlock(async () => db`delete from public.tickets where created_by = any (${authors})`)
}

/** Compares everything that the customer can read with the model. */
async function expectVisible(name: Name, model: Model): Promise<void> {
  const by = sessions[name]
  const own = [...model.values()].filter((ticket) => ticket.owner === name)
  const sorted = (values: Iterable<string>) => [...values].sort()
  const ids = async (rows: Promise<readonly { id: string }[]>) => sorted((await rows).map(({ id }) => id))
  // Bounded to this run's tickets: earlier tests left many rows.
  const all = `{${[...model.keys()].join(',')}}`
  const comments = own.flatMap((t) => [...t.comments].filter(([, c]) => !c.internal).map(([id]) => id))
  const files = own.flatMap((t) => [...t.files].filter(([, f]) => !f.internal).map(([path]) => path))
  expect(
    await ids(
      by`select id from public.tickets where id = any (${all}::uuid[]) or customer_id = ${people[name].id}`,
    ),
  ).toEqual(sorted(own.map(({ id }) => id)))
  expect(await ids(by`select ticket ->> 'id' as id from public.search_tickets(max_rows => 100)`)).toEqual(
    sorted(own.map(({ id }) => id)),
  )
  expect(await ids(by`select id from public.comments where ticket_id = any (${all}::uuid[])`)).toEqual(
    sorted(comments),
  )
  expect(
    await ids(by`select storage_path as id from public.attachments where ticket_id = any (${all}::uuid[])`),
  ).toEqual(sorted(files))
  expect(
    await by`select 1 from public.ticket_events where ticket_id = any (${all}::uuid[]) and (is_internal or kind like 'note%')`,
  ).toHaveLength(0)
  const mine = `{${own.map(({ id }) => id).join(',')}}`
  expect(
    await by`select 1 from public.ticket_events where ticket_id = any (${all}::uuid[]) and not ticket_id = any (${mine}::uuid[])`,
  ).toHaveLength(0)
  for (const ticket of model.values()) {
    const [row] = await by<
      {
        detail: {
          comments: { id: string }[]
          attachments: unknown[]
          events: { kind: string; is_internal: boolean }[]
          staff: unknown
        } | null
      }[]
    >`
      select public.get_ticket_detail(${ticket.id}) as detail`
    if (ticket.owner !== name) expect(row?.detail).toBeNull()
    else {
      const open = [...ticket.comments].filter(([, c]) => !c.internal).map(([id]) => id)
      expect(sorted(row?.detail?.comments.map(({ id }) => id) ?? [])).toEqual(sorted(open))
      expect(row?.detail?.attachments).toHaveLength(
        [...ticket.files.values()].filter((f) => !f.internal).length,
      )
      expect(row?.detail?.events.filter(({ kind }) => kind === 'status')).toHaveLength(ticket.changes)
      expect(row?.detail?.events.filter(({ is_internal }) => is_internal)).toEqual([])
      expect(row?.detail?.staff).toBeNull()
    }
  }
}

/** Asserts what must be true of every ticket after any steps. */
async function expectInvariants(model: Model): Promise<void> {
  for (const ticket of model.values()) {
    const [row] = await db<
      { status: string; closed: boolean; resolved: boolean; events: number; last: string | null }[]
    >`
      select t.status, t.closed_at is not null as closed, t.resolved_at is not null as resolved,
        count(e.id)::int as events, max(e.to_value) filter (where e.id = (
          select x.id from public.ticket_events x where x.ticket_id = t.id and x.kind = 'status'
          order by x.created_at desc, x.id limit 1)) as last
      from public.tickets t left join public.ticket_events e on e.ticket_id = t.id and e.kind = 'status'
      where t.id = ${ticket.id} group by t.id`
    expect(row?.status).toBe(ticket.status)
    expect(row?.closed).toBe(ticket.status === 'closed')
    expect(row?.resolved).toBe(ticket.status === 'closed' || ticket.status === 'solved')
    expect(row?.events).toBe(ticket.changes)
    if (ticket.changes > 0) expect(row?.last).toBe(ticket.status)
  }
}

describe('random actions', () => {
  it('show customers only their rows and no notes, log every status, and set closed_at while closed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
        await deleteTickets()
        // Resets the limit of writes per minute.
        await db`do $$ begin if to_regclass('private.recent_writes') is not null then delete from private.recent_writes; end if; end $$`
        const model: Model = new Map()
        await applyStep({ do: 'open', who: 'olive' }, model)
        await applyStep({ do: 'open', who: 'stan' }, model)
        for (const step of steps) await applyStep(step, model)
        await expectVisible('olive', model)
        await expectVisible('stan', model)
        await expectInvariants(model)
      }),
      { numRuns: 25, endOnFailure: true },
    )
  }, 120_000)
})
