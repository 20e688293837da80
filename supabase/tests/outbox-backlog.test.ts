import type { TransactionSql } from 'postgres'
import { beforeAll, expect, it } from 'vitest'
import { createUsers, insertTicket, type TestUsers } from './support/backend'
import { rolledBack } from './support/rolled-back'

// On hosted projects a call with the secret key ends after 8 seconds.
let people: TestUsers
let ticket: string
beforeAll(async () => {
  people = await createUsers()
  ticket = await insertTicket(people.owner)
})

const alone = (work: (tx: TransactionSql) => Promise<void>) =>
  rolledBack(async (tx) => {
    await tx`delete from public.notification_outbox where true`
    await work(tx)
  })
const fill = (tx: TransactionSql, count: number, age: string, to = people.owner.email) => tx`
  insert into public.notification_outbox (kind, recipient_email, recipient_name, ticket_id, actor_name, created_at, next_attempt_at)
  select 'status', ${to}, 'Olive', ${ticket}, 'Ada', now() - ${age}::interval, now() - ${age}::interval
  from generate_series(1, ${count}::int)`
const count = async (tx: TransactionSql, condition: string) => {
  const [row] = await tx.unsafe<{ n: number }[]>(
    `select count(*)::int as n from public.notification_outbox where ${condition}`,
  )
  return row?.n
}

it('deletes old mails in steps', () =>
  alone(async (tx) => {
    await fill(tx, 2001, '31 days')
    expect(await tx`select from public.take_notifications(1)`).toHaveLength(0)
    expect(await count(tx, 'true')).toBe(1)
    await tx`select public.take_notifications(1)`
    expect(await count(tx, 'true')).toBe(0)
  }))

it('drops mails that may not be sent in steps, and sends the next one then', () =>
  alone(async (tx) => {
    const blocked = 'blocked@example.org'
    await tx`insert into public.blocked_senders (address) values (${blocked})`
    await fill(tx, 2001, '2 hours', blocked)
    await fill(tx, 1, '1 hour')
    expect(await tx`select from public.take_notifications(1)`).toHaveLength(0)
    expect(await count(tx, 'dropped_at is null')).toBe(2)
    expect(await tx`select from public.take_notifications(1)`).toHaveLength(1)
  }))
