export const nameRequired = 'Name is required'
export const nameTooLong = (max: number) => `Name must not exceed ${max} characters`
export const moreTickets = (count: number) => `more than ${count} tickets`
export const ticketCount = (count: number) => `${count} ${count === 1 ? 'ticket' : 'tickets'}`
