import { authErrorText, PROVIDER_NAMES, signInWithProvider, type AuthProvider } from '@helpdesk/auth'
import { Button, Stack } from '@helpdesk/ui'
import { useState } from 'react'
import { ProviderMark } from './ProviderMark'

const PROVIDERS: readonly AuthProvider[] = ['github', 'google']

/** The two social sign-ins; each leaves the page for its consent screen. */
export function ProviderButtons({ onError }: { onError: (text: string) => void }) {
  const [leavingTo, setLeavingTo] = useState<AuthProvider | null>(null)

  async function onClick(provider: AuthProvider) {
    setLeavingTo(provider)
    try {
      await signInWithProvider(provider)
    } catch (error) {
      setLeavingTo(null)
      onError(authErrorText('provider', error, PROVIDER_NAMES[provider]))
    }
  }

  return (
    <Stack gap="2">
      {PROVIDERS.map((provider) => (
        <Button
          key={provider}
          loading={leavingTo === provider}
          disabled={leavingTo !== null}
          onClick={() => void onClick(provider)}
        >
          <ProviderMark provider={provider} />
          Continue with {PROVIDER_NAMES[provider]}
        </Button>
      ))}
    </Stack>
  )
}
