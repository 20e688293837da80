/** On the bar above a list. */
export const newTickets = (count: number): string => (count === 1 ? '1 new ticket' : `${count} new tickets`)
export const outdated = 'Tickets have changed. Refresh'

/** On a ticket, for staff. */
export const alsoViewing = (names: readonly string[]): string => `Also viewing: ${names.join(', ')}`
/** How a customer reads about staff who write to them. */
export const support = 'Support'
/** How staff read about a customer without a name. */
export const customer = 'The customer'
