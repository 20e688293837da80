import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { keepPreviousData, useCommand, useQuery, useQueryClient } from '@helpdesk/ui/query'
import type { SplitChoices } from '../model/split'
import type { UndoResult } from '../model/undo-report'

const choicesSchema = z.object({
  requester: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  messages: z.array(z.string()),
})
const madeSchema = z.object({ id: z.string(), number: z.number(), subject: z.string() })

interface SplitInput {
  ticketId: string
  commentIds: readonly string[]
  subject: string
}

/** What may be split together with a message; null when nothing begins with it. @throws AppError */
export async function getSplitChoices(ticketId: string, firstId: string): Promise<SplitChoices | null> {
  const data = await loadData()
  const request = data.rpc('split_choices', { ticket_id: ticketId, first_id: firstId }, { get: true })
  return ask(request, z.nullable(choicesSchema))
}

/** {@link getSplitChoices}; without a first message nothing is asked. */
export const useSplitChoices = (ticketId: string, firstId: string | undefined) =>
  useQuery({
    queryKey: [...ticketKeys.detail(ticketId), 'split', firstId],
    queryFn: () => getSplitChoices(ticketId, firstId ?? ''),
    enabled: firstId !== undefined,
    placeholderData: keepPreviousData,
  })

/**
 * Makes messages of a ticket a new one of the first one's author.
 * @throws AppError `split_gone`, `split_first`, `split_unread`, `split_uploading`, `split_subject`, `ticket_forbidden`
 */
export async function splitTicket({ ticketId, commentIds, subject }: SplitInput) {
  const data = await loadData()
  const request = data.rpc('split_ticket', { ticket_id: ticketId, comment_ids: [...commentIds], subject })
  return ask(request, madeSchema)
}

/** Takes a split back. @throws AppError `split_changed` after something happened on the new ticket */
export async function undoSplit(ticketId: string): Promise<UndoResult[]> {
  const data = await loadData()
  const { id, number } = await ask(data.rpc('undo_split', { ticket_id: ticketId }), madeSchema)
  return [{ id, number, ok: true }]
}

/** {@link splitTicket}, after which pages read tickets and lists again. */
export function useSplitTicket() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['split-ticket'],
    mutationFn: splitTicket,
    onSuccess: () => {
      for (const queryKey of [ticketKeys.details(), ticketKeys.lists(), ticketKeys.queueCounts()])
        void queries.invalidateQueries({ queryKey })
    },
  })
}
