import { Avatar, Badge, chakra, LockIcon } from '@helpdesk/ui'
import type { ReactNode } from 'react'
import * as texts from './texts'

interface MessageItemProps {
  name: string
  /** The author's id, for the colour of the avatar. */
  authorId?: string | null
  /** Marks the author as a member of the support team. */
  isStaff?: boolean
  isNote?: boolean
  /** Of a ticket that was merged into this one: its number. */
  ticketNumber?: number
  /** Marks a message that is not sent yet. */
  isWaiting?: boolean
  /** The time, or what happens to the message. */
  time: ReactNode
  /** Buttons at the end of the author's line. */
  actions?: ReactNode
  faded?: boolean
  children: ReactNode
}

/** One message of the conversation: author, time and content. */
export function MessageItem({
  name,
  authorId,
  isStaff,
  isNote,
  ticketNumber,
  isWaiting,
  time,
  actions,
  faded,
  children,
}: MessageItemProps) {
  return (
    <Item
      data-internal={isNote || undefined}
      data-waiting={isWaiting || undefined}
      data-faded={faded || undefined}
    >
      <Avatar name={name} seed={authorId} />
      <div data-message>
        <div data-head>
          <span data-name>{name}</span>
          {isStaff && !isNote && <Badge>{texts.support}</Badge>}
          {isNote && (
            <Badge tone="warning" icon={<LockIcon />}>
              {texts.internalNote}
            </Badge>
          )}
          {ticketNumber !== undefined && (
            <span title={texts.writtenOn(ticketNumber)}>
              <Badge>#{ticketNumber}</Badge>
            </span>
          )}
          {isWaiting && <Badge>{texts.notSentYet}</Badge>}
          <span data-time>{time}</span>
          {actions}
        </div>
        {children}
      </div>
    </Item>
  )
}

// One styled component for each message: five of them made long conversations slow to open.
const Item = chakra('li', {
  base: {
    display: 'flex',
    gap: '3',
    '&[data-faded]': { opacity: '0.6' },
    // Reaches out of the column, so that avatars and texts of all messages stay aligned.
    '&[data-internal]': { bg: 'warning.bg', borderRadius: 'lg', p: '3', mx: '-3', my: '-1' },
    '&[data-waiting]': {
      borderWidth: '1px',
      borderStyle: 'dashed',
      borderColor: 'border',
      borderRadius: 'lg',
      p: '3',
      mx: '-3',
      my: '-1',
    },
    '& > [data-message]': { flex: '1', minWidth: '0' },
    '& [data-head]': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: '2',
      rowGap: '1',
      mb: '0.5',
      minHeight: '7',
    },
    '& [data-name]': { fontWeight: 'semibold', overflowWrap: 'anywhere' },
    '& [data-time]': { color: 'fg.muted', fontSize: 'sm' },
  },
})
