import type { Gateway } from '../http/types'
import type { Sender } from '../mail/sender'
import type { AuthConfig } from './config'

/** Dependencies of every auth endpoint. */
export interface AuthContext {
  gateway: Gateway
  config: AuthConfig
  send: Sender['send']
  /** Serves mock consent pages for GitHub and Google. */
  mockProviders: boolean
}

/** A request to `/auth/v1<path>` with its JSON body (an empty object when there is none). */
export interface AuthRequest {
  request: Request
  url: URL
  path: string
  body: unknown
}
