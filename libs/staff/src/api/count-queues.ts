import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { ticketKeys } from '@helpdesk/tickets/api/keys'

const countsSchema = z.object({
  /** Active tickets without an assignee. */
  unassigned: z.number(),
  /** The reader's active tickets; of those, the ones that wait for an answer, and the unread ones. */
  mine: z.number(),
  waiting: z.number(),
  unread: z.number(),
  /** Received mails that wait for staff. */
  unmatched: z.number(),
  /** Which tickets agents may update. */
  agents_update: z.enum(['own', 'all']),
  /** Tickets of each saved view, by its id. */
  views: z.record(z.string(), z.number()),
  /** The reader's tickets that came back from a snooze and were not opened since, at most five; absent from older servers. */
  woken: z.optional(z.array(z.object({ id: z.string(), number: z.number(), subject: z.string() }))),
})
export type QueueCounts = z.infer<typeof countsSchema>

/** Counts the reader's queues and saved views. A count above `COUNT_CAP` means "more than the cap". @throws AppError */
export async function countQueues(): Promise<QueueCounts> {
  const data = await loadData()
  return ask(data.rpc('count_queues', undefined, { get: true }), countsSchema)
}

export const useQueueCounts = (enabled = true) =>
  useQuery({ queryKey: ticketKeys.queueCounts(), queryFn: countQueues, staleTime: 60_000, enabled })
