import { Text } from '@helpdesk/ui'
import type { TicketDetail } from '../../model/rows'
import { useMergedFrom } from './use-leave-merged'
import * as texts from './texts'

/** Says that another ticket, or its address, led here; nothing otherwise. */
export function MergedFrom({ detail: { ticket, merged_from } }: { detail: TicketDetail }) {
  const addressed = useMergedFrom()
  const source = merged_from?.number ?? addressed
  if (source === undefined) return null
  return (
    <Text role="status" tone="muted" fontSize="sm" marginBottom="1">
      {texts.wasMerged(source, ticket.number)}
    </Text>
  )
}
