export const clearFilters = 'Clear the search and the filters'
export const everyStatus = 'Show tickets of every status'
export const becomeAvailable = 'Become available'
export const becomeAway = 'Set yourself to away'
export const availabilityFailed = 'Availability not changed'
export const lightTheme = 'Use the light theme'
export const darkTheme = 'Use the dark theme'
export const systemTheme = 'Use the system’s theme'
export const signOut = 'Sign out'
export const openTicket = (number: number) => `Open ticket ${number}`
export const ticketsOf = (name: string) => `Tickets of ${name}`
export const insertMacro = (name: string) => `Insert macro: ${name}`
