/** Keys of a user's notifications in the query cache: the shell shows them, and changes of tickets make them stale. */
export const NOTIFICATIONS_KEY = ['notifications'] as const
/** Under this key: {@link UnreadNotifications}. */
export const UNREAD_KEY = [...NOTIFICATIONS_KEY, 'unread'] as const

export interface UnreadNotifications {
  /** At most 100. */
  count: number
  /** Ids of their tickets. */
  tickets: string[]
}
