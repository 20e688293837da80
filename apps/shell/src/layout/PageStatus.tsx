import { chakra } from '@helpdesk/ui/components/layout'
import { useNavigation } from '@helpdesk/ui/router'
import { AfterDelay } from '../app/AfterDelay'
import { ConnectionBanner } from './ConnectionBanner'
import * as texts from './texts'

// A shorter page change shows no progress: the rules of its animation make the browser lay out the whole page again.
const NOTICEABLE_MS = 150

/**
 * Progress of a page change and the state of the connection, laid over the top of the page so that nothing moves.
 * @param isInHeader - below the header that it is in, whatever its height
 */
export function PageStatus({ isInHeader = false }: { isInHeader?: boolean }) {
  const { state } = useNavigation()
  return (
    <Edge isInHeader={isInHeader}>
      {state !== 'idle' && (
        <AfterDelay ms={NOTICEABLE_MS}>
          <Progress role="progressbar" aria-label={texts.loadingPage} />
        </AfterDelay>
      )}
      <ConnectionBanner />
    </Edge>
  )
}

const Edge = chakra('div', {
  base: { zIndex: '10', height: '0' },
  variants: {
    isInHeader: {
      true: { position: 'absolute', top: '100%', insetInline: '0' },
      false: { position: 'sticky', top: 'var(--app-header)' },
    },
  },
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
