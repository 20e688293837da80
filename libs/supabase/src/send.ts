import { toAppError } from './errors/to-app-error'

/** What a request of the data client resolves with. */
export interface Answer {
  data: unknown
  error: unknown
  status: number
}

/**
 * Sends a request of the data API.
 * @returns the data, unchecked; {@link ask} also parses it
 * @throws AppError
 */
export async function send(request: PromiseLike<Answer>): Promise<unknown> {
  let answer: Answer
  try {
    answer = await request
  } catch (error) {
    throw toAppError(error)
  }
  if (answer.error) throw toAppError(answer.error, answer.status)
  return answer.data
}
