import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createUser, insertTicket } from './support/backend'
import { explain } from './support/explain'
import { rolledBack } from './support/rolled-back'

/** Most buffers. Measured: 1,411 for a mail that answers 150 unknown ones. */
const BUDGET = 2_000

it('looks 150 references up by index, among 100,000 sent and as many received mails', async () => {
  const owner = await createUser('customer', 'Olive Owner')
  const ticket = await insertTicket(owner)
  await rolledBack(async (tx) => {
    // Fast bulk load without triggers.
    await tx`set local session_replication_role = replica`
    await tx`insert into private.sent_mails (message_id, recipient, ticket_id)
      select 'notification.' || gen_random_uuid() || '@desk.example', ${owner.email}, ${ticket} from generate_series(1, 100000)`
    await tx`insert into private.mail_messages (message_id, recipient, authentication, state, ticket_id)
      select gen_random_uuid() || '@mail.example', 'support@localhost', 'pass', 'accepted', ${ticket} from generate_series(1, 100000)`
    await tx`insert into private.foreign_references (message_id, ticket_id, named_by)
      select gen_random_uuid() || '@mail.example', ${ticket}, '' from generate_series(1, 100000)`
    await tx`analyze private.sent_mails, private.mail_messages, private.foreign_references`
    const refs = Array.from({ length: 150 }, (_, n) =>
      n % 3 === 0 ? `notification.${randomUUID()}@gateway.example` : `${randomUUID()}@mail.example`,
    )
    const query = `select h.* from (select m from private.mail_messages m limit 1) k (m),
      private.mail_hit(k.m, 'support@localhost', '${JSON.stringify(refs)}') h`
    const tables = ['sent_mails', 'mail_messages', 'foreign_references', 'tickets']
    const scans = () => tx`
      select relname::text as name, seq_tup_read::int as n from pg_stat_xact_user_tables where relname in ${tx(tables)} order by 1`
    for (let n = 0; n < 6; n++) await tx.unsafe(query)
    const before = [...(await scans())]
    const started = performance.now()
    const { buffers } = await explain(tx, query)
    console.log(`Buffers of 150 references: ${buffers}, ${Math.round((performance.now() - started) / 3)} ms`)
    const read = [...(await scans())].map(({ name, n }, at) => ({ name, read: n - (before[at]?.n ?? 0) }))
    // The row that stands in for the mail, in each of three runs.
    expect(read.filter((table) => table.read > 3)).toEqual([])
    expect(buffers).toBeLessThanOrEqual(BUDGET)
  })
}, 180_000)
