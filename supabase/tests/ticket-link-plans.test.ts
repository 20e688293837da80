import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { expect, it } from 'vitest'
import { createUser } from './support/backend'
import { explain } from './support/explain'
import { rolledBack } from './support/rolled-back'

/** Most buffers. Measured: 24 without a link, 2,040 for a problem with 500 incidents, 278 to add one and 93 to remove it. */
const budget = { none: 30, problem: 2_300, change: 350 }

const scans = (tx: TransactionSql) => tx`
  select relname::text as name, seq_scan::int as n from pg_stat_xact_user_tables
  where relname in ('tickets', 'ticket_links') order by 1`

it('reads and writes the links of a ticket by index, of 50,000 tickets with 30,000 links', async () => {
  const crowd = await createUser('customer', 'Cleo Crowd')
  const [problem, single] = [randomUUID(), randomUUID()]
  await rolledBack(async (tx) => {
    // Fast bulk load without triggers.
    await tx`set local session_replication_role = replica`
    await tx`insert into public.tickets (id, subject, description, created_by, customer_id)
      select case n when 1 then ${problem}::uuid when 2 then ${single}::uuid else gen_random_uuid() end,
        'Matter ' || n, 'About matter ' || n, ${crowd.id}, ${crowd.id} from generate_series(1, 50000) n`
    await tx`create temporary table numbered on commit drop as
      select id, row_number() over (order by id) as n from public.tickets
      where customer_id = ${crowd.id} and id not in (${problem}, ${single})`
    await tx`insert into private.ticket_links (from_id, to_id, kind)
      select n.id, ${problem}, 'incident' from numbered n where n.n <= 500 union all
      select least(n.id, m.id), greatest(n.id, m.id), 'related' from numbered n join numbered m on m.n = n.n + 1
        where n.n between 1000 and 31000`
    await tx`analyze public.tickets, private.ticket_links, public.profiles`
    for (const [id, most] of [
      [single, budget.none],
      [problem, budget.problem],
    ] as const) {
      const query = `select private.linked_tickets_json('${id}', 500)`
      for (let n = 0; n < 6; n++) await tx.unsafe(query)
      const before = [...(await scans(tx))]
      const { buffers } = await explain(tx, query)
      console.log(`Buffers of linked tickets: ${buffers}`)
      expect([...(await scans(tx))]).toEqual(before)
      expect(buffers).toBeLessThanOrEqual(most)
    }
    await tx`delete from private.ticket_links where ctid = (
      select ctid from private.ticket_links where kind = 'incident' limit 1)`
    const before = [...(await scans(tx))]
    for (const name of ['add', 'remove']) {
      const { buffers } = await explain(
        tx,
        `select private.${name}_ticket_link('${single}', '${problem}', 'incident')`,
        [],
        1,
      )
      console.log(`Buffers to ${name} a link: ${buffers}`)
      expect(buffers).toBeLessThanOrEqual(budget.change)
    }
    expect([...(await scans(tx))]).toEqual(before)
  })
}, 180_000)

it('previews a reply to 500 incidents by index, of 20,000 tickets with 60,000 messages', async () => {
  const crowd = await createUser('customer', 'Cleo Crowd')
  const agent = await createUser('agent', 'Ada Agent')
  const problem = randomUUID()
  await rolledBack(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`insert into public.tickets (id, subject, description, created_by, customer_id, assigned_to)
      select case n when 1 then ${problem}::uuid else gen_random_uuid() end,
        'Matter ' || n, 'About matter ' || n, ${crowd.id}, ${crowd.id}, ${agent.id} from generate_series(1, 20000) n`
    await tx`insert into public.comments (ticket_id, user_id, content)
      select id, ${crowd.id}, 'Again' from public.tickets, generate_series(1, 3) where customer_id = ${crowd.id}`
    await tx`insert into public.ticket_participants (ticket_id, address, source)
      select id, 'copy@links.example', 'staff' from public.tickets where customer_id = ${crowd.id} limit 5000`
    await tx`insert into private.ticket_links (from_id, to_id, kind)
      select id, ${problem}, 'incident' from public.tickets
      where customer_id = ${crowd.id} and id <> ${problem} limit 500`
    await tx`analyze public.tickets, public.comments, public.ticket_participants, private.ticket_links, public.profiles`
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: agent.id, role: 'authenticated' })}, true)`
    const query = `select public.preview_incident_reply('${problem}')`
    for (let n = 0; n < 6; n++) await tx.unsafe(query)
    const scanned = () => tx`
      select relname::text as name, seq_scan::int as n from pg_stat_xact_user_tables
      where relname in ('tickets', 'comments', 'ticket_participants') and schemaname = 'public' order by 1`
    const before = [...(await scanned())]
    const { buffers } = await explain(tx, query)
    // Measured: 20,900, which is 42 for each incident.
    console.log(`Buffers of a preview: ${buffers}`)
    expect([...(await scanned())]).toEqual(before)
    expect(buffers).toBeLessThanOrEqual(24_000)
  })
}, 180_000)
