export const mergeTitle = 'Merge into another ticket'
export const merge = 'Merge'
export const mergeInto = 'Merge…'
export const merging = 'Merging…'
export const findTarget = 'Find the ticket to merge into'
export const findPlaceholder = 'A ticket’s number or words…'
export const otherTickets = (requester: string) => `Other tickets of ${requester}`
export const typeToFind = 'Type the number or words of a ticket.'
export const searching = 'Searching tickets…'
export const nothingFound = 'No other tickets found.'
export const back = 'Choose another ticket'
export const cancel = 'Cancel'
export const mergeFailed = 'Not merged'
export const unmergeFailed = 'Not unmerged'
export const summary = (sources: string, target: string) => `${sources} will be shown in ${target}.`
export const nothingMoves =
  'Nothing is moved or lost: unmerging gives every message back to where it was written.'
export const sameRequester = (name: string) => `All are from ${name}, who sees everything.`
export const sourceRequester = (name: string, target: string) =>
  `${name} is added in copy of ${target}, sees their own messages and what is written from now on, and nothing earlier.`
export const targetRequester = (name: string, sources: string) =>
  `${name} sees what is written from now on, and no earlier message of ${sources}.`
export const unknownRequesters = (target: string) =>
  `Requesters of the other tickets are added in copy of ${target}. Everybody sees their own messages and what is written from now on, and no earlier message of others.`
export const internalStays = 'Internal notes stay with staff.'
export const someone = 'The requester'
export const merged = (sources: string, target: string) => `${sources} merged into ${target}`
export const unmerged = (source: string) => `${source} unmerged`
export const refused = (ticket: string, reason: string) => `${ticket}: ${reason}`
export const looksLike = 'Looks like the same as'
export const mergeSame = (source: string, target: string) => `Merge ${source} into ${target}`
export const mergeKey = 'Press = to merge. Z takes it back.'
export const notSame = 'Not the same'
export const notSameOf = (ticket: string) => `Not the same as ${ticket}`
export const notDismissed = 'Suggestion not dismissed'
export const mergedHere = 'Merged into this ticket'
export const unmerge = 'Unmerge'
export const unmergeOf = (ticket: string) => `Unmerge ${ticket}`
export const from = (name: string) => `from ${name}`
export const heldBy = (name: string) => `Assigned to ${name}. Take over to merge.`
export { aColleague } from './bulk-texts'
