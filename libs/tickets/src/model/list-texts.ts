// The filter of a list in words.
export const anyStatus = 'Any status'
export const active = 'Active'
export const anyPriority = 'any priority'
export const allPriority = 'All Priority'
export const assignedToMe = 'assigned to me'
export const unassigned = 'unassigned'
export const assignedToOne = 'assigned to one person'
export const anyAssignee = 'any assignee'
export const withTag = (tag: string) => `tagged ${tag}`
export const withWords = (words: string) => `with “${words}”`

// The orders of a list: in its select, and in words.
export const priority = 'Priority'
export const status = 'Status'
export const createdDate = 'Created Date'
export const lastUpdated = 'Last updated'
export const waitingLongest = 'Waiting longest'
export const subject = 'Subject'
export const customer = 'Customer'
export const assignedTo = 'Assigned To'
export const newestFirst = 'newest first'
export const oldestFirst = 'oldest first'
export const updatedFirst = 'last updated first'
export const unchangedFirst = 'longest unchanged first'
export const waitingLongestFirst = 'waiting longest first'
export const waitingShortestFirst = 'waiting shortest first'
export const urgentFirst = 'most urgent first'
export const urgentLast = 'least urgent first'
export const openFirst = 'open first'
export const closedFirst = 'closed first'
export const bySubjectDown = 'by subject, Z first'
export const bySubject = 'by subject'
export const byCustomerDown = 'by customer, Z first'
export const byCustomer = 'by customer'
export const byAssigneeDown = 'by assignee, Z first'
export const byAssignee = 'by assignee'

// Snoozed tickets: filter, order, control, history and rows.
export const snoozed = 'Snoozed'
export const notSnoozed = 'Not snoozed'
export const snoozedOrNot = 'Snoozed too'
export const isSnoozed = 'snoozed'
export const isNotSnoozed = 'not snoozed'
export const snoozedUntil = 'Snoozed until'
export const soonestFirst = 'snooze ending soonest first'
export const latestFirst = 'snooze ending latest first'
export const until = (time: string) => `snoozed until ${time}`
export const snoozedTicket = (time: string) => `snoozed the ticket until ${time}`
export const unsnoozedTicket = 'ended the snooze of the ticket'
export const noLongerSnoozed = 'no longer snoozed'
export const snooze = 'Snooze'
export const endSnooze = 'End snooze'
export const mark = (time: string) => `Until ${time}`
