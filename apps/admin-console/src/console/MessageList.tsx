import type { ProposalState } from '../model/assistant'
import { chakra, Spinner, Text } from '@helpdesk/ui'
import { useEffect, useRef, type ReactNode } from 'react'
import { ChatMessage } from './ChatMessage'
import type { Chat } from './chat-store'
import * as texts from './texts'

const TOOLS: Record<string, string> = {
  search_tickets: texts.searching,
  read_ticket: texts.reading,
  queue_figures: texts.counting,
  agent_figures: texts.performance,
  propose_change: texts.preparing,
}
/** Distance from the end, in pixels, within which the list follows new text. */
const FOLLOW_DISTANCE = 80

interface MessageListProps {
  chat: Chat
  states: Record<string, ProposalState> | undefined
  /** Shown before the first message. */
  empty: ReactNode
}

/** The conversation in a scrolling box of 600 px. Follows the answer unless the reader has scrolled up. */
export function MessageList({ chat: { messages, pending }, states, empty }: MessageListProps) {
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const length = messages.length
  useEffect(() => {
    // Always show a new question.
    if (pending?.question) follows.current = true
  }, [pending?.question])
  useEffect(() => {
    const element = box.current
    if (element && follows.current) element.scrollTop = element.scrollHeight
  }, [length, pending])

  return (
    <Box
      ref={box}
      role="log"
      aria-label={texts.conversation}
      aria-busy={pending !== null}
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < FOLLOW_DISTANCE
      }}
    >
      {length === 0 && !pending && empty}
      {messages.map((message, index) => (
        <ChatMessage
          key={`${message.timestamp}-${message.role}-${index}`}
          message={message}
          states={states}
        />
      ))}
      {pending && (
        <>
          <ChatMessage message={pending.question} states={states} growing />
          {(pending.text || pending.proposals.length > 0) && (
            <ChatMessage
              growing
              states={states}
              message={{
                role: 'assistant',
                content: pending.text,
                timestamp: pending.question.timestamp,
                proposals: pending.proposals,
              }}
            />
          )}
          {(!pending.text || pending.tool) && (
            <Waiting>
              <Spinner size={14} />
              <Text tone="muted">{TOOLS[pending.tool ?? ''] ?? texts.thinking}</Text>
            </Waiting>
          )}
        </>
      )}
    </Box>
  )
}

const Box = chakra('div', {
  base: {
    height: '600px',
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    p: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    '& > *': { flexShrink: 0 },
  },
})
const Waiting = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: '2', px: '3', py: '2' } })
