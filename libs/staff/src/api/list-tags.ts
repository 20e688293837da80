import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { ticketKeys } from '@helpdesk/tickets/api/keys'

/** The tags in use, for suggestions. @throws AppError */
export async function listTags(): Promise<string[]> {
  const data = await loadData()
  return ask(data.rpc('list_tags', undefined, { get: true }), z.array(z.string()))
}

export const useTags = (enabled = true) =>
  useQuery({ queryKey: ticketKeys.tags(), queryFn: listTags, staleTime: 5 * 60_000, enabled })
