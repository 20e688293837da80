import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  type TestUser,
  insertTicket,
  expectSignedOut,
} from './support/backend'

describe('find_similar_tickets', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  const find = async ({ client }: TestUser, subject: string | null) => {
    const { data, error } = await client.rpc('find_similar_tickets', { subject })
    expect(error).toBeNull()
    const rows: { id: string; subject: string }[] = data
    return rows
  }

  it('returns the most similar first, in any case', async () => {
    const { owner } = people
    const near = await insertTicket(owner, { subject: 'Printer is jammed again', status: 'solved' })
    const nearest = await insertTicket(owner, { subject: 'PRINTER IS JAMMED' })
    await insertTicket(owner, { subject: 'Change the address of my invoice' })
    const rows = await find(owner, 'printer is jammed')
    expect(rows.map(({ id }) => id)).toEqual([nearest, near])
    expect(rows[1]).toEqual({
      id: near,
      number: expect.any(Number),
      subject: 'Printer is jammed again',
      status: 'solved',
      created_at: expect.any(String),
    })
  })

  it('returns at most three, and no dissimilar ones', async () => {
    const { owner } = await createUsers()
    for (let n = 0; n < 5; n++) await insertTicket(owner, { subject: `Cannot log in ${n}` })
    expect(await find(owner, 'cannot log in')).toHaveLength(3)
    expect(await find(owner, 'The coffee machine leaks')).toEqual([])
    // Similar, but below the threshold.
    const [row] = await db`select extensions.similarity('cannon', 'Cannot log in 1')::float8 as value`
    expect(row?.value).toBeLessThan(0.3)
    expect(await find(owner, 'cannon')).toEqual([])
  })

  it('finds all words in any order and form, the last one unfinished, and typos', async () => {
    const { owner } = await createUsers()
    const id = await insertTicket(owner, {
      subject: 'Since the update of last week our invoices are sent twice',
    })
    for (const subject of [
      'invoice sent',
      'updates inv',
      'sent twice invoices',
      'our invioces are sent twise since the update',
    ])
      expect(await find(owner, subject), subject).toMatchObject([{ id }])
    expect(await find(owner, 'invoice lost')).toEqual([])
  })

  it('returns own tickets only, also for staff', async () => {
    const { owner, otherCustomer, agent, admin } = people
    await insertTicket(owner, { subject: 'Webhook answers with 500' })
    for (const who of [otherCustomer, agent, admin])
      for (const words of ['Webhook answers with 500', 'webhook', '500 answer'])
        expect(await find(who, words)).toEqual([])
    expect(await find(owner, 'Webhook answers with 500')).toHaveLength(1)
  })

  it.each([[''], ['  '], ['ab'], [null]])('returns nothing for %o', async (subject) => {
    const { owner } = people
    await insertTicket(owner, { subject: 'ab' })
    expect(await find(owner, subject)).toEqual([])
  })

  it('accepts a text longer than any subject', async () => {
    const { owner } = people
    const id = await insertTicket(owner, { subject: 'x'.repeat(255) })
    expect((await find(owner, 'x'.repeat(100_000))).map((row) => row.id)).toEqual([id])
  })

  it('searches similar subjects among the newest 300 tickets, and words among all', async () => {
    const { owner } = await createUsers()
    await insertTicket(owner, { subject: 'The oldest of them all' })
    await db`insert into public.tickets (subject, description, created_by, customer_id, created_at)
      select 'Filler ' || n, 'Nothing to see in this one.', ${owner.id}, ${owner.id}, now() + n * interval '1 second'
      from generate_series(1, 299) n`
    expect(await find(owner, 'The oldset of them all')).toHaveLength(1)
    await db`insert into public.tickets (subject, description, created_by, customer_id, created_at)
      values ('Filler', 'Nothing to see in this one.', ${owner.id}, ${owner.id}, now() + interval '1 hour')`
    expect(await find(owner, 'The oldset of them all')).toEqual([])
    expect(await find(owner, 'oldest of them')).toHaveLength(1)
  })

  it('rejects visitors and deactivated users', async () => {
    const { visitor } = people
    const { owner } = await createUsers()
    await insertTicket(owner, { subject: 'No more of this' })
    expectForbidden(await visitor.rpc('find_similar_tickets', { subject: 'No more of this' }))
    await db`update public.profiles set deactivated_at = now() where id = ${owner.id}`
    expectSignedOut(await owner.client.rpc('find_similar_tickets', { subject: 'No more of this' }))
  })
})
