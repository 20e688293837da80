import { authorizedFetch } from './authorized-fetch'
import { supabaseConfig } from './config'
import { errorFromStatus } from './errors/classify'
import { toAppError } from './errors/to-app-error'

/** What a server function answers with when it refuses: `{ error, code? }`. */
function readFailure(body: unknown): { message: string; code: string } {
  if (typeof body !== 'object' || body === null) return { message: '', code: '' }
  const message = 'error' in body && typeof body.error === 'string' ? body.error : ''
  const code = 'code' in body && typeof body.code === 'string' ? body.code : ''
  return { message, code }
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Calls the server function `name` by POST with `body` as JSON and the caller's bearer.
 * @returns the answer, parsed from JSON and not yet checked: the caller knows its shape.
 * @throws AppError of the class that fits the status. Its message is the answer's `error` field (empty when there
 * is none, so that the caller's own text applies) and its code the answer's `code` field.
 */
export async function callFunction(name: string, body: unknown): Promise<unknown> {
  try {
    const response = await authorizedFetch(`${supabaseConfig().url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await readBody(response)
    if (response.ok) return answer
    const { message, code } = readFailure(answer)
    throw errorFromStatus(response.status, { message, code: code || 'function_failed' })
  } catch (error) {
    throw toAppError(error)
  }
}
