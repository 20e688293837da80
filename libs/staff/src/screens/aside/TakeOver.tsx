import { Button, Field, Flex, Input, Text, toast } from '@helpdesk/ui'
import { useRef, useState, type FormEvent } from 'react'
import { useTakeOverTicket } from '../../api/take-over-ticket'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { Popover } from '../controls/Popover'
import * as texts from './texts'

const REASON_MAX = 300

interface TakeOverProps {
  ticket: Ticket
  holder: string
  onTaken: () => void
}

/** Takes the ticket over from a colleague, with an optional reason. */
export function TakeOver({ ticket, holder, onTaken }: TakeOverProps) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const takeOver = useTakeOverTicket()
  const show = () => setOpen(true)
  useProvideTicketCommands({ takeOver: show, assignToMe: show })

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    takeOver.mutate(
      { ticket, reason: reason.trim() || undefined },
      {
        onSuccess: () => {
          onTaken()
          setOpen(false)
        },
        onError: (error) =>
          toast({ type: 'error', title: texts.notAssigned, description: failureText(error) }),
      },
    )
  }

  return (
    <Popover
      open={open}
      onClose={() => {
        setOpen(false)
        button.current?.focus()
      }}
      side="bottom"
      align="start"
      trigger={
        <Button
          ref={button}
          size="sm"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {texts.takeOver}
        </Button>
      }
    >
      <form onSubmit={onSubmit} aria-label={texts.takeOver}>
        <Flex direction="column" gap="3" padding="1">
          <Field label={texts.reasonOptional}>
            <Input
              autoFocus
              maxLength={REASON_MAX}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
          <Text tone="muted" fontSize="sm">
            {texts.takeOverHint(holder)}
          </Text>
          <Button type="submit" variant="solid" loading={takeOver.isPending}>
            {texts.takeOver}
          </Button>
        </Flex>
      </form>
    </Popover>
  )
}
