import { setTimeout as sleep } from 'node:timers/promises'
import type { RealtimeLimits } from '../limits'

interface FrameQueueOptions {
  limits: Pick<RealtimeLimits, 'queuedFrames' | 'queuedBytes'>
  /** Stop and resume to read from the client, who is then slowed down by TCP. */
  pause(): void
  resume(): void
  /** Called when other bytes wait than before. */
  onChange(): void
}

/** Handles the frames of one socket one after the other, and stops reading while it holds too many. */
export class FrameQueue {
  readonly #waiting: { bytes: number; handle: () => Promise<void> }[] = []
  readonly #end = new AbortController()
  #bytes = 0
  #running = false
  #resting = false
  #paused = false

  constructor(private readonly options: FrameQueueOptions) {}

  get bytes(): number {
    return this.#bytes
  }

  /** @param handle must not reject */
  add(bytes: number, handle: () => Promise<void>): void {
    if (this.#end.signal.aborted) return
    this.#waiting.push({ bytes, handle })
    this.#change(bytes)
    if (!this.#running) void this.#run()
  }

  /** Waits, at most until the queue ends. */
  async wait(ms: number): Promise<void> {
    await sleep(ms, undefined, { ref: false, signal: this.#end.signal }).catch(() => undefined)
  }

  /** Stops to read while the socket's owner is beyond its share. */
  rest(isResting: boolean): void {
    this.#resting = isResting
    this.#readOrPause()
  }

  /** Drops what waits. Reads on, unless it rests, because the end of a connection is read too. */
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

  #change(by: number): void {
    this.#bytes += by
    this.#readOrPause()
    this.options.onChange()
  }

  #readOrPause(): void {
    const { queuedFrames, queuedBytes } = this.options.limits
    const isFull = this.#waiting.length >= queuedFrames || this.#bytes >= queuedBytes
    const pause = this.#resting || (isFull && !this.#end.signal.aborted)
    if (pause === this.#paused) return
    this.#paused = pause
    if (pause) this.options.pause()
    else this.options.resume()
  }
}
