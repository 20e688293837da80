import { Box } from '@helpdesk/ui'
import { Tabs } from '../controls/Tabs'
import { useState } from 'react'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { DetailsTab, type TouchedFields } from './DetailsTab'
import { NotesTab } from './NotesTab'

/** The agents' panel (specification, section 2.11): status and priority with an optional note, or a note alone. */
export function ManagementPanel({ detail }: { detail: TicketDetail }) {
  const [touched, setTouched] = useState<TouchedFields>({})
  const details = <DetailsTab detail={detail} touched={touched} onTouch={setTouched} />
  return (
    <Box as="section" aria-label="Ticket management">
      <Tabs
        label="Ticket management"
        items={[
          { id: 'details', label: 'Details', content: details },
          { id: 'notes', label: 'Internal Notes', content: <NotesTab detail={detail} /> },
        ]}
      />
    </Box>
  )
}
