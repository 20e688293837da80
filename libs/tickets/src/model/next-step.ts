import type { TicketStatus } from './statuses'

/** Whose name stands for a helper without one. */
const SUPPORT = 'Support'

/** Who is helping: the display name of the assignee, or that there is nobody yet. */
export function whoHelps(assignee: { name: string } | null): string {
  if (!assignee) return 'Nobody yet'
  return assignee.name.trim() || SUPPORT
}

/** What a status means for the customer, and what they can do about it, in plain words. */
export function whatHappensNext(status: TicketStatus, assignee: { name: string } | null): string {
  const who = assignee && whoHelps(assignee)
  switch (status) {
    case 'open':
      return who
        ? `${who} has your ticket and gets to it next.`
        : 'Your ticket is in the queue. The next free person of the support team takes it.'
    case 'in_progress':
      return `${who ?? 'The support team'} is working on it and answers you here.`
    case 'pending':
      return `${who ?? 'The support team'} is waiting for your answer. Write it below.`
    case 'on_hold':
      return `${who ?? 'The support team'} is waiting for somebody else, and goes on as soon as they answer. You need to do nothing.`
    case 'solved':
      return 'We think that this is solved. If it is not, reopen the ticket.'
    case 'closed':
      return 'This ticket is closed. If the problem comes back, reopen it.'
  }
}
