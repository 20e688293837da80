import type { CommandContext } from './command'
import { inGroup } from './in-group'
import * as texts from './texts'

export const inTicket = inGroup(texts.inATicket, [
  { id: 'reply', title: texts.writeAReply, keys: ['r'], act: ({ ticket }) => ticket.focusReply },
  { id: 'note', title: texts.writeAnInternalNote, keys: ['n'], act: ({ ticket }) => ticket.focusNote },
  { id: 'macro', title: texts.chooseMacro, keys: ['m'], act: ({ ticket }) => ticket.openMacros },
  { id: 'send', title: texts.send, keys: ['mod+Enter'], act: ({ ticket }) => ticket.send },
  {
    id: 'send-next',
    title: texts.sendAndNext,
    keys: ['mod+shift+Enter'],
    act: ({ ticket }) => ticket.sendAndNext,
  },
  {
    id: 'send-solve',
    title: texts.replyAndSolve,
    keys: ['mod+.'],
    act: ({ ticket }) => ticket.sendAndSolve,
  },
  {
    id: 'send-solve-next',
    title: texts.solveAndNext,
    keys: ['mod+shift+.'],
    act: ({ ticket }) => ticket.solveAndNext,
  },
  {
    id: 'send-wait',
    title: texts.replyAndWait,
    keys: ['mod+,'],
    act: ({ ticket }) => ticket.sendAndWait,
  },
  { id: 'assign', title: texts.assignToMe, keys: ['c'], act: ({ ticket }) => ticket.assignToMe },
  { id: 'assign-to', title: texts.assignTo, keys: ['a'], act: ({ ticket }) => ticket.assign },
  { id: 'take-over', title: texts.takeOver, keys: ['shift+a'], act: ({ ticket }) => ticket.takeOver },
  { id: 'tag', title: texts.addATag, keys: ['l'], act: ({ ticket }) => ticket.addTag },
  {
    id: 'status',
    title: texts.chooseStatus,
    keys: ['s'],
    act: ({ ticket, show }) => ticket.setStatus && (() => show('status')),
  },
  {
    id: 'priority',
    title: texts.choosePriority,
    keys: ['p'],
    act: ({ ticket, show }) => ticket.setPriority && (() => show('priority')),
  },
  {
    id: 'snooze',
    title: texts.snooze,
    keys: ['h'],
    act: ({ ticket, show }) => ticket.snooze && (() => show('snooze')),
  },
  { id: 'wake', title: texts.wakeNow, keys: [], act: ({ ticket }) => ticket.wake },
  { id: 'merge', title: texts.mergeTicket, keys: ['#'], act: ({ ticket }) => ticket.merge },
  { id: 'merge-same', title: texts.mergeSame, keys: ['='], act: ({ ticket }) => ticket.mergeSame },
  { id: 'link', title: texts.linkTicket, keys: ['shift+l'], act: ({ ticket }) => ticket.link },
  {
    id: 'reply-incidents',
    title: texts.replyToIncidents,
    keys: ['shift+r'],
    act: ({ ticket }) => ticket.replyToIncidents,
  },
  {
    id: 'split-messages',
    title: texts.splitTicket,
    keys: ['y'],
    act: ({ ticket: { split } }) => split && (() => split()),
  },
  { id: 'follow', title: texts.toggleFollow, keys: [], act: ({ ticket }) => ticket.follow },
  { id: 'forward', title: texts.forwardAMessage, keys: [], act: ({ ticket }) => ticket.forward },
  { id: 'add-person', title: texts.addInCopy, keys: [], act: ({ ticket }) => ticket.addPerson },
  { id: 'older', title: texts.nextTicket, keys: ['j'], act: (context) => toNeighbour(context, 1) },
  {
    id: 'newer',
    title: texts.previousTicket,
    keys: ['k'],
    act: (context) => toNeighbour(context, -1),
  },
  { id: 'back', title: texts.backToTheList, keys: ['u', 'Escape'], act: ({ toList }) => toList },
])

function toNeighbour({ neighbour, go }: CommandContext, by: 1 | -1) {
  const id = neighbour(by)
  return id === undefined ? undefined : () => go(`/tickets/${id}`)
}
