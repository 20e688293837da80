import { useAuth } from '@helpdesk/auth'
import { pageCommandsAtom, toast } from '@helpdesk/ui'
import { useLocation, useNavigate, useParams } from '@helpdesk/ui/router'
import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useSavedViews } from '../api/list-saved-views'
import { viewHref } from '../model/saved-views'
import { ticketCommandsAtom } from '../state/ticket-commands'
import { lateUndoAtom, undoAtom } from '../state/undo'
import { worklistCommandsAtom } from '../state/worklist-commands'
import { lastListOf, setLeftTicket, neighbour } from '../state/last-list'
import { splitViewAtom } from '../state/split-view'
import { useViewOrder } from '../views/view-order'
import { offers } from '../palette/commands'
import type { CommandContext, Place } from '../palette/command'
import { isField } from './press'
import { singleKeysAtom } from './single-keys'
import { surfaceAtom } from '../palette/surface'
import * as texts from './texts'
import { useShortcuts } from './use-shortcuts'

const Surfaces = lazy(async () => ({ default: (await import('./Surfaces')).Surfaces }))

export interface WorkspaceKeysProps {
  /** Pages reached by `g` and a letter. */
  places: readonly Place[]
  /** The list to return to from a ticket that was not opened from a list. */
  listPath: string
  /** The path of the page that shows saved views. */
  viewsPath: string
  /** Takes the next ticket of the queue and opens it. */
  onTakeNext?: () => void
}

/** Shortcuts, command palette and help sheet. Renders nothing until one is open. */
export function WorkspaceKeys({ places, listPath, viewsPath, onTakeNext }: WorkspaceKeysProps) {
  const navigate = useNavigate()
  const { id: ticketId } = useParams()
  const { pathname } = useLocation()
  const userId = useAuth().user?.id
  const list = useAtomValue(worklistCommandsAtom)
  const ticket = useAtomValue(ticketCommandsAtom)
  const undo = useAtomValue(undoAtom)
  const [late, setLate] = useAtom(lateUndoAtom)
  const singleKeys = useAtomValue(singleKeysAtom)
  const [isSplit, setSplit] = useAtom(splitViewAtom)
  const [surface, show] = useAtom(surfaceAtom)
  const [viewsWanted, wantViews] = useState(false)
  const views = useViewOrder(
    useSavedViews(viewsWanted || surface === 'palette' || surface === 'help').data,
  ).ordered

  useCloseOn(pathname)
  useOfferCommands()
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
    toggleSplit: () => setSplit(!isSplit),
    toList: ticketId ? () => go(lastListOf(userId)?.href ?? listPath) : undefined,
    neighbour: (by) => (ticketId ? neighbour(lastListOf(userId)?.ids ?? [], ticketId, by) : undefined),
  }
  const sayLate =
    late === null
      ? undefined
      : () => {
          setLate(null)
          toast({ type: 'info', title: texts.tooLateToUndo, description: late })
        }
  useShortcuts({
    singleKeys,
    onPending: () => wantViews(true),
    offered: ({ target }) =>
      offers({
        ...context,
        undo: undo?.run ?? sayLate,
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

/** Closes open dialogs when the page changes. */
function useCloseOn(path: string): void {
  const show = useSetAtom(surfaceAtom)
  useEffect(() => () => show(null), [path, show])
}

/** Lets the layout's buttons open the palette and the help sheet. */
function useOfferCommands(): void {
  const show = useSetAtom(surfaceAtom)
  const offer = useSetAtom(pageCommandsAtom)
  useEffect(() => {
    offer({ openPalette: () => show('palette'), openHelp: () => show('help') })
    return () => offer(null)
  }, [show, offer])
}
