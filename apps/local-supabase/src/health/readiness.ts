import { setTimeout as sleep } from 'node:timers/promises'
import { createGuard } from '../guard'
import { json } from '../http/respond'
import type { Handler } from '../http/types'
import type { Log } from '../log/log'
import { Unhealthy, type Check } from './checks'

export interface CheckResult {
  ok: boolean
  /** Public; only of a failed check. */
  reason?: string
}
export type CheckResults = Record<string, CheckResult>

interface Part {
  check: Check
  /** Users notice at once when it fails. Without it, something is late. */
  isVital: boolean
}

interface ReadinessOptions {
  log: Log
  /** Records the results for admins. */
  report(results: CheckResults): Promise<void>
  /** Milliseconds that results are served again, so that requests cause no work. */
  cacheMs?: number
  timeoutMs?: number
  reportMs?: number
}

export interface Readiness {
  /** Adds a part; `name` in lower case and underscores. */
  add(name: string, check: Check, isVital?: boolean): void
  /** Runs the checks, or returns the last results. */
  results(): Promise<CheckResults>
  handler: Handler
  close(): void
}

/** `/readyz`: the parts of the workspace that work. 503 when users notice that one does not. */
export function createReadiness(options: ReadinessOptions): Readiness {
  const { log, report, cacheMs = 1_000, timeoutMs = 3_000, reportMs = 20_000 } = options
  const parts = new Map<string, Part>()
  const failing = new Set<string>()
  let cached: { until: number; results: Promise<CheckResults> } | undefined

  async function run({ check }: Part): Promise<CheckResult> {
    const work = check().then(
      () => ({ ok: true }),
      (error: unknown) => ({
        ok: false,
        reason: error instanceof Unhealthy ? error.message : 'The check failed.',
      }),
    )
    const reason = `No answer within ${timeoutMs / 1000} seconds.`
    return Promise.race([work, sleep(timeoutMs, { ok: false, reason }, { ref: false })])
  }

  function logChanges(results: CheckResults): void {
    for (const [name, { ok, reason }] of Object.entries(results)) {
      if (ok === !failing.has(name)) continue
      if (ok) failing.delete(name)
      else failing.add(name)
      log(`health: ${name} ${ok ? 'works again' : `failed: ${reason}`}`, { level: ok ? 'info' : 'error' })
    }
  }

  async function runAll(): Promise<CheckResults> {
    const entries = [...parts].map(async ([name, part]) => [name, await run(part)] as const)
    const results: CheckResults = Object.fromEntries(await Promise.all(entries))
    logChanges(results)
    return results
  }

  async function results(): Promise<CheckResults> {
    if (cached && cached.until > performance.now()) return cached.results
    const entry = { until: Infinity, results: runAll() }
    cached = entry
    const found = await entry.results
    entry.until = performance.now() + cacheMs
    return found
  }

  const guard = createGuard({ name: 'health', log })
  const timer = setInterval(
    // The database may be what fails; `/readyz` and the log say so.
    guard(async () => report(await results()).catch(() => {})),
    reportMs,
  )
  timer.unref()

  return {
    add: (name, check, isVital = true) => void parts.set(name, { check, isVital }),
    results,
    async handler(_request, url) {
      if (url.pathname !== '/readyz') return undefined
      const checks = await results()
      const isDown = Object.entries(checks).some(([name, { ok }]) => !ok && parts.get(name)?.isVital)
      const isWhole = Object.values(checks).every(({ ok }) => ok)
      const status = isDown ? 'down' : isWhole ? 'ok' : 'degraded'
      return json({ status, checks }, isDown ? 503 : 200, { 'cache-control': 'no-store' })
    },
    close: () => clearInterval(timer),
  }
}
