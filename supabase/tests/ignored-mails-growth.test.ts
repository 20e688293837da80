/** How long mails that are not filed are kept, and what finding and pruning them costs among many mails. */
import type { TransactionSql } from 'postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, type TestUsers } from './support/backend'
import { become } from './support/outgoing-mails'
import { explain } from './support/explain'
import { rolledBack } from './support/rolled-back'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

/** Inserts mails, the newest a minute old, the others each `apart` older, with originals in 'mail-originals'. */
const insert = (
  tx: TransactionSql,
  count: number,
  values: { state?: string; size?: number; apart?: string },
) => {
  const { state = 'ignored', size = 2000, apart = '1 second' } = values
  return tx`
    insert into private.mail_messages (message_id, recipient, from_address, authentication, state, reason, content, size,
      original_path, received_at, reply, reply_budget)
    select 'm' || n || ${state} || '@x.example', 'support@localhost', 'p' || n % 1000 || '@d' || n % 300 || '.example', 'pass',
      ${state}, 'automatic', repeat('words ', 40), ${size}, ${state} || n || '.eml',
      now() - interval '1 minute' - n * ${apart}::interval, case when ${state} = 'accepted' and n % 10 = 0 then 'acknowledgement' end,
      case when ${state} = 'accepted' and n % 10 = 0 then 'stranger' end
    from generate_series(0, ${count - 1}::int) n`
}
/** Sets up without triggers. */
const alone = (work: (tx: TransactionSql) => Promise<void>) =>
  rolledBack(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from private.mail_messages where true`
    await work(tx)
  })
const left = async (tx: TransactionSql) =>
  Number((await tx<{ count: string }[]>`select count(*) from private.mail_messages`)[0]?.count)
const prune = async (tx: TransactionSql) => {
  await tx`set local session_replication_role = origin`
  return Number((await tx<{ n: number }[]>`select private.prune_unfiled_mails() as n`)[0]?.n)
}

describe('mails that are not filed', () => {
  it('go after 30 days, in steps, and have their originals removed; those that wait stay', () =>
    alone(async (tx) => {
      await insert(tx, 150, { apart: '7 hours' })
      await insert(tx, 150, { apart: '7 hours', state: 'unmatched' })
      await insert(tx, 150, { apart: '7 hours', state: 'accepted' })
      await tx`delete from private.old_originals where true`
      expect(await prune(tx)).toBe(150 - 103)
      expect(await left(tx)).toBe(450 - 47)
      const [row] =
        await tx`select count(*)::int as paths from private.old_originals where path like 'ignored%'`
      expect(row).toEqual({ paths: 47 })
      expect(await prune(tx)).toBe(0)
    }))

  it('are at most 10,000, of which the newest stay', () =>
    alone(async (tx) => {
      await insert(tx, 10_250, {})
      expect([await prune(tx), await prune(tx), await prune(tx), await prune(tx)]).toEqual([100, 100, 50, 0])
      const [row] =
        await tx`select count(*)::int as newest from private.mail_messages where message_id = 'm0ignored@x.example'`
      expect(row).toEqual({ newest: 1 })
    }))

  it('are at most 1 GB, of which the newest stay', () =>
    alone(async (tx) => {
      await insert(tx, 50, { size: 25 * 1024 * 1024 })
      expect(await prune(tx)).toBe(10)
    }))
})

describe('among 30,000 received mails', () => {
  it('a list, a page far down, an acknowledgement and a step of pruning read few buffers', () =>
    alone(async (tx) => {
      await insert(tx, 20_000, { state: 'accepted' })
      await insert(tx, 8000, { state: 'unmatched' })
      await insert(tx, 2000, {})
      await tx`analyze private.mail_messages`
      await become(tx, people.agent)
      const cost = async (query: string) => (await explain(tx, query)).buffers
      const wanted = `array['ignored', 'refused', 'bounce']`
      expect(await cost(`select public.list_unmatched_mails(${wanted})`)).toBeLessThan(200)
      expect(
        await cost(`select public.list_unmatched_mails(${wanted}, 50, now() - interval '20 minutes')`),
      ).toBeLessThan(200)
      expect(await cost('select public.list_unmatched_mails()')).toBeLessThan(200)
      expect(await cost(`select private.can_acknowledge('p1@d1.example', 'Fire', 'stranger')`)).toBeLessThan(
        1000,
      )
      // One Message-ID that somebody uses again and again.
      await tx`update private.mail_messages set message_id = 'same@x.example', content_hash = encode(sha256(id::text::bytea), 'hex')
        where state = 'unmatched'`
      await tx`analyze private.mail_messages`
      const [one] = await tx<{ id: string }[]>`
        select id from private.mail_messages where message_id = 'same@x.example' order by received_at limit 1`
      const again = `select private.twin_of(m, null) from private.mail_messages m where m.id = '${one?.id}'`
      expect(await cost(again)).toBeLessThan(50)
      expect(await cost('select private.prune_unfiled_mails()')).toBeLessThan(1000)
    }))
})
