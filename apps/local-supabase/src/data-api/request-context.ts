import type { PostgresConnection } from '@supabase/lite/postgres'
import { sql, type Kysely } from 'kysely'

interface Context {
  auth?: { uid?: unknown; role?: unknown; jwt?: unknown }
}

/**
 * Defect 11: lite knows no `db-pre-request`, the function of the project that PostgREST asks before each request, with
 * the caller's role (`alter role authenticator set pgrst.db_pre_request`). It is asked where lite sets the caller up.
 * Defect 12: lite needs six statements for that; each is a way to the database and back.
 * Nor does it set what a role has of its own (`alter role authenticated set statement_timeout`), as PostgREST does.
 */
export function installRequestContext(
  connection: PostgresConnection,
  preRequest: string | undefined,
  timeouts: ReadonlyMap<string, string> = new Map(),
): void {
  async function enter(tx: Kysely<unknown>, { auth }: Context): Promise<void> {
    const role = typeof auth?.role === 'string' ? auth.role : 'anon'
    await sql`select
      set_config('request.jwt.claim.sub', ${String(auth?.uid ?? '')}, true),
      set_config('request.jwt.claim.role', ${role}, true),
      set_config('request.jwt.claims', ${JSON.stringify(auth?.jwt ?? {})}, true),
      set_config('statement_timeout', ${timeouts.get(role) ?? '0'}, true),
      set_config('role', ${role}, true)`.execute(tx)
    if (preRequest) await sql`select ${sql.raw(preRequest)}()`.execute(tx)
  }
  Reflect.set(connection, 'applyJwtSessionContext', enter)
}

/** The name in `pgrst.db_pre_request`; undefined when none is set. Throws when it is no name of a function. */
export function readPreRequest(settings: readonly string[]): string | undefined {
  const name = settings.find((line) => line.startsWith('pgrst.db_pre_request='))?.split('=')[1]
  if (!name) return undefined
  if (!/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/.test(name))
    throw new Error(`pgrst.db_pre_request: ${name} is no function`)
  return name
}

/** How long a statement of each role may take, of those that say so. */
export function readTimeouts(
  roles: readonly { name: string; settings: readonly string[] }[],
): Map<string, string> {
  const timeouts = new Map<string, string>()
  for (const { name, settings } of roles) {
    const line = settings.find((setting) => setting.startsWith('statement_timeout='))
    if (line) timeouts.set(name, line.slice('statement_timeout='.length))
  }
  return timeouts
}
