import type { CommandContext } from './command'
import { inGroup } from './in-group'

export const inTicket = inGroup('In a ticket', [
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
