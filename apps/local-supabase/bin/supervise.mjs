// Starts the portal again after a crash.
import { setTimeout } from 'node:timers'
import { performance } from 'node:perf_hooks'
import { isEnding } from './processes.mjs'

/** Exit codes of a start that would fail again: the data folder or the port is in use (src/start-error.ts). */
const LASTING = new Set([3, 4])
const LONGEST_PAUSE_MS = 30_000
/** A portal that ran for so long has recovered from its last crash. */
const STEADY_MS = 60_000

/** Milliseconds before a restart, which is the `count`th in a row. The first follows at once. */
export const pauseBefore = (count) => (count <= 1 ? 0 : Math.min(LONGEST_PAUSE_MS, 500 * 2 ** (count - 1)))

function describeEnd(code, signal) {
  if (signal === 'SIGABRT' || code === 134) return `ran out of memory, or aborted (${signal ?? code})`
  if (signal === 'SIGKILL') return 'was killed (SIGKILL), perhaps because the machine ran out of memory'
  return signal ? `was ended by ${signal}` : `ended with code ${code}`
}

/**
 * Runs a portal until it ends by itself or cannot be started.
 * @param start - starts its process, which sends 'ready' once it serves
 * @param log - gets the reason of each restart
 * @returns its last exit code
 */
export function supervise(start, log, { steadyMs = STEADY_MS, pause = pauseBefore } = {}) {
  let hasServed = false
  let restarts = 0
  return new Promise((resolve) => {
    function run() {
      const child = start()
      let readySince
      let isOver = false
      child.on('message', (message) => {
        if (message !== 'ready') return
        hasServed = true
        readySince = performance.now()
      })
      const onEnd = (code, signal) => {
        if (isOver) return
        isOver = true
        const isWanted = isEnding() || code === 0
        if (isWanted || !hasServed || LASTING.has(code)) return resolve(code ?? 1)
        if (readySince !== undefined && performance.now() - readySince >= steadyMs) restarts = 0
        restarts += 1
        const wait = pause(restarts)
        const when = wait === 0 ? 'now' : `in ${wait / 1000} s`
        log(`The portal ${describeEnd(code, signal)}. It is started again ${when}.`)
        setTimeout(run, wait)
      }
      child.once('exit', onEnd)
      // It could not be started at all, as without memory.
      child.once('error', () => onEnd(1, null))
    }
    run()
  })
}
