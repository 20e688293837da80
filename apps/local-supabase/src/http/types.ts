import type { JWK } from 'jose'
import type { Sql, TransactionSql } from 'postgres'
import type { FreeSpace } from '../data-folder/free-space'
import type { Limits } from '../limits/limits'
import type { Log } from '../log/log'

export type Role = 'anon' | 'authenticated' | 'service_role'

export type JwtAlgorithm = 'HS256' | 'ES256'

/** The verified caller. `raw` contains all claims of the token, or only the role for an API key. */
export interface CallerClaims {
  role: Role
  sub?: string
  raw: Record<string, unknown>
}

export interface Keys {
  jwtSecret: string
  publishable: string
  secret: string
  /** Key pair for ES256: its tokens are valid beside those of the secret. */
  signingKey?: JWK | undefined
  /** Of new tokens; HS256 by default. */
  jwtAlgorithm?: JwtAlgorithm
}

/** What every service of the backend may use. */
export interface Gateway {
  /** Pool of the database's owner: row level security does not apply. */
  sql: Sql
  /** One transaction with the caller's database role and `request.jwt.claims`: row level security applies. */
  asCaller<T>(claims: CallerClaims, work: (tx: TransactionSql) => Promise<T>): Promise<T>
  keys: Keys
  limits: Limits
  /** Verifies the bearer token or the API key. Throws HttpError 401 when neither is valid. */
  caller(request: Request): Promise<CallerClaims>
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  origin: string
  /** Absolute path of this instance's data folder (database, files, keys, mailbox). */
  dataDir: string
  /** Of its disk. */
  space: FreeSpace
  log: Log
}

/** Answers a request, or returns `undefined` for a path that it does not serve. */
export type Handler = (request: Request, url: URL) => Promise<Response | undefined>
