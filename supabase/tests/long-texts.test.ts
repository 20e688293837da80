import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUser, type TestUsers } from './support/backend'
import { searchTickets } from './support/found-tickets'

/** As much as one request carries: words, accents, quotes and signs. */
const LONG = 'b\u00fccher "x-y" \u00c9t\u00e9 a.b 4gent '.repeat(180_000)

let people: TestUsers
let ticket: string
beforeAll(async () => {
  people = await createUsers()
  ticket = await insertTicket(people.owner)
})

/** Runs a statement as somebody and undoes it. @returns the code with which it failed: 57014 when it took two seconds */
async function codeOf(who: TestUser, statement: string, values: unknown[]): Promise<string | undefined> {
  let code: string | undefined
  const undo = new Error('undo')
  await db
    .begin(async (tx) => {
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: who.id, role: 'authenticated' })}, true),
        set_config('role', 'authenticated', true), set_config('statement_timeout', '2s', true)`
      await tx
        .savepoint((inner) => inner.unsafe(statement, values as string[]))
        .catch((error: { code?: string }) => void (code = error.code))
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return code
}

describe('a text of 5 MB costs little where it is', () => {
  it('a name', async () => {
    const rename = 'update public.profiles set name = $1 where id = $2'
    for (const who of [people.owner, people.agent])
      expect(await codeOf(who, rename, [LONG, who.id])).toBe('23514')
    const invisible = `${'\u200b'.repeat(1_000)}Olive Other`
    expect(await codeOf(people.owner, rename, [invisible, people.owner.id])).toBe(undefined)
  })

  it.each(['subject', 'description'])('the %s of a ticket', async (column) => {
    const values = { subject: 'It hums', description: 'Ten letters and more.', [column]: LONG }
    const insert = 'insert into public.tickets (subject, description) values ($1, $2)'
    expect(await codeOf(people.owner, insert, [values.subject, values.description])).toBe('23514')
  })

  it('a tag of a ticket', async () => {
    const insert = 'insert into public.tickets (subject, description, tags) values ($1, $1, array[$2])'
    expect(await codeOf(people.owner, insert, ['Ten letters and more.', LONG])).toBe('23514')
  })

  it.each([
    ['list_users', { query: LONG }],
    ['find_similar_tickets', { subject: LONG }],
  ])('what is looked for: %s', async (name, args) => {
    const given = Object.keys(args).map((key, at) => `${key} => $${at + 1}`)
    const call = `select count(*) from public.${name}(${given.join(', ')})`
    expect(await codeOf(people.admin, call, Object.values(args))).toBe(undefined)
  })
})

it('search reads 200 letters of a query', async () => {
  const subject = `Hums at night ${ticket}`
  await db`update public.tickets set subject = ${subject} where id = ${ticket}`
  const found = async (query: string) =>
    (await searchTickets(people.owner.client, { text: query })).map(({ id }) => ({ id }))
  expect(await found(subject.padEnd(200))).toEqual([{ id: ticket }])
  expect(await found(subject.padEnd(200) + 'unheard '.repeat(300))).toEqual([{ id: ticket }])
  expect(await found(`${subject} unheard`)).toEqual([])
})
