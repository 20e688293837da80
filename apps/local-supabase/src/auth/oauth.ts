import { HttpError } from '../http/types'
import type { AuthContext, AuthRequest } from './context'

export async function authorize(_ctx: AuthContext, _auth: AuthRequest): Promise<Response> {
  throw new HttpError(501, 'not_implemented', 'Coming up')
}
export const callback = authorize
