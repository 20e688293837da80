import { plural } from '@helpdesk/ui/plural'

export const replyAndSolve = 'Reply and solve'
export const replyAndWait = 'Reply and wait'
export const replyAndSet = (status: string) => `Reply and set to ${status}`
export const solveAndNext = 'Reply, solve and next ticket'
export const sendAndNext = 'Send and next ticket'
export const replyTakes = 'Replying assigns this ticket to you'
export const noStatus = (assignee: string) =>
  `Only ${assignee} can change the status. Take over to change it yourself.`
export const macroWithoutChanges = (assignee: string) =>
  `Inserted without the macro’s changes: only ${assignee} can change this ticket.`
export const draftOnDevice = 'Draft saved on this device'
export const savingDraft = 'Saving draft…'
export const draftSaved = 'Draft saved'
export const draftGone = 'This draft was sent or deleted on another device.'
export const draftRestored = 'Draft restored'
export const otherVersion = 'There is another version from another device.'
export const showOtherVersion = 'Show the other version'
export const restore = 'Restore'
export const deleteDraft = 'Delete draft'
export const changesLabel = 'Changes with this reply'
export const withThisReply = 'With this reply:'
export const statusChange = (status: string) => `status ${status}`
export const priorityChange = (priority: string) => `priority ${priority}`
export const tagChange = (tag: string) => `tag ${tag}`
export const leaveOut = (change: string) => `Leave out ${change}`
export const reply = 'Reply'
export const internalNote = 'Internal note'
export const noMacrosYet = 'No macros yet.'
export const noMacroMatches = 'No macros match.'
export const findAMacro = 'Find a macro'
export const searchMacros = 'Search macros...'
export const manageMacros = 'Manage macros'
export const ticketChanged = 'The ticket has changed since you opened it'
export const nothingSent = 'Nothing was sent. Your text is still here.'
export const reviewChanges = 'Review the changes, then edit your reply or send it anyway.'
export const sendAtLabel = 'Send the reply at'
export const schedule = 'Schedule'
export const moreWays = 'More ways to reply'
export const ticketNotUpdated = 'Ticket not updated'
export const write = 'Write'
export const noteForStaff = 'Note for staff'
export const comment = 'Comment'
export const notePlaceholder = 'Write a note that only staff can read...'
export const commentPlaceholder = 'Add a comment...'
export const replyOrNote = 'Reply or note'
export const sendAnyway = 'Send anyway'
export const send = 'Send'
export const commentAdded = 'Comment added'
export const commentAddedText = 'Your comment has been added successfully.'
export const noteAdded = 'Note added'
export const noteAddedText = 'Only staff can read it.'
export const fillIn = (placeholders: string) => `Fill in before sending: ${placeholders}`
export const unfilled = (placeholder: string) => `Not sent: ${placeholder} is not filled in`
export const unfilledHow = 'Type what belongs there, or keep it as code, which is sent as it is.'
export const keepAsCode = 'Keep as code'
export const mostUsed = 'Most used'
export const withoutFolder = 'Without folder'
export const macros = 'Macros'
export const loading = 'Loading…'
export const filesElsewhere = (names: readonly string[]) =>
  `This draft has ${plural(names.length, 'file')} on another device: ${names.join(', ')}. Attach again what should go with it.`
