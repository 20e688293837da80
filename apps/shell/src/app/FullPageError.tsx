import { Button } from '@helpdesk/ui/components/Button'
import { ErrorState } from '@helpdesk/ui/components/ErrorState'
import { VisuallyHidden } from '@helpdesk/ui/components/VisuallyHidden'
import { chakra, HStack } from '@helpdesk/ui/components/layout'
import type { ReactNode } from 'react'
import { signOutAndReload } from './sign-out'
import * as texts from './texts'

interface FullPageErrorProps {
  title: string
  text: string
  onRetry: () => void
  retrying?: boolean
  canSignOut: boolean
  children?: ReactNode
}

/** Fills the window when the page cannot be shown: Retry and Sign Out, without the layout and its menu. */
export function FullPageError({ title, text, onRetry, retrying, canSignOut, children }: FullPageErrorProps) {
  return (
    <Centered id="main">
      <VisuallyHidden as="h1">{texts.unavailable}</VisuallyHidden>
      <ErrorState
        title={title}
        text={text}
        action={
          <HStack>
            <Button variant="solid" loading={retrying} onClick={onRetry}>
              {texts.retry}
            </Button>
            {canSignOut && <Button onClick={() => void signOutAndReload()}>{texts.signOut}</Button>}
          </HStack>
        }
      />
      {children}
    </Centered>
  )
}

const Centered = chakra('main', {
  base: { minHeight: '100dvh', display: 'grid', placeContent: 'center', justifyItems: 'center', gap: '4' },
})
