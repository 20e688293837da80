import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import { createUsers, db, type TestUsers } from './backend'

interface Made {
  priority: string
  tags?: string[]
  /** In minutes after creation. */
  answered?: number
  resolved?: number
  by?: 'agent' | 'otherAgent'
  score?: number
}

/** The people of this file's tests, and tickets with times of their own. Calls vitest's hooks. */
export function createReportedTickets() {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  async function made(at: string, { priority, tags, answered, resolved, by, score }: Made) {
    const created = new Date(at)
    const after = (minutes?: number) =>
      minutes === undefined ? null : new Date(created.getTime() + minutes * 60_000)
    const id = randomUUID()
    await db`insert into public.tickets ${db({
      id,
      subject: 'A ticket of March',
      description: 'Long enough to be one.',
      created_by: people.owner.id,
      customer_id: people.owner.id,
      assigned_to: by ? people[by].id : null,
      status: resolved === undefined ? 'open' : 'solved',
      priority,
      tags: tags ?? null,
      created_at: created,
      first_response_at: after(answered),
      resolved_at: after(resolved),
    })}`
    if (score !== undefined)
      await db`insert into public.ticket_ratings ${db({
        ticket_id: id,
        customer_id: people.owner.id,
        score,
        created_at: after(resolved),
      })}`
    return id
  }

  return { people: () => people, made }
}
