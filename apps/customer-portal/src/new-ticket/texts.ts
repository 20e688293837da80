import { plural } from '@helpdesk/ui/plural'
export const attachments = 'Attachments'
export const created = 'Ticket Created Successfully'
export const createdText = 'You will be redirected to your ticket details.'
export const back = 'Back to Tickets'
export const title = 'Create New Ticket'
export const subtitle = 'Submit a new support request'
export const draftSaved = 'Your draft is saved on this device.'
export const another = 'Write another ticket'
export const failed = 'Error Creating Ticket'
export const leaveQuestion = 'Leave without creating the ticket?'
export const restoredQueued =
  'Draft restored. If you already sent it, sending again will not create a second ticket.'
export const restored = 'Draft restored.'
export const chooseFilesAgain = ' Please attach its files again.'
export const discard = 'Discard draft'
export const similarCount = (count: number) => `${similarTickets(count)} of yours, listed after the form`
export const similar = 'Your similar tickets'
export const similarText = 'One of them may already have the answer. Each opens in a new tab.'
export const subject = 'Subject'
export const description = 'Description'
export const priority = 'Priority'
export const creating = 'Creating ticket...'
export const create = 'Create Ticket'
export const ticketCreated = 'Your ticket is created'
export const progress = (running: boolean, done: number, all: number) =>
  `${running ? 'Uploading: ' : ''}${done} of ${plural(all, 'file')} uploaded`
export const uploads = 'Files being uploaded'
export const filesMissing = (count: number) =>
  `Your ticket was created, but ${plural(count, 'file')} ${count === 1 ? 'was' : 'were'} not attached. Try again, or continue without.`
export const retryAll = 'Retry all'
export const continueWithoutIt = 'Continue without it'
export const continueWithoutThem = 'Continue without them'
export const similarTickets = (count: number) => plural(count, 'similar ticket')
