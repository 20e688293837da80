export const notTakenBack = 'The reply was not taken back'
export const filesLost = 'Files could not be put back'
export const attachAgain = (names: readonly string[]) => `Attach them again: ${names.join(', ')}.`
export const sentIn = (seconds: number) =>
  `Your reply is sent in ${seconds === 1 ? '1 second' : `${seconds} seconds`}`
export const sentSoon = 'Sent in a few seconds'
export const undo = 'Undo'
export const sendNow = 'Send now'
export const edit = 'Edit'
export const cancel = 'Cancel'
export const cancelled = 'Reply cancelled'
export const scheduledFor = (time: string) => `Scheduled for ${time}`
export const sendAnyway = 'Send anyway'
export const notSent = 'The reply was not sent'
export const held: Record<string, string> = {
  customer_wrote: 'The customer wrote since.',
  colleague_wrote: 'A colleague replied since.',
  ticket_merged: 'Not sent: after a merge, others would get it too.',
  author_left: 'Not sent: its author is no longer in the team.',
  ticket_done: 'Not sent: the ticket was solved or closed meanwhile.',
  failed: 'Not sent: the ticket could not be changed with it.',
}
export const heldAnyhow = 'Not sent at its time.'
