import { randomUUID } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { db, type Person, person, stack } from './support/world'

/** A connection of its own on which everything is done as that person. */
async function session(who: Person) {
  const connection = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} })
  const claims = JSON.stringify({ sub: who.id, role: 'authenticated' })
  await connection`select set_config('role', 'authenticated', false), set_config('request.jwt.claims', ${claims}, false)`
  return connection
}
type Session = Awaited<ReturnType<typeof session>>

/** The code of the refusal, or null: any other error fails the test. */
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

/** Open tickets that nobody has. */
async function queue(owner: Person, count: number): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    insert into public.tickets (subject, description, created_by, customer_id, priority)
    select 'Race ' || n, 'Who is first to take it?', ${owner.id}, ${owner.id},
      (array['low', 'normal', 'medium', 'high', 'urgent'])[1 + n % 5]
    from generate_series(1, ${count}::int) n returning id`
  return rows.map((row) => row.id)
}

describe('races', () => {
  let owner: Person
  let agents: Person[]
  let sessions: Session[]
  let first: Session
  let second: Session

  beforeAll(async () => {
    owner = await person('customer', 'Olive Owner')
    agents = await Promise.all(Array.from({ length: 20 }, (_, n) => person('agent', `Agent ${n}`)))
    sessions = await Promise.all(agents.map(session))
    const [one, two] = sessions
    if (!one || !two) throw new Error('no sessions')
    ;[first, second] = [one, two]
    // An empty queue to start from.
    await db`update public.tickets set status = 'closed' where assigned_to is null`
  })
  afterAll(async () => void (await Promise.all(sessions.map((connection) => connection.end()))))

  /** Who has each of these tickets now, by their events: one assignment each, to whom the row names. */
  async function expectOneHolder(tickets: string[]) {
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

  it('one winner in each of 1,000 races of two; the loser gets the winner’s name', async () => {
    const tickets = await queue(owner, 1000)
    let ahead = 0
    for (const [n, ticket] of tickets.entries()) {
      // Who sends first takes turns.
      const pair = n % 2 ? [second, first] : [first, second]
      const codes = await Promise.all(pair.map((by) => claim(by, ticket)))
      expect(won(codes), `race ${n}`).toBe(1)
      expect(codes.filter(Boolean)).toEqual(['ticket_already_assigned'])
      if (codes[0] === null) ahead++
    }
    await expectOneHolder(tickets)
    // Had one always been served before the other, there would have been no race.
    expect(ahead).toBeLessThan(1000)
  }, 120_000)

  it('the loser of a race waits and is refused', async () => {
    const [ticket] = await queue(owner, 1)
    let late: Promise<string | null> | undefined
    await first.begin(async (tx) => {
      await tx`select public.claim_ticket(${ticket ?? ''})`
      late = claim(second, ticket ?? '')
      const early = await Promise.race([late, new Promise((done) => setTimeout(done, 200, 'waiting'))])
      expect(early).toBe('waiting')
    })
    expect(await late).toBe('ticket_already_assigned')
  })

  it('one winner each when 20 agents race for 50 tickets', async () => {
    const tickets = await queue(owner, 50)
    for (const ticket of tickets)
      expect(won(await Promise.all(sessions.map((by) => claim(by, ticket))))).toBe(1)
    await expectOneHolder(tickets)
  }, 60_000)

  it('next_ticket: 20 concurrent agents empty a queue of 400 without duplicates', async () => {
    const tickets = await queue(owner, 400)
    const next = async (by: Session): Promise<string | undefined> =>
      (await by<{ id: string }[]>`select id from public.next_ticket()`)[0]?.id
    const handed: string[] = []
    // As many agents as tickets are left at the end: nobody goes away with nothing while there is one.
    for (let round = 0; round < 20; round++) {
      const round = await Promise.all(sessions.map(next))
      handed.push(...round.filter((id) => id !== undefined))
    }
    expect(handed).toHaveLength(400)
    expect(new Set(handed)).toEqual(new Set(tickets))
    expect(await Promise.all(sessions.map(next))).toEqual(sessions.map(() => undefined))
    await expectOneHolder(tickets)
  }, 60_000)

  it('one assignee each with concurrent claim_ticket, next_ticket and bulk updates', async () => {
    const tickets = await queue(owner, 100)
    await Promise.all(
      sessions.map(async (by, n) => {
        const me = agents[n]?.id ?? randomUUID()
        if (n % 3 === 0) for (const ticket of tickets) await claim(by, ticket)
        else if (n % 3 === 1) for (let turn = 0; turn < 20; turn++) await by`select public.next_ticket()`
        else await by`select public.bulk_update_tickets(${tickets}, ${by.json({ assigned_to: me })})`
      }),
    )
    await expectOneHolder(tickets)
  }, 60_000)
})
