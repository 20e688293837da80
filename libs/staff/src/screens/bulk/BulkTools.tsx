import { Button, Field, NativeSelect } from '@helpdesk/ui'
import { useState } from 'react'
import type { BulkChange } from '../../model/bulk'
import { isTicketPriority, priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { isTicketStatus, statusLabel, TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { Popover } from '../controls/Popover'
import { openSelect } from '../open-select'
import { StaffPicker } from './StaffPicker'
import { TagTool } from './TagTool'

interface BulkToolsProps {
  busy: boolean
  onChange: (change: BulkChange) => void
}

const statuses = [
  { value: '', label: 'Set status' },
  ...TICKET_STATUSES.map((value) => ({ value, label: statusLabel(value) })),
]
const priorities = [
  { value: '', label: 'Set priority' },
  ...TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) })),
]

/** The controls that change the selected tickets: assignee, status, priority and tags. */
export function BulkTools({ busy, onChange }: BulkToolsProps) {
  const [open, setOpen] = useState<'assign' | 'tags' | null>(null)
  const close = () => setOpen(null)
  const apply = (change: BulkChange) => {
    close()
    onChange(change)
  }
  return (
    <>
      <Popover
        open={open === 'assign'}
        onClose={close}
        trigger={
          <Button
            size="sm"
            disabled={busy}
            aria-expanded={open === 'assign'}
            onClick={() => setOpen('assign')}
          >
            Assign
          </Button>
        }
      >
        <StaffPicker onPick={(assigned_to) => apply({ assigned_to })} onClose={close} />
      </Popover>
      <Field label="Set status" hideLabel>
        <NativeSelect
          size="sm"
          width="8.5rem"
          disabled={busy}
          options={statuses}
          value=""
          onKeyDown={openSelect}
          onChange={({ target: { value } }) => isTicketStatus(value) && apply({ status: value })}
        />
      </Field>
      <Field label="Set priority" hideLabel>
        <NativeSelect
          size="sm"
          width="8.5rem"
          disabled={busy}
          options={priorities}
          value=""
          onKeyDown={openSelect}
          onChange={({ target: { value } }) => isTicketPriority(value) && apply({ priority: value })}
        />
      </Field>
      <Popover
        open={open === 'tags'}
        onClose={close}
        trigger={
          <Button size="sm" disabled={busy} aria-expanded={open === 'tags'} onClick={() => setOpen('tags')}>
            Tags
          </Button>
        }
      >
        <TagTool onChange={apply} />
      </Popover>
    </>
  )
}
