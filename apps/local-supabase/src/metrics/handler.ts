import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import type { Sql } from 'postgres'
import type { FreeSpace } from '../data-folder/free-space'
import { readBacklog } from '../health/checks'
import type { Readiness } from '../health/readiness'
import { bearerToken, timingSafeEquals } from '../http/caller'
import { json } from '../http/respond'
import type { Handler } from '../http/types'
import { queueStats } from '../limits/fair-queue'
import { gauge } from './registry'
import { requests } from './requests'

interface MetricsOptions {
  /** Required as bearer; undefined: there are no metrics. */
  key: string | undefined
  sql: Sql
  space: FreeSpace
  sockets(): number | undefined
  readiness: Readiness
}

const NANOSECONDS = 1e9

/** Connections to the database by state, as PostgreSQL counts them. */
async function connections(sql: Sql) {
  const rows = await sql<{ state: string; connections: number }[]>`
    select coalesce(state, 'other') as state, count(*)::int as connections from pg_stat_activity
    where datname = current_database() group by 1 order by 1`
  return rows.map(({ state, connections: count }) => [{ state }, count] as const)
}

/** Undefined when no file can be opened, as it is read from one. */
function residentMemory(): number | undefined {
  try {
    return process.memoryUsage().rss
  } catch {
    return undefined
  }
}

/** `/metrics` in Prometheus' text format. What cannot be read now is left out. */
export function createMetrics({ key, sql, space, sockets, readiness }: MetricsOptions): Handler {
  const delay = key === undefined ? undefined : monitorEventLoopDelay({ resolution: 20 })
  delay?.enable()

  async function text(): Promise<string> {
    const unknown = () => undefined
    const [backlog, pool, checks, disk, refusesSince] = await Promise.all([
      readBacklog(sql).catch(unknown),
      connections(sql).catch(unknown),
      readiness.results(),
      space.read(),
      space.refusesSince(),
    ])
    const rss = residentMemory()
    const heapUsed = getHeapStatistics().used_heap_size
    const queues = queueStats()
    const delays = [0.5, 0.99].map(
      (quantile) =>
        [{ quantile: String(quantile) }, (delay?.percentile(quantile * 100) ?? 0) / NANOSECONDS] as const,
    )
    delay?.reset()
    return [
      requests.text(),
      gauge(
        'helpdesk_up',
        'Whether a part works, as /readyz says.',
        Object.entries(checks).map(([part, { ok }]) => [{ part }, Number(ok)] as const),
      ),
      gauge(
        'helpdesk_queue_running',
        'Requests that hold a connection or a place.',
        queues.map(({ name, running }) => [{ queue: name }, running] as const),
      ),
      gauge(
        'helpdesk_queue_waiting',
        'Requests that wait for one.',
        queues.map(({ name, waiting }) => [{ queue: name }, waiting] as const),
      ),
      gauge('helpdesk_database_connections', 'Connections to the database by state.', pool),
      gauge('helpdesk_realtime_sockets', 'Open sockets of Realtime.', sockets()),
      gauge('helpdesk_mails_waiting', 'Mails that are not sent yet.', backlog?.waiting),
      gauge('helpdesk_mails_overdue_seconds', 'How long the oldest due mail has waited.', backlog?.seconds),
      gauge('helpdesk_disk_free_bytes', 'Free bytes on the disk of the data folder.', disk?.free),
      gauge('helpdesk_disk_least_free_bytes', 'With fewer, emails and files are refused.', disk?.least),
      gauge(
        'helpdesk_disk_refuses_since_seconds',
        'Unix time since which emails and files are refused; 0 while they are taken.',
        Math.floor((refusesSince?.getTime() ?? 0) / 1000),
      ),
      gauge('helpdesk_process_resident_memory_bytes', 'Memory of this process.', rss),
      gauge('helpdesk_process_heap_used_bytes', 'Used heap of this process.', heapUsed),
      gauge('helpdesk_event_loop_delay_seconds', 'Delay of the event loop since the last scrape.', delays),
    ].join('')
  }

  return async (request, url) => {
    if (url.pathname !== '/metrics' || key === undefined) return undefined
    if (!timingSafeEquals(bearerToken(request) ?? '', key))
      return json({ code: 401, message: 'The key of HELPDESK_METRICS_KEY is required as bearer' }, 401)
    return new Response(await text(), {
      headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
    })
  }
}
