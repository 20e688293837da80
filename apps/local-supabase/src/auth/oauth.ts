import { redirect } from '../http/respond'
import { HttpError } from '../http/http-error'
import type { AuthContext, AuthRequest } from './context'
import { errorPageUrl } from './error-redirect'
import { createFlow, findOAuthFlow } from './flow-state'
import { pkceSchema, redirectTarget } from './mail-links'
import { isProvider, readConsent } from './consent-code'
import { findOrCreateAccount } from './oauth-account'
import { startSession } from './sessions'
import { issueCode, withQuery } from './verify'

/** `signInWithOAuth`: stores the redirect target and redirects to the provider's consent page. */
export async function authorize(ctx: AuthContext, auth: AuthRequest): Promise<Response> {
  const query = auth.url.searchParams
  const provider = query.get('provider')
  if (!isProvider(provider) || !ctx.mockProviders) {
    throw new HttpError(400, 'validation_failed', 'Unsupported provider: provider is not enabled')
  }
  const pkce = pkceSchema.safeParse(Object.fromEntries(query))
  if (!pkce.success) throw new HttpError(400, 'validation_failed', 'The code challenge is not valid')
  ctx.gateway.limits.takeAddress('social_sign_ins', auth.request)
  const referrer = redirectTarget(ctx, auth)
  const state = await createFlow(ctx, { pkce: pkce.data, provider, method: 'oauth', referrer })
  return redirect(`${auth.url.origin}/oauth/${provider}/authorize?${new URLSearchParams({ state })}`)
}

const refused = (ctx: AuthContext, target: string, error: string, code: string, text: string) =>
  redirect(withQuery(target || errorPageUrl(ctx), { error, error_code: code, error_description: text }))

/** The provider redirects here after consent. */
export async function callback(ctx: AuthContext, { url, request }: AuthRequest): Promise<Response> {
  const state = url.searchParams.get('state') ?? ''
  const consent = await readConsent(ctx.gateway.keys, url.searchParams.get('code') ?? '')
  const provider = consent?.provider ?? url.searchParams.get('provider') ?? ''
  const flow = await findOAuthFlow(ctx, state, provider)
  if (!flow) {
    return refused(ctx, '', 'invalid_request', 'bad_oauth_state', 'OAuth state not found or expired')
  }
  if (url.searchParams.has('error')) {
    await ctx.gateway.sql`delete from auth.flow_state where id = ${flow.id}`
    return refused(ctx, flow.referrer, 'access_denied', 'access_denied', 'The person refused the sign-in')
  }
  if (!consent || consent.state !== state) {
    return refused(ctx, flow.referrer, 'server_error', 'bad_oauth_callback', 'OAuth code is not valid')
  }
  try {
    const user = await findOrCreateAccount(ctx, consent)
    if (flow.code_challenge) {
      return redirect(withQuery(flow.referrer, { code: await issueCode(ctx, flow.id, user.id) }))
    }
    await ctx.gateway.sql`delete from auth.flow_state where id = ${flow.id}`
    const session = await startSession(ctx, user, 'oauth', request)
    const fragment = new URLSearchParams({
      access_token: session.access_token,
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: 'bearer',
    })
    return redirect(`${flow.referrer.split('#')[0]}#${fragment}`)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    return refused(ctx, flow.referrer, 'server_error', error.code, error.message)
  }
}
