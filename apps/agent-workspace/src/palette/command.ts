import type { TicketCommands } from '@helpdesk/staff/state/ticket-commands'
import type { WorklistCommands } from '@helpdesk/staff/state/worklist-commands'
import type { SavedView } from '../model/saved-views'
import type { Surface } from './surface'

/** A page that can be gone to with `g` and a letter. */
export interface Place {
  key: string
  label: string
  path: string
}

/** What commands act on: the page as it is at that moment. */
export interface CommandContext {
  list: WorklistCommands | null
  /** The commands of the open ticket; empty without one. */
  ticket: Partial<TicketCommands>
  places: readonly Place[]
  /** In the person's order, as far as they are loaded. */
  views: readonly SavedView[]
  /** The address of a view; absent where this person has no page for views. */
  viewHref?: (view: SavedView) => string
  go: (path: string) => void
  show: (surface: Surface) => void
  /** Takes the last change of many tickets back. */
  undo?: () => void
  /** Takes the next ticket of the queue and opens it. */
  takeNext?: () => void
  /** Leads from a ticket to the list it was opened from. */
  toList?: () => void
  /** The ticket after (1) or before (-1) the open one in that list. */
  neighbour: (by: 1 | -1) => string | undefined
  /** Takes the focus out of the text field that has it. */
  leaveField?: () => void
}

export const COMMAND_GROUPS = ['Anywhere', 'In a list', 'In a ticket', 'Go to'] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface Command {
  id: string
  title: string
  group: CommandGroup
  /** Shortcuts as `pressOf` spells them; several presses are separated by spaces. The first is shown in the palette. */
  keys: readonly string[]
  /** Works while the focus is in a text field as well. */
  inFields?: boolean
  /** Goes on while the key is held. */
  repeats?: boolean
  /** What it does now; undefined where it cannot be given. */
  act: (context: CommandContext) => (() => void) | undefined
}
