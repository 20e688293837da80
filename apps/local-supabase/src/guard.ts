import { describeError } from './http/error-log'
import type { Log } from './log/log'

/**
 * Wraps a callback of a socket, a stream or a timer. What it throws, or rejects with, would end the process, because no
 * request waits for it.
 */
export function guarded<Args extends unknown[]>(
  callback: (...args: Args) => unknown,
  onFailure: (error: unknown) => void,
): (...args: Args) => void {
  return (...args) => {
    try {
      const result = callback(...args)
      if (result instanceof Promise) result.catch(onFailure)
    } catch (error) {
      onFailure(error)
    }
  }
}

export type Guard = <Args extends unknown[]>(callback: (...args: Args) => unknown) => (...args: Args) => void

interface GuardOptions {
  /** First word of the lines in the log. */
  name: string
  /** Default: the console's errors, which are logged too. */
  log?: Log
  /** Closes the client whose callback failed, and no other. */
  close?(): void
}

/** Guards the callbacks of one client, or of one timer: a failure is logged and closes that client. */
export function createGuard({
  name,
  log = (line) => console.error(line),
  close = () => undefined,
}: GuardOptions): Guard {
  const report = (error: unknown) => log(`${name}: ${describeError(error)}`, { level: 'error' })
  const closeIt = guarded(close, report)
  return (callback) =>
    guarded(callback, (error) => {
      report(error)
      closeIt()
    })
}
