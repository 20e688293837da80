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
        ? `${name} has your ticket and will look at it next.`
        : 'Your ticket is in the queue. The next available agent will take it.'
    case 'in_progress':
      return `${name ?? 'The support team'} is working on your ticket and will reply here.`
    case 'pending':
      return `${name ?? 'The support team'} is waiting for your reply. Reply below.`
    case 'on_hold':
      return `${name ?? 'The support team'} is waiting for someone else and will continue when they reply. You do not need to do anything.`
    case 'solved':
      return 'We believe this is solved. If not, reply below to reopen the ticket.'
    case 'closed':
      return 'This ticket is closed. If the problem returns, reply below to reopen it.'
  }
}
