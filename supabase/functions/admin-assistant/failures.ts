import { APICallError, RetryError } from 'ai'
import { Refusal } from './refusal.ts'

const busy = new Refusal(503, 'model_busy', 'The AI model is busy. Please try again in a moment.', 30)
const down = new Refusal(502, 'model_unavailable', 'The AI model is not available right now.')

function byStatus(status: number): Refusal {
  if (status === 401 || status === 403)
    return new Refusal(502, 'model_refused', 'The AI model refused the configured credentials.')
  if (status === 404) return new Refusal(502, 'model_missing', 'The configured AI model was not found.')
  if (status === 413 || status === 400 || status === 422)
    return new Refusal(502, 'model_request', 'The AI model did not accept the question.')
  return status === 429 ? busy : down
}

/**
 * A provider's failure in words of our own. What the provider wrote never gets this far: it may hold the key, the
 * prompt or other people's texts.
 */
export function failureOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (RetryError.isInstance(error)) return failureOf(error.lastError)
  const name = error instanceof Error ? error.name : ''
  if (name === 'TimeoutError') return new Refusal(504, 'model_timeout', 'The AI model took too long to answer.')
  if (name === 'AbortError') return new Refusal(499, 'stopped', 'The answer was stopped.')
  if (APICallError.isInstance(error)) {
    const { statusCode } = error
    if (statusCode === undefined) return down
    return statusCode < 300 ? unreadable() : byStatus(statusCode)
  }
  return unreadable()
}

export const unreadable = () =>
  new Refusal(502, 'model_unreadable', 'The AI model gave an answer that could not be read.')
