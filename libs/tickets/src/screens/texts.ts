// Texts of parts that load before or without the ticket page.
export const loadingTicket = 'Loading ticket details...'
export const chooseFilesAgain = 'Draft restored. Please attach its files again.'
export const attachFiles = 'Attach files'
export const closedSolved = 'My problem is solved'
export const closedByThemselves = 'I found a solution myself'
export const closedNotNeeded = 'I no longer need help'
export const closedMistake = 'I opened this by mistake'
