export const welcome = 'Welcome Back!'
export const newTicket = 'New Ticket'
export const loadFailed = 'Your dashboard could not be loaded'
export const activeTickets = 'Active Tickets'
export const activeTicketsText = 'Open tickets requiring attention'
export const recentActivity = 'Recent Activity'
export const recentActivityText = 'Updated in the last 24 hours'
export const averageResponse = 'Average Response'
export const averageResponseText = 'Time to our first reply'
export const sample = 'Sample data'
export const recentTickets = 'Recent Tickets'
export const viewAll = 'View all'
export const loading = 'Loading tickets...'
export const none = 'No tickets found'
export const noneText = 'Create a ticket to see it here.'
export const updated = (date: string) => `Updated ${date}`
export const viewTicket = (subject: string) => `View ${subject}`
export const view = 'View'
export const minutes = (count: number) => `${count} min`
export const hours = (count: number) => `${count}h`
