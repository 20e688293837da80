import { corsHeaders } from '../_shared/cors.ts'
import { toRecord, toText } from '../_shared/json.ts'
/** Environment variables; hosted projects set them for every function. */
export interface Environment {
  SUPABASE_URL?: string
  SUPABASE_ANON_KEY?: string
  SUPABASE_SERVICE_ROLE_KEY?: string
}

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

/**
 * Changes a user's role with the caller's rights: the database checks that the caller is an admin. Then updates the
 * copy in the auth metadata, which is for display only, with the secret key.
 *
 * Takes POST `{ userId: uuid, role: 'customer' | 'agent' | 'admin' }` and a bearer token.
 * Answers `{ userId, role }`, or `{ error, code }` with status 400, 401, 403, 404, 405, 409 or 502.
 */
export async function handler(request: Request, env: Environment): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders })
  if (request.method !== 'POST') return failure(405, 'Use POST', 'method_not_allowed')

  const { SUPABASE_URL: url, SUPABASE_ANON_KEY: apikey, SUPABASE_SERVICE_ROLE_KEY: secret } = env
  if (!url || !apikey || !secret) return failure(500, 'Failed to update user role', 'not_configured')
  const bearer = request.headers.get('authorization') ?? ''
  if (!/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/.test(bearer))
    return failure(401, 'Not authenticated', 'not_authenticated')

  const body: unknown = await request.json().catch(() => undefined)
  const { userId, role, ...rest } = toRecord(body)
  if (typeof userId !== 'string' || !uuid.test(userId))
    return failure(400, 'userId must be a uuid', 'invalid')
  if (typeof role !== 'string' || !roles.includes(role))
    return failure(400, 'Role must be customer, agent or admin', 'role_invalid')
  if (Object.keys(rest).length > 0) return failure(400, 'Only userId and role are accepted', 'invalid')

  try {
    const changed = await fetch(`${url}/rest/v1/rpc/set_user_role`, {
      method: 'POST',
      headers: { apikey, authorization: bearer, 'content-type': 'application/json' },
      body: JSON.stringify({ target: userId, new_role: role }),
    })
    if (!changed.ok) {
      const problem = toRecord(await changed.json().catch(() => ({})))
      const code = toText(problem.details)
      if (changed.status === 401) return failure(401, 'Not authenticated', 'not_authenticated')
      if (code in statusOf) return failure(statusOf[code] ?? 400, toText(problem.message), code)
      // 42501: the role of the token lacks EXECUTE on the function.
      if (changed.status === 403) return failure(403, 'Failed to update user role', 'forbidden')
      return failure(502, 'Failed to update profile role', 'profile_update_failed')
    }
    const metadata = await fetch(`${url}/auth/v1/admin/users/${userId}`, {
      method: 'PUT',
      headers: { apikey: secret, authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user_metadata: { role } }),
    })
    await metadata.body?.cancel()
    // The role has changed; the next sign-in updates a stale copy.
    return json(200, { userId, role, metadata: metadata.ok ? 'updated' : 'stale' })
  } catch {
    return failure(502, 'Failed to update profile role', 'profile_update_failed')
  }
}
