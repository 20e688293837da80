import { toAppError } from './errors/to-app-error'

/** What every call of the data client resolves with. */
export interface Answer {
  data: unknown
  error: unknown
  status: number
}

/**
 * Sends a request of the data API.
 * @returns what came back, not looked at
 * @throws AppError, coded
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
