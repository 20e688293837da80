import { Button, Dialog, Field, Input, Stack, Text } from '@helpdesk/ui'
import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import { markAutofocus } from '../controls/mark-autofocus'
import { useState } from 'react'
import type { BulkChange, BulkTarget } from '../../model/bulk'
import * as texts from './texts'

/** Longest reason, a limit of the server. */
const REASON_MAX = 300

interface TakeOverDialogProps {
  /** Tickets that colleagues have. */
  tickets: readonly BulkTarget[]
  onTakeOver: (change: BulkChange) => void
  onClose: () => void
}

/** Says who has the tickets that cannot be changed, and offers to take them over. */
export function TakeOverDialog({ tickets, onTakeOver, onClose }: TakeOverDialogProps) {
  const [reason, setReason] = useState('')
  const [first] = tickets
  const one = tickets.length === 1 && first
  return (
    <Dialog
      title={
        one
          ? texts.takeOverQuestion(ticketRef(one))
          : texts.takeOverQuestion(texts.moreTickets(tickets.length))
      }
      onClose={onClose}
    >
      <Stack
        as="form"
        gap="3"
        onSubmit={(event) => {
          event.preventDefault()
          onTakeOver({ take_over: true, ...(reason.trim() && { reason: reason.trim() }) })
        }}
      >
        <Text tone="muted">{one ? texts.takeOverOneHint(one.assignee_name) : texts.takeOverHint}</Text>
        <Field label={texts.reasonOptional}>
          <Input
            autoFocus
            ref={markAutofocus}
            autoComplete="off"
            maxLength={REASON_MAX}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <Button type="submit" variant="solid">
          {texts.takeOverNow}
        </Button>
      </Stack>
    </Dialog>
  )
}
