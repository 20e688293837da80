import { plural } from '@helpdesk/ui/plural'
export { formerMember, support, you } from '../../model/timeline-texts'

export const internalHint = 'Only staff can see this'
export const internal = 'Internal'
export const comment = 'Comment'
export const commentPlaceholder = 'Add a comment...'
export const closedAWhileAgo = 'This ticket was closed a while ago.'
export const commentOpens = 'Your comment opens a new ticket, linked with this one.'
/** Before and after the number of the ticket. */
export const commentGoesTo = 'Your comment is added to'
export const whichContinues = ', which continues it.'
export const editComment = 'Edit comment'
export const saving = 'Saving...'
export const save = 'Save'
export const cancel = 'Cancel'
export const sending = 'Sending...'
export const edited = ' · edited'
export const filesUploading = 'Files being uploaded'
export const discardFiles = (count: number) => (count === 1 ? 'Discard file' : 'Discard files')
export const notDiscarded = 'Nothing was discarded'
export const filesLost = 'Lost files'
export const notUploadedYet = (count: number) =>
  `${plural(count, 'file')} ${count === 1 ? 'is' : 'are'} not uploaded yet`
export const comments = 'Comments'
export const newMessages = 'New'
export const showEarlier = (count: number, all: number) =>
  `Show ${count === all ? '' : `${count} of `}${all.toLocaleString('en-US')} earlier entries`
export const noComments = 'No comments yet. Be the first to comment!'
export const retry = 'Retry'
export const bold = 'Bold'
export const italic = 'Italic'
export const list = 'List'
export const numberedList = 'Numbered list'
export const quote = 'Quote'
export const code = 'Code'
export const link = 'Link'
export const formatting = 'Formatting'
export const writtenOn = (ticket: number) => `Written on #${ticket}, which was merged into this ticket`
export const mergedInto = (ticket: number) => `Merged into #${ticket}`
export const internalNote = 'Internal Note'
export const notSent = 'Not sent'
export const notSentYet = 'Not sent yet'
export const sentLater = 'Sent when you are online again'
export const sentInOrder = 'Sent after the message above'
export const commentFiles = 'Files of this comment'
export const discard = 'Discard'
export const charactersLeft = (count: number) => `${count.toLocaleString('en-US')} characters left`
export const send = 'Send'
export const notRefreshed = 'Could not be refreshed'
export const and = (parts: readonly string[], last: string) => `${parts.join(', ')} and ${last}`
export const tooLong = (characters: number) => `${plural(characters, 'character')} too long`
