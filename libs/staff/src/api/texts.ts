export const notUndone = 'Not undone'
export const loading = 'Loading…'
export const noOneFound = 'No one found'
/** After the number of the ticket. */
export const takenOver = 'taken over'
export const viewGone = 'This view was deleted, or you cannot edit it'
