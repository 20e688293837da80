import { APICallError, RetryError } from 'ai'
import { HttpError } from '../_shared/http-error.ts'

const busy = new HttpError(503, 'model_busy', 'The AI model is busy. Please try again in a moment.', 30)
const down = new HttpError(502, 'model_unavailable', 'The AI model is not available right now.')

function fromStatus(status: number): HttpError {
  if (status === 401 || status === 403)
    return new HttpError(502, 'model_refused', 'The AI model refused the configured credentials.')
  if (status === 404) return new HttpError(502, 'model_missing', 'The configured AI model was not found.')
  if (status === 413 || status === 400 || status === 422)
    return new HttpError(502, 'model_request', 'The AI model did not accept the question.')
  return status === 429 ? busy : down
}

/**
 * Replaces a provider's error message, which may contain the key, the prompt or other people's texts.
 */
export function modelError(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  if (RetryError.isInstance(error)) return modelError(error.lastError)
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError')
    return new HttpError(504, 'model_timeout', 'The AI model took too long to answer.')
  if (name === 'AbortError') return new HttpError(499, 'stopped', 'The answer was stopped.')
  if (APICallError.isInstance(error)) {
    const { statusCode } = error
    if (statusCode === undefined) return down
    return statusCode < 300 ? unreadableAnswer() : fromStatus(statusCode)
  }
  return unreadableAnswer()
}

export const unreadableAnswer = () =>
  new HttpError(502, 'model_unreadable', 'The AI model gave an answer that could not be read.')
