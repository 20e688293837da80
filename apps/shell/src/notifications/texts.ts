import { notificationSentences } from '@helpdesk/auth/model/notification-texts'

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

/** The ticket that a notification names, and how many more it is about. */
export const subject = ({ kind, ticket_number, ticket_subject, times }: Happening & Named) =>
  `#${ticket_number} ${ticket_subject}${isHandOver(kind) && times > 1 ? ` and ${times - 1} more` : ''}`

/** Whether a notification is about several tickets: `times` is their number. */
const isHandOver = (kind: string) => kind.endsWith('_many')

interface Named {
  ticket_number: number
  ticket_subject: string
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
  const event = {
    actor: actor_name ?? somebody,
    status: statuses[ticket_status] ?? ticket_status,
    times,
    again: times > 1 ? ` (${times} times)` : '',
    isReopened: excerpt === null && times === 1,
  }
  // A kind of a newer backend is news all the same.
  return (notificationSentences[kind] ?? notificationSentences.followed)(event)
}
