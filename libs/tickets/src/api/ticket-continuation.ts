import { ask, loadData, send, z } from '@helpdesk/supabase'
import { useCommand, useQuery } from '@helpdesk/ui/query'
import { ticketKeys } from './keys'

const continuedSchema = z.object({ id: z.string(), number: z.number(), subject: z.string() })
export type ContinuedTicket = z.infer<typeof continuedSchema>

/** The ticket that one opened by mail seems to continue; null without one. For staff. @throws AppError */
export async function getContinued(ticketId: string): Promise<ContinuedTicket | null> {
  const data = await loadData()
  return ask(
    data.rpc('ticket_continuation', { ticket_id: ticketId }, { get: true }),
    z.nullable(continuedSchema),
  )
}

export const useContinued = (ticketId: string) =>
  useQuery({ queryKey: ticketKeys.continued(ticketId), queryFn: () => getContinued(ticketId) })

/** Says that a ticket continues no other, to all staff. @throws AppError */
export async function dismissContinuation(ticketId: string): Promise<void> {
  const data = await loadData()
  await send(data.rpc('dismiss_continuation', { ticket_id: ticketId }))
}

export const useDismissContinuation = (ticketId: string) =>
  useCommand({
    mutationKey: ['dismiss-continuation', ticketId],
    mutationFn: () => dismissContinuation(ticketId),
  })
