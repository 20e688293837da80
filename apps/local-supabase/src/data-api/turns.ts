import { addressOf } from '../http/address'
import { callerOf } from '../http/caller'
import { HttpError, type Keys } from '../http/types'

/** Of the connections to the database one person has no more at once; a browser opens no more to one origin either. */
const atOnce = 5
/** So many more may wait. */
const inLine = 100

export interface Turns {
  /** Does the work when it is its turn. Throws 429 when the line is too long. */
  take<T>(key: string, work: () => Promise<T>): Promise<T>
}

/** A line for each key: whoever asks for much waits for themselves, and nobody else for them. */
export function createTurns(most = atOnce, waiting = inLine): Turns {
  const lines = new Map<string, { busy: number; line: (() => void)[] }>()
  return {
    async take(key, work) {
      const mine = lines.get(key) ?? { busy: 0, line: [] }
      lines.set(key, mine)
      if (mine.busy >= most) {
        if (mine.line.length >= waiting)
          throw new HttpError(429, 'too_many_at_once', 'Too many requests at once', { 'retry-after': '1' })
        await new Promise<void>((go) => mine.line.push(go))
      } else mine.busy += 1
      try {
        return await work()
      } finally {
        const next = mine.line.shift()
        // Who waits takes over the place.
        if (next) next()
        else mine.busy -= 1
        if (mine.busy === 0) lines.delete(key)
      }
    },
  }
}

/** Whose line a request stands in: the person's, else the address's; the service and this process stand in none. */
export async function lineOf(request: Request, keys: Keys): Promise<string | undefined> {
  const claims = await callerOf(request, keys).catch(() => undefined)
  if (claims?.role === 'service_role') return undefined
  return claims?.sub ?? addressOf(request)
}
