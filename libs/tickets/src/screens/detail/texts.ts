export const closeTicket = 'Close ticket'
export const rating = 'Rating'
export const thanksForFeedback = 'Thank you for your feedback.'
export const change = 'Change'
export const reopen = 'Reopen'
export const ticketNotFound = 'Ticket not found'
export const backToTickets = 'Back to Tickets'
export const ticket = 'Ticket'
export const loadFailed = 'This ticket could not be loaded'
export const youAreOffline = 'You are offline'
export const outcome = 'Outcome'
export const progress = 'Progress'
export const yourRating = (rating: string) => `Your rating: ${rating}`
export const ticketTitle = (ref: string) => `Ticket ${ref}`
/** Before the time. */
export const created = 'Created'
export const byEmail = ' by email'
export const byStaff = ' by staff'
export const requestedBy = (person: string) => `Requested by ${person}`
export const closedBecause = (reason: string) => `Closed because: ${reason}`
export const ratedByCustomer = (rating: string, comment: string | null) =>
  `Rated ${rating} by the customer${comment ? `: ${comment}` : ''}`
export const helpedYou = 'Helped you: '
export const helpingYou = 'Helping you: '
export const nobodyYet = 'Nobody yet'
export const inQueue = 'Your ticket is in the queue. The next available agent will take it.'
export const supportTeam = 'The support team'
export const solvedNext = 'We believe this is solved. If not, reply below to reopen the ticket.'
export const closedNext = 'This ticket is closed. If the problem returns, reply below to reopen it.'
/** Name of an assignee without one. */
export const support = 'Support'
export const openNext = (assignee: string) => `${assignee} has your ticket and will look at it next.`
export const inProgressNext = (assignee: string) =>
  `${assignee} is working on your ticket and will reply here.`
export const pendingNext = (assignee: string) => `${assignee} is waiting for your reply. Reply below.`
export const onHoldNext = (assignee: string) =>
  `${assignee} is waiting for someone else and will continue when they reply. You do not need to do anything.`
