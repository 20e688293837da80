import { IconButton, TicketIcon } from '@helpdesk/ui'
import type { TicketComment } from '@helpdesk/tickets/model/rows'
import { useAtomValue } from 'jotai'
import { canBeginSplit } from '../../model/split'
import { ticketCommandsAtom } from '../../state/ticket-commands'
import * as texts from './texts'

/** Beside a public message: begins a new ticket with it, where the reader may change the ticket. */
export function SplitTool({ comment }: { comment: TicketComment }) {
  const { split } = useAtomValue(ticketCommandsAtom)
  if (!split || !canBeginSplit(comment)) return null
  return (
    <IconButton
      label={texts.splitInto}
      size="sm"
      aria-haspopup="dialog"
      css={{ '@media (pointer: fine)': { minWidth: '7' } }}
      onClick={() => split(comment.id)}
    >
      <TicketIcon size={14} />
    </IconButton>
  )
}
