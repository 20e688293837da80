import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'

const config = z.object({
  db: z.object({ migrations: z.object({ schema_paths: z.array(z.string()) }) }),
})

/**
 * The files of the schema in the order of `schema_paths` in config.toml: each once, where a path first names it. A path is a
 * file or `folder/*.sql`, whose files follow by name.
 * @returns paths below `supabaseDir`, such as `schemas/tickets/tickets.sql`
 * @throws Error when a path names no file, or when no path names a file of `schemas/`
 */
export async function listSchemaFiles(supabaseDir: string): Promise<string[]> {
  const { schema_paths } = config.parse(parse(await readFile(join(supabaseDir, 'config.toml'), 'utf8'))).db
    .migrations
  const existing = (await readdir(join(supabaseDir, 'schemas'), { recursive: true }))
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `schemas/${name.replaceAll('\\', '/')}`)
    .sort()
  const files = schema_paths.flatMap((path) => {
    const plain = path.replace(/^\.\//, '')
    const folder = plain.endsWith('/*.sql') ? plain.slice(0, -'*.sql'.length) : undefined
    const found = existing.filter((file) =>
      folder === undefined ? file === plain : file.slice(0, file.lastIndexOf('/') + 1) === folder,
    )
    if (found.length === 0) throw new Error(`schema_paths of config.toml: ${path} names no file`)
    return found
  })
  const listed = [...new Set(files)]
  const missing = existing.filter((file) => !listed.includes(file))
  if (missing.length > 0)
    throw new Error(`schema_paths of config.toml lack ${missing.join(', ')}: add the folder in its place`)
  return listed
}

/** The schema as one text, in which each object is created once. */
export async function readSchemaFiles(supabaseDir: string): Promise<string> {
  const files = await listSchemaFiles(supabaseDir)
  return (await Promise.all(files.map((file) => readFile(join(supabaseDir, file), 'utf8')))).join('\n')
}
