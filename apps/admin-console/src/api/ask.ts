import { send, UnknownError, type Answer } from '@helpdesk/supabase'
import * as z from 'zod/mini'

/**
 * Sends a request of the data API and checks what comes back.
 * @returns the answer in the shape of `schema`.
 * @throws AppError, coded; `unexpected_answer` when the shape is not what this page was built for.
 */
export async function ask<S extends z.ZodMiniType>(
  request: PromiseLike<Answer>,
  schema: S,
): Promise<z.output<S>> {
  return checked(await send(request), schema)
}

/** @throws AppError `unexpected_answer` when the value, which came from outside, has another shape. */
export function checked<S extends z.ZodMiniType>(value: unknown, schema: S): z.output<S> {
  const parsed = z.safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw new UnknownError('The server gave an answer that this page does not understand', {
    code: 'unexpected_answer',
    cause: parsed.error,
  })
}
