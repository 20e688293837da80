import type { SharedFrame } from '../frames'

/** Memory that a held frame takes besides its bytes. */
const FRAME_OVERHEAD = 256

/** Keeps what arrives at a channel while the policies are asked again. */
export class HeldFrames {
  /** Undefined when nothing is kept. */
  #frames: SharedFrame[] | undefined
  #bytes = 0

  get isHolding(): boolean {
    return this.#frames !== undefined
  }
  get bytes(): number {
    return this.#bytes
  }

  start(): void {
    if (!this.#frames) [this.#frames, this.#bytes] = [[], 0]
  }
  add(frame: SharedFrame): void {
    this.#frames?.push(frame)
    this.#bytes += frame.bytes.length + FRAME_OVERHEAD
  }
  drop(): void {
    this.#frames = []
  }
  /** Ends holding. @returns what was kept */
  release(): SharedFrame[] {
    const frames = this.#frames ?? []
    this.#frames = undefined
    return frames
  }
}
