import { z } from 'zod'
import { ask, authHeaders, missing, ok, unknown, type Finding, type Target } from './project'

const settingsSchema = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
})
const push = 'Fill in supabase/.env, then: supabase config push'

/** Checks the public `/auth/v1/settings`: sign-up, confirmation and providers. */
export async function checkAuth(target: Target): Promise<Finding[]> {
  const answer = await ask(`${target.url}/auth/v1/settings`, { headers: authHeaders(target.publishableKey) })
  const settings = settingsSchema.safeParse(answer.body).data
  if (!settings) {
    const todo = 'Check --url and --publishable-key (Project Settings → API keys).'
    return [missing(`Auth answers with its settings (status ${answer.status})`, todo)]
  }
  const providers = ['github', 'google'].filter((name) => settings.external[name])
  return [
    ok('Auth accepts the publishable key'),
    settings.external.email ? ok('Sign-in by email is on') : missing('Sign-in by email is off', push),
    settings.disable_signup ? missing('Sign-up is off', push) : ok('Sign-up is on'),
    settings.mailer_autoconfirm
      ? missing('Addresses count as confirmed without a mail: anybody can take a colleague’s', push)
      : ok('Addresses are confirmed by mail'),
    settings.external.anonymous_users
      ? missing('Anonymous sign-in is on, which the portal does not use', push)
      : ok('Anonymous sign-in is off'),
    ok(`Social sign-in: ${providers.join(', ') || 'none'}`),
    unknown(
      'Mail templates, SMTP server, password rules, second factors and rate limits cannot be seen',
      'supabase config diff',
    ),
  ]
}

/** The redirect of an invalid link reveals the site URL and whether the portal's URLs are allowed. */
export async function checkRedirects(target: Target): Promise<Finding[]> {
  if (!target.portal) return [unknown('Redirects', 'Add --portal https://… to check them.')]
  const portal = new URL(target.portal).origin
  const redirectFor = async (requested: string) => {
    const query = new URLSearchParams({
      token: 'deploy-check',
      type: 'signup',
      ...(requested && { redirect_to: requested }),
    })
    const { headers } = await ask(`${target.url}/auth/v1/verify?${query}`, {
      headers: authHeaders(target.publishableKey),
    })
    const location = headers.get('location') ?? ''
    return URL.canParse(location) ? new URL(location) : undefined
  }
  const [home, callback] = [await redirectFor(''), await redirectFor(`${portal}/auth/callback`)]
  const todo = `Set PORTAL_URL=${portal} in supabase/.env, then: supabase config push`
  return [
    home?.origin === portal
      ? ok('site_url is the portal')
      : missing(`site_url is ${home?.origin ?? 'not set'}`, todo),
    callback?.origin === portal && callback.pathname === '/auth/callback'
      ? ok('Links may lead to /auth/callback')
      : missing('Links may not lead to /auth/callback', todo),
  ]
}
