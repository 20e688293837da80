import * as z from 'zod/mini'
import { UnknownError } from './errors/app-error'
import { send, type Answer } from './send'

/** Default message of `unexpected_answer`. */
const UNEXPECTED_ANSWER = 'The server sent an unexpected response. Reload the page and try again.'

/**
 * Sends a request of the data API and parses its answer: the one way to read from or write to the backend.
 * @param request a request of the data client, such as `data.rpc('list_tags')`
 * @param schema the shape that the caller needs; further fields are dropped
 * @param unexpected message of the error for an answer of another shape
 * @throws AppError classified by {@link toAppError}, with the server's own message; code `unexpected_answer` when the
 * answer does not fit the schema
 */
export async function ask<S extends z.ZodMiniType>(
  request: PromiseLike<Answer>,
  schema: S,
  unexpected?: string,
): Promise<z.output<S>> {
  return parseAnswer(await send(request), schema, unexpected)
}

/**
 * Parses an answer that did not come from the data API, such as that of a server function.
 * @throws AppError with code `unexpected_answer`
 */
export function parseAnswer<S extends z.ZodMiniType>(
  answer: unknown,
  schema: S,
  unexpected = UNEXPECTED_ANSWER,
): z.output<S> {
  const parsed = z.safeParse(schema, answer)
  if (parsed.success) return parsed.data
  throw new UnknownError(unexpected, { code: 'unexpected_answer', cause: parsed.error })
}
