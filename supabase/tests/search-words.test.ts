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
import { searchTickets, type Found } from './support/found-tickets'

describe('search', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  const search = ({ client }: TestUser, text: string, filter: object = {}, more: object = {}) =>
    searchTickets(client, { text, ...filter }, { sort_by: 'relevance', ...more })
  /** Ten letters that occur nowhere else and have no neighbour. */
  const newWord = () =>
    Array.from({ length: 10 }, () => 'bcdfghjklmnpqrstvwxz'[Math.floor(Math.random() * 20)]).join('')
  const comment = async (author: TestUser, ticket: string, content: string, internal = false) => {
    const id = await insertComment(author, ticket, internal)
    await db`update public.comments set content = ${content} where id = ${id}`
    return id
  }
  const ids = (rows: Found[]) => rows.map(({ id }) => id)

  it('finds words in any order, stems, accents, and the last word as a beginning', async () => {
    const { owner, agent } = people
    const mark = newWord()
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
    const mark = newWord()
    const one = await insertTicket(owner, { subject: `${mark} about ORD-4839 and red shoes` })
    const two = await insertTicket(owner, { subject: `${mark} ORD-17, 4839 shoes, red` })
    expect(ids(await search(agent, `${mark} ord-4839`))).toEqual([one])
    expect(ids(await search(agent, `${mark} "red shoes"`))).toEqual([one])
    expect(ids(await search(agent, `"shoes red" ${mark}`))).toEqual([two])
  })

  it('finds a ticket by its number', async () => {
    const id = await insertTicket(people.owner)
    const [row] = await db<{ number: string }[]>`select number from public.tickets where id = ${id}`
    const number = row?.number
    const forms = [number, `#${number}`, `[#${number}]`, `Ticket #${number}`, `ticket ${number}`]
    for (const query of [...forms, `TICKET-${number}`, `[TICKET-${number}]`])
      for (const who of [people.owner, people.agent])
        expect((await search(who, String(query)))[0]?.id).toBe(id)
    expect(ids(await search(people.otherCustomer, String(row?.number)))).not.toContain(id)
  })

  it('finds a ticket by its number with the prefix of the workspace', async () => {
    const id = await insertTicket(people.owner)
    const [row] = await db<{ number: string }[]>`select number from public.tickets where id = ${id}`
    await db`update public.workspace_settings set ticket_prefix = 'ACME'`
    try {
      expect((await search(people.agent, `acme-${row?.number}`))[0]?.id).toBe(id)
      expect(ids(await search(people.agent, `TICKET-${row?.number}`))).not.toContain(id)
    } finally {
      await db`update public.workspace_settings set ticket_prefix = default`
    }
  })

  it('finds the one person with all the names among many who share one', async () => {
    const { agent } = people
    const [first, last, address] = [newWord(), newWord(), newWord()]
    await db`
      insert into auth.users (id, email, raw_user_meta_data, instance_id, aud, role)
      select gen_random_uuid(), ${address} || n || '@example.com', jsonb_build_object('full_name',
        case when n <= 40 then ${`${first} Miller`} when n <= 80 then ${`Zoe ${last}`} else ${`${first} ${last}`} end),
        '00000000-0000-0000-0000-000000000000', 'authenticated', 'authenticated'
      from generate_series(1, 81) n`
    await db`insert into public.tickets (subject, description, created_by, customer_id)
      select 'Ticket of ' || p.name, 'Without any other mark.', p.id, p.id from public.profiles p where p.email like ${`${address}%`}`
    const found = await search(agent, `${last} ${first}`)
    expect(found.map(({ subject }) => subject)).toEqual([`Ticket of ${first} ${last}`])
    expect(found[0]?.found_in).toBe('requester')
    expect(await search(agent, `${first} mark`, {}, { max_rows: 100 })).toHaveLength(41)
    // While the address is typed.
    for (const query of [`${address}81@exam`, `${address}81@example.com`])
      expect(ids(await search(agent, query)), query).toEqual(ids(found))
  })

  it('finds by a new e-mail address at once, and by the old one no more', async () => {
    const { agent } = people
    const owner = await createUser('customer', 'Mia Moved')
    const id = await insertTicket(owner)
    const address = `${newWord()}@example.org`
    await db`update public.profiles set email = ${address} where id = ${owner.id}`
    expect(ids(await search(agent, address))).toEqual([id])
    expect(ids(await search(agent, owner.email))).not.toContain(id)
  })

  it('finds words by other forms that end in y', async () => {
    const { owner, agent } = people
    const mark = newWord()
    const id = await insertTicket(owner, { subject: `${mark} study of a company` })
    for (const who of [owner, agent])
      for (const query of [`studies ${mark}`, `companies ${mark}`, `${mark} studies`])
        expect(ids(await search(who, query)), query).toEqual([id])
  })

  it('finds by requester, assignee and staff tag for staff only, at once after a rename', async () => {
    const { agent } = people
    const [first, last, tag] = [newWord(), newWord(), newWord()]
    const owner = await createUser('customer', `${first} Smith`)
    const id = await insertTicket(owner, { assigned_to: agent.id })
    await db`update public.tickets set tags = ${[`${tag} vip`]} where id = ${id}`
    expect(await search(agent, `${first} printer`)).toMatchObject([{ id }])
    expect(await search(agent, owner.email)).toMatchObject([{ id, found_in: 'requester' }])
    expect(await search(agent, tag)).toMatchObject([{ id, found_in: 'tag' }])
    for (const beginning of [first.slice(0, 6), tag.slice(0, 6), owner.email.slice(0, -4)])
      expect(ids(await search(agent, beginning)), beginning).toEqual([id])
    for (const query of [first, tag]) expect(await search(owner, query)).toEqual([])
    await db`update public.profiles set name = ${`${last} Jones`} where id = ${owner.id}`
    for (const query of [last, last.slice(0, 6)]) expect(ids(await search(agent, query))).toEqual([id])
  })

  it('says where the hit is and marks it', async () => {
    const { owner, agent } = people
    const word = newWord()
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
    const word = newWord()
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
    const fresh = newWord()
    // Two letters whose swap is another word.
    const word = `${fresh.slice(0, 4)}bk${fresh.slice(6)}`
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

  it('prefers a swap or a missing letter to a more frequent word with another letter', async () => {
    const { owner, agent } = people
    const word = newWord()
    const [rare, frequent] = [`${word}dfgh`, `${word}fdgj`]
    for (let n = 0; n < 3; n++) await insertTicket(owner, { subject: `${n} ${rare}` })
    for (let n = 0; n < 9; n++) await insertTicket(owner, { subject: `${n} ${frequent}` })
    for (const who of [owner, agent]) {
      expect(await search(who, `${word}fdgh 2`)).toMatchObject([
        { subject: `2 ${rare}`, corrected: `${rare} 2` },
      ])
      for (const typo of [`${word}fdgaj`, `${word}fdgx`])
        expect((await search(who, `${typo} 2`))[0]?.corrected, typo).toBe(`${frequent} 2`)
    }
  })

  it('ranks what a correction finds before what was typed', async () => {
    const { owner, agent } = people
    const word = newWord()
    const meant: string[] = []
    // One after the other: of tickets at the same time, a word may count one.
    for (const n of [1, 2, 3])
      meant.push(await insertTicket(owner, { subject: `No ${n}`, description: `The ${word} again.` }))
    await db`update public.tickets set created_at = now() - interval '1 year' where id in ${db(meant)}`
    // A newer one has what was typed as a part of a word of its subject.
    const typed = await insertTicket(owner, { subject: `aa${word.slice(1)}` })
    const rows = await search(agent, word.slice(1))
    expect(rows[0]?.corrected).toBe(word)
    expect(ids(rows).toSorted()).toEqual([...meant, typed].toSorted())
    expect(ids(rows).at(-1)).toBe(typed)
  })

  it('corrects customers only with words of their own tickets', async () => {
    const { owner, otherCustomer } = people
    const word = newWord()
    const typo = `${word.slice(0, 9)}a`
    await insertTicket(owner, { subject: word })
    expect(await search(owner, typo)).toMatchObject([{ subject: word, corrected: word }])
    expect(await search(otherCustomer, typo)).toEqual([])
  })

  it('corrects misspelt words with accents', async () => {
    const { owner, agent } = people
    const word = newWord()
    for (let n = 0; n < 4; n++) await insertTicket(owner, { subject: `${n} ${word}uckung` })
    for (const who of [owner, agent])
      for (const [query, corrected] of [
        [`${word}ükung 2`, `${word}uckung 2`],
        [`"2" & ${word}Ükung!`, `"2" ${word}uckung`],
      ] as const)
        expect(await search(who, query), query).toMatchObject([{ subject: `2 ${word}uckung`, corrected }])
  })

  it('ranks the whole subject, then words of the subject, before newer hits in texts', async () => {
    const { owner, agent } = people
    const word = newWord()
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
      [0, 20, 40].map((count) => search(agent, word, {}, { after: { count }, max_rows: 20 })),
    )
    expect(new Set(pages.flatMap(ids)).size).toBe(60)
  })
})
