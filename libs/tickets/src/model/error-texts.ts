import type { ErrorTexts } from '@helpdesk/ui'

const wait = (seconds: string) =>
  seconds ? `Please wait ${seconds} seconds.` : 'Please wait a moment, then try again.'

const tooManyRequests = 'Too many requests at the moment. Wait a moment, then retry.'

/** Words for codes of the server that people in every role can meet. Those of this library are in `errors.ts`. */
export const errorTexts = {
  not_authenticated: 'Not authenticated',
  ticket_forbidden: 'You do not have permission to update this ticket',
  ticket_not_found: 'This ticket does not exist or you do not have access to it',
  rating_refused: 'A ticket can be rated by its customer once it is solved or closed',
  ticket_changed: 'The ticket has changed since you opened it',
  comment_edit_expired: 'You can edit a comment for 15 minutes after sending it',
  comment_limit: (seconds) => `That was too much at once. ${wait(seconds)}`,
  ticket_limit: (seconds) => `That was too much at once. ${wait(seconds)}`,
  attachment_limit: 'Too many files',
  attachment_too_large: 'The file is too large',
  over_request_rate_limit: tooManyRequests,
  too_many_at_once: tooManyRequests,
  unread_responses: tooManyRequests,
  too_many_bodies: 'The server is busy. Please try again in a moment.',
  body_too_large: 'The request is too large',
  body_too_slow: 'The upload is too slow',
  disk_full: 'There is no space left on the disk of this server. Nothing was saved.',
  disk_read_only: 'The disk of this server cannot be written any more. Nothing was saved.',
} as const satisfies ErrorTexts
