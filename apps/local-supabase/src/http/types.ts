import type { Sql, TransactionSql } from 'postgres'
import type { Limits } from '../limits/limits'

export type Role = 'anon' | 'authenticated' | 'service_role'

/** Who is calling, already verified: `raw` holds all claims of the token (or only the role for an API key). */
export interface CallerClaims {
  role: Role
  sub?: string
  raw: Record<string, unknown>
}

export interface Keys {
  jwtSecret: string
  publishable: string
  secret: string
}

/** What every module of the backend may use. */
export interface Gateway {
  /** Pool of the database's owner: row level security does not apply. */
  sql: Sql
  /** One transaction with the caller's database role and `request.jwt.claims`: row level security applies. */
  asCaller<T>(claims: CallerClaims, work: (tx: TransactionSql) => Promise<T>): Promise<T>
  keys: Keys
  /** Against abuse: each counts what one caller does. */
  limits: Limits
  /** Verifies the bearer token or the API key. Throws HttpError 401 when neither is good. */
  caller(request: Request): Promise<CallerClaims>
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  origin: string
  /** Absolute folder of this instance's data (database, files, keys, mailbox). */
  dataDir: string
  log(line: string): void
}

/** Answers a request, or `undefined` when the address is not its own. */
export type Handler = (request: Request, url: URL) => Promise<Response | undefined>

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface Mailbox {
  handler: Handler
  deliver(mail: Mail): Promise<void>
}

/** An answer that is thrown: the server turns it into JSON `{ code, error_code, message, msg }`. */
export class HttpError extends Error {
  readonly status: number
  readonly code: string
  readonly headers: Record<string, string>

  constructor(status: number, code: string, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.name = 'HttpError'
    this.status = status
    this.code = code
    this.headers = headers
  }
}
