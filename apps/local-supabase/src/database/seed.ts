import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from 'postgres'
import { z } from 'zod'
import { runFile } from './migrate'

const demoSeed = 'supabase/seeds/demo.sql'

const exists = (file: string) =>
  readFile(file).then(
    () => true,
    () => false,
  )

/** Fills the demo once per database. Returns whether it did. */
export async function seedDemo(sql: Sql, supabaseDir: string): Promise<boolean> {
  const file = join(supabaseDir, 'seeds/demo.sql')
  const [done] = await sql`select 1 from supabase_migrations.seed_files where path = ${demoSeed}`
  if (done || !(await exists(file))) return false
  await runFile(sql, file, (tx) => {
    return tx`insert into supabase_migrations.seed_files (path, hash) values (${demoSeed}, 'once')`
  })
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

/** Uploads the demo's files through the storage API. `upload` sends one object as the service role. */
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
