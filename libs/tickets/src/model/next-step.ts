import type { TicketDetail } from './rows'
import type { TicketStatus } from './statuses'
import * as texts from './next-step-texts'

/** Display name of the assignee, or a text that there is none. */
export function assigneeName(assignee: { name: string } | null): string {
  if (!assignee) return texts.nobodyYet
  return assignee.name.trim() || texts.support
}

/** Tells the customer what a status means and what they can do. The comment box says where a comment goes otherwise. */
export function nextStepText(
  status: TicketStatus,
  assignee: { name: string } | null,
  followUp: TicketDetail['follow_up'] = null,
): string {
  const name = assignee && assigneeName(assignee)
  switch (status) {
    case 'open':
      return name ? texts.openNext(name) : texts.inQueue
    case 'in_progress':
      return texts.inProgressNext(name ?? texts.supportTeam)
    case 'pending':
      return texts.pendingNext(name ?? texts.supportTeam)
    case 'on_hold':
      return texts.onHoldNext(name ?? texts.supportTeam)
    case 'solved':
      return texts.solvedNext
    case 'closed':
      return followUp ? texts.closedForGood : texts.closedNext
  }
}
