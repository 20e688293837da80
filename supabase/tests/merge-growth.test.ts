/** What merges and answers cost does not grow with what was merged into the ticket before. */
import { beforeAll, expect, it } from 'vitest'
import { createUsers, type TestUsers } from './support/backend'
import { explain } from './support/explain'
import { rolledBack } from './support/rolled-back'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

it('merges 200 tickets into one, the last with hardly more work than the first', async () => {
  const { agent, owner, otherCustomer } = people
  await rolledBack(async (sql) => {
    const made = await sql<{ id: string }[]>`
      insert into public.tickets (subject, description, customer_id, created_by, source)
      select 'Copier ' || n, repeat('Words of copier ' || n || '. ', 400), p.id, p.id, 'mail'
      from generate_series(0, 200) n
      join public.profiles p on p.id = case when n % 2 = 0 then ${owner.id} else ${otherCustomer.id} end::uuid
      order by n returning id`
    const [target = '', ...sources] = made.map(({ id }) => id)
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: agent.id, role: 'authenticated' })}, true)`
    const buffers: number[] = []
    for (let from = 0; from < 200; from += 50) {
      const merge = 'select public.bulk_merge_tickets($1::text::uuid[], $2::text::uuid)'
      const some = `{${sources.slice(from, from + 50).join()}}`
      buffers.push((await explain(sql, merge, [some, target], 1)).buffers)
    }
    const [{ merged } = {}] =
      await sql`select count(*)::integer as merged from public.tickets where merged_into = ${target}`
    expect(merged).toBe(200)
    expect(await sql`select source from public.ticket_participants where ticket_id = ${target}`).toEqual([
      { source: 'merge' },
    ])
    const [first = 0, last = 0] = [buffers[0], buffers.at(-1)]
    // Of the sources so far, only the first that waits is looked up.
    expect(last, buffers.join(' ')).toBeLessThan(first * 1.6)
  })
}, 240_000)

it('answers where 200 are merged with as little work as where none is', async () => {
  const { agent, owner } = people
  await rolledBack(async (sql) => {
    const made = await sql<{ id: string }[]>`
      insert into public.tickets (subject, description, customer_id, created_by, source, assigned_to)
      select 'Scanner ' || n, 'Words of scanner ' || n, ${owner.id}, ${owner.id}, 'mail', ${agent.id}
      from generate_series(0, 201) n order by n returning id`
    const [alone = '', target = '', ...sources] = made.map(({ id }) => id)
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: agent.id, role: 'authenticated' })}, true)`
    await sql`select public.bulk_merge_tickets(${sources}::uuid[], ${target})`
    const answer = `select public.send_reply(ticket_id => $1::text::uuid, content => 'Hm')`
    const few = (await explain(sql, answer, [alone], 3)).buffers
    const many = (await explain(sql, answer, [target], 3)).buffers
    expect(many).toBeLessThan(few * 2)
  })
}, 240_000)

it('merges 500 tickets into one, however they were merged before, and no more', async () => {
  const { agent, owner } = people
  await rolledBack(async (sql) => {
    const made = await sql<{ id: string }[]>`
      insert into public.tickets (subject, description, customer_id, created_by)
      select 'Lamp ' || n, 'It is dark here ' || n, ${owner.id}, ${owner.id} from generate_series(1, 503) n returning id`
    const [target = '', other = '', more = '', ...sources] = made.map(({ id }) => id)
    await sql`set local session_replication_role = replica`
    await sql`update public.tickets set merged_at = now(), merged_into = case when id = any (${sources.slice(0, 300)}::uuid[])
      then ${target} else ${other} end::uuid where id = any (${sources.slice(0, 499)}::uuid[])`
    await sql`set local session_replication_role = origin`
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: agent.id, role: 'authenticated' })}, true)`
    await sql`select public.merge_tickets(${other}, ${target})`
    const results = async (source: string) => {
      const [row] = await sql<{ merged: { results: object[] } }[]>`
        select public.bulk_merge_tickets(array[${source}]::uuid[], ${target}) as merged`
      return row?.merged.results
    }
    expect(await results(more)).toMatchObject([{ ok: false, code: 'merge_limit', hint: '500' }])
    await sql`select public.unmerge_ticket(${sources[0] ?? ''})`
    expect(await results(more)).toMatchObject([{ ok: true }])
  })
}, 240_000)
