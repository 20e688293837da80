import type { TicketStatus } from './statuses'

/** Name of an assignee without one. */
const SUPPORT = 'Support'

/** Display name of the assignee, or a text that there is none. */
export function assigneeName(assignee: { name: string } | null): string {
  if (!assignee) return 'Nobody yet'
  return assignee.name.trim() || SUPPORT
}

/** Tells the customer what a status means and what they can do. */
export function nextStepText(status: TicketStatus, assignee: { name: string } | null): string {
  const name = assignee && assigneeName(assignee)
  switch (status) {
    case 'open':
      return name
        ? `${name} has your ticket and gets to it next.`
        : 'Your ticket is in the queue. The next free person of the support team takes it.'
    case 'in_progress':
      return `${name ?? 'The support team'} is working on it and answers you here.`
    case 'pending':
      return `${name ?? 'The support team'} is waiting for your answer. Write it below.`
    case 'on_hold':
      return `${name ?? 'The support team'} is waiting for somebody else, and goes on as soon as they answer. You need to do nothing.`
    case 'solved':
      return 'We think that this is solved. If it is not, reopen the ticket.'
    case 'closed':
      return 'This ticket is closed. If the problem comes back, reopen it.'
  }
}
