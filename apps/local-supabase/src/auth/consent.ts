import type { Handler } from '../http/types'
import type { AuthContext } from './context'

export function createConsent(_ctx: AuthContext): Handler {
  return async () => undefined
}
