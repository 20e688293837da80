import { failureText } from '@helpdesk/tickets/model/errors'
import { ErrorState, menuCountsAtom, menuSlotAtom, MenuSlot } from '@helpdesk/ui'
import { useLocation, useSearchParams } from '@helpdesk/ui/router'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useQueueCounts, type QueueCounts } from '../api/count-queues'
import { useSavedViews } from '../api/list-saved-views'
import { VIEWS_PATH } from '../keys/places'
import { assignedAt } from '../model/saved-views'
import { surfaceAtom } from '../palette/surface'
import { useViewOrder } from './view-order'
import { ViewsList } from './ViewsList'
import * as texts from './texts'

const ViewDialog = lazy(async () => ({ default: (await import('./ViewDialog')).ViewDialog }))

/** The saved views with their counts, in the layout's sidebar, and the dialogs that save and change them. */
export function SidebarViews() {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const [surface, show] = useAtom(surfaceAtom)
  const isOpen = useAtomValue(menuSlotAtom) !== null
  const query = useSavedViews(isOpen || surface === 'new-view')
  // Loads after the list.
  const counts = useQueueCounts(isOpen).data
  useMenuCounts(counts)
  const { ordered, move } = useViewOrder(query.data)
  const [edited, setEdited] = useState<string | null>(null)
  const view = ordered?.find(({ id }) => id === edited)
  const assigned = assignedAt(pathname, params)
  const current = pathname === VIEWS_PATH ? params.get('view') : null
  const close = () => {
    setEdited(null)
    if (surface === 'new-view') show(null)
  }
  return (
    <>
      <MenuSlot>
        {query.error && !ordered ? (
          <ErrorState
            title={texts.loadFailed}
            text={failureText(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <ViewsList
            current={current}
            views={ordered}
            counts={counts?.views}
            onEdit={setEdited}
            onNew={assigned ? () => show('new-view') : undefined}
          />
        )}
      </MenuSlot>
      {(view || surface === 'new-view') && (
        <Suspense>
          <ViewDialog
            key={view?.id ?? 'new'}
            home={VIEWS_PATH}
            view={surface === 'new-view' ? null : (view ?? null)}
            assigned={assigned ?? 'any'}
            isCurrent={view?.id === current}
            place={view && ordered ? { at: ordered.indexOf(view), of: ordered.length } : null}
            onMove={(by) => view && move(view.id, by)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}

/** Shows the counts of the queues in the layout's menu. */
function useMenuCounts(counts: QueueCounts | undefined): void {
  const setCounts = useSetAtom(menuCountsAtom)
  useEffect(() => {
    if (!counts) return
    setCounts({
      '/dashboard/agent/tickets': counts.mine,
      '/tickets/assigned': counts.mine,
      '/tickets/unassigned': counts.unassigned,
      '/dashboard/agent/unmatched': counts.unmatched,
    })
  }, [counts, setCounts])
}
