import { useWorkspace } from '@helpdesk/auth/session/workspace'
import { errorText } from '@helpdesk/ui/components/error-text'
import { Button } from '@helpdesk/ui/components/Button'
import { Text } from '@helpdesk/ui/components/Text'
import { chakra, HStack } from '@helpdesk/ui/components/layout'
import { useLocation, useNavigate, useRouteError } from '@helpdesk/ui/router'
import { useEffect } from 'react'
import { recordError } from '../health/record'
import { LazySupportHelp } from '../layout/LazySupportHelp'
import { isMissingChunk } from './missing-chunk'
import { documentTitle } from './page-focus'
import { MissingChunkScreen } from './MissingChunkScreen'
import * as texts from './texts'

/** Error screen of a page that threw. */
export function RouteError() {
  const error = useRouteError()
  const navigate = useNavigate()
  const location = useLocation()
  const { workspace_name: workspace } = useWorkspace()
  const missing = isMissingChunk(error)
  useEffect(() => {
    if (!missing) recordError(error)
  }, [error, missing])
  if (missing) return <MissingChunkScreen />
  const message = messageOf(error)
  return (
    <Page>
      <title>{documentTitle('Oops!', workspace)}</title>
      <Title>{texts.oops}</Title>
      <Text color="fg.muted">{texts.wentWrong}</Text>
      {message && <Detail>{message}</Detail>}
      <HStack>
        <Button variant="solid" onClick={() => window.location.assign('/')}>
          {texts.returnHome}
        </Button>
        {/* a navigation, even to the same location, makes the router render the page again */}
        <Button onClick={() => void navigate(location, { replace: true, state: location.state as unknown })}>
          {texts.tryAgain}
        </Button>
      </HStack>
      <LazySupportHelp />
    </Page>
  )
}

/** The message of any thrown value that means something to a user. */
function messageOf(error: unknown): string | null {
  const message = errorText(error, '')
  if (message || typeof error !== 'object' || error === null) return message || null
  return 'statusText' in error && typeof error.statusText === 'string' ? error.statusText || null : null
}

const Page = chakra('div', {
  base: {
    minHeight: '60dvh',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '3',
    px: '4',
    textAlign: 'center',
  },
})
const Title = chakra('h1', { base: { fontSize: '2xl', fontWeight: 'semibold' } })
const Detail = chakra('p', {
  base: {
    maxWidth: '36rem',
    px: '3',
    py: '2',
    borderRadius: 'md',
    bg: 'bg.muted',
    fontFamily: 'mono',
    fontSize: 'sm',
    overflowWrap: 'anywhere',
  },
})
