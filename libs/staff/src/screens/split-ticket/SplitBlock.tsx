import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { deferred } from '@helpdesk/ui'
import { useState } from 'react'
import { canBeginSplit, splittable } from '../../model/split'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { useTicketRights } from '../../state/use-ticket-rights'

const SplitDialog = deferred(async () => (await import('./SplitDialog')).SplitDialog, null).Screen

/** Provides the command that splits messages off, and shows its dialog. */
export function SplitBlock({ detail }: { detail: TicketDetail }) {
  const { mayTriage } = useTicketRights(detail)
  const [first, setFirst] = useState<string>()
  const newest = splittable(detail).findLast(canBeginSplit)
  useProvideTicketCommands(mayTriage && newest ? { split: (id?: string) => setFirst(id ?? newest.id) } : {})
  if (first === undefined) return null
  return <SplitDialog detail={detail} first={first} onClose={() => setFirst(undefined)} />
}
