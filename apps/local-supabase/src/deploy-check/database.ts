import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { z } from 'zod'
import { readSchemaFiles } from '../migrations/schema-files'
import { checkMigrations, push } from './migrations'
import { ask, codeOf, authHeaders, missing, ok, unknown, type Finding, type Target } from './project'

const admins = z.array(z.object({ id: z.string() }))
const noAdmin = () =>
  missing(
    'No active admin',
    `Sign up in the portal, then: select private.make_first_admin('you@example.com')`,
  )

/** On hosted projects pg_cron calls send-notifications; the embedded backend does so itself. */
async function checkCron(sql: Sql): Promise<Finding> {
  const [cron] = await sql`
    select to_regclass('cron.job') is not null as on,
      exists (select from pg_available_extensions where name = 'pg_cron') as possible`
  if (!cron?.possible) return ok('No pg_cron here: the embedded backend sends notifications itself')
  const jobs = cron.on ? await sql<{ command: string }[]>`select command from cron.job where active` : []
  return judgeCron(jobs.map(({ command }) => command))
}

/** @param commands what the active cron jobs run */
export function judgeCron(commands: readonly string[]): Finding {
  const jobs = commands.filter((command) => command.includes('send-notifications'))
  if (jobs.length === 0)
    return missing('No cron job calls send-notifications', 'See supabase/functions/README.md')
  // One without a condition calls each time.
  const calls = (column: string) =>
    jobs.some((job) => !job.includes('notification_outbox') || job.includes(column))
  const lacks = [
    ...(calls('snoozed_until') ? [] : ['wakes snoozed tickets']),
    ...(calls('send_at') ? [] : ['sends scheduled replies']),
  ]
  return lacks.length === 0
    ? ok('A cron job sends notifications and scheduled replies, and wakes snoozed tickets')
    : missing(
        `The cron job ${lacks.join(' and ')} only when a mail is due`,
        'Schedule it again: supabase/functions/README.md',
      )
}

async function checkByConnection(target: Target, url: string): Promise<Finding[]> {
  const sql = postgres(url, { max: 1, connect_timeout: 15, onnotice: () => {} })
  try {
    const migrations = await checkMigrations(sql, join(target.supabaseDir, 'migrations'))
    const [profiles] = await sql`select to_regclass('public.profiles') is not null as yes`
    if (!profiles?.yes) return [migrations]
    const found =
      await sql`select from public.profiles where role = 'admin' and deactivated_at is null limit 1`
    return [migrations, found.length > 0 ? ok('There is an admin') : noAdmin(), await checkCron(sql)]
  } finally {
    await sql.end({ timeout: 3 })
  }
}

/** Tables of `public` in the schema, sorted by name. */
async function tablesOf(supabaseDir: string): Promise<string[]> {
  const text = await readSchemaFiles(supabaseDir)
  return [...text.matchAll(/^create table public\.(\w+)/gm)].map(([, table = '']) => table).sort()
}

/** Without a connection: checks whether the data API serves each table. */
async function checkByApi(target: Target): Promise<Finding[]> {
  const key = target.secretKey ?? target.publishableKey
  const get = (path: string) => ask(`${target.url}/rest/v1/${path}`, { headers: authHeaders(key) })
  const tables = await tablesOf(target.supabaseDir)
  const absent: string[] = []
  for (const table of tables)
    if (codeOf((await get(`${table}?limit=0`)).body) === 'PGRST205') absent.push(table)
  const found: Finding[] = [
    absent.length > 0
      ? missing(`${absent.length} of ${tables.length} tables: ${absent.join(', ')}`, push)
      : ok(`All ${tables.length} tables are there`),
    unknown('Single migrations', 'Add --db-url postgresql://… to compare them one by one.'),
  ]
  if (!target.secretKey) return [...found, unknown('The first admin', 'Add --secret-key or --db-url.')]
  const people = admins.safeParse(
    (await get('profiles?role=eq.admin&deactivated_at=is.null&select=id&limit=1')).body,
  )
  return [...found, people.data?.length ? ok('There is an admin') : noAdmin()]
}

/** Migrations, the first admin and the cron job. */
export const checkDatabase = (target: Target): Promise<Finding[]> =>
  target.databaseUrl ? checkByConnection(target, target.databaseUrl) : checkByApi(target)
