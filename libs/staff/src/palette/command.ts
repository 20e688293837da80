import type { TicketCommands } from '../state/ticket-commands'
import type { WorklistCommands } from '../state/worklist-commands'
import type { SavedView } from '../model/saved-views'
import type { Surface } from './surface'
import * as texts from './texts'

/** A page reached by `g` and a letter. */
export interface Place {
  key: string
  label: string
  path: string
}

/** The page that commands act on. */
export interface CommandContext {
  list: WorklistCommands | null
  /** Commands of the open ticket; empty without one. */
  ticket: Partial<TicketCommands>
  places: readonly Place[]
  /** In the user's order; empty until loaded. */
  views: readonly SavedView[]
  /** The URL of a view; absent for users without a page of views. */
  viewHref?: (view: SavedView) => string
  go: (path: string) => void
  show: (surface: Surface) => void
  /** Undoes the last change, while the screen offers it. */
  undo?: () => void
  /** Takes the next ticket of the queue and opens it. */
  takeNext?: () => void
  /** Switches the split view of lists on or off. */
  toggleSplit?: () => void
  /** Returns to the list the ticket was opened from. */
  toList?: () => void
  /** The ticket after (1) or before (-1) the open one in that list. */
  neighbour: (by: 1 | -1) => string | undefined
  /** Removes the focus from a text field. */
  leaveField?: () => void
}

export const COMMAND_GROUPS = [texts.anywhere, texts.inAList, texts.inATicket, texts.goTo] as const
export type CommandGroup = (typeof COMMAND_GROUPS)[number]

export interface Command {
  id: string
  title: string
  group: CommandGroup
  /** Shortcuts as `pressOf` spells them; several presses are separated by spaces. The first is shown in the palette. */
  keys: readonly string[]
  /** Also works in text fields. */
  inFields?: boolean
  /** Repeats while the key is held. */
  repeats?: boolean
  /** Runs the command; undefined when unavailable. */
  act: (context: CommandContext) => (() => void) | undefined
}
