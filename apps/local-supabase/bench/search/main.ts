import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import type { Sql } from 'postgres'
import { addTickets } from '../../src/synthetic/load'
import { withNewWorkspace } from './workspace'
import { percentile } from './explain'
import { listScopes, measureLists } from './lists'
import { agentQueries, customerQueries } from './queries'
import { measureReads } from './reads'
import { measureSearches, type SearchTimes } from './searches'
import { addRow, printTable, round } from './table'

/** Size of the workspace that growth is compared with. */
const SMALL = 10_000

const { values } = parseArgs({ options: { tickets: { type: 'string', default: '100000' } } })
const count = Number(values.tickets)
if (!Number.isInteger(count) || count < 2 * SMALL || count > 5_000_000)
  throw new Error(`--tickets must be a number from ${2 * SMALL} to 5000000, not "${values.tickets}".`)

const from = performance.now()
const log = (line: string) =>
  process.stdout.write(`${String(Math.round((performance.now() - from) / 1000)).padStart(5)} s  ${line}\n`)

/** The agent with most tickets, the requester with most, and one with about 20. */
async function findPeople(sql: Sql) {
  const [agent] = await sql<{ id: string }[]>`
    select assigned_to as id from public.tickets where assigned_to is not null group by 1 order by count(*) desc limit 1`
  const requesters = (order: string) =>
    sql.unsafe<{ id: string; tickets: number }[]>(`
      select customer_id as id, count(*)::int as tickets from public.tickets where customer_id is not null
      group by 1 order by ${order}, 1 limit 1`)
  const [[largest], [small]] = [await requesters('count(*) desc'), await requesters('abs(count(*) - 20)')]
  if (!agent || !largest || !small) throw new Error('The workspace has no people')
  return { agent: agent.id, largest, small }
}

/** Fills a workspace and times lists without a tag, and searches as an agent: what growth compares. */
async function measureGrowing(sql: Sql, url: string, tickets: number) {
  await addTickets(url, { count: tickets, seed: 2 }, log)
  const people = await findPeople(sql)
  const [scope] = await listScopes(sql, people)
  const lists = await measureLists(sql, people.agent, scope!)
  log(`lists of ${tickets.toLocaleString('en')} tickets`)
  const search = await measureSearches(sql, people.agent, await agentQueries(sql, tickets))
  log(`searches in ${tickets.toLocaleString('en')} tickets`)
  return {
    lists: percentile(
      lists.map(({ ms }) => ms),
      0.95,
    ),
    search: search.p95,
    costs: lists,
    all: search,
  }
}

const printKinds = (title: string, { kinds }: SearchTimes) => {
  console.log(title)
  console.table(
    Object.fromEntries(
      Object.entries(kinds).map(([kind, { median, worst, buffers }]) => [
        kind,
        { 'median ms': round(median), 'worst ms': round(worst), 'most buffers': buffers },
      ]),
    ),
  )
}

async function measure(
  sql: Sql,
  url: string,
  small: Awaited<ReturnType<typeof measureGrowing>>,
): Promise<void> {
  const large = await measureGrowing(sql, url, count)
  const people = await findPeople(sql)
  for (const [n, scope] of (await listScopes(sql, people)).entries()) {
    const costs = n === 0 ? large.costs : await measureLists(sql, people.agent, scope)
    const most = costs.reduce((a, b) => (b.buffers > a.buffers ? b : a))
    addRow(scope.name, 'buffers', most.buffers, scope.budget)
    if (scope.ms) addRow(scope.name, 'ms', Math.max(...costs.map(({ ms }) => ms)), scope.ms)
    log(`${scope.name}: ${costs.length} pages, most buffers for ${most.list}`)
  }
  for (const { name, buffers, ms } of await measureReads(sql, people.agent)) {
    addRow(name, 'buffers', buffers)
    addRow(name, 'ms', ms)
  }
  addRow('search as agent, 200 queries, p95', 'ms', large.all.p95, 80)
  addRow('search as agent, worst', 'ms', large.all.worst, 250)
  addRow('search as agent, worst', 'buffers', large.all.buffers)
  for (const [{ id, tickets }, budget] of [
    [people.small, 10],
    [people.largest, 60],
  ] as const) {
    const name = `search as a customer with ${tickets.toLocaleString('en')} tickets`
    const times = await measureSearches(sql, id, await customerQueries(sql, id))
    addRow(`${name}, p95`, 'ms', times.p95, budget)
    addRow(`${name}, worst`, 'buffers', times.buffers)
    printKinds(name, times)
  }
  log('searches as customers')
  addRow(
    `lists, ${SMALL.toLocaleString('en')} to ${count.toLocaleString('en')}, p95`,
    'times',
    large.lists / small.lists,
    1.5,
  )
  addRow(
    `search, ${SMALL.toLocaleString('en')} to ${count.toLocaleString('en')}, p95`,
    'times',
    large.search / small.search,
    3,
  )
  printKinds('search as agent', large.all)
}

/** `npm run bench:search -- [--tickets 1000000]`: lists and search over synthetic tickets, against the budgets of a million. */
const small = await withNewWorkspace(log, (sql, url) => measureGrowing(sql, url, SMALL))
// A workspace of its own: tickets that are added to others do not lie in the order of time, as those of a real workspace do.
await withNewWorkspace(log, (sql, url) => measure(sql, url, small))
console.log({ tickets: count, cores: cpus().length, load: loadavg()[0] })
if (!printTable()) process.exitCode = 1
