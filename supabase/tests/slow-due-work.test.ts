/** What is due is done, however long one of it takes. */
import type { Sql, TransactionSql } from 'postgres'
import { describe, expect, it } from 'vitest'
import { db } from './support/backend'
import { rolledBack } from './support/rolled-back'
import { createWaitingReplies, sendDue } from './support/waiting-replies'

const { mine, queued } = createWaitingReplies()

/** Each update of these tickets takes so many seconds. */
async function slowDown(tx: TransactionSql, tickets: readonly string[], seconds: number) {
  await tx.unsafe(`create function pg_temp.wait() returns trigger language plpgsql as $$
    begin perform pg_sleep(${seconds}); return new; end $$;
    create trigger a_slow before update on public.tickets for each row
    when (old.id = any ('{${tickets.join()}}')) execute function pg_temp.wait()`)
}

/** One call, with less time than one of the service has. */
const inOneCall = async (tx: TransactionSql, name: 'send_due_replies' | 'wake_tickets') => {
  await tx`set local statement_timeout = '3s'`
  const [row] = await tx<{ done: number }[]>`select public.${tx(name)}() as done`
  await tx`set local statement_timeout = 0`
  return row?.done
}

describe('due replies', () => {
  const ripen = (tx: Sql | TransactionSql, replies: readonly string[]) => tx`
    update public.comments set send_at = now() - array_position(${[...replies]}::uuid[], id) * interval '-1 second'
      - interval '1 hour' where id = any (${[...replies]})`
  const state = async (tx: Sql | TransactionSql, reply: string) => {
    const [row] = await tx`select c.send_at is null as sent, w.held_for
      from public.comments c left join private.waiting_replies w on w.comment_id = c.id where c.id = ${reply}`
    return row
  }

  it('are sent behind one that takes longer than a call, which its author is asked about', async () => {
    const [slow, other] = [await mine(), await mine()]
    const replies = [await queued(slow), await queued(other)]
    await rolledBack(async (tx) => {
      await ripen(tx, replies)
      await slowDown(tx, [slow], 10)
      await inOneCall(tx, 'send_due_replies')
      await inOneCall(tx, 'send_due_replies')
      expect(await state(tx, replies[0] ?? '')).toEqual({ sent: false, held_for: 'failed' })
      expect(await state(tx, replies[1] ?? '')).toEqual({ sent: true, held_for: null })
    })
  }, 30_000)

  it('are sent behind many on whose ticket somebody works', async () => {
    const [busy, other] = [await mine(), await mine()]
    const waiting: string[] = []
    for (let n = 0; n < 21; n += 1) waiting.push(await queued(busy))
    const reply = await queued(other)
    await db.begin(async (tx) => {
      await tx`select from public.tickets where id = ${busy} for no key update`
      await db`update public.comments set send_at = now() - interval '2 hours' where id = any (${waiting})`
      await ripen(db, [reply])
      await sendDue()
      expect(await state(db, reply)).toEqual({ sent: true, held_for: null })
    })
  }, 60_000)

  it('are sent in several calls when all of them together take longer than one', async () => {
    const tickets = await Promise.all(Array.from({ length: 5 }, () => mine()))
    const replies: string[] = []
    for (const ticket of tickets) replies.push(await queued(ticket))
    await rolledBack(async (tx) => {
      await ripen(tx, replies)
      // Sending one updates its ticket.
      await slowDown(tx, tickets, 0.7)
      for (let calls = 0; calls < 4; calls += 1) await inOneCall(tx, 'send_due_replies')
      for (const reply of replies) expect(await state(tx, reply)).toEqual({ sent: true, held_for: null })
    })
  }, 30_000)
})

describe('due tickets', () => {
  const wakeLater = (tx: TransactionSql, tickets: readonly string[]) => tx`
    update public.tickets set snoozed_until = now() - interval '1 hour' where id = any (${[...tickets]})`
  const asleep = (tx: TransactionSql, tickets: readonly string[]) => tx`
    select from public.tickets where id = any (${[...tickets]}) and snoozed_until is not null`

  it('wake in several calls when all of them together take longer than one', async () => {
    const tickets = await Promise.all(Array.from({ length: 5 }, () => mine()))
    await rolledBack(async (tx) => {
      await wakeLater(tx, tickets)
      await slowDown(tx, tickets, 0.7)
      for (let calls = 0; calls < 4; calls += 1) await inOneCall(tx, 'wake_tickets')
      expect(await asleep(tx, tickets)).toHaveLength(0)
    })
  }, 30_000)

  it('wake beside one that cannot', async () => {
    const [broken, fine] = [await mine(), await mine()]
    await rolledBack(async (tx) => {
      await wakeLater(tx, [broken, fine])
      await tx`alter table public.tickets add constraint stays check (id <> ${tx.unsafe(`'${broken}'`)}
        or snoozed_until is not null)`
      expect(await inOneCall(tx, 'wake_tickets')).toBeGreaterThan(0)
      expect(await asleep(tx, [broken])).toHaveLength(1)
      expect(await asleep(tx, [fine])).toHaveLength(0)
    })
  }, 30_000)
})
