import { Dialog } from '@helpdesk/ui'
import { useQueueCounts } from '../api/count-queues'
import { useActor } from '../state/use-actor'
import { heldByOthers, type BulkChange } from '../model/bulk'
import { hasSnoozed } from '../model/snooze-choices'
import { SnoozePicker } from '../screens/snooze/SnoozePicker'
import { AssignTool } from '../screens/bulk/AssignTool'
import { LinkDialog } from '../screens/links/LinkDialog'
import { MergeDialog } from '../screens/merge/MergeDialog'
import { TagTool } from '../screens/bulk/TagTool'
import { TakeOverDialog } from '../screens/bulk/TakeOverDialog'
import { ChooseDialog, type FieldChange } from '../palette/ChooseDialog'
import { CommandPalette } from '../palette/CommandPalette'
import { allCommands } from '../palette/all-commands'
import { offers } from '../palette/commands'
import type { CommandContext } from '../palette/command'
import { ALL_TICKETS_KEY } from './places'
import { HelpSheet } from './HelpSheet'
import type { Surface } from '../palette/surface'
import * as texts from './texts'

interface SurfacesProps {
  surface: Exclude<Surface, 'new-view'>
  context: CommandContext
  onClose: () => void
}

/** The dialogs that shortcuts open. */
export function Surfaces({ surface, context, onClose }: SurfacesProps) {
  // After the dialog has closed and restored the focus, which commands may move.
  const run = (act: () => void) => {
    onClose()
    requestAnimationFrame(act)
  }
  function change(chosen: FieldChange) {
    const { list, ticket } = context
    if (list) list.change(chosen)
    else if ('status' in chosen) ticket.setStatus?.(chosen.status)
    else ticket.setPriority?.(chosen.priority)
  }
  const snooze = (until: string | null) => {
    const { list, ticket } = context
    if (list) list.change({ snoozed_until: until })
    else if (until === null) ticket.wake?.()
    else ticket.snooze?.(until)
  }
  const targets = context.list?.targets() ?? []
  const presentValue = (field: 'status' | 'priority') => {
    if (!context.list) return context.ticket.presentValue?.(field)
    const values = new Set(targets.map((target) => target[field]))
    return values.size === 1 ? [...values][0] : undefined
  }
  const agentsUpdate = useQueueCounts(targets.length > 0).data?.agents_update
  const held = heldByOthers(useActor(), targets, agentsUpdate)
  const changeList = (chosen: BulkChange) => run(() => context.list?.change(chosen))
  // Links change nothing that belongs to the assignee.
  const isChange = surface !== 'palette' && surface !== 'help' && surface !== 'link'
  if (isChange && held.length > 0 && held.length === targets.length)
    return <TakeOverDialog tickets={held} onTakeOver={changeList} onClose={onClose} />
  switch (surface) {
    case 'palette':
      return (
        <CommandPalette
          offered={offers(context)}
          hasList={context.list !== null}
          allTickets={context.places.find(({ key }) => key === ALL_TICKETS_KEY)?.path}
          insertMacro={context.ticket.insertMacro}
          onRun={run}
          go={context.go}
          onClose={onClose}
        />
      )
    case 'help':
      return <HelpSheet commands={allCommands(context)} onClose={onClose} />
    case 'status':
    case 'priority':
      return (
        <ChooseDialog
          key={surface}
          field={surface}
          value={presentValue(surface)}
          onChoose={(chosen) => run(() => change(chosen))}
          onClose={onClose}
        />
      )
    case 'snooze':
      return (
        <Dialog title={texts.snooze} lightDismiss onClose={onClose}>
          <SnoozePicker
            canWake={context.list ? hasSnoozed(targets) : Boolean(context.ticket.wake)}
            onPick={(until) => run(() => snooze(until))}
            onClose={onClose}
          />
        </Dialog>
      )
    case 'take-over':
      return <TakeOverDialog tickets={targets} onTakeOver={changeList} onClose={onClose} />
    case 'merge':
      return <MergeDialog sources={targets} onClose={onClose} />
    case 'link':
      return <LinkDialog sources={targets} onClose={onClose} />
    case 'assign':
      return (
        // Several may come with a note, which a click outside would lose.
        <Dialog title={texts.assignTo} lightDismiss={targets.length === 1} onClose={onClose}>
          <AssignTool count={targets.length} onAssign={changeList} onClose={onClose} />
        </Dialog>
      )
    case 'tag':
      return (
        <Dialog title={texts.tags} lightDismiss onClose={onClose}>
          <TagTool onChange={changeList} />
        </Dialog>
      )
  }
}
