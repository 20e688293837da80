const tickets = (count: number) => `${count} ${count === 1 ? 'ticket' : 'tickets'}`

export const undo = 'Undo'
export const dismiss = 'Dismiss'
export const takeOver = (count: number) => `Take over ${tickets(count)}`
export const cannotChange = (count: number) => `${count} can’t be changed`
/** Refused tickets of which neither number nor subject is known. */
export const moreTickets = tickets
/** Title of controls that are disabled because colleagues have all selected tickets. */
export const held = 'Assigned to a colleague. Take over to change.'
