import { useProposalStates } from '../api/list-proposal-states'
import { Box, Button, Flex, Text, TrashIcon, VisuallyHidden } from '@helpdesk/ui'
import { useState } from 'react'
import { Confirm } from '../parts/Confirm'
import { useFocusFallback } from '../parts/focus-fallback'
import { ChatForm } from './ChatForm'
import { clearChat, sendMessage, type Chat } from './chat-store'
import { MessageList } from './MessageList'
import { Suggestions } from './Suggestions'
import * as texts from './texts'

/** The conversation with the assistant. */
export function AssistantTab({ chat }: { chat: Chat }) {
  const { messages, pending, error } = chat
  const [asking, setAsking] = useState(false)
  const { data, isLoading } = useProposalStates(
    messages.some(({ proposals }) => proposals?.length) || Boolean(pending?.proposals.length),
  )
  // Offer no decisions until the states are known.
  const states = isLoading ? undefined : (data ?? {})
  const last = messages.at(-1)
  // Suggestions, Stop and Clear history disappear or are disabled when pressed.
  const tab = useFocusFallback<HTMLDivElement>('form input')

  return (
    <div ref={tab}>
      <Flex gap="3" alignItems="center" justifyContent="space-between" wrap="wrap" marginBottom="3">
        <Text tone="muted">{texts.keptHere}</Text>
        <Button size="sm" variant="ghost" disabled={messages.length === 0} onClick={() => setAsking(true)}>
          <TrashIcon size={14} /> {texts.clearHistory}
        </Button>
      </Flex>
      <MessageList
        chat={chat}
        states={states}
        empty={
          <Box margin="auto">
            <Suggestions onAsk={(question) => void sendMessage(question)} />
          </Box>
        }
      />
      <VisuallyHidden role="status">
        {pending ? texts.answering : last?.role === 'assistant' ? texts.answered : ''}
      </VisuallyHidden>
      <ChatForm processing={pending !== null} error={error} />
      {asking && (
        <Confirm
          title={texts.clearQuestion}
          text={texts.clearText}
          action={texts.clearHistory}
          busy={false}
          error={null}
          onConfirm={() => {
            clearChat()
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
