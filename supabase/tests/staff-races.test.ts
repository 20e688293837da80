import { connectAs } from '@helpdesk/testing/connect-as'
import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db, type TestUser, createUser, stack } from './support/backend'
import { whenBlocked } from './support/when-blocked'

type Session = postgres.Sql

/** The error code or null; unexpected errors fail the test. */
async function attempt(act: Promise<unknown>): Promise<string | null> {
  try {
    await act
    return null
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== 'PT409') throw error
    return error.detail ?? ''
  }
}

const claim = (by: Session, ticket: string) => attempt(by`select public.claim_ticket(${ticket})`)
const won = (codes: (string | null)[]) => codes.filter((code) => code === null).length

/** Inserts unassigned open tickets. */
async function queue(owner: TestUser, count: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    insert into public.tickets (subject, description, created_by, customer_id, priority)
    select 'Race ' || n, 'Who is first to take it?', ${owner.id}, ${owner.id},
      (array['low', 'normal', 'medium', 'high', 'urgent'])[1 + n % 5]
    from generate_series(1, ${count}::int) n returning id`
  return rows.map((row) => row.id)
}

describe('concurrent claims', () => {
  let owner: TestUser
  let agents: TestUser[]
  let sessions: Session[]
  let first: Session
  let second: Session

  beforeAll(async () => {
    owner = await createUser('customer', 'Olive Owner')
    agents = await Promise.all(Array.from({ length: 20 }, (_, n) => createUser('agent', `Agent ${n}`)))
    sessions = await Promise.all(agents.map(({ id }) => connectAs(stack, id)))
    const [one, two] = sessions
    if (!one || !two) throw new Error('no sessions')
    ;[first, second] = [one, two]
    // Empties the queue.
    await db`update public.tickets set status = 'closed' where assigned_to is null`
  })
  afterAll(async () => void (await Promise.all(sessions.map((connection) => connection.end()))))

  /** Asserts one assignment event per ticket, to its current assignee. */
  async function expectOneAssignee(tickets: string[]) {
    const [row] = await db<{ held: number; claims: number; agreeing: number; versions: number }[]>`
      select count(t.assigned_to)::int as held, sum(e.n)::int as claims,
        (count(*) filter (where e.holder = t.assigned_to::text))::int as agreeing, max(t.version) as versions
      from public.tickets t, lateral (
        select count(*) as n, min(to_value) as holder from public.ticket_events
        where ticket_id = t.id and kind = 'assigned_to') e
      where t.id = any(${tickets}) and t.status = 'in_progress'`
    const count = tickets.length
    expect(row).toEqual({ held: count, claims: count, agreeing: count, versions: 2 })
  }

  it('have one winner in 1,000 races of two, and return the winner’s name to the loser', async () => {
    const tickets = await queue(owner, 1000)
    let ahead = 0
    for (const [n, ticket] of tickets.entries()) {
      // Alternates the first sender.
      const pair = n % 2 ? [second, first] : [first, second]
      const codes = await Promise.all(pair.map((by) => claim(by, ticket)))
      expect(won(codes), `race ${n}`).toBe(1)
      expect(codes.filter(Boolean)).toEqual(['ticket_already_assigned'])
      if (codes[0] === null) ahead++
    }
    await expectOneAssignee(tickets)
    // Both must win sometimes, or the calls were not concurrent.
    expect(ahead).toBeLessThan(1000)
  }, 300_000)

  it('make the loser wait, then reject it', async () => {
    const [ticket] = await queue(owner, 1)
    let late: Promise<string | null> | undefined
    await first.begin(async (tx) => {
      await tx`select public.claim_ticket(${ticket ?? ''})`
      late = claim(second, ticket ?? '')
      expect(await whenBlocked(tx, late)).toBe(true)
    })
    expect(await late).toBe('ticket_already_assigned')
  })

  it('have one winner per ticket among 20 agents and 50 tickets', async () => {
    const tickets = await queue(owner, 50)
    for (const ticket of tickets)
      expect(won(await Promise.all(sessions.map((by) => claim(by, ticket))))).toBe(1)
    await expectOneAssignee(tickets)
  }, 60_000)

  it('next_ticket: 20 concurrent agents empty a queue of 400 without duplicates', async () => {
    const tickets = await queue(owner, 400)
    const next = async (by: Session): Promise<string | undefined> =>
      (await by<{ id: string }[]>`select id from public.next_ticket()`)[0]?.id
    const handed: string[] = []
    // No agent may get nothing while a ticket is left.
    for (let round = 0; round < 20; round++) {
      const round = await Promise.all(sessions.map(next))
      handed.push(...round.filter((id) => id !== undefined))
    }
    expect(handed).toHaveLength(400)
    expect(new Set(handed)).toEqual(new Set(tickets))
    expect(await Promise.all(sessions.map(next))).toEqual(sessions.map(() => undefined))
    await expectOneAssignee(tickets)
  }, 60_000)

  it('leave one assignee per ticket with claim_ticket, next_ticket and bulk updates', async () => {
    const tickets = await queue(owner, 100)
    await Promise.all(
      sessions.map(async (by, n) => {
        const me = agents[n]?.id ?? randomUUID()
        if (n % 3 === 0) for (const ticket of tickets) await claim(by, ticket)
        else if (n % 3 === 1) for (let turn = 0; turn < 20; turn++) await by`select public.next_ticket()`
        else await by`select public.bulk_update_tickets(${tickets}, ${by.json({ assigned_to: me })})`
      }),
    )
    await expectOneAssignee(tickets)
  }, 60_000)
})
