import type { SavedView } from '../model/saved-views'
import type { WorklistCommands } from '@helpdesk/staff/state/worklist-commands'
import type { Command, CommandContext, CommandGroup, Place } from './command'

type Group = Omit<Command, 'group'>[]
const inGroup = (group: CommandGroup, commands: Group): Command[] =>
  commands.map((command) => ({ ...command, group }))

const anywhere = inGroup('Anywhere', [
  {
    id: 'palette',
    title: 'Open the command palette',
    keys: ['mod+k'],
    inFields: true,
    act:
      ({ show }) =>
      () =>
        show('palette'),
  },
  {
    id: 'help',
    title: 'Show keyboard shortcuts',
    keys: ['?'],
    act:
      ({ show }) =>
      () =>
        show('help'),
  },
  {
    id: 'leave-field',
    title: 'Leave a text field',
    keys: ['Escape'],
    inFields: true,
    act: ({ leaveField }) => leaveField,
  },
  {
    id: 'next-ticket',
    title: 'Take the next ticket of the queue',
    keys: ['t'],
    act: ({ takeNext }) => takeNext,
  },
])

type ListAct = (list: WorklistCommands, context: CommandContext) => (() => void) | undefined
const onList =
  (act: ListAct): Command['act'] =>
  (context) =>
    context.list ? act(context.list, context) : undefined
/** For commands that need selected tickets or one under the cursor. */
const onTarget = (act: ListAct): Command['act'] =>
  onList((list, context) => (list.targets() > 0 ? act(list, context) : undefined))

const inList = inGroup('In a list', [
  { id: 'search', title: 'Search the list', keys: ['/'], act: onList((list) => list.focusSearch) },
  {
    id: 'down',
    title: 'Next row',
    keys: ['j', 'ArrowDown'],
    repeats: true,
    act: onList((list) => () => list.move(1, false)),
  },
  {
    id: 'up',
    title: 'Previous row',
    keys: ['k', 'ArrowUp'],
    repeats: true,
    act: onList((list) => () => list.move(-1, false)),
  },
  { id: 'open', title: 'Open the ticket', keys: ['Enter', 'o'], act: onTarget((list) => list.open) },
  { id: 'select', title: 'Select the row', keys: ['x'], act: onTarget((list) => list.toggle) },
  {
    id: 'select-down',
    title: 'Select downwards',
    keys: ['shift+j', 'shift+ArrowDown'],
    repeats: true,
    act: onList((list) => () => list.move(1, true)),
  },
  {
    id: 'select-up',
    title: 'Select upwards',
    keys: ['shift+k', 'shift+ArrowUp'],
    repeats: true,
    act: onList((list) => () => list.move(-1, true)),
  },
  {
    id: 'select-all',
    title: 'Select all rows, or none',
    keys: ['shift+a'],
    act: onList((list) => list.toggleAll),
  },
  { id: 'clear', title: 'Clear the selection', keys: ['Escape'], act: onList((list) => list.clearSelection) },
  { id: 'claim', title: 'Assign to me', keys: ['c'], act: onTarget((list) => list.claim) },
  {
    id: 'list-status',
    title: 'Set status…',
    keys: ['s'],
    act: onTarget(
      (_, { show }) =>
        () =>
          show('status'),
    ),
  },
  {
    id: 'list-priority',
    title: 'Set priority…',
    keys: ['p'],
    act: onTarget(
      (_, { show }) =>
        () =>
          show('priority'),
    ),
  },
  {
    id: 'bulk',
    title: 'Go to the tools for selected tickets',
    keys: ['b'],
    act: onList((list) => (list.chosen() > 0 ? list.focusBulkBar : undefined)),
  },
  { id: 'undo', title: 'Undo the last change', keys: ['z', 'mod+z'], act: ({ undo }) => undo },
  {
    id: 'save-view',
    title: 'Save this list as a view…',
    keys: [],
    act: onList((_, { show, viewHref }) => viewHref && (() => show('new-view'))),
  },
])

const inTicket = inGroup('In a ticket', [
  { id: 'reply', title: 'Write a reply', keys: ['r'], act: ({ ticket }) => ticket.focusReply },
  { id: 'note', title: 'Write an internal note', keys: ['n'], act: ({ ticket }) => ticket.focusNote },
  { id: 'macro', title: 'Insert a macro…', keys: ['m'], act: ({ ticket }) => ticket.openMacros },
  { id: 'send', title: 'Send', keys: ['mod+Enter'], act: ({ ticket }) => ticket.send },
  {
    id: 'send-next',
    title: 'Send and go to the next ticket',
    keys: ['mod+shift+Enter'],
    act: ({ ticket }) => ticket.sendAndNext,
  },
  { id: 'assign', title: 'Assign to me', keys: ['c'], act: ({ ticket }) => ticket.assignToMe },
  {
    id: 'status',
    title: 'Set status…',
    keys: ['s'],
    act: ({ ticket, show }) => ticket.setStatus && (() => show('status')),
  },
  {
    id: 'priority',
    title: 'Set priority…',
    keys: ['p'],
    act: ({ ticket, show }) => ticket.setPriority && (() => show('priority')),
  },
  { id: 'older', title: 'Next ticket of the list', keys: ['j'], act: (context) => toNeighbour(context, 1) },
  {
    id: 'newer',
    title: 'Previous ticket of the list',
    keys: ['k'],
    act: (context) => toNeighbour(context, -1),
  },
  { id: 'back', title: 'Back to the list', keys: ['u', 'Escape'], act: ({ toList }) => toList },
])

function toNeighbour({ neighbour, go }: CommandContext, by: 1 | -1) {
  const id = neighbour(by)
  return id === undefined ? undefined : () => go(`/tickets/${id}`)
}

const toPlace = ({ key, label, path }: Place): Omit<Command, 'group'> => ({
  id: `go-${path}`,
  title: label,
  keys: [`g ${key}`],
  act:
    ({ go }) =>
    () =>
      go(path),
})

/** `g 1` to `g 9`. */
const VIEWS_WITH_KEYS = 9
const toView = (view: SavedView, index: number): Omit<Command, 'group'> => ({
  id: `view-${view.id}`,
  title: view.name,
  keys: index < VIEWS_WITH_KEYS ? [`g ${index + 1}`] : [],
  act: ({ go, viewHref }) => viewHref && (() => go(viewHref(view))),
})

/**
 * Every command there is, whether it can be given now or not: what keys are bound to, what the palette lists and what
 * the help sheet shows all come from here.
 */
export const allCommands = ({ places, views }: Pick<CommandContext, 'places' | 'views'>): Command[] => [
  ...anywhere,
  ...inList,
  ...inTicket,
  ...inGroup('Go to', [...places.map(toPlace), ...views.map(toView)]),
]
