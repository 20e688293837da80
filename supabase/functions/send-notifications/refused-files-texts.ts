// The words about files that a received mail had and its ticket has not.
const bytes = (size: number) =>
  size >= 1_048_576 ? `${Math.round((size / 1_048_576) * 10) / 10} MB` : `${Math.round(size / 1024)} kB`

export const files = (count: number) => `${count} ${count === 1 ? 'file' : 'files'}`

// Why a file was left out
export const larger = (maxBytes: number) => `larger than ${bytes(maxBytes)}`
export const tooMany = (maxFiles: number) => `more than ${files(maxFiles)} on the ticket`
export const empty = 'empty'
export const notStored = 'could not be stored'
export const typeNotAccepted = 'type not accepted'

// The list
export const notAttached = 'Not attached:'
/** @param what - the name of a file, or how many */
export const withReason = (what: string, reason: string) => `${what} (${reason})`
export const more = (count: number) => `and ${count} more`

// What can be done about it
export const noFiles = 'Files cannot be attached here.'
/** @param extensions - such as `.pdf` */
export const accepted = (extensions: readonly string[], maxBytes: number, maxFiles: number) =>
  `Accepted are ${extensions.join(', ')}, up to ${bytes(maxBytes)} each and ${files(maxFiles)} for a ticket.`
export const addInPortal = 'To send a file that fits, add it to the ticket in our portal.'
export const replyWithIt = 'To send a file that fits, reply to this email with it.'
export const addOrReply =
  'To send a file that fits, add it to the ticket in our portal or reply to this email with it.'
export const makeRoom = 'To make room, delete files that are no longer needed from the ticket in our portal.'
