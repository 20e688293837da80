import { chakra } from '@helpdesk/ui/components/layout'
import { useNavigation } from '@helpdesk/ui/router'
import { ConnectionBanner } from './ConnectionBanner'
import * as texts from './texts'

/** Progress of a page change and the state of the connection, laid over the top of the page so that nothing moves. */
export function PageStatus() {
  const { state } = useNavigation()
  return (
    <Edge>
      {state !== 'idle' && <Progress role="progressbar" aria-label={texts.loadingPage} />}
      <ConnectionBanner />
    </Edge>
  )
}

const Edge = chakra('div', {
  base: { position: 'sticky', top: 'var(--app-header)', zIndex: '10', height: '0' },
})
const Progress = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: '0',
    height: '2px',
    bg: 'accent',
    animation: 'pulse 1s infinite',
  },
})
