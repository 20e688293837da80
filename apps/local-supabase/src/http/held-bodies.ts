import { HttpError } from './http-error'

/** Bytes of each body that do not count: a full memory must not keep anybody from signing in. */
const free = 16 * 1024
/** Part of what a sender may hold, after which its stalled bodies end early. */
const nearlyFull = 0.75

const full = () =>
  new HttpError(503, 'too_many_bodies', 'The server is busy. Please try again in a moment.', {
    'retry-after': '5',
    connection: 'close',
  })

export interface HeldBody {
  /** Counts bytes that arrived. Throws 503 when the sender's bodies hold as much as is left for all others. */
  add(bytes: number): void
  /** Whether the sender holds nearly all that it may. */
  isNearlyFull(): boolean
  release(): void
}

/**
 * Bounds the memory of bodies that arrive, or wait for their turn: each is kept whole. A sender may hold as much as is
 * left, so one takes half of all, two take a third each, and some is always left for the next one.
 * @returns opens a body of a sender: the account, else the address
 */
export function createHeldBodies(limit: number): (sender: string) => HeldBody {
  const senders = new Map<string, number>()
  let total = 0

  function change(sender: string, by: number): void {
    total += by
    const bytes = (senders.get(sender) ?? 0) + by
    if (bytes > 0) senders.set(sender, bytes)
    else senders.delete(sender)
  }

  return (sender) => {
    const held = () => senders.get(sender) ?? 0
    let arrived = 0
    let counted = 0
    return {
      add(bytes) {
        arrived += bytes
        const more = Math.max(0, arrived - free) - counted
        if (more > 0 && held() + more > limit - total - more) throw full()
        counted += more
        change(sender, more)
      },
      isNearlyFull: () => held() >= nearlyFull * (limit - total),
      release() {
        change(sender, -counted)
        counted = 0
      },
    }
  }
}
