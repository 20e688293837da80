import { ticketCount } from './bulk-texts'

export { aColleague } from './bulk-texts'
export const replyToAll = 'Reply to all…'
export const title = (problem: string) => `Reply to the incidents of ${problem}`
export const reply = 'Reply'
export const placeholder = 'Each requester reads it on their own ticket…'
export const placeholders =
  'Placeholders of macros, such as {{customer.first_name|there}}, are filled in for each ticket.'
export const unknown = (names: readonly string[]) => `Fill in ${names.join(', ')}`
export const unfilled = (placeholder: string) => `${placeholder} cannot be filled in`
export const unfilledOn = (placeholder: string, tickets: readonly string[]) =>
  `${placeholder} cannot be filled in for ${tickets.join(', ')}: leave out the ticket, or add a fallback, such as {{customer.first_name|there}}`
export const macroLeavesOut =
  'Inserted without the macro’s other changes: this reply can only solve the tickets.'
export const solve = 'Also solve them'
export const whoGetsWhat = 'Who gets what'
export const loading = 'Loading who gets what…'
export const previewFailed = 'Who gets what could not be loaded'
export const retry = 'Try again'
export const noIncidents = 'This ticket has no incidents.'
export const theProblem = 'the problem itself'
export const someone = 'the requester'
export const mailTo = (name: string) => `Email to ${name}`
const noMails: Partial<Record<string, string>> = {
  no_address: 'there is no address',
  undeliverable: 'earlier ones came back',
  no_mails: 'they get none about replies',
}
export const noMail = (name: string, reason: string) =>
  `No email to ${name}${noMails[reason] ? `: ${noMails[reason]}` : ''}`
export const inCopy = (names: readonly string[]) => `Copies to ${names.join(', ')}`
export const becomes = (status: string) => `Becomes ${status}`
export const stays = (status: string) => `Stays ${status}`
export const staysBecause = (status: string, assignee: string) => `Stays ${status}: assigned to ${assignee}`
export const mergedHere = (numbers: readonly string[]) => `With ${numbers.join(', ')}, merged into it`
export const waits = 'A reply is not sent yet'
export const takes = 'Assigned to you'
export const noReply = 'Gets no reply'
export const done = 'Reply written'
export const cancel = 'Cancel'
export const send = (count: number) => `Reply to ${ticketCount(count)}`
export const sending = 'Sending…'
export const notSent = 'Not sent'
export const notSentTo = (count: number) => `Not sent to ${ticketCount(count)}`
export const lookAgain = 'Look again at who gets what, and send it to the rest or leave them out.'
export const refused = (ticket: string, reason: string) => `${ticket}: ${reason}`
export const sentIn = (count: number, seconds: number) =>
  `${count === 1 ? '1 reply is' : `${count} replies are`} sent in ${seconds === 1 ? '1 second' : `${seconds} seconds`}`
export const waiting = (count: number) =>
  count === 1 ? '1 reply is not sent yet' : `${count} replies are not sent yet`
export const undo = 'Undo'
export const sent = (count: number) => (count === 1 ? '1 reply sent' : `${count} replies sent`)
export const takenBack = (count: number) =>
  count === 1 ? '1 reply taken back' : `${count} replies taken back`
export const someTakenBack = (taken: number, all: number) => `${taken} of ${all} replies taken back`
export const othersSent = 'The others were sent already.'
export const notTakenBack = 'The replies were not taken back'
