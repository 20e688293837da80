import { useAuth } from '@helpdesk/auth'
import { ask, loadData } from '@helpdesk/supabase'
import { useCommand } from '@helpdesk/ui/query'
import { savedViewSchema, type SavedView, type ViewFilter, type ViewFormValues } from '../model/saved-views'
import { ticketError } from '@helpdesk/tickets/api/ticket-error'
import { VIEW_COLUMNS } from './list-saved-views'
import { useChangeViewList } from '../cache/use-change-view-list'

type NewView = ViewFormValues & { filter: ViewFilter }

/** Saves a filter as a view. @throws AppError `update_unauthenticated` without a user */
export async function createSavedView(userId: string | null, values: NewView): Promise<SavedView> {
  if (!userId) throw ticketError('update_unauthenticated')
  const { name, is_shared, filter } = values
  const data = await loadData()
  return ask(
    data
      .from('saved_views')
      .insert({ owner_id: userId, name: name.trim(), is_shared, filter: { ...filter } })
      .select(VIEW_COLUMNS)
      .single(),
    savedViewSchema,
  )
}

export function useCreateSavedView() {
  const { user } = useAuth()
  const changeList = useChangeViewList()
  return useCommand({
    mutationKey: ['create-view'],
    mutationFn: (values: NewView) => createSavedView(user?.id ?? null, values),
    onSuccess: (view) => changeList((views) => [...views, view]),
  })
}
