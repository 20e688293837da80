import type { ProjectSettings } from './api-keys.ts'
import { HttpError } from './http-error.ts'
import { toRecord, toText } from './json.ts'
import { ServiceError } from './service-api.ts'

/** A user whose token was verified. */
export interface Caller {
  id: string
  token: string
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const notAuthenticated = () => new HttpError(401, 'not_authenticated', 'Not authenticated')

/** Claims that nobody has verified. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = token.split('.')[1] ?? ''
    return toRecord(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    return {}
  }
}

/**
 * The user whose token is the request's bearer. Functions check it themselves, because the platform's own check
 * (`verify_jwt`) refuses tokens of signing keys, and takes the legacy anon key for a user. The Data API verifies it: with
 * whatever key the project signs, its time, session and account.
 * @throws HttpError 401 for anything else, API keys included; ServiceError when the Data API fails
 */
export async function authenticate(request: Request, project: ProjectSettings): Promise<Caller> {
  const [, token = ''] =
    /^bearer\s+([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
  const { role, sub } = claimsOf(token)
  const id = toText(sub)
  // The legacy API keys are tokens too.
  if (role !== 'authenticated' || !uuid.test(id)) throw notAuthenticated()
  const response = await fetch(`${project.url}/rest/v1/profiles?select=id&id=eq.${id}`, {
    headers: { apikey: project.publishableKey, authorization: `Bearer ${token}` },
  }).catch((error: unknown) => {
    throw new ServiceError(`The Data API is not reachable: ${String(error)}`, 503)
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.status === 401) throw notAuthenticated()
  if (!response.ok)
    throw new ServiceError(`The Data API answered ${response.status} to a token`, response.status)
  if (!Array.isArray(body) || body.length === 0) throw notAuthenticated()
  return { id, token }
}
