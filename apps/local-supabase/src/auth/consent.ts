import { isLocalRequest } from '../http/local-request'
import { html, redirect } from '../http/respond'
import type { Handler } from '../http/types'
import { HttpError } from '../http/http-error'
import { consentPage } from './consent-page'
import type { AuthContext } from './context'
import { redirectToErrorPage } from './error-redirect'
import { findOAuthFlow } from './flow-state'
import { isProvider, signConsent } from './consent-code'
import { emailSchema } from './sign-up'

const address = /^\/oauth\/([a-z]+)\/authorize$/

/** `/oauth/<provider>/authorize`: the local consent page. */
export function createConsent(ctx: AuthContext): Handler {
  return async (request, url) => {
    const provider = address.exec(url.pathname)?.[1] ?? null
    if (!isProvider(provider)) return undefined
    const posted = request.method === 'POST'
    if (!posted && request.method !== 'GET')
      throw new HttpError(405, 'method_not_allowed', 'Method not allowed')
    // The form signs in as any account without a password.
    if (!isLocalRequest(request, url, ctx.gateway.origin)) {
      throw new HttpError(403, 'bad_origin', 'This form is answered on its own page only')
    }
    const form = posted ? await request.formData().catch(() => null) : undefined
    if (form === null) throw new HttpError(400, 'bad_form', 'The form cannot be read')
    const field = (name: string) => {
      const value = form?.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const state = posted ? field('state') : (url.searchParams.get('state') ?? '')
    const flow = await findOAuthFlow(ctx, state, provider)
    if (!flow)
      return redirectToErrorPage(
        ctx,
        new HttpError(400, 'bad_oauth_state', 'OAuth state not found or expired'),
      )
    // Browsers check every redirect after a form against `form-action`.
    const targets = `'self' ${new URL(flow.referrer).origin}`
    if (!posted) return html(consentPage(provider, state, { email: '', name: '' }), 200, targets)

    const back = new URLSearchParams({ state })
    if (field('answer') === 'cancel') {
      back.set('provider', provider)
      back.set('error', 'access_denied')
      return redirect(`${url.origin}/auth/v1/callback?${back}`)
    }
    const email = emailSchema.safeParse(field('email'))
    if (!email.success) {
      const filled = { email: field('email'), name: field('name'), error: 'Enter a valid email address' }
      return html(consentPage(provider, state, filled), 422, targets)
    }
    const name = (field('name') || (email.data.split('@')[0] ?? '')).slice(0, 50).padEnd(3, '.')
    back.set('code', await signConsent(ctx.gateway.keys, { provider, email: email.data, name, state }))
    return redirect(`${url.origin}/auth/v1/callback?${back}`)
  }
}
