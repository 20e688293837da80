import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  type TestUser,
  stack,
  insertTicket,
} from './support/backend'

const COMMENTS = 60
const TICKETS = 20

describe('the limit of writes per minute', () => {
  let people: TestUsers
  let ticket = ''
  beforeAll(async () => {
    people = await createUsers()
    ticket = await insertTicket(people.owner)
  })
  afterEach(() => db`truncate private.recent_writes`)

  const comments = (who: TestUser, count: number, target = ticket) =>
    who.client
      .from('comments')
      .insert(Array.from({ length: count }, (_, n) => ({ ticket_id: target, content: `comment ${n}` })))
  const tickets = (who: TestUser, count: number) =>
    who.client.from('tickets').insert(
      Array.from({ length: count }, (_, n) => ({
        subject: `Limit ${n}`,
        description: 'Long enough a text.',
      })),
    )
  const count = async (table: string, who: TestUser) =>
    (
      await db`select from ${db(`public.${table}`)} where ${db(table === 'tickets' ? 'created_by' : 'user_id')} = ${who.id}`
    ).length

  it('rejects a customer’s comment beyond the limit with 429 and the seconds to wait', async () => {
    const { owner } = people
    expect((await comments(owner, COMMENTS - 1)).error).toBeNull()
    expect((await comments(owner, 1)).error).toBeNull()
    const before = await count('comments', owner)
    const late = await comments(owner, 1)
    expect(late.status).toBe(429)
    expectError(late, 'comment_limit')
    expect(late.error?.message).toMatch(/^That was too much at once\. Please wait \d+ seconds\.$/)
    expect(await count('comments', owner)).toBe(before)
  })

  it('sends Retry-After, and accepts writes after it', async () => {
    const { owner } = people
    await comments(owner, COMMENTS)
    const token = (await owner.client.auth.getSession()).data.session?.access_token ?? ''
    const send = () =>
      fetch(`${stack.url}/rest/v1/comments`, {
        method: 'POST',
        headers: {
          apikey: stack.publishableKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ ticket_id: ticket, content: 'one more' }),
      })
    const refused = await send()
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(50)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(await refused.json()).toMatchObject({
      code: 'PT429',
      details: 'comment_limit',
      hint: String(seconds),
    })
    await db`update private.recent_writes set at = at - make_interval(secs => ${seconds})`
    expect((await send()).status).toBe(201)
  })

  it('rejects a batch larger than the limit', async () => {
    const { otherCustomer } = people
    const refused = await tickets(otherCustomer, TICKETS + 1)
    expect(refused.status).toBe(429)
    expectError(refused, 'ticket_limit')
    expect(await count('tickets', otherCustomer)).toBe(0)
  })

  it('counts tickets and comments per person, with a higher limit for staff', async () => {
    const { owner, otherCustomer, agent } = people
    expect((await tickets(owner, TICKETS)).error).toBeNull()
    expectError(await tickets(owner, 1), 'ticket_limit')
    expect((await comments(owner, 1)).error).toBeNull()
    expect((await tickets(otherCustomer, 1)).error).toBeNull()
    expect((await comments(agent, COMMENTS + 1)).error).toBeNull()
  })

  it('counts replies of send_reply, but not rejected or repeated ones', async () => {
    const { owner, agent, otherCustomer } = people
    for (let n = 0; n < 3; n += 1) expectForbidden(await comments(otherCustomer, 1))
    const request_id = randomUUID()
    const repeat = () =>
      owner.client.from('comments').insert({ ticket_id: ticket, content: 'once', request_id })
    expect((await repeat()).error).toBeNull()
    expect((await repeat()).error?.code).toBe('23505')
    expect((await agent.client.rpc('send_reply', { ticket_id: ticket, content: 'a reply' })).error).toBeNull()
    const rows = await db`select user_id, kind, count(*)::int from private.recent_writes group by 1, 2`
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row).toMatchObject({ kind: 'comment', count: 1 })
  })

  it('does not count writes outside the API', async () => {
    await insertTicket(people.owner)
    expect(await db`select from private.recent_writes`).toHaveLength(0)
  })

  it('limits a burst, except for concurrent requests', async () => {
    const { owner } = people
    await comments(owner, COMMENTS - 5)
    const answers = await Promise.all(Array.from({ length: 30 }, () => comments(owner, 1)))
    const passed = answers.filter(({ error }) => !error).length
    expect(passed).toBeGreaterThanOrEqual(5)
    // The Data API has fifteen database connections, so concurrent requests can exceed the limit by that many.
    expect(passed).toBeLessThan(5 + 15)
    expect(answers.every(({ status }) => status === 201 || status === 429)).toBe(true)
  })
})
