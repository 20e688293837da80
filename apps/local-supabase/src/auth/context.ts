import type { Gateway } from '../http/types'
import type { Sender } from '../mail/sender'
import type { AuthConfig } from './config'

/** What every auth endpoint works with. */
export interface AuthContext {
  gateway: Gateway
  config: AuthConfig
  send: Sender['send']
  /** The pages that stand in for GitHub and Google are served. */
  mockProviders: boolean
}

/** A request to `/auth/v1<path>` with its JSON body (an empty object when there is none). */
export interface AuthRequest {
  request: Request
  url: URL
  path: string
  body: unknown
}
