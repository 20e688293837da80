interface NotifierOptions {
  /** Hears of new notifications from now on. */
  listen(heard: () => void): Promise<{ unlisten(): Promise<unknown> }>
  /** Calls the function; resolves to its answer. */
  send(): Promise<Response>
  log(line: string): void
  /** Milliseconds that a burst of changes is given to become one call. */
  debounce?: number
  /** Milliseconds between the calls that nothing asked for: they send what failed before. */
  interval?: number
}

/**
 * Has the waiting notifications sent: soon after the database tells of new ones, and every half minute for those that
 * failed. One call at a time. A failure is logged once, until it changes or ends.
 * @returns stops it, and waits for the call under way
 */
export async function startNotifier(options: NotifierOptions): Promise<() => Promise<void>> {
  const { listen, send, log, debounce = 200, interval = 30_000 } = options
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let rerun = false
  let lastFailure = ''

  async function run(): Promise<void> {
    let reason = ''
    try {
      const response = await send()
      const said = await response.text()
      if (!response.ok) reason = `${response.status} ${said.slice(0, 500)}`
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
    }
    if (reason && reason !== lastFailure) log(`notifications: not all were sent: ${reason}`)
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
    if (!stopped) timer ??= setTimeout(start, debounce)
  }

  const listening = await listen(schedule)
  const regularly = setInterval(schedule, interval)
  schedule()
  return async () => {
    stopped = true
    clearTimeout(timer)
    clearInterval(regularly)
    await running
    await listening.unlisten()
  }
}
