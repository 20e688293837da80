import { AppError, ConflictError, ForbiddenError, NotFoundError, UnknownError } from '@helpdesk/supabase'
import { ticketErrorTexts, type TicketErrorCode } from '../model/errors'

const kinds: Partial<Record<TicketErrorCode, typeof ForbiddenError>> = {
  already_assigned: ConflictError,
  claim_lost: ConflictError,
  ticket_not_found: NotFoundError,
  comment_not_found: NotFoundError,
  attachment_not_found: NotFoundError,
  file_required: UnknownError,
  unexpected_answer: UnknownError,
}

/** Explains that only staff may do something, in the words of the specification for it; other errors stay. */
export const agentsOnly =
  (code: TicketErrorCode) =>
  (error: unknown): never => {
    throw error instanceof AppError && error.code === 'agent_required' ? ticketError(code, error) : error
  }

/** Creates the error of a code, with its text. The class is ForbiddenError unless `kinds` names another. */
export function ticketError(code: TicketErrorCode, cause?: unknown): AppError {
  const Kind = kinds[code] ?? ForbiddenError
  return new Kind(ticketErrorTexts[code], { code, cause })
}
