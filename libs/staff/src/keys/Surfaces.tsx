import { ChooseDialog, type FieldChange } from '../palette/ChooseDialog'
import { CommandPalette } from '../palette/CommandPalette'
import { allCommands } from '../palette/all-commands'
import { offers } from '../palette/commands'
import type { CommandContext } from '../palette/command'
import { HelpSheet } from './HelpSheet'
import type { Surface } from '../palette/surface'

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
  switch (surface) {
    case 'palette':
      return <CommandPalette offered={offers(context)} onRun={run} go={context.go} onClose={onClose} />
    case 'help':
      return <HelpSheet commands={allCommands(context)} onClose={onClose} />
    case 'status':
    case 'priority':
      return (
        <ChooseDialog
          key={surface}
          field={surface}
          onChoose={(chosen) => run(() => change(chosen))}
          onClose={onClose}
        />
      )
  }
}
