export const notifications = 'Notifications'
export const bell = (unread: number) =>
  unread === 0 ? notifications : `${notifications}, ${unread > 99 ? 'more than 99' : unread} unread`
export const badge = (unread: number) => (unread > 99 ? '99+' : String(unread))
export const markAllRead = 'Mark all as read'
export const markRead = 'Mark as read'
export const unread = 'Unread'
export const empty = 'You are all caught up'
export const emptyText = 'Updates to your tickets appear here.'
export const failed = 'Notifications could not be loaded'
export const notMarked = 'Not marked as read'
export const loading = 'Loading notifications…'
export const one = 'notification'
export const many = 'notifications'
export const messages = 'Messages on this page'
export const settings = 'Notification settings'
const somebody = 'Support'

const statuses: Record<string, string> = {
  open: 'Open',
  in_progress: 'In Progress',
  pending: 'Pending',
  on_hold: 'On Hold',
  solved: 'Solved',
  closed: 'Closed',
}

interface Happening {
  kind: string
  actor_name: string | null
  ticket_status: string
  excerpt: string | null
  times: number
}

/** What happened, in one sentence. */
export function sentence({ kind, actor_name, ticket_status, excerpt, times }: Happening): string {
  const actor = actor_name ?? somebody
  const again = times > 1 ? ` (${times} times)` : ''
  switch (kind) {
    case 'assigned':
      return `${actor} assigned a ticket to you`
    case 'taken_over':
      return `${actor} took over your ticket`
    case 'reply':
      return excerpt === null && times === 1 ? `${actor} reopened a ticket` : `${actor} replied${again}`
    case 'status':
      return `${actor} set the status to ${statuses[ticket_status] ?? ticket_status}`
    case 'mention':
      return `${actor} mentioned you${again}`
    case 'unassigned':
      return `${actor} opened a new ticket`
    case 'opened':
      return `${actor} opened a ticket for you`
    default:
      return `${actor} updated a ticket you follow${again}`
  }
}
