import type { Sql, TransactionSql } from 'postgres'
import { actAs, explain, type Cost } from './explain'

const statuses = ['', '"status":["pending"]', '"status":["active"]', '"status":["solved","closed"]']
const priorities = ['', '"priority":["high"]']
const sorts = ['created_at', 'updated_at', 'waiting', 'priority', 'status', 'subject', 'customer', 'assignee']
const orders = sorts.flatMap((sort) =>
  [false, true].map((ascending) => `sort_by => '${sort}', ascending => ${ascending}`),
)

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`
const field = (name: string, value: string | boolean) => `"${name}":${JSON.stringify(value)}`

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
  const rows = await tx.unsafe<{ row: string }[]>(
    `select to_jsonb(t)::text as row from public.list_tickets(${list}) t`,
  )
  const costs = [await measurePage(tx, list)]
  const last = rows.at(-1)
  if (rows.length < 50 || !last) return costs
  return [...costs, await measurePage(tx, `${list}, after => ${quote(last.row)}`)]
}

export interface ListScope {
  name: string
  /** Fields of the filter that all its lists have. */
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
  const holder = field('assignee', agent)
  return [
    { name: 'list, no tag', args: ['', holder, field('unassigned', true)], budget: 400 },
    {
      name: `list of a requester with ${small.tickets} tickets`,
      args: [field('requester', small.id)],
      budget: 400,
    },
    {
      name: `list of a requester with ${largest.tickets.toLocaleString('en')} tickets`,
      args: [field('requester', largest.id), `${field('requester', largest.id)},${holder}`],
      budget: 700,
    },
    {
      name: `list with a tag on ${common.share} % of tickets`,
      args: [field('tag', common.tag), `${field('tag', common.tag)},${field('unassigned', true)}`],
      budget: 3_500,
      ms: 50,
    },
    {
      name: `list with a tag on ${rare.share} %`,
      args: [field('tag', rare.tag)],
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
            const filter = `{${[given, status, priority].filter(Boolean).join(',')}}`
            costs.push(...(await measurePages(tx, `${quote(filter)}, ${order}`)))
          }
    return costs
  })
}
