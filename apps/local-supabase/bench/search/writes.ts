import type { Sql, TransactionSql } from 'postgres'

const COUNT = 300
const searchTriggers = [
  ['public.tickets', ['tickets_search_new', 'tickets_search']],
  ['public.comments', ['comments_search_new']],
] as const

const words = (n: number) =>
  `Thank you, we have looked at it again: order ${n} was sent on Monday and should arrive soon.`

/** Milliseconds per row of one insert each, rolled back. */
async function timeInserts(
  sql: Sql,
  withSearch: boolean,
  insert: (tx: TransactionSql, n: number) => Promise<unknown>,
) {
  const undone = { ms: 0 }
  await sql
    .begin(async (tx) => {
      if (!withSearch)
        for (const [table, triggers] of searchTriggers)
          for (const trigger of triggers) await tx.unsafe(`alter table ${table} disable trigger ${trigger}`)
      const from = performance.now()
      for (let n = 0; n < COUNT; n++) await insert(tx, n)
      undone.ms = (performance.now() - from) / COUNT
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return undone.ms
}

/** What search adds to a new ticket and to a new comment, in milliseconds. */
export async function measureWrites(sql: Sql, agent: string): Promise<{ ticket: number; comment: number }> {
  const tickets = await sql<{ id: string; customer: string }[]>`
    select id, customer_id as customer from public.tickets where customer_id is not null order by md5(id::text) limit ${COUNT}`
  const at = (n: number) => tickets[n % tickets.length]!
  const ticket = (tx: TransactionSql, n: number) => tx`
    insert into public.tickets (subject, description, created_by, customer_id)
    values (${`Where is order ${n}?`}, ${words(n)}, ${at(n).customer}, ${at(n).customer})`
  const comment = (tx: TransactionSql, n: number) => tx`
    insert into public.comments (ticket_id, user_id, content) values (${at(n).id}, ${agent}, ${words(n)})`
  const added = async (insert: typeof ticket) => {
    // The first round fills the caches.
    await timeInserts(sql, true, insert)
    const without = await timeInserts(sql, false, insert)
    return (await timeInserts(sql, true, insert)) - without
  }
  return { ticket: await added(ticket), comment: await added(comment) }
}
