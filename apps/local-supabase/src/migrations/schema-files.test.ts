import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

describe('the schema', () => {
  const supabaseDir = join(root, 'supabase')
  let files: { name: string; lines: string[] }[]
  beforeAll(async () => {
    const names = await listSchemaFiles(supabaseDir)
    files = await Promise.all(
      names.map(async (name) => ({
        name,
        lines: (await readFile(join(supabaseDir, name), 'utf8')).trimEnd().split('\n'),
      })),
    )
  })

  it('has files short enough to be read', () => {
    expect(files.filter(({ lines }) => lines.length > 255).map(({ name }) => name)).toEqual([])
  })

  it('has lines of up to 120 characters', () => {
    const long = files.flatMap(({ name, lines }) =>
      lines.flatMap((line, at) => (line.length > 120 ? [`${name}:${at + 1}`] : [])),
    )
    expect(long).toEqual([])
  })
})
