import { createGuard } from '../guard'
import type { Log } from '../log/log'

interface NotifierOptions {
  /** Subscribes to new notifications. Their payload is the number of seconds until the mail is due. */
  listen(onNotify: (payload?: string) => void): Promise<{ unlisten(): Promise<unknown> }>
  /** Calls the function that sends notifications. */
  send(): Promise<Response>
  log: Log
  /** Milliseconds during which further notifications join the same call. */
  debounce?: number
  /** Milliseconds between calls that retry failed notifications. */
  interval?: number
}

/**
 * Replaces the cron job of hosted projects: calls the function when a mail is due of which the database notifies, and
 * every half minute. One call at a time. Logs a failure once until it changes or ends.
 * @returns stops and waits for the current call
 */
export async function startNotifier(options: NotifierOptions): Promise<() => Promise<void>> {
  const { listen, send, log, debounce = 200, interval = 30_000 } = options
  const guard = createGuard({ name: 'notifications', log })
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const waiting = new Set<NodeJS.Timeout>()
  let running: Promise<void> | undefined
  let rerun = false
  let lastFailure = ''

  async function run(): Promise<void> {
    let reason = ''
    try {
      const response = await send()
      const body = await response.text()
      if (!response.ok) reason = `${response.status} ${body.slice(0, 500)}`
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
    }
    if (reason && reason !== lastFailure)
      log(`notifications: not all were sent: ${reason}`, { level: 'error' })
    lastFailure = reason
  }

  function start(): void {
    timer = undefined
    if (running) {
      rerun = true
      return
    }
    running = run().finally(() => {
      running = undefined
      if (rerun) schedule()
      rerun = false
    })
  }

  function schedule(): void {
    if (!stopped) timer ??= setTimeout(guard(start), debounce)
  }

  function scheduleAfter(seconds: number): void {
    if (!(seconds > 0)) return schedule()
    const begin = guard(() => {
      waiting.delete(due)
      schedule()
    })
    const due = setTimeout(begin, seconds * 1000)
    waiting.add(due)
  }

  const listening = await listen(guard((payload?: string) => scheduleAfter(Number(payload))))
  const regularly = setInterval(guard(schedule), interval)
  schedule()
  return async () => {
    stopped = true
    clearTimeout(timer)
    for (const due of waiting) clearTimeout(due)
    clearInterval(regularly)
    await running
    await listening.unlisten()
  }
}
