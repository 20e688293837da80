import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, type TestUsers, db, expectRows, type TestUser, insertTicket } from './support/backend'

describe('request ids', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  const open = ({ client }: TestUser, request_id: string | null) =>
    client
      .from('tickets')
      .insert({ subject: 'No sound', description: 'The speakers stay silent.', request_id })
      .select('id')
  const write = ({ client }: TestUser, ticket_id: string, request_id: string | null) =>
    client.from('comments').insert({ ticket_id, content: 'Any news?', request_id }).select('id')

  it('create one ticket for a repeated submission, which the author finds', async () => {
    const { owner } = people
    const request = randomUUID()
    const first = await open(owner, request)
    expectRows(first, 1)
    const again = await open(owner, request)
    expect(again).toMatchObject({ status: 409, error: { code: '23505' } })
    const found = await owner.client
      .from('tickets')
      .select('id')
      .eq('created_by', owner.id)
      .eq('request_id', request)
    expect(found.data).toEqual(first.data)
  })

  it('create one ticket for concurrent submissions', async () => {
    const request = randomUUID()
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(people.owner, request)))
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    expectRows({ data: await db`select from public.tickets where request_id = ${request}`, error: null }, 1)
  })

  it('create one comment for a repeated comment, which the author finds', async () => {
    const { agent, owner } = people
    const ticket = await insertTicket(owner)
    const request = randomUUID()
    for (const who of [owner, agent]) {
      const first = await write(who, ticket, request)
      expectRows(first, 1)
      expect((await write(who, ticket, request)).error?.code).toBe('23505')
      const found = await who.client
        .from('comments')
        .select('id')
        .eq('user_id', who.id)
        .eq('request_id', request)
      expect(found.data).toEqual(first.data)
    }
  })

  it('are unique per author, and optional', async () => {
    const { owner, otherCustomer } = people
    const request = randomUUID()
    for (const who of [owner, otherCustomer]) expectRows(await open(who, request), 1)
    for (let n = 0; n < 2; n++) expectRows(await open(owner, null), 1)
    const found = await otherCustomer.client.from('tickets').select('created_by').eq('request_id', request)
    expect(found.data).toEqual([{ created_by: otherCustomer.id }])
  })
})
