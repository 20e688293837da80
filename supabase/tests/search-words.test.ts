import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUser,
  createUsers,
  db,
  insertComment,
  insertTicket,
  type TestUser,
  type TestUsers,
} from './support/backend'

interface Found {
  id: string
  number: number
  subject: string
  marked_subject: string
  found_in: string | null
  found_by: string | null
  snippet: string | null
  corrected: string | null
}

describe('search', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  const search = async ({ client }: TestUser, query: string, more: object = {}): Promise<Found[]> => {
    const { data, error } = await client.rpc('search_tickets', { query, sort_by: 'relevance', ...more })
    if (error) throw new Error(error.message)
    return [data].flat()
  }
  /** Ten letters that occur nowhere else and have no neighbour. */
  const invent = () =>
    Array.from({ length: 10 }, () => 'bcdfghjklmnpqrstvwxz'[Math.floor(Math.random() * 20)]).join('')
  const comment = async (author: TestUser, ticket: string, content: string, internal = false) => {
    const id = await insertComment(author, ticket, internal)
    await db`update public.comments set content = ${content} where id = ${id}`
    return id
  }
  const ids = (rows: Found[]) => rows.map(({ id }) => id)

  it('finds words in any order, stems, accents, and the last word as a beginning', async () => {
    const { owner, agent } = people
    const mark = invent()
    const id = await insertTicket(owner, { subject: `Refunds for ${mark} café Überweisungen` })
    for (const query of [
      `${mark} refund`,
      `refunded ${mark}`,
      `cafe ${mark}`,
      `${mark} uberw`,
      `ÜBERWEISUNG ${mark}`,
    ])
      for (const who of [owner, agent]) expect(ids(await search(who, query)), query).toEqual([id])
    expect(await search(agent, `${mark} nothing`)).toEqual([])
  })

  it('keeps order numbers, addresses and quoted phrases together', async () => {
    const { owner, agent } = people
    const mark = invent()
    const one = await insertTicket(owner, { subject: `${mark} about ORD-4839 and red shoes` })
    const two = await insertTicket(owner, { subject: `${mark} ORD-17, 4839 shoes, red` })
    expect(ids(await search(agent, `${mark} ord-4839`))).toEqual([one])
    expect(ids(await search(agent, `${mark} "red shoes"`))).toEqual([one])
    expect(ids(await search(agent, `"shoes red" ${mark}`))).toEqual([two])
  })

  it('finds a ticket by its number', async () => {
    const id = await insertTicket(people.owner)
    const [row] = await db<{ number: string }[]>`select number from public.tickets where id = ${id}`
    for (const query of [row?.number, `#${row?.number}`, `TICKET-${row?.number}`])
      for (const who of [people.owner, people.agent])
        expect((await search(who, String(query)))[0]?.id).toBe(id)
    expect(ids(await search(people.otherCustomer, String(row?.number)))).not.toContain(id)
  })

  it('finds by requester, assignee and staff tag for staff only, at once after a rename', async () => {
    const { agent } = people
    const [first, last, tag] = [invent(), invent(), invent()]
    const owner = await createUser('customer', `${first} Smith`)
    const id = await insertTicket(owner, { assigned_to: agent.id })
    await db`update public.tickets set tags = ${[`${tag} vip`]} where id = ${id}`
    expect(await search(agent, `${first} printer`)).toMatchObject([{ id }])
    expect(await search(agent, owner.email)).toMatchObject([{ id, found_in: 'requester' }])
    expect(await search(agent, tag)).toMatchObject([{ id, found_in: 'tag' }])
    for (const query of [first, tag]) expect(await search(owner, query)).toEqual([])
    await db`update public.profiles set name = ${`${last} Jones`} where id = ${owner.id}`
    expect(ids(await search(agent, last))).toEqual([id])
  })

  it('says where the hit is and marks it', async () => {
    const { owner, agent } = people
    const word = invent()
    const id = await insertTicket(owner)
    await comment(agent, id, `Please send the ${word} again.`)
    expect(await search(owner, word)).toMatchObject([
      {
        id,
        found_in: 'comment',
        found_by: 'Ada Agent',
        snippet: `Please send the \uE000${word}\uE001 again.`,
      },
    ])
    await db`insert into public.attachments (ticket_id, file_name, file_type, file_size, storage_path, uploaded_by)
      values (${id}, ${`scan-${word}x.pdf`}, 'application/pdf', 3, ${`${id}/${randomUUID()}.pdf`}, ${owner.id})`
    expect(await search(owner, `scan-${word}x.pdf`)).toMatchObject([{ id, found_in: 'file' }])
  })

  it('forgets edited and deleted comments', async () => {
    const { owner, agent } = people
    const word = invent()
    const id = await comment(agent, await insertTicket(owner), word)
    expect(await search(owner, word)).toHaveLength(1)
    await db`update public.comments set content = 'Nothing' where id = ${id}`
    expect(await search(owner, word)).toEqual([])
    await db`update public.comments set content = ${word} where id = ${id}`
    await db`delete from public.comments where id = ${id}`
    expect(await search(agent, word)).toEqual([])
  })

  it('corrects one edit or swap for staff from a far more frequent word, unless as typed', async () => {
    const { owner, agent } = people
    const word = invent()
    for (let n = 0; n < 4; n++) await insertTicket(owner, { subject: `${n} ${word}` })
    const swapped = word.slice(0, 4) + word[5] + word[4] + word.slice(6)
    for (const typo of [
      swapped,
      word.slice(1),
      `${word.slice(0, 3)}a${word.slice(3)}`,
      `${word.slice(0, 9)}a`,
    ]) {
      const rows = await search(agent, `${typo} 2`)
      expect(rows.map(({ subject, corrected }) => [subject, corrected])).toEqual([[`2 ${word}`, `${word} 2`]])
    }
    expect(await search(agent, `${swapped} 2`, { as_typed: true })).toEqual([])
  })

  it('corrects customers only with words of their own tickets', async () => {
    const { owner, otherCustomer } = people
    const word = invent()
    const typo = `${word.slice(0, 9)}a`
    await insertTicket(owner, { subject: word })
    expect(await search(owner, typo)).toMatchObject([{ subject: word, corrected: word }])
    expect(await search(otherCustomer, typo)).toEqual([])
  })

  it('ranks the whole subject, then words of the subject, before newer hits in texts', async () => {
    const { owner, agent } = people
    const word = invent()
    const whole = await insertTicket(owner, { subject: word })
    const part = await insertTicket(owner, { subject: `About ${word}` })
    await db`update public.tickets set created_at = now() - interval '3 years' where id in ${db([whole, part])}`
    const rows = await db<{ id: string }[]>`
      insert into public.tickets (subject, description, created_by, customer_id)
      select 'Newer ' || n, ${`Again and again ${word} ${word}`}, ${owner.id}, ${owner.id} from generate_series(1, 450) n returning id`
    const found = ids(await search(agent, word))
    expect(found.slice(0, 2)).toEqual([whole, part])
    expect(rows.map(({ id }) => id)).toContain(found[2])
    const pages = await Promise.all(
      [0, 20, 40].map((first_row) => search(agent, word, { first_row, max_rows: 20 })),
    )
    expect(new Set(pages.flatMap(ids)).size).toBe(60)
  })
})
