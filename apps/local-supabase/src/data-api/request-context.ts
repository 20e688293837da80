import type { PostgresConnection } from '@supabase/lite/postgres'
import { sql, type Kysely } from 'kysely'
import { callerClaims } from './bearer'

interface Context {
  auth?: { uid?: unknown; role?: unknown; jwt?: unknown }
}

/**
 * Sets up the caller in one statement where lite needs six, and adds what it lacks of PostgREST:
 * the project's function for each request (`alter role authenticator set pgrst.db_pre_request`, defect 11), and time limits
 * of the role (`alter role authenticated set statement_timeout`).
 */
export function installRequestContext(
  connection: PostgresConnection,
  preRequest: string | undefined,
  timeouts: (role: string) => Timeouts,
): void {
  async function enter(tx: Kysely<unknown>, { auth }: Context): Promise<void> {
    const role = typeof auth?.role === 'string' ? auth.role : 'anon'
    const { statement_timeout, lock_timeout } = timeouts(role)
    await sql`select
      set_config('request.jwt.claim.sub', ${String(auth?.uid ?? '')}, true),
      set_config('request.jwt.claim.role', ${role}, true),
      set_config('request.jwt.claims', ${JSON.stringify(callerClaims(auth?.jwt))}, true),
      set_config('statement_timeout', ${statement_timeout}, true),
      set_config('lock_timeout', ${lock_timeout}, true),
      set_config('role', ${role}, true)`.execute(tx)
    if (preRequest) await sql`select ${sql.raw(preRequest)}()`.execute(tx)
  }
  Reflect.set(connection, 'applyJwtSessionContext', enter)
}

/** Reads `pgrst.db_pre_request`. Throws unless it is the qualified name of a function. */
export function readPreRequest(settings: readonly string[]): string | undefined {
  const name = settings.find((line) => line.startsWith('pgrst.db_pre_request='))?.split('=')[1]
  if (!name) return undefined
  if (!/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/.test(name))
    throw new Error(`pgrst.db_pre_request: ${name} is not the name of a function`)
  return name
}

export type Timeouts = Record<'statement_timeout' | 'lock_timeout', string>

/** The time limits of a role's requests: its own settings, else those of `authenticator`, whose sessions they use. */
export function readTimeouts(
  roles: readonly { name: string; settings: readonly string[] }[],
): (role: string) => Timeouts {
  const settingOf = (role: string, setting: keyof Timeouts) =>
    roles
      .find(({ name }) => name === role)
      ?.settings.find((line) => line.startsWith(`${setting}=`))
      ?.slice(setting.length + 1)
  const limit = (role: string, setting: keyof Timeouts) =>
    settingOf(role, setting) ?? settingOf('authenticator', setting) ?? '0'
  return (role) => ({
    statement_timeout: limit(role, 'statement_timeout'),
    lock_timeout: limit(role, 'lock_timeout'),
  })
}
