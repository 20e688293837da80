import { aColleague, ticketCount } from '../../model/bulk-texts'

export const undo = 'Undo'
export const dismiss = 'Dismiss'
export const takeOver = (count: number) => `Take over ${ticketCount(count)}`
export const cannotChange = (count: number) => `${count} can’t be changed`
/** Refused tickets of which neither number nor subject is known. */
export const moreTickets = ticketCount
/** Title of controls that are disabled because colleagues have all selected tickets. */
export const held = 'Assigned to a colleague. Take over to change.'
export const selectedTickets = 'Selected tickets'
export const selectAll = 'Select all'
export const clearSelection = 'Clear selection'
export const assignTicket = (subject: string) => `Assign “${subject}”`
export const setStatus = 'Set status'
export const setPriority = 'Set priority'
export const assign = 'Assign'
export const tags = 'Tags'
export const snooze = 'Snooze'
export const me = 'Me'
export const nobody = 'Nobody'
export const backToTheQueue = 'Back to the queue'
export const away = 'Away'
export const assignTo = 'Assign to'
export const handOver = (count: number, name: string) => `Assign ${ticketCount(count)} to ${name}`
export const noteOptional = (name: string) => `Note to ${name} (optional)`
export const handOverHint = 'One notification and one email with the list of tickets.'
export const nameOrEmail = 'Name or email'
export const unknownTag = (tag: string) =>
  `No ticket has the tag “${tag}” yet. Choose “Create tag” to make it.`
export const tagMissing = 'Type a tag first'
export const tagsExample = 'billing, refund'
export const add = 'Add'
export const remove = 'Remove'
export const takeOverQuestion = (target: string) => `Take over ${target}?`
export const reasonOptional = 'Reason (optional)'
export const takeOverNow = 'Take over'
/** @param most whether no more tickets can be selected */
export const selected = (count: number, most: boolean) =>
  `${count} selected${most ? ', the most at once' : ''}`
export const takeOverSome = (count: number) => `Take over ${count}`
export const takeOverHint = 'Assigned to colleagues. You can change them after taking over.'
export const takeOverOneHint = (assignee: string | null | undefined) =>
  `Assigned to ${assignee ?? aColleague}. You can change it after taking over.`
export { mergeInto as merge } from '../../model/merge-texts'
export { link } from '../../model/link-texts'
