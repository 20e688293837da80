import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createUser, db } from '../support/backend'
import { resetAfterAll } from './support/reset'

resetAfterAll()

it('reveals no foreign ticket by any search text', async () => {
  const [olive, stan] = await Promise.all([createUser('customer', 'olive'), createUser('customer', 'stan')])
  const secretTicket = randomUUID()
  await db`insert into public.tickets (id, subject, description, created_by, customer_id)
    values (${secretTicket}, 'Known to Olive', 'Nobody else reads this.', ${olive.id}, ${olive.id})`
  const { client } = stan
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.constantFrom('%', '_', '\\', "'", '*', ',', '(', '"', ').or(id.not.is.null'),
      ),
      async (text) => {
        const clean = text.replaceAll('\0', '')
        const answers = await Promise.all([
          client.rpc('search_tickets', { filter: { text: clean } }),
          client.rpc('search_tickets', { filter: { tag: clean } }),
          client.rpc('find_similar_tickets', { subject: `Known to Olive${clean}` }),
          client.from('tickets').select('id').ilike('subject', `%${clean}%`),
          client.from('tickets').select('id').or(`subject.ilike.*${clean}*,id.eq.${secretTicket}`),
          client.from('tickets').select('id').contains('tags', [clean]),
        ])
        for (const { data } of answers) expect(JSON.stringify(data ?? [])).not.toContain(secretTicket)
      },
    ),
    { numRuns: 40 },
  )
}, 60_000)
