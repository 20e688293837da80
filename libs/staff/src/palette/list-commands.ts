import type { WorklistCommands } from '../state/worklist-commands'
import type { Command, CommandContext } from './command'
import { inGroup } from './in-group'

type ListAct = (list: WorklistCommands, context: CommandContext) => (() => void) | undefined
const onList =
  (act: ListAct): Command['act'] =>
  (context) =>
    context.list ? act(context.list, context) : undefined
/** For commands that need selected tickets or one under the cursor. */
const onTarget = (act: ListAct): Command['act'] =>
  onList((list, context) => (list.targets().length > 0 ? act(list, context) : undefined))

export const inList = inGroup('In a list', [
  {
    id: 'split',
    title: 'Show or hide the ticket beside the list',
    keys: ['v'],
    act: onList((_, { toggleSplit }) => toggleSplit),
  },
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
    title: 'Select all tickets of the list, or none',
    keys: ['shift+a'],
    act: onList((list) => list.toggleAll),
  },
  { id: 'clear', title: 'Clear the selection', keys: ['Escape'], act: onList((list) => list.clearSelection) },
  {
    id: 'claim',
    title: 'Assign to me',
    keys: ['c'],
    act: onTarget((list, { show }) => (list.isTaken() ? () => show('take-over') : list.claim)),
  },
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
    id: 'list-assign',
    title: 'Assign to…',
    keys: ['a'],
    act: onTarget(
      (_, { show }) =>
        () =>
          show('assign'),
    ),
  },
  {
    id: 'list-tag',
    title: 'Add or remove a tag…',
    keys: ['l'],
    act: onTarget(
      (_, { show }) =>
        () =>
          show('tag'),
    ),
  },
  {
    id: 'bulk',
    title: 'Go to the tools for selected tickets',
    keys: ['b'],
    act: onList((list) => (list.chosen() > 0 ? list.focusBulkBar : undefined)),
  },
  {
    id: 'save-view',
    title: 'Save this list as a view…',
    keys: [],
    act: onList((_, { show, viewHref }) => viewHref && (() => show('new-view'))),
  },
])
