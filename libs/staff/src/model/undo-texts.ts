export const restoredTickets = (count: number) => `${count} tickets`
export const restored = (target: string) => `Undone: ${target} restored`
export const notRestoredBecause = (ticket: string, reason: string) => `${ticket}: ${reason}`
export const notUndone = 'Not undone'
export const notRestored = 'Not restored'
export const changedSince = 'The ticket has changed since'
