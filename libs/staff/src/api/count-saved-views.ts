import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { VIEW_COUNT_CAP } from '../model/saved-views'
import { ticketKeys } from '@helpdesk/tickets/api/keys'

const countsSchema = z.array(z.object({ id: z.string(), count: z.number() }))

/** Counts the tickets of each view, by view id. A count above the cap means "more than the cap". @throws AppError */
export async function countSavedViews(): Promise<Record<string, number>> {
  const data = await loadData()
  const rows = await ask(data.rpc('count_saved_views', { cap: VIEW_COUNT_CAP }, { get: true }), countsSchema)
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

export const useViewCounts = (enabled = true) =>
  useQuery({ queryKey: ticketKeys.viewCounts(), queryFn: countSavedViews, staleTime: 60_000, enabled })
