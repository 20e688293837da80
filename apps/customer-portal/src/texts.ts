export const dashboard = 'Dashboard'
export const myTickets = 'My Tickets'
export const newTicket = 'Create New Ticket'
export const settings = 'Settings'
