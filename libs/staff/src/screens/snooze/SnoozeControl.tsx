import { Button, ChevronDownIcon, ClockIcon } from '@helpdesk/ui'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { isResolved } from '@helpdesk/tickets/model/closing'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import { isSnoozed, untilText } from '@helpdesk/tickets/model/ticket-fields'
import { useRef, useState } from 'react'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { ValueButton } from '../controls/OptionMenu'
import { Popover } from '../controls/Popover'
import { SnoozePicker } from './SnoozePicker'
import * as texts from './texts'

interface SnoozeControlProps {
  ticket: Ticket
  /** @param until null wakes */
  onPick: (until: string | null) => void
  /** The same for a time of the user's own. @returns why it was refused */
  onPickTime: (until: string) => Promise<string | undefined>
  /** Why the ticket cannot be changed; disables the control. */
  reason: string | undefined
}

/** Until when the open ticket is snoozed, with the commands to change that and to wake it. Solved tickets have none. */
export function SnoozeControl({ ticket, onPick, onPickTime, reason }: SnoozeControlProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const now = serverNow()
  const until = isSnoozed(ticket, now) ? ticket.snoozed_until : null
  const mayChange = reason === undefined && !isResolved(ticket)
  useProvideTicketCommands({
    ...(mayChange && { snooze: onPick }),
    ...(mayChange && until && { wake: () => onPick(null) }),
  })
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  if (isResolved(ticket)) return null
  return (
    <>
      <Popover
        open={open}
        onClose={close}
        side="bottom"
        align="start"
        width="21rem"
        trigger={
          <ValueButton
            ref={button}
            type="button"
            title={reason ?? texts.snoozeTicket}
            aria-haspopup="dialog"
            aria-expanded={open}
            disabled={!mayChange}
            onClick={() => setOpen(!open)}
          >
            <ClockIcon size={14} />
            {until ? texts.snoozedUntil(untilText(until, now)) : texts.snooze}
            {mayChange && <ChevronDownIcon size={12} />}
          </ValueButton>
        }
      >
        <SnoozePicker
          canWake={Boolean(until)}
          onPick={(time) => {
            close()
            onPick(time)
          }}
          onPickTime={async (time) => {
            const refusal = await onPickTime(time)
            if (!refusal) close()
            return refusal
          }}
          onClose={close}
        />
      </Popover>
      {until && mayChange && (
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            // This button disappears with the snooze.
            button.current?.focus()
            onPick(null)
          }}
        >
          {texts.wake}
        </Button>
      )}
    </>
  )
}
