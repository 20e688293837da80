import { toAppError, UnknownError } from '@helpdesk/supabase'
import * as z from 'zod/mini'
import { ticketErrorTexts } from '../model/errors'

/** What every call of the data client resolves with. */
interface Answer {
  data: unknown
  error: unknown
  status: number
}

/**
 * Sends a request of the data API and checks what comes back.
 * @returns the answer in the shape of `schema`.
 * @throws AppError, coded; `unexpected_answer` when the shape is not what this page was built for.
 */
export async function ask<S extends z.ZodMiniType>(
  request: PromiseLike<Answer>,
  schema: S,
): Promise<z.output<S>> {
  let answer: Answer
  try {
    answer = await request
  } catch (error) {
    throw toAppError(error)
  }
  if (answer.error) throw toAppError(answer.error, answer.status)
  const parsed = z.safeParse(schema, answer.data)
  if (parsed.success) return parsed.data
  throw new UnknownError(ticketErrorTexts.unexpected_answer, {
    code: 'unexpected_answer',
    cause: parsed.error,
  })
}
