import { Badge, Box } from '@helpdesk/ui'
import { Picker, type PickerItem } from '../controls/Picker'
import { useState } from 'react'
import type { Participant } from '@helpdesk/tickets/model/rows'
import type { BulkChange } from '../../model/bulk'
import { useActor } from '../../state/use-actor'
import { useStaffSearch, type StaffMember } from '../../api/search-staff'
import { AwayQuestion } from '../aside/AwayDialog'
import * as texts from './texts'

export type Assignee = Pick<Participant, 'id' | 'name'>

interface StaffPickerProps {
  /** null returns the ticket to the queue. */
  onPick: (assignee: Assignee | null) => void
  onClose: () => void
}

/** The change that assigns tickets to this person, or to nobody. */
export const assignTo = (assignee: Assignee | null): BulkChange => ({
  assigned_to: assignee?.id ?? null,
  ...(assignee && { assignee_name: assignee.name }),
})

interface StaffItem extends PickerItem {
  label: string
}

const NOBODY = 'nobody'

/** Picks an assignee: me, nobody, or any agent or admin by name or e-mail. Asks again for one who is away. */
export function StaffPicker({ onPick, onClose }: StaffPickerProps) {
  const me = useActor()?.id
  const [query, setQuery] = useState('')
  const [absent, setAbsent] = useState<StaffMember | null>(null)
  const { people: found, empty } = useStaffSearch(query)
  const fixed: StaffItem[] = [
    ...(me ? [{ id: me, label: texts.me }] : []),
    { id: NOBODY, label: texts.nobody, detail: texts.backToTheQueue },
  ]
  const people = found
    .filter(({ id }) => id !== me)
    .map((each) => ({
      ...each,
      label: each.name,
      detail: each.email,
      aside: each.away_since ? <Badge>{texts.away}</Badge> : undefined,
    }))
  function pick({ id, label }: StaffItem) {
    const member = found.find((each) => each.id === id)
    if (member?.away_since && id !== me) setAbsent(member)
    else onPick(id === NOBODY ? null : { id, name: label })
  }
  if (absent)
    return (
      // Takes the focus of the option that was picked.
      <Box ref={(box: HTMLElement | null) => box?.focus()} tabIndex={-1} outline="none" padding="3">
        <AwayQuestion
          name={absent.name}
          since={absent.away_since ?? ''}
          onAssign={() => onPick(absent)}
          onClose={() => setAbsent(null)}
        />
      </Box>
    )
  return (
    <Picker<StaffItem>
      label={texts.assignTo}
      placeholder={texts.nameOrEmail}
      query={query}
      onQuery={setQuery}
      items={query.trim() ? people : [...fixed, ...people]}
      onPick={pick}
      onClose={onClose}
      empty={empty}
    />
  )
}
