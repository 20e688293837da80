import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { beforeAll } from 'vitest'
import { createUsers, type TestUser, type TestUsers } from './backend'
import { become } from './outgoing-mails'
import { rolledBack } from './rolled-back'

/** A ticket on which people write, in transactions that are rolled back. Calls vitest's hooks. */
export function createConversation() {
  let people: TestUsers
  let ticket: string
  beforeAll(async () => void (people = await createUsers()))

  const bob = `bob-${randomUUID().slice(0, 8)}@partner.example`

  /** Runs in a transaction that is rolled back, so that the backend's sender never sees the mails. */
  const alone = (work: (tx: TransactionSql) => Promise<void>) =>
    rolledBack(async (tx) => {
      await tx`delete from public.notification_outbox`
      ticket = randomUUID()
      await tx`insert into public.tickets (id, subject, description, created_by, customer_id)
        values (${ticket}, 'Fire', 'Smoke comes out of the left side.', ${people.owner.id}, ${people.owner.id})`
      await work(tx)
    })

  async function say(tx: TransactionSql, who: TestUser, content: string, source = 'portal'): Promise<string> {
    await become(tx, who)
    const id = randomUUID()
    await tx`insert into public.comments (id, ticket_id, user_id, content, source)
      values (${id}, ${ticket}, ${who.id}, ${content}, ${source})`
    await become(tx, null)
    return id
  }
  const copy = (tx: TransactionSql, address = bob) =>
    tx`insert into public.ticket_participants (ticket_id, address, name) values (${ticket}, ${address}, 'Bob')`

  return { people: () => people, ticket: () => ticket, bob, alone, say, copy }
}
