import { redirect } from '../http/respond'
import { describeError } from '../http/error-log'
import { HttpError } from '../http/http-error'
import type { AuthContext } from './context'
import { siteUrl } from './mail-links'

/** Whether a browser opens the URL as a page, where a JSON response would be a dead end. */
export function isNavigation(request: Request): boolean {
  const mode = request.headers.get('sec-fetch-mode')
  if (mode !== null) return mode === 'navigate'
  return request.headers.get('accept')?.includes('text/html') ?? false
}

/** The portal's page that explains an error by its code. */
export const errorPageUrl = (ctx: AuthContext): string => `${siteUrl(ctx)}/auth/callback`

export function redirectToErrorPage(ctx: AuthContext, error: unknown): Response {
  const known = error instanceof HttpError
  if (!known) ctx.gateway.log(`A sign-in failed: ${describeError(error)}`, { level: 'error' })
  const query = new URLSearchParams({
    error: 'server_error',
    error_code: known ? error.code : 'unexpected_failure',
    error_description: known ? error.message : 'Internal error',
  })
  return redirect(`${errorPageUrl(ctx)}?${query}`)
}
