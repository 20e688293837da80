import type { ErrorTexts } from '@helpdesk/ui'

/** Words for codes of the server that only admins meet. */
export const errorTexts = {
  admin_required: 'Must be logged in as an admin',
  forbidden: 'Must be logged in as an admin',
  user_not_found: 'User not found',
  last_admin: 'The last admin cannot be removed',
  email_unconfirmed: 'This person has not confirmed their email address yet. Send them an invite instead.',
  invite_count: 'Between 1 and 100 addresses can be invited at once',
  invites_failed: 'Failed to send the invites',
  time_zone: 'Unknown time zone',
  report_range: 'Choose a range of 1 to 367 days',
  mail_not_failed: 'This mail is not waiting for another attempt',
  mail_not_configured: 'SMTP_URL and MAIL_FROM must be set',
  mail_test_failed: 'The test could not be started',
  proposal_invalid: 'This proposal cannot be applied to a ticket',
  proposal_not_found: 'Proposal not found',
  proposal_decided: 'This proposal was decided already',
  draft_changed: 'The draft has changed since this was applied',
  draft_full: 'Your draft on this ticket is too long to add a reply to it',
  assistant_limit: (seconds) =>
    `Too many questions. Please try again in ${seconds ? `${seconds} seconds` : 'a moment'}.`,
  database_failed: 'The helpdesk data could not be read',
  model_busy: 'The AI model is busy. Please try again in a moment.',
  model_unavailable: 'The AI model is not available right now.',
  model_refused: 'The AI model refused the configured credentials.',
  model_missing: 'The configured AI model was not found.',
  model_request: 'The AI model did not accept the question.',
  model_timeout: 'The AI model took too long to answer.',
  model_unreadable: 'The AI model gave an answer that could not be read.',
  timeout: 'The assistant took too long to answer.',
  too_large: 'The conversation is too long',
} as const satisfies ErrorTexts
