import type { TransactionSql } from 'postgres'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serviceClient } from '@helpdesk/testing/stack'
import { createUsers, type TestUsers, db, expectForbidden, stack, insertTicket } from './support/backend'
import { rolledBack } from './support/rolled-back'

interface Row {
  id: string
  attempts: number
}

describe('the outbox', () => {
  let people: TestUsers
  let ticket: string
  beforeAll(async () => {
    people = await createUsers()
    ticket = await insertTicket(people.owner)
  })
  beforeEach(async () => void (await db`delete from public.notification_outbox`))

  const fill = (tx: TransactionSql, count: number) => tx`
    insert into public.notification_outbox
      (kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, excerpt)
    select 'reply', ${people.owner.id}, ${people.owner.email}, 'Olive', ${ticket}, 'Fire', 'Ada', n::text
    from generate_series(1, ${count}::int) n`

  /** Inserts mails without notifying the backend's sender. */
  const fillQuietly = (count: number) =>
    db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await fill(tx, count)
    })

  /** Runs as the service in a transaction that is rolled back, so that the backend's sender never sees the rows. */
  const alone = (work: (tx: TransactionSql) => Promise<void>) =>
    rolledBack(async (tx) => {
      await tx`set local role service_role`
      await work(tx)
    })
  const take = (tx: TransactionSql, max: number | null = 20) =>
    tx<Row[]>`select * from public.take_notifications(${max})`
  const finish = (
    tx: TransactionSql,
    id: string | undefined,
    error: string | null,
    failure = 'temporary',
    status: string | null = null,
  ) =>
    tx`select public.finish_notification(${String(id)}, ${error}, failure => ${failure}, status => ${status})`
  const due = (tx: TransactionSql) =>
    tx`update public.notification_outbox set next_attempt_at = now() - interval '1 second'`
  const one = async (tx: TransactionSql) =>
    (
      await tx<
        { attempts: number; sent: boolean; dropped: boolean; error: string | null; minutes: number }[]
      >`
        select attempts, sent_at is not null as sent, dropped_at is not null as dropped, error,
          round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
        from public.notification_outbox`
    )[0]

  it('rejects all callers except the service', async () => {
    const { owner, agent, admin, visitor } = people
    await fillQuietly(1)
    for (const client of [owner.client, agent.client, admin.client, visitor]) {
      expectForbidden(await client.from('notification_outbox').select('id'))
      expectForbidden(await client.from('notification_outbox').insert({ kind: 'reply' }))
      expectForbidden(await client.from('notification_outbox').delete().eq('kind', 'reply'))
      expectForbidden(await client.rpc('take_notifications', { max_rows: 1 }))
      expectForbidden(await client.rpc('finish_notification', { id: ticket, error: null }))
    }
    const service = serviceClient(stack)
    const { data } = await service.from('notification_outbox').select('excerpt')
    expect(data).toEqual([{ excerpt: '1' }])
    expect((await service.rpc('finish_notification', { id: ticket, error: null })).error).toBeNull()
  })

  it('leases a mail until the lease expires', () =>
    alone(async (tx) => {
      await fill(tx, 1)
      expect(await take(tx)).toHaveLength(1)
      expect(await take(tx)).toHaveLength(0)
      expect(await one(tx)).toMatchObject({ attempts: 1, minutes: 5 })
      await due(tx)
      expect((await take(tx)).map(({ attempts }) => attempts)).toEqual([2])
    }))

  it('gives concurrent callers different mails', async () => {
    await fillQuietly(60)
    const service = serviceClient(stack)
    const calls = Array.from({ length: 6 }, async () => {
      const { data } = await service.rpc('take_notifications', { max_rows: 10 })
      const rows: Row[] = data
      return rows
    })
    const taken = (await Promise.all(calls)).flat()
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length)
    const counts = await db`select attempts, count(*)::int from public.notification_outbox group by 1`
    expect([...counts]).toEqual([{ attempts: 1, count: 60 }])
  })

  it('skips locked mails', async () => {
    await fillQuietly(2)
    await db.begin(async (tx) => {
      await tx`select from public.notification_outbox order by id for update`
      expect(await db`select * from public.take_notifications(20)`).toHaveLength(0)
    })
  })

  it.each([
    [0, 1],
    [-5, 1],
    [null, 20],
    [1_000_000, 100],
  ])('returns, for a limit of %s, %i mails', (max, count) =>
    alone(async (tx) => {
      await fill(tx, 120)
      expect(await take(tx, max)).toHaveLength(count)
    }),
  )

  it('does not resend a delivered mail', () =>
    alone(async (tx) => {
      await fill(tx, 1)
      const [row] = await take(tx)
      await finish(tx, row?.id, null)
      expect(await one(tx)).toMatchObject({ sent: true, error: null })
      await due(tx)
      expect(await take(tx)).toHaveLength(0)
      // A late failure report of a second sender is ignored.
      await finish(tx, row?.id, 'too late')
      expect(await one(tx)).toMatchObject({ sent: true, error: null })
    }))

  it('retries for a day: after 1, 2, 4, … 128 minutes, then every 4 hours', () =>
    alone(async (tx) => {
      await fill(tx, 1)
      const waits = [1, 2, 4, 8, 16, 32, 64, 128, 240, 240, 240, 240, 240]
      expect(waits.reduce((sum, minutes) => sum + minutes, 0)).toBeGreaterThan(24 * 60)
      for (const [attempt, minutes] of waits.entries()) {
        const [row] = await take(tx)
        await finish(tx, row?.id, `refused ${'x'.repeat(600)}`)
        const state = await one(tx)
        expect(state).toMatchObject({ attempts: attempt + 1, sent: false, dropped: false, minutes })
        expect(state?.error).toHaveLength(500)
        expect(await take(tx)).toHaveLength(0)
        await due(tx)
      }
      const [last] = await take(tx)
      await finish(tx, last?.id, 'refused')
      expect(await one(tx)).toMatchObject({ attempts: 14, sent: false, dropped: true })
      await due(tx)
      expect(await take(tx)).toHaveLength(0)
      await tx`reset role`
      const [tried] =
        await tx`select count(*)::int, bool_and(ended_at is not null) as ended from private.mail_attempts`
      expect(tried).toEqual({ count: 14, ended: true })
    }))

  it('counts no attempt when the mail server failed, and none follows a permanent refusal', () =>
    alone(async (tx) => {
      await fill(tx, 1)
      for (let n = 0; n < 30; n += 1) {
        const [row] = await take(tx)
        await finish(tx, row?.id, 'connection lost', 'unreachable')
        expect(await one(tx)).toMatchObject({ attempts: 0, sent: false, dropped: false, minutes: 1 })
        await due(tx)
      }
      const [row] = await take(tx)
      await finish(tx, row?.id, '550 5.1.1 no such user', 'permanent', '5.1.1')
      expect(await one(tx)).toMatchObject({ attempts: 1, sent: false, dropped: true })
      const marked =
        await tx`select status, failures from public.undeliverable_addresses where address = ${people.owner.email}`
      expect([...marked]).toEqual([{ status: '5.1.1', failures: 1 }])
      await fill(tx, 1)
      expect(await take(tx)).toHaveLength(0)
    }))

  it('drops mails to deactivated users, and deletes mails after 30 days', () =>
    alone(async (tx) => {
      await fill(tx, 2)
      await tx`update public.notification_outbox set created_at = now() - interval '31 days' where excerpt = '1'`
      await tx`update public.profiles set deactivated_at = now() where id = ${people.owner.id}`
      expect(await take(tx)).toHaveLength(0)
      expect([
        ...(await tx`select excerpt, dropped_at is not null as dropped, error from public.notification_outbox`),
      ]).toEqual([{ excerpt: '2', dropped: true, error: 'recipient_inactive' }])
    }))

  it('notifies the sender at commit, once per transaction', async () => {
    let calls = 0
    const listening = await db.listen('helpdesk_notifications', () => void (calls += 1))
    await db.begin((tx) => fill(tx, 3))
    await expect.poll(() => calls).toBe(1)
    await listening.unlisten()
  })
})
