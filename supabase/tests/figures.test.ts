import fc from 'fast-check'
import postgres, { type TransactionSql } from 'postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUser,
  createUsers,
  db,
  insertComment,
  insertTicket,
  stack,
  type TestUsers,
} from './support/backend'
import { emptyTickets, untilNoDeadlock } from './support/empty-tickets'
import { readFigures } from './support/figures'
import { rolledBack } from './support/rolled-back'

let people: TestUsers
beforeAll(async () => {
  people = await createUsers()
  // Other files load tickets and people without triggers.
  await emptyTickets()
  await db`select private.refresh_figures()`
})

const statuses = ['open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed'] as const

// Twice what is more usual.
const kinds = [
  ...([
    'create',
    'create',
    'create',
    'status',
    'status',
    'assign',
    'assign',
    'move',
    'rate',
    'rate',
  ] as const),
  ...(['answer', 'unrate', 'delete', 'delete', 'title', 'leave', 'return', 'fold', 'bulk', 'abort'] as const),
]

/** A change; `pick` chooses among the tickets that are there. */
const steps = fc.record({
  pick: fc.nat(1_000),
  who: fc.nat(2),
  status: fc.constantFrom(...statuses),
  days: fc.nat(40),
  score: fc.integer({ min: 1, max: 5 }),
  kind: fc.constantFrom(...kinds),
})
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never

describe('figures', () => {
  it('agree with the rows after any changes', async () => {
    const { owner, agent, otherAgent, admin } = people
    const staff = [agent, otherAgent, undefined] as const
    const ids = async () =>
      (await db<{ id: string }[]>`select id from public.tickets order by id`).map(({ id }) => id)

    async function apply(sql: typeof db | TransactionSql, step: Step, some: string[]) {
      const [id = ''] = some
      const { kind, status, days, score } = step
      const person = staff[step.who]
      const holder =
        person &&
        (await sql`select from public.profiles where id = ${person.id} and deactivated_at is null`).length
          ? person.id
          : null
      if (kind === 'status') await sql`update public.tickets set status = ${status} where id = any (${some})`
      else if (kind === 'assign')
        await sql`update public.tickets set assigned_to = ${holder} where id = any (${some})`
      else if (kind === 'move')
        await sql`update public.tickets set created_at = now() - ${days} * interval '1 day' where id = any (${some})`
      else if (kind === 'rate')
        await sql`insert into public.ticket_ratings (ticket_id, customer_id, score, created_at)
          values (${id}, ${owner.id}, ${score}, now() - ${days} * interval '1 day')
          on conflict (ticket_id) do update set score = excluded.score`
      else if (kind === 'unrate') await sql`delete from public.ticket_ratings where ticket_id = ${id}`
      else if (kind === 'delete') await sql`delete from public.tickets where id = ${id}`
      else if (kind === 'title')
        await sql`update public.tickets set subject = 'Another subject' where id = ${id}`
      else if (kind === 'fold') await sql`select private.fold_figures()`
      else if (kind === 'leave')
        await sql`update public.profiles set deactivated_at = now() where id = ${otherAgent.id} and deactivated_at is null`
      else if (kind === 'return')
        await sql`update public.profiles set deactivated_at = null where id = ${otherAgent.id}`
    }

    async function run(step: Step) {
      const all = await ids()
      const at = step.pick % Math.max(all.length, 1)
      const some = all.slice(at, at + 4)
      const [id] = some
      if (step.kind === 'create' || !id) await insertTicket(owner, { status: step.status })
      else if (step.kind === 'answer') await insertComment(agent, id)
      else if (step.kind === 'abort')
        await rolledBack(async (tx) => {
          for (const kind of ['assign', 'status', 'fold', 'delete'] as const)
            await apply(tx, { ...step, kind }, some)
        })
      else if (step.kind === 'bulk') {
        const { data } = await admin.client.rpc('bulk_update_tickets', {
          ticket_ids: some,
          change: { status: step.status, assigned_to: agent.id },
        })
        if (step.days % 2) await admin.client.rpc('undo_bulk_update', { batch_id: data.batch_id })
      } else await apply(db, step, some)
    }

    await fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 200, maxLength: 200 }), async (changes) => {
        for (const step of changes) await run(step)
        const { counted, kept } = await readFigures()
        expect(kept).toEqual(counted)
      }),
      // A change takes milliseconds: to shrink a failure would take minutes.
      { numRuns: 5, endOnFailure: true },
    )
    await db`update public.profiles set deactivated_at = null where id = ${otherAgent.id}`
  }, 300_000)

  it('agree with the rows after concurrent changes', async () => {
    const { owner, agent, otherAgent } = people
    const shared = await Promise.all(Array.from({ length: 8 }, () => insertTicket(owner)))
    const writers = Array.from({ length: 6 }, () =>
      postgres(stack.databaseUrl, { max: 1, onnotice: () => {} }),
    )
    await Promise.all(
      writers.map(async (sql, n) => {
        for (let at = 0; at < 60; at += 1) {
          const id = shared[(at * 7 + n) % shared.length] ?? ''
          const status = statuses[(at + n) % statuses.length] ?? 'open'
          const holder = [agent.id, otherAgent.id, null][(at + 2 * n) % 3] ?? null
          await sql`update public.tickets set status = ${status}, assigned_to = ${holder} where id = ${id}`
          if (at % 5 === 0) await sql`select private.fold_figures()`
        }
      }),
    )
    await Promise.all(writers.map((sql) => sql.end()))
    const { counted, kept } = await readFigures()
    expect(kept).toEqual(counted)
  })

  it('let tickets of one agent be closed at once', async () => {
    const { owner, agent } = people
    const mine = { assigned_to: agent.id, status: 'in_progress' }
    const [one, two] = [await insertTicket(owner, mine), await insertTicket(owner, mine)]
    const other = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} })
    await db.begin(async (tx) => {
      await tx`update public.tickets set status = 'solved' where id = ${one}`
      await tx`select private.fold_figures()`
      await other`set lock_timeout = '5s'`
      await other`update public.tickets set status = 'solved' where id = ${two}`
      await other`select private.fold_figures()`
    })
    await other.end()
    const { counted, kept } = await readFigures()
    expect(kept).toEqual(counted)
  })

  it('forget the people of a truncated table', async () => {
    const countUsers = async (sql: Pick<typeof db, 'unsafe'>) =>
      (
        await sql.unsafe<{ users: number | null }[]>(
          `select sum(amount)::int as users from private.figures where figure = 'users'`,
        )
      )[0]?.users
    expect(await countUsers(db)).toBeGreaterThan(0)
    let left: number | null | undefined
    await untilNoDeadlock(() =>
      rolledBack(async (tx) => {
        await tx`truncate public.profiles cascade`
        left = await countUsers(tx)
      }),
    )
    expect(left).toBeNull()
  })

  it('are refreshed after a load without triggers', async () => {
    const { owner, agent } = people
    const solver = await createUser('agent', 'Sol Solver')
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into public.tickets (subject, description, status, created_by, customer_id, assigned_to, resolved_at,
          first_response_at, number, created_at) overriding system value
        select 'Loaded', 'Without any trigger.', 'solved', ${owner.id}, ${owner.id}, ${solver.id}, now(), now(), 9000000 + n,
          now() - interval '10 minutes'
        from generate_series(1, 3) n`
      await tx`select private.refresh_figures()`
    })
    const { counted, kept } = await readFigures()
    expect(kept).toEqual(counted)
    const { data } = await solver.client.rpc('get_agent_performance_stats').single<Record<string, number>>()
    expect(data).toEqual({
      assigned_tickets: 0,
      resolved_today: 3,
      average_response_time: 10,
      satisfaction_rate: null,
    })
    expect((await agent.client.rpc('refresh_figures')).error).not.toBeNull()
  })
})
