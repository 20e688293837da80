import { Button, chakra, ChevronDownIcon } from '@helpdesk/ui'
import { Popover } from '../controls/Popover'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { statusLabel, TICKET_STATUSES, type TicketStatus } from '@helpdesk/tickets/model/statuses'

interface SendMenuProps {
  /** The ticket's current status, which is left out. */
  current: TicketStatus
  disabled: boolean
  onSend: (status: TicketStatus) => void
  /** Absent without a queue. */
  onSendAndNext?: () => void
}

/** Other ways to send: with a status, or followed by the next ticket. */
export function SendMenu({ current, disabled, onSend, onSendAndNext }: SendMenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (open) list.current?.querySelector('button')?.focus()
  }, [open])

  function close() {
    setOpen(false)
    button.current?.focus()
  }
  function onKeyDown(event: KeyboardEvent) {
    const items = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = items.findIndex((item) => item === document.activeElement)
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    items.at(step % items.length)?.focus()
  }
  const choose = (act: () => void) => () => {
    close()
    act()
  }

  return (
    <Popover
      open={open}
      onClose={close}
      width="14rem"
      trigger={
        <Button
          ref={button}
          variant="solid"
          px="1.5"
          borderStartRadius="0"
          borderInlineStartColor="accent.contrast/40"
          aria-label="More ways to reply"
          aria-haspopup="menu"
          aria-expanded={open}
          disabled={disabled}
          onClick={() => setOpen(!open)}
        >
          <ChevronDownIcon size={14} />
        </Button>
      }
    >
      <div ref={list} role="menu" aria-label="More ways to reply" onKeyDown={onKeyDown}>
        {TICKET_STATUSES.filter((status) => status !== current).map((status) => (
          <Item
            key={status}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={choose(() => onSend(status))}
          >
            Send as {statusLabel(status)}
          </Item>
        ))}
        {onSendAndNext && (
          <Item type="button" role="menuitem" tabIndex={-1} onClick={choose(onSendAndNext)}>
            Send and next ticket
          </Item>
        )}
      </div>
    </Popover>
  )
}

const Item = chakra('button', {
  base: {
    display: 'block',
    width: 'full',
    textAlign: 'start',
    px: '2',
    py: '1.5',
    borderRadius: 'sm',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    _focus: { bg: 'bg.muted' },
  },
})
