import { ErrorState, Skeleton } from '@helpdesk/ui'
import { useAtom } from 'jotai'
import { lazy, Suspense, useState } from 'react'
import { useQueueCounts } from '../api/count-queues'
import { useSavedViews } from '../api/list-saved-views'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { Assigned } from '../model/saved-views'
import { surfaceAtom } from '../palette/surface'
import { useViewOrder } from './view-order'
import { useWide } from './use-wide'
import { ViewsSidebar } from './ViewsSidebar'

const ViewSelect = lazy(async () => ({ default: (await import('./ViewSelect')).ViewSelect }))
const ViewDialog = lazy(async () => ({ default: (await import('./ViewDialog')).ViewDialog }))

export interface ViewsPanelProps {
  /** The path of the page that shows views. */
  home: string
  /** The current view. */
  current?: string | null
  /** Assignee filter of the current list, stored with a new view. */
  assigned: Assigned
}

/** The saved views with their counts, as a sidebar or, on narrow pages, as a select. */
export function ViewsPanel({ home, current = null, assigned }: ViewsPanelProps) {
  const query = useSavedViews()
  // Loads after the list.
  const counts = useQueueCounts(query.isSuccess && query.data.length > 0).data?.views
  const { ordered, move } = useViewOrder(query.data)
  const wide = useWide()
  const [surface, show] = useAtom(surfaceAtom)
  const [edited, setEdited] = useState<string | null>(null)
  const view = ordered?.find(({ id }) => id === edited)
  const close = () => {
    setEdited(null)
    if (surface === 'new-view') show(null)
  }
  const shared = { home, current, views: ordered, counts, onEdit: setEdited, onNew: () => show('new-view') }
  return (
    <>
      {query.error && !ordered ? (
        <ErrorState
          title="Views could not be loaded"
          text={failureText(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : wide ? (
        <ViewsSidebar {...shared} onHelp={() => show('help')} onPalette={() => show('palette')} />
      ) : (
        <Suspense fallback={<Skeleton height="8" aria-hidden />}>
          <ViewSelect {...shared} />
        </Suspense>
      )}
      {(view || surface === 'new-view') && (
        <Suspense>
          <ViewDialog
            key={view?.id ?? 'new'}
            home={home}
            view={surface === 'new-view' ? null : (view ?? null)}
            assigned={assigned}
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
