import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand } from '@helpdesk/ui/query'
import type { ChosenColumns } from '../model/list-columns'
import { savedViewSchema, type SavedView, type ViewFilter, type ViewFormValues } from '../model/saved-views'
import { VIEW_COLUMNS } from './list-saved-views'
import { useChangeViewList } from '../cache/use-change-view-list'
import { requireWrittenView } from './written-view'

/** Absent fields stay as they are. */
type ViewChange = Partial<ViewFormValues & { filter: ViewFilter; columns: ChosenColumns | null }>

/** Renames, shares or refilters a view, or gives it other columns; null are the usual ones. @throws AppError NotFoundError when it does not exist or the caller may not change it */
export async function updateSavedView(
  id: string,
  { filter, columns, ...rest }: ViewChange,
): Promise<SavedView> {
  const data = await loadData()
  const change = {
    ...rest,
    ...(filter && { filter: { ...filter } }),
    ...(columns !== undefined && { columns: columns && columns.map((each) => ({ ...each })) }),
  }
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
