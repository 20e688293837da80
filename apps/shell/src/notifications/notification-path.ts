import type { NotificationItem } from './api/list-notifications'

/** Where a notification leads: to its ticket, or to the list of one's tickets for many. */
export const notificationPath = ({ kind, ticket_id }: Pick<NotificationItem, 'kind' | 'ticket_id'>) =>
  kind === 'assigned_many' ? '/tickets/assigned' : `/tickets/${ticket_id}`
