import { useUpdateSavedView } from '../api/update-saved-view'
import type { SavedView } from '../model/saved-views'
import { useShownAtOnce, type ListColumns } from './list-columns'

/** The columns of a view. @param mayChange whether the reader may change the view */
export function useViewColumns(view: SavedView | undefined, mayChange: boolean): ListColumns {
  const { mutateAsync } = useUpdateSavedView()
  const { columns, ...changes } = useShownAtOnce(view?.columns, (columns) =>
    view ? mutateAsync({ id: view.id, change: { columns } }) : Promise.resolve(),
  )
  return { columns, ...(mayChange && changes) }
}
