import { Picker, type PickerItem } from '../controls/Picker'
import { useState } from 'react'
import { useActor } from '../../api/use-actor'
import { useStaffSearch } from '../../api/search-staff'

interface StaffPickerProps {
  /** null returns the ticket to the queue. */
  onPick: (assignee: string | null) => void
  onClose: () => void
}

const NOBODY = 'nobody'

/** Picks an assignee: me, nobody, or any agent or admin by name or e-mail. */
export function StaffPicker({ onPick, onClose }: StaffPickerProps) {
  const me = useActor()?.id
  const [query, setQuery] = useState('')
  const { people: found, empty } = useStaffSearch(query)
  const fixed: PickerItem[] = [
    ...(me ? [{ id: me, label: 'Me' }] : []),
    { id: NOBODY, label: 'Nobody', detail: 'Back to the queue' },
  ]
  const people = found
    .filter(({ id }) => id !== me)
    .map((each) => ({ ...each, label: each.name, detail: each.email }))
  return (
    <Picker<PickerItem>
      label="Assign to"
      placeholder="Name or e-mail"
      query={query}
      onQuery={setQuery}
      items={query.trim() ? people : [...fixed, ...people]}
      onPick={({ id }) => onPick(id === NOBODY ? null : id)}
      onClose={onClose}
      empty={empty}
    />
  )
}
