import { useAuth, useRole } from '@helpdesk/auth'
import { Box, chakra, LockIcon, RelativeTime, VisuallyHidden } from '@helpdesk/ui'
import type { ChangeGroup } from '../../model/conversation'
import { createContext, type ComponentType, type ReactNode } from 'react'
import type { TicketEvent } from '../../model/rows'
import { describeEvent, describePublicEvent } from '../../model/timeline'
import * as texts from './texts'

/** Below a line of changes: what staff can do about them. */
export const ChangesTool = createContext<ComponentType<{
  ticketId: string
  events: readonly TicketEvent[]
}> | null>(null)

interface ChangeLineProps {
  group: Pick<ChangeGroup, 'events' | 'at'>
  /** Below the line. */
  children?: ReactNode
}

/** Changes of the ticket as one quiet line: who did what, and when. */
export function ChangesItem({ group: { events, at }, children }: ChangeLineProps) {
  const { user } = useAuth()
  const describe = useRole() === 'customer' ? describePublicEvent : describeEvent
  const sentences = events.map((event) => describe(event, user?.id ?? null))
  return (
    <Line>
      <Mark aria-hidden />
      <Box minWidth="0">
        <Box as="span" fontWeight="medium" color="fg">
          <bdi>{sentences[0]?.who}</bdi>
        </Box>{' '}
        {listed(sentences.map(({ what }) => what))}{' '}
        {events.some(({ is_internal }) => is_internal) && (
          <Box as="span" display="inline-block" verticalAlign="-2px" title={texts.internalHint}>
            <LockIcon size={13} />
            <VisuallyHidden>{texts.internal}</VisuallyHidden>
          </Box>
        )}{' '}
        <Box as="span" whiteSpace="nowrap">
          · <RelativeTime value={at} />
        </Box>
        {children}
      </Box>
    </Line>
  )
}

/** `a, b and c` */
const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : texts.and(parts.slice(0, -1), parts.at(-1) ?? '')

const Line = chakra('li', {
  base: { display: 'flex', gap: '3', color: 'fg.muted', fontSize: 'sm', overflowWrap: 'anywhere' },
})
// Centered below the avatars.
const Mark = chakra('span', {
  base: {
    flexShrink: '0',
    width: '1.5',
    height: '1.5',
    marginX: '0.6875rem',
    marginTop: '1.5',
    borderRadius: 'full',
    bg: 'border.emphasized/60',
  },
})
