import { Avatar, Badge, Box, Flex, LockIcon } from '@helpdesk/ui'
import type { ReactNode } from 'react'
import * as texts from './texts'

interface MessageItemProps {
  name: string
  /** The author's id, for the colour of the avatar. */
  authorId?: string | null
  /** Marks the author as a member of the support team. */
  isStaff?: boolean
  isNote?: boolean
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
  time,
  actions,
  faded,
  children,
}: MessageItemProps) {
  return (
    <Flex as="li" gap="3" opacity={faded ? 0.6 : 1} {...(isNote && noteStyles)}>
      <Avatar name={name} seed={authorId} />
      <Box flex="1" minWidth="0">
        <Flex wrap="wrap" alignItems="center" columnGap="2" rowGap="1" marginBottom="0.5" minHeight="7">
          <Box as="span" fontWeight="semibold" overflowWrap="anywhere">
            {name}
          </Box>
          {isStaff && !isNote && <Badge>{texts.support}</Badge>}
          {isNote && (
            <Badge tone="warning" icon={<LockIcon />}>
              {texts.internalNote}
            </Badge>
          )}
          <Box as="span" color="fg.muted" fontSize="sm">
            {time}
          </Box>
          {actions}
        </Flex>
        {children}
      </Box>
    </Flex>
  )
}

// Reaches out of the column, so that avatars and texts of all messages stay aligned.
const noteStyles = {
  background: 'warning.bg',
  borderRadius: 'lg',
  padding: '3',
  marginX: '-3',
  marginY: '-1',
} as const
