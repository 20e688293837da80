export const snooze = 'Snooze'
export const snoozeTicket = 'Snooze the ticket'
export const typeToChoose = 'Type to choose...'
export const noChoice = 'No matches'
export const snoozedUntil = (time: string) => `Snoozed until ${time}`
export const wake = 'Wake'
export const until = 'Snoozed until'
export const set = 'Snooze'
export const back = 'Back'
