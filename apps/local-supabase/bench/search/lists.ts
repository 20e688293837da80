import type { Sql, TransactionSql } from 'postgres'
import { actAs, explain, type Cost } from './explain'

const statuses = [
  '',
  `filter_status => '{pending}'`,
  `filter_status => '{active}'`,
  `filter_status => '{solved,closed}'`,
]
const priorities = ['', `filter_priority => 'high'`]
const sorts = ['created_at', 'updated_at', 'waiting', 'priority', 'status', 'subject', 'customer', 'assignee']
const orders = sorts.flatMap((sort) =>
  [false, true].map((ascending) => `sort_by => '${sort}', ascending => ${ascending}`),
)

interface Row {
  id: string
  number: string
  rank: number
  status: string
  at: string
  text: string
}

const timeColumns: Record<string, string> = { updated_at: 'updated_at', waiting: 'waiting_since' }
const textColumns: Record<string, string> = { customer: 'requester_name', assignee: 'assignee_name' }
const quote = (text: string | number) => `'${String(text).replaceAll("'", "''")}'`

/** Of a page, and its arguments of `list_tickets`. */
export interface ListCost extends Cost {
  list: string
}

const measurePage = async (tx: TransactionSql, list: string): Promise<ListCost> => ({
  ...(await explain(tx, `select * from public.list_tickets(${list})`)),
  list,
})

/** Costs of the first page of a list, and of the next one where there is one. */
async function measurePages(tx: TransactionSql, list: string): Promise<ListCost[]> {
  const sort = /sort_by => '(\w+)'/.exec(list)?.[1] ?? ''
  const rows = await tx.unsafe<Row[]>(
    `select id, number, priority_rank as rank, status, ${timeColumns[sort] ?? 'created_at'}::text as at,
      coalesce(${textColumns[sort] ?? 'subject'}, '') as text from public.list_tickets(${list})`,
  )
  const costs = [await measurePage(tx, list)]
  const last = rows.at(-1)
  if (rows.length < 50 || !last) return costs
  const next = `after_rank => ${last.rank}::smallint, after_status => '${last.status}', after_at => '${last.at}',
    after_id => '${last.id}', after_text => ${quote(last.text)}, after_number => ${last.number}`
  return [...costs, await measurePage(tx, `${list}, ${next}`)]
}

export interface ListScope {
  name: string
  /** Arguments of `list_tickets` that all its lists have. */
  args: string[]
  budget: number
  /** Milliseconds at most; without, only buffers count. */
  ms?: number
}

interface People {
  agent: string
  largest: { id: string; tickets: number }
  small: { id: string; tickets: number }
}

/** The lists that the screens offer, by what they are limited to. */
export async function listScopes(sql: Sql, { agent, largest, small }: People): Promise<ListScope[]> {
  const tags = await sql<{ tag: string; share: number }[]>`
    select tag, round(100.0 * count(*) / (select count(*) from public.tickets), 1)::float as share
    from private.tagged_tickets group by 1 order by 2 desc`
  const [common, rare] = [tags[0], tags.at(-1)]
  if (!common || !rare) throw new Error('No ticket has a tag')
  const holder = `filter_assignee => '${agent}'`
  return [
    { name: 'list, no tag', args: ['', holder, 'unassigned => true'], budget: 400 },
    {
      name: `list of a requester with ${small.tickets} tickets`,
      args: [`filter_customer => '${small.id}'`],
      budget: 400,
    },
    {
      name: `list of a requester with ${largest.tickets.toLocaleString('en')} tickets`,
      args: [`filter_customer => '${largest.id}'`, `filter_customer => '${largest.id}', ${holder}`],
      budget: 700,
    },
    {
      name: `list with a tag on ${common.share} % of tickets`,
      args: [`filter_tag => ${quote(common.tag)}`, `filter_tag => ${quote(common.tag)}, unassigned => true`],
      budget: 3_500,
      ms: 50,
    },
    {
      name: `list with a tag on ${rare.share} %`,
      args: [`filter_tag => ${quote(rare.tag)}`],
      budget: 3_500,
      ms: 50,
    },
  ]
}

/** Costs of the lists of a scope: every status, priority and order, first and next page. */
export function measureLists(sql: Sql, agent: string, scope: ListScope): Promise<ListCost[]> {
  return actAs(sql, agent, async (tx) => {
    const costs: ListCost[] = []
    for (const given of scope.args)
      for (const status of statuses)
        for (const priority of priorities)
          for (const order of orders) {
            const list = [given, status, priority, order].filter(Boolean).join(', ')
            costs.push(...(await measurePages(tx, list)))
          }
    return costs
  })
}
