import { setTimeout as sleep } from 'node:timers/promises'
import { WINDOW_MS, createBudget, type RealtimeLimits } from './limits'

interface FrameQueueOptions {
  limits: Pick<RealtimeLimits, 'queuedFrames' | 'queuedBytes' | 'bytesPerSecond'>
  pool: FramePool
  /** Stop and resume to read from the client, who is then slowed down by TCP. */
  pause(): void
  resume(): void
  /** Called when all sockets together hold too much, and this one most. */
  onOverflow(): void
}

/** What the queues of all sockets hold together: each is within its own limit, but there are many. */
export class FramePool {
  readonly #queues = new Set<FrameQueue>()
  #bytes = 0

  constructor(private readonly maxBytes: number) {}

  get bytes(): number {
    return this.#bytes
  }

  changed(queue: FrameQueue, by: number): void {
    this.#bytes += by
    if (queue.bytes > 0) this.#queues.add(queue)
    else this.#queues.delete(queue)
    if (this.#bytes <= this.maxBytes) return
    // Whoever holds most, so that a flood does not close the sockets of others.
    const [largest] = [...this.#queues].sort((a, b) => b.bytes - a.bytes)
    largest?.overflow()
  }
}

/** Handles the frames of one socket one after the other, and stops reading while it holds too many. */
export class FrameQueue {
  readonly #waiting: { bytes: number; handle: () => Promise<void> }[] = []
  readonly #end = new AbortController()
  readonly #withinBytes: (bytes: number) => boolean
  #bytes = 0
  #running = false
  #resting = false
  #paused = false

  constructor(private readonly options: FrameQueueOptions) {
    this.#withinBytes = createBudget(options.limits.bytesPerSecond)
  }

  get bytes(): number {
    return this.#bytes
  }

  /** @param handle must not reject */
  add(bytes: number, handle: () => Promise<void>): void {
    if (this.#end.signal.aborted) return
    this.#waiting.push({ bytes, handle })
    if (!this.#withinBytes(bytes)) void this.#rest()
    this.#change(bytes)
    if (!this.#running) void this.#run()
  }

  /** Waits, at most until the queue ends. */
  async wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false, signal: this.#end.signal }).catch(() => undefined)
  }

  overflow(): void {
    this.end()
    this.options.onOverflow()
  }

  /** Drops what waits. Reads on, because the end of a connection is read too. */
  end(): void {
    if (this.#end.signal.aborted) return
    this.#end.abort()
    this.#waiting.length = 0
    this.#change(-this.#bytes)
  }

  async #run(): Promise<void> {
    this.#running = true
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      await next.handle()
      if (!this.#end.signal.aborted) this.#change(-next.bytes)
    }
    this.#running = false
  }

  async #rest(): Promise<void> {
    if (this.#resting) return
    this.#resting = true
    await this.wait(WINDOW_MS)
    this.#resting = false
    this.#readOrPause()
  }

  #change(by: number): void {
    this.#bytes += by
    this.#readOrPause()
    this.options.pool.changed(this, by)
  }

  #readOrPause(): void {
    const { queuedFrames, queuedBytes } = this.options.limits
    const isFull = this.#waiting.length >= queuedFrames || this.#bytes >= queuedBytes
    const pause = !this.#end.signal.aborted && (isFull || this.#resting)
    if (pause === this.#paused) return
    this.#paused = pause
    if (pause) this.options.pause()
    else this.options.resume()
  }
}
