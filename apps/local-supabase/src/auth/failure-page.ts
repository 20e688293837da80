import { redirect } from '../http/respond'
import { tellError } from '../http/tell'
import { HttpError } from '../http/types'
import type { AuthContext } from './context'
import { siteOf } from './links'

/** Whether a person's browser opens the address itself: JSON would be the last thing that they see. */
export function opensPage(request: Request): boolean {
  const mode = request.headers.get('sec-fetch-mode')
  if (mode !== null) return mode === 'navigate'
  return request.headers.get('accept')?.includes('text/html') ?? false
}

/** The portal's page that says what went wrong. */
export const failureTarget = (ctx: AuthContext): string => `${siteOf(ctx)}/auth/callback`

/** Leads to the page of the portal that says it in words, with the code that it knows. */
export function failurePage(ctx: AuthContext, error: unknown): Response {
  const known = error instanceof HttpError
  if (!known) ctx.gw.log(`A sign-in failed: ${tellError(error)}`)
  const query = new URLSearchParams({
    error: 'server_error',
    error_code: known ? error.code : 'unexpected_failure',
    error_description: known ? error.message : 'Internal error',
  })
  return redirect(`${failureTarget(ctx)}?${query}`)
}
