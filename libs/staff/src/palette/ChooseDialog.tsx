import { Dialog } from '@helpdesk/ui'
import { Picker } from '../screens/controls/Picker'
import { useState } from 'react'
import { priorityChoice, TICKET_PRIORITIES, type TicketPriority } from '@helpdesk/tickets/model/priorities'
import { statusLabel, TICKET_STATUSES, type TicketStatus } from '@helpdesk/tickets/model/statuses'
import * as texts from './texts'

export type FieldChange = { status: TicketStatus } | { priority: TicketPriority }

const choices = {
  status: {
    title: texts.setStatus,
    items: TICKET_STATUSES.map((status) => ({
      id: status,
      label: statusLabel(status),
      change: { status } as FieldChange,
    })),
  },
  priority: {
    title: texts.setPriority,
    items: TICKET_PRIORITIES.map((priority) => ({
      id: priority,
      label: priorityChoice(priority),
      change: { priority } as FieldChange,
    })),
  },
}

interface ChooseDialogProps {
  field: keyof typeof choices
  /** The present value, which is selected at first. */
  value?: string | undefined
  onChoose: (change: FieldChange) => void
  onClose: () => void
}

/** Picks a status or priority by typing part of its name. */
export function ChooseDialog({ field, value, onChoose, onClose }: ChooseDialogProps) {
  const [query, setQuery] = useState('')
  const { title, items } = choices[field]
  const text = query.trim().toLowerCase()
  return (
    <Dialog title={title} lightDismiss onClose={onClose}>
      <Picker
        label={title}
        placeholder={texts.typeToChoose}
        numbered
        value={value}
        query={query}
        onQuery={setQuery}
        items={items.filter(({ label }) => label.toLowerCase().includes(text))}
        onPick={({ change }) => onChoose(change)}
        onClose={onClose}
        empty={texts.noChoice}
      />
    </Dialog>
  )
}
