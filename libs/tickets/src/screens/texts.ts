// Texts of parts that load before or without the ticket page.
export const loadingTicket = 'Loading ticket details...'
export const chooseFilesAgain = 'Draft restored. Please attach its files again.'
export const attachFiles = 'Attach files'
