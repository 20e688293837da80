/** Tickets with very many bytes can be opened, with the newest messages whole. */
import { beforeAll, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from './support/backend'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

interface Detail {
  comments: { content: string }[]
  merged: { description: string }[]
}
/** Three bytes each. */
const long = '語'.repeat(9_990)

it('can be opened by everybody, with the beginnings of its oldest messages', async () => {
  const { owner, agent } = people
  const ticket = await insertTicket(owner)
  await db`insert into public.comments (ticket_id, user_id, content, created_at)
    select ${ticket}, ${owner.id}, n || ' ' || ${long}, now() - (600 - n) * interval '1 second'
    from generate_series(1, 600) n`
  for (const { client } of [owner, agent]) {
    const { data } = await client.rpc('get_ticket_detail', { ticket_id: ticket }).throwOnError()
    const { comments } = data as Detail
    expect(comments).toHaveLength(600)
    expect(comments.at(-1)?.content).toBe(`600 ${long}`)
    expect(comments.at(-100)?.content).toBe(`501 ${long}`)
    expect(comments[0]?.content).toBe(`1 ${long.slice(0, 198)} […]`)
  }
}, 240_000)

it('can be opened with the beginnings of the descriptions that were merged first', async () => {
  const { owner, agent } = people
  const ticket = await insertTicket(owner)
  await db`insert into public.tickets (subject, description, created_by, customer_id, source, merged_into, merged_at)
    select 'Part ' || n, n || ' ' || ${long}, ${owner.id}, ${owner.id}, 'mail', ${ticket},
      now() - (100 - n) * interval '1 second' from generate_series(1, 100) n`
  const { data } = await agent.client.rpc('get_ticket_detail', { ticket_id: ticket }).throwOnError()
  const { merged } = data as Detail
  expect(merged).toHaveLength(100)
  expect(merged.at(-1)?.description).toBe(`100 ${long}`)
  expect(merged[0]?.description).toBe(`1 ${long.slice(0, 198)} […]`)
}, 240_000)
