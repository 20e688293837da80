import { HttpError } from './http-error'

/** Bytes of each body that do not count: a full memory must not keep anybody from signing in. */
const free = 100 * 1024

const full = () =>
  new HttpError(503, 'too_many_bodies', 'The server is busy. Please try again in a moment.', {
    'retry-after': '5',
    connection: 'close',
  })

export interface HeldBody {
  /** Counts bytes that arrived. Throws 503 when all bodies together hold too much. */
  add(bytes: number): void
  release(): void
}

/** Bounds the memory of bodies that arrive, or wait for their turn: each is kept whole, and who sends it is not known. */
export function createHeldBodies(limit: number): () => HeldBody {
  let total = 0
  return () => {
    let arrived = 0
    let counted = 0
    return {
      add(bytes) {
        arrived += bytes
        const more = Math.max(0, arrived - free) - counted
        if (total + more > limit) throw full()
        total += more
        counted += more
      },
      release() {
        total -= counted
        counted = 0
      },
    }
  }
}
