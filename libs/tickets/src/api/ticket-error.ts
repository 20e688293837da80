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

/** Creates the error of a code, with its text. The class is ForbiddenError unless `kinds` names another. */
export function ticketError(code: TicketErrorCode, cause?: unknown): AppError {
  const Kind = kinds[code] ?? ForbiddenError
  return new Kind(ticketErrorTexts[code], { code, cause })
}
