/** Filters by words that PostgreSQL cannot parse answer 400: the caller's fault, and no failure of the server. */
import { beforeAll, expect, it } from 'vitest'
import { createUsers, type TestUsers } from './support/backend'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

it.each([
  ['websearch', '-'.repeat(3_000), 400],
  [undefined, `${'!'.repeat(3_000)}a`, 400],
  ['websearch', 'printer -toner', 200],
] as const)('answers a filter of type %s', async (type, words, status) => {
  for (const { client } of [people.agent, people.owner]) {
    const found = await client.from('tickets').select('id').textSearch('description', words, { type })
    expect(found.status).toBe(status)
  }
})
