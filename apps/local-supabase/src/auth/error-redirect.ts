import { redirect } from '../http/respond'
import { describeError } from '../http/error-log'
import { HttpError } from '../http/http-error'
import type { AuthContext } from './context'
import { siteUrl } from './mail-links'

/** Whether a person's browser opens the address itself: JSON would be the last thing that they see. */
export function isNavigation(request: Request): boolean {
  const mode = request.headers.get('sec-fetch-mode')
  if (mode !== null) return mode === 'navigate'
  return request.headers.get('accept')?.includes('text/html') ?? false
}

/** The portal's page that says what went wrong. */
export const errorPageUrl = (ctx: AuthContext): string => `${siteUrl(ctx)}/auth/callback`

/** Leads to the page of the portal that says it in words, with the code that it knows. */
export function redirectToErrorPage(ctx: AuthContext, error: unknown): Response {
  const known = error instanceof HttpError
  if (!known) ctx.gateway.log(`A sign-in failed: ${describeError(error)}`)
  const query = new URLSearchParams({
    error: 'server_error',
    error_code: known ? error.code : 'unexpected_failure',
    error_description: known ? error.message : 'Internal error',
  })
  return redirect(`${errorPageUrl(ctx)}?${query}`)
}
