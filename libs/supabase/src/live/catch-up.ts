import type { Live } from './realtime'

/** Milliseconds between two questions, with hints and without. */
const LIVE_INTERVAL_MS = 30_000
const INTERVAL_MS = 10_000
/** After an answer the next hint waits four times as long as the answer took, so that many changes do not overload the backend. */
const PAUSE_SHARE = 4
const LONGEST_PAUSE_MS = 2_000
/** Longest wait after a hint at tickets that the page does not show: those who look at them are answered first. */
const SPREAD_MS = 500
/** Longest wait for an answer. A lost one must not end the questions. */
const TIMEOUT_MS = 15_000

interface FollowerOptions {
  /**
   * Asks for what is new, and takes it in, unless the signal aborts: then the question counts as failed.
   * @returns the realtime topics that tell when to ask again
   */
  ask: (signal: AbortSignal) => Promise<string[]>
  /** True while nobody looks or there is no connection. */
  isIdle: () => boolean
  /** False for a hint that may wait a moment. Default: none may. */
  isUrgent?: (ticketIds: readonly string[]) => boolean
  /** Loaded with the first answer. */
  loadLive: () => Promise<Pick<Live, 'followTopics'>>
}

/** Aborts a request that takes too long, and does not wait for what ignores that, such as code that does not load. */
async function answerInTime(ask: FollowerOptions['ask']): Promise<string[]> {
  const question = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    question.signal.addEventListener('abort', () => reject(new Error('The question took too long')))
    timer = setTimeout(() => question.abort(), TIMEOUT_MS)
  })
  try {
    return await Promise.race([ask(question.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Asks when woken, on hints of the backend and at intervals, one question at a time. */
export function createFollower({ ask, isIdle, isUrgent = () => true, loadLive }: FollowerOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the timer ends. */
  let due = Infinity
  let asking = false
  let again = false
  let stopped = false
  let answered = false
  /** When the next hint may be followed. */
  let free = 0
  let line: ReturnType<Live['followTopics']> | undefined
  let current: string[] = []
  let loading = false

  async function catchUp(): Promise<void> {
    if (asking) again = true
    if (asking || stopped || isIdle()) return
    asking = true
    again = false
    clearTimeout(timer)
    const asked = performance.now()
    let interval = INTERVAL_MS
    try {
      const topics = await answerInTime(ask)
      answered = true
      if (!stopped) listen(topics)
      if (line?.isLive()) interval = LIVE_INTERVAL_MS
    } catch {
      answered = false
      // The next question asks for the same changes. A lost connection shows in its banner.
    } finally {
      asking = false
      const pause = Math.min(LONGEST_PAUSE_MS, PAUSE_SHARE * (performance.now() - asked))
      free = performance.now() + pause
      due = Infinity
      if (!stopped) wakeIn(again ? pause : interval)
    }
  }

  function listen(topics: string[]): void {
    current = topics
    line?.set(topics)
    if (line || loading || topics.length === 0) return
    loading = true
    loadLive()
      .then((live) => {
        if (stopped) return
        line = live.followTopics(onHint, onLost)
        line.set(current)
      })
      // Files that a later release deleted: questions at intervals are enough.
      .catch(() => undefined)
      .finally(() => (loading = false))
  }

  /** @param ticketIds what changed, when the hint says so */
  function onHint(ticketIds?: readonly string[]): void {
    if (asking) again = true
    if (asking || stopped) return
    const spread = !ticketIds || isUrgent(ticketIds) ? 0 : Math.random() * SPREAD_MS
    wakeIn(Math.max(0, free - performance.now()) + spread)
  }

  /** The next question was meant to come with hints, which no longer arrive. */
  function onLost(): void {
    if (!stopped) wakeIn(INTERVAL_MS)
  }

  const wake = () => void catchUp()
  /** Moves the next question forward, never back. */
  function wakeIn(ms: number): void {
    if (performance.now() + ms >= due) return
    clearTimeout(timer)
    due = performance.now() + ms
    timer = setTimeout(() => {
      due = Infinity
      wake()
    }, ms)
  }
  return {
    wake,
    /** True after a question that was answered, until one that was not. */
    isUpToDate: () => answered,
    /** True while the backend's hints arrive. */
    isLive: () => line?.isLive() ?? false,
    stop(): void {
      stopped = true
      clearTimeout(timer)
      line?.stop()
    },
  }
}
