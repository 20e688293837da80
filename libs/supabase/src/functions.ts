import { authorizedFetch } from './authorized-fetch'
import { supabaseConfig } from './config'
import { errorFromStatus } from './errors/classify'
import { referenceIn } from './errors/references'
import { toAppError } from './errors/to-app-error'

/** The error answer of a server function: `{ error, code?, hint? }`. */
function readFailure(body: unknown): { message: string; code: string; hint: string } {
  const read = (name: string): string => {
    const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, name) : ''
    return typeof value === 'string' ? value : ''
  }
  return { message: read('error'), code: read('code') || 'function_failed', hint: read('hint') }
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
  /** Media type of the answer; JSON by default. */
  accept?: string
  signal?: AbortSignal
}

/**
 * Calls a server function by POST, with `body` as JSON and the caller's bearer.
 * @returns the successful response, unread, so that it can be streamed
 * @throws AppError by status. Message, code and hint are the answer's `error`, `code` and `hint`.
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
    const failure = readFailure(await readBody(response))
    const reference = referenceIn(response.headers)
    throw errorFromStatus(response.status, { ...failure, reference, fromServer: true })
  } catch (error) {
    throw toAppError(error)
  }
}

/** {@link openFunction} with the answer parsed from JSON and otherwise unchecked. */
export async function callFunction(name: string, body: unknown): Promise<unknown> {
  const response = await openFunction(name, body)
  return readBody(response).catch((error: unknown) => {
    throw toAppError(error)
  })
}
