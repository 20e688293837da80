export const name = 'Workspace name'
export const supportEmail = 'Support email'
export const supportHint = 'Shown to customers who need help.'
export const ticketPrefix = 'Ticket prefix'
export const ticketPrefixHint = (prefix: string) => `A search for ${prefix}-1042 finds ticket #1042.`
export const timeZone = 'Time zone'
export const timeZoneHint = 'Days in dashboards and reports start at midnight in this time zone.'
export const workingDays = 'Working days'
export const workingDaysMissing = 'Choose at least one day'
export const opensAt = 'Opens at'
export const closesAt = 'Closes at'
export const hoursHint = 'Snooze and Send later offer this time.'
export const timeMissing = 'Enter a time'
export const closesTooEarly = 'Enter a time after the opening'
export const defaultPriority = 'Default priority'
export const priorityHint = 'Used when no priority is chosen.'
export const agentsUpdate = 'Agents may update'
export const agentsUpdateHint = 'Agents can always take over a ticket from a colleague.'
export const inviteDays = 'Invites are valid for (days)'
export const inviteHint = (days: number) => `1 to ${days}. Invites already sent keep their expiry date.`
export const undoSend = 'Undo for replies (seconds)'
export const undoSendHint = (max: number) =>
  `0 to ${max}. Replies of staff are sent after this time. Set to 0 to send at once.`
export const undoSendInvalid = (max: number) => `Enter a whole number of seconds from 0 to ${max}`
export const followUpDays = 'Closed tickets reopen for (days)'
export const followUpHint = (max: number) =>
  `0 to ${max}. Later answers of customers open a new, linked ticket. Set to 0 to reopen however old a ticket is.`
export const followUpInvalid = (max: number) => `Enter a whole number of days from 0 to ${max}`
export const maxFiles = 'Files per ticket'
export const filesHint = (max: number) => `0 to ${max}. Set to 0 to turn attachments off.`
export const maxFileSize = 'Maximum file size (MB)'
export const sizeHint = (mb: number) => `Up to ${mb} MB. Existing files are not affected.`
export const ownTickets = 'Their own tickets and unassigned ones'
export const everyTicket = 'All tickets'
export const ticketPrefixInvalid = 'Enter 2 to 10 letters from A to Z'
export const timeZoneInvalid = 'Choose another time zone: the server does not know this one'
export const fileTypesEmpty =
  'Enter at least one file type. To turn attachments off, set files per ticket to 0.'
export const fileTypesTooMany = (max: number) => `Enter at most ${max} file types`
export const fileTypeInvalid = (type: string) =>
  `${type} is not a file extension. Enter extensions such as .pdf`
export const fileTypeIsProgram = (type: string) =>
  `.${type} files can run on a computer and are never accepted`
export const logoType = 'Choose a PNG, JPEG or WebP image.'
export const logoTooLarge = (kb: number) => `The image is ${kb} kB. The limit is 32 kB.`
export const nameRequired = 'Workspace name is required'
export const nameTooLong = (max: number) => `Workspace name must not exceed ${max} characters`
export const emailInvalid = 'Please enter a valid email address'
export const inviteDaysInvalid = (max: number) => `Enter a whole number of days from 1 to ${max}`
export const maxFilesInvalid = (max: number) => `Enter a whole number from 0 to ${max}`
export const sizeInvalid = (min: number, max: number) => `Enter a size from ${min} to ${max} MB`
export const nameInvalid = (max: number) => `Enter a name of 1 to ${max} characters`
export const priorityInvalid = 'Choose a priority from the list'
export const tooManyDays = (max: number) => `Enter at most ${max} days`
export const tooLarge = (max: number) => `Enter at most ${max} MB`
export const tooManyFiles = (max: number) => `Enter at most ${max} files`
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
