import { AppError, ask, loadData, send, z } from '@helpdesk/supabase'
import { useCommand, useQuery } from '@helpdesk/ui/query'
import { useTicketCache } from './get-ticket'
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

const linkedSchema = z.object({
  results: z.array(
    z.object({ ok: z.boolean(), code: z.nullable(z.string()), message: z.nullable(z.string()) }),
  ),
})

/** Links a ticket as the follow-up of another: both list the other. For staff. @throws AppError */
export async function linkContinuation(ticketId: string, target: string): Promise<void> {
  const data = await loadData()
  const { results } = await ask(
    data.rpc('link_tickets', { ticket_ids: [ticketId], target, kind: 'follow_up' }),
    linkedSchema,
  )
  const refused = results.find(({ ok }) => !ok)
  if (refused) throw new AppError(refused.message ?? '', { code: refused.code ?? '' })
}

export function useLinkContinuation(ticketId: string) {
  const cache = useTicketCache(ticketId)
  return useCommand({
    mutationKey: ['link-continuation', ticketId],
    mutationFn: (target: string) => linkContinuation(ticketId, target),
    onSuccess: () => void cache.refetch(),
  })
}

export const useDismissContinuation = (ticketId: string) =>
  useCommand({
    mutationKey: ['dismiss-continuation', ticketId],
    mutationFn: () => dismissContinuation(ticketId),
  })
