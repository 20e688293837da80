import { authClient } from '@helpdesk/supabase'
import { runAuthCommand } from './run'

/** The two social sign-in providers. */
export type AuthProvider = 'github' | 'google'

/** The providers' names as people know them. */
export const PROVIDER_NAMES: Record<AuthProvider, string> = { github: 'GitHub', google: 'Google' }

/**
 * Leaves the page for the provider's consent screen, which leads back to `/auth/callback`; stays when the provider is
 * switched off or the server is away.
 * @returns the address that the page is leaving for.
 * @throws AppError; `authErrorText('provider', error, PROVIDER_NAMES[provider])` is the text to show.
 */
export function signInWithProvider(provider: AuthProvider): Promise<string> {
  return runAuthCommand(
    'provider',
    async () => {
      const { checkProvider } = await import('./check-provider')
      await checkProvider(provider, PROVIDER_NAMES[provider])
      const { data, error } = await authClient().signInWithOAuth({
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
