/** People and the rules of their tickets, as the random actions expect them. */
export const names = ['olive', 'stan', 'ada', 'rick', 'amy'] as const
export type Name = (typeof names)[number]
export const roles = {
  olive: 'customer',
  stan: 'customer',
  ada: 'agent',
  rick: 'agent',
  amy: 'admin',
} as const
export const statuses = ['open', 'in_progress', 'pending', 'on_hold', 'solved', 'closed'] as const
export type Status = (typeof statuses)[number]

export interface Ticket {
  id: string
  owner: Name
  status: Status
  assignee: Name | null
  changes: number
  comments: Map<string, { author: Name; internal: boolean }>
  files: Map<string, { internal: boolean }>
}
export type Model = Map<string, Ticket>

export const isStaff = (name: Name) => roles[name] !== 'customer'
export const mayManage = (ticket: Ticket, who: Name) =>
  who === 'amy' || (isStaff(who) && (ticket.assignee === who || ticket.assignee === null))

/** Whether the model allows a change of status. */
export function mayChangeStatus(ticket: Ticket, name: Name, to: Status): boolean {
  if (mayManage(ticket, name)) return true
  if (ticket.owner !== name) return false
  return (
    to === ticket.status || to === 'closed' || (to === 'open' && ['solved', 'closed'].includes(ticket.status))
  )
}

/** A public comment of the requester reopens the ticket; one by staff takes an unassigned one. */
export function followComment(ticket: Ticket, author: Name) {
  const before = ticket.status
  if (ticket.owner === author && ['pending', 'solved', 'closed'].includes(before)) ticket.status = 'open'
  if (isStaff(author) && ticket.assignee === null) {
    ticket.assignee = author
    if (before === 'open') ticket.status = 'in_progress'
  }
  if (ticket.status !== before) ticket.changes += 1
}
