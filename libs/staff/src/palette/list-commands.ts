import { focusBulkBar } from '../screens/bulk/focus-bulk-bar'
import type { WorklistCommands } from '../state/worklist-commands'
import { hasSnoozed, maySnooze } from '../model/snooze-choices'
import type { Command, CommandContext } from './command'
import { inGroup } from './in-group'
import * as texts from './texts'

type ListAct = (list: WorklistCommands, context: CommandContext) => (() => void) | undefined
const onList =
  (act: ListAct): Command['act'] =>
  (context) =>
    context.list ? act(context.list, context) : undefined
/** For commands that need selected tickets or one under the cursor. */
const onTarget = (act: ListAct): Command['act'] =>
  onList((list, context) => (list.targets().length > 0 ? act(list, context) : undefined))

export const inList = inGroup(texts.inAList, [
  {
    id: 'split',
    title: texts.toggleSplit,
    keys: ['v'],
    act: onList((_, { toggleSplit }) => toggleSplit),
  },
  { id: 'search', title: texts.searchTheList, keys: ['/'], act: onList((list) => list.focusSearch) },
  {
    id: 'down',
    title: texts.nextRow,
    keys: ['j', 'ArrowDown'],
    repeats: true,
    act: onList((list) => () => list.move(1, false)),
  },
  {
    id: 'up',
    title: texts.previousRow,
    keys: ['k', 'ArrowUp'],
    repeats: true,
    act: onList((list) => () => list.move(-1, false)),
  },
  { id: 'open', title: texts.openTheTicket, keys: ['Enter', 'o'], act: onTarget((list) => list.open) },
  { id: 'select', title: texts.selectTheRow, keys: ['x'], act: onTarget((list) => list.toggle) },
  {
    id: 'select-down',
    title: texts.selectDownwards,
    keys: ['shift+j', 'shift+ArrowDown'],
    repeats: true,
    act: onList((list) => () => list.move(1, true)),
  },
  {
    id: 'select-up',
    title: texts.selectUpwards,
    keys: ['shift+k', 'shift+ArrowUp'],
    repeats: true,
    act: onList((list) => () => list.move(-1, true)),
  },
  {
    id: 'select-all',
    title: texts.selectAll,
    keys: ['shift+a'],
    act: onList((list) => list.toggleAll),
  },
  {
    id: 'clear',
    title: texts.clearTheSelection,
    keys: ['Escape'],
    act: onList((list) => list.clearSelection),
  },
  {
    id: 'claim',
    title: texts.assignToMe,
    keys: ['c'],
    act: onTarget((list, { show }) => (list.isTaken() ? () => show('take-over') : list.claim)),
  },
  {
    id: 'list-status',
    title: texts.chooseStatus,
    keys: ['s'],
    act: onTarget(
      (_, { show }) =>
        () =>
          show('status'),
    ),
  },
  {
    id: 'list-priority',
    title: texts.choosePriority,
    keys: ['p'],
    act: onTarget(
      (_, { show }) =>
        () =>
          show('priority'),
    ),
  },
  {
    id: 'list-assign',
    title: texts.assignTo,
    keys: ['a'],
    act: onTarget(
      (_, { show }) =>
        () =>
          show('assign'),
    ),
  },
  {
    id: 'list-tag',
    title: texts.changeTags,
    keys: ['l'],
    act: onTarget(
      (_, { show }) =>
        () =>
          show('tag'),
    ),
  },
  {
    id: 'list-snooze',
    title: texts.snooze,
    keys: ['h'],
    act: onTarget((list, { show }) => (maySnooze(list.targets()) ? () => show('snooze') : undefined)),
  },
  {
    id: 'list-wake',
    title: texts.wakeNow,
    keys: [],
    act: onTarget((list) =>
      hasSnoozed(list.targets()) ? () => list.change({ snoozed_until: null }) : undefined,
    ),
  },
  {
    id: 'list-merge',
    title: texts.mergeTicket,
    keys: ['#'],
    act: onTarget(
      (_, { show }) =>
        () =>
          show('merge'),
    ),
  },
  {
    id: 'list-link',
    title: texts.linkTicket,
    keys: ['shift+l'],
    act: onTarget(
      (_, { show }) =>
        () =>
          show('link'),
    ),
  },
  {
    id: 'bulk',
    title: texts.goToTools,
    keys: ['b'],
    act: onList((list) => (list.chosen() > 0 ? focusBulkBar : undefined)),
  },
  {
    id: 'save-view',
    title: texts.saveView,
    keys: [],
    act: onList((_, { show, viewHref }) => viewHref && (() => show('new-view'))),
  },
])
