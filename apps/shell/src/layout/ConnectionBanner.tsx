import { getConnection, subscribeConnection, type Connection } from '@helpdesk/supabase/connection'
import { chakra } from '@helpdesk/ui/components/layout'
import { useSyncExternalStore } from 'react'
import * as texts from './texts'

const TEXTS: Record<Connection, string | null> = {
  online: null,
  offline: texts.offline,
  unreachable: texts.notResponding,
}

/** One line under the header while there is no connection, laid over the page's margin so that nothing moves. */
export function ConnectionBanner() {
  const text = TEXTS[useSyncExternalStore(subscribeConnection, getConnection)]
  // screen readers announce changes of a live region only
  return <Region role="status">{text && <Line>{text}</Line>}</Region>
}

const Region = chakra('div', { base: { position: 'absolute', insetInline: '0', top: '100%' } })
const Line = chakra('p', {
  base: {
    px: '4',
    py: { base: '0', md: '0.5' },
    bg: 'warning.bg',
    color: 'warning.fg',
    borderBottomWidth: '1px',
    borderColor: 'border',
    fontSize: 'sm',
    // as high as the margin: higher, it would cover the first line of the page
    lineHeight: { base: '0.9375rem', md: '1.1875rem' },
    textAlign: 'center',
  },
})
