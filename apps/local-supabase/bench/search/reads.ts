import type { Sql } from 'postgres'
import { actAs, explain, type Cost } from './explain'

/** Days from the last ticket back, as arguments of a range. */
const days = (count: number) => `(now() - interval '${count - 1} days')::date, now()::date, 'UTC'`
const quote = (filter: object) => `'${JSON.stringify(filter).replaceAll("'", "''")}'`

/** Costs of what an admin reads besides lists and searches: counts, pages of an export, reports with and without a filter. */
export async function measureReads(sql: Sql, agent: string): Promise<(Cost & { name: string })[]> {
  const [admin] = await sql<{ id: string }[]>`select id from public.profiles where role = 'admin' limit 1`
  const [tag] = await sql<{ tag: string }[]>`
    select tag from private.tagged_tickets group by 1 order by count(*) desc limit 1`
  if (!admin || !tag) throw new Error('The workspace has no admin or no tag')
  const filters = {
    'all tickets': {},
    'a priority': { priority: ['high'] },
    'an assignee': { assignee: agent },
    'the most frequent tag': tag,
  }
  const reads = [
    { name: 'counts of the queues', query: 'select public.count_queues()' },
    ...Object.entries(filters).flatMap(([of, filter]) => [
      {
        name: `page of an export, ${of}`,
        query: `select * from public.export_tickets(${days(367)}, ${quote(filter)})`,
      },
      ...[30, 367].map((range) => ({
        name: `report of ${range} days, ${of}`,
        query: `select public.get_report(${days(range)}, ${quote(filter)})`,
      })),
    ]),
  ]
  return actAs(sql, admin.id, async (tx) => {
    const costs: (Cost & { name: string })[] = []
    for (const { name, query } of reads) costs.push({ name, ...(await explain(tx, query)) })
    return costs
  })
}
