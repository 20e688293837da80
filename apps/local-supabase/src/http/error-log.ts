import { findDiskError } from './disk-error'

/** Faults of the server: no space, no memory, a broken file. Their messages contain no user input. */
const serverFaults = /^(53|58|XX)/

const sqlStateOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined

const isServerFault = (error: Error, code: string) =>
  serverFaults.test(code) || findDiskError(error) !== undefined

/**
 * An error for the log. PostgreSQL quotes invalid input, which may be a misplaced token or password: of its refusals only
 * the code and the stack are logged.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = sqlStateOf(error)
  if (code === undefined || isServerFault(error, code)) return error.stack ?? error.message
  const places = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return [`the database refused it with ${code}`, ...places].join('\n')
}

/** Describes a fault of the database server; undefined for a refusal, which is a normal response. */
export function describeServerFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = sqlStateOf(error)
  return code !== undefined && isServerFault(error, code)
    ? `The database failed with ${code}: ${error.message}`
    : undefined
}
