import { serverNow } from '@helpdesk/ui/clock/server-clock'
import type { ChatMessage as Message, ProposalState } from '../model/assistant'
import { Box, chakra, Flex, formatDateTime, formatTime, Text, useTimeFormat } from '@helpdesk/ui'
import { memo } from 'react'
import { CopyButton } from '../parts/CopyButton'
import { Markdown, ProposalCard } from './deferred-parts'
import * as texts from './texts'

interface ChatMessageProps {
  message: Message
  /** undefined while loading; a missing proposal is undecided. */
  states: Record<string, ProposalState> | undefined
  /** The message is still being written. */
  growing?: boolean
}

const isToday = (time: string) => new Date(time).toDateString() === new Date(serverNow()).toDateString()

/** A message with its sender, time and proposals. */
export const ChatMessage = memo(function ChatMessage({ message, states, growing }: ChatMessageProps) {
  // Rerenders when the time format changes.
  useTimeFormat()
  const { role, content, timestamp, proposals = [], stopped } = message
  const sender = role === 'user' ? texts.you : texts.assistant
  return (
    <Root data-role={role} aria-label={texts.messageFrom(sender)}>
      <Flex gap="2" alignItems="center" minHeight="7">
        <Text fontWeight="semibold">{sender}</Text>
        <Time dateTime={timestamp} title={formatDateTime(timestamp)}>
          {isToday(timestamp) ? formatTime(timestamp) : formatDateTime(timestamp)}
        </Time>
        <Box marginInlineStart="auto">
          {content && !growing && (
            <CopyButton
              text={content}
              label={texts.copy}
              what="message"
              quiet
              name={texts.copyFrom(sender)}
            />
          )}
        </Box>
      </Flex>
      {role === 'user' ? (
        <Text whiteSpace="pre-wrap">{content}</Text>
      ) : (
        content && <Markdown text={content} />
      )}
      {proposals.map((proposal) => (
        <ProposalCard
          key={proposal.id}
          proposal={proposal}
          state={states && (states[proposal.id] ?? 'proposed')}
        />
      ))}
      {stopped && <Text tone="muted">{texts.stoppedByYou}</Text>}
    </Root>
  )
})

const Root = chakra('article', {
  base: {
    px: '3',
    py: '2',
    borderRadius: 'md',
    overflowWrap: 'anywhere',
    minWidth: '0',
    '&[data-role="user"]': { bg: 'bg.muted' },
  },
})
const Time = chakra('time', { base: { color: 'fg.muted', fontSize: 'sm' } })
