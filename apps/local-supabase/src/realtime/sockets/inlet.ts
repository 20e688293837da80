import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Guard } from '../../guard'
import { FrameMeter } from './frame-meter'
import { FrameQueue } from './frame-queue'
import type { Intake, Share } from './intake'
import type { RealtimeLimits } from '../limits'

/** What handling a frame costs besides its bytes, in bytes that cost as much. */
const FRAME_COST = 2_000

interface InletOptions {
  ws: WebSocket
  /** The connection under it. */
  stream: Duplex
  address: string
  limits: RealtimeLimits
  intake: Intake
  guard: Guard
  /** Whether it has joined no channel. */
  isStranger(): boolean
  close(code: number, reason: string): void
}

/** What arrives at one socket: when it is read, and how much of it is kept. */
export class Inlet {
  /** Frames are handled one after the other, so that a broadcast finds the channel whose join came before. */
  readonly queue: FrameQueue
  readonly #meter = new FrameMeter()
  readonly #share: Share

  constructor(private readonly options: InletOptions) {
    const { ws, stream, address, limits, intake, guard } = options
    this.queue = new FrameQueue({
      limits,
      pause: guard(() => ws.pause()),
      resume: guard(() => {
        this.#meter.restart()
        ws.resume()
      }),
      onChange: () => this.#share.update(),
    })
    this.#share = intake.open(address, {
      held: () => this.queue.bytes + this.#meter.held + stream.readableLength,
      rest: guard((isResting: boolean) => this.queue.rest(isResting)),
      end: guard(() => ws.terminate()),
    })
    // After the listener of `ws`, so that what it has handled is not counted as kept.
    stream.on(
      'data',
      guard((part: Buffer) => this.#read(part)),
    )
  }

  #read(part: Buffer): void {
    const { isStranger, limits, ws, close } = this.options
    const before = this.#meter.frames
    this.#meter.add(part)
    this.#share.update()
    this.#share.spend(part.length + (this.#meter.frames - before) * FRAME_COST)
    if (ws.readyState !== ws.OPEN || !isStranger()) return
    if (this.#meter.messageBytes > limits.strangerFrameBytes) close(1009, 'Message too long')
  }

  /** From now on it counts for this account. */
  belongsTo(account: string): void {
    this.#share.moveTo(`account:${account}`)
  }

  /** Ends a client whose message does not arrive. Called at intervals. */
  check(): void {
    const { ws, limits } = this.options
    if (!ws.isPaused && this.#meter.age > limits.messageMs) ws.terminate()
  }

  close(): void {
    this.queue.end()
    this.#share.close()
  }
}
