export const selectAll = 'Select all'
export const sortByColumn = (column: string) => `Sort by ${column}`
export const widthOf = (column: string) => `Width of ${column}`
export const widthHint = 'Drag or use ← and → to size the column; double-click for its usual width'
export const unread = 'Unread'
export const lastMessage = (time: string, author?: string | null) =>
  `Last message${author ? ` by ${author}` : ''}, ${time}`
export const unverified = 'Not verified'
export const unverifiedHint = 'The last message is an email whose sender could not be verified'
export const waitingSince = (time: string) => `Waiting for an answer since ${time}`
export const waitsForAnswer = 'Waiting for an answer'
export const viewDetails = 'View Details'
export const selectTicket = (subject: string) => `Select ${subject}`
