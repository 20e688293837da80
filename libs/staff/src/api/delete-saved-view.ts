import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand } from '@helpdesk/ui/query'
import { useChangeViewList } from '../cache/use-change-view-list'
import { requireWrittenView } from './written-view'

/** Deletes a view. @throws AppError NotFoundError when it does not exist or the caller may not delete it */
export async function deleteSavedView(id: string): Promise<void> {
  const data = await loadData()
  const request = data.from('saved_views').delete().eq('id', id).select('id')
  requireWrittenView(await ask(request, z.array(z.object({ id: z.string() }))))
}

export function useDeleteSavedView() {
  const changeList = useChangeViewList()
  return useCommand({
    mutationKey: ['delete-view'],
    mutationFn: deleteSavedView,
    onSuccess: (_result, id) => changeList((views) => views.filter((each) => each.id !== id)),
  })
}
