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

interface FunctionOptions {
  /** What kind of answer is wanted; JSON unless said otherwise. */
  accept?: string
  signal?: AbortSignal
}

/**
 * Calls the server function `name` by POST with `body` as JSON and the caller's bearer.
 * @returns the good response, unread, so that an answer can be read as it comes.
 * @throws AppError of the class that fits the status. Its message is the answer's `error` field (empty when there
 * is none, so that the caller's own text applies) and its code the answer's `code` field.
 */
export async function openFunction(
  name: string,
  body: unknown,
  { accept = 'application/json', signal }: FunctionOptions = {},
): Promise<Response> {
  try {
    const response = await authorizedFetch(`${supabaseConfig().url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: accept },
      body: JSON.stringify(body),
      signal: signal ?? null,
    })
    if (response.ok) return response
    const { message, code } = readFailure(await readBody(response))
    throw errorFromStatus(response.status, { message, code: code || 'function_failed' })
  } catch (error) {
    throw toAppError(error)
  }
}

/** As {@link openFunction}; returns the answer, parsed from JSON and not yet checked: the caller knows its shape. */
export async function callFunction(name: string, body: unknown): Promise<unknown> {
  const response = await openFunction(name, body)
  return readBody(response).catch((error: unknown) => {
    throw toAppError(error)
  })
}
