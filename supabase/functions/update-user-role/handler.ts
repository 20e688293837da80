import { readProject, type ProjectEnvironment, type ProjectSettings } from '../_shared/api-keys.ts'
import { authenticate } from '../_shared/caller.ts'
import { corsHeaders } from '../_shared/cors.ts'
import { failedStatus, HttpError } from '../_shared/http-error.ts'
import { toRecord, toText } from '../_shared/json.ts'
import { ServiceError } from '../_shared/service-api.ts'
import { logError } from '../_shared/log.ts'

const roles = ['customer', 'agent', 'admin']
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

const json = (status: number, body: Record<string, unknown>) =>
  Response.json(body, { status, headers: corsHeaders })
const failure = (status: number, error: string, code: string) => json(status, { error, code })

/** HTTP statuses of the codes that `set_user_role` raises. */
const statusOf: Record<string, number> = {
  admin_required: 403,
  role_invalid: 400,
  last_admin: 409,
  email_unconfirmed: 409,
  user_not_found: 404,
}

interface Change {
  userId: string
  role: string
}

async function readChange(request: Request): Promise<Change> {
  const { userId, role, ...rest } = toRecord(await request.json().catch(() => undefined))
  if (typeof userId !== 'string' || !uuid.test(userId))
    throw new HttpError(400, 'invalid', 'userId must be a uuid')
  if (typeof role !== 'string' || !roles.includes(role))
    throw new HttpError(400, 'role_invalid', 'Role must be customer, agent or admin')
  if (Object.keys(rest).length > 0) throw new HttpError(400, 'invalid', 'Only userId and role are accepted')
  return { userId, role }
}

/** @throws HttpError when the database refuses the change */
async function setRole({ userId, role }: Change, token: string, { url, publishableKey }: ProjectSettings) {
  const changed = await fetch(`${url}/rest/v1/rpc/set_user_role`, {
    method: 'POST',
    headers: { apikey: publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ target: userId, new_role: role }),
  })
  const problem = toRecord(await changed.json().catch(() => ({})))
  if (changed.ok) return
  const code = toText(problem.details)
  if (changed.status === 401) throw new HttpError(401, 'not_authenticated', 'Not authenticated')
  if (code in statusOf) throw new HttpError(statusOf[code] ?? 400, code, toText(problem.message))
  // 42501: the role of the token lacks EXECUTE on the function.
  if (changed.status === 403) throw new HttpError(403, 'forbidden', 'Failed to update user role')
  throw new ServiceError(`set_user_role answered ${changed.status}`, changed.status)
}

/** @returns whether Auth took the copy: the role has changed, and the next sign-in updates a stale one */
async function copyRole({ userId, role }: Change, { url, secretKey }: ProjectSettings): Promise<boolean> {
  const metadata = await fetch(`${url}/auth/v1/admin/users/${userId}`, {
    method: 'PUT',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user_metadata: { role } }),
  }).catch(() => undefined)
  await metadata?.body?.cancel()
  return metadata?.ok === true
}

/**
 * Changes a user's role with the caller's rights: the database checks that the caller is an admin. Then updates the
 * copy in the auth metadata, which is for display only, with the secret key.
 *
 * Takes POST `{ userId: uuid, role: 'customer' | 'agent' | 'admin' }` and a bearer token.
 * Answers `{ userId, role }`, or `{ error, code }` with status 400, 401, 403, 404, 405, 409, 502 or 503.
 */
export async function handler(request: Request, env: ProjectEnvironment): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders })
  if (request.method !== 'POST') return failure(405, 'Use POST', 'method_not_allowed')
  const project = readProject(env)
  if (!project.url || !project.publishableKey || !project.secretKey)
    return failure(500, 'Failed to update user role', 'not_configured')
  try {
    const { token } = await authenticate(request, project)
    const change = await readChange(request)
    await setRole(change, token, project)
    return json(200, { ...change, metadata: (await copyRole(change, project)) ? 'updated' : 'stale' })
  } catch (error) {
    if (error instanceof HttpError) return failure(error.status, error.message, error.code)
    logError(request, `update-user-role: ${error instanceof Error ? error.message : String(error)}`)
    const status = failedStatus(error instanceof ServiceError ? error.status : undefined)
    return failure(status, 'Failed to update profile role', 'profile_update_failed')
  }
}
