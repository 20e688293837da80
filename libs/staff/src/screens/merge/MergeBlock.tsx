import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { Button } from '@helpdesk/ui'
import { useState } from 'react'
import * as texts from '../../model/merge-texts'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { useTicketRights } from '../../state/use-ticket-rights'
import { MergeDialog } from './MergeDialog'

/** Opens the dialog that merges the ticket into another. */
export function MergeBlock({ detail }: { detail: TicketDetail }) {
  const { ticket, customer, staff } = detail
  const [open, setOpen] = useState(false)
  const { mayTriage, holder } = useTicketRights(detail)
  useProvideTicketCommands(mayTriage ? { merge: () => setOpen(true) } : {})
  const requester = { customer_id: ticket.customer_id, requester_name: customer?.name || customer?.email }
  return (
    <div>
      <Button
        size="sm"
        disabled={!mayTriage}
        title={mayTriage ? undefined : texts.heldBy(holder)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {texts.mergeInto}
      </Button>
      {open && (
        <MergeDialog
          sources={[{ ...ticket, ...requester }]}
          suggestions={staff?.other_tickets.map((other) => ({ ...other, ...requester }))}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}
