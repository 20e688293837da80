import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql, TransactionSql } from 'postgres'
import { z } from 'zod'
import { exists } from '../exists'
import { StartError } from '../start-error'
import { runFile } from './migrate'

const demoSeed = 'supabase/seeds/demo.sql'

/** Whether the demo was seeded, now or earlier. */
export async function hasDemo(sql: Sql): Promise<boolean> {
  const [done] = await sql`select 1 from supabase_migrations.seed_files where path = ${demoSeed}`
  return done !== undefined
}

class AccountsExist extends Error {}

/** The demo accounts have a public password, so they are never added beside real accounts. */
async function refuseIfAccountsExist(tx: TransactionSql): Promise<void> {
  await tx`lock table auth.users in share row exclusive mode`
  const [row] = await tx<{ found: boolean }[]>`select exists (select from auth.users) as found`
  if (row?.found) throw new AccountsExist()
}

/**
 * Seeds the demo once per database, and only without accounts.
 * @param isRequested - HELPDESK_SEED=demo is set; otherwise existing accounts are no error
 * @returns whether the demo was seeded now
 * @throws StartError when it was requested and accounts exist
 */
export async function seedDemo(sql: Sql, supabaseDir: string, isRequested: boolean): Promise<boolean> {
  const file = join(supabaseDir, 'seeds/demo.sql')
  if ((await hasDemo(sql)) || !(await exists(file))) return false
  try {
    await runFile(sql, file, {
      before: refuseIfAccountsExist,
      after: (tx) => tx`insert into supabase_migrations.seed_files (path, hash) values (${demoSeed}, 'once')`,
    })
  } catch (error) {
    if (!(error instanceof AccountsExist)) throw error
    if (!isRequested) return false
    throw new StartError(
      'HELPDESK_SEED=demo would add accounts with a public password beside the accounts that exist. Nothing was added.\n' +
        'Start with HELPDESK_SEED=empty, or put the demo elsewhere: HELPDESK_DATA=.data-demo HELPDESK_SEED=demo npm start',
    )
  }
  await sql`analyze`
  return true
}

const attachmentsSchema = z.array(
  z.object({
    bucket: z.string().default('ticket-attachments'),
    path: z.string(),
    contentType: z.string(),
    owner: z.string().optional(),
    text: z.string().optional(),
    base64: z.string().optional(),
    /** A file beside attachments.json. */
    file: z.string().optional(),
  }),
)

/** Uploads the demo's files, once per database. */
export async function seedAttachments(
  sql: Sql,
  supabaseDir: string,
  upload: (path: string, body: Uint8Array<ArrayBuffer>, contentType: string) => Promise<Response>,
): Promise<number> {
  const list = join(supabaseDir, 'seeds/attachments.json')
  const [done] = await sql`select 1 from supabase_migrations.seed_files where path = 'attachments'`
  if (done || !(await exists(list))) return 0
  const entries = attachmentsSchema.parse(JSON.parse(await readFile(list, 'utf8')))
  for (const entry of entries) {
    const body = entry.file
      ? await readFile(join(supabaseDir, 'seeds', entry.file))
      : entry.base64 !== undefined
        ? Buffer.from(entry.base64, 'base64')
        : Buffer.from(entry.text ?? '')
    const response = await upload(`${entry.bucket}/${entry.path}`, new Uint8Array(body), entry.contentType)
    if (!response.ok) throw new Error(`Seed file ${entry.path}: ${response.status} ${await response.text()}`)
  }
  await sql`insert into supabase_migrations.seed_files (path, hash) values ('attachments', 'once')`
  return entries.length
}
