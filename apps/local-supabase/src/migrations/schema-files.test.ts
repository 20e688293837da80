import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../settings'
import { listSchemaFiles, readSchemaFiles } from './schema-files'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'helpdesk-schema-files-'))
  for (const file of ['tickets/tickets', 'tickets/claims', 'people/profiles']) {
    await mkdir(join(folder, 'schemas', file.split('/')[0] ?? ''), { recursive: true })
    await writeFile(join(folder, `schemas/${file}.sql`), `-- ${file}\n`)
  }
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const configure = (...paths: string[]) =>
  writeFile(join(folder, 'config.toml'), `[db.migrations]\nschema_paths = ${JSON.stringify(paths)}\n`)

it('lists each file once, where a path first names it', async () => {
  await configure('./schemas/people/*.sql', './schemas/tickets/tickets.sql', './schemas/tickets/*.sql')
  expect(await listSchemaFiles(folder)).toEqual([
    'schemas/people/profiles.sql',
    'schemas/tickets/tickets.sql',
    'schemas/tickets/claims.sql',
  ])
  expect(await readSchemaFiles(folder)).toBe(
    '-- people/profiles\n\n-- tickets/tickets\n\n-- tickets/claims\n',
  )
})

it('refuses a file that no path names', async () => {
  await configure('./schemas/tickets/*.sql')
  await expect(listSchemaFiles(folder)).rejects.toThrow('lack schemas/people/profiles.sql')
})

it('refuses a path that names no file', async () => {
  await configure('./schemas/people/*.sql', './schemas/tickets/*.sql', './schemas/mail/*.sql')
  await expect(listSchemaFiles(folder)).rejects.toThrow('./schemas/mail/*.sql names no file')
})

it('finds every file of the schema short enough to be read', async () => {
  const supabaseDir = join(root, 'supabase')
  const files = await listSchemaFiles(supabaseDir)
  const lines = await Promise.all(
    files.map(async (file) => (await readFile(join(supabaseDir, file), 'utf8')).split('\n').length - 1),
  )
  expect(files.filter((_, n) => (lines[n] ?? 0) > 255)).toEqual([])
})
