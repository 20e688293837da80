import { errorCode } from '../error-code'
import { isDatabaseUnavailable } from '../http/database-restart'
import type { Log } from '../log/log'

/** Thrown by the timer of postgres.js that writes to the socket. */
const isWriteToClosedSocket = (error: Error): boolean =>
  error instanceof TypeError && /nextWrite.*postgres[/\\].*connection\.js/s.test(error.stack ?? '')

/** Unlike errors of other sockets. Those of statements name them. */
const isOfStatement = (error: Error): boolean =>
  'query' in error || errorCode(error).startsWith('CONNECTION_')

/**
 * Works around a defect of postgres.js 3.4.9: a transaction that lost its connection writes to the closed socket in a
 * timer, which throws an uncatchable error, or rejects a promise that no code can reach. The transaction fails as well, so
 * its caller gets an error. Other uncaught errors end the process as usual.
 */
export function ignoreLostWrites(log: Log): void {
  process.on('uncaughtException', (error) => {
    if (isWriteToClosedSocket(error) || (isDatabaseUnavailable(error) && isOfStatement(error))) {
      log('A connection to the database was lost in the middle of a transaction', { level: 'error' })
      return
    }
    log(`${error.stack ?? String(error)}`, { level: 'error' })
    process.exit(1)
  })
}
