export const closeTicket = 'Close ticket'
export const rating = 'Rating'
export const thanksForFeedback = 'Thank you for your feedback.'
export const change = 'Change'
export const reopen = 'Reopen'
export const wasMerged = (source: number, target?: number) =>
  `#${source} was merged into ${target === undefined ? 'this ticket' : `#${target}`}`
/** Before the number of the ticket. */
export const continuesIn = 'Continues in'
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
