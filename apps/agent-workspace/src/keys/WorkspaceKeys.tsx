import { useAuth } from '@helpdesk/auth'
import { useLocation, useNavigate, useParams } from '@helpdesk/ui/router'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSavedViews } from '../api/list-saved-views'
import { viewHref } from '../model/saved-views'
import { ticketCommandsAtom } from '@helpdesk/staff/state/ticket-commands'
import { undoAtom, worklistCommandsAtom } from '@helpdesk/staff/state/worklist-commands'
import { lastListOf, setLeftTicket, neighbour } from '@helpdesk/staff/state/last-list'
import { useViewOrder } from '../views/view-order'
import { offers } from '../palette/commands'
import type { CommandContext, Place } from '../palette/command'
import { isField } from './press'
import { singleKeysAtom } from './single-keys'
import { surfaceAtom } from '../palette/surface'
import { useShortcuts } from './use-shortcuts'

const Surfaces = lazy(async () => ({ default: (await import('./Surfaces')).Surfaces }))

export interface WorkspaceKeysProps {
  /** Pages to go to with `g` and a letter. */
  places: readonly Place[]
  /** The path of the list that a ticket leads back to when it was not opened from one. */
  listPath: string
  /** The path of the page that shows saved views. */
  viewsPath: string
  /** Takes the next ticket of the queue and opens it. */
  onTakeNext?: () => void
}

/** The page by keyboard: shortcuts, command palette and help sheet. Draws nothing until one is opened. */
export function WorkspaceKeys({ places, listPath, viewsPath, onTakeNext }: WorkspaceKeysProps) {
  const navigate = useNavigate()
  const { id: ticketId } = useParams()
  const { pathname } = useLocation()
  const userId = useAuth().user?.id
  const list = useAtomValue(worklistCommandsAtom)
  const ticket = useAtomValue(ticketCommandsAtom)
  const undo = useAtomValue(undoAtom)
  const singleKeys = useAtomValue(singleKeysAtom)
  const [surface, show] = useAtom(surfaceAtom)
  const [viewsWanted, wantViews] = useState(false)
  const views = useViewOrder(
    useSavedViews(viewsWanted || surface === 'palette' || surface === 'help').data,
  ).ordered

  useCloseOn(pathname)
  useEffect(() => {
    if (ticketId) setLeftTicket(ticketId)
  }, [ticketId])

  const go = (path: string) => void navigate(path)
  const context: CommandContext = {
    list,
    ticket,
    places,
    views: views ?? [],
    viewHref: (view) => viewHref(viewsPath, view),
    go,
    show,
    undo: undo?.run,
    takeNext: onTakeNext,
    toList: ticketId ? () => go(lastListOf(userId)?.href ?? listPath) : undefined,
    neighbour: (by) => (ticketId ? neighbour(lastListOf(userId)?.ids ?? [], ticketId, by) : undefined),
  }
  useShortcuts({
    singleKeys,
    onPending: () => wantViews(true),
    offered: ({ target }) =>
      offers({
        ...context,
        leaveField: target instanceof HTMLElement && isField(target) ? () => target.blur() : undefined,
      }),
  })

  if (surface === null || surface === 'new-view') return null
  return (
    <Suspense>
      <Surfaces surface={surface} context={context} onClose={() => show(null)} />
    </Suspense>
  )
}

/** What is open over a page goes with it. */
function useCloseOn(path: string): void {
  const show = useSetAtom(surfaceAtom)
  useEffect(() => () => show(null), [path, show])
}
