/** How many bytes of mails come within an hour, whose are deferred beyond that, and that nothing is lost by it. */
import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, type TestUsers } from './support/backend'
import { explain } from './support/explain'
import { deliver, rawMail, stranger, SUPPORT_ADDRESS } from './support/mail'
import { rolledBack } from './support/rolled-back'

const MB = 1024 * 1024
const GB = 1024 * MB

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

interface Values {
  from?: string
  size?: number
  authentication?: string
  id?: string
}

/** What becomes of a mail of that size; `deferred` when it is to be sent again. */
async function take(
  tx: TransactionSql,
  { from = stranger(), size = 25 * MB, authentication = 'none', id }: Values = {},
) {
  const mail = {
    ...{ recipient: SUPPORT_ADDRESS, message_id: id ?? randomUUID(), from: { address: from, name: '' } },
    ...{ subject: 'A file', content: 'See the file.', authentication, size, never_answer: true },
    original_path: `${randomUUID()}.eml`,
  }
  const filed = tx.savepoint(async (step) => {
    const [row] = await step<{ state: string }[]>`
      select public.receive_mail(${JSON.stringify(mail)}::text::jsonb) ->> 'state' as state`
    return row?.state
  })
  return filed.catch((error: unknown) => {
    expect(error).toMatchObject({ code: 'PT503', detail: 'mail_bytes_limit' })
    return 'deferred'
  })
}
/** As if so many bytes had come from other domains. */
const came = (tx: TransactionSql | typeof db, budget: string, bytes: number, ago = '0') => tx`
  insert into private.mail_bytes (budget, domain, since, bytes) values (${budget}, '', now() - ${ago}::interval, ${bytes})`
const alone = (work: (tx: TransactionSql) => Promise<unknown>) =>
  rolledBack(async (tx) => {
    await tx`delete from private.mail_bytes where true`
    await work(tx)
  })
/** Takes mails until one is deferred. @returns their number */
async function flood(tx: TransactionSql, values: () => Values) {
  let taken = 0
  while (taken < 100 && (await take(tx, values())) === 'accepted') taken += 1
  return taken
}

describe('a flood of mails of 25 MB', () => {
  it.each(['none', 'unchecked', 'pass'])('from ever new addresses (%s) ends below 1 GB', (authentication) =>
    alone(async (tx) => {
      expect(await flood(tx, () => ({ authentication }))).toBe(32)
      const [row] = await tx`select sum(size)::bigint < ${GB} as bounded from private.mail_messages
        where received_at = now()`
      expect(row).toEqual({ bounded: true })
    }),
  )

  it.each([
    ['a domain', () => `${randomUUID()}@sub-${randomUUID()}.flood.example`, 6],
    ['a free mail provider', () => `${randomUUID()}@gmail.com`, 13],
  ])('from %s takes a share', (_name, from, count) =>
    alone(async (tx) => {
      expect(await flood(tx, () => ({ from: from() }))).toBe(count)
      expect(await take(tx)).toBe('accepted')
    }),
  )

  it('leaves room for words, for proven strangers, known customers and staff', () =>
    alone(async (tx) => {
      await came(tx, 'stranger, unproven', 870_000_000)
      expect(await take(tx)).toBe('deferred')
      expect(await take(tx, { size: 150_000 })).toBe('deferred')
      expect(await take(tx, { size: 20_000 })).toBe('accepted')
      expect(await take(tx, { authentication: 'pass' })).toBe('accepted')
      expect(await take(tx, { from: people.owner.email })).toBe('accepted')
      for (const { email: from } of [people.owner, people.agent])
        expect(await take(tx, { from, authentication: 'pass' })).toBe('accepted')
    }))

  it('in the name of a known customer takes nothing from the customer', () =>
    alone(async (tx) => {
      const from = people.owner.email
      expect(await flood(tx, () => ({ from }))).toBe(6)
      expect(await take(tx, { from, authentication: 'pass' })).toBe('accepted')
    }))

  it('defers also what would wait for staff, and nothing that waits is removed', () =>
    alone(async (tx) => {
      const waits = { authentication: 'fail' }
      expect(await take(tx, waits)).toBe('unmatched')
      await came(tx, 'stranger, unproven', GB)
      expect(await take(tx, waits)).toBe('deferred')
      const rows =
        await tx`select from private.mail_messages where received_at = now() and state = 'unmatched'`
      expect(rows).toHaveLength(1)
    }))
})

describe('the bytes of mails', () => {
  it('count for an hour', () =>
    alone(async (tx) => {
      await came(tx, 'stranger, unproven', GB, '61 minutes')
      expect(await take(tx)).toBe('accepted')
      await came(tx, 'stranger, unproven', GB, '59 minutes')
      expect(await take(tx)).toBe('deferred')
    }))

  it('are those of what is kept: not of a blocked sender, a copy, or a repeated delivery', () =>
    alone(async (tx) => {
      const [from, blocked, id] = [stranger(), stranger(), randomUUID()]
      await tx`insert into public.blocked_senders (address) values (${blocked})`
      expect(await take(tx, { from: blocked })).toBe('refused')
      expect(await take(tx, { from, id })).toBe('accepted')
      await came(tx, 'stranger, unproven', GB)
      expect(await take(tx, { from, id })).toBe('accepted')
      const rows = await tx`select bytes::int from private.mail_bytes where domain <> ''`
      expect(rows).toEqual([{ bytes: 25 * MB }])
    }))

  it('let mails that come at once not wait for each other', async () => {
    const count = (tx: TransactionSql) => tx`
      select private.take_bytes(jsonb_populate_record(null::private.mail_messages,
        '{"from_address": "one@atonce.example", "authentication": "none", "size": 1000}'))`
    await rolledBack(async (first) => {
      await count(first)
      await count(first)
      await rolledBack(async (second) => {
        await second`set local lock_timeout = '2s'`
        await count(second)
        expect(await second`select from private.mail_bytes where domain = 'atonce.example'`).toHaveLength(1)
      })
      const rows = await first`select bytes::int from private.mail_bytes where domain = 'atonce.example'`
      expect(rows).toEqual([{ bytes: 2000 }])
    })
  })

  it('cost few buffers among those of 20,000 domains', () =>
    alone(async (tx) => {
      await tx`insert into private.mail_bytes (budget, domain, since, bytes)
        select 'stranger', case when n > 10 then n || '.example' else '' end, now() - n % 90 * interval '1 minute', 1
        from generate_series(1, 20000) n`
      await tx`analyze private.mail_bytes`
      for (const domain of ['', '5000.example'])
        expect(
          (await explain(tx, `select private.bytes_of_mails('stranger', '${domain}')`)).buffers,
        ).toBeLessThan(30)
      await take(tx, { authentication: 'pass' })
      const query = `select private.take_bytes(m) from private.mail_messages m where m.received_at = now()`
      expect((await explain(tx, query)).buffers).toBeLessThan(600)
    }))
})

describe('a mail beyond the limit', () => {
  afterEach(() => db`delete from private.mail_bytes where true`)
  const health = async () => {
    const { data } = await people.admin.client.rpc('get_service_health')
    return data.mail.full_budgets
  }

  it('is answered 503, is under Health, and is filed when it comes again later', async () => {
    expect(await health()).toEqual([])
    const from = stranger()
    const raw = rawMail({ from, verdict: 'none' })
    await came(db, 'stranger, unproven', GB)
    expect(await deliver(raw)).toMatchObject({ status: 503, results: [] })
    expect(await db`select from private.mail_messages where from_address = ${from}`).toHaveLength(0)
    expect(await health()).toEqual(['stranger, unproven'])
    await db`update private.mail_bytes set since = now() - interval '61 minutes' where true`
    expect(await deliver(raw)).toMatchObject({ status: 200, results: [{ state: 'accepted' }] })
    expect(await health()).toEqual([])
  })
})
