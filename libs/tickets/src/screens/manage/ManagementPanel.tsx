import { Card, Tabs } from '@helpdesk/ui'
import type { TicketDetail } from '../../model/rows'
import { DetailsTab } from './DetailsTab'
import { NotesTab } from './NotesTab'

/** The agents' panel of section 2.11: status and priority with an optional note, or a note alone. */
export function ManagementPanel({ detail }: { detail: TicketDetail }) {
  return (
    <Card padded aria-label="Ticket management">
      <Tabs
        label="Ticket management"
        items={[
          { id: 'details', label: 'Details', content: <DetailsTab detail={detail} /> },
          { id: 'notes', label: 'Internal Notes', content: <NotesTab detail={detail} /> },
        ]}
      />
    </Card>
  )
}
