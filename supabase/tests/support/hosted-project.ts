import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { startHostedDatabase } from '@helpdesk/testing/hosted'
import postgres, { type Sql, type TransactionSql } from 'postgres'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))

async function migrate(owner: Sql): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  for (const file of files) {
    const text = await readFile(`${folder}/${file}`, 'utf8')
    await owner
      .begin((tx) => tx.unsafe(text))
      .catch((error: unknown) => {
        throw new Error(`${file} does not apply on a hosted project`, { cause: error })
      })
  }
  return files
}

/**
 * Starts a database in the state of a hosted project and applies the migrations as `supabase db push` does: as `postgres`,
 * which is not a superuser and does not own `auth` and `storage`.
 * @param grants what the platform grants on new objects of `public`: everything until May 2026, nothing since
 */
export async function openHostedProject(grants: 'all' | 'none') {
  const project = await startHostedDatabase(grants)
  const connect = (url: string) => postgres(url, { max: 2, onnotice: () => {} })
  const [owner, platform] = [connect(project.url), connect(project.adminUrl)]
  const url = new URL(project.adminUrl)
  url.username = 'authenticator'
  const authenticator = connect(url.href)
  const stop = async () => {
    await Promise.all([owner, platform, authenticator].map((sql) => sql.end()))
    await project.stop()
  }
  const applied = await migrate(owner).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    /** Connects as the role `postgres`. */
    owner,
    /** Connects as a superuser, to act as a service. */
    platform,
    /** Connects as the Data API does. */
    authenticator,
    /** Names of the applied migrations. */
    applied,
    stop,
    /** Inserts an account as the Auth service does. @returns its id */
    async signUp(email: string, email_confirmed_at: Date | null = new Date()): Promise<string> {
      const id = randomUUID()
      await platform.begin(async (tx) => {
        await tx`set local role supabase_auth_admin`
        await tx`insert into auth.users ${tx({
          id,
          email,
          aud: 'authenticated',
          role: 'authenticated',
          email_confirmed_at,
          raw_app_meta_data: { provider: 'email' },
          raw_user_meta_data: { full_name: 'Hana Hosted' },
        })}`
      })
      return id
    },
    /** Runs statements as the user, as the Data API does. */
    as: <T>(id: string, work: (tx: TransactionSql) => Promise<T>) =>
      platform.begin(async (tx) => {
        const claims = JSON.stringify({ sub: id, role: 'authenticated', aud: 'authenticated' })
        await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
        return work(tx)
      }),
  }
}
export type HostedProject = Awaited<ReturnType<typeof openHostedProject>>
