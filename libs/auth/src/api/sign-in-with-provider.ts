import { authClient } from '@helpdesk/supabase/auth-client'
import { runAuthCommand } from './run-auth-command'

/** The two social sign-in providers. */
export type AuthProvider = 'github' | 'google'

/** Display names of the providers. */
export const PROVIDER_NAMES: Record<AuthProvider, string> = { github: 'GitHub', google: 'Google' }

/**
 * Redirects to the provider's consent screen, which returns to `/auth/callback`. Stays on the page when the provider
 * is disabled or the server is down.
 * @returns the address of the consent screen
 * @throws AppError; `authErrorText('provider', error, PROVIDER_NAMES[provider])` is the text to show.
 */
export function signInWithProvider(provider: AuthProvider): Promise<string> {
  return runAuthCommand(
    'provider',
    async () => {
      const { checkProvider } = await import('./check-provider')
      await checkProvider(provider, PROVIDER_NAMES[provider])
      const client = await authClient()
      const { data, error } = await client.signInWithOAuth({
        provider,
        options: {
          redirectTo: `${window.location.origin}/auth/callback`,
          queryParams: { access_type: 'offline', prompt: 'consent' },
        },
      })
      if (error) throw error
      return data.url
    },
    PROVIDER_NAMES[provider],
  )
}
