import { useQueryClient } from '@helpdesk/ui/query'
import type { SavedView } from '../model/saved-views'
import { ticketKeys } from '@helpdesk/tickets/api/keys'

/** Returns a function that changes the cached views at once, then refetches them and their counts. */
export function useChangeViewList() {
  const queries = useQueryClient()
  return (change: (views: SavedView[]) => SavedView[]) => {
    queries.setQueryData<SavedView[]>(ticketKeys.savedViews(), (views) => views && change(views))
    void queries.invalidateQueries({ queryKey: ticketKeys.savedViews() })
    void queries.invalidateQueries({ queryKey: ticketKeys.queueCounts() })
  }
}
