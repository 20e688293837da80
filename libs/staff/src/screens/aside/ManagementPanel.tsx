import { Box } from '@helpdesk/ui'
import { Tabs } from '../controls/Tabs'
import { useState } from 'react'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { DetailsTab, type TouchedFields } from './DetailsTab'
import { NotesTab } from './NotesTab'
import * as texts from './texts'

/** The agents' panel (specification, section 2.11): status and priority with an optional note, or a note alone. */
export function ManagementPanel({ detail }: { detail: TicketDetail }) {
  const [touched, setTouched] = useState<TouchedFields>({})
  const details = <DetailsTab detail={detail} touched={touched} onTouch={setTouched} />
  return (
    <Box as="section" aria-label={texts.ticketManagement}>
      <Tabs
        label={texts.ticketManagement}
        items={[
          { id: 'details', label: texts.details, content: details },
          { id: 'notes', label: texts.internalNotes, content: <NotesTab detail={detail} /> },
        ]}
      />
    </Box>
  )
}
