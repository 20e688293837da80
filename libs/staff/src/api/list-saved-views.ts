import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { savedViewSchema, type SavedView } from '../model/saved-views'
import { ticketKeys } from '@helpdesk/tickets/api/keys'

export const VIEW_COLUMNS = 'id,owner_id,is_shared,name,filter,columns'
/** More than a sidebar can show or the server counts. */
const VIEWS_MAX = 200

/** The caller's views and the shared ones, by name. @throws AppError */
export async function listSavedViews(): Promise<SavedView[]> {
  const data = await loadData()
  return ask(
    data.from('saved_views').select(VIEW_COLUMNS).order('name').order('id').limit(VIEWS_MAX),
    z.array(savedViewSchema),
  )
}

export const useSavedViews = (enabled = true) =>
  useQuery({
    queryKey: ticketKeys.savedViews(),
    queryFn: listSavedViews,
    staleTime: 5 * 60_000,
    enabled,
  })
