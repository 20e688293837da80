import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand } from '@helpdesk/ui/query'
import { savedViewSchema, type SavedView, type ViewFilter, type ViewFormValues } from '../model/saved-views'
import { VIEW_COLUMNS } from './list-saved-views'
import { useChangeViewList } from '../cache/use-change-view-list'
import { requireWrittenView } from './written-view'

/** Absent fields stay as they are. */
type ViewChange = Partial<ViewFormValues & { filter: ViewFilter }>

/** Renames, shares or refilters a view. @throws AppError NotFoundError when it does not exist or the caller may not change it */
export async function updateSavedView(id: string, { filter, ...rest }: ViewChange): Promise<SavedView> {
  const data = await loadData()
  const change = { ...rest, ...(filter && { filter: { ...filter } }) }
  const request = data.from('saved_views').update(change).eq('id', id).select(VIEW_COLUMNS)
  return requireWrittenView(await ask(request, z.array(savedViewSchema)))
}

export function useUpdateSavedView() {
  const changeList = useChangeViewList()
  return useCommand({
    mutationKey: ['update-view'],
    subject: ({ id }) => id,
    mutationFn: ({ id, change }: { id: string; change: ViewChange }) => updateSavedView(id, change),
    onSuccess: (view) => changeList((views) => views.map((each) => (each.id === view.id ? view : each))),
  })
}
