import { Stack } from '@helpdesk/ui'
import { useActor } from '../../api/use-actor'
import { canUpdateTicket, hasManagementPanel } from '@helpdesk/tickets/model/permissions'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { AssigneeBlock } from './AssigneeBlock'
import { ManagementPanel } from './ManagementPanel'
import { QuickFields } from './QuickFields'
import { RequesterBlock } from './RequesterBlock'
import { TagsBlock } from './TagsBlock'

/** The aside of a ticket for staff. Agents get the management panel, admins controls that save on change. */
export function StaffAside({ detail }: { detail: TicketDetail }) {
  const actor = useActor()
  const mayChange = actor !== null && canUpdateTicket(actor, detail.ticket)
  return (
    <Stack
      as="aside"
      aria-label="About this ticket"
      gap="6"
      minWidth="0"
      // Sticky beside a long thread. `data-pane` keeps popovers inside, where they are not clipped.
      data-pane
      alignSelf="start"
      position={{ lg: 'sticky' }}
      top={{ lg: 'calc(var(--app-header, 0px) + 1.5rem)' }}
      maxHeight={{ lg: 'calc(100dvh - var(--app-header, 0px) - 1.5rem)' }}
      overflowY={{ lg: 'auto' }}
      scrollbarWidth="thin"
      padding="1"
      margin="-1"
      paddingBottom={{ lg: '6' }}
    >
      {hasManagementPanel(actor?.role ?? null) ? (
        <ManagementPanel detail={detail} />
      ) : (
        <QuickFields ticket={detail.ticket} />
      )}
      <AssigneeBlock detail={detail} mayChange={mayChange} />
      <TagsBlock ticket={detail.ticket} mayChange={mayChange} />
      <RequesterBlock detail={detail} />
    </Stack>
  )
}
