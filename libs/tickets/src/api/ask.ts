import { send, UnknownError, type Answer } from '@helpdesk/supabase'
import * as z from 'zod/mini'
import { ticketErrorTexts } from '../model/errors'

/**
 * Sends a request of the data API and checks what comes back.
 * @returns the answer in the shape of `schema`.
 * @throws AppError, coded; `unexpected_answer` when the shape is not what this page was built for.
 */
export async function ask<S extends z.ZodMiniType>(
  request: PromiseLike<Answer>,
  schema: S,
): Promise<z.output<S>> {
  const parsed = z.safeParse(schema, await send(request))
  if (parsed.success) return parsed.data
  throw new UnknownError(ticketErrorTexts.unexpected_answer, {
    code: 'unexpected_answer',
    cause: parsed.error,
  })
}
