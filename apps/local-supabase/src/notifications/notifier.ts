interface NotifierOptions {
  /** Hears of new notifications from now on. */
  listen(heard: () => void): Promise<{ unlisten(): Promise<unknown> }>
  /** Calls the function; resolves to its answer. */
  send(): Promise<Response>
  log(line: string): void
  /** Milliseconds that a burst of changes is given to become one call. */
  pause?: number
  /** Milliseconds between the calls that nothing asked for: they send what failed before. */
  every?: number
}

/**
 * Has the waiting notifications sent: soon after the database tells of new ones, and every half minute for those that
 * failed. One call at a time. A failure is logged once, until it changes or ends.
 * @returns stops it, and waits for the call under way
 */
export async function startNotifier(options: NotifierOptions): Promise<() => Promise<void>> {
  const { listen, send, log, pause = 200, every = 30_000 } = options
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let askedAgain = false
  let trouble = ''

  async function run(): Promise<void> {
    let reason = ''
    try {
      const response = await send()
      const said = await response.text()
      if (!response.ok) reason = `${response.status} ${said.slice(0, 500)}`
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error)
    }
    if (reason && reason !== trouble) log(`notifications: not all were sent: ${reason}`)
    trouble = reason
  }

  function start(): void {
    timer = undefined
    if (running) {
      askedAgain = true
      return
    }
    running = run().finally(() => {
      running = undefined
      if (askedAgain) soon()
      askedAgain = false
    })
  }

  function soon(): void {
    if (!stopped) timer ??= setTimeout(start, pause)
  }

  const listening = await listen(soon)
  const regularly = setInterval(soon, every)
  soon()
  return async () => {
    stopped = true
    clearTimeout(timer)
    clearInterval(regularly)
    await running
    await listening.unlisten()
  }
}
