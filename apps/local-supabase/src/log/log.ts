import { currentRequestId } from './request-scope'

export type Level = 'info' | 'warn' | 'error'

export interface LogFields {
  /** `info` by default. */
  level?: Level
  /** Of a request's line, which is no news to a person unless it failed. */
  method?: string
  route?: string
  role?: string | undefined
  status?: number
  durationMs?: number
}

/** Writes one entry. The id of the request that it belongs to is added. */
export type Log = (message: string, fields?: LogFields) => void

/** `json`: an object for each entry, for programs. `text`: what happened, for a person at a terminal. */
export type LogFormat = 'json' | 'text'

const isRequestLine = ({ status }: LogFields) => status !== undefined

function asJson(message: string, { level = 'info', ...fields }: LogFields): string {
  const entry = { time: new Date().toISOString(), level, message, requestId: currentRequestId(), ...fields }
  return JSON.stringify(entry)
}

/** @returns undefined for what a person need not read: requests that were answered as they should */
function asText(message: string, fields: LogFields): string | undefined {
  const failed = fields.level === 'error' || fields.level === 'warn'
  if (isRequestLine(fields) && !failed) return undefined
  const reference = failed ? currentRequestId() : undefined
  return reference === undefined ? message : `${message} (reference ${reference})`
}

/** @param write - gets each entry, without a line break at its end */
export function createLog(format: LogFormat, write: (line: string) => void): Log {
  return (message, fields = {}) => {
    const line = format === 'json' ? asJson(message, fields) : asText(message, fields)
    if (line !== undefined) write(line)
  }
}

/** Makes entries of what functions and packages print as errors. */
export function redirectConsole(log: Log, target: Pick<Console, 'error'> = console): void {
  target.error = (...parts: unknown[]) =>
    log(
      parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(' '),
      {
        level: 'error',
      },
    )
}
