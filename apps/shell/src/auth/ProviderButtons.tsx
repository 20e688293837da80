import type { AuthProvider } from '@helpdesk/auth/api/sign-in-with-provider'
import { authErrorText } from '@helpdesk/auth/model/error-texts'
import { Button } from '@helpdesk/ui/components/Button'
import { Stack } from '@helpdesk/ui/components/layout'
import { useState } from 'react'
import { saveReturnPath } from '../app/return-path'
import { auth } from '../app/session'
import { ProviderLogo } from './ProviderLogo'
import * as texts from './texts'

export const PROVIDERS: readonly AuthProvider[] = ['github', 'google']
// PROVIDER_NAMES of @helpdesk/auth would add the auth client to the login page
const NAMES: Record<AuthProvider, string> = { github: 'GitHub', google: 'Google' }

interface Props {
  /** Both by default. */
  providers?: readonly AuthProvider[]
  /** Path to open after sign-in; null for the start page. */
  returnTo: string | null
  onError: (text: string) => void
}

/** Social sign-in; each button leaves the page for the provider's consent screen. */
export function ProviderButtons({ providers = PROVIDERS, returnTo, onError }: Props) {
  const [leavingTo, setLeavingTo] = useState<AuthProvider | null>(null)

  async function onClick(provider: AuthProvider) {
    setLeavingTo(provider)
    saveReturnPath(returnTo)
    try {
      await (await auth()).signInWithProvider(provider)
    } catch (error) {
      setLeavingTo(null)
      onError(authErrorText('provider', error, NAMES[provider]))
    }
  }

  return (
    <Stack gap="2">
      {providers.map((provider) => (
        <Button
          key={provider}
          loading={leavingTo === provider}
          disabled={leavingTo !== null}
          onClick={() => void onClick(provider)}
        >
          <ProviderLogo provider={provider} />
          {texts.continueWith(NAMES[provider])}
        </Button>
      ))}
    </Stack>
  )
}
