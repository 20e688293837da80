import { findDiskError } from './disk-error'

/** What the server itself suffers from: no space, no memory, a broken file. Such messages hold nothing that people sent. */
const serverFaults = /^(53|58|XX)/

const sqlStateOf = (error: Error): string | undefined =>
  'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : undefined

const isServerFault = (error: Error, code: string) =>
  serverFaults.test(code) || findDiskError(error) !== undefined

/**
 * An error as it may be logged. PostgreSQL quotes what it cannot read, and that may be a token or a password in the
 * wrong place: of its refusals the code and the place are told, not the words.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = sqlStateOf(error)
  if (code === undefined || isServerFault(error, code)) return error.stack ?? error.message
  const places = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  return [`the database refused it with ${code}`, ...places].join('\n')
}

/** The one line about a fault of the database server; undefined for a refusal, which is an ordinary answer. */
export function describeServerFault(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const code = sqlStateOf(error)
  return code !== undefined && isServerFault(error, code)
    ? `The database failed with ${code}: ${error.message}`
    : undefined
}
