interface Setting {
  /** As in `private.notification_kinds`. */
  name: string
  label: string
  /** When staff, and when requesters, are notified; without a text they have no such choice. */
  staff?: string
  customer?: string
  /** Where it is off until the user turns it on, as in `private.notification_kinds`. */
  off?: readonly ('app' | 'notify')[]
}

/** What people choose in their settings, in this order. */
export const notificationSettings: readonly Setting[] = [
  {
    name: 'reply',
    label: 'Replies',
    staff: 'A customer replies to a ticket assigned to you',
    customer: 'Someone replies to one of your tickets',
  },
  {
    name: 'status',
    label: 'Status',
    staff: 'The status of a ticket you created changes',
    customer: 'The status of one of your tickets changes',
  },
  { name: 'assigned', label: 'Assignments', staff: 'Someone assigns a ticket to you, or takes yours over' },
  {
    name: 'woken',
    label: 'Snoozed tickets',
    staff: 'A ticket assigned to you is no longer snoozed',
    off: ['notify'],
  },
  { name: 'mention', label: 'Mentions', staff: 'A colleague mentions you in a note' },
  {
    name: 'followed',
    label: 'Followed tickets',
    staff: 'Something happens in a ticket you follow',
    off: ['notify'],
  },
  { name: 'unassigned', label: 'New tickets', staff: 'A new ticket has no assignee', off: ['app', 'notify'] },
]

export interface NotificationEvent {
  actor: string
  /** The ticket's status, as a word. */
  status: string
  /** How often it happened, or how many tickets it is about. */
  times: number
  /** ` (2 times)`, or nothing. */
  again: string
  /** A status was set to open again, without a reply. */
  isReopened: boolean
}

type Sentence = (event: NotificationEvent) => string

/** What happened, in one sentence of the list in the app, by kind. */
export const notificationSentences: Record<string, Sentence | undefined> & { followed: Sentence } = {
  reply: ({ actor, again, isReopened }) =>
    isReopened ? `${actor} reopened a ticket` : `${actor} replied${again}`,
  status: ({ actor, status }) => `${actor} set the status to ${status}`,
  opened: ({ actor }) => `${actor} opened a ticket for you`,
  assigned: ({ actor }) => `${actor} assigned a ticket to you`,
  taken_over: ({ actor }) => `${actor} took over your ticket`,
  woken: () => 'A ticket is no longer snoozed',
  reply_held: () => 'Your reply was not sent at its time',
  assigned_many: ({ actor, times }) => `${actor} assigned ${times} tickets to you`,
  taken_over_many: ({ actor, times }) => `${actor} reassigned ${times} of your tickets`,
  mention: ({ actor, again }) => `${actor} mentioned you${again}`,
  unassigned: ({ actor }) => `${actor} opened a new ticket`,
  followed: ({ actor, again }) => `${actor} updated a ticket you follow${again}`,
}
