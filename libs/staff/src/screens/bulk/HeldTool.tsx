import { Button, chakra } from '@helpdesk/ui'
import { Popover } from '../controls/Popover'
import type { BulkTarget } from '../../model/bulk'
import { heldReason, ticketLabel } from '../../model/bulk-report'
import * as texts from './texts'

interface HeldToolProps {
  /** Selected tickets that colleagues have. */
  held: readonly BulkTarget[]
  open: boolean
  onOpen: (open: boolean) => void
}

/** Names the selected tickets that will not change, and why, before anything is changed. */
export function HeldTool({ held, open, onOpen }: HeldToolProps) {
  return (
    <Popover
      open={open}
      onClose={() => onOpen(false)}
      width="20rem"
      trigger={
        <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => onOpen(!open)}>
          {texts.cannotChange(held.length)}
        </Button>
      }
    >
      <Tickets aria-label={texts.cannotChange(held.length)}>
        {held.map((ticket) => (
          <li key={ticket.id}>
            {ticketLabel(ticket)} <Reason>{heldReason(ticket)}</Reason>
          </li>
        ))}
      </Tickets>
    </Popover>
  )
}

const Tickets = chakra('ul', {
  base: {
    display: 'grid',
    gap: '2',
    maxHeight: '40vh',
    overflowY: 'auto',
    overflowWrap: 'anywhere',
    listStyleType: 'none',
  },
})
const Reason = chakra('span', { base: { display: 'block', color: 'fg.muted', fontSize: 'sm' } })
