import { z } from 'zod'
import { failedStatus, HttpError } from '../_shared/http-error.ts'

const problemSchema = z.object({
  code: z.string().nullish(),
  message: z.string().nullish(),
  details: z.string().nullish(),
  hint: z.string().nullish(),
})

/** The error for a response of the Data API. */
function toHttpError(status: number, body: unknown): HttpError {
  const problem = problemSchema.safeParse(body).data
  const code = problem?.details ?? ''
  const text = problem?.message ?? ''
  if (status === 401) return new HttpError(401, 'not_authenticated', 'Not authenticated')
  if (code === 'admin_required') return new HttpError(403, code, text)
  if (status === 403)
    return new HttpError(403, 'forbidden', 'Must be logged in as an admin to use the assistant')
  if (status === 429) {
    const wait = Math.max(1, Number(problem?.hint) || 1)
    const seconds = `${wait} ${wait === 1 ? 'second' : 'seconds'}`
    return new HttpError(
      429,
      code || 'assistant_limit',
      `Too many questions. Please try again in ${seconds}.`,
      wait,
    )
  }
  if (/^[a-z_]+$/.test(code))
    return new HttpError(status === 404 || status === 409 ? status : 400, code, text)
  return new HttpError(failedStatus(status), 'database_failed', 'The helpdesk data could not be read')
}

export interface RestClient {
  /** @throws HttpError */
  rpc<S extends z.ZodType>(name: string, body: Record<string, unknown>, schema: S): Promise<z.output<S>>
  /** @throws HttpError */
  read<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>
}

/** The Data API with the caller's token: the caller's rights apply. */
export function createRest(url: string, apikey: string, bearer: string, signal: AbortSignal): RestClient {
  async function request<S extends z.ZodType>(
    path: string,
    init: RequestInit,
    schema: S,
  ): Promise<z.output<S>> {
    let status: number
    let body: unknown
    try {
      const response = await fetch(`${url}/rest/v1/${path}`, {
        ...init,
        signal,
        headers: { apikey, authorization: bearer, 'content-type': 'application/json' },
      })
      status = response.status
      body = await response.json().catch(() => null)
    } catch (error) {
      if (signal.aborted) throw error
      throw new HttpError(502, 'database_failed', 'The helpdesk data could not be read')
    }
    if (status >= 300) throw toHttpError(status, body)
    const parsed = schema.safeParse(body)
    if (!parsed.success) throw new HttpError(502, 'database_failed', 'The helpdesk data could not be read')
    return parsed.data
  }
  return {
    rpc: (name, body, schema) =>
      request(`rpc/${name}`, { method: 'POST', body: JSON.stringify(body) }, schema),
    read: (path, schema) => request(path, { method: 'GET' }, schema),
  }
}
