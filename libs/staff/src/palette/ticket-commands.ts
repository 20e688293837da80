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
  {
    id: 'send-solve',
    title: 'Reply and solve; solve when the box is empty',
    keys: ['mod+.'],
    act: ({ ticket }) => ticket.sendAndSolve,
  },
  {
    id: 'send-solve-next',
    title: 'Reply, solve and go to the next ticket',
    keys: ['mod+shift+.'],
    act: ({ ticket }) => ticket.solveAndNext,
  },
  {
    id: 'send-wait',
    title: 'Reply and wait for the customer; set to pending when the box is empty',
    keys: ['mod+,'],
    act: ({ ticket }) => ticket.sendAndWait,
  },
  { id: 'assign', title: 'Assign to me', keys: ['c'], act: ({ ticket }) => ticket.assignToMe },
  { id: 'assign-to', title: 'Assign to…', keys: ['a'], act: ({ ticket }) => ticket.assign },
  { id: 'take-over', title: 'Take over…', keys: ['shift+a'], act: ({ ticket }) => ticket.takeOver },
  { id: 'tag', title: 'Add a tag…', keys: ['l'], act: ({ ticket }) => ticket.addTag },
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
  { id: 'follow', title: 'Follow or unfollow the ticket', keys: [], act: ({ ticket }) => ticket.follow },
  { id: 'forward', title: 'Forward a message…', keys: [], act: ({ ticket }) => ticket.forward },
  { id: 'add-person', title: 'Add a person in copy…', keys: [], act: ({ ticket }) => ticket.addPerson },
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
