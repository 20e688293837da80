import type { PostgresConnection } from '@supabase/lite/postgres'
import { sql, type Kysely } from 'kysely'

interface Context {
  auth?: { uid?: unknown; role?: unknown; jwt?: unknown }
}

/**
 * Defect 11: lite knows no `db-pre-request`, the function of the project that PostgREST asks before each request, with
 * the caller's role (`alter role authenticator set pgrst.db_pre_request`). It is asked where lite sets the caller up.
 * Defect 12: lite needs six statements for that; each is a way to the database and back.
 */
export function askBeforeRequests(connection: PostgresConnection, preRequest: string | undefined): void {
  async function enter(tx: Kysely<unknown>, { auth }: Context): Promise<void> {
    const role = typeof auth?.role === 'string' ? auth.role : 'anon'
    await sql`select
      set_config('request.jwt.claim.sub', ${String(auth?.uid ?? '')}, true),
      set_config('request.jwt.claim.role', ${role}, true),
      set_config('request.jwt.claims', ${JSON.stringify(auth?.jwt ?? {})}, true),
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
