import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUser, createUsers, db, insertComment, insertTicket, type TestUsers } from './support/backend'

describe('rights of search', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  it.each(['search_documents', 'search_words', 'search_names'])(
    'lets nobody read or write private.%s',
    async (table) => {
      for (const role of ['anon', 'authenticated', 'service_role'])
        for (const right of ['select', 'insert', 'update', 'delete']) {
          const [row] = await db`select has_table_privilege(${role}, ${`private.${table}`}, ${right}) as may`
          expect(row?.may, `${role} ${right}`).toBe(false)
        }
    },
  )

  it('gives a customer the same answer whatever others write', async () => {
    const { agent, otherCustomer } = people
    const customer = await createUser('customer', 'Quinn Quiet')
    const subjects = [
      'Invoice is wrong',
      'Invoices again',
      'Refund of an order',
      'Printer prints blank pages',
    ]
    const own: string[] = []
    for (const subject of subjects) own.push(await insertTicket(customer, { subject }))
    await insertComment(agent, own[0] as string)
    const queries = [
      'invoice',
      'invocie',
      'refnud',
      'print',
      'rin',
      'wrong invoice',
      'zebra',
      'zebar',
      'secret',
      'blank "prints blank"',
      'reply',
    ]
    const answers = async () => {
      const rows = []
      for (const query of queries)
        for (const sort_by of ['relevance', 'created_at', 'priority']) {
          const { data, error } = await customer.client.rpc('search_tickets', {
            filter: { text: query },
            sort_by,
          })
          expect(error).toBeNull()
          rows.push([query, sort_by, data])
        }
      return rows
    }
    const before = await answers()
    await db`insert into public.tickets (subject, description, created_by, customer_id)
      select (array['Invoice', 'Refnud', 'Zebra', 'Invocie invocie'])[1 + n % 4] || ' ' || n, 'A text of ' || ${randomUUID()}::text || ' blank', ${otherCustomer.id}, ${otherCustomer.id}
      from generate_series(1, 300) n`
    for (const ticket of own) {
      const note = await insertComment(agent, ticket, true)
      await db`update public.comments set content = 'Zebra invocie secret refnud' where id = ${note}`
      await db`insert into public.ticket_tags (ticket_id, tags) values (${ticket}, '{zebra}')`
    }
    expect(await answers()).toEqual(before)
    // The control: staff find what was added.
    const { data } = await agent.client.rpc('search_tickets', {
      filter: { text: 'zebra', requester: customer.id },
    })
    expect(data).toHaveLength(own.length)
  })

  it('finds the same public comments however many notes follow', async () => {
    const { agent } = people
    const customer = await createUser('customer', 'Nora Notes')
    const ticket = await insertTicket(customer)
    const [old, note] = [randomUUID(), randomUUID()].map((id) => id.replaceAll('-', '')) as [string, string]
    const write = (count: number, text: string, isInternal: boolean) => db`
      insert into public.comments (ticket_id, user_id, content, is_internal, created_at)
      select ${ticket}, ${agent.id}, case n when 2 then ${text} else 'Reply ' || n end, ${isInternal}, now() + n * interval '1 second'
      from generate_series(1, ${count}::int) n`
    await write(151, old, false)
    const find = async (who: typeof agent, query: string) => {
      const { data } = await who.client
        .rpc('search_tickets', { filter: { text: query }, sort_by: 'relevance' })
        .throwOnError()
      return data
    }
    const before = await find(customer, old)
    expect(before).toHaveLength(1)
    await write(150, note, true)
    expect(await find(customer, old)).toEqual(before)
    expect(await find(customer, note)).toEqual([])
    for (const query of [old, note])
      expect(await find(agent, query), query).toMatchObject([{ ticket: { id: ticket } }])
  })

  it('never counts on the id that a caller sends', async () => {
    const { owner, otherCustomer } = people
    const word = randomUUID().replaceAll('-', '')
    await insertTicket(owner, { subject: word })
    for (const query of [word, `${word} c:${owner.id}`, `'c:${owner.id}' | ${word}`, `${word}:* | !x`]) {
      const { data, error } = await otherCustomer.client.rpc('search_tickets', {
        filter: { text: query, requester: owner.id },
      })
      expect(error).toBeNull()
      expect(data).toEqual([])
    }
  })
})
