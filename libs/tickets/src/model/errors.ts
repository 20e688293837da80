import { errorText } from '@helpdesk/ui'
import { errorTexts } from './error-texts'

/** The text of every error code of tickets. */
export const ticketErrorTexts = {
  create_unauthenticated: 'User must be logged in to create a ticket',
  update_unauthenticated: 'User must be logged in to update a ticket',
  ticket_forbidden: errorTexts.ticket_forbidden,
  queue_agents_only: 'Must be logged in as an agent to view queue',
  assign_agents_only: 'Must be logged in as an agent to assign tickets',
  already_assigned: 'Ticket is already assigned to you',
  dashboard_agents_only: 'Must be logged in as an agent to view dashboard',
  file_required: 'File is required for creating attachments',
  claim_lost: 'Someone else has just claimed this ticket',
  ticket_not_found: errorTexts.ticket_not_found,
  comment_unauthenticated: 'You must be logged in to comment',
  comment_not_found: 'This comment was deleted, or you cannot edit it',
  attachment_not_found: 'This file was deleted, or you cannot delete it',
  rating_refused: errorTexts.rating_refused,
  unexpected_answer: 'The server sent an unexpected response. Reload the page and try again.',
} as const

export type TicketErrorCode = keyof typeof ticketErrorTexts

/** Toasts that show a fixed text instead of the cause. */
export const failureToasts = {
  comment: { title: 'Error', description: 'Failed to add comment. Please try again.' },
  agentDashboard: { title: 'Error', description: 'Failed to load dashboard data. Please try again.' },
  assistant: { title: 'Error', description: 'Failed to get response from AI assistant' },
  unknown: { title: 'Error', description: 'An unknown error occurred' },
} as const

/** Logged, and not shown, when a ticket is created without a user. */
export const MISSING_USER_LOG = 'User not authenticated'

/** True for an error that carries this code, whatever its class. */
export const isTicketError = (error: unknown, code: TicketErrorCode): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && error.code === code

/** The text of any failure for the user. */
export const failureText = (error: unknown): string => errorText(error, failureToasts.unknown.description)
