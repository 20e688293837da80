import { useState } from 'react'
import type { BulkChange } from '../../model/bulk'
import { useActor } from '../../state/use-actor'
import { HandOverForm } from './HandOverForm'
import { StaffPicker, assignTo, type Assignee } from './StaffPicker'

interface AssignToolProps {
  /** How many tickets are assigned. */
  count: number
  onAssign: (change: BulkChange) => void
  onClose: () => void
}

/** Picks who gets the tickets, and asks for a note to a colleague who gets several. */
export function AssignTool({ count, onAssign, onClose }: AssignToolProps) {
  const me = useActor()?.id
  const [colleague, setColleague] = useState<Assignee | null>(null)
  const pick = (picked: Assignee | null) =>
    picked && picked.id !== me && count > 1 ? setColleague(picked) : onAssign(assignTo(picked))
  if (!colleague) return <StaffPicker onPick={pick} onClose={onClose} />
  return (
    <HandOverForm
      count={count}
      name={colleague.name}
      onAssign={(note) => onAssign({ ...assignTo(colleague), ...(note && { note }) })}
    />
  )
}
