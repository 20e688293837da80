import { useAuth } from '@helpdesk/auth'
import { ask, loadData, NotFoundError, z } from '@helpdesk/supabase'
import { useCommand, useQuery, useQueryClient } from '@helpdesk/ui/query'
import {
  savedViewSchema,
  VIEW_COUNT_CAP,
  type SavedView,
  type ViewFilter,
  type ViewFormValues,
} from '../model/saved-views'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { ticketError } from '@helpdesk/tickets/api/ticket-error'

const COLUMNS = 'id,owner_id,is_shared,name,filter'
/** More than a sidebar can show, and than the server counts. */
const VIEWS_MAX = 200

/** One's own views and the shared ones, by name. @throws AppError */
export async function listSavedViews(): Promise<SavedView[]> {
  const data = await loadData()
  return ask(
    data.from('saved_views').select(COLUMNS).order('name').order('id').limit(VIEWS_MAX),
    z.array(savedViewSchema),
  )
}

/** How many tickets each view holds, by its id; one more than the cap stands for more. @throws AppError */
export async function countSavedViews(): Promise<Record<string, number>> {
  const data = await loadData()
  const rows = await ask(
    data.rpc('count_saved_views', { cap: VIEW_COUNT_CAP }, { get: true }),
    z.array(z.object({ id: z.string(), count: z.number() })),
  )
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]))
}

/** Keeps a list under a name. @throws AppError `update_unauthenticated` without a user, else what was refused */
export async function createSavedView(
  userId: string | null,
  values: ViewFormValues & { filter: ViewFilter },
): Promise<SavedView> {
  if (!userId) throw ticketError('update_unauthenticated')
  const { name, is_shared, filter } = values
  const data = await loadData()
  return ask(
    data
      .from('saved_views')
      .insert({ owner_id: userId, name: name.trim(), is_shared, filter: { ...filter } })
      .select(COLUMNS)
      .single(),
    savedViewSchema,
  )
}

/** What may change on a view; what is absent stays. */
export type ViewChange = Partial<ViewFormValues & { filter: ViewFilter }>

/** Renames, shares or refills a view. @throws AppError NotFoundError when it is gone or not the caller's to change */
export async function updateSavedView(id: string, { filter, ...rest }: ViewChange): Promise<SavedView> {
  const data = await loadData()
  const change = { ...rest, ...(filter && { filter: { ...filter } }) }
  const request = data.from('saved_views').update(change).eq('id', id).select(COLUMNS)
  return one(await ask(request, z.array(savedViewSchema)))
}

/** Deletes a view. @throws AppError NotFoundError when it is gone or not the caller's to delete */
export async function deleteSavedView(id: string): Promise<void> {
  const data = await loadData()
  const request = data.from('saved_views').delete().eq('id', id).select('id')
  one(await ask(request, z.array(z.object({ id: z.string() }))))
}

/** The row that was written. Row level security hides what is not the caller's to write: then there is none. */
function one<Row>(rows: readonly Row[]): Row {
  const row = rows[0]
  if (row === undefined)
    throw new NotFoundError('This view is gone, or it is not yours to change', { code: 'view_not_found' })
  return row
}

/** The views of the sidebar and of the palette. */
const savedViewsQuery = {
  queryKey: ticketKeys.savedViews(),
  queryFn: listSavedViews,
  staleTime: 5 * 60_000,
}
export const useSavedViews = (enabled = true) => useQuery({ ...savedViewsQuery, enabled })

/** The counts beside them: read once, and again when tickets change. */
export const useViewCounts = (enabled = true) =>
  useQuery({ queryKey: ticketKeys.viewCounts(), queryFn: countSavedViews, staleTime: 60_000, enabled })

/** What can be done with views. Each shows as soon as the server has said yes; the counts follow. */
export function useViewCommands() {
  const { user } = useAuth()
  const queries = useQueryClient()
  const show = (change: (views: SavedView[]) => SavedView[]) => {
    queries.setQueryData<SavedView[]>(ticketKeys.savedViews(), (views) => views && change(views))
    void queries.invalidateQueries({ queryKey: ticketKeys.savedViews() })
    void queries.invalidateQueries({ queryKey: ticketKeys.viewCounts() })
  }
  return {
    create: useCommand({
      mutationKey: ['create-view'],
      mutationFn: (values: ViewFormValues & { filter: ViewFilter }) =>
        createSavedView(user?.id ?? null, values),
      onSuccess: (view) => show((views) => [...views, view]),
    }),
    update: useCommand({
      mutationKey: ['update-view'],
      subject: ({ id }) => id,
      mutationFn: ({ id, change }: { id: string; change: ViewChange }) => updateSavedView(id, change),
      onSuccess: (view) => show((views) => views.map((each) => (each.id === view.id ? view : each))),
    }),
    remove: useCommand({
      mutationKey: ['delete-view'],
      mutationFn: deleteSavedView,
      onSuccess: (_nothing, id) => show((views) => views.filter((each) => each.id !== id)),
    }),
  }
}
